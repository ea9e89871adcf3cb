package notice

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
)

// Tracing is what the figures of a text may rest on.
type Tracing struct {
	language string
	figures  map[string]bool // of sources, whatever they count
	counts   map[counted]bool
	days     map[string]bool // that sources name, as Dates writes them
	numbers  map[string]bool // that name provisions and records: "35" of section 35
}

// counted is a figure with what it counts: an ISO 4217 code or one of the units.
type counted struct{ figure, unit string }

// Units, beside currencies. What counts in any currency counts as money too: a text can
// have a sign that stands for some currency.
const (
	asMoney   = "money"
	asPercent = "%"
	asTime    = "time"
	asPart    = "part"
)

// NewTracing begins with nothing.
func NewTracing(language string) *Tracing {
	return &Tracing{language: language, figures: map[string]bool{}, counts: map[counted]bool{}, days: map[string]bool{},
		numbers: map[string]bool{}}
}

// Money adds amounts of a source in a currency. They bear out no percentage, no count of days
// and no amount in another currency.
func (t *Tracing) Money(currency string, amounts ...money.Dec) {
	for _, v := range amounts {
		t.count(figureOf(v), currency, asMoney)
	}
}

// Rate adds percentages of a source, as fractions: 0.19 is 19 %.
func (t *Tracing) Rate(fractions ...money.Dec) {
	for _, v := range fractions {
		t.count(figureOf(v.Mul(money.FromInt(100))), asPercent)
	}
}

// count adds a figure that counts one of the units, whichever a text has it count; alone it
// may stand too.
func (t *Tracing) count(figure string, units ...string) {
	t.numbers[figure] = true
	for _, unit := range units {
		t.counts[counted{figure, unit}] = true
	}
}

func figureOf(v money.Dec) string { return v.Abs().Trim(0).String() }

// On adds days of a source; none is none.
func (t *Tracing) On(days ...civil.Date) {
	for _, d := range days {
		if !d.IsZero() {
			t.Day(d.String())
		}
	}
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
		t.On(c.EffectiveFrom, c.EffectiveTo)
	}
}

// Due adds the days of a notice, and how its deadline was worked out.
func (t *Tracing) Due(n Recorded) {
	t.On(n.Dated, n.Received, n.StatedDue)
	for _, d := range []*civil.Date{n.Deadline.DueOn, n.Deadline.ActBy} {
		if d != nil {
			t.On(*d)
		}
	}
	for _, s := range n.Deadline.Steps {
		t.Name(s.Provision)
		t.Say(s.Text)
		t.On(s.From, s.To)
	}
}

// Name adds texts that name provisions and records. Their numbers are no amounts: they
// bear out "section 35", and no 35 per cent. What is counted there, as "s. 7: £2,000", bears out
// what counts the same.
func (t *Tracing) Name(texts ...string) {
	for _, text := range texts {
		t.Day(Dates(text)...)
		for _, v := range Figures(text, t.language) {
			t.numbers[v] = true
		}
		for v, each := range countings(text, t.language) {
			for _, units := range each {
				t.count(v, units...)
			}
		}
	}
}

// Untraced lists the figures of texts that rest on nothing, each once, in their order;
// those of each text are followed by its days.
func (t *Tracing) Untraced(texts ...string) []string {
	out := []string{}
	for _, text := range texts {
		counts := countings(text, t.language)
		for _, v := range Figures(text, t.language) {
			if !t.bears(v, counts[v]) && !slices.Contains(out, v) {
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

// bears reports whether a source has a figure, with each of what a text has it count.
func (t *Tracing) bears(figure string, countings [][]string) bool {
	switch {
	case t.figures[figure]:
		return true
	case len(countings) == 0:
		return t.numbers[figure]
	}
	for _, units := range countings {
		if !slices.ContainsFunc(units, func(unit string) bool { return t.counts[counted{figure, unit}] }) {
			return false
		}
	}
	return true
}

// Beside says of words beside a document, which nobody but their sender has read, what they
// hold and it does not; holder is who would have to, as "neither the memo nor a source of it".
func (t *Tracing) Beside(field, words, holder string) (b fault.Blockers) {
	if u := t.Untraced(words); len(u) > 0 {
		b = append(b, fault.Blocker{Code: "figure_untraced", Field: field, Message: holder + " holds " + strings.Join(u, "; ")})
	}
	return b
}

// countings are the figures of a text that are amounts of money or percentages, or count time
// or parts of a whole: of each, every counting, as the units that it may mean.
func countings(text, language string) map[string][][]string {
	out := map[string][][]string{}
	add := func(figure string, units ...string) { out[figure] = append(out[figure], units) }
	tokens, finder := token.Cut(text), *sums()
	finder.Languages = []string{language}
	for _, s := range finder.Find(tokens, make([]bool, len(tokens))) {
		if v, doubt := s.Read(styleOf(language)); len(s.Currencies) > 0 && doubt == amount.Certain {
			add(v.Trim(0).String(), s.Currencies...)
		}
	}
	for _, w := range worded(&finder, tokens, language) {
		add(w.figure, w.units...)
	}
	for _, c := range countsIn(&finder, tokens, language) {
		switch {
		case c.share:
			add(c.figure, asPart)
		case countsUnits(tokens, c.to):
			add(c.figure, asTime)
		}
	}
	for i, t := range tokens {
		v := contract.Figures(t.Raw)
		switch {
		case t.Kind != token.Number || len(v) != 1:
		case countsUnits(tokens, i+1):
			add(v[0], asTime)
		case i+1 < len(tokens) && tokens[i+1].Text == asPercent:
			add(v[0], asPercent)
		}
	}
	for _, v := range contract.Figures(text) {
		if v, marked := strings.CutPrefix(v, "£"); marked && len(out[v]) == 0 {
			add(v, asMoney)
		}
	}
	return out
}
