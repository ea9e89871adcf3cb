package taxreturn

import (
	"flag"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/domain/tax/all"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestEvents(t *testing.T) {
	const id = "0192aa00000000000000000000000001"
	text := sealed.Text{Subject: "return-" + id, Cipher: []byte("sealed:x")}
	file := blob.Ref{Subject: "return-" + id, SHA256: strings.Repeat("ab", 32), Bytes: 1234}
	figure := Figure{Key: "total_tax", Part: "Form 1040", Line: "24", Value: text, Raw: text, Currency: "USD", Source: FromPerson, Page: 2,
		Box: reading.Box{Left: 1, Top: 2, Right: 3, Bottom: 4}, Score: 960, Reason: text, Step: "1040/24"}
	checks := []Check{{ArithmeticMismatch, true, []string{"agi", "total_income"}}}
	eventtest.Golden(t, *update, []event.Payload{
		PacketReceived{id, "US", "2024", "us-1040", text, text, "eng", "application/pdf", file},
		PacketExtracted{"US", "2024", "us-1040", "text_layer", 2, []Figure{figure}, checks},
		PacketRejected{"encrypted"}, PacketFailed{"timeout"},
		FiguresEdited{"US", "2024", "us-1040", []Figure{figure}, []StatedFact{{"age", text}}, checks, StatedSummary{text, text, text, text}},
		ReviewMarked{text, text},
		PackageDrafted{id, "US", "2024", "us-1040", text, text, "application/pdf", file, "0192aa00000000000000000000000002", []Figure{figure},
			"0192aa00000000000000000000000003"},
	}, Category)
}

// A packet as its job leaves it.
func packet(t *testing.T, r Receive, pages ...string) State {
	t.Helper()
	r.Blob.Subject = "return-1"
	s := State{}
	received, err := r.Decide(s, "1")
	if err != nil {
		t.Fatal(err)
	}
	s = s.Evolve(event.Recorded{Payload: received[0], Meta: event.Metadata{Principal: "ann"}})
	o := Outcome{Extraction: "text_layer"}
	for i, text := range pages {
		p := reading.PageOfText(text)
		p.Number = i + 1
		o.Pages = append(o.Pages, p)
	}
	read, err := o.Decide(s)
	if err != nil {
		t.Fatal(err)
	}
	return s.Evolve(event.Recorded{Payload: read[0]})
}

func values(s State) map[string]string {
	out := map[string]string{}
	for _, f := range s.Figures {
		if f.Accepted() {
			out[f.Key] = f.Value.Plain
		}
	}
	return out
}

const form1040 = `Form 1040   U.S. Individual Income Tax Return   2024
Filing Status  [X] Single   [ ] Married filing jointly   [ ] Head of household
1a Total amount from Form(s) W-2, box 1 (see instructions) . . . . . 1a   60,000
1z Add lines 1a through 1h . . . . . . . . . . . . . . . . . 1z   60,000
2a Tax-exempt interest . . . 2a          b Taxable interest . . . . 2b   500
3a Qualified dividends . . . 3a          b Ordinary dividends . . . 3b
9  Add lines 1z, 2b, 3b, 4b, 5b, 6b, 7, and 8. This is your total income . . 9   60,500
10 Adjustments to income from Schedule 1, line 26 . . . . . . 10
11 Subtract line 10 from line 9. This is your adjusted gross income . . 11   60,500
12 Standard deduction or itemized deductions (from Schedule A) . . 12   14,600
13 Qualified business income deduction from Form 8995 or Form 8995-A . . 13
14 Add lines 12 and 13 . . . . . . . . 14   14,600
15 Subtract line 14 from line 11. If zero or less, enter -0-. This is
   your taxable income . . . . 15   45,900`

