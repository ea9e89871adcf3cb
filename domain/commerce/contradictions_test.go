package commerce

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect"
)

// A site's own registration goes before the tenant's; two that contradict each
// other are refused where the cart has to do with their country.
func TestContradictoryRegistrations(t *testing.T) {
	reg := func(n int, site int64, country, region, standing string) made {
		return made{site, RegistrationCreated{idOf(n), Registration{Country: country, Region: region, Standing: standing, Scheme: Standard,
			Effective: always}}, n}
	}
	twice := configure(reg(1, 0, "US", "MN", "registered"), reg(2, 0, "US", "MN", "not_registered"))
	american := german()
	american.Buyer.Address = indirect.Address{Country: "US", Region: "MN"}
	_, err := Assemble(american, twice, 0, day("2026-03-02"))
	var b *indirect.Blockers
	if !errors.As(err, &b) || b.List[0].Code != Ambiguous || b.List[0].Field != "seller.registrations" || !strings.Contains(b.Error(),
		idOf(1)) || !strings.Contains(b.Error(), idOf(2)) {
		t.Errorf("%v", err)
	}
	if _, err := Assemble(german(), twice, 0, day("2026-03-02")); err != nil {
		t.Errorf("a cart that stays in Germany: %v", err)
	}
	of := configure(reg(1, 0, "US", "MN", "registered"), reg(2, 7, "US", "MN", "not_registered"), reg(3, 0, "US", "WI", "registered"))
	for site, want := range map[int64]string{0: "[US-MN US-WI] []", 7: "[US-WI] [US-MN]"} {
		a, err := Assemble(american, of, site, day("2026-03-02"))
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(a.Request.Seller.Registrations, a.Request.Seller.NotRegistered); got != want {
			t.Errorf("site %d: %s, want %s", site, got, want)
		}
	}
}

// A certificate that no state could have given is malformed, whether the cart
// is looked at before or while it is put together.
func TestCertificatesOfNoState(t *testing.T) {
	for place, bad := range map[string]bool{"US-MN": false, "US-ZZ": true, "Minnesota": true, "US-mn": true, "MN": true, "": true,
		"DE": true} {
		cart := german()
		cart.Buyer.Exemption = &indirect.Exemption{Kind: "resale", Number: "1", Places: []string{"US-WI", place}}
		_, err := Assemble(cart, Config{}, 0, day("2026-03-02"))
		for _, err := range []error{err, cart.Faults(true)} {
			f := fault.As(err)
			if (f != nil) != bad || bad && (len(f.Fields) != 1 || f.Fields[0].Field != "buyer.exemption.places[1]") {
				t.Errorf("%q: %v", place, err)
			}
		}
	}
}

