package indirect_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/country"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// places are those with a tax on sales, or with a source that they have none.
func places(on civil.Date) (all []indirect.Address) {
	regions := map[string][]string{"CA": {"CA-ON", "CA-BC", "CA-QC", "CA-AB"}, "IN": {"IN-KA"}}
	for _, row := range rates.Coverage(on) {
		of := regions[row.Country]
		if of == nil {
			of = []string{""}
		}
		for _, region := range of {
			all = append(all, indirect.Address{Country: row.Country, Region: region})
		}
	}
	for _, t := range rates.Territories() {
		if t.Own {
			all = append(all, indirect.Address{Country: t.Country, Region: t.Slug})
		}
	}
	for _, folder := range law.Folders() {
		if state, ok := strings.CutPrefix(folder, "us-"); ok {
			all = append(all, indirect.Address{Country: "US", Region: "US-" + strings.ToUpper(state)})
		}
	}
	return all
}

// sold is a sale of a category to a consumer within a place.
func sold(at indirect.Address, code string, on civil.Date) indirect.Request {
	return indirect.Request{Date: on, Currency: "USD", Scope: "state_only",
		Seller: indirect.Seller{Address: at, Status: "business", Registrations: []string{at.Country, at.Region}},
		Buyer:  indirect.Buyer{Address: at, Status: "consumer"}, PerformedAt: &at,
		Lines: []indirect.Line{{ID: "1", Category: code, Quantity: money.One, UnitPrice: money.FromInt(100)}}}
}

// Whatever is sold by its everyday name, every place answers with a figure that
// rests on a source, with a question whose every choice leads to one, or with a
// refusal that says what is not held; nowhere is the category unknown.
func TestEveryPlaceAnswersEveryCommonCategory(t *testing.T) {
	on := civil.MustParse("2026-11-28")
	names := []string{"food", "books", "ebooks", "restaurant", "hotel", "newspaper", "medicine", "clothes", "goods", "services", "software",
		"Children's clothing", "children clothing", "E-Books"}
	answered, asked, refused := 0, 0, 0
	for _, at := range places(on) {
		for _, name := range names {
			q := sold(at, name, on)
			r, err := indirect.Calculate(q, indirect.Env{})
			var open *indirect.Blockers
			switch {
			case err == nil:
				if answered++; len(r.Citations) == 0 {
					t.Errorf("%s of %s: %s without a source", name, at, r.Tax)
				}
				if _, coded := category.Get(r.Lines[0].Category); !coded {
					t.Errorf("%s of %s is answered as %q, which is no code", name, at, r.Lines[0].Category)
				}
			case !errors.As(err, &open):
				if name != "Children's clothing" { // no name of any
					t.Errorf("%s of %s: %v", name, at, err)
				}
			default:
				for _, b := range open.List {
					byClass := b.Code == refusal.RateClassRequired || b.Code == refusal.CategoryNotMapped
					if open := byClass && len(b.Choices) > 0; open {
						asked++
						leads(t, q, b)
					} else if refused++; b.Message == "" || byClass && at.Country != "CA" {
						t.Errorf("%s of %s: %v offers nothing", name, at, b)
					}
				}
			}
		}
	}
	t.Logf("%d figures, %d questions with choices, %d refusals", answered, asked, refused)
	if answered == 0 || asked == 0 {
		t.Error("the walk tells nothing")
	}
}

// leads holds every choice of a refusal against what it does.
func leads(t *testing.T, q indirect.Request, b *indirect.Blocked) {
	t.Helper()
	for _, one := range b.Choices {
		if one.Field != "lines[0].rate_class" {
			t.Errorf("%v: a choice of %s", b, one.Field)
			continue
		}
		stated := q
		stated.Lines = []indirect.Line{q.Lines[0]}
		stated.Lines[0].RateClass = one.Value
		r, err := indirect.Calculate(stated, indirect.Env{})
		if err != nil {
			t.Errorf("%v: the choice %s: %v", b, one.Value, err)
			continue
		}
		if one.Rate != "" && !r.Tax.Equal(money.MustParse(one.Rate).Mul(money.FromInt(100))) {
			t.Errorf("%v: %s is said to be %s, and 100 bears %s", b, one.Value, one.Rate, r.Tax)
		}
	}
}

