package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// An incomeKind is an income that a state's law may tax in full, in part or
// not at all. The file incomes.yaml of a state holds the part of each that is
// taxed; a kind without a part in a year is not modelled and refused.
type incomeKind int

const (
	shortGains incomeKind = iota // net gain other than the net long-term gain
	longGains                    // net long-term gain, reduced by a net short-term loss
	qualified                    // qualified dividends, where they are taxed unlike others
	business                     // profit of Schedules C and F
	benefits                     // taxable social security
	jobless                      // unemployment compensation
	rents                        // rents, royalties, partnerships and S corporations
	retirement                   // pensions, annuities and IRA distributions
	incomeKinds
)

var incomeNames = [incomeKinds]string{"short_gains_taxed", "long_gains_taxed", "qualified_dividends_taxed",
	"self_employment_taxed", "social_security_taxed", "unemployment_taxed", "rental_income_taxed", "pensions_taxed"}

// A part is how much of an income is taxed.
type part struct {
	known bool
	of    money.Dec
	group groupSet
}

func (p *part) whole() bool { return p.known && p.of.Equal(money.One) }

// incomes are the parts of each kind, and what the law changes in the federal
// lines that come with them.
type incomes struct {
	part [incomeKinds]part
	// businessLimit: above this adjusted gross income the federal deduction for
	// business income is added back.
	hasBusinessLimit bool
	businessLimit    [5]money.Dec
	// halfTax is the part of the federal deduction for self-employment tax that
	// is added back.
	halfTax money.Dec
	// taxContributes: the tax on self-employment counts among the contributions of
	// each earner that are deducted.
	taxContributes bool
	// agedBenefits is the part of social security that is taxed where each
	// taxpayer is 65 or older.
	agedBenefits part
}

// readIncomes reads with a reader per kind, so that a return cites the law of
// the kinds that stand on it alone.
func readIncomes(open func() reader, law *groups) (out incomes, err error) {
	for kind, name := range incomeNames {
		r := open()
		p := r.part(name)
		if p.known && incomeKind(kind) == business {
			out.hasBusinessLimit, out.businessLimit = r.Has("business_deduction_limit"), r.status("business_deduction_limit")
			out.halfTax = r.num("self_employment_tax_added")
			out.taxContributes = r.says("contributions_self_employed")
		}
		p.group = law.add(r.Citations())
		out.part[kind] = p
		if err := r.Err(); err != nil {
			return out, err
		}
		if incomeKind(kind) == benefits {
			r := open()
			out.agedBenefits = r.part("social_security_taxed_aged")
			out.agedBenefits.group = law.add(r.Citations())
			if err := r.Err(); err != nil {
				return out, err
			}
		}
	}
	return out, nil
}

// part is the part of a kind, unknown where the state has none of the name.
func (r reader) part(name string) part { return part{known: r.Has(name), of: r.num(name)} }

// of is the part of a kind that is taxed on a return.
func (n *incomes) of(kind incomeKind, in *form1040.Return) *part {
	if kind == benefits && n.agedBenefits.known {
		if old, _ := oldAndBlind(in); old.Equal(persons(in)) {
			return &n.agedBenefits
		}
	}
	return &n.part[kind]
}

// unmodelled names an income of these kinds on the return that the state's
// law does not say how to tax; base is where the state starts.
func (n *incomes) unmodelled(in *form1040.Return, base Base) string {
	short, long := in.ShortTermGain, in.LongTermGain
	gains := &n.part[longGains]
	switch {
	case !n.of(benefits, in).known && !in.SocialSecurity.IsZero():
		return "social security income"
	case !n.part[jobless].known && !in.Unemployment.IsZero():
		return "unemployment compensation"
	case !n.part[retirement].known && !pensioned(in).IsZero():
		return "retirement income"
	case !n.part[rents].known && !in.RentalAndPassthrough.IsZero(), base == Gross && in.RentalAndPassthrough.Sign() < 0:
		return "rental or passthrough income"
	case !n.part[business].known && selfEmployed(in):
		return "self-employment"
	case base == Gross && (in.You.SelfEmployment.Sign() < 0 || in.Spouse.SelfEmployment.Sign() < 0):
		return "a business loss"
	case !gains.known && !long.IsZero(), !n.part[shortGains].known && !short.IsZero():
		return "capital gain"
	case short.Add(long).Sign() < 0 && (base == Gross || !gains.whole() || !n.part[shortGains].whole()):
		return "a capital loss"
	case !gains.whole() && !in.CollectiblesGain.Add(in.Section1250Gain).IsZero():
		return "gain that the federal return taxes at 25 or 28 %"
	}
	return ""
}

