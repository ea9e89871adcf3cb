package overlay_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/overlay"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// own is a pack of all that calculators read of a folder, with the values that the
// law has.
func own(t *testing.T, folder string) overlay.Pack {
	t.Helper()
	reads, err := law.Reads(folder, all.Resolvers())
	if err != nil {
		t.Fatal(folder, err)
	}
	book := law.MustOpen(folder)
	p := overlay.Pack{Place: strings.ToUpper(folder), Sources: bill, Parameters: map[string]overlay.PackParameter{}}
	for name := range reads {
		q := book.Parameters[name]
		if q == nil || q.Values[0].Text != "" {
			continue
		}
		var values []overlay.PackValue
		for _, v := range q.Values {
			out := overlay.PackValue{From: v.From.String(), To: v.To.String(), Value: v.Value, Table: v.Table,
				Cite: []overlay.PackCite{{Source: "bill", At: "cl. 2"}}}
			for _, b := range v.Bands {
				out.Bands = append(out.Bands, overlay.PackBand{Label: b.Label, To: b.To, Rate: b.Rate})
			}
			values = append(values, out)
		}
		p.Parameters[name] = overlay.PackParameter{Unit: q.Unit, Values: values}
	}
	return p
}

func lay(t *testing.T, p overlay.Pack) *law.Overlay {
	t.Helper()
	o, err := overlay.Lay(map[string]overlay.Standing{"same": {Version: 1, Pack: p}}, all.Resolvers())
	if err != nil {
		t.Fatal(err)
	}
	if err := o.Fault(p.Folder()); err != nil {
		t.Fatalf("%s: the law's own values do not fit: %v", p.Place, err)
	}
	return o
}

// readsAround holds that a result under a pack of all that is read cites nothing of the
// embedded law that the pack sets: no calculator reads around it.
func readsAround(t *testing.T, what string, p overlay.Pack, cites []law.Citation) {
	t.Helper()
	for _, c := range cites {
		folder, rest, _ := strings.Cut(c.ID, ":")
		name, _, _ := strings.Cut(rest, "@")
		if _, set := p.Parameters[name]; set && folder == p.Folder() {
			t.Errorf("%s: %s is read around the pack", what, c.ID)
		}
	}
}

// alike holds that a result under the pack is the plain one, but for what it says of
// itself; and that it does say it.
func alike(t *testing.T, what string, p overlay.Pack, with, without *tax.Result) {
	t.Helper()
	if !with.TotalTax.Equal(without.TotalTax) || len(with.Components) != len(without.Components) {
		t.Errorf("%s: %s under the law's own values, not %s", what, with.TotalTax, without.TotalTax)
	}
	for i := range with.Components {
		if !with.Components[i].Amount.Equal(without.Components[i].Amount) {
			t.Errorf("%s: %s is %s, not %s", what, with.Components[i].Code, with.Components[i].Amount, without.Components[i].Amount)
		}
	}
	readsAround(t, what, p, with.Citations)
	if with.CoverageStatus != tax.Draft || !slices.Equal(with.RulePacks, []string{"same.v1"}) ||
		!strings.HasSuffix(with.ParameterDataset, "+same.v1") {
		t.Errorf("%s: %s %v %s", what, with.CoverageStatus, with.RulePacks, with.ParameterDataset)
	}
}

func payment(j *tax.Jurisdiction, row *tax.CoverageRow) *payroll.Payment {
	period, _ := j.YearForm.Period(row.TaxYear)
	p := &payroll.Payment{Jurisdiction: j.Code, SubRegion: row.Region, PayDate: period.To.AddDays(-1), Pay: money.MustParse("5000"),
		Facts: map[string]string{}}
	for _, f := range all.Payroll().Places().Facts(j.Code, row.TaxYear, payroll.TaxType, row.Region) {
		switch {
		case f.Name == payroll.Frequency:
			p.Frequency = f.Choices[0]
			if slices.Contains(f.Choices, payroll.Monthly) {
				p.Frequency = payroll.Monthly
			}
		case f.Name != payroll.PayDate && (f.Required || f.Needed != nil) && f.Example != "":
			p.Facts[f.Name] = f.Example
		}
	}
	return p
}

