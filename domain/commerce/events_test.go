package commerce

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
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
	registration := Registration{"US", "MN", "registered", Standard, "123", whole}
	exemption := exemptionText{cipher("customer"), "resale", cipher("number"), []string{"US-MN"}, cipher("note"), whole}
	return []event.Payload{
		RegionCreated{id, region}, RegionChanged{region}, RegionRetired{day("2026-06-30")},
		RateCreated{id, rate}, RateChanged{rate}, RateRetired{day("2026-06-30")},
		RuleCreated{id, rule}, RuleChanged{rule}, RuleRetired{day("2026-06-30")},
		RegistrationCreated{id, registration}, RegistrationChanged{registration}, RegistrationRetired{day("2026-06-30")},
		ExemptionCreated{id, exemption}, ExemptionChanged{exemption}, ExemptionRetired{day("2026-06-30")},
		SnapshotTaken{id, "cart-1", strings.Repeat("ab", 32), cipher("customer"), day("2026-03-02"), "EUR", dec("100.00"), dec("19.00"), dec("119.00"), 1,
			Internal, "draft", strings.Repeat("cd", 32), 2},
		SnapshotPart{1, "cart", compressed, cipher("cart")},
	}
}

func golden(name string) string { return filepath.Join("testdata", "events", name+".json") }

func pretty(t *testing.T, p event.Payload) []byte {
	t.Helper()
	var b bytes.Buffer
	data, err := json.Marshal(p)
	if err == nil {
		err = json.Indent(&b, data, "", "  ")
	}
	if err != nil {
		t.Fatal(err)
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// The shape of every event is frozen: what the log holds decodes, and encodes
// to the same bytes.
func TestEventsAreFrozen(t *testing.T) {
	types := map[string]event.Type{}
	for _, c := range append(Categories(), Snapshots) {
		for _, typ := range c.Types {
			types[typ.Name] = typ
		}
	}
	seen := 0
	for _, p := range samples() {
		name := p.EventType()
		typ, known := types[name]
		if !known {
			t.Errorf("%s is in no category", name)
			continue
		}
		seen++
		got := pretty(t, p)
		if *update {
			if err := os.WriteFile(golden(name), got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden(name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is written as\n%s\nfrozen as\n%s", name, got, want)
		}
		back, err := typ.Decode(want)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if again := pretty(t, back); !bytes.Equal(again, want) {
			t.Errorf("%s is read and written back as\n%s", name, again)
		}
	}
	if past := checkPast(t, types); seen+past != len(types) {
		t.Errorf("%d samples and %d past versions for %d types", seen, past, len(types))
	}
}

// checkPast reads every type that is no longer written, as it was frozen, and
// returns how many there are: each is read as the present version, with the
// customer's id and under the same subject.
func checkPast(t *testing.T, types map[string]event.Type) (past int) {
	for name, want := range map[string]func(event.Payload) (customer sealed.Text, number string){
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
	} {
		past++
		frozen, err := os.ReadFile(golden(name))
		if err != nil {
			t.Fatal(err)
		}
		p, err := types[name].Decode(frozen)
		if err != nil {
			t.Fatal(err)
		}
		if customer, subject := want(p); customer.Plain != "cust-1" || customer.Subject != CustomerSubject("cust-1") || subject != customer.Subject {
			t.Errorf("%s is read as %+v, %s", name, customer, subject)
		}
		if p.EventType() != strings.TrimSuffix(name, "1")+"2" {
			t.Errorf("%s is read as %s", name, p.EventType())
		}
	}
	return past
}
