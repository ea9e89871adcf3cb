package reading

import "testing"

// Two readings that agree are surer than either, two that differ are not sure, and
// what was not looked at again stays as it was.
func TestAgain(t *testing.T) {
	at := func(left, right int) Box { return Box{left, 100, right, 120} }
	first := Page{1, []Word{{"14/03/2026", at(100, 200), 900}, {"TOTAL", at(300, 400), 900}, {"9,50", at(500, 600), 900},
		{"12", at(700, 800), 900}}}
	second := Page{1, []Word{{"14/03/2026", at(102, 199), 880}, {"T0TAL", at(300, 401), 990}, {"1", at(900, 950), 990}}}
	got := Again(first, second, func(w Word) bool { return w.Text != "12" })
	for i, want := range []int{988, differs, differs, 900} {
		if got.Words[i].Score != want {
			t.Errorf("%s is %d sure, and should be %d", got.Words[i].Text, got.Words[i].Score, want)
		}
	}
	if first.Words[0].Score != 900 {
		t.Error("the first reading was changed")
	}
	// A word that the first reading hardly saw is not made sure by the second alone.
	faint := Page{1, []Word{{"7", at(100, 200), 300}}}
	if got := Again(faint, Page{1, []Word{{"7", at(100, 200), 990}}}, func(Word) bool { return true }); got.Words[0].Score >= 900 {
		t.Errorf("it is %d sure", got.Words[0].Score)
	}
}
