// Package taxtest holds what the tests of every jurisdiction share: golden
// tables, published examples, and the conformance check of a declaration with
// its calculator.
package taxtest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

var update = flag.Bool("update", false, "rewrite golden files; then look at every difference")

// VeryLarge is the largest whole amount a request may hold.
var VeryLarge = money.MustParse("999999999999999")

// Table is one block of a golden file: a request whose income runs over the
// edges of the law.
type Table struct {
	Title   string
	Request tax.Request // income is filled in
	// Incomes are the edges; nil finds those at which the marginal rate jumps,
	// up to Max (300000 when empty). Give them where the tariff is a curve.
	Incomes []string
	Max     string
	// Kind puts the income into one component of this kind, before the
	// request's own components; "" uses income alone.
	Kind tax.Kind
}

// Golden computes the tables and compares the text with testdata/<name>.golden.
// Each edge is shown one minor unit below, at, and above; zero and a very
// large income always are.
func Golden(t *testing.T, reg *tax.Registry, name string, tables ...Table) {
	t.Helper()
	var text strings.Builder
	for i := range tables {
		write(t, &text, reg, &tables[i])
	}
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; run with -update, then read the file", err)
	}
	if text.String() != string(want) {
		t.Errorf("%s differs; run with -update and look at the difference:\n%s", path, firstDifference(string(want), text.String()))
	}
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			return fmt.Sprintf("line %d\nwant %s\ngot  %s", i+1, w[i], g[i])
		}
	}
	return fmt.Sprintf("%d lines wanted, %d got", len(w), len(g))
}

func write(t *testing.T, text *strings.Builder, reg *tax.Registry, table *Table) {
	t.Helper()
	fmt.Fprintf(text, "# %s\n", table.Title)
	rows := tabwriter.NewWriter(text, 0, 0, 2, ' ', tabwriter.AlignRight)
	var codes []string
	for i, income := range table.incomes(t, reg) {
		got, err := reg.Calculate(table.at(income))
		if err != nil {
			t.Fatalf("%s: %s: %v", table.Title, income, err)
		}
		if i == 0 {
			codes = levyCodes(t, reg, table)
			fmt.Fprintf(rows, "income\ttaxable\ttotal_tax\teffective\tmarginal\tstatutory\tnet_payable\t%s\t\n", strings.Join(codes, "\t"))
		}
		fmt.Fprintf(rows, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t", income, got.TaxableIncome, got.TotalTax,
			got.EffectiveRate, got.MarginalRate, got.StatutoryRate, got.NetPayable)
		for _, code := range codes {
			fmt.Fprintf(rows, "%s\t", levy(&got, code))
		}
		fmt.Fprintln(rows)
	}
	rows.Flush()
	text.WriteByte('\n')
}

// levyCodes lists the components that occur anywhere in the table.
func levyCodes(t *testing.T, reg *tax.Registry, table *Table) (codes []string) {
	for _, income := range table.incomes(t, reg) {
		got, err := reg.Calculate(table.at(income))
		if err != nil {
			t.Fatalf("%s: %s: %v", table.Title, income, err)
		}
		for _, l := range got.Components {
			if !slices.Contains(codes, l.Code) {
				codes = append(codes, l.Code)
			}
		}
	}
	return codes
}

func levy(r *tax.Result, code string) string {
	for _, l := range r.Components {
		if l.Code == code {
			return l.Amount.String()
		}
	}
	return "-"
}

// at is the table's request with an income.
func (table *Table) at(income money.Dec) *tax.Request {
	req := table.Request
	if table.Kind == "" {
		req.Income, req.HasIncome = income, true
		return &req
	}
	req.Components = append([]tax.Component{{Kind: table.Kind, Amount: income}}, req.Components...)
	req.HasIncome = false
	return &req
}

// incomes are zero, the edges with their neighbours, and a very large amount.
func (table *Table) incomes(t *testing.T, reg *tax.Registry) []money.Dec {
	t.Helper()
	cent := Cent(reg.Find(table.Request.Jurisdiction))
	var edges []money.Dec
	if table.Incomes == nil {
		edges = table.Edges(t, reg)
	}
	for _, s := range table.Incomes {
		edges = append(edges, money.MustParse(s))
	}
	out := []money.Dec{money.Zero.Pad(cent.Places())}
	for _, e := range edges {
		for _, x := range []money.Dec{e.Sub(cent), e, e.Add(cent)} {
			if x.Greater(out[len(out)-1]) {
				out = append(out, x.Pad(cent.Places()))
			}
		}
	}
	return append(out, VeryLarge.Sub(money.One).Pad(cent.Places()))
}

// Cent is one minor unit of a place's currency.
func Cent(j *tax.Jurisdiction) money.Dec {
	places, _ := money.MinorUnitsEver(j.Currency)
	unit := money.One
	for range places {
		unit = unit.Mul(money.MustParse("0.1"))
	}
	return unit
}

const edgesMax = 120

// Edges finds the incomes at which the marginal rate jumps, by halving between
// the points of a grid: an edge of a zone narrower than a two-thousandth of
// Max can be missed, and must then be given.
func (table *Table) Edges(t *testing.T, reg *tax.Registry) (edges []money.Dec) {
	t.Helper()
	top := "300000"
	if table.Max != "" {
		top = table.Max
	}
	cent := Cent(reg.Find(table.Request.Jurisdiction))
	slope := func(n int64) money.Dec {
		got, err := reg.Calculate(table.at(cent.Mul(money.FromInt(n))))
		if err != nil {
			t.Fatalf("%s: %v", table.Title, err)
		}
		return got.MarginalRate
	}
	var search func(lo, hi int64, at, beyond money.Dec)
	search = func(lo, hi int64, at, beyond money.Dec) {
		if at.Equal(beyond) {
			return
		}
		if hi-lo == 1 {
			edges = append(edges, cent.Mul(money.FromInt(hi)))
			if len(edges) > edgesMax {
				t.Fatalf("%s: the marginal rate changes everywhere; give the edges", table.Title)
			}
			return
		}
		mid := lo + (hi-lo)/2
		m := slope(mid)
		search(lo, mid, at, m)
		search(mid, hi, m, beyond)
	}
	end, _ := money.MustParse(top).QuoRound(cent, 0, money.Down).Int64()
	step := max(end/2000, 1)
	last := slope(0)
	for n := int64(0); n < end; n += step {
		next := slope(n + step)
		search(n, n+step, last, next)
		last = next
	}
	return edges
}
