package law

import (
	"fmt"
	"strings"
)

// finish closes open periods, checks every rule of the format and builds the
// citations. It reports all faults at once.
func (b *Book) finish() (faults []string) {
	for id, s := range b.Sources {
		if f := s.fault(); f != "" {
			faults = append(faults, fmt.Sprintf("%s: source %s: %s", b.Place, id, f))
		}
	}
	for _, name := range b.Names() {
		p := b.Parameters[name]
		if p == nil || p.Title == "" || p.Unit == "" || len(p.Values) == 0 {
			faults = append(faults, fmt.Sprintf("%s: %s: needs a title, a unit and values", b.Place, name))
			continue
		}
		for i := range p.Values {
			if f := p.restate(i); f != "" {
				faults = append(faults, fmt.Sprintf("%s: %s still valid on %s: %s", b.Place, name, p.Values[i].From, f))
			}
		}
		for i, v := range p.Values {
			if i+1 < len(p.Values) && v.To.IsZero() {
				v.To = p.Values[i+1].From.AddDays(-1)
			}
			for _, f := range b.valueFaults(p, i) {
				faults = append(faults, fmt.Sprintf("%s: %s from %s: %s", b.Place, name, v.From, f))
			}
		}
	}
	if len(faults) == 0 {
		for _, p := range b.Parameters {
			for _, v := range p.Values {
				v.citations = b.cite(p, v)
			}
		}
	}
	return faults
}

// restate fills a value that a file gives as still valid from the one before,
// which must reach up to it.
func (p *Parameter) restate(i int) string {
	v := p.Values[i]
	if v.StillValidOn.IsZero() {
		return ""
	}
	if !v.From.IsZero() || v.shapes() != 0 {
		return "needs neither a date from which it holds nor a value: it has those of the one before"
	}
	v.From = v.StillValidOn
	if i == 0 {
		return "stands first; there is no value before"
	}
	last := p.Values[i-1]
	if !last.To.IsZero() && last.To.AddDays(1) != v.From {
		return fmt.Sprintf("the value before ends on %s", last.To)
	}
	v.Value, v.Table, v.Bands, v.Text = last.Value, last.Table, last.Bands, last.Text
	return ""
}

func (s *Source) fault() string {
	switch {
	case s == nil:
		return "is empty"
	case s.Title == "" || s.Publisher == "":
		return "needs a title and a publisher"
	case s.Kind != Primary && s.Kind != Secondary:
		return fmt.Sprintf("kind is %q; primary or secondary", s.Kind)
	case !strings.HasPrefix(s.URL, "https://") && !strings.HasPrefix(s.URL, "http://"):
		return "needs a url"
	case s.Checked.IsZero():
		return "needs the date it was checked"
	}
	return ""
}

func (b *Book) valueFaults(p *Parameter, i int) (faults []string) {
	v := p.Values[i]
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if v.From.IsZero() {
		fault("needs a date from which it holds")
	}
	if !v.To.IsZero() && v.To.Before(v.From) {
		fault("ends on %s, before it begins", v.To)
	}
	if i > 0 {
		if last := p.Values[i-1]; !v.From.After(last.From) || !v.From.After(last.To) {
			fault("overlaps the value from %s", last.From)
		}
	}
	if v.shapes() != 1 {
		fault("needs exactly one of value, table, bands and text")
	}
	faults = append(faults, bandFaults(v.Bands)...)
	if len(v.Cite) == 0 {
		fault("needs a citation")
	}
	for _, c := range v.Cite {
		if b.Sources[c.Source] == nil {
			fault("cites %q, which is no source of this folder", c.Source)
		}
		if c.At == "" {
			fault("cites %s without its provision", c.Source)
		}
	}
	return faults
}

func (v *Value) shapes() (n int) {
	for _, set := range []bool{v.Value != nil, len(v.Table) > 0, len(v.Bands) > 0, v.Text != ""} {
		if set {
			n++
		}
	}
	return n
}

func bandFaults(bands []Band) (faults []string) {
	for i, band := range bands {
		switch last := i == len(bands)-1; {
		case band.Label == "":
			faults = append(faults, fmt.Sprintf("band %d needs a label", i+1))
		case last && band.To != nil:
			faults = append(faults, "the last band must be open")
		case !last && band.To == nil:
			faults = append(faults, fmt.Sprintf("band %d needs its upper edge", i+1))
		case !last && i > 0 && !band.To.Greater(*bands[i-1].To):
			faults = append(faults, fmt.Sprintf("band %d ends where the one before it does, or lower", i+1))
		}
	}
	return faults
}
