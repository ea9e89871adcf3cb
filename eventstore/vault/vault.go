// Package vault keeps one encryption key per subject, wrapped by the master
// key. It is the only thing beside the log that cannot be rebuilt, and is
// backed up apart from it: whoever has the log alone reads no personal data,
// and destroying a subject's key forgets it in every copy of the log.
//
// A sealed text is AES-256-GCM under the subject's key: 12 bytes of nonce, then
// the ciphertext, with tenant and subject as associated data, so that it cannot
// be moved to another subject.
package vault

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/eventstore"
)

// Vault seals and opens with the keys of subjects. It is safe for concurrent
// use. Keys that were used stay in memory, so that known subjects can be read
// and written while PostgreSQL is down.
type Vault struct {
	pool   *pgxpool.Pool
	master cipher.AEAD
	keys   *lru.Cache[subjectID, *rawKey] // nil value = destroyed
	gone   sync.Map                       // of subjectID: forgotten, whatever the table still says
	now    func() time.Time
}

type subjectID struct{ tenant, subject string }

// rawKey is a subject's key as it is kept in memory. What ciphers with it is made at each
// use, in less than a microsecond: it is twenty-four times as large.
type rawKey [MasterKeyBytes]byte

// MasterKeyBytes is the length of the master key.
const MasterKeyBytes = 32

// cacheMax bounds the keys in memory.
const cacheMax = 50_000

const patience = 3 * time.Second

// New returns a vault over the pool's schema vault.
func New(pool *pgxpool.Pool, masterKey []byte, now func() time.Time) (*Vault, error) {
	if len(masterKey) != MasterKeyBytes {
		return nil, fmt.Errorf("vault: the master key has %d bytes, not %d", len(masterKey), MasterKeyBytes)
	}
	master, err := newAEAD(masterKey)
	if err != nil {
		return nil, err
	}
	keys, err := lru.New[subjectID, *rawKey](cacheMax)
	if err != nil {
		return nil, err
	}
	return &Vault{pool: pool, master: master, keys: keys, now: now}, nil
}

func newAEAD(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("vault: %w", err)
	}
	return cipher.NewGCM(block)
}

// Seal encrypts under the subject's key, making one where there is none. A
// subject that was forgotten cannot be written about again.
func (v *Vault) Seal(ctx context.Context, tenant, subject, plain string) ([]byte, error) {
	id := subjectID{tenant, subject}
	key, err := v.key(ctx, id)
	if errors.Is(err, errNoKey) {
		key, err = v.create(ctx, id)
	}
	if err != nil {
		return nil, err
	}
	if key == nil {
		return nil, fault.New(fault.Immutable, "the subject %s was forgotten", subject)
	}
	return encrypt(key, []byte(plain), id), nil
}

// Open decrypts; forgotten is true when the subject's key was destroyed.
//
// Errors: eventstore.ErrUnopenable where the subject has no key, or the text is not of it;
// fault.StoreUnavailable where the vault is out of reach, or holds no key at all.
func (v *Vault) Open(ctx context.Context, tenant, subject string, cipher []byte) (plain string, forgotten bool, err error) {
	id := subjectID{tenant, subject}
	key, err := v.key(ctx, id)
	if errors.Is(err, errNoKey) {
		return "", false, v.without(ctx, id)
	}
	if err != nil {
		return "", false, err
	}
	if key == nil {
		return "", true, nil
	}
	text, err := decrypt(key, cipher, id)
	if err != nil {
		return "", false, fmt.Errorf("vault: %s of tenant %s: %v: %w", subject, tenant, err, eventstore.ErrUnopenable)
	}
	return string(text), false, nil
}

var errNoKey = errors.New("vault: the subject has no key")

// without is what the missing key of one subject means: a vault without any key was not
// restored yet, and waiting for it loses nothing.
func (v *Vault) without(ctx context.Context, id subjectID) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var some bool
	if err := v.pool.QueryRow(ctx, `select exists (select from vault.subject_key)`).Scan(&some); err != nil {
		return unreachable(err)
	}
	if !some {
		e := fault.New(fault.StoreUnavailable, "the key vault is empty, and the log has sealed texts: restore the vault")
		e.Retry = 2 * time.Second
		return e
	}
	return fmt.Errorf("vault: %s of tenant %s has no key: %w", id.subject, id.tenant, eventstore.ErrUnopenable)
}

