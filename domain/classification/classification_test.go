package classification

import (
	"errors"
	"flag"
	"testing"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/category"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func cipher(word string) sealed.Text {
	return sealed.Text{Subject: "document-0192aa00000000000000000000000001", Cipher: []byte("sealed:" + word)}
}

func TestEvents(t *testing.T) {
	eventtest.Golden(t, *update, []event.Payload{
		Made{"0192aa00000000000000000000000001", "0192aa00000000000000000000000002", "receipt", "0192aa00000000000000000000000003",
			"document-0192aa00000000000000000000000001", cipher("Shell 40 l"), cipher("shell"), "5541", "60.00", "GBP", "GB", 2026, "gbsa103f",
			"gbsa103f_travel", "expense.vehicle", 850, ByCode, cipher("code"), []Candidate{{"gbsa103f_travel", "expense.vehicle", 850, ByCode}}, 2},
		Decided{"split", "gbsa103f_travel", "expense.vehicle", []Part{{"gbsa103f_travel", money.MustParse("0.5")}}, cipher("why"), true},
	}, Category)
}

// Each method at its confidence: the tenant's rule before its history, that before
// codes, those before words; a disabled category by none.
func TestClassify(t *testing.T) {
	gb := category.For("GB")
	rule := []Rule{{"shell", "gbsa103f_other"}}
	for name, c := range map[string]struct {
		in         Input
		k          Known
		category   string
		method     string
		score      int
		candidates int
	}{
		"a rule":            {Input{Merchant: "SHELL 0412", MCC: "5541"}, Known{Rules: rule}, "gbsa103f_other", ByRule, 1000, 2},
		"a rule of no word": {Input{Text: "xyzzy"}, Known{Rules: []Rule{{"!!", "gbsa103f_other"}}}, "", "", 0, 0},
		"history": {Input{Merchant: "Acme Ltd"}, Known{History: map[string]int{"gbsa103f_office": 3}}, "gbsa103f_office",
			ByHistory, 950, 1},
		"too short a history": {Input{Merchant: "Acme Ltd"}, Known{History: map[string]int{"gbsa103f_office": 2}}, "", ByHistory, 500, 1},
		"a contradicted history": {Input{Merchant: "Acme"}, Known{History: map[string]int{"gbsa103f_office": 5, "gbsa103f_other": 1}}, "",
			ByHistory, 500, 2},
		"another tree's history":   {Input{Merchant: "Acme"}, Known{History: map[string]int{"usschedulec_office": 5}}, "", "", 0, 0},
		"a code":                   {Input{MCC: "5541", Text: "fuel"}, Known{}, "gbsa103f_travel", ByCode, 850, 1},
		"a disabled category":      {Input{MCC: "5541"}, Known{Disabled: map[string]bool{"gbsa103f_travel": true}}, "", "", 0, 0},
		"a restaurant's code":      {Input{MCC: "5812"}, Known{}, "", "", 0, 0},
		"words":                    {Input{Text: "Toner and envelopes"}, Known{}, "", ByLexicon, 700, 1},
		"words for several things": {Input{Text: "taxi to the printer's, toner, parking"}, Known{}, "", ByLexicon, 500, 2},
		"part of a word":           {Input{Text: "cabinet"}, Known{}, "", "", 0, 0},
		"nothing":                  {Input{Text: "xyzzy"}, Known{}, "", "", 0, 0},
	} {
		c.in.Tree, c.in.Year = gb, 2026
		r := Classify(c.in, c.k)
		if r.CategoryID != c.category || r.Method != c.method || r.Score != c.score || len(r.Candidates) != c.candidates {
			t.Errorf("%s: %+v", name, r)
		}
		if r.Method == ByLexicon && r.Score > 700 {
			t.Errorf("%s: words alone are %d sure", name, r.Score)
		}
	}
}

// Every code and every word leads to an account that the generic tree has.
func TestTables(t *testing.T) {
	for code, role := range codes {
		if _, ok := category.For("").Of(role); !ok {
			t.Errorf("code %s leads to %s", code, role)
		}
	}
	for _, row := range lexiconRows {
		if _, ok := category.For("").Of(row.role); !ok {
			t.Errorf("words lead to %s", row.role)
		}
	}
}

