package answer_test

import (
	"strings"
	"testing"
)

// A question that is asked back in another language holds no English but names: of
// places, of currencies and of the values that are to be written.
func TestAskedInOneLanguage(t *testing.T) {
	p, e := everywhere()
	for lang, question := range emptiest {
		if lang == "en" {
			continue
		}
		for _, m := range put(t, p, question, e).Contract.MissingFacts {
			for _, word := range []string{" the ", " which ", " place ", " form "} {
				if head, _, _ := strings.Cut(*m.Prompt, ":"); strings.Contains(head+" ", word) {
					t.Errorf("%s: %s asks %q", lang, m.Key, *m.Prompt)
				}
			}
			if strings.HasSuffix(*m.Prompt, "the form that the place uses.") {
				t.Errorf("%s: %s asks %q", lang, m.Key, *m.Prompt)
			}
		}
	}
}
