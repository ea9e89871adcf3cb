package commands_test

import (
	"runtime"
	"testing"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
)

// Orders are of many days: what is asked of the law for one of them is not kept for each.
func TestTaxInForceKeepsNothingOfADay(t *testing.T) {
	const code = journal.TaxCode("de.output.domestic")
	if _, known := code.Country(); !known {
		t.Fatalf("%s is of no country", code)
	}
	kept := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	day := civil.Of(2021, 1, 1)
	if !commands.TaxInForce(code, money.MustParse("0.19"), day) || commands.TaxInForce(code, money.MustParse("0.18"), day) {
		t.Error("the rate of Germany is 0.19")
	}
	before := kept()
	for range 1000 {
		commands.TaxInForce(code, money.MustParse("0.19"), day)
		day = day.AddDays(1)
	}
	const most = 1 << 20
	if after := kept(); after > before+most {
		t.Errorf("%d bytes are kept of 1000 days", after-before)
	}
}
