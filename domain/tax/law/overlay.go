package law

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/civil"
)

// Layer is what a tenant lays over the Book of one place: values of parameters
// that the Book has, each during its own period.
type Layer struct {
	Name       string // "acme-rates.v3"; it stands before the id of each citation
	Folder     string // "gb"
	Sources    map[string]*Source
	Parameters map[string][]*Value // in the order of their dates
}

// Overlay is the embedded law with the layers of one tenant over it. It is
// immutable and shared; nil is the embedded law alone.
type Overlay struct {
	books  map[string]*Book
	layers map[string][]string // by folder, the names of its layers
	faults map[string]error    // by folder: why its law cannot be read
	kept   sync.Map            // *Resolved[P] → func() (P, error)
}

// NewOverlay lays layers over the embedded Books. Outside the periods of a
// layer's values the embedded ones go on. What does not fit is a Fault of its
// folder: a parameter that the law lacks, or that two layers set during the same
// days. The error is of a folder that has no Book.
func NewOverlay(layers ...Layer) (*Overlay, error) {
	o := &Overlay{books: map[string]*Book{}, layers: map[string][]string{}, faults: map[string]error{}}
	for i := range layers {
		l := &layers[i]
		book := o.books[l.Folder]
		if book == nil {
			if !slices.Contains(Folders(), l.Folder) {
				return nil, fmt.Errorf("law: %s: no law of %q is held", l.Name, l.Folder)
			}
			embedded, err := Open(l.Folder)
			if err != nil {
				return nil, err
			}
			book = embedded.copied()
			o.books[l.Folder] = book
		}
		o.layers[l.Folder] = append(o.layers[l.Folder], l.Name)
		if err := errors.Join(book.lay(l)...); err != nil {
			o.faults[l.Folder] = err
		}
	}
	return o, nil
}

// copied can be laid over without touching b.
func (b *Book) copied() *Book {
	return &Book{Place: b.Place, Sources: maps.Clone(b.Sources), Parameters: maps.Clone(b.Parameters)}
}

func (b *Book) lay(l *Layer) (faults []error) {
	own := map[string]*Source{}
	for id, s := range l.Sources {
		c := *s
		c.ID = l.Name + ":" + id
		own[id], b.Sources[c.ID] = &c, &c
	}
	for _, name := range slices.Sorted(maps.Keys(l.Parameters)) {
		under := b.Parameters[name]
		if under == nil {
			faults = append(faults, fmt.Errorf("law: %s: %s has no parameter %s", l.Name, b.Place, name))
			continue
		}
		over := *under
		over.Values = slices.Clone(under.Values)
		for _, v := range l.Parameters[name] {
			laid := *v
			laid.layer = l.Name
			laid.citations = (&Book{Place: b.Place, Sources: own}).cite(&over, &laid)
			for i := range laid.citations {
				laid.citations[i].ID = l.Name + ":" + laid.citations[i].ID
			}
			values, err := laidOver(over.Values, &laid)
			if err != nil {
				faults = append(faults, fmt.Errorf("law: %s: %s: %w", l.Name, name, err))
			}
			over.Values = values
		}
		b.Parameters[name] = &over
	}
	return faults
}

// laidOver puts v in place of what the others say during its period.
func laidOver(under []*Value, v *Value) ([]*Value, error) {
	var out []*Value
	var err error
	for _, u := range under {
		if !v.Meets(u) {
			out = append(out, u)
			continue
		}
		if u.layer != "" {
			err = fmt.Errorf("%s sets it from %s, too", u.layer, u.From)
		}
		if u.From.Before(v.From) {
			before := *u
			before.To = v.From.AddDays(-1)
			out = append(out, &before)
		}
		if !v.To.IsZero() && (u.To.IsZero() || u.To.After(v.To)) {
			after := *u
			after.From = v.To.AddDays(1)
			out = append(out, &after)
		}
	}
	out = append(out, v)
	slices.SortFunc(out, func(a, b *Value) int { return strings.Compare(a.From.String(), b.From.String()) })
	return out, err
}

// Meets reports whether two values share a day.
func (v *Value) Meets(u *Value) bool {
	ends := func(day, before civil.Date) bool { return !day.IsZero() && day.Before(before) }
	return !ends(u.To, v.From) && !ends(v.To, u.From)
}

// Layers names what is laid over the Book of a folder, in the order given.
func (o *Overlay) Layers(folder string) []string {
	if o == nil {
		return nil
	}
	return o.layers[folder]
}

// Fault is why the law of a folder cannot be read with what is laid over it; nil
// where it can.
func (o *Overlay) Fault(folder string) error {
	if o == nil {
		return nil
	}
	return o.faults[folder]
}

// Book returns the Book of a folder as a tenant reads it.
func (o *Overlay) Book(folder string) (*Book, error) {
	if o != nil {
		if b := o.books[folder]; b != nil {
			return b, nil
		}
	}
	return Open(folder)
}

// Laid names the layers that stand behind some citations, each once, in order.
func (o *Overlay) Laid(folder string, cites []Citation) []string {
	var names []string
	for _, name := range o.Layers(folder) {
		if slices.ContainsFunc(cites, func(c Citation) bool { return strings.HasPrefix(c.ID, name+":") }) {
			names = append(names, name)
		}
	}
	return names
}

// LaidAnywhere names the layers of any folder that stand behind some citations, each
// once, by name.
func (o *Overlay) LaidAnywhere(cites []Citation) (names []string) {
	if o == nil {
		return nil
	}
	for _, folder := range slices.Sorted(maps.Keys(o.layers)) {
		names = append(names, o.Laid(folder, cites)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// PassedOver are the values that layers lay over a folder, by parameter, which the
// resolvers do not read during their period, although they read a later one: an annual
// tax reads the law of the first day of its year.
func (o *Overlay) PassedOver(folder string, resolvers []Resolver) map[string][]*Value {
	if o == nil || o.books[folder] == nil {
		return nil
	}
	b := o.books[folder].copied()
	b.held = map[*Value]bool{}
	for _, r := range resolvers {
		if r.Folder() == folder && r.Try(b) != nil {
			return nil // a Fault, which says more
		}
	}
	out := map[string][]*Value{}
	for name, p := range b.Parameters {
		for _, v := range p.Values {
			later := func(u *Value) bool { return b.held[u] && u.From.After(v.To) }
			if v.layer != "" && !v.To.IsZero() && !b.held[v] && slices.ContainsFunc(p.Values, later) {
				out[name] = append(out[name], v)
			}
		}
	}
	return out
}

// Try reads the law of every folder that has layers through the resolvers that a
// calculator reads it by, and keeps for Fault what cannot be read.
func (o *Overlay) Try(resolvers []Resolver) {
	for folder, book := range o.books {
		for _, r := range resolvers {
			if r.Folder() != folder {
				continue
			}
			if err := r.Try(book); err != nil && o.faults[folder] == nil {
				o.faults[folder] = err
			}
		}
	}
}
