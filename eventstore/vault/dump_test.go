package vault_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/eventstore/vault"
	"github.com/tallystick/tallystick/readmodels/pgtest"
)

func dump(t *testing.T, v *vault.Vault) []vault.Key {
	t.Helper()
	var keys []vault.Key
	if err := v.Dump(t.Context(), func(k vault.Key) error {
		keys = append(keys, k)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return keys
}

func TestDumpAndRestore(t *testing.T) {
	from := open(t, pgtest.DB(t), masterKey)
	ada, bob := seal(t, from, "firm", "client-ada", "Ada"), seal(t, from, "firm", "client-bob", "Bob")
	if err := from.Destroy(t.Context(), "firm", "client-bob"); err != nil {
		t.Fatal(err)
	}
	keys := dump(t, from)
	text, err := json.Marshal(keys)
	if err != nil || len(keys) != 2 || keys[0].Subject != "client-ada" || keys[1].Wrapped != nil || keys[1].DestroyedAt == nil {
		t.Fatalf("%s, %v", text, err)
	}
	if bytes.Contains(text, masterKey) {
		t.Error("the dump holds the master key")
	}

	db := pgtest.DB(t)
	to := open(t, db, masterKey)
	for range 2 { // restoring again changes nothing
		for _, k := range keys {
			if err := to.Restore(t.Context(), k); err != nil {
				t.Fatal(err)
			}
		}
	}
	wantOpen(t, db, to, "firm", "client-ada", ada, "Ada", false)
	wantOpen(t, db, to, "firm", "client-bob", bob, "", true)

	if err := to.Destroy(t.Context(), "firm", "client-ada"); err != nil {
		t.Fatal(err)
	}
	if err := open(t, db, masterKey).Restore(t.Context(), keys[0]); err != nil {
		t.Fatal(err)
	}
	wantOpen(t, db, to, "firm", "client-ada", ada, "", true)
}

func TestRestoreRefusesOtherKeys(t *testing.T) {
	from := open(t, pgtest.DB(t), masterKey)
	seal(t, from, "firm", "client-ada", "Ada")
	key := dump(t, from)[0]
	db := pgtest.DB(t)
	if err := open(t, db, bytes.Repeat([]byte{8}, vault.MasterKeyBytes)).Restore(t.Context(), key); !errors.Is(err, vault.ErrOtherKey) {
		t.Errorf("another master key: %v", err)
	}
	to := open(t, db, masterKey)
	seal(t, to, "firm", "client-ada", "another Ada")
	if err := to.Restore(t.Context(), key); !errors.Is(err, vault.ErrOtherKey) {
		t.Errorf("a subject with a key of its own: %v", err)
	}
	key.Tenant = "another"
	if err := to.Restore(t.Context(), key); !errors.Is(err, vault.ErrOtherKey) {
		t.Errorf("a key moved to another tenant: %v", err)
	}
}

// Forget works in memory, before Destroy and with PostgreSQL away.
func TestForgetInMemory(t *testing.T) {
	db := pgtest.DB(t)
	v := open(t, db, masterKey)
	ada := seal(t, v, "firm", "client-ada", "Ada")
	bob := seal(t, v, "firm", "client-bob", "Bob")
	db.Close()
	v.Forget("firm", "client-ada")
	if plain, gone, err := v.Open(t.Context(), "firm", "client-ada", ada); plain != "" || !gone || err != nil {
		t.Errorf("%q, %v, %v", plain, gone, err)
	}
	if _, err := v.Seal(t.Context(), "firm", "client-ada", "Ada again"); fault.As(err) == nil || fault.As(err).Code != fault.Immutable {
		t.Errorf("sealed for somebody forgotten: %v", err)
	}
	if plain, gone, err := v.Open(t.Context(), "firm", "client-bob", bob); plain != "Bob" || gone || err != nil {
		t.Errorf("somebody else: %q, %v, %v", plain, gone, err)
	}
}
