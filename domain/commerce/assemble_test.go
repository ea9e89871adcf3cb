package commerce

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/tax"
)

// made is one record to be entered.
type made struct {
	site    int64
	payload event.Payload
	id      int
}

// configure enters records; their ids are 1, 2, … in hex.
func configure(all ...made) Config {
	c := NewConfig()
	for _, m := range all {
		for _, category := range Categories() {
			if slices.ContainsFunc(category.Types, func(t event.Type) bool { return t.Name == m.payload.EventType() }) {
				e := event.Recorded{Stream: category.Name + "-" + tenant + "-" + idOf(m.id), Payload: m.payload}
				e.Meta.Site = m.site
				c.Add(e)
			}
		}
	}
	return c
}

func idOf(n int) string { return fmt.Sprintf("%032x", n) }

func german(lines ...CartLine) Cart {
	if len(lines) == 0 {
		lines = []CartLine{{ID: "1", Category: "goods_standard", Quantity: dec("1"), UnitPrice: dec("100")}}
	}
	de := indirect.Address{Country: "DE"}
	return Cart{Date: day("2026-03-02"), Currency: "EUR", PricesIncludeTax: ptr(false), Seller: CartSeller{Address: de},
		Buyer: indirect.Buyer{Address: de, Status: "consumer"}, Lines: lines}
}

func region(name string, more func(*Region)) Region {
	r := Region{Name: name, Country: "DE", Effective: always}
	if more != nil {
		more(&r)
	}
	return r
}

func TestTheClosestRegionCounts(t *testing.T) {
	country := made{0, RegionCreated{idOf(1), region("country", nil)}, 1}
	postal := made{0, RegionCreated{idOf(2), region("postal", func(r *Region) { r.PostalPrefixes = []string{"10"} })}, 2}
	ofSite := made{7, RegionCreated{idOf(3), region("of the site", nil)}, 3}
	ended := made{0, RegionCreated{idOf(4), region("ended", func(r *Region) { r.EffectiveTo = day("2026-02-01") })}, 4}
	for name, c := range map[string]struct {
		config Config
		postal string
		site   int64
		want   string
	}{
		"the only one":               {configure(country, ended), "10115", 0, idOf(1)},
		"by postal code":             {configure(country, postal), "10115", 0, idOf(2)},
		"not by another postal code": {configure(country, postal), "80331", 0, idOf(1)},
		"a site's own":               {configure(country, ofSite), "10115", 7, idOf(3)},
		"not another site's":         {configure(country, ofSite), "10115", 8, idOf(1)},
		"none":                       {configure(ended), "10115", 0, ""},
	} {
		cart := german()
		cart.Buyer.PostalCode = c.postal
		a, err := Assemble(cart, c.config, c.site, day("2026-03-02"))
		if err != nil || a.Region != c.want {
			t.Errorf("%s: region %q, want %q (%v)", name, a.Region, c.want, err)
		}
	}
	twice := configure(country, made{0, RegionCreated{idOf(5), region("again", nil)}, 5})
	_, err := Assemble(german(), twice, 0, day("2026-03-02"))
	var b *indirect.Blockers
	if !errors.As(err, &b) || b.List[0].Code != Ambiguous || !strings.Contains(b.Error(), idOf(1)) || !strings.Contains(b.Error(), idOf(5)) {
		t.Errorf("two regions: %v", err)
	}
}

// Without a configuration a cart computes as the sales calculator does.
func TestAnEmptyConfigurationAddsNothing(t *testing.T) {
	a, err := Assemble(german(), Config{}, 0, day("2026-03-02"))
	if err != nil {
		t.Fatal(err)
	}
	with, err := indirect.Calculate(a.Request, indirect.Env{Overlay: a})
	if err != nil {
		t.Fatal(err)
	}
	without, err := indirect.Calculate(a.Request, indirect.Env{})
	if err != nil {
		t.Fatal(err)
	}
	x, _ := json.Marshal(with)
	y, _ := json.Marshal(without)
	if string(x) != string(y) || len(a.Applied) != 0 {
		t.Errorf("\n%s\n%s", x, y)
	}
}