const form1040Page2 = `Form 1040 (2024)      Page 2
16 Tax (see instructions). Check if any from Form(s): 1 8814 2 4972 3 . . 16   5,279
17 Amount from Schedule 2, line 3 . . . . . 17
18 Add lines 16 and 17 . . . . . . 18   5,279
22 Subtract line 21 from line 18. If zero or less, enter -0- . . . 22   5,279
23 Other taxes, including self-employment tax, from Schedule 2, line 21 . . 23
24 Add lines 22 and 23. This is your total tax . . . . 24   5,279
d Add lines 25a through 25c . . . . . . 25d   6,000
33 Add lines 25d, 26, and 32. These are your total payments . . . 33   6,000
34 If line 33 is more than line 24, subtract line 24 from line 33. This is the amount you overpaid . . 34   721
35a Amount of line 34 you want refunded to you . . 35a   721
37 Subtract line 33 from line 24. This is the amount you owe . . . 37`

const sa302 = `HM Revenue & Customs   SA302
Tax Calculation for 2024-25 (year ended 5 April 2025)
Income received (before tax taken off)
Pay from all employments £60,000.00
Interest received from UK banks and building societies £500.00
Dividends from UK companies £2,500.00
Total Income received £63,000.00
minus Personal allowance -£12,570.00
Total income on which tax is due £50,430.00
How I worked out your Income Tax
Pay, pensions, profit etc £37,700.00 @ 20% = £7,540.00
Income Tax charged £12,107.00
Income Tax and Class 4 National Insurance contributions £12,107.00
minus Tax deducted
From all employments, UK pensions and state benefits £11,432.00
Interest received from UK banks and building societies £0.00
Total tax deducted £11,432.00
Income Tax and Class 4 National Insurance contributions due £675.00`

const bescheid = `Finanzamt Musterstadt
Bescheid für 2024 über Einkommensteuer und Solidaritätszuschlag
                              Einkommensteuer   Solidaritätszuschlag
Festgesetzt werden               14.646,00           0,00
ab Steuerabzug vom Lohn          15.000,00           0,00
verbleibende Beträge              -354,00            0,00
Gesamtbetrag der Einkünfte                       66.000
zu versteuerndes Einkommen                       60.000
zu versteuern nach dem Grundtarif                14.646
festzusetzende Einkommensteuer                   14.646`

const form11 = `Form 11   Tax Return and Self-Assessment for the year 2024
934. Self-Assessment - Income Tax 2024
(a) Amount of income or profits arising for this period    60,000 .00
(b) Amount of tax chargeable for this period
(i) Amount of income tax chargeable for this period    15,600 .00
(ii) Amount of USC chargeable for this period - self    1,704 .00
(iv) Amount of PRSI chargeable for this period - self    0 .00
(vi) Total amount of tax chargeable for this period    17,304 .00
(d) Amount of tax payable for this period    1,250 .00`

