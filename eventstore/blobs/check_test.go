package blobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	mrand "math/rand/v2"
	"testing"

	"github.com/tallystick/tallystick/domain/blob"
)

// stored is the file of a blob, as it is kept.
func stored(t *testing.T, s *Store, ref blob.Ref) []byte {
	t.Helper()
	r, err := s.Export(t.Context(), Stored{Tenant: tenant, Ref: ref})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	whole, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return whole
}

func keepAs(t *testing.T, s *Store, ref blob.Ref, file []byte) {
	t.Helper()
	if err := s.Import(t.Context(), Stored{Tenant: tenant, Ref: ref}, bytes.NewReader(file)); err != nil {
		t.Fatal(err)
	}
}

// older is a file in the form that carries no sum.
func older(file []byte) []byte {
	return append(append([]byte(markOlder), file[len(mark):len(mark)+sealedKey]...), file[headBytes:]...)
}

// oneFile is a backend that has one file, whatever is asked for.
type oneFile struct {
	backend
	file []byte
}

func (o oneFile) get(context.Context, string) (io.ReadCloser, error) {
	return io.NopCloser(bytes.NewReader(o.file)), nil
}

// Without any key, each byte that is flipped, each cut and each byte more is told, and a file that
// stands under another's name.
func TestCheck(t *testing.T) {
	s, err := Open("", t.TempDir(), newBox())
	if err != nil {
		t.Fatal(err)
	}
	r := mrand.New(mrand.NewPCG(13, 1))
	var last []byte
	for i, n := range []int{0, 1, 1 << 16, 70_000} {
		ref, err := s.Put(t.Context(), tenant, "client-1", bytes.NewReader(content(uint64(20+i), n)), 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		whole := stored(t, s, ref)
		bad := map[string][]byte{"nothing": nil, "a byte more": append(bytes.Clone(whole), 0)}
		if last != nil {
			bad["another's"] = last
		}
		flip := func(at int) {
			flipped := bytes.Clone(whole)
			flipped[at] ^= 1 << r.IntN(8)
			bad[fmt.Sprint("a bit of byte ", at)] = flipped
		}
		for at := range headBytes {
			flip(at)
		}
		for range 100 {
			flip(r.IntN(len(whole)))
			at := r.IntN(len(whole))
			bad[fmt.Sprint("a cut before byte ", at)] = whole[:at]
		}
		for what, file := range bad {
			if _, err := (&Checker{oneFile{file: file}}).Check(t.Context(), tenant, ref); !errors.Is(err, ErrDamaged) {
				t.Errorf("seed 13, %d bytes, %s: %v", n, what, err)
			}
		}
		last = whole
	}
}

// What is stored is held to its sum wherever it is, and what is missing is told.
func TestCheckStored(t *testing.T) {
	each(t, func(t *testing.T, s *Store, _ *box) {
		ref, err := s.Put(t.Context(), tenant, "client-1", bytes.NewReader(content(9, 70_000)), 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		check := s.Checker()
		if summed, err := check.Check(t.Context(), tenant, ref); err != nil || !summed {
			t.Fatalf("as it was stored: %v, %v", summed, err)
		}
		flipped := stored(t, s, ref)
		flipped[len(flipped)/2] ^= 1
		keepAs(t, s, ref, flipped)
		if _, err := check.Check(t.Context(), tenant, ref); !errors.Is(err, ErrDamaged) {
			t.Errorf("a flipped byte: %v", err)
		}
		ref.Subject = "client-2"
		if _, err := check.Check(t.Context(), tenant, ref); !errors.Is(err, ErrMissing) {
			t.Errorf("one that is missing: %v", err)
		}
	})
}

// A file from before there were sums is read as ever, and held to its length.
func TestOlderFiles(t *testing.T) {
	each(t, func(t *testing.T, s *Store, _ *box) {
		for i, n := range []int{0, 1, 140_000} {
			want := content(uint64(i), n)
			ref, err := s.Put(t.Context(), tenant, "client-1", bytes.NewReader(want), 1<<20)
			if err != nil {
				t.Fatal(err)
			}
			file := older(stored(t, s, ref))
			keepAs(t, s, ref, file)
			if got, err := s.ReadAll(t.Context(), tenant, ref, 1<<20); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%d bytes: %d are read: %v", n, len(got), err)
			}
			if summed, err := s.Checker().Check(t.Context(), tenant, ref); err != nil || summed {
				t.Errorf("%d bytes: %v, %v", n, summed, err)
			}
			keepAs(t, s, ref, file[:len(file)-1])
			if _, err := s.Checker().Check(t.Context(), tenant, ref); !errors.Is(err, ErrDamaged) {
				t.Errorf("%d bytes without the last: %v", n, err)
			}
		}
	})
}
