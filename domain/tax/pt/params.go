package pt

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once; index 0 is for one
// person, 1 for a couple, whose bands are twice as wide.
type params struct {
	scale      [2]block.Schedule
	solidarity [2]block.Schedule
	cite       []law.Citation
	extraCite  []law.Citation
	jointCite  []law.Citation
	wages      *wages // nil where the specific deduction is not known
}

var resolved = tax.ByYear("pt", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{}
	p.scale[0] = block.NewSchedule(r.Schedule("income_scale"))
	p.cite = r.Citations()
	s := book.On(day)
	p.solidarity[0] = block.NewSchedule(s.Schedule("income_solidarity"))
	p.extraCite = s.Citations()
	j := book.On(day)
	parts := j.Num("income_joint_parts")
	p.jointCite = j.Citations()
	p.scale[1], p.solidarity[1] = p.scale[0].Scale(parts.Dec), p.solidarity[0].Scale(parts.Dec)
	for _, reader := range []*law.Reader{r, s, j} {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	var err error
	p.wages, err = readWages(book, day)
	return p, err
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
