package corporate

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// short is how limits shrink with a period shorter than a year.
type short int

const (
	refused     short = iota // the law was not read: refused where limits matter
	whole                    // they do not shrink
	byDays                   // by days, of those of each tax year that the period touches
	byDays365                // by days of 365, leap year or not
	by51Weeks                // by days of 365, from less than 51 weeks
	byMonths                 // by months from the first day on; one begun counts
	wholeMonths              // by calendar months; other periods are refused
)

// part is a stretch of the company's period that has one set of rates.
type part struct {
	*params
	share  money.Dec // of a year, for limits
	weight money.Dec // of the profit
	// together says that the limits are those of the whole period, to which the
	// profit of the whole is held.
	together bool
}

// parts are the stretches of a request's period with rates of their own: one,
// unless the place splits a period over a change.
func (p *place) parts(code, class string, req *tax.Request, row *tax.CoverageRow) ([]part, error) {
	from, to := period(req, row)
	if err := p.faults(from, to, row); err != nil {
		return nil, err
	}
	rates := resolved[code].In(req.Law)[p.turn(req, row)]
	of, known := rates.classes[class]
	if !known {
		return nil, gap(code, row, "no law of that year is known for companies of the class "+class)
	}
	if to.After(row.Period.To) && !p.begins {
		next := resolved[code].In(req.Law)[row.Period.To.AddDays(1)]
		if next == nil {
			return nil, gap(code, row, "the company's period ends in a year that is not covered")
		}
		if then, ok := next.classes[class]; !ok || !rates.same(next) || !of.same(&then) {
			if !p.splits {
				return nil, gap(code, row, "the rates change within the company's period; compute each part apart")
			}
			return split(rates, next, from, row.Period.To, to), nil
		}
	}
	share, ok := p.share(rates, &of, from, to, row.Period)
	if !ok {
		return nil, gap(code, row, "how limits shrink with such a short period was not read in the law")
	}
	return []part{{params: rates, share: share, weight: money.One}}, nil
}

// split apportions a period by days to the years before and after a change of
// rates. Where the limits of the relief change too, each part stands for itself;
// where they do not, the limits are those of the whole period (HMRC, CTM03955).
func split(before, after *params, from, turn, to civil.Date) []part {
	days := money.FromInt(int64(from.DaysUntil(to) + 1))
	first := money.FromInt(int64(from.DaysUntil(turn) + 1)).Quo(days)
	together := before.relief != nil && after.relief != nil && before.relief.lower.Equal(after.relief.lower) &&
		before.relief.upper.Equal(after.relief.upper)
	parts := []part{
		{params: before, weight: first, together: together},
		{params: after, weight: money.One.Sub(first), together: together},
	}
	year := civil.Period{From: civil.Of(turn.Year()-1, turn.Month(), turn.Day()+1), To: turn}
	next := civil.Period{From: turn.AddDays(1), To: yearFrom(turn.AddDays(1)).AddDays(-1)}
	parts[0].share, parts[1].share = ofYear(from, turn, year), ofYear(turn.AddDays(1), to, next)
	if together {
		all := money.One
		if to.AddDays(1).Before(yearFrom(from)) {
			all = ofYears(from, to, year)
		}
		parts[0].share, parts[1].share = all, all
	}
	return parts
}

// share is how much of a year's limits a period has, and whether that is known.
func (p *place) share(rates *params, of *schedule, from, to civil.Date, year civil.Period) (money.Dec, bool) {
	limits := len(of.Bands) > 1 || of.high != nil || of.local != nil && len(of.local.Bands) > 1 || rates.relief != nil ||
		rates.charge != nil && !rates.charge.free.IsZero()
	if !limits || to == yearFrom(from).AddDays(-1) {
		return money.One, true
	}
	days := int64(from.DaysUntil(to) + 1)
	switch p.short {
	case whole:
		return money.One, true
	case byDays:
		return ofYears(from, to, year), true
	case by51Weeks:
		if days >= 51*7 {
			return money.One, true
		}
		return money.FromInt(days).Quo(money.FromInt(365)), true
	case byDays365:
		return money.FromInt(days).Quo(money.FromInt(365)), true
	case byMonths:
		return months(from, to), true
	case wholeMonths:
		return months(from, to), from.Day() == 1 && to.AddDays(1).Day() == 1
	}
	return money.Zero, false
}

// ofYears is a period's share of a year: its days in each tax year, of that
// year's (HM Revenue and Customs' calculator of marginal relief).
func ofYears(from, to civil.Date, year civil.Period) money.Dec {
	if !to.After(year.To) {
		return ofYear(from, to, year)
	}
	next := civil.Period{From: year.To.AddDays(1), To: yearFrom(year.To.AddDays(1)).AddDays(-1)}
	return ofYear(from, year.To, year).Add(ofYear(next.From, to, next))
}

// ofYear is the days of a stretch within a tax year, of all the year's.
func ofYear(from, to civil.Date, year civil.Period) money.Dec {
	return money.FromInt(int64(from.DaysUntil(to) + 1)).Quo(money.FromInt(int64(year.Days())))
}

// months is how many of a year's months have begun in a period, of twelve.
func months(from, to civil.Date) money.Dec {
	n := int64(1)
	for !civil.Of(from.Year(), from.Month()+int(n), from.Day()).After(to) {
		n++
	}
	return money.FromInt(n).Quo(money.FromInt(12))
}

// turn is the day whose rates a period has: the first of the tax year, or a
// later one from which periods that begin have other rates.
func (p *place) turn(req *tax.Request, row *tax.CoverageRow) civil.Date {
	from, _ := period(req, row)
	day := row.Period.From
	for _, turn := range p.turns {
		if row.Period.Contains(turn) && !from.Before(turn) {
			day = turn
		}
	}
	return day
}

func (p *place) faults(from, to civil.Date, row *tax.CoverageRow) error {
	var faults tax.InputError
	if !row.Period.Contains(from) {
		faults.Add("facts."+factStart, "must lie in the tax year, from %s to %s", row.Period.From, row.Period.To)
	}
	if to.Before(from) || !to.Before(yearFrom(from)) {
		faults.Add("facts."+factEnd, "must be within twelve months of the beginning")
	}
	return faults.Err()
}

func gap(code string, row *tax.CoverageRow, reason string) error {
	return &tax.Unavailable{Jurisdiction: code, TaxYear: row.TaxYear, TaxType: row.TaxType, Taxpayer: row.Taxpayer, Reason: reason}
}

// period is the company's, the row's where nothing is given, and a whole year
// where only one end is.
func period(req *tax.Request, row *tax.CoverageRow) (from, to civil.Date) {
	from, to = req.Date(factStart), req.Date(factEnd)
	if from.IsZero() {
		from = row.Period.From
	}
	if to.IsZero() {
		to = yearFrom(from).AddDays(-1)
	}
	return from, to
}

// yearFrom is the day a year after d; of 29 February, 1 March.
func yearFrom(d civil.Date) civil.Date { return civil.Of(d.Year()+1, d.Month(), d.Day()) }
