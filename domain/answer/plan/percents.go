package plan

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// Percentages that are the rate of a levy or of a fact, and no share of an amount.

// percentFact reads a rate that is written as a percentage beside the phrase of
// a fact: "kommunalskatt 31,55 %".
func (r *reader) percentFact(j *tax.Jurisdiction, from, to int) string {
	for i := to; i < min(len(r.tokens), to+4) && (!r.pause(i) || r.word(i) == ":"); i++ {
		if v := r.percentValue(j, i); v != "" {
			return v
		}
	}
	for i := from - 1; i >= max(0, from-4) && !r.pause(i); i-- {
		if v := r.percentValue(j, i); v != "" {
			return v
		}
	}
	only := "" // the one percentage of the sentence
	for i := to; i < len(r.tokens) && !r.stop(i); i++ {
		if v := r.percentValue(j, i); v != "" {
			if only != "" {
				return ""
			}
			only = v
		}
	}
	return only
}

// percentValue reads the number at token i as a percentage: with its sign, or
// behind a word that says percent.
func (r *reader) percentValue(j *tax.Jurisdiction, i int) string {
	t := &r.tokens[i]
	if t.Kind != token.Number || t.Odd {
		return ""
	}
	if _, marked := r.percentAt(i + 1); i+1 >= len(r.tokens) || !marked {
		if i > 0 && rateNoun(r.tokens[i-1].Text) && len(t.Text) <= 5 {
			marked = true // "skattesats 30,60"
		}
		if !marked && (i == 0 || !strings.Contains(r.tokens[i-1].Text, "procent") && !strings.Contains(r.tokens[i-1].Text, "prosent") &&
			!strings.Contains(r.tokens[i-1].Text, "percent")) {
			return ""
		}
	}
	text, doubt := amount.Plain(t.Text, r.style(j))
	if doubt != amount.Certain {
		text, doubt = amount.Plain(strings.Replace(t.Text, ",", ".", 1), amount.English)
	}
	v, err := money.Parse(text)
	if doubt != amount.Certain || err != nil {
		return ""
	}
	return v.Quo(money.FromInt(100)).Trim(0).String()
}

// rateNoun reports words for the rate of a tax, which a bare number behind them is.
func rateNoun(word string) bool {
	return lexicon.Is(lexicon.RateNoun, word)
}

// rateSaid reports a percentage that belongs to a fact or a levy: it is no share
// of an amount.
func (r *reader) rateSaid(at int) bool {
	for i := at - 1; i >= max(0, at-6) && !r.stop(i); i-- {
		if r.overLevy(i, i+1) {
			return true
		}
	}
	found := false
	for i := max(0, at-8); i < min(len(r.tokens), at+4); i++ {
		r.p.hints.At(r.tokens, i, func(hints []hint, _ int) {
			found = found || slices.ContainsFunc(hints, func(h hint) bool {
				return h.fact.Type == "rate" && slices.Contains(r.out.Jurisdictions,
					h.code)
			})
		})
	}
	return found
}