// Whatever rates a tenant enters, and in whatever order they came, a result
// that rests on one is of draft coverage and names it, and one that rests on
// none does not change.
func TestOwnRatesAreNamedAndCapped(t *testing.T) {
	plain, err := indirect.Calculate(mustAssemble(t, Config{}).Request, indirect.Env{})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		all := []made{{0, RegionCreated{idOf(1), region("Germany", nil)}, 1}}
		want := plain.Tax
		replaced := false
		var names []string
		for n := range rapid.IntRange(0, 4).Draw(t, "rates") {
			r := Rate{RegionID: idOf(1), Name: fmt.Sprintf("rate %d", n), Code: fmt.Sprintf("X%d", n), Mode: "add", Source: "a test",
				Effective: always,
				Rate:      dec(fmt.Sprintf("0.0%d", rapid.IntRange(0, 9).Draw(t, "rate")))}
			switch rapid.IntRange(0, 3).Draw(t, "which") {
			case 0:
				r.Category = "books" // of another category
			case 1:
				if replaced {
					continue
				}
				r.Mode, replaced = "replace", true
				want = want.Sub(plain.Tax)
				fallthrough
			default:
				want = want.Add(r.Rate.Mul(dec("100")))
				names = append(names, idOf(10+n))
			}
			all = append(all, made{0, RateCreated{idOf(10 + n), r}, 10 + n})
		}
		all = rapid.Permutation(all).Draw(t, "order")
		a := mustAssemble(t, configure(all...))
		got, err := indirect.Calculate(a.Request, indirect.Env{Overlay: a})
		if err != nil {
			t.Fatal(err)
		}
		if !got.Tax.Equal(want) {
			t.Fatalf("tax %s, want %s", got.Tax, want)
		}
		if len(names) > 0 && got.CoverageStatus != tax.Draft {
			t.Fatalf("coverage %s", got.CoverageStatus)
		}
		said := strings.Join(got.Assumptions, "\n")
		for _, id := range names {
			if !strings.Contains(said, id) || !slices.ContainsFunc(a.Applied, func(x Applied) bool { return x.ID == id && x.Kind == "rate" }) {
				t.Fatalf("rate %s is not named", id)
			}
		}
	})
}

// A rate of a whole category reaches each part of it that is not apart, a rate of the
// part goes before it, and a rate of every category comes last; in whatever order they
// came.
func TestOwnRateOfAWholeReachesItsParts(t *testing.T) {
	rate := func(category, code, percent string) Rate {
		return Rate{RegionID: idOf(1), Name: code, Code: code, Mode: "replace", Category: category, Rate: dec(percent), Source: "a test",
			Effective: always}
	}
	every, whole, part := rate("", "ALL", "0.30"), rate("food", "FOOD", "0.20"), rate("bread", "BREAD", "0.10")
	parts, date := category.Parts("food"), day("2026-03-02")
	place, blocked := rates.Locate("DE", "", "", date)
	if blocked != nil {
		t.Fatal(blocked)
	}
	if len(parts) < 10 {
		t.Fatalf("%d parts of food", len(parts))
	}
	for _, c := range parts {
		for _, entered := range [][]Rate{{every, whole}, {whole, every}, {part, whole, every}, {every, whole, part}, {part, every}} {
			all := []made{{0, RegionCreated{idOf(1), region("Germany", nil)}, 1}}
			want := every
			for n, r := range entered {
				all = append(all, made{0, RateCreated{idOf(10 + n), r}, 10 + n})
				switch {
				case r.Category == c.Code, r.Category == "food" && !c.Apart && want.Category != c.Code:
					want = r
				}
			}
			cart := german()
			cart.Lines[0].Category = c.Code
			a, err := Assemble(cart, configure(all...), 0, date)
			if err != nil {
				t.Fatal(err)
			}
			got, b := a.Rates(place, c.Code, "lines[0]")
			if b != nil || len(got) != 1 || got[0].Code != want.Code {
				t.Errorf("%s of %d rates: %v %v, want %s", c.Code, len(entered), got, b, want.Code)
			}
		}
	}
}