// A name and its code are one request.
func TestNamesAreTheirCodes(t *testing.T) {
	on := civil.MustParse("2026-11-28")
	for _, c := range category.All() {
		for _, name := range category.Named(c.Code) {
			for _, country := range []string{"DE", "FR", "JP", "SG"} {
				at := indirect.Address{Country: country}
				byName, err1 := indirect.Calculate(sold(at, strings.ToUpper(strings.ReplaceAll(name, "_", " ")), on), indirect.Env{})
				byCode, err2 := indirect.Calculate(sold(at, c.Code, on), indirect.Env{})
				if (err1 == nil) != (err2 == nil) || err1 != nil && err1.Error() != err2.Error() || !byName.Tax.Equal(byCode.Tax) {
					t.Errorf("%s in %s: %v %v, %s: %v %v", name, country, byName.Tax, err1, c.Code, byCode.Tax, err2)
				}
			}
		}
	}
}

// Food at large is at the class that the law gives it at large; what the law
// excepts keeps its own.
func TestFoodAtLarge(t *testing.T) {
	on := civil.MustParse("2026-11-28")
	for _, c := range []struct{ country, category, tax string }{
		{"DE", "food", "7"}, {"DE", "caviar", "19"}, {"DE", "lobster_oysters", "19"}, {"GB", "food", "0"}, {"GB", "chocolate", "20"},
		{"IM", "food", "0"}, {"FR", "food", "5.5"}, {"FR", "confectionery", "20"}, {"FR", "prepared_food", "10"},
		{"AU", "food", "0"}, {"AU", "bread", "0"}, {"AU", "prepared_food", "10"}, {"AU", "chocolate", "10"}, {"AU", "restaurant", "10"},
		{"CO", "sugar", "5"}, {"CO", "vegetables", "0"}, {"UA", "hotel", "7"},
	} {
		r, err := indirect.Calculate(sold(indirect.Address{Country: c.country}, c.category, on), indirect.Env{})
		if err != nil || !r.Tax.Equal(money.MustParse(c.tax)) {
			t.Errorf("%s of %s: %s, want %s (%v)", c.category, c.country, r.Tax, c.tax, err)
		}
	}
}

// In every country a sale has a figure, nothing to pay with a source that says so,
// or a refusal that names what is not held.
func TestASaleInEveryCountry(t *testing.T) {
	on := civil.MustParse("2026-11-28")
	var taxed, untaxed int
	var refused []string
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			code := string(a) + string(b)
			if !country.Is(code) {
				continue
			}
			r, err := indirect.Calculate(sold(indirect.Address{Country: code}, "goods", on), indirect.Env{})
			var open *indirect.Blockers
			switch {
			case err == nil && len(r.Citations) == 0:
				t.Errorf("%s: %s without a source", code, r.Tax)
			case err == nil && r.Tax.IsZero():
				if untaxed++; r.Lines[0].Treatment != "outside_scope" {
					t.Errorf("%s: nothing to pay, %s", code, r.Lines[0].Treatment)
				}
			case err == nil:
				taxed++
			case !errors.As(err, &open):
				t.Errorf("%s: %v", code, err)
			default:
				refused = append(refused, code)
				for _, x := range open.List {
					switch x.Code {
					case refusal.RateNotCovered, refusal.TerritoryNotCovered, refusal.SubRegionRequired:
						continue
					case refusal.RateClassRequired:
						if len(x.Choices) > 0 {
							continue
						}
					}
					t.Errorf("%s: %v", code, x)
				}
			}
		}
	}
	t.Logf("%d taxed, %d without a tax on sales, refused: %s", taxed, untaxed, strings.Join(refused, " "))
	for _, code := range []string{"QA", "KW", "HK", "MO", "BM", "KY"} {
		if r, err := indirect.Calculate(sold(indirect.Address{Country: code}, "food", on), indirect.Env{}); err != nil || !r.Tax.IsZero() {
			t.Errorf("%s: %v, %v", code, r.Tax, err)
		}
	}
}