// Two regions that would leave a destination undecided are refused when the
// second is entered, and not when carts come.
func TestTwinRegionsAreRefused(t *testing.T) {
	c := NewConfig()
	c.regions["r1"] = Record[Region]{ID: "r1", Versions: []Version[Region]{{Content: Region{Name: "Spain", Country: "ES", Effective: whole}}}}
	c.regions["r2"] = Record[Region]{ID: "r2",
		Versions: []Version[Region]{{Content: Region{Name: "Madrid", Country: "ES", PostalPrefixes: []string{"28"}, Effective: whole}}}}
	facts := Facts{Today: day("2026-03-02"), Twin: c.Twin(0)}
	for name, q := range map[string]struct {
		r    Region
		twin string
	}{
		"the same country":       {Region{Name: "x", Country: "ES", Effective: whole}, "r1"},
		"another year":           {Region{Name: "x", Country: "ES", Effective: Effective{EffectiveFrom: day("2027-01-01")}}, ""},
		"another country":        {Region{Name: "x", Country: "PT", Effective: whole}, ""},
		"a part":                 {Region{Name: "x", Country: "ES", PostalPrefixes: []string{"08"}, Effective: whole}, ""},
		"a part of a part":       {Region{Name: "x", Country: "ES", PostalPrefixes: []string{"2801"}, Effective: whole}, "r2"},
		"a territory of its own": {Region{Name: "x", Country: "ES", Region: "ES-CE", Effective: whole}, ""},
	} {
		_, err := Regions.Create(q.r, act.Context{CommandID: uuid.New()}, facts)
		var b *fault.Error
		switch {
		case q.twin == "":
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		case !errors.As(err, &b) || len(b.Blockers) != 1 || b.Blockers[0].Code != RegionDuplicate || b.Blockers[0].Resource != q.twin:
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Regions.Change(c.regions["r1"], []byte(`{"name":"España"}`), Facts{Today: day("2026-03-02"), Twin: c.Twin(0)}); err != nil {
		t.Errorf("a region is no twin of itself: %v", err)
	}
}

// Two registrations of one site, authority and scheme do not stand on one day, of
// whatever numbers.
func TestDuplicateRegistrationsAreRefused(t *testing.T) {
	at := func(from, to string) Effective {
		e := Effective{EffectiveFrom: day(from)}
		if to != "" {
			e.EffectiveTo = day(to)
		}
		return e
	}
	german := func(number string, e Effective) Registration {
		return Registration{Country: "DE", Standing: "registered", Scheme: Standard, Number: number, Effective: e}
	}
	c := NewConfig()
	c.registrations["r1"] = Record[Registration]{ID: "r1", Versions: []Version[Registration]{{Content: german("DE 136695976", at("2024-01-01",
		""))}, {Content: german("DE811907980", at("2026-01-01", "2026-06-30"))}}}
	c.registrations["r2"] = Record[Registration]{ID: "r2", RetiredOn: day("2025-01-01"), Versions: []Version[Registration]{{Content: Registration{
		Country: "FR", Standing: "registered", Scheme: Standard, Effective: at("2024-01-01", "")}}}}
	french, minnesota := german("", at("2024-06-01", "")), german("", at("2024-01-01", ""))
	french.Country, minnesota.Country, minnesota.Region = "FR", "US", "MN"
	oss := german("", at("2024-01-01", ""))
	oss.Scheme = UnionOSS
	for name, q := range map[string]struct {
		r     Registration
		site  int64
		of    string
		field string
	}{
		"the same":                    {german("DE136695976", at("2025-12-31", "")), 0, "r1", "number"},
		"the same, otherwise written": {german("DE136695976", at("2020-01-01", "2024-01-01")), 0, "r1", "number"},
		"of another site":             {german("DE136695976", at("2025-12-31", "")), 1, "", ""},
		"another number":              {german("DE129274202", at("2025-12-31", "")), 0, "r1", "number"},
		"after its number changed":    {german("DE136695976", at("2026-01-01", "")), 0, "r1", "number"},
		"its later number, before":    {german("DE811907980", at("2024-01-01", "2025-12-31")), 0, "r1", "number"},
		"its later number":            {german("DE811907980", at("2026-06-30", "")), 0, "r1", "number"},
		"its later number, after":     {german("DE811907980", at("2026-07-01", "")), 0, "", ""},
		"before it":                   {german("DE136695976", at("2020-01-01", "2023-12-31")), 0, "", ""},
		"without a number":            {french, 0, "r2", "effective_from"},
		"another scheme":              {oss, 0, "", ""},
		"another authority":           {minnesota, 0, "", ""},
	} {
		facts := Facts{Today: day("2026-03-02"), Duplicate: c.Duplicate(q.site)}
		_, err := Registrations.Create(q.r, act.Context{CommandID: uuid.New()}, facts)
		var b *fault.Error
		switch {
		case q.of == "":
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		case !errors.As(err, &b) || len(b.Blockers) != 1 || b.Blockers[0].Code != RegistrationDuplicate || b.Blockers[0].Resource != q.of ||
			b.Blockers[0].Field != q.field:
			t.Errorf("%s: %v", name, err)
		}
	}
	french.EffectiveFrom = day("2025-01-01")
	facts := Facts{Today: day("2026-03-02"), Duplicate: c.Duplicate(0)}
	if _, err := Registrations.Create(french, act.Context{CommandID: uuid.New()}, facts); err != nil {
		t.Errorf("once the other was retired: %v", err)
	}
	if _, err := Registrations.Change(c.registrations["r1"], []byte(`{"effective_to":"2026-09-30"}`), facts); err != nil {
		t.Errorf("a registration is no duplicate of itself: %v", err)
	}
	for _, c := range []struct {
		country, scheme, standing, wrong string
		day                              int
		statements                       string
	}{
		{"FR", Standard, "registered", "", 24, "month"}, {"DE", Standard, "registered", "", 0, "quarter"},
		{"DE", Standard, "registered", "return_day", 24, ""}, {"GB", Standard, "registered", "statements", 0, "month"},
		{"FR", UnionOSS, "registered", "return_day", 24, ""}, {"FR", UnionOSS, "registered", "statements", 0, "month"},
		{"FR", Standard, "not_registered", "statements", 24, ""},
	} {
		r := Registration{Country: c.country, Standing: c.standing, Scheme: c.scheme, ReturnDay: c.day, Statements: c.statements,
			Effective: at("2024-01-01", "")}
		if err := Faults(r, facts); (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%+v: %v, want %q", c, err, c.wrong)
		}
	}
	for scheme, every := range map[string]string{UnionOSS: "month", NonUnionOSS: "two_months"} {
		r := Registration{Country: "IE", Standing: "registered", Scheme: scheme, Returns: every, Effective: at("2024-01-01", "")}
		if err := Faults(r, facts); err == nil || !strings.Contains(err.Error(), "returns") {
			t.Errorf("%s with returns of %s: %v", scheme, every, err)
		}
		r.Returns = "quarter"
		if err := Faults(r, facts); err != nil {
			t.Errorf("%s: %v", scheme, err)
		}
	}
}
