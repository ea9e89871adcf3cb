package all_test

import (
	"encoding/json"
	"sync"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

// One registry answers many callers at once, each as if it were alone: what is
// read once, or kept, is shared without harm. Of the
// calculators' tests the race detector looks at this one and at TestInTurnAsAlone of
// the United States: the others have one thread.
func TestAtOnce(t *testing.T) {
	const callers = 8
	reg := all.Registry()
	var answers [callers][]string
	var work sync.WaitGroup
	for n := range callers {
		work.Go(func() {
			places := reg.All()
			said := make([]string, len(places))
			for i := range places {
				i = (i + n*7) % len(places) // each begins elsewhere
				said[i] = lastOf(t, reg, places[i])
			}
			answers[n] = said
		})
	}
	work.Wait()
	for n := range answers {
		for i, said := range answers[n] {
			if said != answers[0][i] || said == "" {
				t.Errorf("caller %d: %.200s, not %.200s", n, said, answers[0][i])
			}
		}
	}
}

// lastOf is a place's last row of coverage, computed.
func lastOf(t *testing.T, reg *tax.Registry, j *tax.Jurisdiction) string {
	req := taxtest.Sample(reg, j, &j.Coverage[len(j.Coverage)-1])
	req.Income, req.HasIncome, req.Explain = money.FromInt(90_000), true, true
	got, err := reg.Calculate(&req)
	if err != nil {
		t.Errorf("%s: %v", j.Code, err)
		return ""
	}
	text, err := json.Marshal(got)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}
