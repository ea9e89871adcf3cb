package consultation_test

import (
	"flag"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/consultation"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/sealed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestEventsAreFrozen(t *testing.T) {
	id := "0192aa00000000000000000000000001"
	eventtest.Golden(t, *update, []event.Payload{consultation.Recorded{ConsultationID: id, Scheme: "fr.vat",
		Number: sealed.Text{Subject: consultation.Subject(id), Cipher: []byte("sealed:number")}, Register: "vies",
		Outcome: consultation.Registered, Reference: "WAPIAAAAYrX", Date: civil.MustParse("2026-03-01")}}, consultation.Category)
}

// What stands is never written again.
func TestAnAnswerIsRecordedOnce(t *testing.T) {
	c := consultation.Consultation{ID: "a", Number: "FR40303265045"}
	if first := c.Record(consultation.Consultation{}); len(first) != 1 {
		t.Fatal(first)
	}
	if again := c.Record(c); again != nil {
		t.Errorf("%v", again)
	}
}
