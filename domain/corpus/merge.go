package corpus

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
)

// Change is a passage that reads otherwise than before.
type Change struct {
	Work    string     `json:"work"`
	Locator string     `json:"locator"`
	Was     string     `json:"was,omitempty" doc:"Its locator before, where it was renumbered."`
	From    civil.Date `json:"from" format:"date"`
	Hunks   []Hunk     `json:"hunks,omitempty" doc:"What of its words changed."`
}

// Diff is what an import changes of its source.
type Diff struct {
	Added      Changes `json:"added"`
	Removed    Changes `json:"removed"`
	Changed    Changes `json:"changed"`
	Renumbered Changes `json:"renumbered"`
	Redated    Changes `json:"redated"`
}

// Changes are counted whole, and listed up to a bound.
type Changes struct {
	Count int      `json:"count"`
	First []Change `json:"first" nullable:"false" doc:"The first hundred."`
}

const changesMax = 100

func (c *Changes) add(x Change) {
	if c.First == nil {
		c.First = []Change{}
	}
	if c.Count++; len(c.First) < changesMax {
		c.First = append(c.First, x)
	}
}

// full reports whether what is added from now on is only counted.
func (c *Changes) full() bool { return len(c.First) == changesMax }

// Merged is a source's passages after an import.
type Merged struct {
	Passages []Passage
	Diff     Diff
	Findings []Finding
	gone     map[string]int // letters of what was removed, by work
	held     map[string]int // letters in force before, by work
	touched  int            // letters that were removed or changed
}

type key struct{ work, locator, language string }

func keyOf(p *Passage) key { return key{p.Work, p.Locator, p.Language} }

func keyOrder(a, b key) int {
	return cmp.Or(strings.Compare(a.work, b.work), strings.Compare(a.language, b.language), strings.Compare(a.locator, b.locator))
}

// byPlace orders passages by work, place and day; they are found so in files.
func byPlace(a, b Passage) int {
	return cmp.Or(strings.Compare(a.Work, b.Work), strings.Compare(a.Language, b.Language), strings.Compare(a.Locator, b.Locator),
		strings.Compare(a.From.String(), b.From.String()))
}

// Merge lays what was read now over what was held of a source. A text that the
// source does not date holds from asOf on; what it read before ends the day before.
func Merge(source string, before, now []Passage, asOf civil.Date) Merged {
	m := Merged{gone: map[string]int{}, held: map[string]int{}}
	old, fresh := map[key][]Passage{}, map[key][]Passage{}
	for _, p := range before {
		old[keyOf(&p)] = append(old[keyOf(&p)], p)
		if p.To.IsZero() {
			m.held[p.Work] += len(p.Text)
		}
	}
	for _, p := range now {
		if !p.Dated {
			p.From = asOf
		}
		p = p.Sealed(source)
		fresh[keyOf(&p)] = append(fresh[keyOf(&p)], p)
	}
	var added, removed []Passage
	for _, k := range slices.SortedFunc(maps.Keys(fresh), keyOrder) {
		m.place(k, old[k], fresh[k], asOf, &added)
	}
	for _, k := range slices.SortedFunc(maps.Keys(old), keyOrder) {
		if len(fresh[k]) == 0 {
			m.end(old[k], asOf, &removed)
		}
	}
	m.renumber(added, removed)
	slices.SortFunc(m.Passages, byPlace)
	return m
}

