package planning

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/notice"
)

// Sendable refuses a plan whose words, or a message beside it, hold a figure that no
// scenario asks with or was answered with: what leaves has its source.
func (s State) Sendable(message string) error {
	var b fault.Blockers
	t := s.tracing()
	texts := []string{s.Title}
	for _, x := range s.Scenarios {
		texts = append(texts, x.Name)
		for _, v := range x.Versions {
			texts = append(texts, v.Note)
		}
	}
	if u := t.Untraced(texts...); len(u) > 0 {
		b.Add("figure_untraced", "titles, names and notes: no scenario holds %s", strings.Join(u, "; "))
	}
	return append(b, t.Beside("message", message, "no scenario")...).Err()
}

// tracing is what figures in the words of a plan may rest on: requests, axes, answers and
// what differs between them. The numbers of scenarios and versions count no amounts.
func (s State) tracing() *notice.Tracing {
	t := notice.NewTracing("en")
	hold := func(values ...*money.Dec) {
		for _, v := range values {
			if v != nil {
				t.Hold(contract.Figures(v.String())...)
				t.Hold(contract.Figures(v.Abs().String())...)
			}
		}
	}
	hundred := money.FromInt(100)
	for i, x := range s.Scenarios {
		t.Name(fmt.Sprint(i + 1))
		for k := range x.Versions {
			v := &x.Versions[k]
			t.Name(fmt.Sprint(v.Number))
			if text, err := json.Marshal([]any{v.Request, v.Figures, v.Points, v.Axis}); err == nil {
				t.Hold(contract.Figures(string(text))...)
				t.Day(notice.Dates(string(text))...)
			}
			if f := v.Figures; f != nil {
				effective, marginal := f.EffectiveRate.Mul(hundred).Trim(0), f.MarginalRate.Mul(hundred).Trim(0)
				hold(&f.Income, &f.TaxableIncome, &f.TotalTax, &f.Contributions, &f.NetPayable, &effective, &marginal)
				t.Name(f.Citations...)
			}
		}
	}
	for _, d := range s.Compare() {
		hold(d.Delta, d.NetDelta, d.SocialDelta)
	}
	return t
}
