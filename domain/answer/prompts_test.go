package answer_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/tax/all"
)

// No question that is asked back carries a figure, whatever the declaration of
// the fact says: an example of a rate would be a figure that is nobody's.
func TestPromptsCarryNoFigures(t *testing.T) {
	for _, j := range all.Jurisdictions() {
		for _, f := range j.Facts {
			c := contract.NeedsFacts(contract.Scope{Classification: contract.HighRisk},
				[]contract.MissingFact{contract.AskFact(f.Name, f.Reason, f.Prompt)})
			for _, fault := range contract.Check(c) {
				t.Errorf("%s %s: %s", j.Code, f.Name, fault)
			}
		}
	}
}
