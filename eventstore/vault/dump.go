package vault

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrOtherKey: a subject has another key already, or a dumped key does not open
// with this master key.
var ErrOtherKey = errors.New("vault: another key")

// Key is a subject's key as it is stored: wrapped by the master key, which is
// never part of a dump. Wrapped is nil once the key was destroyed.
type Key struct {
	Tenant      string     `json:"tenant"`
	Subject     string     `json:"subject"`
	Wrapped     []byte     `json:"wrapped"`
	CreatedAt   time.Time  `json:"created_at"`
	DestroyedAt *time.Time `json:"destroyed_at"`
}

// Dump gives every key to f, ordered by tenant and subject, as they stand at one
// moment.
func (v *Vault) Dump(ctx context.Context, f func(Key) error) error {
	rows, err := v.pool.Query(ctx, `select tenant, subject, wrapped, created_at, destroyed_at from vault.subject_key
order by tenant collate "C", subject collate "C"`)
	if err != nil {
		return unreachable(err)
	}
	defer rows.Close()
	for rows.Next() {
		var k Key
		if err := rows.Scan(&k.Tenant, &k.Subject, &k.Wrapped, &k.CreatedAt, &k.DestroyedAt); err != nil {
			return fmt.Errorf("vault: dump: %w", err)
		}
		k.CreatedAt = k.CreatedAt.UTC()
		if k.DestroyedAt != nil {
			at := k.DestroyedAt.UTC()
			k.DestroyedAt = &at
		}
		if err := f(k); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return unreachable(err)
	}
	return nil
}

// Restore puts a dumped key back; one that is there already stays. A key that was
// destroyed here is not brought back by an older dump.
func (v *Vault) Restore(ctx context.Context, k Key) error {
	id := subjectID{k.Tenant, k.Subject}
	if k.Wrapped != nil {
		if _, err := decrypt(v.master, k.Wrapped, id); err != nil {
			return fmt.Errorf("%w: that of %s was not wrapped by this master key", ErrOtherKey, k.Subject)
		}
	}
	_, err := v.pool.Exec(ctx, `insert into vault.subject_key (tenant, subject, wrapped, created_at, destroyed_at) values ($1, $2, $3, $4, $5)
on conflict do nothing`, k.Tenant, k.Subject, k.Wrapped, k.CreatedAt, k.DestroyedAt)
	if err != nil {
		return unreachable(err)
	}
	var wrapped []byte
	err = v.pool.QueryRow(ctx, `select wrapped from vault.subject_key where tenant = $1 and subject = $2`, k.Tenant, k.Subject).Scan(&wrapped)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return unreachable(err)
	}
	v.Evict(k.Tenant, k.Subject)
	if wrapped != nil && !bytes.Equal(wrapped, k.Wrapped) {
		return fmt.Errorf("%w: %s has one of its own here", ErrOtherKey, k.Subject)
	}
	return nil
}