// Payroll of every place reads what a pack sets, and says so.
func TestPacksReachPayroll(t *testing.T) {
	reached := map[string]bool{}
	for _, code := range all.Payroll().Codes() {
		j := all.Payroll().Find(code)
		p := own(t, strings.ToLower(code))
		o := lay(t, p)
		for i := range j.Coverage {
			row := &j.Coverage[i]
			pay := payment(j, row)
			without, plainErr := all.Payroll().Calculate(pay)
			pay.Law = o
			with, err := all.Payroll().Calculate(pay)
			if plainErr != nil {
				if err == nil || err.Error() != plainErr.Error() {
					t.Errorf("%s %s: %v, not %v", code, row.TaxYear, err, plainErr)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s %s: %v", code, row.TaxYear, err)
				continue
			}
			reached[code] = true
			alike(t, code+" payroll "+row.TaxYear+" "+row.Region, p, &with, &without)
		}
	}
	if len(reached) < 12 {
		t.Errorf("only %v were computed", slices.Sorted(maps.Keys(reached)))
	}
}

// The tax of companies of every place does, too.
func TestPacksReachCompanies(t *testing.T) {
	r, reached := all.Registry(), 0
	for _, j := range r.All() {
		if !slices.ContainsFunc(j.Coverage, func(row tax.CoverageRow) bool { return row.TaxType == tax.CorporateIncome }) {
			continue
		}
		p := own(t, strings.ToLower(j.Code))
		o := lay(t, p)
		for i := range j.Coverage {
			row := &j.Coverage[i]
			if row.TaxType != tax.CorporateIncome {
				continue
			}
			req := &tax.Request{Jurisdiction: j.Code, TaxYear: row.TaxYear, SubRegion: row.Region, TaxType: row.TaxType,
				Income: money.MustParse("123456"), HasIncome: true, Facts: map[string]string{}}
			for _, f := range r.Facts(j.Code, row.TaxYear, row.TaxType, row.Region) {
				if f.Required {
					req.Facts[f.Name] = f.Example
				}
			}
			without, plainErr := r.Calculate(req)
			under := *req
			under.Law = o
			with, err := r.Calculate(&under)
			if (err == nil) != (plainErr == nil) {
				t.Errorf("%s %s: %v, not %v", j.Code, row.TaxYear, err, plainErr)
			} else if err == nil {
				reached++
				alike(t, j.Code+" company "+row.TaxYear, p, &with, &without)
			}
		}
	}
	if reached < 50 {
		t.Errorf("only %d rows were computed", reached)
	}
}

// sale is one within a place.
func sale(o *law.Overlay, country, region, currency, day string) (indirect.Result, error) {
	at := indirect.Address{Country: country, Region: region}
	registered := country
	if region != "" {
		registered = region
	}
	return indirect.Calculate(indirect.Request{Date: civil.MustParse(day), Currency: currency,
		Scope:  map[bool]string{true: "state_only"}[country == "US"],
		Seller: indirect.Seller{Address: at, Status: "business", Registrations: []string{registered}},
		Buyer:  indirect.Buyer{Address: at, Status: "consumer"},
		Lines:  []indirect.Line{{ID: "1", Category: "goods_standard", Quantity: money.One, UnitPrice: money.FromInt(100)}}}, indirect.Env{Law: o})
}

// VAT, GST and sales tax read what a pack sets during its days, and say so.
func TestPacksReachSales(t *testing.T) {
	for _, c := range []struct{ country, region, currency, parameter, rate, tax string }{
		{"GB", "", "GBP", "vat_rate_standard", "0.21", "21"}, {"DE", "", "EUR", "vat_rate_standard", "0.17", "17"},
		{"AU", "", "AUD", "gst_rate_standard", "0.12", "12"}, {"US", "US-MN", "USD", "sales_mn_rate_state", "0.08", "8"},
	} {
		plain, err := sale(nil, c.country, c.region, c.currency, "2026-06-30")
		if err != nil {
			t.Errorf("%s: %v", c.country, err)
			continue
		}
		p := overlay.Pack{Place: c.country, Sources: bill, Parameters: map[string]overlay.PackParameter{c.parameter: {
			Values: []overlay.PackValue{{From: "2026-07-01", To: "2026-09-30", Value: dec(c.rate),
				Cite: []overlay.PackCite{{Source: "bill", At: "cl. 3"}}}}}}}
		o := lay(t, p)
		was := plain.Tax.String()
		for day, want := range map[string]string{"2026-06-30": was, "2026-07-01": c.tax, "2026-09-30": c.tax, "2026-10-01": was} {
			got, err := sale(o, c.country, c.region, c.currency, day)
			if err != nil || !got.Tax.Equal(money.MustParse(want)) {
				t.Errorf("%s on %s: %s, not %s: %v", c.country, day, got.Tax, want, err)
				continue
			}
			if laid := want == c.tax; laid != slices.Equal(got.RulePacks, []string{"same.v1"}) || laid && got.CoverageStatus != tax.Draft {
				t.Errorf("%s on %s: %s %v", c.country, day, got.CoverageStatus, got.RulePacks)
			}
		}
		whole := own(t, strings.ToLower(c.country))
		got, err := sale(lay(t, whole), c.country, c.region, c.currency, "2026-06-30")
		if err != nil || !got.Tax.Equal(plain.Tax) || !slices.Equal(got.RulePacks, []string{"same.v1"}) {
			t.Errorf("%s: %s %v under the law's own values, not %s: %v", c.country, got.Tax, got.RulePacks, plain.Tax, err)
		}
		readsAround(t, c.country, whole, got.Citations)
	}
}

// A value from a day within the year holds for what is paid from that day on, also
// where the place's own law is read by the year.
func TestAPackHoldsFromItsDay(t *testing.T) {
	j := all.Payroll().Find("ZA")
	row := &j.Coverage[len(j.Coverage)-1]
	period, _ := j.YearForm.Period(row.TaxYear)
	turn := period.From.AddDays(100)
	pay := payment(j, row)
	on := func(o *law.Overlay, day civil.Date) tax.Result {
		t.Helper()
		at := *pay
		at.PayDate, at.Law = day, o
		out, err := all.Payroll().Calculate(&at)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	p := own(t, "za")
	for name, q := range p.Parameters {
		last := q.Values[len(q.Values)-1]
		last.From, last.To = turn.String(), ""
		q.Values = []overlay.PackValue{last}
		p.Parameters[name] = q
	}
	o := lay(t, p)
	if got := on(o, turn.AddDays(-1)); got.RulePacks != nil {
		t.Errorf("before: %v", got.RulePacks)
	}
	if got := on(o, turn); !slices.Equal(got.RulePacks, []string{"same.v1"}) {
		t.Errorf("on its day: %v", got.RulePacks)
	}
}

// What no calculator reads under a pack is refused by name.
func TestWhatPacksDoNotReach(t *testing.T) {
	for place, name := range map[string]string{"US": "sales_ca_nexus_sales", "EU": "vat_distance_threshold"} {
		q := law.MustOpen(strings.ToLower(place)).Parameters[name]
		if q == nil {
			t.Fatalf("%s has no %s", place, name)
		}
		p := overlay.Pack{Place: place, Sources: bill, Parameters: map[string]overlay.PackParameter{name: {Unit: q.Unit,
			Values: []overlay.PackValue{{From: "2026-07-01", Value: dec("1"), Cite: []overlay.PackCite{{Source: "bill", At: "cl. 1"}}}}}}}
		if _, err := publish(overlay.State{}, p, nil); err == nil {
			t.Errorf("%s: %s is taken", place, name)
		}
	}
}