func TestMerchantKey(t *testing.T) {
	for name, want := range map[string]string{"SHELL 0412 LONDON": "shell london", "Müller GmbH & Co. KG": "müller",
		"The Acme Company Ltd.": "acme company", "1234": ""} {
		if got := MerchantKey(name); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
}

func open() State {
	return State{}.Evolve(event.Recorded{Payload: Made{ClassificationID: "c", Tree: "gbsa103f", UploadedBy: "ann", Subject: "document-c",
		Candidates: []Candidate{{"gbsa103f_office", "expense.office", 600, ByLexicon}}}})
}

func TestDecide(t *testing.T) {
	ann, bob := act.Context{Principal: "ann"}, act.Context{Principal: "bob"}
	got, err := Decision{Decision: "accept"}.Decide(open(), bob, Facts{Queue: true})
	if err != nil || got[0].(Decided).CategoryID != "gbsa103f_office" {
		t.Fatalf("%v %v", got, err)
	}
	after := open().Evolve(event.Recorded{Payload: got[0], Meta: event.Metadata{Principal: "bob"}})
	if after.Status != Resolved || after.Method != ByPerson || after.DecidedBy != "bob" {
		t.Errorf("%+v", after)
	}
	if _, err := (Decision{Decision: "dismiss"}).Decide(after, bob, Facts{Queue: true}); !errors.Is(err, fault.New(fault.Immutable, "")) {
		t.Errorf("an item is decided twice: %v", err)
	}
	if got, err := (Decision{Decision: "correct", CategoryID: "gbsa103f_travel"}).Decide(after, bob, Facts{}); err != nil ||
		got[0].(Decided).Role != "expense.travel" {
		t.Errorf("a later correction: %v %v", got, err)
	}
	blocked := func(d Decision, a act.Context, f Facts, code string) {
		t.Helper()
		_, err := d.Decide(open(), a, f)
		if e := fault.As(err); e == nil || len(e.Blockers) != 1 || e.Blockers[0].Code != code {
			t.Errorf("not %s: %v", code, err)
		}
	}
	blocked(Decision{Decision: "accept"}, ann, Facts{FourEyes: true}, "separation_of_duties")
	blocked(Decision{Decision: "accept"}, bob, Facts{Disabled: map[string]bool{"gbsa103f_office": true}}, "category_disabled")
	if _, err := (Decision{Decision: "correct", CategoryID: "usschedulec_office"}).Decide(open(), bob, Facts{}); fault.As(err) == nil ||
		fault.As(err).Code != fault.InvalidInput {
		t.Errorf("a category of another tree: %v", err)
	}
	half := money.MustParse("0.5")
	for _, d := range []Decision{{Decision: "correct"}, {Decision: "accept", CategoryID: "x"}, {Decision: "split"},
		{Decision: "split", Parts: []Part{{"a", half}}}, {Decision: "no"},
		{Decision: "split", Parts: []Part{{"", half}, {"gbsa103f_travel", half}}}} {
		if d.Validate() == nil {
			t.Errorf("%+v is taken", d)
		}
	}
}

func BenchmarkClassify(b *testing.B) {
	in := Input{Text: "toner, envelopes and a taxi to the printer's in the rain", Merchant: "Bürobedarf Müller GmbH", Tree: category.For("DE"),
		Year: 2026}
	k := Known{History: map[string]int{"deeuer_office": 2}}
	for range 50 {
		k.Rules = append(k.Rules, Rule{"nobody at all", "deeuer_office"})
	}
	for b.Loop() {
		Classify(in, k)
	}
}

// What a classification costs does not grow with the rules that say nothing of it, nor
// with the tables: none of them is read anew.
func TestClassifyReadsNoTableAnew(t *testing.T) {
	in := Input{Text: "a taxi in the rain", Merchant: "Müller GmbH", Tree: category.For("DE"), Year: 2026}
	cost := func(rules int) int {
		var k Known
		for range rules {
			k.Rules = append(k.Rules, Rule{"Nobody, at all", "deeuer_office"})
		}
		return int(testing.AllocsPerRun(100, func() { Classify(in, k) }))
	}
	few, many := cost(0), cost(500)
	if many > few || few > 30 {
		t.Errorf("%d allocations without a rule, %d with 500", few, many)
	}
}
