package published

import (
	"fmt"
	"strings"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect/ussales"
)

// ImportSales is a state's rate file with its boundary file.
type ImportSales struct {
	SalesRatesCompleted
	Rates      []ussales.RateRow     `json:"-"`
	Boundaries []ussales.BoundaryRow `json:"-"`

	cut []SalesRatesImported // by Prepare
}

// partBytes bounds the lines of one part; partsPerAppend one append.
const (
	partBytes      = 48 << 10
	partsPerAppend = 16
)

// StreamID is the id of the dataset's stream: us_mnr2026q2feb18.
func (c ImportSales) StreamID() string {
	var id strings.Builder
	id.WriteString("us_")
	for _, r := range strings.ToLower(c.RateFile) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			id.WriteRune(r)
		} else {
			id.WriteByte('_')
		}
	}
	return id.String()
}

// Prepare refuses files that make no dataset, and cuts them into parts; Decide
// comes after it. The publisher's names begin with the state and R or B.
func (c *ImportSales) Prepare() error {
	var fields fault.Fields
	if !strings.HasPrefix(strings.ToUpper(c.RateFile), c.State+"R") {
		fields.Add("rate_file", "%q is not named as a rate file of %s, %sR…", c.RateFile, c.State, c.State)
	}
	if !strings.HasPrefix(strings.ToUpper(c.BoundFile), c.State+"B") {
		fields.Add("boundary_file", "%q is not named as a boundary file of %s, %sB…", c.BoundFile, c.State, c.State)
	}
	if err := fields.Err(); err != nil {
		return err
	}
	if _, err := ussales.NewDataset(c.State, c.RateFile, c.BoundFile, c.Retrieved, c.Rates, c.Boundaries, c.Addresses); err != nil {
		return err
	}
	if c.cut = c.parts(); len(c.cut) > eventsMax {
		return fault.New(fault.BodyTooLarge, "the files come to %d parts; at most %d are taken", len(c.cut), eventsMax)
	}
	return nil
}

// SalesDataset is what a stream holds so far.
type SalesDataset struct {
	Parts     int
	Rates     []string
	Zips      []string
	Completed SalesRatesCompleted // zero until the dataset is whole
}

// Evolve adds an event.
func (d SalesDataset) Evolve(e event.Recorded) SalesDataset {
	switch p := e.Payload.(type) {
	case SalesRatesImported:
		d.Parts = p.Part
		d.Rates, d.Zips = append(d.Rates, p.Rates...), append(d.Zips, p.Zips...)
	case SalesRatesCompleted:
		d.Completed = p
	}
	return d
}

// Whole reports whether the dataset is complete.
func (d SalesDataset) Whole() bool { return d.Completed.State != "" }

// Dataset reads the lines back.
func (d SalesDataset) Dataset() (*ussales.Dataset, error) {
	c := d.Completed
	rates, err := ussales.ReadRates(strings.NewReader(strings.Join(d.Rates, "\n")))
	if err != nil {
		return nil, fmt.Errorf("rates of %s: %w", c.RateFile, err)
	}
	bounds, err := ussales.ReadZips(strings.NewReader(strings.Join(d.Zips, "\n")))
	if err != nil {
		return nil, fmt.Errorf("boundaries of %s: %w", c.BoundFile, err)
	}
	if len(rates) != c.RateRows || len(bounds) != c.BoundaryRows {
		return nil, fmt.Errorf("%s holds %d rates and %d boundaries, not %d and %d", c.RateFile, len(rates), len(bounds), c.RateRows,
			c.BoundaryRows)
	}
	return ussales.NewDataset(c.State, c.RateFile, c.BoundFile, c.Retrieved, rates, bounds, c.Addresses)
}

// parts cuts the lines into parts.
func (c ImportSales) parts() []SalesRatesImported {
	var out []SalesRatesImported
	size := partBytes // so that the first line opens the first part
	at := func(n int) *SalesRatesImported {
		if size+n > partBytes {
			out = append(out, SalesRatesImported{State: c.State, Part: len(out) + 1})
			size = 0
		}
		size += n + 3 // quotes and comma
		return &out[len(out)-1]
	}
	for _, r := range c.Rates {
		line := r.Line()
		p := at(len(line))
		p.Rates = append(p.Rates, line)
	}
	for _, b := range c.Boundaries {
		line := b.Line()
		p := at(len(line))
		p.Zips = append(p.Zips, line)
	}
	return out
}

// Decide gives the next events towards the whole dataset; it is asked again
// until it gives none.
func (c ImportSales) Decide(d SalesDataset) (events []event.Payload, err error) {
	switch {
	case d.Whole() && (d.Completed.RateSHA256 != c.RateSHA256 || d.Completed.BoundSHA256 != c.BoundSHA256):
		return nil, fault.New(fault.Immutable, "%s was imported with other content; a published file does not change under its name", c.RateFile)
	case d.Whole():
		return nil, nil
	}
	for i := d.Parts; i < len(c.cut) && len(events) < partsPerAppend; i++ {
		events = append(events, c.cut[i])
	}
	if d.Parts+len(events) == len(c.cut) {
		done := c.SalesRatesCompleted
		done.Parts, done.RateRows, done.BoundaryRows = len(c.cut), len(c.Rates), len(c.Boundaries)
		events = append(events, done)
	}
	return events, nil
}
