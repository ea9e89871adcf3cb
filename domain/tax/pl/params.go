package pl

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once; the scale is that of
// one person, and of spouses, whose bands are twice as wide.
type params struct {
	scale    [2]block.Schedule
	parts    law.Num
	reducing law.Num
	solidary solidarity
	round    block.Rounding
	cite     []law.Citation
	joint    []law.Citation
	wages    *wages // nil where the contributions are not known
}

// solidarity is the levy of art. 30h.
type solidarity struct {
	above, rate law.Num
	cite        []law.Citation
}

var resolved = tax.ByYear("pl", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{reducing: r.Num("income_reducing_amount")}
	p.scale[0] = block.NewSchedule(r.Schedule("income_scale"))
	rule, _ := r.Text("income_rounding")
	p.cite = r.Citations()
	s := book.On(day)
	p.solidary = solidarity{above: s.Entry("income_solidarity", "above"), rate: s.Entry("income_solidarity", "rate")}
	p.solidary.cite = s.Citations()
	j := book.On(day)
	p.parts = j.Num("income_joint_parts")
	p.joint = j.Citations()
	if err := j.Err(); err != nil {
		return nil, err
	}
	p.scale[1] = p.scale[0].Scale(p.parts.Dec)
	if err := r.Err(); err != nil {
		return nil, err
	}
	p.round = block.MustRounding(rule)
	var err error
	if p.wages, err = readWages(book, day); err != nil {
		return nil, err
	}
	return p, s.Err()
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
