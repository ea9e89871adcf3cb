package payroll

import (
	"encoding/csv"
	"os"
	"strconv"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

func dec(s string) money.Dec { return money.MustParse(s) }

// The Ministry's flow charts, run from its machine-readable files on drawn
// wages and certificates (testdata/flow-charts.csv; seeded), give what this
// package gives, to the cent.
func TestFlowCharts(t *testing.T) {
	f, err := os.Open("testdata/flow-charts.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	days := map[string]civil.Date{"2023": civil.Of(2023, 3, 31), "2023AbJuli": civil.Of(2023, 9, 30), "2024": civil.Of(2024, 5, 31),
		"2024Dezember": civil.Of(2024, 12, 31), "2025": civil.Of(2025, 5, 31), "2026": civil.Of(2026, 5, 31)}
	periods := map[string]string{"1": payroll.Annually, "2": payroll.Monthly, "3": payroll.Weekly, "4": payroll.Daily}
	number := func(s string) int { n, _ := strconv.Atoi(s); return n }
	hundred := money.FromInt(100)
	for n, row := range all[1:] {
		of := map[string]string{}
		for i, name := range all[0] {
			of[name] = row[i]
		}
		day := days[of["plan"]]
		c := &certificate{class: number(of["class"]), factor: money.One, children: dec(of["children"]), allowance: dec(of["allowance"]),
			addition: dec(of["addition"])}
		if of["factor"] != "" {
			c.factor = dec(of["factor"])
		}
		early := day.Year() < 2025
		c.insured = cover{noPension: early && of["krv"] == "2" || !early && of["krv"] == "1", noUnemployment: of["alv"] == "1",
			east: early && of["krv"] == "1", saxony: of["saxony"] == "1", childless: of["childless"] == "1", reliefs: number(of["care_children"]),
			additional: dec(of["kvz"]).Quo(hundred), private: of["pkv"] != "0", premium: dec(of["pkpv"]), subsidy: dec(of["pkpv_employer"]),
			subsidised: of["pkv"] == "2"}
		w := tax.NewWork(false)
		got := resolved.On(nil, day).withheld(&w, nil, c, parts[periods[of["period"]]], day, dec(of["pay"]))
		if of["church"] == "0" {
			got.base = money.Zero
		}
		if !got.tax.Equal(dec(of["tax"])) || !got.surcharge.Equal(dec(of["soli"])) || !got.base.Equal(dec(of["base"])) {
			t.Errorf("case %d %v: %s, %s, %s", n+1, of, got.tax, got.surcharge, got.base)
		}
	}
}

var registry = payroll.NewRegistry(Jurisdiction())

func pay(t *testing.T, day civil.Date, land, amount string, facts map[string]string) map[string]money.Dec {
	t.Helper()
	for name, value := range map[string]string{"tax_class": "1", "health_insurance": "statutory", "health_additional_rate": "0.025",
		"childless": "true"} {
		if _, given := facts[name]; !given {
			facts[name] = value
		}
	}
	got, err := registry.Calculate(&payroll.Payment{Jurisdiction: "DE", SubRegion: land, PayDate: day, Frequency: payroll.Monthly,
		Pay: dec(amount), Facts: facts})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]money.Dec{"total": got.TotalTax}
	for _, l := range got.Components {
		out[l.Code] = l.Amount
	}
	return out
}

// The contributions of 2025, worked out by hand.
func TestContributions(t *testing.T) {
	expect := func(name string, got map[string]money.Dec, want map[string]string) {
		t.Helper()
		for code, amount := range want {
			if !got[code].Equal(dec(amount)) {
				t.Errorf("%s: %s is %s, want %s", name, code, got[code], amount)
			}
		}
	}
	may := civil.Of(2025, 5, 31)
	expect("4,000", pay(t, may, "bayern", "4000", map[string]string{}), map[string]string{
		// 7.3 % and 1.25 %; 1.8 % and 0.6 %
		"pension_insurance": "372", "unemployment_insurance": "52", "health_insurance": "342", "care_insurance": "96",
		"pension_insurance_employer": "372", "health_insurance_employer": "342", "care_insurance_employer": "72"})
	expect("above both ceilings", pay(t, may, "bayern", "12000", map[string]string{}), map[string]string{
		"pension_insurance": "748.65", "health_insurance": "471.32"}) // of 8,050; of 5,512.50: 402.41 and 68.91
	expect("Saxony, three children", pay(t, may, "sachsen", "4000", map[string]string{"childless": "false", "care_children": "3"}),
		map[string]string{
			"care_insurance": "72", "care_insurance_employer": "52"}) // 2.3 % less twice 0.25 %; 1.3 %
	// 1,127718283 × 1,000 − 255.4365651 = 872.28 and 1.385041551 × 1,000 − 770.0831025 = 614.96.
	expect("transition zone", pay(t, may, "bayern", "1000", map[string]string{"childless": "false"}), map[string]string{
		"pension_insurance": "57.19", "pension_insurance_employer": "105.05"})
}

// In class 3 a couple pays what half the wage owes twice, and December 2024
// gives back what the year had too much.
func TestDecember2024(t *testing.T) {
	november := pay(t, civil.Of(2024, 11, 29), "hessen", "4000", map[string]string{})
	december := pay(t, civil.Of(2024, 12, 30), "hessen", "4000", map[string]string{})
	if !december["wage_tax"].Less(november["wage_tax"]) || !december["pension_insurance"].Equal(november["pension_insurance"]) {
		t.Errorf("November %v, December %v", november, december)
	}
}
