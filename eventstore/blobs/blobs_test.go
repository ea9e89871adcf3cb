package blobs

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	mrand "math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/eventstore/blobs/blobstest"
)

// box seals by keeping: enough to tell subjects apart and to forget them.
type box struct {
	mu   sync.Mutex
	kept map[string]string
	gone map[string]bool
}

func newBox() *box { return &box{kept: map[string]string{}, gone: map[string]bool{}} }

func (b *box) Seal(_ context.Context, tenant, subject, plain string) ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	sealed := make([]byte, sealedKey)
	rand.Read(sealed)
	b.kept[tenant+"/"+subject+"/"+string(sealed)] = plain
	return sealed, nil
}

func (b *box) Open(_ context.Context, tenant, subject string, sealed []byte) (string, bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.gone[tenant+"/"+subject] {
		return "", true, nil
	}
	plain, ok := b.kept[tenant+"/"+subject+"/"+string(sealed)]
	if !ok {
		return "", false, errors.New("no such key")
	}
	return plain, false, nil
}

// each runs a test on the folder and on a bucket.
func each(t *testing.T, f func(t *testing.T, s *Store, b *box)) {
	t.Run("folder", func(t *testing.T) {
		b := newBox()
		s, err := Open("", t.TempDir(), b)
		if err != nil {
			t.Fatal(err)
		}
		f(t, s, b)
	})
	t.Run("bucket", func(t *testing.T) {
		b := newBox()
		s, err := Open(blobstest.Bucket(t), t.TempDir(), b)
		if err != nil {
			t.Fatal(err)
		}
		f(t, s, b)
	})
}

const tenant = "00000000000000000000000000000001"

func content(seed uint64, n int) []byte {
	c := make([]byte, n)
	r := mrand.NewChaCha8([32]byte{byte(seed)})
	r.Read(c)
	return c
}

func TestRoundTrip(t *testing.T) {
	each(t, func(t *testing.T, s *Store, b *box) {
		ctx := t.Context()
		for i, n := range []int{0, 1, 4000, 1 << 16, 1<<16 + 1, 300_000} {
			want := content(uint64(i), n)
			st, err := s.Receive(ctx, iotest.OneByteReader(bytes.NewReader(want[:min(n, 5000)])), 1<<20)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(st.Head, want[:min(n, SniffBytes)]) {
				t.Fatalf("%d bytes: the head differs", n)
			}
			again, err := st.Open()
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(again); err != nil || !bytes.Equal(got, want[:min(n, 5000)]) {
				t.Fatalf("%d bytes: staged %d read back: %v", n, len(got), err)
			}
			st.Discard()
			ref, err := s.Put(ctx, tenant, "client-1", bytes.NewReader(want), 1<<20)
			if err != nil {
				t.Fatal(err)
			}
			if sum := sha256.Sum256(want); ref.SHA256 != hex.EncodeToString(sum[:]) || ref.Bytes != int64(n) {
				t.Fatalf("%d bytes are named %v", n, ref)
			}
			if got, err := s.ReadAll(ctx, tenant, ref, 1<<20); err != nil || !bytes.Equal(got, want) {
				t.Fatalf("%d bytes: %d read back: %v", n, len(got), err)
			}
			if _, err := s.Open(ctx, tenant, blob.Ref{Subject: "client-2", SHA256: ref.SHA256, Bytes: ref.Bytes}); !errors.Is(err, ErrMissing) {
				t.Fatalf("another subject reads the blob: %v", err)
			}
		}
		if left, _ := os.ReadDir(s.staging); len(left) != 0 {
			t.Fatalf("%d files stay in staging", len(left))
		}
		if err := s.Probe(ctx); err != nil {
			t.Fatal(err)
		}
	})
}

