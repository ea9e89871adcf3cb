package payroll

import (
	"crypto/sha256"
	_ "embed" // the authority's file
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The general monthly tables of 2026, as Skatteverket publishes them for machines:
// in each line 30B or 30%, the table, the pay from and to (empty: no end), and six
// columns of kronor or percent.
//
//go:embed tables_2026.txt
var file2026 string

// Tables and columns that there are.
const (
	firstTable = 29
	lastTable  = 42
	columns    = 6
)

// line is what is withheld from a stretch of pay, in each column.
type line struct {
	from, to int // kronor; to is 0 in the last line
	percent  bool
	columns  [columns]int
}

// tables holds the lines of each table in order.
type tables [lastTable - firstTable + 1][]line

// readTables reads the authority's file, which must have the digest that the law
// cites, and hold every table without a gap.
func readTables(text, digest string) (*tables, error) {
	if sum := sha256.Sum256([]byte(text)); hex.EncodeToString(sum[:]) != digest {
		return nil, fmt.Errorf("the file of tables has the digest %x, the law cites %s", sum, digest)
	}
	var out tables
	for i, text := range strings.Split(strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")), "\n") {
		number, l, err := readLine(text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		of := &out[number-firstTable]
		if n := len(*of); n == 0 && l.from != 1 || n > 0 && (*of)[n-1].to+1 != l.from {
			return nil, fmt.Errorf("line %d begins at %d, not where the line before ends", i+1, l.from)
		}
		*of = append(*of, l)
	}
	for i, of := range out {
		if len(of) == 0 || of[len(of)-1].to != 0 {
			return nil, fmt.Errorf("table %d has no end", firstTable+i)
		}
	}
	return &out, nil
}

// Places of the fields in a line of the file.
const (
	tableAt, fromAt, toAt, columnsAt = 3, 5, 12, 19
	columnWidth                      = 5
)

func readLine(text string) (table int, l line, err error) {
	if len(text) < columnsAt+columns*columnWidth {
		return 0, l, fmt.Errorf("%q is too short", text)
	}
	number := func(field string) int {
		n, fault := strconv.Atoi(strings.TrimSpace(field))
		if fault != nil && err == nil {
			err = fault
		}
		return n
	}
	if table = number(text[tableAt:fromAt]); table < firstTable || table > lastTable {
		return 0, l, fmt.Errorf("there is no table %d", table)
	}
	l.percent, l.from = text[:tableAt] == "30%", number(text[fromAt:toAt])
	if to := text[toAt:columnsAt]; strings.TrimSpace(to) != "" {
		l.to = number(to)
	}
	for i := range l.columns {
		at := columnsAt + i*columnWidth
		l.columns[i] = number(text[at : at+columnWidth])
	}
	return table, l, err
}

// find is the line of a table that holds a pay in whole kronor, nil for none.
func (t *tables) find(table, pay int) *line {
	of := t[table-firstTable]
	i, found := slices.BinarySearchFunc(of, pay, func(l line, pay int) int {
		switch {
		case pay < l.from:
			return 1
		case l.to != 0 && pay > l.to:
			return -1
		}
		return 0
	})
	if !found {
		return nil
	}
	return &of[i]
}
