// Package payroll computes what a Swedish employer withholds from a month's pay by
// the general tax tables, and the contributions that it owes beside it.
//
// # Sources
//
// Skatteverket's general monthly tables of the year, as it publishes them for
// machines (they follow SKV 433, its technical description); Socialavgiftslagen
// (2000:980), lag (1994:1920) and lag (2026:100) for the employer.
//
// # Rules
//
// The table follows from the municipality, the column from age and kind of income;
// both are on the employee's tax decision. Up to 80,000 kronor a month the line has
// an amount, above it a percentage of the pay; either is whole kronor. The
// employer's contributions follow from the age at the beginning of the year.
//
// # Not computed
//
// Secondary income, decisions of adjustment, payments made once, tables for
// sailors and pensions paid by others, special income tax (SINK), and the relief
// for first employees (växa-stöd).
package payroll

import (
	"strconv"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of Sweden.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved, young),
		Code: "SE", Name: "Sweden", Authority: "Skatteverket", Currency: "SEK", TimeZone: "Europe/Stockholm",
		Languages: []string{"sv", "en"},
		Compute:   compute,
	}, []string{payroll.Monthly}, facts...)
}

var facts = []tax.Fact{
	{
		Name: "tax_table", Type: "integer", Min: "29", Max: "42", Section: "Tax", Required: true, Example: "33",
		Prompt: "Which tax table stands on the employee's tax decision (29 to 42)?", Reason: "It follows from the municipality.",
	},
	{
		Name: "tax_column", Type: "integer", Min: "1", Max: "6", Section: "Tax", Required: true, Example: "1",
		Prompt: "Which column of the table stands on it (1: wages of those under 66, 3: wages of those of 66 or more, …)?",
		Reason: "It follows from age and kind of income.",
	},
	{
		Name: "birth_year", Type: "integer", Min: "1900", Max: "2015", Section: "Employer", Required: true, Example: "1990",
		Prompt: "In which year was the employee born?", Reason: "The employer's contributions are lower for the old, and for a time for the young.",
	},
}

type params struct {
	tables                  *tables
	tableCite, employerCite []law.Citation
	employer                map[string]money.Dec
}

var resolved = payroll.ByYear("se", tax.Calendar, func(book *law.Book, day civil.Date) (*params, error) {
	r, employer := book.On(day), book.On(day)
	digest, cite := r.Text("payroll_tables_sha256")
	p := &params{tableCite: cite}
	p.employer, p.employerCite = employer.Table("payroll_employer")
	if err := r.Err(); err != nil {
		return nil, err
	}
	if err := employer.Err(); err != nil {
		return nil, err
	}
	var err error
	p.tables, err = readTables(file2026, digest)
	return p, err
})

// relief is that for young employees; nil outside its days.
type relief struct {
	table map[string]money.Dec
	cite  []law.Citation
}

var young = payroll.ByDay("se", tax.Calendar, func(book *law.Book, day civil.Date) (out relief, err error) {
	r := book.On(day)
	if r.Known("payroll_young") {
		out.table, out.cite = r.Table("payroll_young")
	}
	return out, r.Err()
})

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	w := tax.NewWork(req.Explain)
	due := p.withheld(&w, req)
	contribution := p.contribution(&w, req, row)
	return payroll.Withholding(&w, []tax.Levy{
		{Code: "income_tax", Kind: tax.LevyTax, Amount: due, InTotal: true},
		{Code: "social_contributions_employer", Kind: tax.LevySocial, Amount: contribution},
	}), nil
}

// withheld is what the line of the table takes, in whole kronor.
func (p *params) withheld(w *tax.Work, req *tax.Request) money.Dec {
	w.Cite(p.tableCite)
	pay := req.Income.Whole(money.Floor)
	whole, _ := pay.Int64()
	l := p.tables.find(req.Int("tax_table"), int(min(whole, int64(^uint32(0)))))
	if l == nil {
		w.Step("income_tax", "Tax of the table: none without pay", money.Zero, p.tableCite, "0")
		return money.Zero
	}
	value := money.FromInt(int64(l.columns[req.Int("tax_column")-1]))
	label := "Table " + strconv.Itoa(req.Int("tax_table")) + ", column " + strconv.Itoa(req.Int("tax_column"))
	if !l.percent {
		w.Step("income_tax", label, value, p.tableCite, "of {}", pay)
		return value
	}
	due := pay.Mul(value).QuoRound(money.FromInt(100), 0, money.Floor)
	w.Step("income_tax", label+", a percentage down to the krona", due, p.tableCite, "floor({} × {} %)", pay, value)
	return due
}

// contribution is the employer's, by the employee's age at the beginning of the year.
func (p *params) contribution(w *tax.Work, req *tax.Request, row tax.CoverageRow) money.Dec {
	year, _ := strconv.Atoi(row.TaxYear)
	age := year - 1 - req.Int("birth_year") // completed when the year begins
	pay, e := req.Income, p.employer
	w.Cite(p.employerCite)
	note := func(amount money.Dec, cite []law.Citation, formula string, args ...money.Dec) money.Dec {
		amount = amount.Round(2, money.HalfUp)
		w.Step("social_contributions_employer", "Contributions of the employer", amount, cite, formula, args...)
		return amount
	}
	if money.FromInt(int64(req.Int("birth_year"))).Less(e["none_born_before"]) {
		return note(money.Zero, p.employerCite, "0")
	}
	if age >= int(mustInt(e["old_from"])) {
		return note(pay.Mul(e["old"]), p.employerCite, "{} × {}", pay, e["old"])
	}
	less := young.On(req.Law, req.Date(payroll.PayDate))
	relief, cite := less.table, less.cite
	if relief != nil && age >= int(mustInt(relief["from"])) && age < int(mustInt(relief["below"])) {
		w.Cite(cite)
		low := money.Min(pay, relief["most"])
		return note(low.Mul(relief["rate"]).Add(pay.Sub(low).Mul(e["full"])), cite, "{} × {} + {} × {}", low, relief["rate"], pay.Sub(low),
			e["full"])
	}
	return note(pay.Mul(e["full"]), p.employerCite, "{} × {}", pay, e["full"])
}

func mustInt(d money.Dec) int64 {
	n, ok := d.Int64()
	if !ok {
		panic("se payroll: an age of law is no whole number: " + d.String())
	}
	return n
}
