package act_test

import (
	"flag"
	"testing"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
)

var update = flag.Bool("update", false, "write golden files")

func TestEventsAreFrozen(t *testing.T) {
	eventtest.Golden(t, *update, []event.Payload{
		act.Bound{Record: "case-firm-6af613b6569c5c229c372ed93f31d3af"},
		act.Unchanged{Events: 7},
	}, act.Commands)
}

func TestCommandStream(t *testing.T) {
	name := act.CommandStream("firm", uuid.MustParse("6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
	if _, ok := event.ParseStream(name); !ok || name != "command-firm-6ba7b8109dad11d180b400c04fd430c8" {
		t.Error(name)
	}
}
