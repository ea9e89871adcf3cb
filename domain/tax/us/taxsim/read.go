package taxsim

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// household is one row as it was read.
type household struct {
	id     string
	state  int
	detail bool
	mstat  int
	deps   int
	dep    [3]int // under 13, 17, 18
	given  bool   // dep13 and its siblings are columns of the file
	age    [agesMax]int
	aged   bool // an age is a column of the file
	in     form1040.Return
}

// setter puts one field's text into a household.
type setter func(h *household, text string) error

func whole(to func(h *household) *int) setter {
	return func(h *household, text string) error {
		n, err := strconv.Atoi(strings.TrimSuffix(text, ".0"))
		if err != nil || n < 0 {
			return fmt.Errorf("%q is not a whole number", text)
		}
		*to(h) = n
		return nil
	}
}

// dollars adds an amount, so that several variables can fill one fact.
func dollars(to func(in *form1040.Return) *money.Dec) setter {
	return func(h *household, text string) error {
		d, err := money.Parse(text)
		if err != nil {
			return fmt.Errorf("%q is not an amount", text)
		}
		p := to(&h.in)
		*p = p.Add(d)
		return nil
	}
}

func both(a, b setter) setter {
	return func(h *household, text string) error {
		if err := a(h, text); err != nil {
			return err
		}
		return b(h, text)
	}
}

func ignored(*household, string) error { return nil }

func dependants(i int) setter {
	return func(h *household, text string) error {
		h.given = true
		return whole(func(h *household) *int { return &h.dep[i] })(h, text)
	}
}

// variables are the columns that are read.
var variables = map[string]setter{
	"taxsimid": func(h *household, text string) error { h.id = text; return nil },
	"year":     whole(func(h *household) *int { return &h.in.Year }),
	"state":    whole(func(h *household) *int { return &h.state }),
	"mstat":    whole(func(h *household) *int { return &h.mstat }),
	"page":     whole(func(h *household) *int { return &h.in.You.Age }),
	"sage":     whole(func(h *household) *int { return &h.in.Spouse.Age }),
	"depx":     whole(func(h *household) *int { return &h.deps }),
	"dep13":    dependants(0), "dep17": dependants(1), "dep18": dependants(2),
	"idtl": func(h *household, text string) error { h.detail = text == "2"; return nil },

	"pwages": dollars(func(in *form1040.Return) *money.Dec { return &in.You.Wages }),
	"swages": dollars(func(in *form1040.Return) *money.Dec { return &in.Spouse.Wages }),
	"psemp":  business, "pbusinc": business, "pprofinc": service(business),
	"ssemp": spouseBusiness, "sbusinc": spouseBusiness, "sprofinc": service(spouseBusiness),
	"dividends": both(dollars(func(in *form1040.Return) *money.Dec { return &in.OrdinaryDividends }),
		dollars(func(in *form1040.Return) *money.Dec { return &in.QualifiedDividends })),
	"intrec": dollars(func(in *form1040.Return) *money.Dec { return &in.Interest }),
	"stcg":   dollars(func(in *form1040.Return) *money.Dec { return &in.ShortTermGain }),
	"ltcg":   dollars(func(in *form1040.Return) *money.Dec { return &in.LongTermGain }),
	"otherprop": both(dollars(func(in *form1040.Return) *money.Dec { return &in.RentalAndPassthrough }),
		dollars(func(in *form1040.Return) *money.Dec { return &in.PassiveBusinessIncome })),
	"nonprop":   dollars(func(in *form1040.Return) *money.Dec { return &in.OtherIncome }),
	"pensions":  dollars(func(in *form1040.Return) *money.Dec { return &in.Pensions }),
	"gssi":      dollars(func(in *form1040.Return) *money.Dec { return &in.SocialSecurity }),
	"pui":       dollars(func(in *form1040.Return) *money.Dec { return &in.Unemployment }),
	"sui":       dollars(func(in *form1040.Return) *money.Dec { return &in.Unemployment }),
	"ui":        dollars(func(in *form1040.Return) *money.Dec { return &in.Unemployment }),
	"proptax":   dollars(func(in *form1040.Return) *money.Dec { return &in.PropertyTaxes }),
	"otheritem": dollars(func(in *form1040.Return) *money.Dec { return &in.OtherItemized }),
	"mortgage":  dollars(func(in *form1040.Return) *money.Dec { return &in.MortgageInterest }),
	"childcare": dollars(func(in *form1040.Return) *money.Dec { return &in.CareExpenses }),
	"scorp": both(enoughWages, both(dollars(func(in *form1040.Return) *money.Dec { return &in.RentalAndPassthrough }),
		dollars(func(in *form1040.Return) *money.Dec { return &in.OtherQualifiedBusinessIncome }))),
	"transfers": ignored, "rentpaid": ignored,
}