func mustAssemble(t interface{ Fatal(...any) }, c Config) *Assembled {
	a, err := Assemble(german(), c, 0, day("2026-03-02"))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestTwoReplacingRatesAreRefused(t *testing.T) {
	rate := Rate{RegionID: idOf(1), Name: "x", Code: "X", Mode: "replace", Rate: dec("0.1"), Source: "a test", Effective: always}
	narrow := rate
	narrow.Category = "goods_standard"
	c := configure(made{0, RegionCreated{idOf(1), region("Germany", nil)}, 1}, made{0, RateCreated{idOf(2), rate}, 2},
		made{0, RateCreated{idOf(3), rate}, 3})
	a := mustAssemble(t, c)
	if _, err := indirect.Calculate(a.Request, indirect.Env{Overlay: a}); err == nil || !strings.Contains(err.Error(), Ambiguous) {
		t.Errorf("%v", err)
	}
	// The category's own is closer.
	narrow.Rate = dec("0.2")
	a = mustAssemble(t, configure(made{0, RegionCreated{idOf(1), region("Germany", nil)}, 1}, made{0, RateCreated{idOf(2), rate}, 2},
		made{0, RateCreated{idOf(3), narrow}, 3}))
	if r, err := indirect.Calculate(a.Request, indirect.Env{Overlay: a}); err != nil || r.Tax.String() != "20.00" {
		t.Errorf("%v, %v", r.Tax, err)
	}
}

func TestRegistrationsBecomeFactsOfTheSeller(t *testing.T) {
	reg := func(n int, country, region, standing, scheme string) made {
		return made{0, RegistrationCreated{idOf(n), Registration{Country: country, Region: region, Standing: standing, Scheme: scheme,
			Effective: always}}, n}
	}
	c := configure(reg(1, "FR", "", "registered", Standard), reg(2, "US", "MN", "registered", Standard), reg(3, "CA", "BC", "not_registered",
		Standard),
		reg(4, "DE", "", "registered", UnionOSS), reg(5, "IE", "", "registered", IOSS))
	cart := german()
	cart.Import = &indirect.Import{IntrinsicValueEUR: dec("20")}
	a, err := Assemble(cart, c, 0, day("2026-03-02"))
	if err != nil {
		t.Fatal(err)
	}
	s := a.Request.Seller
	if !slices.Equal(s.Registrations, []string{"FR", "US-MN"}) || !slices.Equal(s.NotRegistered, []string{"CA-BC"}) || !s.OSS ||
		!a.Request.Import.IOSS || cart.Import.IOSS {
		t.Errorf("%+v %+v", s, a.Request.Import)
	}
	if _, err := Assemble(Cart{Lines: cart.Lines}, Config{}, 0, day("2026-03-02")); fault.As(err) == nil || len(fault.As(err).Fields) != 2 {
		t.Errorf("a cart without currency and kind of price: %v", err)
	}
}

// A snapshot holds what was committed, whatever its size, in events below
// 64 KiB, and the same cart is committed once.
func TestSnapshotsKeepWhatWasCommitted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var lines []CartLine
		for i := range rapid.IntRange(1, 400).Draw(t, "lines") {
			lines = append(lines, CartLine{ID: fmt.Sprintf("ä%d", i), SKU: strings.Repeat("ß", rapid.IntRange(0, 49).Draw(t, "sku")),
				Category: "goods_standard", Quantity: dec("1"), UnitPrice: dec("9.99")})
		}
		cart := german(lines...)
		cart.CartID = "c"
		a, err := Assemble(cart, Config{}, 0, day("2026-03-02"))
		if err != nil {
			t.Fatal(err)
		}
		result, err := indirect.Calculate(a.Request, indirect.Env{})
		if err != nil {
			t.Fatal(err)
		}
		sum, err := cart.SHA256()
		if err != nil {
			t.Fatal(err)
		}
		commit := Commit{cart, Preview{CartID: "c", CartSHA256: sum, Committed: true, SnapshotID: idOf(1), Applied: []Applied{}, Result: result}}
		events, err := commit.Decide(Snapshot{})
		if err != nil {
			t.Fatal(err)
		}
		var s Snapshot
		for _, p := range events {
			if part, ok := p.(SnapshotPart); ok && len(part.Content.Plain) > snapshotPartBytes {
				t.Fatalf("a part of %d bytes", len(part.Content.Plain))
			}
			s = s.Evolve(event.Recorded{Payload: p})
		}
		want, _ := json.Marshal(commit.Preview)
		encoded, _ := json.Marshal(cart)
		if hash := sha256.Sum256(s.Cart); hex.EncodeToString(hash[:]) != sum {
			t.Fatal("the cart that is kept is not the one that was hashed")
		}
		if string(s.Preview) != string(want) || string(s.Cart) != string(encoded) || !s.Whole() || s.Taken.Parts != len(events)-1 {
			t.Fatal("the snapshot differs from what was committed")
		}
		if again, err := commit.Decide(s); err != nil || len(again) != 0 {
			t.Fatalf("committed twice: %v, %v", again, err)
		}
		commit.Preview.CartSHA256 = "other"
		if _, err := commit.Decide(s); fault.As(err) == nil || fault.As(err).Code != fault.Immutable {
			t.Fatalf("another cart: %v", err)
		}
	})
}

// A rate of the tenant's own stands in for local rates that nobody imported;
// one that only adds does not.
func TestOwnRatesInAState(t *testing.T) {
	ga := Region{Name: "Georgia", Country: "US", Region: "US-GA", PostalPrefixes: []string{"303"}, Effective: always}
	rate := Rate{RegionID: idOf(1), Name: "Atlanta", Code: "ATL", Mode: "replace", Rate: dec("0.089"), Source: "the state's rate chart",
		Effective: always}
	adding := rate
	adding.Mode = "add"
	for name, c := range map[string]struct {
		rate   Rate
		postal string
		want   string
	}{
		"replaces":        {rate, "30303", "8.90"},
		"elsewhere":       {rate, "31401", "local_rate_missing"},
		"adds to nothing": {adding, "30303", "local_rate_missing"},
	} {
		cart := german()
		// Goods beside a performance are taxed where they go.
		cart.PerformedAt = &indirect.Address{Country: "US", Region: "US-TN"}
		cart.ShipTo = &indirect.Address{Country: "US", Region: "GA", PostalCode: c.postal}
		cart.Currency = "USD"
		cart.Seller.Address = indirect.Address{Country: "US", Region: "US-FL"}
		cart.Buyer = indirect.Buyer{Address: indirect.Address{Country: "US", Region: "US-AL"}, Status: "consumer"}
		a, err := Assemble(cart, configure(made{0, RegionCreated{idOf(1), ga}, 1}, made{0, RateCreated{idOf(2), c.rate}, 2},
			made{0, RegistrationCreated{idOf(3), Registration{Country: "US", Region: "GA", Standing: "registered", Scheme: Standard,
				Effective: always}}, 3}), 0, day("2026-03-02"))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if r, err := indirect.Calculate(a.Request, indirect.Env{Overlay: a}); err != nil {
			got, _, _ = strings.Cut(err.Error(), ":")
		} else {
			got = r.Tax.String()
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

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
