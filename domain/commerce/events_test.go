package commerce

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func day(s string) civil.Date { return civil.MustParse(s) }

func dec(s string) money.Dec { return money.MustParse(s) }

func ptr[T any](v T) *T { return &v }

var always = Effective{EffectiveFrom: day("2026-01-01")}

// whole is a year, with both ends.
var whole = Effective{EffectiveFrom: day("2026-01-01"), EffectiveTo: day("2026-12-31")}

// samples holds one event of each type with every field set.
func samples() []event.Payload {
	cipher := func(word string) sealed.Text {
		return sealed.Text{Subject: CustomerSubject("cust-1"), Cipher: []byte("sealed:" + word)}
	}
	id := "0192aa00000000000000000000000001"
	region := Region{"Ceuta", "ES", "ES-CE", []string{"51"}, "EUR", ptr(true), ptr(false), StripeTax, FallInternal, whole}
	rate := Rate{id, "IPSI general", "IPSI", dec("0.04"), "goods_standard", "replace", "Ordenanza fiscal", whole}
	rule := Rule{"Books", 10, id, RuleMatch{[]string{"BK-1"}, "BK-", "book"}, RuleSet{"books", "reduced", "goods"}, whole}
	registration := Registration{"US", "MN", "registered", Standard, "123", "quarter", 24, "month", whole}
	exemption := exemptionText{cipher("customer"), "resale", cipher("number"), []string{"US-MN"}, cipher("note"), whole}
	return []event.Payload{
		RegionCreated{id, region}, RegionChanged{region}, RegionRetired{day("2026-06-30")},
		RegionClaimed{id, "ES", "ES-CE", []string{"51"}, whole},
		RateCreated{id, rate}, RateChanged{rate}, RateRetired{day("2026-06-30")},
		RuleCreated{id, rule}, RuleChanged{rule}, RuleRetired{day("2026-06-30")},
		RegistrationCreated{id, registration}, RegistrationChanged{registration}, RegistrationRetired{day("2026-06-30")},
		ExemptionCreated{id, exemption}, ExemptionChanged{exemption}, ExemptionRetired{day("2026-06-30")},
		SnapshotTaken{id, "cart-1", strings.Repeat("ab", 32), cipher("customer"), day("2026-03-02"), "EUR", dec("100.00"), dec("19.00"),
			dec("119.00"), 1,
			Internal, "draft", strings.Repeat("cd", 32), 2},
		SnapshotPart{1, "cart", compressed, cipher("cart")},
		CheckoutReversed{id + "_1", id, "cart-1", strings.Repeat("cd", 32), 1, day("2026-03-09"), "EUR",
			Totals{dec("50.00"), dec("9.50"), dec("59.50")}, []ReversedTax{{"VAT", dec("0.19"), dec("50.00"), dec("9.50")}},
			Totals{dec("50.00"), dec("9.50"), dec("59.50")}, strings.Repeat("ef", 32), cipher("reason"), 1},
		ReversalLines{1, []ReversedLine{{1, dec("1"), dec("50.00"), dec("9.50"), dec("59.50"), []money.Dec{dec("9.50")}}}},
	}
}

// past reads what of an event of the past says whose it is, as it is read now.
var past = map[string]func(event.Payload) (customer sealed.Text, subject string){
	"commerce.exemption_created.v1": func(p event.Payload) (sealed.Text, string) {
		e := p.(ExemptionCreated).Exemption
		return e.CustomerID, e.Number.Subject
	},
	"commerce.exemption_changed.v1": func(p event.Payload) (sealed.Text, string) {
		e := p.(ExemptionChanged).Exemption
		return e.CustomerID, e.Number.Subject
	},
	"commerce.snapshot_taken.v1": func(p event.Payload) (sealed.Text, string) {
		return p.(SnapshotTaken).CustomerID, p.(SnapshotTaken).Subject()
	},
}

// The shape of every event is frozen: what the log holds decodes, and encodes
// to the same bytes. What is no longer written is read as the present version,
// with the customer's id and under the same subject.
func TestEventsAreFrozen(t *testing.T) {
	var present []event.Category
	read := 0
	for _, c := range append(Categories(), Snapshots, RegionClaims) {
		written := event.Category{Name: c.Name}
		for _, typ := range c.Types {
			whose, old := past[typ.Name]
			if !old {
				written.Types = append(written.Types, typ)
				continue
			}
			read++
			frozen, err := os.ReadFile(filepath.Join("testdata", "events", typ.Name+".json"))
			if err != nil {
				t.Fatal(err)
			}
			p, err := typ.Decode(frozen)
			if err != nil {
				t.Fatal(err)
			}
			if customer, subject := whose(p); customer.Plain != "cust-1" || customer.Subject != CustomerSubject("cust-1") ||
				subject != customer.Subject {
				t.Errorf("%s is read as %+v, %s", typ.Name, customer, subject)
			}
			if p.EventType() != strings.TrimSuffix(typ.Name, "1")+"2" {
				t.Errorf("%s is read as %s", typ.Name, p.EventType())
			}
		}
		present = append(present, written)
	}
	if read != len(past) {
		t.Errorf("%d types of the past, of %d", read, len(past))
	}
	eventtest.Golden(t, *update, samples(), present...)
}
