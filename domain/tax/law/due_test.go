package law_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Every parameter that Due names has a value on its last day and none on the
// next; and the days of a range are those between, ends included.
func TestDue(t *testing.T) {
	from, to := civil.Of(2026, 6, 30), civil.Of(2027, 6, 30)
	lapses, err := law.Due(from, to)
	if err != nil || len(lapses) == 0 {
		t.Fatal(len(lapses), err)
	}
	for i, l := range lapses {
		p := law.MustOpen(l.Folder).Parameters[l.Name]
		if p.On(l.On) == nil || p.On(l.On.AddDays(1)) != nil || l.On.Before(from) || l.On.After(to) {
			t.Errorf("%+v", l)
		}
		if i > 0 && l.On.Before(lapses[i-1].On) {
			t.Errorf("%+v stands after %+v", l, lapses[i-1])
		}
	}
	day := lapses[0].On
	on, _ := law.Due(day, day)
	before, _ := law.Due(from, day.AddDays(-1))
	if len(on) == 0 || len(before) != 0 {
		t.Errorf("on %s: %d, before: %d", day, len(on), len(before))
	}
}
