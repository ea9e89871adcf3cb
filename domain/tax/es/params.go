package es

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year and community, resolved once.
type params struct {
	state, region rules
	wages         *wages
	cite          []law.Citation
	grossCite     []law.Citation // with what gross wages need
}

// rules are the scale and the minimum of the State or of a community.
type rules struct {
	scale                  block.Schedule
	minimum                minimum
	scaleCite, minimumCite []law.Citation
}

// minimum is the personal and family minimum; over75 comes on top of over65.
type minimum struct {
	personal, over65, over75 money.Dec
	child                    [4]money.Dec
	underThree               money.Dec
}

type key struct{ year, region string }

var resolved = tax.ResolveYears("es", tax.Calendar, coverage, keyOf,
	func(book *law.Book, row *tax.CoverageRow, from civil.Date) (*params, error) {
		return resolve(book, from, row.Region)
	})

func keyOf(row *tax.CoverageRow) key { return key{row.TaxYear, row.Region} }

func resolve(book *law.Book, day civil.Date, region string) (*params, error) {
	state, err := readRules(book, day, "income_state_scale", "income_state_minimum")
	if err != nil {
		return nil, err
	}
	r := book.On(day)
	list, cite := r.Text("income_minimum_as_state")
	if err := r.Err(); err != nil {
		return nil, err
	}
	amounts, same := "income_minimum_"+region, slices.Contains(strings.Fields(list), region)
	if same {
		amounts = "income_state_minimum"
	}
	own, err := readRules(book, day, "income_scale_"+region, amounts)
	if same {
		own.minimumCite = append(own.minimumCite, cite...)
	}
	if err != nil {
		return nil, err
	}
	p := &params{state: state, region: own, cite: tax.Merge(state.scaleCite, state.minimumCite, own.scaleCite, own.minimumCite)}
	if p.wages, err = readWages(book, day); err != nil {
		return nil, err
	}
	p.grossCite = tax.Merge(p.wages.cite, p.cite)
	return p, nil
}

func readRules(book *law.Book, day civil.Date, scale, amounts string) (rules, error) {
	r := book.On(day)
	out := rules{scale: block.NewSchedule(r.Schedule(scale))}
	out.scaleCite = r.Citations()
	if err := r.Err(); err != nil {
		return out, err
	}
	r = book.On(day)
	entry := func(name string) money.Dec { return r.Entry(amounts, name).Dec }
	out.minimum = minimum{personal: entry("personal"), over65: entry("over_65"), over75: entry("over_75"), underThree: entry("under_three")}
	for i := range out.minimum.child {
		out.minimum.child[i] = entry(fmt.Sprintf("child_%d", i+1))
	}
	out.minimumCite = r.Citations()
	return out, r.Err()
}

func paramsOf(row *tax.CoverageRow) *params {
	return resolved.In(row.Law)[key{row.TaxYear, row.Region}]
}
