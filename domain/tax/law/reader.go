package law

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// Citation is the provision behind a figure, as answers show it.
//
// SHA256 is the digest of the parameter's value as this service holds it
// (unit, dates, numbers), and of the source and provision that this citation
// names, so that a recorded answer proves which record of the law it was
// computed from. It is not a digest of the source's own text.
type Citation struct {
	ID            string     `json:"id"`
	SourceID      string     `json:"source_id"`
	Title         string     `json:"title"`
	Locator       string     `json:"locator"`
	URL           string     `json:"url"`
	Excerpt       string     `json:"excerpt"`
	EffectiveFrom civil.Date `json:"effective_from"`
	EffectiveTo   civil.Date `json:"effective_to"`
	RetrievedAt   civil.Date `json:"retrieved_at"`
	SHA256        string     `json:"sha256,omitempty" doc:"Of this service's record of the parameter and of this citation; not of the source's text. A result that is not asked to explain leaves it out."`
}

func (b *Book) cite(p *Parameter, v *Value) []Citation {
	digest := func(c Cite, s *Source) string {
		record, err := json.Marshal(struct {
			Place, Parameter, Unit string
			Value                  Value
			Cite                   Cite
			Source                 *Source
		}{b.Place, p.Name, p.Unit, *v, c, s})
		if err != nil {
			panic(err) // plain data always encodes
		}
		sum := sha256.Sum256(record)
		return hex.EncodeToString(sum[:])
	}
	out := make([]Citation, len(v.Cite))
	for i, c := range v.Cite {
		s := b.Sources[c.Source]
		out[i] = Citation{
			ID:       fmt.Sprintf("%s:%s@%s#%d", strings.ToLower(b.Place), p.Name, v.From, i+1),
			SourceID: s.ID, Title: s.Title, Locator: c.At, URL: s.URL, Excerpt: c.Excerpt,
			EffectiveFrom: v.From, EffectiveTo: v.To, RetrievedAt: s.Checked,
			SHA256: digest(c, s),
		}
		if c.URL != "" {
			out[i].URL = c.URL
		}
	}
	return out
}

// Num is a number of law with what stands behind it.
type Num struct {
	money.Dec
	Cite []Citation
}

// Schedule is a set of bands with what stands behind it.
type Schedule struct {
	Bands []Band
	Cite  []Citation
}

// Reader resolves parameters on one day and remembers the citations of all it
// was asked for. Faults are kept until Err, so that a calculator's parameters
// resolve in one plain list of assignments.
type Reader struct {
	book   *Book
	day    civil.Date
	cited  []Citation
	seen   map[string]bool
	faults []string
}

// On returns a Reader of b on a day.
func (b *Book) On(day civil.Date) *Reader {
	return &Reader{book: b, day: day, seen: map[string]bool{}}
}

func (r *Reader) value(name, shape string, has func(*Value) bool) *Value {
	p := r.book.Parameters[name]
	if r.book.reads != nil {
		r.book.reads[name] = true
	}
	if p == nil {
		r.faults = append(r.faults, fmt.Sprintf("%s has no parameter %s", r.book.Place, name))
		return nil
	}
	v := p.On(r.day)
	if v == nil {
		r.faults = append(r.faults, fmt.Sprintf("%s: no %s is known on %s", r.book.Place, name, r.day))
		return nil
	}
	if !has(v) {
		r.faults = append(r.faults, fmt.Sprintf("%s: %s on %s is no %s", r.book.Place, name, r.day, shape))
		return nil
	}
	if r.book.held != nil {
		r.book.held[v] = true
	}
	if !r.seen[name] {
		r.seen[name] = true
		r.cited = append(r.cited, v.citations...)
	}
	return v
}

// Num returns a number.
func (r *Reader) Num(name string) Num {
	if v := r.value(name, "number", func(v *Value) bool { return v.Value != nil }); v != nil {
		return Num{*v.Value, v.citations}
	}
	return Num{}
}

// Entry returns one number of a table.
func (r *Reader) Entry(name, key string) Num {
	v := r.value(name, "table", func(v *Value) bool { return len(v.Table) > 0 })
	if v == nil {
		return Num{}
	}
	n, ok := v.Table[key]
	if !ok {
		r.faults = append(r.faults, fmt.Sprintf("%s: %s on %s has no entry %s", r.book.Place, name, r.day, key))
	}
	return Num{n, v.citations}
}

// Table returns a table of named numbers; it must not be changed.
func (r *Reader) Table(name string) (map[string]money.Dec, []Citation) {
	if v := r.value(name, "table", func(v *Value) bool { return len(v.Table) > 0 }); v != nil {
		return v.Table, v.citations
	}
	return nil, nil
}

// Schedule returns bands.
func (r *Reader) Schedule(name string) Schedule {
	if v := r.value(name, "schedule", func(v *Value) bool { return len(v.Bands) > 0 }); v != nil {
		return Schedule{v.Bands, v.citations}
	}
	return Schedule{}
}

// Text returns a rule in words, such as how an amount is rounded.
func (r *Reader) Text(name string) (string, []Citation) {
	if v := r.value(name, "text", func(v *Value) bool { return v.Text != "" }); v != nil {
		return v.Text, v.citations
	}
	return "", nil
}

// Has reports whether a parameter is known on the Reader's day; unlike the
// others it neither cites nor fails.
func (r *Reader) Has(name string) bool {
	p := r.book.Parameters[name]
	return p != nil && p.On(r.day) != nil
}

// Known is Has, but that it fails where the last value has ended without another: what
// was law until then may not drop out of a calculation unsaid.
func (r *Reader) Known(name string) bool {
	if r.Has(name) {
		return true
	}
	p := r.book.Parameters[name]
	if p != nil && slices.ContainsFunc(p.Values, func(v *Value) bool { return !v.To.IsZero() && v.To.Before(r.day) }) {
		r.faults = append(r.faults, fmt.Sprintf("%s: %s has ended before %s, and nothing says what follows", r.book.Place, name, r.day))
	}
	return false
}

// Citations returns the citations of everything read so far, once each, in
// the order of reading.
func (r *Reader) Citations() []Citation { return slices.Clip(r.cited) }

// OldestCheck returns the earliest day on which a source read so far was
// checked.
func (r *Reader) OldestCheck() (oldest civil.Date) {
	for _, c := range r.cited {
		if oldest.IsZero() || c.RetrievedAt.Before(oldest) {
			oldest = c.RetrievedAt
		}
	}
	return oldest
}

// Err reports everything that could not be read.
func (r *Reader) Err() error {
	if len(r.faults) == 0 {
		return nil
	}
	return fmt.Errorf("law: %s", strings.Join(r.faults, "; "))
}
