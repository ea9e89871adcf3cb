// Package orderfile reads files of orders: JSON as it is pushed, JSON Lines, and
// tables of comma-, semicolon- or tab-separated values.
//
// What a file says of an order is held to what a push must say (the tags of
// orders.Order). An order that is faulty is not read, and each of its faults names the
// line and the field; the others are. Nothing is guessed: a column that is not known, a
// number that could be read in two ways and an order that stands twice are faults.
package orderfile

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/orders"
)

// Limits of a file.
const (
	OrdersMax = 50_000
	// FaultsMax bounds the faults that are kept; how many orders have some is counted
	// whole.
	FaultsMax = 5_000
	// faultsOfOne bounds those that are kept of one order.
	faultsOfOne = 20
)

// Row is an order that was read.
type Row struct {
	Line   int          `json:"line"`             // on which it begins, from 1
	Source string       `json:"source,omitempty"` // "" = the file does not say
	Order  orders.Order `json:"order"`
}

// Fault is what is wrong with one field of an order, or with the file where Field is empty.
type Fault struct {
	Line    int    `json:"line"`
	Field   string `json:"field"`
	Message string `json:"message"`
}

// File is what a file holds.
type File struct {
	Rows   []Row   `json:"rows"`
	Faults []Fault `json:"faults"` // by line
	Faulty int     `json:"faulty"` // orders that have some
	// TooMany says that it has more orders than are read, and none was.
	TooMany bool `json:"too_many,omitempty"`
}

// SourceName is how a source is called.
var SourceName = regexp.MustCompile(`^[a-z0-9_-]{1,60}$`)

// found is an order under way, as it stands in the file.
type found struct {
	Row
	faults []Fault
	lines  []int // of the order's lines, where they have some of their own
}

func (f *found) fail(line int, field, format string, args ...any) {
	if len(f.faults) < faultsOfOne {
		f.faults = append(f.faults, Fault{line, field, fmt.Sprintf(format, args...)})
	}
}

// Read reads a file; ok is false where it is none of orders. said reports that its
// sender calls it one: then a table without the columns of orders is a faulty one. now
// is the instant at which an order's day must have come.
func Read(text string, said bool, now time.Time) (f File, ok bool) {
	text = strings.TrimPrefix(text, "\ufeff")
	switch start := strings.TrimLeft(text, " \t\r\n"); {
	case strings.HasPrefix(start, "["), strings.HasPrefix(start, "{"):
		return readJSON(text, said, now)
	}
	return readTable(text, said, now)
}

// collect makes a file of orders as they were found, in their order.
func collect(all []*found, now time.Time) File {
	f := File{Rows: []Row{}, Faults: []Fault{}}
	if len(all) > OrdersMax {
		return File{Rows: f.Rows, Faults: f.Faults, TooMany: true}
	}
	lines := map[string][]int{}
	for _, x := range all {
		lines[x.key()] = append(lines[x.key()], x.Line)
	}
	for _, x := range all {
		x.examine(now)
		if at := lines[x.key()]; len(at) > 1 && x.Order.SourceRef != "" {
			other := at[0]
			if other == x.Line {
				other = at[1]
			}
			x.fail(x.Line, "source_ref", "stands twice in the file, also in line %d: none of them is taken", other)
		}
		if len(x.faults) == 0 {
			f.Rows = append(f.Rows, x.Row)
			continue
		}
		f.Faulty++
		f.Faults = append(f.Faults, x.faults[:min(len(x.faults), FaultsMax-len(f.Faults))]...)
	}
	slices.SortStableFunc(f.Faults, func(a, b Fault) int { return cmp.Compare(a.Line, b.Line) })
	return f
}

func (f *found) key() string {
	return f.Source + "\x00" + string(f.Order.Kind) + "\x00" + f.Order.SourceRef
}

// examine holds an order to what holds for every one.
func (f *found) examine(now time.Time) {
	switch {
	case f.Source == orders.Checkouts:
		f.fail(f.Line, "source", "%q is what checkouts that are committed here come from by themselves", orders.Checkouts)
	case f.Source != "" && !SourceName.MatchString(f.Source):
		f.fail(f.Line, "source", "at most 60 lower-case letters, digits, - and _")
	}
	var bad fault.Fields
	f.Order.Faults(&bad, "", now)
	for _, x := range bad {
		line, field := f.Line, x.Field
		var n int
		if f.lines != nil {
			if _, err := fmt.Sscanf(field, "lines[%d].", &n); err == nil && n < len(f.lines) {
				_, name, _ := strings.Cut(field, ".")
				line, field = f.lines[n], lineColumn+name
			}
		}
		if !slices.ContainsFunc(f.faults, func(is Fault) bool { return is.Field == field && is.Line == line }) {
			f.fail(line, field, "%s", x.Message)
		}
	}
}