// place puts the versions of one place that were read now.
func (m *Merged) place(k key, old, now []Passage, asOf civil.Date, added *[]Passage) {
	slices.SortFunc(now, byPlace)
	slices.SortFunc(old, byPlace)
	if len(now) > 1 && !now[0].Dated {
		m.Findings = append(m.Findings, Finding{DuplicateLocator, k.work + " " + k.locator, "stands more than once"})
	}
	last := now[len(now)-1]
	if len(old) == 0 {
		m.Passages, *added = append(m.Passages, now...), append(*added, last)
		return
	}
	was := old[len(old)-1]
	if last.Dated { // what the source says of its own days goes before
		for _, o := range old {
			if !o.From.Before(now[0].From) {
				continue
			}
			if o.To.IsZero() || !o.To.Before(now[0].From) {
				o.To = now[0].From.AddDays(-1)
			}
			m.Passages = append(m.Passages, o)
		}
		m.Passages = append(m.Passages, now...)
		m.compare(was, last)
		return
	}
	switch {
	case was.SHA256 == last.SHA256 && was.To.IsZero():
		was.Heading, was.URL, was.Document = last.Heading, last.URL, last.Document
		m.Passages = append(m.Passages, append(old[:len(old)-1:len(old)-1], was)...)
	case was.From.After(asOf) || !was.To.IsZero() && !was.To.Before(asOf):
		m.Passages = append(m.Passages, old...)
		m.Findings = append(m.Findings, Finding{DateImpossible, k.work + " " + k.locator,
			"the text that is held is later than " + asOf.String() + ", as of which this one was taken"})
	case was.From == asOf:
		m.Passages = append(m.Passages, append(old[:len(old)-1:len(old)-1], last)...)
		m.compare(was, last)
	default:
		if was.To.IsZero() {
			was.To = asOf.AddDays(-1)
		}
		m.Passages = append(m.Passages, append(old[:len(old)-1:len(old)-1], was, last)...)
		m.compare(was, last)
	}
}

func (m *Merged) compare(was, now Passage) {
	switch {
	case was.SHA256 != now.SHA256:
		m.touched += len(was.Text)
		x := Change{Work: now.Work, Locator: now.Locator, From: now.From}
		if !m.Diff.Changed.full() { // words are compared where somebody will read it
			x.Hunks = Hunks(was.Text, now.Text)
		}
		m.Diff.Changed.add(x)
	case was.From != now.From || was.To != now.To:
		m.Diff.Redated.add(Change{Work: now.Work, Locator: now.Locator, From: now.From})
	}
}

// end closes a place that was not read any more.
func (m *Merged) end(versions []Passage, asOf civil.Date, removed *[]Passage) {
	slices.SortFunc(versions, byPlace)
	last := versions[len(versions)-1]
	if !last.To.IsZero() && last.To.Before(asOf) {
		m.Passages = append(m.Passages, versions...) // it had ended
		return
	}
	m.Passages = append(m.Passages, versions[:len(versions)-1]...)
	if last.From.Before(asOf) {
		last.To = asOf.AddDays(-1)
		m.Passages = append(m.Passages, last)
	}
	*removed = append(*removed, last)
}

// renumber tells what moved from what came and went.
func (m *Merged) renumber(added, removed []Passage) {
	slices.SortFunc(added, byPlace)
	slices.SortFunc(removed, byPlace)
	moved := map[string]*Passage{}
	for i := range removed {
		moved[removed[i].SHA256+removed[i].Work] = &removed[i]
	}
	taken := map[*Passage]bool{}
	for _, p := range added {
		if was := moved[p.SHA256+p.Work]; was != nil && !taken[was] {
			taken[was] = true
			m.Diff.Renumbered.add(Change{Work: p.Work, Locator: p.Locator, Was: was.Locator, From: p.From})
			continue
		}
		m.Diff.Added.add(Change{Work: p.Work, Locator: p.Locator, From: p.From})
	}
	for i := range removed {
		if !taken[&removed[i]] {
			p := &removed[i]
			m.gone[p.Work] += len(p.Text)
			m.touched += len(p.Text)
			m.Diff.Removed.add(Change{Work: p.Work, Locator: p.Locator, From: p.From})
		}
	}
	for _, c := range []*Changes{&m.Diff.Added, &m.Diff.Removed, &m.Diff.Changed, &m.Diff.Renumbered, &m.Diff.Redated} {
		if c.First == nil {
			c.First = []Change{}
		}
	}
}

// Documents lists the works of passages that stand in order.
func Documents(all []Passage) []Document {
	out := []Document{}
	var texts strings.Builder
	end := func() {
		if n := len(out); n > 0 {
			out[n-1].SHA256 = Digest(texts.String())
		}
		texts.Reset()
	}
	for i := range all {
		p := &all[i]
		if n := len(out); n == 0 || out[n-1].Work != p.Work || out[n-1].Language != p.Language {
			end()
			out = append(out, Document{Work: p.Work, Title: p.Document, Language: p.Language})
		}
		d := &out[len(out)-1]
		d.Passages++
		texts.WriteString(p.Locator + "\x00" + p.From.String() + "\x00" + p.To.String() + "\x00" + p.SHA256 + "\n")
	}
	end()
	return out
}
