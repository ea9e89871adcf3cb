// Package blobs keeps the files that events name: in a folder, or in a bucket
// of an S3 service.
//
// A blob is <tenant>/<subject>/<sha256 of its plain bytes>. Its bytes are
// encrypted in chunks (DARE 2.0) under a random key of its own, which stands
// before them, sealed under the subject's key in the vault: destroying that key
// takes the blob in every copy, backups too. Plain bytes touch no disk. A sum
// beside the key tells damage without any key (Checker).
//
// Bytes are received first, into a file of ciphertext that has no name yet, and
// kept under their name, synced, before the event that names them is appended.
// What no event names after a day is swept.
package blobs

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/minio/sio"

	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/fault"
)

// Box seals under the key of a subject; *vault.Vault is one.
type Box interface {
	Seal(ctx context.Context, tenant, subject, plain string) ([]byte, error)
	Open(ctx context.Context, tenant, subject string, sealed []byte) (plain string, forgotten bool, err error)
}

// Store keeps blobs. It is safe for concurrent use.
type Store struct {
	box     Box
	backend backend
	disk    disk
	staging string // folder of what has no name yet, on this machine
	// moving is held for reading while bytes get their name and for writing while
	// the sweep removes one, so that bytes that come back are not swept.
	moving sync.RWMutex
}

// backend holds ciphertext by name.
type backend interface {
	// put takes the file at path over, whatever stood under the name; it is
	// durable when put returns.
	put(ctx context.Context, name, path string) error
	// get opens a file, or fails with ErrMissing.
	get(ctx context.Context, name string) (io.ReadCloser, error)
	// remove is no error where nothing stands.
	remove(ctx context.Context, name string) error
	// list calls each for every name with a prefix.
	list(ctx context.Context, prefix string, each func(Stored) error) error
	// probe reports whether blobs can be written.
	probe(ctx context.Context) error
}

// Stored is a blob as the backend lists it.
type Stored struct {
	Tenant   string
	Ref      blob.Ref // Bytes are those of the ciphertext
	Modified time.Time
}

func (s Stored) name() string { return nameOf(s.Tenant, s.Ref) }

// Errors of reading.
var (
	ErrMissing   = errors.New("blobs: there is no such blob")
	ErrForgotten = errors.New("blobs: the blob's subject was forgotten")
	ErrDamaged   = errors.New("blobs: the blob is damaged")
	ErrTooLarge  = errors.New("blobs: more bytes than are taken")
)

// Open returns the store that url names, s3://key:secret@host/bucket, or where
// it is "" the one in dir/blobs. What is received waits in dir/blobs.staging.
func Open(url, dir string, box Box) (*Store, error) {
	return open(url, dir, box, local{})
}

