package inquiry_test

import (
	"encoding/json"
	"flag"
	"testing"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/inquiry"
	"github.com/tallystick/tallystick/domain/sealed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestEvents freezes the shape of the event.
func TestEvents(t *testing.T) {
	cipher := func(word string) sealed.Text {
		return sealed.Text{Subject: "principal-0192aa00000000000000000000000001", Cipher: []byte("sealed:" + word)}
	}
	eventtest.Golden(t, *update, []event.Payload{inquiry.Asked{Question: cipher("question"), Language: "de",
		AskedOn: civil.MustParse("2026-11-22"),
		Body:    cipher("body"), BodySHA256: "aa11", Status: "partial", Category: "vat", Jurisdictions: []string{"DE"}, TaxYears: []string{"2021"},
		Release: "law-0123456789abcdef", Findings: json.RawMessage(`[{"kind":"parameter"}]`), Found: 1}}, inquiry.Category)
}

// TestAskedOnce records a question, by whom it was asked, and never again.
func TestAskedOnce(t *testing.T) {
	a := act.Context{CommandID: uuid.New(), Principal: "0192aa00000000000000000000000001"}
	c := inquiry.Ask{Asked: inquiry.Asked{Question: sealed.Text{Plain: "q"}, Body: sealed.Text{Plain: "{}"}}}
	events, err := c.Decide(inquiry.State{}, a)
	if err != nil || len(events) != 1 {
		t.Fatalf("%v %v", events, err)
	}
	s := inquiry.State{}.Evolve(event.Recorded{Stream: "research-0-0192aa00000000000000000000000002", Payload: events[0]})
	if s.Asked.Body.Subject != "principal-0192aa00000000000000000000000001" {
		t.Errorf("%+v", s)
	}
	if _, err := c.Decide(s, a); fault.As(err) == nil || fault.As(err).Code != fault.Immutable {
		t.Errorf("asked twice: %v", err)
	}
}
