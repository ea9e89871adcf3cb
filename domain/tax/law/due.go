package law

import (
	"cmp"
	"slices"

	"github.com/tallystick/tallystick/domain/civil"
)

// Lapse is a parameter whose last value ends, so that years after it have none.
type Lapse struct {
	Folder, Name, Title string
	On                  civil.Date // the last day that it holds
}

// Due lists the parameters that lapse from one day to another, the earliest
// first. What lapsed before has been given up: a tax that ended, or a place
// whose later years are refused.
func Due(from, to civil.Date) (lapses []Lapse, err error) {
	for _, folder := range Folders() {
		book, err := Open(folder)
		if err != nil {
			return nil, err
		}
		for _, name := range book.Names() {
			p := book.Parameters[name]
			if last, ends := p.last(); ends && !last.Before(from) && !last.After(to) {
				lapses = append(lapses, Lapse{folder, name, p.Title, last})
			}
		}
	}
	slices.SortStableFunc(lapses, func(a, b Lapse) int { return cmp.Compare(a.On.String(), b.On.String()) })
	return lapses, nil
}

// last is the last day on which p has a value; ends is false if it has one
// without end.
func (p *Parameter) last() (day civil.Date, ends bool) {
	for _, v := range p.Values {
		if v.To.IsZero() {
			return civil.Date{}, false
		}
		if v.To.After(day) {
			day = v.To
		}
	}
	return day, true
}
