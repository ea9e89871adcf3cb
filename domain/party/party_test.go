package party_test

import (
	"errors"
	"flag"
	"testing"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/party"
	"github.com/tallystick/tallystick/domain/sealed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestEventsAreFrozen(t *testing.T) {
	text := sealed.Text{Subject: "party-p1", Cipher: []byte("sealed")}
	eventtest.Golden(t, *update, []event.Payload{
		party.PartyWritten{PartyID: "p1", Roles: []party.Role{party.Supplier}, Country: "DE", TermsDays: 30, Content: text},
		party.PartyMerged{Into: "p2", Reason: text},
		party.MergeClaimed{From: "p2"},
	}, party.Category)
}

// sealedName is the content of a party that has nothing but a name.
var sealedName = sealed.Of("party", `{"name":"One","roles":["customer"]}`)

// A bank account keeps the day on which it was first seen; numbers are held to
// their form; a merged party takes no changes.
func TestParty(t *testing.T) {
	a := act.Context{CommandID: uuid.New(), Tenant: "firm"}
	var s party.State
	write := func(on string, d party.Details) error {
		events, err := party.Write{Details: d, Today: civil.MustParse(on)}.Decide(s, a)
		for _, p := range events {
			s = s.Evolve(event.Recorded{Payload: p})
		}
		return err
	}
	d := party.Details{Name: "Papier GmbH", Roles: []party.Role{party.Supplier, party.Supplier}, Country: "DE",
		TaxIDs:       []party.TaxID{{Country: "DE", Number: "DE 136 695 976"}},
		BankAccounts: []party.BankAccount{{IBAN: "DE89 3704 0044 0532 0130 00"}}}
	if err := write("2026-01-02", d); err != nil {
		t.Fatal(err)
	}
	if len(s.Roles) != 1 || s.TaxIDs[0].Number != "DE136695976" || s.BankAccounts[0].FirstSeen != civil.MustParse("2026-01-02") {
		t.Errorf("%+v", s.Details)
	}
	d.BankAccounts = append(d.BankAccounts, party.BankAccount{IBAN: "GB82WEST12345698765432", FirstSeen: civil.MustParse("2001-01-01")})
	if err := write("2026-03-04", d); err != nil {
		t.Fatal(err)
	}
	if s.BankAccounts[0].FirstSeen != civil.MustParse("2026-01-02") || s.BankAccounts[1].FirstSeen != civil.MustParse("2026-03-04") {
		t.Errorf("%+v", s.BankAccounts)
	}
	bad := d
	bad.Name, bad.TaxIDs = " ", []party.TaxID{{Country: "DE", Number: "DE136695977"}}
	bad.BankAccounts = []party.BankAccount{{IBAN: "DE88370400440532013000"}}
	if e := fault.As(write("2026-03-05", bad)); e == nil || len(e.Fields) != 3 {
		t.Errorf("%v", e)
	}
	_, err := party.Merge{Into: "p2", Reason: "the same"}.Decide(s, party.State{})
	if e := fault.As(err); e == nil || e.Blockers[0].Code != "party_unknown" {
		t.Errorf("%v", err)
	}
	events, err := party.Merge{Into: "p2", Reason: "the same"}.Decide(s, party.State{ID: "p2"})
	if err != nil {
		t.Fatal(err)
	}
	s = s.Evolve(event.Recorded{Payload: events[0]})
	if err := write("2026-03-06", d); !errors.Is(err, fault.New(fault.Immutable, "")) {
		t.Errorf("%v", err)
	}
}
