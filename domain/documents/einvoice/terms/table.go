// Package terms reads an electronic invoice into the business terms of EN 16931-1, and
// writes it again in either syntax: UBL 2.1 and UN/CEFACT CII D16B.
//
// The places of terms are those of the CEN bindings (CEN/TS 16931-3-2 and 16931-3-3), in
// terms.txt. What the standard has no term for is not read.
package terms

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed terms.txt
var tableText string

//go:embed orders.txt
var orderText string

// orders names the children of elements in their order.
var orders = func() map[string][]string {
	out, of := map[string][]string{}, ""
	for line := range strings.Lines(orderText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		if name, rest, begins := strings.Cut(line, ":"); begins {
			of, line = name, rest
		}
		if of != "" {
			out[of] = append(out[of], strings.Fields(line)...)
		}
	}
	return out
}()

// Syntax is how an invoice is written.
type Syntax int

// The syntaxes.
const (
	UBL Syntax = iota
	CII
)

// entry is a term or a group of terms.
type entry struct {
	name   string
	places [2][]place // by syntax; none = the syntax has no place for it
	group  bool
	of     []*entry
}

// place is a path to an element, or to an attribute of it.
type place struct {
	steps     []step
	attribute string
	day       bool
}

// step is one element of a path.
type step struct {
	name string
	anew bool // another one is begun when it is written
	only []condition
}

// condition is what a descendant or attribute must be.
type condition struct {
	path  []string // "@name" at its end is an attribute
	not   bool
	value []string // one of them
	write string   // of not: what is written; "" = nothing
}

var table = mustTable(tableText)

func mustTable(text string) *entry {
	root := &entry{group: true}
	open := []*entry{root}
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		top := open[len(open)-1]
		switch {
		case line == "" || line[0] == '#':
		case line == "}":
			open = open[:len(open)-1]
		default:
			name, rest, isGroup := strings.Cut(line, " { ")
			if !isGroup {
				name, rest, _ = strings.Cut(line, " | ")
			}
			sides := strings.Split(rest, " | ")
			if len(sides) == 1 { // "BT-21 | | SubjectCode"
				sides = strings.Split(rest, "| ")
			}
			if len(sides) != 2 {
				panic(fmt.Sprintf("terms.txt:%d: %q", n+1, line))
			}
			e := &entry{name: name, group: isGroup}
			for i, side := range sides {
				e.places[i] = placesOf(side)
			}
			top.of = append(top.of, e)
			if isGroup {
				open = append(open, e)
			}
		}
	}
	return root
}

var short = strings.NewReplacer("%T/", "%S/SpecifiedTradeSettlementHeaderMonetarySummation/", "%A/",
	"SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/", "%D/", "SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery/",
	"%P/", "SpecifiedLineTradeAgreement/", "%L/", "SpecifiedLineTradeSettlement/")

func placesOf(text string) (out []place) {
	text = strings.ReplaceAll(short.Replace(strings.TrimSpace(text)), "%S/", "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/")
	text, day := strings.CutSuffix(text, " ~")
	if text == "" {
		return nil
	}
	for _, path := range strings.Split(text, ";") {
		p := place{day: day}
		for path != "." && path != "" {
			var s step
			var conditions string
			path, s.anew = strings.CutPrefix(path, "+")
			end := strings.IndexAny(path, "/[")
			if end < 0 {
				end = len(path)
			}
			s.name, path = path[:end], path[end:]
			if strings.HasPrefix(path, "[") {
				conditions, path, _ = strings.Cut(path[1:], "]")
				s.only = append(s.only, conditionOf(conditions))
			}
			path = strings.TrimPrefix(path, "/")
			if s.name, p.attribute, _ = strings.Cut(s.name, "@"); s.name != "" {
				p.steps = append(p.steps, s)
			}
		}
		out = append(out, p)
	}
	return out
}

func conditionOf(text string) (c condition) {
	name, value, _ := strings.Cut(text, "=")
	if name, c.not = strings.CutSuffix(name, "!"); c.not {
		value, c.write, _ = strings.Cut(value, ":")
	}
	c.path = strings.Split(name, "/")
	if c.value = strings.Split(value, ","); value == "" {
		c.value = nil
	}
	return c
}
