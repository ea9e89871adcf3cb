package ca

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year and province, resolved once.
type params struct {
	federal    tariff
	employment law.Num // Canada employment amount
	abatement  law.Num // of Quebec; zero elsewhere
	province   tariff
	social     contributions
	supported  supported // of the province

	gains          law.Num    // part of capital gains that is taxed
	dividends      *dividends // nil where the province's credit is not held
	supportedShare law.Num    // of the federal basic amount, the base for a supported person

	bc      *reduction
	ontario *ontario
	quebec  *workers
	island  *islandSurtax // Prince Edward Island, until 2023
	yukon   bool          // credits mirror the federal amounts

	payCite, taxCite []law.Citation // what is cited with pay, and with taxable income
}

// tariff is a schedule with its credits' rate and basic personal amount.
type tariff struct {
	bands block.Schedule
	rate  money.Dec // the lowest, at which credits are given
	basic basicAmount
}

// basicAmount is the basic personal amount, which may shrink to a minimum.
type basicAmount struct {
	maximum, minimum, above money.Dec
	rate                    money.Dec // how much is lost per dollar above; 0 = it never shrinks
	byShare                 money.Dec // or: maximum − minimum is lost evenly over this many dollars
	cite                    []law.Citation
}

// workers is Quebec's deduction for workers.
type workers struct {
	rate, maximum money.Dec
	cite          []law.Citation
}

type key struct{ year, region string }

var resolved = tax.ResolveYears("ca", &yearForm, coverage, keyOf,
	func(book *law.Book, row *tax.CoverageRow, from civil.Date) (*params, error) {
		return resolve(book, from, row.Region)
	})

func keyOf(row *tax.CoverageRow) key { return key{row.TaxYear, row.Region} }

func resolve(book *law.Book, day civil.Date, region string) (*params, error) {
	code := provinces[region]
	f := book.On(day)
	p := &params{yukon: region == yukon}
	p.federal = tariff{bands: block.NewSchedule(f.Schedule("income_federal_bands"))}
	basic := func(k string) money.Dec { return f.Entry("income_federal_basic_amount", k).Dec }
	p.federal.basic = basicAmount{maximum: basic("maximum"), minimum: basic("minimum"), above: basic("above"),
		byShare: basic("end").Sub(basic("above")), cite: f.Entry("income_federal_basic_amount", "maximum").Cite}
	p.employment = f.Num("income_canada_employment_amount")
	p.supportedShare = book.On(day).Num("income_federal_supported_share")
	if region == quebec {
		p.abatement = f.Num("income_quebec_abatement")
	}

	r := book.On(day)
	p.province = tariff{bands: block.NewSchedule(r.Schedule("income_" + code + "_bands"))}
	p.province.basic = provincialBasic(r, p, code)
	p.supported = readSupported(book.On(day), code)
	gains := book.On(day)
	if p.gains = gains.Num("income_capital_gains_inclusion"); gains.Err() != nil {
		return nil, gains.Err()
	}
	div := book.On(day)
	p.dividends = readDividends(div, code)
	if err := div.Err(); err != nil {
		return nil, err
	}
	switch region {
	case britishColumbia:
		p.bc = readReduction(r)
	case ontarioSlug:
		p.ontario = readOntario(r)
	case princeEdwardIsland:
		p.island = readIslandSurtax(r)
	case quebec:
		p.quebec = &workers{rate: r.Entry("income_qc_worker_deduction", "rate").Dec,
			maximum: r.Entry("income_qc_worker_deduction", "maximum").Dec,
			cite:    r.Entry("income_qc_worker_deduction", "rate").Cite}
	}
	p.taxCite = tax.Merge(f.Citations(), r.Citations())
	if err := r.Err(); err != nil {
		return nil, err
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	p.federal.rate, p.province.rate = p.federal.bands.Bands[0].Rate, p.province.bands.Bands[0].Rate
	social, err := readContributions(book, day, region == quebec)
	p.social = social
	p.payCite = tax.Merge(social.cite, p.taxCite)
	return p, err
}

// provincialBasic reads the basic personal amount of a province in the form
// that its law gives it.
func provincialBasic(r *law.Reader, p *params, code string) basicAmount {
	if code == "yt" {
		return p.federal.basic
	}
	amount := r.Num("income_" + code + "_basic_amount")
	b := basicAmount{maximum: amount.Dec, minimum: amount.Dec, cite: amount.Cite}
	switch {
	case code == "ns" && r.Has("income_ns_basic_taper"):
		b.above, b.rate = r.Entry("income_ns_basic_taper", "above").Dec, r.Entry("income_ns_basic_taper", "rate").Dec
		b.minimum = r.Entry("income_ns_basic_taper", "minimum").Dec
	case code == "mb" && r.Has("income_mb_basic_taper"):
		b.above, b.minimum = r.Entry("income_mb_basic_taper", "above").Dec, money.Zero
		b.byShare = r.Entry("income_mb_basic_taper", "end").Dec.Sub(b.above)
	}
	return b
}

// at is the basic personal amount of an income.
func (b *basicAmount) at(w *tax.Work, income money.Dec) money.Dec {
	excess := income.Sub(b.above)
	switch {
	case excess.Sign() <= 0 || b.maximum.Equal(b.minimum):
		return b.maximum
	case b.byShare.Sign() > 0 && !excess.Less(b.byShare):
		return b.minimum
	case b.byShare.Sign() > 0:
		return w.Round(b.maximum.Sub(excess.Mul(b.maximum.Sub(b.minimum)).Quo(b.byShare)), cent)
	}
	return money.Max(b.minimum, w.Round(b.maximum.Sub(excess.Mul(b.rate)), cent))
}

func paramsOf(row *tax.CoverageRow) *params {
	return resolved.In(row.Law)[key{row.TaxYear, row.Region}]
}
