package blobs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"

	"github.com/minio/sio"

	"github.com/tallystick/tallystick/domain/blob"
)

// The head of a file: the mark of its form, the sealed key, and a sum that whoever
// holds no key can check: SHA-256 over mark, sealed key, the blob's name, and the
// SHA-256 of the ciphertext behind the head. It tells damage, not who did it: that
// the plain bytes are those of the name, the cipher and the name tell whoever reads.
// Files of the older form have no sum.
const (
	mark      = "tsblob02"
	markOlder = "tsblob01"
	sealedKey = 12 + 32 + 16 // nonce, key, tag
	headBytes = len(mark) + sealedKey + sha256.Size
	keyBytes  = 32
)

type head struct {
	sealed []byte
	sum    []byte // nil = the older form
}

func (h head) bytes() int64 { return int64(len(mark) + len(h.sealed) + len(h.sum)) }

// readHead leaves a file where its ciphertext begins. Errors: ErrDamaged.
func readHead(file io.Reader) (head, error) {
	got := make([]byte, headBytes)
	unreadable := fmt.Errorf("%w: its head cannot be read", ErrDamaged)
	if _, err := io.ReadFull(file, got[:len(mark)+sealedKey]); err != nil {
		return head{}, unreadable
	}
	h := head{sealed: got[len(mark) : len(mark)+sealedKey]}
	switch string(got[:len(mark)]) {
	case markOlder:
		return h, nil
	case mark:
		h.sum = got[len(mark)+sealedKey:]
		if _, err := io.ReadFull(file, h.sum); err == nil {
			return h, nil
		}
	}
	return head{}, unreadable
}

// headOf is the head of a file; cipher has seen its ciphertext.
func headOf(name string, sealed []byte, cipher hash.Hash) []byte {
	return append(append([]byte(mark), sealed...), sumOf(name, sealed, cipher)...)
}

func sumOf(name string, sealed []byte, cipher hash.Hash) []byte {
	over := sha256.New()
	over.Write([]byte(mark))
	over.Write(sealed)
	over.Write([]byte(name))
	over.Write(cipher.Sum(nil))
	return over.Sum(nil)
}

// Checker holds what is stored to its names and sums, without any key.
type Checker struct{ backend backend }

// OpenToCheck is a checker of the bucket that url names, or where it is "" of the
// files in dir. It makes and writes nothing.
func OpenToCheck(url, dir string) (*Checker, error) {
	if url == "" {
		return &Checker{&folder{dir, local{}}}, nil
	}
	b, err := newBucket(url)
	return &Checker{b}, err
}

// Checker is a checker of what the store keeps.
func (s *Store) Checker() *Checker { return &Checker{s.backend} }

// Check reads what is stored of a blob to its end. Of a file of the older form only the
// length is held: summed is false.
//
// Errors: ErrMissing; ErrDamaged, which says how; fault.StoreUnavailable.
func (c *Checker) Check(ctx context.Context, tenant string, ref blob.Ref) (summed bool, err error) {
	if !ref.Valid() || !tenantValid(tenant) {
		return false, ErrMissing
	}
	name := nameOf(tenant, ref)
	file, err := c.backend.get(ctx, name)
	if err != nil {
		return false, err
	}
	defer file.Close()
	h, err := readHead(file)
	if err != nil {
		return false, err
	}
	cipher := sha256.New()
	n, err := io.Copy(cipher, &within{ctx, file})
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false, err
	}
	if err != nil {
		return false, fmt.Errorf("%w: it cannot be read: %v", ErrDamaged, err)
	}
	want, err := sio.EncryptedSize(uint64(ref.Bytes))
	if err != nil {
		return false, fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	if uint64(n) != want {
		return false, fmt.Errorf("%w: %d bytes are stored, not %d", ErrDamaged, h.bytes()+n, h.bytes()+int64(want))
	}
	if h.sum != nil && !bytes.Equal(h.sum, sumOf(name, h.sealed, cipher)) {
		return false, fmt.Errorf("%w: its bytes are not those that were stored", ErrDamaged)
	}
	return h.sum != nil, nil
}
