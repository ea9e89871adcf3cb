package law

import (
	"fmt"
	"sync"
)

// Resolver is what a calculator reads its parameters by.
type Resolver interface {
	// Folder names the Book that is read.
	Folder() string
	// Try reads a Book; the error is what does not fit the calculator's formulas.
	Try(*Book) error
}

// Resolved is what a calculator works out from the Book of a folder: once for the
// embedded law, and once for each Overlay that lays something over that Book.
type Resolved[P any] struct {
	folder   string
	read     func(*Book) P
	embedded func() P
}

// Resolve declares what is worked out from a Book; read panics when the Book does
// not fit, which for an embedded one is a broken build.
func Resolve[P any](folder string, read func(*Book) P) *Resolved[P] {
	return &Resolved[P]{folder: folder, read: read, embedded: sync.OnceValue(func() P { return read(MustOpen(folder)) })}
}

// Folder names the Book that is read.
func (r *Resolved[P]) Folder() string { return r.folder }

// In returns what holds under an Overlay; nil is the embedded law alone. An
// Overlay with a Fault in the folder panics: ask for it first.
func (r *Resolved[P]) In(o *Overlay) P {
	if o == nil || o.books[r.folder] == nil {
		return r.embedded()
	}
	kept, ok := o.kept.Load(r)
	if !ok {
		book := o.books[r.folder]
		kept, _ = o.kept.LoadOrStore(r, sync.OnceValue(func() P { return r.read(book) }))
	}
	return kept.(func() P)()
}

// Try reads a Book without keeping anything.
func (r *Resolved[P]) Try(b *Book) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	r.read(b)
	return nil
}

// Reads names the parameters of the embedded Book of a folder that some resolvers
// read.
func Reads(folder string, resolvers []Resolver) (map[string]bool, error) {
	embedded, err := Open(folder)
	if err != nil {
		return nil, err
	}
	b := embedded.copied()
	b.reads = map[string]bool{}
	for _, r := range resolvers {
		if r.Folder() != folder {
			continue
		}
		if err := r.Try(b); err != nil {
			return nil, err
		}
	}
	return b.reads, nil
}
