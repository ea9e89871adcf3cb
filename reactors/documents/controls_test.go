package documents

import (
	"slices"
	"testing"
)

// A word of a PDF may hold what shows nothing, also before its first letter; what is left of
// it is its words, and what is nothing else is none.
func TestWordsWithControls(t *testing.T) {
	table := "1\t1\t0\t0\t0\t0\t0\t0\t600\t800\t-1\t###PAGE###\n"
	for _, word := range []string{"plain", "\tPay", "\t\aOther", "\a", "Net\tprofit", "\t", " "} {
		table += "5\t1\t0\t0\t0\t0\t60\t80\t60\t8\t100\t" + word + "\n"
	}
	pages := wordsOf([]byte(table), nil)
	if len(pages) != 1 {
		t.Fatalf("%d pages", len(pages))
	}
	var got []string
	for _, w := range pages[0].Words {
		got = append(got, w.Text)
		if w.Box.Left < 1000 || w.Box.Right > 2000 || w.Box.Top != 1000 || w.Score != 1000 {
			t.Errorf("%+v", w)
		}
	}
	if want := []string{"plain", "Pay", "Other", "Net", "profit"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
