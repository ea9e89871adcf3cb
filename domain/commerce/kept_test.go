package commerce

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/privacy"
)

// A committed checkout is kept where the merchant is and where tax was due from
// the merchant; under the One Stop Shop by its own law.
func TestHoldsOfSnapshots(t *testing.T) {
	due := func(country, scheme, liable string) indirect.Decision {
		return indirect.Decision{Place: rates.Location{Country: country}, Scheme: scheme, Liable: liable}
	}
	for name, c := range map[string]struct {
		decisions []indirect.Decision
		want      string
	}{
		"at home":                     {[]indirect.Decision{due("DE", "domestic", "supplier")}, "[DE]"},
		"registered abroad":           {[]indirect.Decision{due("FR", "local_registration", "supplier")}, "[DE FR]"},
		"by the one-stop shop":        {[]indirect.Decision{due("FR", "union_oss", "supplier"), due("IT", "union_oss", "supplier")}, "[DE EU]"},
		"imported":                    {[]indirect.Decision{due("AT", "ioss", "supplier")}, "[DE EU]"},
		"the customer owes the tax":   {[]indirect.Decision{due("FR", "", "customer")}, "[DE]"},
		"an outside provider decided": {nil, "[DE]"},
	} {
		cart, err := json.Marshal(Cart{CartID: "c", Seller: CartSeller{Address: indirect.Address{Country: "DE"}}})
		if err != nil {
			t.Fatal(err)
		}
		preview, err := json.Marshal(Preview{Result: indirect.Result{Decisions: c.decisions}})
		if err != nil {
			t.Fatal(err)
		}
		s := Snapshot{ID: "1", Taken: SnapshotTaken{Date: day("2026-03-02")}, Cart: cart, Preview: preview,
			CommittedAt: time.Date(2026, 3, 5, 23, 0, 0, 0, time.UTC)}
		held := s.HoldsOf()
		if got := fmt.Sprint(placesOf(held)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		for _, h := range held {
			if !h.Supply || h.Resource != "taxsnapshot/1" || h.InUse != "" || h.Period.To != day("2026-12-31") || h.LastEntry != day("2026-03-05") {
				t.Errorf("%s: %+v", name, h)
			}
		}
	}
	if held := (Snapshot{ID: "1", Taken: SnapshotTaken{Date: day("2026-03-02")}}).HoldsOf(); fmt.Sprint(placesOf(held)) != "[]" {
		t.Errorf("a snapshot that cannot be read: %v", held)
	}
}

func placesOf(held []privacy.Record) (places []string) {
	for _, h := range held {
		places = append(places, h.Place)
	}
	return places
}

func TestExemptionHolds(t *testing.T) {
	of := func(customer, from, to string) Exemption {
		e := Exemption{CustomerID: customer, Kind: "resale", Number: "1", Places: []string{"US-MN"},
			Effective: Effective{EffectiveFrom: day(from)}}
		if to != "" {
			e.EffectiveTo = day(to)
		}
		return e
	}
	record := func(payloads ...event.Payload) (history []event.Recorded) {
		for i, p := range payloads {
			e := event.Recorded{Stream: "taxexemption-t-1", Revision: uint64(i), Payload: p}
			e.Meta.Time = time.Date(2026, 1, 1+i, 0, 0, 0, 0, time.UTC)
			history = append(history, e)
		}
		return history
	}
	ada := CustomerSubject("ada")
	created := func(e Exemption) event.Payload { return ExemptionCreated{"1", seal(e)} }
	for name, c := range map[string]struct {
		history []event.Recorded
		held    int
		inUse   bool
		until   string
	}{
		"in effect": {record(created(of("ada", "2026-01-01", ""))), 1, true, "2026-11-21"},
		"ended":     {record(created(of("ada", "2026-01-01", "2026-06-30"))), 1, false, "2026-06-30"},
		"upcoming":  {record(created(of("ada", "2027-01-01", ""))), 1, true, "2026-11-21"},
		"retired":   {record(created(of("ada", "2026-01-01", "")), ExemptionRetired{day("2026-05-01")}), 1, false, "2026-05-01"},
		"another's": {record(created(of("bob", "2026-01-01", ""))), 0, false, ""},
		"given to another": {record(created(of("ada", "2026-01-01", "2026-06-30")), ExemptionChanged{seal(of("bob", "2026-03-01", ""))}),
			1, false, "2026-06-30"},
		"in effect, by a change of": {record(created(of("bob", "2026-01-01", "")), ExemptionChanged{seal(of("ada", "2026-03-01", ""))}), 1, true,
			"2026-11-21"},
	} {
		held := ExemptionHolds(c.history, ada, day("2026-11-21"))
		if len(held) != c.held {
			t.Errorf("%s: %v", name, held)
			continue
		}
		for _, h := range held {
			if (h.InUse != "") != c.inUse || h.Period.To.String() != c.until || h.Place != "US" || !h.Supply {
				t.Errorf("%s: %+v", name, h)
			}
		}
	}
}

// What of a customer was forgotten is empty in what is kept in memory, and
// nothing of others.
func TestConfigForgets(t *testing.T) {
	c := NewConfig()
	for i, customer := range []string{"ada", "bob"} {
		e := Exemption{CustomerID: customer, Kind: "resale", Number: "R-" + customer, Places: []string{"US-MN"}, Effective: always}
		c.Add(event.Recorded{Stream: fmt.Sprintf("taxexemption-t-%d", i), Payload: ExemptionCreated{fmt.Sprint(i), seal(e)}})
	}
	lent := c.Clone()
	c.Forget(CustomerSubject("ada"))
	c.Forget(CustomerSubject("nobody"))
	if left := c.exemptionsOf("ada", 0, day("2026-03-02")); len(left) != 0 {
		t.Errorf("%v", left)
	}
	if left := c.exemptionsOf("bob", 0, day("2026-03-02")); len(left) != 1 || left[0].Content.Number != "R-bob" {
		t.Errorf("%v", left)
	}
	if r := c.exemptions["0"].Latest(); r.CustomerID != "" || r.Number != "" || !r.Forgotten() {
		t.Errorf("%+v", r)
	}
	if before := lent.exemptionsOf("ada", 0, day("2026-03-02")); len(before) != 1 {
		t.Error("a reader's copy was changed under it")
	}
	r := c.exemptions["0"]
	if _, err := Exemptions.Change(r, []byte(`{"kind":"other"}`), Facts{Today: day("2026-03-02")}); err == nil {
		t.Error("a certificate of somebody who was forgotten can be changed")
	}
	if gone, err := Exemptions.Retire(r, day("2026-03-02"), Facts{}); err != nil || len(gone) != 1 {
		t.Errorf("it cannot be retired: %v, %v", gone, err)
	}
}

// Every text of a commit belongs to the customer, or to the snapshot where none
// is named.
func TestCommitBelongsToItsSubject(t *testing.T) {
	for customer, want := range map[string]string{"ada": CustomerSubject("ada"), "": SnapshotSubject("0192aa00000000000000000000000009")} {
		events, err := Commit{Cart: Cart{CartID: "c", CustomerID: customer},
			Preview: Preview{SnapshotID: "0192aa00000000000000000000000009"}}.Decide(Snapshot{})
		if err != nil {
			t.Fatal(err)
		}
		taken := events[0].(SnapshotTaken)
		if taken.Subject() != want || taken.CustomerID.Plain != customer {
			t.Errorf("%+v", taken)
		}
		if kind, _, err := privacy.Parse(want); err != nil || !slices.Contains([]string{"customer", "snapshot"}, kind) {
			t.Errorf("%s cannot be forgotten: %v", want, err)
		}
		for _, e := range events[1:] {
			if got := e.(SnapshotPart).Content.Subject; got != want {
				t.Errorf("a part is %s's", got)
			}
		}
	}
}
