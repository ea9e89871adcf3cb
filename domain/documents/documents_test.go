package documents

import (
	"errors"
	"flag"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var file = blob.Ref{Subject: "party-0192aa00000000000000000000000007", SHA256: strings.Repeat("ab", 32), Bytes: 930}

func cipher(word string) sealed.Text {
	return sealed.Text{Subject: file.Subject, Cipher: []byte("sealed:" + word)}
}

func TestEvents(t *testing.T) {
	field := Field{"gross", cipher("150.00"), cipher("150,00"), 1, reading.Box{Left: 1, Top: 2, Right: 3, Bottom: 4}, "ocr", 950,
		StateExtracted}
	checks, duplicates := []Check{{ArithmeticMismatch, true}}, []Duplicate{{"0192aa00000000000000000000000002", "number"}}
	eventtest.Golden(t, *update, []event.Payload{
		Received{"0192aa00000000000000000000000001", "invoice", cipher("C-1"), cipher("a.pdf"), "eng", "application/pdf", file,
			"0192aa00000000000000000000000003", true, "webshop"},
		ExtractionRequested{"deu"},
		Extracted{"invoice", "eng", "ocr", 2, []Field{field}, []Statement{{cipher("DE89"), "EUR", "2026-03-01", "2026-03-31", cipher("1.00"),
			cipher("2.00"), 3, "yes", file}},
			checks, duplicates, 950, []string{"gross_not_sure"}, &OrdersFile{"webshop", 2, 1, file, file}, file},
		OrdersTaken{"0192aa00000000000000000000000006", "not_permitted", 2, map[string]int{"recorded": 1}, []OrderRefused{{3, "immutable"}}},
		Rejected{"xml_refused"},
		Failed{"timeout"},
		Validated{checks, duplicates, []string{"gross_not_sure"}},
		FieldsChanged{[]Field{field}, checks, []string{"gross_not_sure"}},
		Claimed{ReceiptID: "0192aa00000000000000000000000004"},
		LinesMatched{[]LineMatch{{LineAt{1, 3}, "0192aa00000000000000000000000005", true}}},
		ReviewDecided{"duplicate", "dismiss", cipher("other goods")},
		TypeCorrected{"payslip", "invoice", cipher("it is one")},
		BatchReceived{"0192aa00000000000000000000000003", []BatchFile{{cipher("a.pdf"), "0192aa00000000000000000000000001", "media_not_accepted",
			"a sentence"}}},
	}, Category, BatchCategory)
}

// after is a state with payloads applied.
func after(s State, payloads ...event.Payload) State {
	for _, p := range payloads {
		s = s.Evolve(event.Recorded{Payload: p, Meta: event.Metadata{Principal: "p",
			CommandID: uuid.MustParse("6f1d2c0e-58a7-5f0b-9a3e-7c1b7a11e57c")}})
	}
	return s
}

var known = Known{Today: civil.Of(2026, 11, 22)}

func extracted(t *testing.T, found ...reading.Found) State {
	t.Helper()
	s := after(State{}, Received{DocumentID: "d", Blob: file, Media: "application/pdf"})
	all, err := Outcome{Type: "invoice", Extraction: "ocr", Pages: 1, Found: found}.Decide(s, known)
	if err != nil {
		t.Fatal(err)
	}
	return after(s, all...)
}

func text(s string) *string { return &s }

// What a person said survives every later extraction, and nothing else does.
func TestCorrectionsSurvive(t *testing.T) {
	s := extracted(t, reading.Found{Name: "gross", Value: "150.00", Score: 700}, reading.Found{Name: "net", Value: "1.00", Score: 990},
		reading.Found{Name: "date", Value: "2026-03-25", Score: 600})
	all, err := Correct{Fields: []Correction{{"gross", text("151.00")}, {"date", nil}}}.Decide(s, act.Context{}, known)
	if err != nil {
		t.Fatal(err)
	}
	s = after(s, all...)
	s = after(s, ExtractionRequested{})
	all, err = Outcome{Type: "receipt", Extraction: "text_layer", Found: []reading.Found{{Name: "gross", Value: "9.99", Score: 999},
		{Name: "date", Value: "2020-01-01", Score: 999},
		{Name: "tax", Value: "2.00", Score: 990}}}.Decide(s, known)
	if err != nil {
		t.Fatal(err)
	}
	s = after(s, all...)
	want := map[string]string{"gross": "151.00 corrected", "date": "2026-03-25 confirmed", "tax": "2.00 extracted"}
	if len(s.Fields) != len(want) {
		t.Errorf("%d fields", len(s.Fields))
	}
	for _, f := range s.Fields {
		if got := f.Value.Plain + " " + f.State; got != want[f.Name] {
			t.Errorf("%s is %s, not %s", f.Name, got, want[f.Name])
		}
		if !f.Accepted(0) {
			t.Errorf("%s is not accepted", f.Name)
		}
	}
}

func TestDecisions(t *testing.T) {
	received := after(State{}, Received{DocumentID: "d", Blob: file})
	done := extracted(t, reading.Found{Name: "gross", Value: "1.00", Score: 990})
	rejected := after(received, Rejected{"unreadable"})
	for _, c := range []struct {
		name  string
		run   func() ([]event.Payload, error)
		types string
		code  fault.Code
		fails bool
	}{
		{"the same bytes again", func() ([]event.Payload, error) { return Receive{Blob: file}.Decide(received, "d") }, "", 0, false},
		{"reading twice", func() ([]event.Payload, error) { return Outcome{}.Decide(done, known) }, "", 0, false},
		{"failing what is done", func() ([]event.Payload, error) { return Fail(done, "x") }, "", 0, false},
		{"rejecting", func() ([]event.Payload, error) { return Reject(received, "x") }, "document.rejected.v1", 0, false},
		{"reading a rejected one again", func() ([]event.Payload, error) { return Validate{Full: true}.Decide(rejected, known) }, "",
			fault.Immutable, true},
		{"reading again", func() ([]event.Payload, error) { return Validate{Full: true}.Decide(done, known) }, "document.extraction_requested.v1",
			0, false},
		{"reading again at once", func() ([]event.Payload, error) { return Validate{Full: true}.Decide(received, known) }, "", 0, false},
		{"reading again what nobody reads any more", func() ([]event.Payload, error) {
			return Validate{Full: true}.Decide(received, Known{Today: known.Today, JobEnded: true})
		}, "document.extraction_requested.v1", 0, false},
		{"checking before it is read", func() ([]event.Payload, error) { return Validate{}.Decide(received, known) }, "", fault.Blocked, true},
		{"checking", func() ([]event.Payload, error) { return Validate{}.Decide(done, known) }, "document.validated.v1", 0, false},
		{"correcting before it is read", func() ([]event.Payload, error) {
			return Correct{Fields: []Correction{{"gross", text("2.00")}}}.Decide(received, act.Context{}, known)
		}, "", fault.Blocked, true},
		{"confirming what is not there", func() ([]event.Payload, error) {
			return Correct{Fields: []Correction{{"net", nil}}}.Decide(done, act.Context{}, known)
		}, "", fault.InvalidInput, true},
	} {
		all, err := c.run()
		got := ""
		for _, p := range all {
			got += p.EventType()
		}
		if got != c.types || (err != nil) != c.fails || c.fails && !errors.Is(err, fault.New(c.code, "")) {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
	}
}

func TestChecks(t *testing.T) {
	field := func(name, value string) Field { return Field{Name: name, Value: sealed.Of("s", value)} }
	for _, c := range []struct {
		name   string
		fields []Field
		known  Known
		failed string
		status string
	}{
		{"sums that agree", []Field{field("net", "100.00"), field("tax", "20.00"), field("gross", "120.00")}, known, "", Valid},
		{"sums that do not", []Field{field("net", "100.00"), field("tax", "20.00"), field("gross", "121.00")}, known, ArithmeticMismatch,
			Invalid},
		{"a cent of rounding", []Field{field("net", "100.00"), field("tax", "20.00"), field("gross", "120.01")}, known, "", Valid},
		{"a date to come", []Field{field("date", "2027-11-22")}, known, DateImplausible, Invalid},
		{"a wrong account", []Field{field("iban", "DE89370400440532013001")}, known, IBANChecksum, Invalid},
		{"another account than before", []Field{field("iban", "DE89370400440532013000")}, Known{IssuerIBAN: "GB29NWBK60161331926819"},
			IBANChanged, Warnings},
		{"no such currency", []Field{field("currency", "XQQ")}, known, CurrencyUnknown, Invalid},
		{"a likely duplicate", nil, Known{Duplicates: []Duplicate{{"d", "number"}}}, DuplicateLikely, Warnings},
		{"an empty page", nil, Known{Unreadable: true}, PageUnreadable, Warnings},
	} {
		checks := Examine("receipt", c.fields, nil, c.known)
		failed := ""
		for _, x := range checks {
			if !x.OK {
				failed += x.Code
			}
		}
		if failed != c.failed || Verdict(checks) != c.status {
			t.Errorf("%s: %q fails, %s", c.name, failed, Verdict(checks))
		}
	}
	if got := Verdict(Examine("invoice", nil, []Statement{{Balances: "no"}}, known)); got != Invalid {
		t.Errorf("a statement that does not balance is %s", got)
	}
}

// Ids tell tenants, sites, clients and bytes apart, and nothing else.
func TestID(t *testing.T) {
	ids := map[string]bool{}
	for _, tenant := range []string{"1", "2"} {
		for _, site := range []int64{0, 1, 12} {
			for _, client := range []string{"", "2", "a"} {
				for _, sum := range []string{"x", "y"} {
					id := ID(tenant, site, client, sum)
					if ids[id] || id != ID(tenant, site, client, sum) {
						t.Fatalf("%s %d %s %s", tenant, site, client, sum)
					}
					ids[id] = true
				}
			}
		}
	}
	if SubjectOf("C-1", "d") == SubjectOf("C-2", "d") || SubjectOf("C-1", "d") != SubjectOf("C-1", "e") || SubjectOf("", "d") == SubjectOf("",
		"e") {
		t.Error("subjects do not follow the client")
	}
}

func TestFilename(t *testing.T) {
	for in, want := range map[string]string{"a.pdf": "a.pdf", `C:\x\a.pdf`: "a.pdf", "../../etc/passwd": "passwd", "a\x00b\n.pdf": "ab.pdf",
		"a\xffb.pdf": "ab.pdf", "b\u202efdp.exe": "bfdp.exe", "a\u2028\u0085b.pdf": "ab.pdf", "請求書\u3000１.pdf": "請求書\u3000１.pdf"} {
		if got := Shorten(in); got != want {
			t.Errorf("%q becomes %q, not %q", in, got, want)
		}
	}
}

// Whatever a name holds, what is left of it is short, is text, and is what any other
// name has left that begins with as much.
func TestShortenedFilenames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
			rapid.StringOfN(rapid.RuneFrom([]rune("aü漢😀\u202e\u2067/\\\x00\u2029")), 0, 400, -1)).Draw(t, "name")
		got := Shorten(name)
		if len(got) > nameBytesMax || !utf8.ValidString(got) || strings.ContainsAny(got, "/\\\x00\u2029\u202e\u2067") {
			t.Fatalf("%q becomes %q", name, got)
		}
		if again := Shorten(got); again != got {
			t.Fatalf("%q becomes %q, and that %q", name, got, again)
		}
	})
}

