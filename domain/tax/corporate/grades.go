package corporate

import (
	"fmt"

	"github.com/tallystick/tallystick/domain/tax"
)

// grade is the tier of some years of a place, with its reason.
type grade struct {
	first, last int // years in which the tax year begins
	tier        tax.Tier
	why         string
	except      []tax.Exception
	scope       string // a standing assumption of these years alone
}

// graded is the grade of a year; each year of a place has one.
func (p *place) graded(y year) *grade {
	for i := range p.grades {
		if g := &p.grades[i]; g.first <= y.begins && y.begins <= g.last {
			return g
		}
	}
	panic(fmt.Sprintf("corporate: no grade for the year that begins on %s", y.from()))
}

func draft(first, last int, why string) grade { return grade{first, last, tax.Draft, why, nil, ""} }
func beta(first, last int, why string) grade  { return grade{first, last, tax.Beta, why, nil, ""} }

func covered(first, last int, why string) grade {
	return grade{first, last, tax.Covered, why, nil, ""}
}

// lower adds what lowers the tier for some requests.
func (g grade) lower(tier tax.Tier, why string, facts ...string) grade {
	g.except = append(g.except, tax.Exception{Facts: facts, Tier: tier, Why: why})
	return g
}

// note adds a standing assumption.
func (g grade) note(scope string) grade {
	g.scope = scope
	return g
}

// Reasons that several places share.
const (
	twoSecondary = "The rates rest on secondary sources that agree; the law was not read."
	actMirror    = "The rate was read in a mirror of the official text of the Act, and independent secondary sources agree."
	openEnded    = "The law was read without an end, but no source that names the year."
)
