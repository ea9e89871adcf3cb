package payroll

import (
	"fmt"
	"slices"
	"sync"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Days is a place's law by pay date. It is read once for each stretch of days that
// has one law: by ByDay, where it may change within a tax year, on each day on which
// a value of the place's folder begins; by ByYear on the first day of each year. What
// a tenant lays over the law holds from its own day on in either.
type Days[P any] struct {
	folder string
	within func() civil.Period // of the years that are covered
	turns  func(*law.Book, civil.Period) []civil.Date
	read   func(*law.Book, civil.Date) (P, error)
	in     *law.Resolved[*stretches[P]]
	whole  *law.Resolved[struct{}]
}

// stretches are those of one Book.
type stretches[P any] struct {
	book  *law.Book
	turns []civil.Date
	kept  sync.Map // of P by the turn on which it begins
}

// ByDay reads a folder's law for the tax years of its rows of payroll; read gets
// the first day of a stretch in which no value of the folder begins or ends.
func ByDay[P any](folder string, form *tax.YearForm, read func(*law.Book, civil.Date) (P, error)) *Days[P] {
	return newDays(folder, form, (*law.Book).Turns, read)
}

// ByYear reads a folder's law on the first day of each tax year of its rows of payroll.
func ByYear[P any](folder string, form *tax.YearForm, read func(*law.Book, civil.Date) (P, error)) *Days[P] {
	return newDays(folder, form, func(b *law.Book, within civil.Period) []civil.Date {
		turns := b.LaidTurns(within)
		for _, row := range Coverage(folder) {
			period, _ := form.Period(row.TaxYear)
			turns = append(turns, period.From)
		}
		slices.SortFunc(turns, func(x, y civil.Date) int { return y.DaysUntil(x) })
		return slices.Compact(turns)
	}, read)
}

func newDays[P any](folder string, form *tax.YearForm, turns func(*law.Book, civil.Period) []civil.Date,
	read func(*law.Book, civil.Date) (P, error)) *Days[P] {
	d := &Days[P]{folder: folder, turns: turns, read: read, within: sync.OnceValue(func() civil.Period {
		rows := Coverage(folder)
		first, _ := form.Period(rows[0].TaxYear)
		last, _ := form.Period(rows[len(rows)-1].TaxYear)
		return civil.Period{From: first.From, To: last.To}
	})}
	d.in = law.Resolve(folder, func(b *law.Book) *stretches[P] { return &stretches[P]{book: b, turns: d.turns(b, d.within())} })
	d.whole = law.Resolve(folder, func(b *law.Book) struct{} {
		for _, turn := range d.turns(b, d.within()) {
			d.must(b, turn)
		}
		return struct{}{}
	})
	return d
}

// Folder names the Book that is read.
func (d *Days[P]) Folder() string { return d.folder }

// Try reads a Book on every turn without keeping anything.
func (d *Days[P]) Try(b *law.Book) error { return d.whole.Try(b) }

// Turns are the first day of the years and those on which law begins or has ended in them.
func (d *Days[P]) Turns() []civil.Date { return d.in.In(nil).turns }

// On is the law of a pay date as a tenant reads it; a day before the years has that
// of their first. The folder's files are embedded and tested, and what is laid over
// them was tried: what does not fit panics.
func (d *Days[P]) On(o *law.Overlay, day civil.Date) P {
	s := d.in.In(o)
	from := s.turns[0]
	for _, turn := range s.turns {
		if !turn.After(day) {
			from = turn
		}
	}
	if p, ok := s.kept.Load(from); ok {
		return p.(P)
	}
	p := d.must(s.book, from)
	s.kept.Store(from, p)
	return p
}

func (d *Days[P]) must(b *law.Book, from civil.Date) P {
	p, err := d.read(b, from)
	if err != nil {
		panic(fmt.Sprintf("%s payroll: %s: %v", d.folder, from, err))
	}
	return p
}

// Law lists what a place's payroll reads its law by, for its declaration.
func Law(all ...law.Resolver) []law.Resolver { return all }