func open(url, dir string, box Box, d disk) (*Store, error) {
	s := &Store{box: box, disk: d, staging: filepath.Join(dir, "blobs.staging")}
	err := d.mkdirAll(s.staging)
	if err != nil {
		return nil, err
	}
	if url == "" {
		s.backend, err = newFolder(filepath.Join(dir, "blobs"), d)
	} else {
		s.backend, err = newBucket(url)
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Probe reports whether blobs can be written now.
func (s *Store) Probe(ctx context.Context) error { return s.backend.probe(ctx) }

func nameOf(tenant string, r blob.Ref) string { return tenant + "/" + r.Subject + "/" + r.SHA256 }

// SniffBytes is how much of a file's beginning tells its type.
const SniffBytes = 3072

// Staged is bytes that were received and have no name yet. Keep or Discard ends
// it; Discard after Keep does nothing.
type Staged struct {
	Head   []byte // the first SniffBytes of the plain bytes, at most
	SHA256 string // of the plain bytes
	Bytes  int64

	store  *Store
	cipher hash.Hash // of the ciphertext
	key    []byte
	path   string
	file   diskFile
}

// Receive takes bytes from r until its end: ErrTooLarge beyond bytesMax. Whoever else is
// to see them gets them as they come. Nothing is left behind when it fails.
func (s *Store) Receive(ctx context.Context, r io.Reader, bytesMax int64, also ...io.Writer) (_ *Staged, err error) {
	file, path, err := s.disk.create(s.staging)
	if err != nil {
		return nil, full(err)
	}
	st := &Staged{store: s, key: make([]byte, keyBytes), path: path, file: file, cipher: sha256.New()}
	defer func() {
		if err != nil {
			st.Discard()
		}
	}()
	rand.Read(st.key) // never fails
	cipher, err := sio.EncryptWriter(io.MultiWriter(&target{file: file, at: int64(headBytes)}, st.cipher), config(st.key))
	if err != nil {
		return nil, err
	}
	digest, head := sha256.New(), &beginning{}
	st.Bytes, err = io.Copy(io.MultiWriter(append(also, cipher, digest, head)...), &within{ctx: ctx, r: io.LimitReader(r, bytesMax+1)})
	if err != nil {
		return nil, err
	}
	if st.Bytes > bytesMax {
		return nil, ErrTooLarge
	}
	if err := cipher.Close(); err != nil {
		return nil, err
	}
	st.SHA256, st.Head = hex.EncodeToString(digest.Sum(nil)), head.bytes
	return st, nil
}

// Open reads the plain bytes again.
func (st *Staged) Open() (io.Reader, error) {
	return chunks(io.NewSectionReader(st.file, int64(headBytes), 1<<62), st.Bytes, st.key)
}

// Keep gives the bytes to a subject of a tenant, durably, and their name. The
// subject's key is made where it has none.
func (st *Staged) Keep(ctx context.Context, tenant, subject string) (blob.Ref, error) {
	ref := blob.Ref{Subject: subject, SHA256: st.SHA256, Bytes: st.Bytes}
	if !ref.Valid() || !tenantValid(tenant) {
		return blob.Ref{}, fmt.Errorf("blobs: %q of %q cannot own a blob", subject, tenant)
	}
	sealed, err := st.store.box.Seal(ctx, tenant, subject, string(st.key))
	if err != nil {
		return blob.Ref{}, err
	}
	if len(sealed) != sealedKey {
		return blob.Ref{}, fmt.Errorf("blobs: a sealed key has %d bytes, not %d", len(sealed), sealedKey)
	}
	if _, err := st.file.WriteAt(headOf(nameOf(tenant, ref), sealed, st.cipher), 0); err != nil {
		return blob.Ref{}, full(err)
	}
	err = errors.Join(st.file.Sync(), st.file.Close())
	st.file = nil
	if err != nil {
		return blob.Ref{}, full(err)
	}
	st.store.moving.RLock()
	defer st.store.moving.RUnlock()
	if err := st.store.backend.put(ctx, nameOf(tenant, ref), st.path); err != nil {
		return blob.Ref{}, err
	}
	st.path = ""
	return ref, nil
}

// Discard removes what was not kept.
func (st *Staged) Discard() {
	if st.file != nil {
		st.file.Close()
		st.file = nil
	}
	if st.path != "" {
		st.store.disk.remove(st.path)
		st.path = ""
	}
}

// Put keeps what r holds, up to bytesMax, for a subject.
func (s *Store) Put(ctx context.Context, tenant, subject string, r io.Reader, bytesMax int64) (blob.Ref, error) {
	st, err := s.Receive(ctx, r, bytesMax)
	if err != nil {
		return blob.Ref{}, err
	}
	defer st.Discard()
	return st.Keep(ctx, tenant, subject)
}

// Open reads a blob. The reader ends with ErrDamaged, in place of io.EOF, where
// the bytes are not those that the name promises.
//
// Errors: ErrMissing; ErrForgotten; ErrDamaged; fault.StoreUnavailable.
func (s *Store) Open(ctx context.Context, tenant string, ref blob.Ref) (io.ReadCloser, error) {
	if !ref.Valid() || !tenantValid(tenant) {
		return nil, ErrMissing
	}
	file, err := s.backend.get(ctx, nameOf(tenant, ref))
	if err != nil {
		return nil, err
	}
	plain, err := s.decrypt(ctx, tenant, ref, file)
	if err != nil {
		file.Close()
		return nil, err
	}
	return &opened{plain: plain, file: file, digest: sha256.New(), want: ref}, nil
}

// ReadAll reads a whole blob of at most bytesMax.
func (s *Store) ReadAll(ctx context.Context, tenant string, ref blob.Ref, bytesMax int64) ([]byte, error) {
	if ref.Bytes > bytesMax {
		return nil, ErrTooLarge
	}
	r, err := s.Open(ctx, tenant, ref)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	content := make([]byte, 0, ref.Bytes+1)
	for {
		n, err := r.Read(content[len(content):cap(content)])
		content = content[:len(content)+n]
		switch {
		case errors.Is(err, io.EOF):
			return content, nil
		case err != nil:
			return nil, err
		case len(content) == cap(content):
			return nil, ErrDamaged
		}
	}
}

func (s *Store) decrypt(ctx context.Context, tenant string, ref blob.Ref, file io.Reader) (io.Reader, error) {
	head, err := readHead(file)
	if err != nil {
		return nil, err
	}
	key, forgotten, err := s.box.Open(ctx, tenant, ref.Subject, head.sealed)
	if forgotten {
		return nil, ErrForgotten
	}
	if err != nil {
		if fault.As(err) != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	return chunks(file, ref.Bytes, []byte(key))
}

// chunks decrypts; the cipher writes nothing for no bytes, and cannot read that.
func chunks(file io.Reader, bytes int64, key []byte) (io.Reader, error) {
	if bytes == 0 {
		return strings.NewReader(""), nil
	}
	return sio.DecryptReader(file, config(key))
}

func config(key []byte) sio.Config { return sio.Config{MinVersion: sio.Version20, Key: key} }

func tenantValid(tenant string) bool {
	return tenant != "" && len(tenant) <= 64 && strings.Trim(tenant, "0123456789abcdefghijklmnopqrstuvwxyz") == ""
}

// full turns a disk that takes no more into the fault that says so.
func full(err error) error {
	if err == nil || fault.As(err) != nil {
		return err
	}
	e := fault.Wrap(err, fault.StoreUnavailable, "files cannot be stored now")
	e.Retry = 10 * time.Second
	return e
}

// opened checks the hash on the way.
type opened struct {
	plain  io.Reader
	file   io.Closer
	digest hash.Hash
	bytes  int64
	want   blob.Ref
}

func (o *opened) Read(p []byte) (int, error) {
	n, err := o.plain.Read(p)
	o.digest.Write(p[:n])
	o.bytes += int64(n)
	if err == nil {
		return n, nil
	}
	if !errors.Is(err, io.EOF) {
		return n, fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	if o.bytes != o.want.Bytes || hex.EncodeToString(o.digest.Sum(nil)) != o.want.SHA256 {
		return n, ErrDamaged
	}
	return n, io.EOF
}

func (o *opened) Close() error { return o.file.Close() }

// within ends a copy when its context does.
type within struct {
	ctx context.Context
	r   io.Reader
}

func (w *within) Read(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.r.Read(p)
}

// beginning keeps the first SniffBytes of what is written to it.
type beginning struct{ bytes []byte }

func (b *beginning) Write(p []byte) (int, error) {
	if room := SniffBytes - len(b.bytes); room > 0 {
		b.bytes = append(b.bytes, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

// target is a file that is written in order from a place on. It has the disk begin early,
// so that little is left to wait for in the end, and names a disk that is full for what
// it is: the cipher hands errors on.
type target struct {
	file  diskFile
	at    int64
	begun int64 // bytes that the disk was told of
}

// beginEvery is after how many bytes the disk is told to begin.
const beginEvery = 1 << 20

func (t *target) Write(p []byte) (int, error) {
	n, err := t.file.WriteAt(p, t.at)
	if t.at += int64(n); t.at-t.begun >= beginEvery {
		t.file.Begin(t.begun, t.at-t.begun)
		t.begun = t.at
	}
	return n, full(err)
}
