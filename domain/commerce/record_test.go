package commerce

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

const tenant = "0192aa000000000000000000000000aa"

// evolve applies payloads, as the log would give them back, to a record.
func evolve[C Content](k Kind[C], r Record[C], payloads []event.Payload) Record[C] {
	for _, p := range payloads {
		r = k.Evolve(r, event.Recorded{Stream: k.Category.Name + "-" + tenant + "-0192aa00000000000000000000000001", Payload: p,
			Type: p.EventType()})
	}
	return r
}

func factsOn(today civil.Date) Facts {
	return Facts{Today: today, Region: func(string) bool { return true }}
}

func context() act.Context { return act.Context{CommandID: uuid.UUID{1}, Tenant: tenant} }

func created[C Content](t interface{ Fatal(...any) }, k Kind[C], c C) Record[C] {
	events, err := k.Create(c, context(), factsOn(day("2026-03-02")))
	if err != nil {
		t.Fatal(err)
	}
	return evolve(k, Record[C]{}, events)
}

// What a record says for a day never changes through a change that begins
// later, or through its end on a later day.
func TestTheDaysBeforeAChangeStay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := day("2026-01-01")
		anyDay := func(label string) civil.Date { return first.AddDays(rapid.IntRange(0, 400).Draw(t, label)) }
		r := created(t, Rates, Rate{RegionID: "r", Name: "x", Code: "X", Rate: dec("0.01"), Mode: "add", Source: "s",
			Effective: Effective{EffectiveFrom: anyDay("from")}})
		for n := range rapid.IntRange(1, 8).Draw(t, "changes") {
			before := r
			held := before.Versions
			from := anyDay("change from")
			var events []event.Payload
			var err error
			if rapid.IntRange(0, 9).Draw(t, "verb") == 0 {
				events, err = Rates.Retire(r, from, factsOn(first))
			} else {
				patch, _ := json.Marshal(map[string]string{"rate": dec("0.02").String(), "name": string(rune('a' + n)),
					"effective_from": from.String()})
				events, err = Rates.Change(r, patch, factsOn(first))
			}
			if err != nil {
				if fault.As(err).Code == fault.Immutable && !r.RetiredOn.IsZero() {
					return
				}
				t.Fatal(err)
			}
			r = evolve(Rates, r, events)
			if !reflect.DeepEqual(before.Versions, held) {
				t.Fatal("Evolve changed the record it was called on")
			}
			for d := first.AddDays(-2); d.Before(from); d = d.AddDays(1) {
				was, wasIn := before.On(d)
				is, isIn := r.On(d)
				if wasIn != isIn || !reflect.DeepEqual(was, is) {
					t.Fatalf("on %s the record said %v %v and says %v %v after a change from %s", d, was, wasIn, is, isIn, from)
				}
			}
		}
	})
}

func TestStatusFollowsTheDates(t *testing.T) {
	r := created(t, Regions, Region{Name: "x", Country: "DE", Effective: whole})
	for on, want := range map[string]string{"2025-12-31": Upcoming, "2026-01-01": InEffect, "2026-12-31": InEffect, "2027-01-01": Ended} {
		if got := r.Status(day(on)); got != want {
			t.Errorf("%s: %s, want %s", on, got, want)
		}
	}
	events, err := Regions.Retire(r, day("2026-06-30"), factsOn(day("2026-03-02")))
	if err != nil {
		t.Fatal(err)
	}
	r = evolve(Regions, r, events)
	if r.Status(day("2026-06-29")) != InEffect || r.Status(day("2026-06-30")) != Retired {
		t.Errorf("retired on 30 June: %s, %s", r.Status(day("2026-06-29")), r.Status(day("2026-06-30")))
	}
	if again, err := Regions.Retire(r, day("2026-12-01"), factsOn(day("2026-03-02"))); err != nil || len(again) != 0 {
		t.Errorf("retired again, later: %v, %v", again, err)
	}
	if _, err := Regions.Change(r, []byte(`{"name":"y"}`), factsOn(day("2026-03-02"))); fault.As(err) == nil || fault.As(err).Code != fault.Immutable {
		t.Errorf("a retired record changed: %v", err)
	}
}

func TestChangeBeginsToday(t *testing.T) {
	r := created(t, Regions, Region{Name: "x", Country: "DE", Currency: "EUR", Effective: always})
	events, err := Regions.Change(r, []byte(`{"name":"y","currency":null}`), factsOn(day("2026-03-02")))
	if err != nil || len(events) != 1 {
		t.Fatal(events, err)
	}
	if got := events[0].(RegionChanged).Region; got.Name != "y" || got.Currency != "" || got.EffectiveFrom != day("2026-03-02") {
		t.Errorf("%+v", got)
	}
	// One that is yet to begin still begins on its day.
	later := created(t, Regions, Region{Name: "x", Country: "DE", Effective: Effective{EffectiveFrom: day("2027-01-01")}})
	events, err = Regions.Change(later, []byte(`{"name":"y"}`), factsOn(day("2026-03-02")))
	if err != nil || events[0].(RegionChanged).Region.EffectiveFrom != day("2027-01-01") {
		t.Errorf("%v, %v", events, err)
	}
	for _, nothing := range []string{`{}`, `{"name":"x"}`, `{"effective_from":"2026-01-01"}`} {
		if events, err := Regions.Change(r, []byte(nothing), factsOn(day("2026-03-02"))); err != nil || len(events) != 0 {
			t.Errorf("%s: %v, %v", nothing, events, err)
		}
	}
}

// A null takes an optional member away; of one that a record always has it is
// refused, and never read as zero.
func TestNullIsNotZero(t *testing.T) {
	refused := func(fields string, err error) {
		t.Helper()
		f := fault.As(err)
		if f == nil || f.Code != fault.InvalidInput {
			t.Errorf("%s: %v", fields, err)
			return
		}
		var named []string
		for _, x := range f.Fields {
			named = append(named, x.Field)
		}
		slices.Sort(named)
		if got := strings.Join(named, " "); got != fields {
			t.Errorf("%s are named, not %s", got, fields)
		}
	}
	today := factsOn(day("2026-03-02"))
	rate := created(t, Rates, Rate{RegionID: "r", Name: "x", Code: "X", Rate: dec("0.01"), Mode: "add", Category: "books", Source: "s",
		Effective: always})
	_, err := Rates.Change(rate, []byte(`{"rate":null,"mode":null,"effective_from":null}`), today)
	refused("effective_from mode rate", err)
	if events, err := Rates.Change(rate, []byte(`{"category":null}`), today); err != nil || evolve(Rates, rate, events).Latest().Category != "" {
		t.Errorf("%v, %v", events, err)
	}
	registration := created(t, Registrations, Registration{Country: "DE", Standing: "not_registered", Scheme: Standard, Effective: always})
	_, err = Registrations.Change(registration, []byte(`{"standing":null,"scheme":null}`), today)
	refused("scheme standing", err)
	rule := created(t, Rules, Rule{Name: "x", Priority: 7, Match: RuleMatch{SKUPrefix: "A"}, Set: RuleSet{Category: "books"},
		Effective: always})
	_, err = Rules.Change(rule, []byte(`{"priority":null,"match":null,"set":{"category":null}}`), today)
	refused("match priority set.category", err)
	exemption := created(t, Exemptions, Exemption{CustomerID: "c", Kind: "k", Number: "1", Places: []string{"US-MN"}, Effective: always})
	_, err = Exemptions.Change(exemption, []byte(`{"places":null,"customer_id":null}`), today)
	refused("customer_id places", err)
}
