package se_test

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/se"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(se.Jurisdiction())

func wages(year, amount, rate string) tax.Request {
	return tax.Request{Jurisdiction: "SE", TaxYear: year, Income: money.MustParse(amount), HasIncome: true,
		Facts: map[string]string{"municipal_rate": rate}}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

//go:embed testdata/tables-2026.txt
var tables2026 string

// Every twelfth row of column 1 of Skatteverket's monthly tables 29 to 41 for
// 2026 (table, upper end of the step, tax), of the file named in the law.
func TestTablesOf2026(t *testing.T) {
	rows := 0
	for line := range strings.Lines(tables2026) {
		col := strings.Fields(line)
		month := monthInTable(t, "2026", col[0], col[1], "1184", money.Zero)
		if !month.Equal(money.MustParse(col[2])) {
			t.Errorf("table %s, %s a month: %s, the table has %s", col[0], col[1], month, col[2])
		}
		rows++
	}
	if rows < 500 {
		t.Errorf("%d rows read", rows)
	}
}

// monthInTable is what a monthly table of the authority has for a wage. A table
// computes with a municipal rate of its number less 1.16, adds burial and church
// fees of 1.16 % of the taxable income and the public service fee of 1 % up to
// its most, and takes a twelfth, without its öre.
func monthInTable(t *testing.T, year, table, month, most string, more money.Dec) money.Dec {
	t.Helper()
	rate := money.MustParse(table).Sub(money.MustParse("1.16")).Mul(money.MustParse("0.01"))
	req := wages(year, money.MustParse(month).Mul(money.FromInt(12)).String(), rate.String())
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	fees := got.TaxableIncome.Mul(money.MustParse("0.0116")).Round(0, money.Down)
	broadcast := money.Min(got.TaxableIncome.Mul(money.MustParse("0.01")).Round(0, money.Down), money.MustParse(most))
	return money.Sum(got.TotalTax, fees, broadcast, more).QuoRound(money.FromInt(12), 0, money.Down)
}

// Some rows of column 1 of Skatteverket's monthly tables 29 to 41 for 2025
// (table, upper end of the step, tax), of the file named in the law. All 6,253
// rows were compared: they agree, but for the step up to 53,600 in each table.
func TestTablesOf2025(t *testing.T) {
	for _, row := range [][3]string{
		{"29", "2700", "205"},
		{"29", "14700", "1920"},
		{"29", "33400", "6198"},
		{"29", "57400", "13583"},
		{"30", "3800", "303"},
		{"30", "15800", "2182"},
		{"30", "35600", "6944"},
		{"30", "59600", "15121"},
		{"31", "4900", "402"},
		{"31", "16900", "2514"},
		{"31", "37800", "7726"},
		{"31", "61800", "16703"},
		{"32", "6000", "496"},
		{"32", "18000", "2869"},
		{"32", "40000", "8567"},
		{"32", "64000", "18329"},
		{"33", "7100", "604"},
		{"33", "19100", "3242"},
		{"33", "42200", "9557"},
		{"33", "66200", "19999"},
		{"34", "8200", "854"},
		{"34", "20400", "3685"},
		{"34", "44400", "10591"},
		{"34", "68400", "21712"},
		{"35", "9300", "1117"},
		{"35", "22600", "4398"},
		{"35", "46600", "11669"},
		{"35", "70600", "23470"},
		{"36", "10400", "1394"},
		{"36", "24800", "5160"},
		{"36", "48800", "12791"},
		{"36", "72800", "25272"},
		{"37", "11500", "1685"},
		{"37", "27000", "5961"},
		{"37", "51000", "13957"},
		{"37", "75000", "27118"},
		{"38", "12600", "1988"},
		{"38", "29200", "6797"},
		{"38", "53200", "15167"},
		{"38", "77200", "29008"},
		{"39", "13700", "2307"},
		{"39", "31400", "7669"},
		{"39", "55400", "16782"},
		{"39", "79400", "30942"},
		{"40", "2700", "205"},
		{"40", "14800", "2634"},
		{"40", "33600", "8576"},
		{"40", "57600", "18520"},
		{"41", "3800", "303"},
		{"41", "15900", "2972"},
		{"41", "35800", "9518"},
		{"41", "59800", "20302"},
	} {
		if got := monthInTable(t, "2025", row[0], row[1], "1249", money.Zero); got.String() != row[2] {
			t.Errorf("table %s, %s a month: %s, the table has %s", row[0], row[1], got, row[2])
		}
	}
	// At 643,200 a year the base of state tax is 100, on which the tables take 20
	// kronor a year; by 65 kap. 2 § nothing is due on a base below 200.
	if at := monthInTable(t, "2025", "29", "53600", "1249", money.FromInt(20)); at.String() != "11721" {
		t.Errorf("with 20 kronor of state tax: %s", at)
	}
}

// Ekonomifakta on 2024: the work credit grows to 38,582 a month and saves
// 3,578 there at the country's average rate of 32.37 %; it falls from 64,654 on
// and is gone at about 184,000.
func TestWorkCreditOf2024(t *testing.T) {
	for month, want := range map[string]string{"38600": "3577.92", "50000": "3577.92", "64700": "3576.50", "183900": "0.50",
		"184500": "0.00"} {
		req := wages("2024", money.MustParse(month).Mul(money.FromInt(12)).String(), "0.3237")
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if credit := got.Components[4].Amount.QuoRound(money.FromInt(12), 2, money.HalfUp); credit.String() != want {
			t.Errorf("%s a month: %s, want %s", month, credit, want)
		}
	}
}

// The parts that stand behind rows of the table.
func TestPartsOf2026(t *testing.T) {
	for income, want := range map[string][]string{ // basic deduction, municipal, pension, work credit, earned income credit
		"150000": {"43400", "35007", "10500", "15668", "499"},
		"180000": {"45600", "44136", "12600", "18762", "708"},
		"240000": {"40000", "65680", "16800", "26083", "1200"},
		"300000": {"34000", "87354", "21000", "32999", "1500"},
		"360000": {"28000", "109028", "25200", "39915", "1500"},
	} {
		req := wages("2026", income, "0.3284")
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		c := got.Components
		for i, part := range []money.Dec{req.Income.Sub(got.TaxableIncome), c[0].Amount, c[2].Amount, c[4].Amount, c[5].Amount} {
			if !part.Equal(money.MustParse(want[i])) {
				t.Errorf("wages %s, part %d: %s, want %s", income, i, part, want[i])
			}
		}
	}
}

// The technical description SKV 433 (2026) rounds the contribution on 181,200,
// 12,684, to 12,700; the highest is 47,100.
func TestPensionContribution(t *testing.T) {
	for income, want := range map[string]string{"181200": "12700", "900000": "47100", "25000": "0", "25100": "1800"} {
		req := wages("2026", income, "0.3284")
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if !got.Components[2].Amount.Equal(money.MustParse(want)) {
			t.Errorf("wages %s: contribution %s, want %s", income, got.Components[2].Amount, want)
		}
	}
}

// State tax begins at the published break-even incomes: 613,900 in 2023,
// 615,300 in 2024 (Skatteverket), 643,100 in 2025 and 660,400 in 2026.
func TestStateTaxBegins(t *testing.T) {
	for year, edge := range map[string]string{"2023": "613900", "2024": "615300", "2025": "643100", "2026": "660400"} {
		at := wages(year, edge, "0.32")
		above := wages(year, money.MustParse(edge).Add(money.FromInt(200)).String(), "0.32")
		a, err := registry.Calculate(&at)
		if err != nil {
			t.Fatal(err)
		}
		b, err := registry.Calculate(&above)
		if err != nil {
			t.Fatal(err)
		}
		if !a.Components[1].Amount.IsZero() || b.Components[1].Amount.String() != "40.00" {
			t.Errorf("%s: state tax %s and %s", year, a.Components[1].Amount, b.Components[1].Amount)
		}
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year, taxtest.Table{Title: "SE " + year + " municipal rate 32.41 %", Max: "1500000",
			Request: tax.Request{Jurisdiction: "SE", TaxYear: year, Facts: map[string]string{"municipal_rate": "0.3241"}}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := wages("2026", "750000", "0.3284")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
