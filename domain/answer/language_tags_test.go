package answer_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/answer/plan"
)

// A tag of a language is one of BCP 47.
func TestLanguageTags(t *testing.T) {
	for tag, good := range map[string]bool{"": true, "en": true, "de-AT": true, "de_at": true, "zh-Hant-TW": true, "sr-Latn": true, "gsw": true,
		"en-GB-oxendict": true, "es-419": true, "x": false, "e1": false, "xx-invalid-@@": false, "en-": false, "-en": false, "en--GB": false,
		"english": false, "en GB": false, "de-toolongsubtag": false, "fr-\n": false, "日本": false} {
		if plan.IsLanguage(tag) != good {
			t.Errorf("%q: %v", tag, !good)
		}
	}
}
