package payroll

import (
	"fmt"
	"sync"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Days is a place's law by pay date, where it may change within a tax year: the
// days on which it does are those on which a value of the place's folder begins.
type Days[P any] struct {
	folder string
	turns  func() []civil.Date
	read   func(*law.Book, civil.Date) (P, error)
	kept   sync.Map // of P by the turn on which it begins
}

// ByDay reads a folder's law for the tax years of its rows of payroll; read gets
// the first day of a stretch in which no value of the folder begins or ends.
func ByDay[P any](folder string, form *tax.YearForm, read func(*law.Book, civil.Date) (P, error)) *Days[P] {
	return &Days[P]{folder: folder, read: read, turns: sync.OnceValue(func() []civil.Date {
		rows := Coverage(folder)
		first, _ := form.Period(rows[0].TaxYear)
		last, _ := form.Period(rows[len(rows)-1].TaxYear)
		return law.MustOpen(folder).Turns(civil.Period{From: first.From, To: last.To})
	})}
}

// Turns are the first day of the years and those on which law begins in them.
func (d *Days[P]) Turns() []civil.Date { return d.turns() }

// On is the law of a pay date; a day before the years has that of their first.
// The folder's files are embedded and tested: what does not fit panics.
func (d *Days[P]) On(day civil.Date) P {
	turns := d.turns()
	from := turns[0]
	for _, turn := range turns {
		if !turn.After(day) {
			from = turn
		}
	}
	if p, ok := d.kept.Load(from); ok {
		return p.(P)
	}
	p, err := d.read(law.MustOpen(d.folder), from)
	if err != nil {
		panic(fmt.Sprintf("%s payroll: %s: %v", d.folder, from, err))
	}
	d.kept.Store(from, p)
	return p
}