// business and spouseBusiness are profits from self-employment. A business paid
// wages enough for the whole business income deduction: as many as it earned.
var (
	business       = both(enoughWages, dollars(func(in *form1040.Return) *money.Dec { return &in.You.SelfEmployment }))
	spouseBusiness = both(enoughWages, dollars(func(in *form1040.Return) *money.Dec { return &in.Spouse.SelfEmployment }))
	enoughWages    = dollars(func(in *form1040.Return) *money.Dec { return &in.BusinessWages })
)

// service is the profit of a specified service business.
func service(profit setter) setter {
	return func(h *household, text string) error {
		before := h.in.BusinessWages
		if err := profit(h, text); err != nil {
			return err
		}
		if !h.in.BusinessWages.Equal(before) {
			h.in.SpecifiedService = true
		}
		return nil
	}
}

// columnSetters finds the setter of each column of a header.
func columnSetters(header []string) ([]setter, error) {
	out := make([]setter, len(header))
	seen := map[string]bool{}
	for i, name := range header {
		name = strings.ToLower(strings.TrimSpace(name))
		if seen[name] {
			return nil, fmt.Errorf("taxsim: column %s stands twice", name)
		}
		seen[name] = true
		switch s := variables[name]; {
		case s != nil:
			out[i] = s
		case strings.HasPrefix(name, "age") && len(name) > len("age"):
			n, err := strconv.Atoi(name[len("age"):])
			if err != nil || n < 1 || n > agesMax {
				return nil, fmt.Errorf("taxsim: column %s is not a variable of TAXSIM-35", name)
			}
			out[i] = childAge(n)
		default:
			return nil, fmt.Errorf("taxsim: column %s is not a variable that is read", name)
		}
	}
	for _, need := range []string{"taxsimid", "year", "mstat"} {
		if !seen[need] {
			return nil, fmt.Errorf("taxsim: column %s is missing", need)
		}
	}
	return out, nil
}

// agesMax is how many dependants can have an age.
const agesMax = 20

// childAge puts the age of a dependant, the first being 1.
func childAge(dependant int) setter {
	set := whole(func(h *household) *int { return &h.age[dependant-1] })
	return func(h *household, text string) error {
		h.aged = true
		return set(h, text)
	}
}

// Ages below which a dependant counts: for care, the child tax credit and the
// earned income credit.
const (
	careAge   = 13
	creditAge = 17
	eicAge    = 19
)

// finish settles filing status and dependants.
func (h *household) finish() error {
	switch h.mstat {
	case 1:
		h.in.Status = form1040.Single
		if h.deps > 0 {
			h.in.Status = form1040.Head
		}
	case 2:
		h.in.Status = form1040.Joint
	case 6:
		h.in.Status = form1040.Separate
	case 8:
		h.in.Status, h.in.Claimable, h.in.ChildOfAnother = form1040.Single, true, true
	default:
		return fmt.Errorf("mstat must be 1, 2, 6 or 8")
	}
	if h.aged && !h.given {
		for _, age := range h.age[:min(h.deps, agesMax)] {
			for i, limit := range [3]int{careAge, creditAge, eicAge} {
				if age < limit {
					h.dep[i]++
				}
			}
		}
	}
	if h.dep[1] > h.deps {
		return fmt.Errorf("dep17 is %d, but depx only %d", h.dep[1], h.deps)
	}
	h.in.CarePersons, h.in.Children, h.in.EICChildren = h.dep[0], h.dep[1], h.dep[2]
	h.in.OtherDependents = h.deps - h.dep[1]
	h.in.Method = form1040.Schedule
	return nil
}