// pensioned is the taxable retirement income of a return.
func pensioned(in *form1040.Return) money.Dec { return in.IRADistributions.Add(in.Pensions) }

func selfEmployed(in *form1040.Return) bool {
	return !in.You.SelfEmployment.IsZero() || !in.Spouse.SelfEmployment.IsZero()
}

// anyOf reports whether the return has an income of these kinds.
func anyOf(in *form1040.Return) bool {
	return ofNobody(in) || !in.RentalAndPassthrough.IsZero() || selfEmployed(in) || !in.QualifiedDividends.IsZero() || !pensioned(in).IsZero()
}

// ofNobody reports whether the return has an income of the kinds that the rules
// for couples know no person of; it is the taxpayer's.
func ofNobody(in *form1040.Return) bool {
	return !in.SocialSecurity.IsZero() || !in.Unemployment.IsZero() || !in.ShortTermGain.IsZero() || !in.LongTermGain.IsZero()
}

// netLongTerm is the net long-term gain on the return, reduced by a net
// short-term loss, and the rest of the gain.
func netLongTerm(in *form1040.Return) (long, rest money.Dec) {
	all := in.ShortTermGain.Add(in.LongTermGain).Positive()
	long = money.Min(in.LongTermGain.Positive(), all)
	return long, all.Sub(long)
}

// amount is what the federal return counts of a kind.
func (k incomeKind) amount(in *form1040.Return, f *form1040.Sheet) money.Dec {
	switch k {
	case shortGains:
		_, rest := netLongTerm(in)
		return rest
	case longGains:
		long, _ := netLongTerm(in)
		return long
	case qualified:
		return in.QualifiedDividends
	case business:
		return f.At(form1040.A1_3)
	case benefits:
		return f.At(form1040.F6b)
	case rents:
		return f.At(form1040.A1_5)
	case retirement:
		return f.At(form1040.F4b).Add(f.At(form1040.F5b))
	}
	return f.At(form1040.A1_7)
}

// change is what the parts that are taxed do to the starting point: it takes
// off what federal lines count beyond the part, or adds the part where the
// state starts from wages, interest and dividends. The groups are those of the
// kinds on the return.
func (n *incomes) change(in *form1040.Return, f *form1040.Sheet, base Base) (less, more money.Dec, cite groupSet) {
	for kind := range incomeKinds {
		p := n.of(kind, in)
		if !p.known {
			continue
		}
		x := kind.amount(in, f)
		if x.IsZero() {
			continue
		}
		cite |= p.group
		switch {
		case base != Gross || kind == qualified:
			less = less.Add(x.Sub(x.Mul(p.of)))
		default:
			more = more.Add(x.Mul(p.of))
		}
	}
	if n.part[business].known && !f.At(form1040.A1_3).IsZero() {
		more = more.Add(f.At(form1040.A1_15).Mul(n.halfTax))
		if n.hasBusinessLimit && f.At(form1040.F11).Greater(n.businessLimit[in.Status]) {
			more = more.Add(f.At(form1040.F13a))
		}
	}
	return less, more, cite
}

// earned is the wages and the profit of self-employment less half its tax.
func earned(f *form1040.Sheet) money.Dec {
	return f.At(form1040.F1z).Add(f.At(form1040.A1_3).Sub(f.At(form1040.A1_15))).Positive()
}
