package au

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	resident, foreign, holiday tariff
	offset                     offset
	levy                       medicare
	surcharge                  *tariff // nil = thresholds of the year not found
	loan                       studyLoan
	partYear                   partYear
	franking                   franking
	business                   smallBusinessOffset
}

// tariff is a schedule with what stands behind it.
type tariff struct {
	block.Schedule
	cite []law.Citation
}

// offset is the low income tax offset: full, then shrinking at two rates.
type offset struct {
	full          money.Dec
	first, second block.Taper
	secondFull    money.Dec
	cite          []law.Citation
}

// studyLoan is the compulsory repayment of study and training loans.
type studyLoan struct {
	threshold, secondAbove, wholeAbove money.Dec
	first, second, whole               money.Dec // rates
	cite                               []law.Citation
}

// medicare is the Medicare levy with its shade-in.
type medicare struct {
	rate, threshold, shadeIn money.Dec
	cite, daysCite           []law.Citation
}

var resolved = tax.ByYear("au", &yearForm, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	var failed error
	read := func(name string) tariff {
		r := book.On(day)
		t := tariff{Schedule: block.NewSchedule(r.Schedule(name)), cite: r.Citations()}
		if err := r.Err(); err != nil {
			failed = err
		}
		return t
	}
	p := &params{resident: read("income_resident_bands"), foreign: read("income_foreign_bands"), holiday: read("income_whm_bands")}
	r := book.On(day)
	if r.Has("income_medicare_surcharge") {
		s := read("income_medicare_surcharge")
		p.surcharge = &s
	}
	lito := func(key string) money.Dec { return r.Entry("income_lito", key).Dec }
	p.offset = offset{
		full: lito("full"), first: block.Taper{Above: lito("first_above"), Rate: lito("first_rate")},
		secondFull: lito("second_full"), second: block.Taper{Above: lito("second_above"), Rate: lito("second_rate")},
	}
	p.offset.cite = r.Citations()
	m := book.On(day)
	p.levy = medicare{
		rate: m.Entry("income_medicare_levy", "rate").Dec, threshold: m.Entry("income_medicare_levy", "threshold").Dec,
		shadeIn: m.Entry("income_medicare_levy", "shade_in").Dec,
	}
	p.levy.cite = m.Citations()
	days := book.On(day)
	if rule, _ := days.Text("income_medicare_days"); rule != "" && rule != "by days of residence" {
		panic("au: the Medicare levy of a part of the year is now " + rule)
	}
	p.levy.daysCite = days.Citations()
	l := book.On(day)
	if l.Has("income_study_loan") {
		loan := func(key string) money.Dec { return l.Entry("income_study_loan", key).Dec }
		p.loan = studyLoan{
			threshold: loan("threshold"), secondAbove: loan("second_above"), wholeAbove: loan("whole_above"),
			first: loan("first_rate"), second: loan("second_rate"), whole: loan("whole_rate"), cite: l.Citations(),
		}
	}
	part, partErr := readPartYear(book, day)
	p.partYear = part
	f, b := book.On(day), book.On(day)
	p.franking, p.business = readFranking(f), readSmallBusiness(b)
	for _, err := range []error{failed, r.Err(), m.Err(), l.Err(), days.Err(), partErr, f.Err(), b.Err()} {
		if err != nil {
			return nil, err
		}
	}
	return p, nil
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
