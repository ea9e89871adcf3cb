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

	"pgregory.net/rapid"

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
