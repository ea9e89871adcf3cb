package intake

import (
	"flag"
	"testing"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/classification"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestEvents(t *testing.T) {
	eventtest.Golden(t, *update, []event.Payload{Configured{sealed.Text{Subject: "intake-3", Cipher: []byte("sealed:{}")}}}, Category)
}

func TestConfig(t *testing.T) {
	low, high := money.MustParse("0.7"), money.MustParse("0.97")
	bad := Config{Languages: []string{"eng", "eng", "xxx"}, Templates: []reading.Template{{Name: "x"}},
		Rules:            []classification.Rule{{Contains: "a", CategoryID: "b"}, {Contains: "!!", CategoryID: "gbsa103f_travel"}},
		AcceptConfidence: &low, FourEyesAbove: map[string]money.Dec{"EURO": high}}
	if e := fault.As(bad.Validate()); e == nil || len(e.Fields) != 8 {
		t.Errorf("%v", bad.Validate())
	}
	good := Config{Languages: []string{"deu"}, Rules: []classification.Rule{{Contains: "shell", CategoryID: "gbsa103f_travel"}},
		AcceptConfidence: &high, FourEyesAbove: map[string]money.Dec{"EUR": money.FromInt(100)}}
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	got, err := good.Decide(State{}, act.Context{Site: 3})
	if err != nil || len(got) != 1 {
		t.Fatal(got, err)
	}
	s := State{}.Evolve(event.Recorded{Payload: got[0]})
	if again, err := good.Decide(s, act.Context{Site: 3}); err != nil || again != nil {
		t.Errorf("the same again: %v %v", again, err)
	}
	if !s.FourEyes("-100.01", "EUR") || !s.FourEyes("50000.00", "") || !s.FourEyes("1,5", "EUR") || s.FourEyes("", "") ||
		(Config{}).FourEyes("500", "") {
		t.Error("four eyes of a refund, or of an amount of no currency")
	}
	if s.Threshold() != 970 || (Config{}).Threshold() != 900 || !s.FourEyes("100.01", "EUR") || s.FourEyes("100", "EUR") || s.FourEyes("500",
		"GBP") {
		t.Errorf("%d %v", s.Threshold(), s.FourEyesAbove)
	}
}
