package rates

import (
	"flag"
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

var update = flag.Bool("update", false, "rewrite the golden tables")

var today = civil.MustParse("2026-11-20")

// The standard rates of the Member States on 1 January 2015, as the European
// Commission printed them: VAT Rates Applied in the Member States of the
// European Union, Taxud.c.1(2015), section I.
const booklet2015 = `BE 0.21 BG 0.2 CZ 0.21 DK 0.25 DE 0.19 EE 0.2 GR 0.23 ES 0.21 FR 0.2 HR 0.25 IE 0.23
	IT 0.22 CY 0.19 LV 0.21 LT 0.21 LU 0.17 HU 0.27 MT 0.18 NL 0.21 AT 0.2 PL 0.23 PT 0.23 RO 0.24 SI 0.22
	SK 0.2 FI 0.24 SE 0.25 GB 0.2`

func TestStandardRatesOfTheCommissionsBooklet(t *testing.T) {
	f := strings.Fields(booklet2015)
	for i := 0; i < len(f); i += 2 {
		r, b := Lookup(Location{Country: f[i]}, "goods_standard", "", "category", civil.MustParse("2015-01-01"))
		if b != nil || r.Total().String() != f[i+1] || r.Tier != tax.Beta {
			t.Errorf("%s: %v (%s), %v; the booklet says %s", f[i], r.Total(), r.Tier, b, f[i+1])
		}
	}
}

func TestRatesByDate(t *testing.T) {
	for _, c := range []struct{ place, class, day, want string }{
		{"DE", "standard", "2020-06-30", "0.19"}, {"DE", "standard", "2020-07-01", "0.16"},
		{"DE", "reduced", "2020-12-31", "0.05"}, {"DE", "standard", "2021-01-01", "0.19"},
		{"IE", "standard", "2020-08-31", "0.23"}, {"IE", "standard", "2020-09-01", "0.21"},
		{"IE", "standard", "2021-02-28", "0.21"}, {"IE", "standard", "2021-03-01", "0.23"},
		{"EE", "standard", "2025-06-30", "0.22"}, {"EE", "standard", "2025-07-01", "0.24"},
		{"LU", "standard", "2023-06-01", "0.16"}, {"LU", "standard", "2024-01-01", "0.17"},
		{"SG", "standard", "2023-12-31", "0.08"}, {"SG", "standard", "2024-01-01", "0.09"},
		{"KZ", "standard", "2025-12-31", "0.12"}, {"KZ", "standard", "2026-01-01", "0.16"},
		{"CH", "special", "2023-12-31", "0.037"}, {"CH", "special", "2024-01-01", "0.038"}, {"IT", "reduced_2", "2016-01-01", "0.05"},
		{"SI", "reduced_2", "2020-01-01", "0.05"}, {"EE", "reduced_2", "2025-01-01", "0.13"}, {"NO", "reduced_2", "2021-09-30", "0.06"},
		{"NO", "reduced_2", "2021-10-01", "0.12"}, {"NL", "reduced", "2018-12-31", "0.06"},
		{"BS", "standard", "2018-06-30", "0.075"}, {"BS", "standard", "2018-07-01", "0.12"}, {"BS", "standard", "2022-01-01", "0.1"},
		{"BW", "standard", "2022-08-02", "0.14"}, {"BW", "standard", "2023-03-31", "0.12"}, {"BW", "standard", "2023-04-01", "0.14"},
		{"KN", "standard", "2024-12-31", "0.17"}, {"KN", "standard", "2025-06-30", "0.13"}, {"KN", "standard", "2025-07-01", "0.17"},
		{"JM", "standard", "2020-03-31", "0.165"}, {"LK", "standard", "2023-12-31", "0.15"}, {"LK", "standard", "2024-01-01", "0.18"},
		{"KE", "standard", "2020-03-31", "0.16"}, {"KE", "standard", "2020-12-31", "0.14"}, {"KE", "standard", "2021-01-01", "0.16"},
		{"CH", "standard", "2017-12-31", "0.08"}, {"CH", "special", "2018-01-01", "0.037"}, {"TT", "standard", "2016-01-31", "0.15"},
		{"TT", "standard", "2016-02-01", "0.125"},
		{"KZ", "reduced", "2027-01-01", "0.1"}, {"CR", "reduced_2", "2026-01-01", "0.02"},
		{"CY", "super_reduced", "2023-07-21", "0.03"}, {"MT", "special", "2024-01-01", "0.12"}, {"VN", "temporary", "2026-12-31", "0.08"},
		{"ZW", "standard", "2026-01-01", "0.155"},
		{"FR", "reduced", "2013-12-31", "0.07"}, {"FR", "reduced", "2014-01-01", "0.1"}, {"FR", "reduced_2", "2011-01-01", "0.055"},
		{"ES", "reduced", "2012-08-31", "0.08"}, {"ES", "reduced", "2012-09-01", "0.1"}, {"CY", "reduced_2", "2014-01-12", "0.08"},
		{"CY", "reduced_2", "2014-01-13", "0.09"}, {"SI", "reduced", "2013-06-30", "0.085"}, {"SI", "reduced", "2013-07-01", "0.095"},
		{"LU", "reduced", "2014-12-31", "0.06"}, {"LU", "reduced", "2015-01-01", "0.08"}, {"LU", "parking", "2014-12-31", "0.12"},
		{"FI", "reduced_2", "2012-12-31", "0.13"}, {"FI", "reduced_2", "2013-01-01", "0.14"}, {"BG", "reduced", "2011-03-31", "0.07"},
	} {
		r, b := Lookup(Location{Country: c.place}, "goods_standard", c.class, "category", civil.MustParse(c.day))
		if b != nil || r.Total().String() != c.want || len(r.Citations) == 0 {
			t.Errorf("%s %s on %s: %v, %v; want %s", c.place, c.class, c.day, r.Total(), b, c.want)
		}
	}
}

// A reduced rate of a day for which no table was read is not answered.
func TestReducedRatesBeforeTheTables(t *testing.T) {
	for _, c := range []struct{ place, class, day string }{{"DE", "reduced", "2010-12-31"}, {"CZ", "reduced", "2012-12-31"},
		{"ES", "super_reduced", "2013-01-13"}, {"MT", "reduced_2", "2012-06-01"}} {
		if r, b := Lookup(Location{Country: c.place}, "goods_standard", c.class, "category", civil.MustParse(c.day)); b == nil {
			t.Errorf("%+v: %s", c, r.Total())
		}
	}
}

// A rule that begins later changes nothing before it.
func TestTheDayBeforeAChangeIsUntouched(t *testing.T) {
	for _, folder := range law.Folders() {
		c := open(strings.ToUpper(folder))
		if c == nil {
			continue
		}
		for class, values := range c.rates {
			for i := 1; i < len(values); i++ {
				eve := values[i].period.From.AddDays(-1)
				if d := at(values, eve); d != nil && d.period.From.After(values[i-1].period.From) {
					t.Errorf("%s %s: the value from %s answers for %s", folder, class, values[i].period.From, eve)
				}
				if d := at(values[:i], eve); (d == nil) != (at(values, eve) == nil) || d != nil && !d.rate.Equal(at(values, eve).rate) {
					t.Errorf("%s %s on %s differs once the value from %s is known", folder, class, eve, values[i].period.From)
				}
			}
		}
	}
}

func TestTerritories(t *testing.T) {
	for _, c := range []struct{ country, region, postal, class, want, code string }{
		{"PT", "", "9000-042", "standard", "0.22", ""}, {"PT", "PT-20", "", "standard", "0.16", ""},
		{"PT", "", "1100-148", "standard", "0.23", ""},
		{"AT", "", "6691", "standard", "0.19", ""}, {"AT", "", "6992", "standard", "0.19", ""}, {"AT", "", "1010", "standard", "0.2", ""},
		{"FR", "", "97190", "standard", "0.085", ""}, {"RE", "", "", "standard", "0.085", ""}, {"FR", "", "20000", "reduced_2", "0.021", ""},
		{"ES", "", "35001", "standard", "0.07", ""}, {"IC", "", "", "standard", "0.07", ""},
		{"ES", "", "51001", "standard", "", refusal.TerritoryNotCovered}, {"ES", "", "52001", "standard", "", refusal.TerritoryNotCovered},
		{"DE", "", "27498", "standard", "", refusal.TerritoryNotCovered}, {"DE", "", "78266", "standard", "", refusal.TerritoryNotCovered},
		{"IT", "", "23041", "standard", "", refusal.TerritoryNotCovered}, {"IT", "", "22061", "standard", "", refusal.TerritoryNotCovered},
		{"GR", "", "63086", "standard", "", refusal.TerritoryNotCovered}, {"AX", "", "", "standard", "", refusal.TerritoryNotCovered},
		{"GF", "", "", "standard", "", refusal.TerritoryNotCovered}, {"FR", "", "97133", "standard", "", refusal.TerritoryNotCovered},
		{"IM", "", "", "standard", "0.2", ""}, {"GB", "", "BT1 5GS", "standard", "0.2", ""}, {"MC", "", "", "standard", "0.2", ""},
		{"GR", "GR-AEGEAN", "", "standard", "0.17", ""}, {"GR", "GR-AEGEAN-SMALL", "", "reduced", "0.09", ""},
		{"SM", "", "", "standard", "", refusal.TerritoryNotCovered},
		{"JE", "", "", "standard", "0.05", ""}, {"GG", "", "", "standard", "", refusal.RateNotCovered},
		{"CA", "CA-ON", "", "standard", "0.13", ""}, {"CA", "QC", "", "standard", "0.14975", ""}, {"CA", "NS", "", "standard", "0.14", ""},
		{"CA", "", "", "standard", "", refusal.SubRegionRequired}, {"BR", "", "", "standard", "", refusal.RateNotCovered},
	} {
		loc, b := Locate(c.country, c.region, c.postal, today)
		if b != nil {
			t.Errorf("%+v: %v", c, b)
			continue
		}
		r, b := Lookup(loc, "goods_standard", c.class, "category", today)
		switch {
		case c.code != "" && (b == nil || b.Code != c.code):
			t.Errorf("%+v at %+v: %v, %v", c, loc, r.Total(), b)
		case c.code == "" && (b != nil || r.Total().String() != c.want):
			t.Errorf("%+v at %+v: %v, %v", c, loc, r.Total(), b)
		}
	}
	if loc, _ := Locate("GB", "", "BT1 5GS", today); loc.Area != NI {
		t.Errorf("Belfast is in area %s", loc.Area)
	}
	if loc, _ := Locate("GB", "", "BT1 5GS", civil.MustParse("2020-12-31")); loc.Area != EU {
		t.Errorf("Belfast was in area %s in 2020", loc.Area)
	}
	if loc, _ := Locate("ES", "canarias", "", today); loc.Area != Third {
		t.Errorf("the Canary Islands are in area %s", loc.Area)
	}
	for _, typo := range []string{"Madiera", "karnataka"} {
		for _, country := range []string{"PT", "IN"} {
			if loc, b := Locate(country, typo, "", today); b == nil {
				t.Errorf("%s in %s is %+v", typo, country, loc)
			}
		}
	}
	if _, b := Locate("FR", "PT-20", "", today); b == nil {
		t.Error("the Azores were found in France")
	}
}

func TestCategories(t *testing.T) {
	for _, c := range []struct{ place, category, day, want, code string }{
		{"DE", "books", "2026-01-01", "0.07", ""}, {"FR", "books", "2026-01-01", "0.055", ""}, {"GB", "books", "2026-01-01", "0", ""},
		{"NL", "hotel_accommodation", "2025-12-31", "0.09", ""}, {"NL", "hotel_accommodation", "2026-01-01", "0.21", ""},
		{"SE", "food", "2026-03-31", "0.12", ""}, {"SE", "food", "2026-04-01", "0.06", ""},
		{"SE", "food", "2028-01-01", "", refusal.CategoryNotMapped},
		// The temporary cuts of 2020 to 2022, as the ministries and the advisers cited in the data date them.
		{"AT", "books", "2020-06-30", "0.1", ""}, {"AT", "books", "2021-12-31", "0.05", ""}, {"AT", "books", "2022-01-01", "0.1", ""},
		{"AT", "newspapers", "2020-12-31", "0.05", ""}, {"AT", "newspapers", "2021-01-01", "0.1", ""},
		{"BE", "restaurant_services", "2020-06-07", "0.12", ""}, {"BE", "restaurant_services", "2020-12-31", "0.06", ""},
		{"BE", "restaurant_services", "2021-05-07", "0.12", ""}, {"BE", "restaurant_services", "2021-09-30", "0.06", ""},
		// Of the Belgian reform of March 2026 lodging and camping remained; meals to take away, culture and sport were withdrawn.
		{"BE", "hotel_accommodation", "2026-02-28", "0.06", ""}, {"BE", "hotel_accommodation", "2026-03-01", "", refusal.RateClassRequired},
		{"BE", "hotel_accommodation", "2026-07-01", "0.12", ""}, {"BE", "cultural_admission", "2026-03-01", "0.06", ""},
		{"BE", "sports_admission", "2026-11-21", "0.06", ""}, {"BE", "restaurant_services", "2026-11-21", "0.12", ""},
		{"CY", "hotel_accommodation", "2021-01-10", "0.05", ""}, {"CY", "hotel_accommodation", "2021-01-11", "0.09", ""},
		{"GB", "hotel_accommodation", "2020-07-14", "0.2", ""}, {"GB", "hotel_accommodation", "2021-09-30", "0.05", ""},
		{"GB", "hotel_accommodation", "2022-03-31", "0.125", ""}, {"GB", "hotel_accommodation", "2022-04-01", "0.2", ""},
		{"JP", "newspapers", "2019-10-01", "", refusal.RateClassRequired}, {"GR", "hotel_accommodation", "2026-01-01", "0.13", ""},
		{"AT", "hotel_accommodation", "2021-12-31", "0.05", ""}, {"AT", "hotel_accommodation", "2022-01-01", "0.1", ""},
		{"EE", "newspapers", "2024-12-31", "0.05", ""}, {"EE", "hotel_accommodation", "2025-01-01", "0.13", ""},
		{"RO", "books", "2025-08-01", "0.11", ""}, {"SK", "medicines", "2025-01-01", "0.05", ""},
		{"ES", "food", "2024-10-01", "", refusal.RateClassRequired}, {"PL", "food", "2024-04-01", "", refusal.RateClassRequired},
		// Section 46(1) of the Irish VAT Consolidation Act, as the Finance Acts of 2018, 2020, 2022, 2023 and 2025 amend it.
		{"IE", "restaurant_services", "2018-12-31", "0.09", ""}, {"IE", "restaurant_services", "2019-01-01", "0.135", ""},
		{"IE", "restaurant_services", "2020-10-31", "0.135", ""}, {"IE", "restaurant_services", "2020-11-01", "0.09", ""},
		{"IE", "restaurant_services", "2023-08-31", "0.09", ""}, {"IE", "restaurant_services", "2023-09-01", "0.135", ""},
		{"IE", "restaurant_services", "2026-06-30", "0.135", ""}, {"IE", "restaurant_services", "2026-07-01", "0.09", ""},
		{"IE", "hotel_accommodation", "2026-07-01", "0.135", ""}, {"IE", "hairdressing", "2026-07-01", "0.09", ""},
		{"IE", "electricity", "2022-04-30", "0.135", ""}, {"IE", "electricity", "2022-05-01", "0.09", ""},
		{"DE", "restaurant_services", "2020-06-30", "0.19", ""}, {"DE", "restaurant_services", "2020-12-31", "0.05", ""},
		{"DE", "restaurant_services", "2023-12-31", "0.07", ""}, {"DE", "restaurant_services", "2024-01-01", "0.19", ""},
		{"DE", "restaurant_services", "2026-01-01", "0.07", ""},
		{"DE", "food", "2026-01-01", "0.07", ""}, {"AT", "food", "2026-07-01", "", refusal.RateClassRequired}, {"JP", "medicines", "2026-01-01", "", refusal.CategoryNotMapped},
		{"JP", "food", "2019-09-30", "0.08", ""}, {"JP", "food", "2026-01-01", "0.08", ""},
		{"JP", "restaurant_services", "2019-09-30", "0.08", ""}, {"JP", "restaurant_services", "2019-10-01", "0.1", ""},
		// Section 47 and annexes 2 and 3 of the Czech VAT Act, in the version of 1 January 2024.
		{"CZ", "books", "2023-12-31", "0.1", ""}, {"CZ", "books", "2024-01-01", "0", ""}, {"CZ", "food", "2024-01-01", "0.12", ""},
		{"CZ", "hairdressing", "2024-01-01", "0.21", ""}, {"CZ", "passenger_transport", "2024-01-01", "", refusal.RateClassRequired},
		{"ME", "books", "2024-12-31", "0.07", ""}, {"ME", "books", "2025-01-01", "0.15", ""},
		{"TR", "goods_standard", "2023-07-09", "0.18", ""}, {"TR", "goods_standard", "2023-07-10", "0.2", ""},
		{"GB", "insurance", "2026-01-01", "0", ""}, {"DE", "goods_standrad", "2026-01-01", "", refusal.CategoryNotMapped},
		{"IN", "goods_standard", "2026-01-01", "", refusal.RateClassRequired}, {"IN", "services_standard", "2026-01-01", "0.18", ""},
	} {
		r, b := Lookup(Location{Country: c.place}, c.category, "", "lines[0].category", civil.MustParse(c.day))
		switch {
		case c.code != "" && (b == nil || b.Code != c.code || b.Field != "lines[0].category"):
			t.Errorf("%+v: %v, %v", c, r, b)
		case c.code == "" && (b != nil || r.Total().String() != c.want || len(r.Citations) == 0):
			t.Errorf("%+v: %v, %v", c, r, b)
		}
	}
	if r, _ := Lookup(Location{Country: "GB"}, "insurance", "", "", today); r.Class != Exempt || len(r.Components) != 0 {
		t.Errorf("insurance: %+v", r)
	}
}

// E-books bear the rate that tables of 2020 and 2021 print, and before their day
// none is held.
func TestElectronicBooks(t *testing.T) {
	for country, rate := range map[string]string{"DE": "0.07", "NL": "0.09", "AT": "0.10", "ES": "0.04", "PT": "0.06",
		"IT": "0.04", "SE": "0.06", "LU": "0.03", "GB": "0"} {
		got, blocked := Lookup(Location{Country: country}, "ebooks", "", "category", civil.Of(2022, 10, 22))
		if blocked != nil || !got.Total().Equal(money.MustParse(rate)) {
			t.Errorf("%s: %s, %v; want %s", country, got.Total(), blocked, rate)
		}
		if wants := map[bool]tax.Tier{true: tax.Beta, false: tax.Draft}[country == "GB"]; got.Tier != wants { // HMRC's manual is official
			t.Errorf("%s is %s, want %s", country, got.Tier, wants)
		}
		if _, blocked := Lookup(Location{Country: country}, "ebooks", "", "category", civil.Of(2018, 1, 1)); blocked == nil {
			t.Errorf("%s in 2018: no table was read", country)
		}
	}
}

// Every class and category that a law file names is one that exists.
func TestLawFilesNameWhatExists(t *testing.T) {
	places := 0
	for _, row := range Coverage(today) {
		places++
		for cat, text := range row.Categories {
			if _, ok := category.Get(cat); !ok {
				t.Errorf("%s maps %q, which is no category", row.Country, cat)
			}
			for _, class := range strings.Split(text, "|") {
				if _, ok := row.Classes[class]; !ok && class != Zero && class != Exempt {
					t.Errorf("%s puts %s into %s, which has no rate today", row.Country, cat, class)
				}
			}
		}
		if row.Tier == tax.Covered {
			t.Errorf("%s is covered", row.Country)
		}
	}
	if places < 120 {
		t.Errorf("%d places", places)
	}
}

func TestCoverageTable(t *testing.T) {
	var s strings.Builder
	for _, row := range Coverage(today) {
		classes := make([]string, 0, len(row.Classes))
		for class, rate := range row.Classes {
			if class != Standard {
				classes = append(classes, class+" "+rate.String())
			}
		}
		sort.Strings(classes)
		fmt.Fprintf(&s, "%s %-7s since %s  %-6s %s\n", row.Country, row.Standard, row.Since, row.Tier, strings.Join(classes, ", "))
	}
	const path = "testdata/coverage.txt"
	if *update {
		if err := os.WriteFile(path, []byte(s.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if s.String() != string(want) {
		t.Errorf("the coverage on %s differs from %s; look at the change, then -update:\n%s", today, path, s.String())
	}
}

func BenchmarkLookup(b *testing.B) {
	locs := []Location{{Country: "DE"}, {Country: "FR"}, {Country: "GB"}, {Country: "PT", Territory: "madeira"}, {Country: "JP"},
		{Country: "ZA"}}
	cats := []string{"goods_standard", "services_standard", "digital_services"}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, bl := Lookup(locs[i%len(locs)], cats[i%len(cats)], Standard, "", today); bl != nil {
			b.Fatal(bl)
		}
		i++
	}
}
