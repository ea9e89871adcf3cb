package co

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// rowsWithFixedPart are the rows of the table whose tax has a part of its own,
// from the third on.
var rowsWithFixedPart = [...]string{"third", "fourth", "fifth", "sixth", "seventh"}

const firstRowWithFixedPart = 2

// params are the parameters of one year in pesos, resolved once.
type params struct {
	bands      block.Schedule
	fixed      []money.Dec // of each row of the table
	exempt     limited
	limit      limited
	dependants dependants
	invoices   limited
	table      []law.Citation
}

// dependants is an amount in pesos for each of so many at most.
type dependants struct {
	each, most money.Dec
	cite       []law.Citation
}

// limited is a part of an amount up to a most in pesos.
type limited struct {
	part, most money.Dec
	cite       []law.Citation
}

// of is the part of an amount up to the most.
func (l *limited) of(x money.Dec) money.Dec { return money.Min(x.Mul(l.part), l.most) }

var resolved = tax.ByYear("co", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	t := book.On(day)
	uvt := t.Num("uvt").Dec
	inUVT := block.NewSchedule(t.Schedule("income_bands"))
	p := &params{bands: inUVT.Scale(uvt), fixed: make([]money.Dec, firstRowWithFixedPart, len(inUVT.Bands))}
	for _, name := range rowsWithFixedPart {
		p.fixed = append(p.fixed, t.Entry("income_fixed", name).Dec.Mul(uvt))
	}
	p.table = t.Citations()
	readers := []*law.Reader{t}
	read := func(name string) limited {
		r := book.On(day)
		l := limited{part: r.Entry(name, "part").Dec, most: r.Entry(name, "most").Dec.Mul(r.Num("uvt").Dec)}
		l.cite, readers = r.Citations(), append(readers, r)
		return l
	}
	p.exempt, p.limit, p.invoices = read("income_exempt"), read("income_limit"), read("income_invoices")
	d := book.On(day)
	p.dependants.each = d.Entry("income_dependant", "each").Dec.Mul(d.Num("uvt").Dec)
	p.dependants.most = d.Entry("income_dependant", "most").Dec
	p.dependants.cite = d.Citations()
	for _, r := range append(readers, d) {
		if err := r.Err(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
