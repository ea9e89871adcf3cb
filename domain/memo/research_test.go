package memo_test

import (
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/memo"
	"github.com/tallystick/tallystick/domain/notice"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// A memo on a question of law shows what was found, line by line. The number of a
// provision there bears out no percentage of one's own.
func TestResearchIsShown(t *testing.T) {
	const id = "0192aa00000000000000000000000002"
	key := memo.Key{Kind: memo.KindResearch, ID: id}
	w := newWorld(t)
	w.facts.Sources = map[memo.Key]notice.Found{key: {SHA256: "bb", Question: "What is the personal allowance?", Figures: []string{"12570"},
		Findings:  []string{"Personal allowance: 12570 GBP/year, 2022-04-06 – 2027-04-05 (s. 35(1))"},
		Citations: []law.Citation{{ID: "gb:x", Title: "ITA 2007", Locator: "s. 35(1)", URL: "https://x"}}}}
	refs := []memo.Ref{{Kind: memo.KindResearch, ID: id}}
	composed, err := memo.Compose{Type: "tax_memo", MemoText: memo.MemoText{Title: "Allowance", Sources: refs}}.Decide(w.s, w.as(writer),
		w.facts)
	w.take(writer, composed, err)
	if text := w.s.Last().Sections[0].Text.String(); !strings.Contains(text, "12570 GBP/year") || !strings.Contains(text, "s. 35(1)") {
		t.Errorf("%q", text)
	}
	for text, want := range map[string]string{"Section 35 gives £12,570.": "", "A rate of 35 per cent.": "35", "A rate of 35%.": "35"} {
		edited, err := memo.Edit{MemoText: memo.MemoText{Sections: []notice.Paragraph{{Heading: "Result", Text: text}}}}.Decide(w.s, w.as(writer),
			w.facts)
		w.take(writer, edited, err)
		if got := w.s.Last().Untraced.String(); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}
