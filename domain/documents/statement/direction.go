package statement

import (
	"fmt"
	"slices"
	"strings"
)

// directions are the words by which banks say which way an unsigned amount goes.
var directions = map[string]int{"s": -1, "soll": -1, "af": -1, "d": -1, "debit": -1, "debet": -1, "dbit": -1, "dr": -1,
	"h": 1, "haben": 1, "bij": 1,
	"c": 1, "credit": 1, "crdt": 1, "cr": 1}

// balanceWords are what banks call rows that are balances, no lines.
var balanceWords = map[string]string{"anfangssaldo": "opening", "opening balance": "opening", "solde initial": "opening",
	"saldo inicial": "opening", "beginsaldo": "opening", "saldo iniziale": "opening", "endsaldo": "closing", "closing balance": "closing",
	"solde final": "closing",
	"saldo final": "closing", "eindsaldo": "closing", "saldo finale": "closing"}

func word(row []Cell, column int) string {
	if column >= len(row) {
		return ""
	}
	return strings.ToLower(strings.TrimSpace(row[column].Text))
}

// directed finds the column that says which way the amounts go: beside those that are
// known, one where every line has such a word, of a table whose amounts have no sign of
// their own. -1 = there is none.
func (c columns) directed(rows [][]Cell) int {
	if _, has := c.at["amount"]; !has {
		return -1
	}
	wide := 0
	for _, row := range rows {
		if c.isLine(row) {
			if wide = max(wide, len(row)); hasSign(c.text(row, "amount")) || hasSign(c.cell(row, "amount").Amount) {
				return -1
			}
		}
	}
	known := []int{}
	for _, at := range c.at {
		known = append(known, at)
	}
	for column := range wide {
		all, lines := !slices.Contains(known, column), 0
		for _, row := range rows {
			if c.isLine(row) && all {
				lines++
				all = directions[word(row, column)] != 0
			}
		}
		if all && lines > 0 {
			return column
		}
	}
	return -1
}

func hasSign(amount string) bool { return strings.ContainsAny(amount, "-\u2212(") }

// balanceRow tells which balance a row is; "" = it is a line.
func (c columns) balanceRow(row []Cell) string {
	for column := range row {
		if which := balanceWords[word(row, column)]; which != "" {
			return which
		}
	}
	return ""
}

// said takes a balance from its row.
func (c columns) said(s *Statement, which string, row []Cell) error {
	amount, err := c.moved(row)
	if err != nil {
		return fmt.Errorf("%w: a balance: %v", ErrUnreadable, err)
	}
	if which == "opening" {
		s.Opening = &amount
	} else {
		s.Closing = &amount
	}
	return nil
}
