package notice

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/token"
)

// Tracing is what the figures of a text may rest on.
type Tracing struct {
	language string
	figures  map[string]bool // of sources
	numbers  map[string]bool // that name provisions and records: "35" of section 35
}

// NewTracing begins with nothing.
func NewTracing(language string) *Tracing {
	return &Tracing{language: language, figures: map[string]bool{}, numbers: map[string]bool{}}
}

// Hold adds figures of a source, as contract.Figures writes them.
func (t *Tracing) Hold(figures ...string) {
	for _, v := range figures {
		t.figures[strings.TrimPrefix(v, "£")] = true
	}
}

// Say adds the figures of texts that a source bears out.
func (t *Tracing) Say(texts ...string) {
	for _, text := range texts {
		t.Hold(Figures(text, t.language)...)
	}
}

// Name adds texts that name provisions and records. Their numbers are no amounts: they
// bear out "section 35", and no 35 per cent. What is counted there, as "s. 7: £2,000", is one.
func (t *Tracing) Name(texts ...string) {
	for _, text := range texts {
		for _, v := range Figures(text, t.language) {
			t.numbers[v] = true
		}
		for v := range counted(text, t.language) {
			t.figures[v] = true
		}
	}
}

// Untraced lists the figures of texts that rest on nothing, each once, in their order.
func (t *Tracing) Untraced(texts ...string) []string {
	out := []string{}
	for _, text := range texts {
		amounts := counted(text, t.language)
		for _, v := range Figures(text, t.language) {
			if !t.figures[v] && (amounts[v] || !t.numbers[v]) && !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// counted are the figures of a text that are amounts of money or percentages.
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
	return out
}