// key returns a subject's key, nil when it was destroyed.
func (v *Vault) key(ctx context.Context, id subjectID) (cipher.AEAD, error) {
	if _, gone := v.gone.Load(id); gone {
		return nil, nil
	}
	if key, ok := v.keys.Get(id); ok {
		if key == nil {
			return nil, nil
		}
		return newAEAD(key[:])
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var wrapped []byte
	err := v.pool.QueryRow(ctx, `select wrapped from vault.subject_key where tenant = $1 and subject = $2`, id.tenant, id.subject).Scan(&wrapped)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, errNoKey
	}
	if err != nil {
		return nil, unreachable(err)
	}
	return v.unwrap(id, wrapped)
}

func (v *Vault) unwrap(id subjectID, wrapped []byte) (cipher.AEAD, error) {
	if wrapped == nil {
		v.keys.Add(id, nil)
		return nil, nil
	}
	raw, err := decrypt(v.master, wrapped, id)
	if err != nil {
		return nil, fmt.Errorf("vault: the key of %s does not open with this master key: %w", id.subject, err)
	}
	if len(raw) != MasterKeyBytes {
		return nil, fmt.Errorf("vault: the key of %s has %d bytes, not %d", id.subject, len(raw), MasterKeyBytes)
	}
	key, err := newAEAD(raw)
	if err != nil {
		return nil, err
	}
	v.keys.Add(id, (*rawKey)(raw))
	return key, nil
}

// create makes a subject's key; when another node was first, its key is used.
func (v *Vault) create(ctx context.Context, id subjectID) (cipher.AEAD, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	raw := make([]byte, 32)
	rand.Read(raw) // never fails
	_, err := v.pool.Exec(ctx, `insert into vault.subject_key (tenant, subject, wrapped, created_at) values ($1, $2, $3, $4)
on conflict do nothing`, id.tenant, id.subject, encrypt(v.master, raw, id), v.now().UTC())
	if err != nil {
		return nil, unreachable(err)
	}
	return v.key(ctx, id)
}

// Forget has this process take a subject's key for destroyed, before Destroy has
// reached the table and while PostgreSQL is down.
func (v *Vault) Forget(tenant, subject string) {
	id := subjectID{tenant, subject}
	v.gone.Store(id, struct{}{})
	v.keys.Remove(id)
}

// Destroy forgets a subject; it cannot be undone, and again it changes nothing.
// Other nodes forget when they read of it.
func (v *Vault) Destroy(ctx context.Context, tenant, subject string) error {
	v.Forget(tenant, subject)
	_, err := v.pool.Exec(ctx, `insert into vault.subject_key (tenant, subject, wrapped, created_at, destroyed_at) values ($1, $2, null, $3, $3)
on conflict (tenant, subject) do update set wrapped = null, destroyed_at = excluded.destroyed_at
where subject_key.wrapped is not null`, tenant, subject, v.now().UTC())
	if err != nil {
		return unreachable(err)
	}
	return nil
}

// Forgotten reports whether a subject's key was destroyed.
func (v *Vault) Forgotten(ctx context.Context, tenant, subject string) (bool, error) {
	key, err := v.key(ctx, subjectID{tenant, subject})
	if errors.Is(err, errNoKey) {
		return false, nil
	}
	return err == nil && key == nil, err
}

// Evict drops a subject's key from memory.
func (v *Vault) Evict(tenant, subject string) { v.keys.Remove(subjectID{tenant, subject}) }

func encrypt(key cipher.AEAD, plain []byte, id subjectID) []byte {
	nonce := make([]byte, key.NonceSize(), key.NonceSize()+len(plain)+key.Overhead())
	rand.Read(nonce) // never fails
	return key.Seal(nonce, nonce, plain, id.associated())
}

func decrypt(key cipher.AEAD, text []byte, id subjectID) ([]byte, error) {
	n := key.NonceSize()
	if len(text) < n {
		return nil, errors.New("sealed text is too short")
	}
	return key.Open(nil, text[:n], text[n:], id.associated())
}

func (id subjectID) associated() []byte { return []byte(id.tenant + "\x00" + id.subject) }

func unreachable(err error) error {
	e := fault.Wrap(err, fault.StoreUnavailable, "the key vault is out of reach")
	e.Retry = 2 * time.Second
	return e
}
