package http

import (
	"testing"

	"github.com/tallystick/tallystick/domain/cases"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// Only what stands at the old rate moves, by what the new rate makes of its base.
func TestRetaxedDocuments(t *testing.T) {
	dec := money.MustParse
	r := retaxed{old: dec("0.19"), now: dec("0.20"), total: dec("26.00"), places: 2}
	r.part(dec("0.07"), dec("100.00"), dec("7.00"))
	if _, changed := r.row("i1"); changed {
		t.Error("a part at another rate moved")
	}
	r.part(dec("0.190"), dec("100.05"), dec("19.01"))
	if row, changed := r.row("i1"); !changed || row != (affectedRow{"i1", "26.00", "27.00"}) {
		t.Errorf("%+v", row)
	}
	x := changeView{From: civil.MustParse("2026-03-01"), To: civil.MustParse("2026-06-30")}
	for day, within := range map[string]bool{"2026-02-28": false, "2026-03-01": true, "2026-06-30": true, "2026-07-01": false} {
		if x.holds(civil.MustParse(day)) != within {
			t.Error(day)
		}
	}
}

// A case rests on the answers that its workpapers name as evidence, and on nothing else
// of the same id.
func TestCasesThatRestOnAnswers(t *testing.T) {
	changed := map[string]affectedRow{"a1": {"a1", "1.00", "2.00"}}
	for kind, rests := range map[string]bool{"answer": true, "document": false} {
		s := cases.State{Workpapers: []cases.Workpaper{{}, {Content: cases.Content{Evidence: []cases.Evidence{{Kind: kind, Ref: "a1"}}}}}}
		if row, got := resting(s, changed); got != rests || got && row.New != "2.00" {
			t.Errorf("%s: %+v", kind, row)
		}
	}
}
