package taxtest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Fall is a step of the law at which the total tax falls as income rises by
// one minor unit: a credit that jumps up, say. Conforms accepts the total to
// fall there and nowhere else, and fails when a declared fall does not happen,
// is larger than declared, or is not cited.
type Fall struct {
	Jurisdiction string
	Years        []string // canonical labels; nil = every row's
	Region       string   // slug; "" = every row's
	At           string   // the last income before the step: "20000"
	By           string   // the most that the total falls
	Parameter    string   // of law, that sets the step; results beside it cite it
}

// fallen is what a row has seen of one declared fall.
type fallen struct {
	*Fall
	at, by   money.Dec
	happened bool
}

// fallsOf are the declared falls of a row.
func fallsOf(declared []Fall, j *tax.Jurisdiction, c *tax.CoverageRow) (out []fallen) {
	if taxTypeOf(c) != tax.IndividualIncome {
		return nil
	}
	for i := range declared {
		f := &declared[i]
		if f.Jurisdiction != j.Code || f.Years != nil && !slices.Contains(f.Years, c.TaxYear) || f.Region != "" && f.Region != c.Region {
			continue
		}
		out = append(out, fallen{Fall: f, at: money.MustParse(f.At), by: money.MustParse(f.By)})
	}
	return out
}

// beside adds the incomes around declared falls.
func beside(incomes []money.Dec, falls []fallen, cent money.Dec) []money.Dec {
	if len(falls) == 0 {
		return incomes
	}
	out := slices.Clone(incomes)
	for i := range falls {
		out = append(out, falls[i].at.Sub(cent), falls[i].at, falls[i].at.Add(cent))
	}
	slices.SortFunc(out, money.Dec.Cmp)
	return slices.CompactFunc(out, money.Dec.Equal)
}

// judgeFall says what is wrong with a total that falls from one income to the
// next, "" when the law does it.
func judgeFall(falls []fallen, from, to money.Dec, last, got *tax.Result, cent money.Dec) string {
	drop := last.TotalTax.Sub(got.TotalTax)
	for i := range falls {
		f := &falls[i]
		if !f.at.Equal(from) || !f.at.Add(cent).Equal(to) {
			continue
		}
		f.happened = true
		switch {
		case drop.Greater(f.by):
			return fmt.Sprintf("the total falls by %s above %s, more than the %s declared", drop, f.At, f.By)
		case !cites(last, f.Parameter) && !cites(got, f.Parameter):
			return fmt.Sprintf("the fall above %s is not cited: no result beside it cites %s", f.At, f.Parameter)
		}
		return ""
	}
	return fmt.Sprintf("tax falls from %s to %s as income reaches %s", last.TotalTax, got.TotalTax, to)
}

// absent lists the declared falls that did not happen.
func absent(falls []fallen) (faults []string) {
	for i := range falls {
		if !falls[i].happened {
			faults = append(faults, fmt.Sprintf("the total does not fall above %s, though it is declared to", falls[i].At))
		}
	}
	return faults
}

// cites reports whether a result cites a value of a parameter: the name in a
// citation's "place:parameter@date#n".
func cites(r *tax.Result, parameter string) bool {
	return slices.ContainsFunc(r.Citations, func(c law.Citation) bool {
		_, rest, _ := strings.Cut(c.ID, ":")
		name, _, _ := strings.Cut(rest, "@")
		return name == parameter
	})
}
