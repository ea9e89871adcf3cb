package answer_test

import (
	"maps"
	"os"
	"slices"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
)

// Each arrangement of testdata/schemes.yaml goes to a person as evasion in each language, alone
// and beside a whole question; the sentence close to it does not.
func TestSchemesGoToAPerson(t *testing.T) {
	text, err := os.ReadFile("testdata/schemes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var listed map[string]map[string][2]string
	if err := yaml.Unmarshal(text, &listed); err != nil {
		t.Fatal(err)
	}
	p, _ := everywhere()
	for _, lang := range lexicon.Load().ConcealingLanguages() {
		if len(listed[lang]) < 5 {
			t.Errorf("%s has %d kinds of arrangement", lang, len(listed[lang]))
		}
		for _, kind := range slices.Sorted(maps.Keys(listed[lang])) {
			for i, q := range listed[lang][kind] {
				for _, question := range []string{q, "£48,000 in Leeds in 2025-26, what is my income tax? " + q} {
					if got := slices.Contains(triggers(t, p, question), "evasion"); got != (i == 0) {
						t.Errorf("%s %s: %q is evasion: %t", lang, kind, question, got)
					}
				}
			}
		}
	}
}