// Items are numbered as they are printed; one that does not follow on what stands before it,
// as a misread letter does, has no number.
func TestItems(t *testing.T) {
	lines := func(text string) (out []string) {
		for _, f := range packet(t, Receive{}, text).Figures {
			out = append(out, f.Key+" "+f.Line)
		}
		return out
	}
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"in sections": {form11, []string{"income 934(a)", "income_tax 934(b)(i)", "usc 934(b)(ii)", "prsi 934(b)(iv)", "total_tax 934(b)(vi)",
			"payable 934(d)"}},
		"a misread letter": {strings.NewReplacer("(ii)", "(i)", "(iv)", "(lv)", "(vi)", "(v1)").Replace(form11),
			[]string{"income 934(a)", "income_tax 934(b)(i)", "usc ", "prsi ", "total_tax ", "payable 934(d)"}},
		"named whole": {strings.NewReplacer("934. ", "", "(i)", "(b)(i)", "(ii)", "(b)(ii)(I)", "(iv)", "(b)(iii)(I)", "(vi)", "(b)(iv)").Replace(form11),
			[]string{"income (a)", "income_tax (b)(i)", "usc (b)(ii)(I)", "prsi (b)(iii)(I)", "total_tax (b)(iv)", "payable (d)"}},
		"either a letter or a figure": {strings.NewReplacer("(a)", "(g)", "(b)", "(h)", "934. ", "").Replace(form11),
			[]string{"income ", "income_tax ", "usc ", "prsi ", "total_tax ", "payable "}},
		"without": {"Form 11 2024\nAmount of income or profits arising for this period   60,000", []string{"income "}},
	} {
		if got := lines(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
	if romanOf("ix") != 9 || romanOf("iv") != 4 || romanOf("xviii") != 18 || romanOf("ic") != 0 || romanOf("") != 0 {
		t.Error("Roman figures")
	}
}

// Each kind of packet gives its figures by line, and nothing where a line is blank.
func TestPackets(t *testing.T) {
	for name, c := range map[string]struct {
		pages      []string
		form, year string
		want       map[string]string
		summary    Summary
	}{
		"US": {[]string{form1040, form1040Page2}, "us-1040", "2024", map[string]string{"filing_status": "single", "wages": "60000",
			"taxable_interest": "500",
			"total_income":     "60500", "agi": "60500", "deductions": "14600", "total_deductions": "14600", "taxable_income": "45900", "tax": "5279",
			"tax_before_credits": "5279", "tax_after_credits": "5279", "total_tax": "5279", "withheld": "6000", "total_payments": "6000",
			"overpaid": "721",
			"refund":   "721"}, Summary{"60500", "5279", "721", ""}},
		"GB": {[]string{sa302}, "gb-sa302", "2024-25", map[string]string{"employment": "60000.00", "interest": "500.00", "dividends": "2500.00",
			"total_income": "63000.00", "personal_allowance": "12570.00", "taxable_income": "50430.00", "tax": "12107.00", "tax_and_ni": "12107.00",
			"tax_deducted": "11432.00", "balance_due": "675.00"}, Summary{"63000.00", "12107.00", "", "675.00"}},
		"DE": {[]string{bescheid}, "de-est", "2024", map[string]string{"status": "single", "total_income": "66000", "taxable_income": "60000",
			"tariff_tax": "14646", "assessed_tax": "14646", "fixed_tax": "14646.00", "fixed_solidarity": "0.00", "wage_tax": "15000.00",
			"remaining": "-354.00"},
			Summary{"66000", "14646.00", "354.00", ""}},
		"IE": {[]string{form11}, "ie-form11", "2024", map[string]string{"income": "60000", "income_tax": "15600", "usc": "1704", "prsi": "0",
			"total_tax": "17304", "payable": "1250"}, Summary{"60000", "17304", "", "1250"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := packet(t, Receive{}, c.pages...)
			if s.Form != c.form || s.TaxYear != c.year || s.Status != Extracted {
				t.Errorf("it is %s of %s, %s", s.Form, s.TaxYear, s.Status)
			}
			if got := values(s); !maps.Equal(got, c.want) {
				for key := range got {
					if got[key] != c.want[key] {
						t.Errorf("%s is %q and should be %q", key, got[key], c.want[key])
					}
				}
				for key, want := range c.want {
					if got[key] == "" {
						t.Errorf("%s is missing, and is %s: %+v", key, want, s.Figures)
					}
				}
			}
			if got := SummaryOf(s.Form, s.Figures); got != c.summary {
				t.Errorf("it comes to %+v", got)
			}
			for _, x := range s.Checks {
				if !x.OK {
					t.Errorf("%+v", x)
				}
			}
			for _, f := range s.Figures {
				if f.Page == 0 || f.Box == (reading.Box{}) {
					t.Errorf("%s stands nowhere", f.Key)
				}
			}
		})
	}
}

// A line that was misread, or that the sums contradict, is not relied on; a form
// that nobody knows has no figures.
func TestPacketsThatAreWrong(t *testing.T) {
	s := packet(t, Receive{}, strings.Replace(form1040, "15   45,900", "15   49,500", 1), form1040Page2)
	if got := values(s)["taxable_income"]; got != "" {
		t.Errorf("a taxable income that is not income less deductions is taken: %s", got)
	}
	if s := packet(t, Receive{}, "A letter about nothing 1,000.00"); s.Form != "" || len(s.Figures) != 0 || s.Checks[0].OK {
		t.Errorf("%+v", s)
	}
	if s := packet(t, Receive{Form: "us-1040", Jurisdiction: "US", TaxYear: "2023"}, form1040Page2); !slices.ContainsFunc(s.Checks,
		func(c Check) bool {
			return c.Code == YearDiffers && !c.OK
		}) {
		t.Errorf("the year that is printed is another: %+v", s.Checks)
	}
	if s := packet(t, Receive{}, form1040, strings.Replace(form1040Page2, "24   5,279", "24   24", 1)); values(s)["total_tax"] != "" {
		t.Errorf("a blank line gives its own number: %v", values(s))
	}
}

// What a line is less another says nothing where the first of them is not printed: an
// employee's calculation has no sum of tax and contributions.
func TestSumsWithoutTheirTotal(t *testing.T) {
	const sa302 = `SA302 Tax calculation for 2024-25 (year ended 5 April 2025)
Income received (before tax taken off)
Pay from all employments   £60,000.00
Total income received   £60,000.00
minus Personal Allowance   £12,570.00
Total income on which tax is due   £47,430.00
How I worked out your income tax
Income tax charged   £11,432.00
Tax deducted
Total tax deducted   £11,000.00
Total amount due   £432.00`
	s := packet(t, Receive{}, sa302)
	if got := values(s); got["balance_due"] != "432.00" || got["tax_deducted"] != "11000.00" {
		t.Fatalf("it says %v", got)
	}
	for _, c := range s.Checks {
		if !c.OK {
			t.Errorf("%s of %v", c.Code, c.Keys)
		}
	}
	const printed = "Income tax and Class 4 National Insurance contributions   £11,432.00\nTax deducted"
	for _, c := range packet(t, Receive{}, strings.Replace(strings.Replace(sa302, "Tax deducted", printed, 1), "£432", "£532", 1)).Checks {
		if c.Code == ArithmeticMismatch && slices.Contains(c.Keys, "balance_due") && !c.OK {
			return
		}
	}
	t.Error("a balance that does not follow from a sum that is printed passes")
}

// The calculators stand beside: they agree, differ, or say why they were not asked.
func TestCompare(t *testing.T) {
	compare := func(s State) Comparison { return s.Compare(all.Registry().Calculate, nil)[0] }
	s := packet(t, Receive{}, form1040, form1040Page2)
	if c := compare(s); c.Status != "needs_facts" || !slices.Contains(c.Missing, "age") {
		t.Errorf("%+v", c)
	}
	facts := func(s State, facts map[string]string) State {
		e, err := Change{Facts: facts}.Decide(s, act.Context{}, Facts{})
		if err != nil {
			t.Fatal(err)
		}
		return s.Evolve(event.Recorded{Payload: e[0], Meta: event.Metadata{Principal: "ann"}})
	}
	said := map[string]string{"age": "40", "children": "0", "other_dependents": "0"}
	if c := compare(facts(s, said)); c.Status != "agrees" || len(c.Figures) < 5 {
		t.Errorf("%+v", c)
	}
	wrong := packet(t, Receive{}, form1040, strings.ReplaceAll(form1040Page2, "5,279", "5,179"))
	if c := compare(facts(wrong, said)); c.Status != "computed_differs" {
		t.Errorf("%+v", c)
	}
	// What the calculator is not told keeps it from being asked, or from being believed.
	itemised := strings.NewReplacer("14,600", "20,600", "45,900", "39,900").Replace(form1040)
	if c := compare(facts(packet(t, Receive{}, itemised, form1040Page2), said)); c.Status != "not_comparable" || len(c.Figures) != 0 {
		t.Errorf("%+v", c)
	}
	if c := compare(packet(t, Receive{}, bescheid)); c.Status != "agrees" {
		t.Errorf("%+v", c)
	}
	if c := compare(packet(t, Receive{}, strings.ReplaceAll(bescheid, "14.646", "14.746"))); c.Status != "computed_differs" ||
		c.Figures[0].Computed.String() != "14646.00" {
		t.Errorf("%+v", c)
	}
	gb := packet(t, Receive{}, sa302)
	if c := compare(gb); c.Status != "needs_facts" || !slices.Contains(c.Missing, "sub_region") {
		t.Errorf("%+v", c)
	}
	if c := compare(facts(gb, map[string]string{"sub_region": "england"})); c.Status != "agrees" && c.Status != "computed_differs" {
		t.Errorf("%+v", c)
	}
	if c := compare(packet(t, Receive{}, form11)); c.Status != "not_comparable" && c.Status != "needs_facts" {
		t.Errorf("%+v", c)
	}
}

// An edit keeps what stood there and why; who edits does not review; what is
// reviewed is final.
func TestEditAndReview(t *testing.T) {
	s := packet(t, Receive{}, bescheid)
	edit := Change{Figures: []Edit{{"wage_tax", "15100.00"}}, Reason: "the slip says so"}
	if err := (Change{Figures: edit.Figures}).Validate(); err == nil {
		t.Error("figures are changed without a reason")
	}
	if err := (Change{Status: Reviewed, Facts: map[string]string{"status": "single"}}).Validate(); err == nil {
		t.Error("a review changes the return")
	}
	ann, bob := act.Context{Principal: "ann"}, act.Context{Principal: "bob"}
	e, err := edit.Decide(s, ann, Facts{})
	if err != nil {
		t.Fatal(err)
	}
	s = s.Evolve(event.Recorded{Payload: e[0], Meta: event.Metadata{Principal: "ann"}})
	f, _ := s.Figure("wage_tax")
	if f.Value.Plain != "15100.00" || f.Source != FromPerson || f.Page != 1 || len(f.Before) != 1 || f.Before[0].Value.Plain != "15000.00" {
		t.Errorf("%+v", f)
	}
	if !slices.ContainsFunc(s.Checks, func(c Check) bool { return c.Code == ArithmeticMismatch && !c.OK }) {
		t.Errorf("the sums still hold: %+v", s.Checks)
	}
	for _, bad := range []Edit{{"nothing", "1"}, {"wage_tax", "1,00"}, {"status", "widowed"}} {
		if _, err := (Change{Figures: []Edit{bad}, Reason: "x"}).Decide(s, ann, Facts{}); fault.As(err) == nil ||
			fault.As(err).Code != fault.InvalidInput {
			t.Errorf("%v: %v", bad, err)
		}
	}
	review := Change{Status: Reviewed}
	if _, err := review.Decide(s, ann, Facts{}); fault.As(err) == nil || fault.As(err).Blockers[0].Code != "separation_of_duties" {
		t.Errorf("%v", err)
	}
	for _, c := range []struct {
		waiver, role string
		alone, right bool
	}{{"", "owner", true, false}, {"I am alone", "owner", false, false}, {"I am alone", "preparer", true, false},
		{"I am alone", "owner", true, true}} {
		e, err := Change{Status: Reviewed, Waiver: c.waiver}.Decide(s, act.Context{Principal: "ann", Role: c.role}, Facts{Alone: c.alone})
		if (err == nil) != c.right || c.right && e[0].(ReviewMarked).Waiver.Plain != c.waiver {
			t.Errorf("%+v: %v", c, err)
		}
	}
	for _, kind := range []string{Packet, Package} {
		untouched := State{ID: "r", Kind: kind, Status: Extracted, CreatedBy: "ann"}
		if _, err := review.Decide(untouched, ann, Facts{}); fault.As(err) == nil || fault.As(err).Blockers[0].Code != "separation_of_duties" {
			t.Errorf("%s: who brought it reviews it: %v", kind, err)
		}
		if _, err := review.Decide(untouched, bob, Facts{}); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if _, err := review.Decide(State{Status: Received}, bob, Facts{}); fault.As(err) == nil ||
		fault.As(err).Blockers[0].Code != "return_not_extracted" {
		t.Errorf("%v", err)
	}
	e, err = review.Decide(s, bob, Facts{})
	if err != nil {
		t.Fatal(err)
	}
	s = s.Evolve(event.Recorded{Payload: e[0], Meta: event.Metadata{Principal: "bob"}})
	for _, again := range []Change{edit, review} {
		if _, err := again.Decide(s, bob, Facts{}); fault.As(err) == nil || fault.As(err).Code != fault.Immutable {
			t.Errorf("%v", err)
		}
	}
}

// Forms as people and programs make them at home: the digits in boxes of their own, the
// blank boxes of a form that was not filled in, other words for the same line.
func TestPacketsMadeAtHome(t *testing.T) {
	const head = "Form 11 2024\nRevenue - Income Tax Return\n"
	for name, c := range map[string]struct {
		text string
		want map[string]string
	}{
		"digits in boxes": {`Form 11   Tax Return and Self-Assessment for the year 2024
(a) Amount of income or profits arising for this period   ,  6 0 , 0 0 0 . 0 0
(i) Amount of income tax chargeable for this period   ,  15 , 600 .00
(ii) Amount of USC chargeable for this period - self   1 7 0 4
(iii) Amount of USC chargeable for this period - spouse or civil partner   , , . 0 0
(iv) Amount of PRSI chargeable for this period - self   , , .00
(vi) Total amount of tax chargeable for this period . . . 1 7 , 3 0 4 . 0 0`,
			map[string]string{"income": "60000.00", "income_tax": "15600.00", "usc": "1704", "total_tax": "17304.00"}},
		"a program's words": {head + "Income from employment   € 62,000.00\nTotal income   € 62,000.00\nIncome tax chargeable   € 16,000.00\n" +
			"USC chargeable   € 1,621.82\nPRSI chargeable   € 2,495.50\nTotal tax chargeable   € 20,117.32",
			map[string]string{"employment": "62000.00", "income": "62000.00", "income_tax": "16000.00", "usc": "1621.82", "prsi": "2495.50",
				"total_tax": "20117.32"}},
		"a person's words, borne out": {head + "Total income   62,000\nIncome tax   16,000\nUSC   1,622\nPRSI   2,496\nTotal tax   20,118",
			map[string]string{"income": "62000", "income_tax": "16000", "usc": "1622", "prsi": "2496", "total_tax": "20118"}},
		"a person's words, not borne out": {head + "Total income   62,000\nIncome tax   16,000\nUSC   1,622\nTotal tax   20,118", map[string]string{"income": "62000"}},
		"what a rate makes is not the tax": {head + "Income tax @ 20% on 44,000   8,800\nIncome tax chargeable   16,000",
			map[string]string{"income_tax": "16000"}},
		"a label within another figure's": {"SA100 tax return 2025\n8 State Pension - amount you were entitled to receive   9000.00\n" +
			"11 Pensions (other than State Pension), retirement annuities and taxable lump sums   12000.00",
			map[string]string{"state_pension": "9000.00", "pensions": "12000.00"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := packet(t, Receive{}, c.text)
			if got := values(s); !maps.Equal(got, c.want) {
				t.Errorf("it gives %v, not %v: %+v", got, c.want, s.Checks)
			}
			if s.TaxYear != map[bool]string{true: "2024", false: "2024-25"}[s.Form == "ie-form11"] && name != "a label within another figure's" {
				t.Errorf("its year is %q", s.TaxYear)
			}
		})
	}
}