// A name may be as long as a body: what it costs to shorten does not grow with its length
// a second time.
func TestLongFilenames(t *testing.T) {
	for _, unit := range []string{"x", "ü", "漢", "\x00", "\xff"} {
		long := strings.Repeat(unit, 1<<12)
		if n := testing.AllocsPerRun(2, func() { Shorten(long) }); n > 20 {
			t.Errorf("%q: %.0f allocations", unit, n)
		}
	}
}

// The totals of a tax form are no totals of a sale, however its words are labelled.
func TestTotalsOfForms(t *testing.T) {
	for text, kind := range map[string]Type{
		"SA302 2024-25\nPay 42,000.00\nProfit 8,000.00\nTotal 50,000.00\nTax due 7,486.00":                                  "return",
		"Bescheid für 2024 über Einkommensteuer und Solidaritätszuschlag\nGesamtbetrag 46.770,00\nEinkommensteuer 8.932,00": "return",
		"Form W-2 2025\nTotal 85,000.00\nTax 9,000.00":                                                                      "tax_form",
	} {
		o := OutcomeOf([]reading.Page{reading.PageOfText(text)}, "", "text", "")
		if o.Type != kind {
			t.Errorf("%.20q is a %s", text, o.Type)
		}
		for _, f := range o.Found {
			if ofSale(f) {
				t.Errorf("%.20q has the %s %s", text, f.Name, f.Value)
			}
		}
	}
}