// What stands on disk holds no part of the plain bytes, nor do two copies of
// the same bytes look alike.
func TestCiphertext(t *testing.T) {
	each(t, func(t *testing.T, s *Store, b *box) {
		plain := bytes.Repeat([]byte("a plain sentence that nobody else may read. "), 5000)
		var copies [2][]byte
		for i, subject := range []string{"client-1", "client-2"} {
			if _, err := s.Put(t.Context(), tenant, subject, bytes.NewReader(plain), 1<<20); err != nil {
				t.Fatal(err)
			}
			err := s.Each(t.Context(), func(x Stored) error {
				if x.Ref.Subject != subject {
					return nil
				}
				r, err := s.Export(t.Context(), x)
				if err != nil {
					return err
				}
				defer r.Close()
				copies[i], err = io.ReadAll(r)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(copies[i], []byte("sentence")) || len(copies[i]) < len(plain) {
				t.Fatal("the stored file is not ciphertext of the whole")
			}
		}
		if bytes.Equal(copies[0][headBytes:], copies[1][headBytes:]) {
			t.Fatal("equal bytes of two subjects have equal ciphertext")
		}
	})
}

// Whoever reads notices every flipped byte, and every cut, but of the sum, which only
// checks look at. Seed 7.
func TestDamage(t *testing.T) {
	b := newBox()
	s, err := Open("", t.TempDir(), b)
	if err != nil {
		t.Fatal(err)
	}
	ref, err := s.Put(t.Context(), tenant, "client-1", bytes.NewReader(content(7, 140_000)), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(s.backend.(*folder).dir, nameOf(tenant, ref))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := mrand.New(mrand.NewPCG(7, 7))
	for range 200 {
		bad := bytes.Clone(whole)
		at := r.IntN(len(bad))
		if r.IntN(4) == 0 {
			bad = bad[:at]
		} else if at < len(mark)+sealedKey || at >= headBytes {
			bad[at] ^= 1 << r.IntN(8)
		} else {
			continue
		}
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := s.ReadAll(t.Context(), tenant, ref, 1<<20); !errors.Is(err, ErrDamaged) {
			t.Fatalf("byte %d of %d: read %d bytes, error %v", at, len(whole), len(got), err)
		}
	}
}

func TestLimits(t *testing.T) {
	each(t, func(t *testing.T, s *Store, b *box) {
		if _, err := s.Put(t.Context(), tenant, "client-1", bytes.NewReader(content(1, 1001)), 1000); !errors.Is(err, ErrTooLarge) {
			t.Fatalf("1001 bytes of at most 1000: %v", err)
		}
		if _, err := s.Put(t.Context(), tenant, "client-1", bytes.NewReader(content(1, 1000)), 1000); err != nil {
			t.Fatal(err)
		}
		broken := iotest.ErrReader(errors.New("the line went down"))
		if _, err := s.Put(t.Context(), tenant, "client-1", io.MultiReader(bytes.NewReader(content(2, 70_000)), broken), 1<<20); err == nil {
			t.Fatal("half an upload was kept")
		}
		for _, subject := range []string{"", "../x", "a/b", "A", "a b", strings.Repeat("a", 300)} {
			if _, err := s.Put(t.Context(), tenant, subject, bytes.NewReader(nil), 10); err == nil {
				t.Fatalf("subject %q owns a blob", subject)
			}
		}
		if left, _ := os.ReadDir(s.staging); len(left) != 0 {
			t.Fatalf("%d files stay in staging", len(left))
		}
	})
}

func TestForget(t *testing.T) {
	each(t, func(t *testing.T, s *Store, b *box) {
		ctx := t.Context()
		gone, _ := s.Put(ctx, tenant, "client-1", strings.NewReader("one"), 10)
		stays, err := s.Put(ctx, tenant, "client-10", strings.NewReader("one"), 10)
		if err != nil {
			t.Fatal(err)
		}
		b.gone[tenant+"/client-1"] = true
		if _, err := s.Open(ctx, tenant, gone); !errors.Is(err, ErrForgotten) {
			t.Fatalf("a forgotten blob opens: %v", err)
		}
		if err := s.Forget(ctx, tenant, "client-1"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Open(ctx, tenant, gone); !errors.Is(err, ErrMissing) {
			t.Fatalf("a forgotten blob is still there: %v", err)
		}
		if got, err := s.ReadAll(ctx, tenant, stays, 10); err != nil || string(got) != "one" {
			t.Fatalf("forgetting took another's blob: %v", err)
		}
	})
}

func TestSweep(t *testing.T) {
	each(t, func(t *testing.T, s *Store, b *box) {
		ctx := t.Context()
		named, _ := s.Put(ctx, tenant, "client-1", strings.NewReader("named"), 10)
		unnamed, err := s.Put(ctx, tenant, "client-1", strings.NewReader("unnamed"), 10)
		if err != nil {
			t.Fatal(err)
		}
		st, err := s.Receive(ctx, strings.NewReader("waits"), 10)
		if err != nil {
			t.Fatal(err)
		}
		defer st.Discard()
		asks := func(_ context.Context, of string, refs []blob.Ref) ([]bool, error) {
			known := make([]bool, len(refs))
			for i, r := range refs {
				known[i] = of == tenant && r.SHA256 == named.SHA256
			}
			return known, nil
		}
		for _, c := range []struct {
			now  time.Time
			want int
		}{{time.Now(), 0}, {time.Now().Add(SweepAfter + time.Hour), 1}, {time.Now().Add(SweepAfter + time.Hour), 0}} {
			if n, err := s.Sweep(ctx, c.now, asks); err != nil || n != c.want {
				t.Fatalf("swept %d of %d: %v", n, c.want, err)
			}
		}
		if _, err := s.Open(ctx, tenant, unnamed); !errors.Is(err, ErrMissing) {
			t.Fatalf("what nothing names stays: %v", err)
		}
		if _, err := s.ReadAll(ctx, tenant, named, 10); err != nil {
			t.Fatal(err)
		}
		if left, _ := os.ReadDir(s.staging); len(left) != 0 {
			t.Fatalf("%d files stay in staging", len(left))
		}
	})
}

func TestCopy(t *testing.T) {
	each(t, func(t *testing.T, s *Store, b *box) {
		ctx := t.Context()
		ref, err := s.Put(ctx, tenant, "client-1", bytes.NewReader(content(3, 90_000)), 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		to, err := Open("", t.TempDir(), b)
		if err != nil {
			t.Fatal(err)
		}
		err = s.Each(ctx, func(x Stored) error {
			r, err := s.Export(ctx, x)
			if err != nil {
				return err
			}
			defer r.Close()
			return to.Import(ctx, x, r)
		})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := to.ReadAll(ctx, tenant, ref, 1<<20); err != nil || !bytes.Equal(got, content(3, 90_000)) {
			t.Fatalf("the copy does not read: %v", err)
		}
	})
}

func TestAddresses(t *testing.T) {
	for _, url := range []string{"http://a:b@c/d", "s3://host/bucket", "s3://a:b@host", "s3://a:b@host/x?tls=off", "s3://a:b@host/x?ca=/nowhere"} {
		if _, err := Open(url, t.TempDir(), newBox()); err == nil {
			t.Errorf("%s is taken", url)
		}
	}
}
