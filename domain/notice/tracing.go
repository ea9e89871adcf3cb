package notice

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/civil"
)

// Tracing is what the figures of a text may rest on.
type Tracing struct {
	language string
	figures  map[string]bool // of sources
	days     map[string]bool // that sources name, as Dates writes them
	numbers  map[string]bool // that name provisions and records: "35" of section 35
}

// NewTracing begins with nothing.
func NewTracing(language string) *Tracing {
	return &Tracing{language: language, figures: map[string]bool{}, days: map[string]bool{}, numbers: map[string]bool{}}
}

// Hold adds figures of a source, as contract.Figures writes them.
func (t *Tracing) Hold(figures ...string) {
	for _, v := range figures {
		t.figures[strings.TrimPrefix(v, "£")] = true
	}
}

// Day adds days that sources name, as Dates writes them. One with its year bears out
// what leaves the year out.
func (t *Tracing) Day(days ...string) {
	for _, d := range days {
		t.days[d] = true
		if len(d) == len("2026-01-31") {
			t.days["-"+d[4:]] = true
		}
	}
}

// Say adds the figures and days of texts that a source bears out.
func (t *Tracing) Say(texts ...string) {
	for _, text := range texts {
		t.Hold(Figures(text, t.language)...)
		t.Day(Dates(text)...)
	}
}

// Take adds what a record that the text names bears out: its figures and days, its question,
// and from when to when the law that it cites holds.
func (t *Tracing) Take(f Found) {
	t.Hold(f.Figures...)
	t.Day(f.Days...)
	t.Say(f.Question)
	for _, c := range f.Citations {
		for _, d := range []civil.Date{c.EffectiveFrom, c.EffectiveTo} {
			if !d.IsZero() {
				t.Day(d.String())
			}
		}
	}
}

// Due adds the days of a notice, and how its deadline was worked out.
func (t *Tracing) Due(n Recorded) {
	for _, d := range []civil.Date{n.Dated, n.Received, n.StatedDue} {
		if !d.IsZero() {
			t.Day(d.String())
		}
	}
	for _, d := range []*civil.Date{n.Deadline.DueOn, n.Deadline.ActBy} {
		if d != nil {
			t.Day(d.String())
		}
	}
	for _, s := range n.Deadline.Steps {
		t.Name(s.Provision)
		t.Say(s.Text)
		t.Day(s.From.String(), s.To.String())
	}
}

// Name adds texts that name provisions and records. Their numbers are no amounts: they
// bear out "section 35", and no 35 per cent. What is counted there, as "s. 7: £2,000", is one.
func (t *Tracing) Name(texts ...string) {
	for _, text := range texts {
		t.Day(Dates(text)...)
		for _, v := range Figures(text, t.language) {
			t.numbers[v] = true
		}
		for v := range counted(text, t.language) {
			t.figures[v] = true
		}
	}
}

// Untraced lists the figures of texts that rest on nothing, each once, in their order;
// those of each text are followed by its days.
func (t *Tracing) Untraced(texts ...string) []string {
	out := []string{}
	for _, text := range texts {
		amounts := counted(text, t.language)
		for _, v := range Figures(text, t.language) {
			if !t.figures[v] && (amounts[v] || !t.numbers[v]) && !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
		for _, d := range datesIn(token.Cut(text)) {
			if !slices.ContainsFunc(d.keys, func(key string) bool { return t.days[key] }) && !slices.Contains(out, d.raw) {
				out = append(out, d.raw)
			}
		}
	}
	return out
}

// counted are the figures of a text that are amounts of money or percentages, or count time
// or parts of a whole.
func counted(text, language string) map[string]bool {
	out := map[string]bool{}
	for _, v := range contract.Figures(text) {
		if v, marked := strings.CutPrefix(v, "£"); marked {
			out[v] = true
		}
	}
	tokens, finder := token.Cut(text), *sums()
	finder.Languages = []string{language}
	for _, s := range finder.Find(tokens, make([]bool, len(tokens))) {
		if v, doubt := s.Read(styleOf(language)); len(s.Currencies) > 0 && doubt == amount.Certain {
			out[v.Trim(0).String()] = true
		}
	}
	for _, w := range worded(&finder, tokens, language) {
		out[w.figure] = true
	}
	for _, c := range countsIn(&finder, tokens, language) {
		if c.share || countsUnits(tokens, c.to) {
			out[c.figure] = true
		}
	}
	for i, t := range tokens {
		if v := contract.Figures(t.Raw); t.Kind == token.Number && len(v) == 1 && countsUnits(tokens, i+1) {
			out[v[0]] = true
		}
	}
	return out
}
