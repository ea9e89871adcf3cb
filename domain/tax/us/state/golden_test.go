package state

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

var update = flag.Bool("update", false, "rewrite testdata/*.golden; then look at every difference")

var goldenIncomes = []int64{10000, 20000, 35000, 50000, 75000, 100000, 150000, 250000, 500000, 1000000, 2000000}

// household is a filing status with the children that the tables give it.
type household struct {
	name     string
	status   form1040.Status
	children int
}

var households = []household{
	{"single", form1040.Single, 0}, {"joint", form1040.Joint, 0}, {"joint, 2", form1040.Joint, 2}, {"separate", form1040.Separate, 0},
	{"head, 1", form1040.Head, 1},
}

// TestGoldenStates prints the tax of every state and year that is modelled, on
// wages of one earner: a line a household and year, a column an income.
func TestGoldenStates(t *testing.T) {
	var text strings.Builder
	for _, e := range Entries {
		if e.Untaxed() {
			continue
		}
		fmt.Fprintf(&text, "# %s, tax on wages\n%4s %-9s", e.Name, "year", "")
		for _, x := range goldenIncomes {
			fmt.Fprintf(&text, "%10d", x)
		}
		text.WriteByte('\n')
		for year := e.Held().From; year <= e.Held().To; year++ {
			for _, h := range households {
				goldenLine(t, &text, e, year, h)
			}
		}
		text.WriteByte('\n')
	}
	golden(t, "states.golden", text.String())
}

// TestGoldenIncomes prints the tax of every state on wages of 60,000 beside
// 20,000 of another income, in its first and last year: a column a kind, a dash
// for what is refused.
func TestGoldenIncomes(t *testing.T) {
	var text strings.Builder
	fmt.Fprintf(&text, "# Tax of single returns on wages of 60,000 and 20,000 of\n%-22s", "")
	for _, k := range kinds {
		fmt.Fprintf(&text, "%11s", k.name)
	}
	text.WriteByte('\n')
	for _, e := range Entries {
		if e.Untaxed() {
			continue
		}
		for _, year := range slices.Compact([]int{e.Held().From, e.Held().To}) {
			fmt.Fprintf(&text, "%-17.17s %d", e.Name, year)
			for _, k := range kinds {
				in := wagesOf(year, form1040.Single, 60000, 0, 0)
				k.add(in, 20000)
				if e.Refuse(in) != "" {
					fmt.Fprintf(&text, "%11s", "—")
					continue
				}
				fmt.Fprintf(&text, "%11s", compute(t, e, in).Tax)
			}
			text.WriteByte('\n')
		}
	}
	golden(t, "incomes.golden", text.String())
}

// golden compares text with a file, or writes it with -update.
func golden(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) == text {
		return
	}
	is, was := strings.Split(text, "\n"), strings.Split(string(want), "\n")
	for i := range is {
		if i >= len(was) || is[i] != was[i] {
			t.Fatalf("%s differs at line %d; run with -update and look at the difference:\n%s", path, i+1, is[i])
		}
	}
	t.Fatalf("%s has lines that are gone; run with -update and look at the difference", path)
}

// goldenLine prints nothing for a household that the entry does not model.
func goldenLine(t *testing.T, text *strings.Builder, e *Entry, year int, h household) {
	t.Helper()
	if e.Refuse(wagesOf(year, h.status, goldenIncomes[0], h.children, 0)) != "" {
		return
	}
	fmt.Fprintf(text, "%4d %-9s", year, h.name)
	for _, x := range goldenIncomes {
		in := wagesOf(year, h.status, x, h.children, 0)
		got, err := e.Compute(in, sheet(t, in), false)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(text, "%10s", got.Tax)
	}
	text.WriteByte('\n')
}
