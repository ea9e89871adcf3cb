package vault_test

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/vault"
	"github.com/tallystick/tallystick/readmodels"
	"github.com/tallystick/tallystick/readmodels/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

var masterKey = bytes.Repeat([]byte{7}, vault.MasterKeyBytes)

func open(t testing.TB, db *readmodels.DB, key []byte) *vault.Vault {
	t.Helper()
	v, err := vault.New(db.Owner, key, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func seal(t testing.TB, v *vault.Vault, tenant, subject, plain string) []byte {
	t.Helper()
	cipher, err := v.Seal(t.Context(), tenant, subject, plain)
	if err != nil {
		t.Fatal(err)
	}
	return cipher
}

// wantOpen opens with v and with a vault that has nothing in memory.
func wantOpen(t testing.TB, db *readmodels.DB, v *vault.Vault, tenant, subject string, cipher []byte, plain string, forgotten bool) {
	t.Helper()
	for name, v := range map[string]*vault.Vault{"warm": v, "cold": open(t, db, masterKey)} {
		got, gone, err := v.Open(t.Context(), tenant, subject, cipher)
		if err != nil || got != plain || gone != forgotten {
			t.Errorf("%s: opened as %q, forgotten %v, %v", name, got, gone, err)
		}
	}
}

func TestSealAndOpen(t *testing.T) {
	db := pgtest.DB(t)
	v := open(t, db, masterKey)
	rapid.Check(t, func(r *rapid.T) {
		plain := rapid.String().Draw(r, "plain")
		subject := rapid.SampledFrom([]string{"client-1", "client-2"}).Draw(r, "subject")
		a, b := seal(t, v, "firm", subject, plain), seal(t, v, "firm", subject, plain)
		if bytes.Equal(a, b) || len(plain) > 3 && bytes.Contains(a, []byte(plain)) {
			r.Fatal("the ciphertext tells of the text")
		}
		got, _, err := v.Open(t.Context(), "firm", subject, a)
		if err != nil || got != plain {
			r.Fatalf("%q, %v", got, err)
		}
	})
	wantOpen(t, db, v, "firm", "client-1", seal(t, v, "firm", "client-1", "Ada"), "Ada", false)
}

// A sealed text opens for its own tenant and subject, whole, and for nothing
// else.
func TestNobodyElseOpens(t *testing.T) {
	db := pgtest.DB(t)
	v := open(t, db, masterKey)
	cipher := seal(t, v, "firm", "client-1", "Ada")
	for _, id := range [][2]string{{"firm", "client-2"}, {"other", "client-1"}, {"fir", "mclient-1"}} {
		if text, _, err := v.Open(t.Context(), id[0], id[1], cipher); err == nil || text != "" {
			t.Errorf("%v: opened as %q though it has no key", id, text)
		}
		seal(t, v, id[0], id[1], "something") // now it has
		if text, _, err := v.Open(t.Context(), id[0], id[1], cipher); err == nil || text != "" {
			t.Errorf("%v: opened as %q", id, text)
		}
	}
	for i := range cipher {
		broken := bytes.Clone(cipher)
		broken[i] ^= 1
		if _, _, err := v.Open(t.Context(), "firm", "client-1", broken); err == nil {
			t.Errorf("byte %d may be flipped", i)
		}
		if _, _, err := v.Open(t.Context(), "firm", "client-1", cipher[:i]); err == nil {
			t.Errorf("cut to %d bytes it opens", i)
		}
	}
}

func TestForgetting(t *testing.T) {
	db := pgtest.DB(t)
	v := open(t, db, masterKey)
	cipher, other := seal(t, v, "firm", "client-1", "Ada"), seal(t, v, "firm", "client-2", "Bob")
	elsewhere := seal(t, v, "other", "client-1", "Eve")
	for range 2 { // twice is once
		if err := v.Destroy(t.Context(), "firm", "client-1"); err != nil {
			t.Fatal(err)
		}
	}
	wantOpen(t, db, v, "firm", "client-1", cipher, "", true)
	wantOpen(t, db, v, "firm", "client-2", other, "Bob", false)
	wantOpen(t, db, v, "other", "client-1", elsewhere, "Eve", false)
	if _, err := v.Seal(t.Context(), "firm", "client-1", "again"); !errors.Is(err, fault.New(fault.Immutable, "")) {
		t.Errorf("a forgotten subject is written about: %v", err)
	}
	if err := v.Destroy(t.Context(), "firm", "never-seen"); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Seal(t.Context(), "firm", "never-seen", "x"); err == nil {
		t.Error("a subject forgotten before it was known is written about")
	}
	var left int
	if err := db.Owner.QueryRow(t.Context(), `select count(*) from vault.subject_key where subject = 'client-1' and tenant = 'firm' and wrapped is not null`).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d keys left (%v)", left, err)
	}
}

func TestAnotherMasterKey(t *testing.T) {
	db := pgtest.DB(t)
	cipher := seal(t, open(t, db, masterKey), "firm", "client-1", "Ada")
	wrong := open(t, db, bytes.Repeat([]byte{8}, vault.MasterKeyBytes))
	if text, _, err := wrong.Open(t.Context(), "firm", "client-1", cipher); err == nil || text != "" {
		t.Errorf("opened as %q", text)
	}
	if _, err := wrong.Seal(t.Context(), "firm", "client-1", "Eve"); err == nil {
		t.Error("sealed with a key that it cannot unwrap")
	}
	for _, n := range []int{0, 16, 31, 33} {
		if _, err := vault.New(db.Owner, make([]byte, n), time.Now); err == nil {
			t.Errorf("a master key of %d bytes is taken", n)
		}
	}
}

// A text without a key, or that was not sealed with it, cannot be opened by waiting; a
// vault that holds no key at all was not restored yet, and one under another master key
// is no fault of the text.
func TestWhatCannotBeOpened(t *testing.T) {
	db := pgtest.DB(t)
	v := open(t, db, masterKey)
	if _, _, err := v.Open(t.Context(), "firm", "client-1", make([]byte, 40)); fault.As(err) == nil || errors.Is(err, eventstore.ErrUnopenable) {
		t.Errorf("of an empty vault: %v", err)
	}
	cipher := seal(t, v, "firm", "client-1", "Ada")
	changed := bytes.Clone(cipher)
	changed[len(changed)-1] ^= 1
	for name, x := range map[string]struct {
		tenant, subject string
		text            []byte
	}{
		"a subject without a key": {"firm", "client-2", cipher}, "another tenant's": {"other", "client-1", cipher},
		"changed": {"firm", "client-1", changed}, "cut": {"firm", "client-1", cipher[:5]}, "nothing": {"firm", "client-1", nil},
	} {
		if _, _, err := v.Open(t.Context(), x.tenant, x.subject, x.text); !errors.Is(err, eventstore.ErrUnopenable) || fault.As(err) != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	wrong := open(t, db, bytes.Repeat([]byte{8}, vault.MasterKeyBytes))
	if _, _, err := wrong.Open(t.Context(), "firm", "client-1", cipher); err == nil || errors.Is(err, eventstore.ErrUnopenable) {
		t.Errorf("under another master key: %v", err)
	}
}

// Two nodes that make a subject's key at once use the same one.
func TestKeysAreMadeOnce(t *testing.T) {
	db := pgtest.DB(t)
	const nodes = 8
	for round := range 10 {
		subject := fmt.Sprintf("client-%d", round)
		ciphers := make([][]byte, nodes)
		var work sync.WaitGroup
		for i := range nodes {
			v := open(t, db, masterKey)
			work.Go(func() {
				var err error
				if ciphers[i], err = v.Seal(t.Context(), "firm", subject, fmt.Sprint(i)); err != nil {
					t.Error(err)
				}
			})
		}
		work.Wait()
		v := open(t, db, masterKey)
		for i, cipher := range ciphers {
			if got, _, err := v.Open(t.Context(), "firm", subject, cipher); err != nil || got != fmt.Sprint(i) {
				t.Errorf("%q, %v", got, err)
			}
		}
	}
}

// Subjects that were used stay readable and writable without PostgreSQL; for
// others the vault says that it is out of reach.
func TestPostgresDown(t *testing.T) {
	cluster := pgtest.Cluster(t)
	db := pgtest.On(t, cluster)
	v := open(t, db, masterKey)
	cipher := seal(t, v, "firm", "client-1", "Ada")
	unused := seal(t, open(t, db, masterKey), "firm", "client-2", "Bob")
	cluster.Kill()
	if got, _, err := v.Open(t.Context(), "firm", "client-1", cipher); err != nil || got != "Ada" {
		t.Errorf("%q, %v", got, err)
	}
	if got, _, err := v.Open(t.Context(), "firm", "client-1", seal(t, v, "firm", "client-1", "more")); err != nil || got != "more" {
		t.Errorf("%q, %v", got, err)
	}
	_, _, opened := v.Open(t.Context(), "firm", "client-2", unused)
	_, sealed := v.Seal(t.Context(), "firm", "client-3", "new")
	destroyed := v.Destroy(t.Context(), "firm", "client-1")
	for what, err := range map[string]error{"open": opened, "seal": sealed, "destroy": destroyed} {
		if f := fault.As(err); f == nil || f.Code != fault.StoreUnavailable || f.Retry <= 0 {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// The keys of all who bought something stay in memory: each is little more than its bytes.
func TestAKeyInMemoryIsSmall(t *testing.T) {
	const keys, each = 2000, 500
	v := open(t, pgtest.DB(t), masterKey)
	kept := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	seal(t, v, "firm", "client-0", "Ada")
	before := kept()
	for i := range keys {
		seal(t, v, "firm", fmt.Sprint("buyer-", i), "Ada")
	}
	if after := kept(); after > before+keys*each {
		t.Errorf("%d bytes are kept of each key", (after-before)/keys)
	}
	runtime.KeepAlive(v)
}
