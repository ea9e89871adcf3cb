package returnpackage

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/taxreturn"
)

// paymentFacts are those by which the caller states what was paid already.
var paymentFacts = []string{"withheld", "estimated_payments", "other_payments"}

// form1040 is the lines of the forms that the calculator of Form 1040 has worked
// out, those of the form that it has left blank, and those that it cannot know.
func form1040(g Given) (lines []Line) {
	printed, _ := taxreturn.FormByID("us-1040")
	year := g.Result.TaxYear
	paid := slices.ContainsFunc(paymentFacts, func(f string) bool { _, ok := g.Request.Facts[f]; return ok })
	done := map[string]bool{}
	for _, s := range g.Result.Steps {
		form, line, ok := strings.Cut(s.Code, "/")
		if !ok {
			continue
		}
		l := Line{Form: form, Line: line, Label: label1040(s.Label), Value: s.Amount.String(), Kind: Computed, Step: s.Code, Formula: s.Formula,
			CitationIDs: slices.Clone(s.CitationIDs)}
		if s.Formula == "given" {
			l.Kind = Stated
		}
		if row, ok := rowOf(printed, year, form, line); ok {
			l.Key, done[row.Key] = row.Key, true
		}
		if form == "1040" && slices.Contains(settling, line) && !paid {
			l.Kind, l.Value, l.CitationIDs = NotDetermined, "", nil
		}
		lines = append(lines, l)
	}
	for _, row := range printed.Rows {
		if done[row.Key] || len(row.Choices) > 0 || row.Line(year) == "" {
			continue
		}
		l := Line{Key: row.Key, Form: strings.TrimPrefix(row.Part, "Form "), Line: row.Line(year), Label: strings.Join(row.Labels[0], " "),
			Kind: Blank}
		if slices.Contains(unknown1040, l.Line) && l.Form == "1040" && (l.Line == "38" || !paid) {
			l.Kind = NotDetermined
		}
		lines = append(lines, l)
	}
	lines = append(lines, open("1040", "", "Names, addresses and social security numbers"), open("1040", "", "Signature"))
	if status := g.Request.Facts["filing_status"]; status != "" {
		lines = append(lines, Line{Key: "filing_status", Form: "1040", Label: "Filing status", Value: status, Kind: Stated, Formula: "as stated"})
	}
	lines = ordered(lines)
	return append(lines, told(g, lines, "As stated")...)
}

// ordered puts the lines of each form in the order of their numbers; what has none
// stays behind the line before it.
func ordered(lines []Line) []Line {
	type place struct {
		form, number int
		letter       string
	}
	forms, last := map[string]int{}, map[string]place{}
	at := make([]place, len(lines))
	for i, l := range lines {
		if _, ok := forms[l.Form]; !ok {
			forms[l.Form] = len(forms)
		}
		digits := strings.IndexFunc(l.Line, func(r rune) bool { return r < '0' || r > '9' })
		if digits < 0 {
			digits = len(l.Line)
		}
		p := place{form: forms[l.Form]}
		if n, err := strconv.Atoi(l.Line[:digits]); err == nil {
			p.number, p.letter = n, l.Line[digits:]
			last[l.Form] = p
		} else if before, ok := last[l.Form]; ok {
			p = before
		}
		at[i] = p
	}
	index := make([]int, len(lines))
	for i := range index {
		index[i] = i
	}
	slices.SortStableFunc(index, func(a, b int) int {
		return cmp.Or(cmp.Compare(at[a].form, at[b].form), cmp.Compare(at[a].number, at[b].number), cmp.Compare(at[a].letter, at[b].letter))
	})
	out := make([]Line, len(lines))
	for i, from := range index {
		out[i] = lines[from]
	}
	return out
}

// settling are the lines of Form 1040 that follow from what was paid; unknown1040
// those that are not known unless it was stated, or at all.
var (
	settling    = []string{"33", "34", "35a", "37"}
	unknown1040 = []string{"25d", "26", "33", "34", "35a", "37", "38"}
)

// label1040 is what a step is called, without its form and line.
func label1040(label string) string {
	_, after, ok := strings.Cut(label, ": ")
	if !ok {
		_, after, _ = strings.Cut(label, ", ")
	}
	return after
}

// rowOf finds the printed line of a step.
func rowOf(f taxreturn.Form, year, form, line string) (taxreturn.Row, bool) {
	i := slices.IndexFunc(f.Rows, func(r taxreturn.Row) bool {
		return r.Line(year) == line && (r.Part == "Form "+form || r.Part == form || form == r.Part+" (you)")
	})
	if i < 0 || line == "—" {
		return taxreturn.Row{}, false
	}
	return f.Rows[i], true
}

func ties1040(g Given, lines []Line) bool {
	i := slices.IndexFunc(lines, func(l Line) bool { return l.Form == "1040" && l.Line == "24" })
	return i >= 0 && lines[i].Value == g.Result.TotalTax.String()
}

// selfAssessment is the British return: what was stated by the page that it stands
// on, the summary as far as it is known, and the computation.
func selfAssessment(g Given) []Line {
	fact := func(form, label, name string) Line {
		v, ok := g.Request.Facts[name]
		l := Line{Key: name, Form: form, Label: label, Kind: Blank, Step: name}
		if ok {
			l.Kind, l.Value, l.Formula = Stated, v, "as stated"
		}
		return l
	}
	sum := func(form, label string, kind tax.Kind) Line {
		v, ok := kindSum(g, kind)
		return stated(form, label, v, ok)
	}
	_, employed := kindSum(g, tax.Employment)
	_, pension := kindSum(g, "pension")
	lines := []Line{
		open("SA100", "", "Name, address, date of birth, National Insurance number and Unique Taxpayer Reference"),
		pay(g),
	}
	taken := Line{Form: "SA102", Label: "UK tax taken off pay", Kind: Blank, Step: slug("UK tax taken off pay")}
	if employed {
		taken = open("SA102", "", taken.Label)
	}
	offPension := Line{Form: "SA100", Label: "Tax taken off pensions", Kind: Blank, Step: slug("Tax taken off pensions")}
	if pension {
		offPension = open("SA100", "", offPension.Label)
	}
	lines = append(lines, taken, offPension)
	lines = append(lines, besidePay(g, employed)...)
	lines = append(lines,
		sum("SA103", "Profit from self-employment", "self_employment"),
		sum("SA105", "Profit from property", "property"),
		sum("SA100", "Interest, taxed and untaxed", "interest"),
		sum("SA100", "Dividends", "dividends"),
		sum("SA100", "Pensions", "pension"),
		sum("SA101", "Other income", tax.OtherIncome),
		fact("SA100", "Gift Aid payments", "gift_aid"),
		fact("SA100", "Payments to pension schemes with relief at source, as paid: their box takes them with the basic-rate tax",
			"pension_relief_at_source"),
		fact("SA100", "Blind Person's Allowance", "blind_person"),
		fact("SA100", "Marriage Allowance", "marriage_allowance"),
		fact("SA100", "Child Benefit that was received", "child_benefit"),
	)
	lines = append(lines, pages(g)...)
	codes := []string{"ni_class_4", "ni_class_2", "student_loan", "postgraduate_loan"}
	beside, _ := levy(g, codes...)
	due := Line{Key: "total_due", Form: "SA110", Line: "1",
		Label: "Total tax, Student Loan repayment and Class 4 NICs due before any payments on account",
		Kind:  NotDetermined, Step: "total_tax"}
	over := Line{Key: "overpaid", Form: "SA110", Line: "2", Label: "Total tax, Student Loan repayment and Class 4 NICs overpaid",
		Kind: NotDetermined}
	if !employed && !pension { // nothing was taken off before
		due.Kind, due.Value, due.Formula = Computed, g.Result.TotalTax.Add(beside).String(), "total_tax + "+strings.Join(codes, " + ")
		over.Kind = Blank
	}
	lines = append(lines, due, over,
		levied(g, "SA110", "", "Student Loan repayment due", "student_loan", "postgraduate_loan"),
		levied(g, "SA110", "", "Class 4 NICs due", "ni_class_4"),
		levied(g, "SA110", "", "Class 2 NICs due", "ni_class_2"),
		open("SA110", "", "Capital Gains Tax due"), open("SA110", "", "Pension charges due"),
		open("SA110", "", "Underpaid tax and other debts in the tax code"), open("SA110", "", "Payments on account"),
		open("SA110", "", "Blind person's and married couple's surplus allowance"), open("SA110", "", "Adjustments to tax due"),
		Line{Key: "tax", Form: "Computation", Label: "Total income tax", Value: g.Result.TotalTax.String(), Kind: Computed, Step: "total_tax",
			Formula: "as computed below"},
	)
	lines = append(lines, told(g, lines, "As stated", tax.Employment, "pension", "self_employment", "property", "interest", "dividends",
		tax.OtherIncome)...)
	return append(britishBoxes().number(lines, g.Result.TaxYear), steps(g, "Computation")...)
}

// pages are what the return asks for on pages of their own, and nothing here decides: what
// of a business or of property stands behind its profit is known to whoever stated it.
func pages(g Given) (lines []Line) {
	_, trades := kindSum(g, "self_employment")
	_, lets := kindSum(g, "property")
	for _, x := range []struct {
		form, label string
		asked       bool
	}{
		{"SA103", "Turnover, expenses and losses of each business", trades},
		{"SA105", "Rents, expenses and losses of UK property", lets},
		{"SA101", "Less common kinds of income, and reliefs", true},
		{"SA104", "Partnership", true},
		{"SA106", "Foreign income", true},
		{"SA107", "Trusts etc", true},
		{"SA108", "Capital gains", true},
		{"SA109", "Residence", true},
		{"SA100", "State Pension lump sum", true},
		{"SA100", "Shares, land and buildings gifted to charity", true},
		{"SA100", "Income Tax refunded or set off", true},
		{"SA100", "Bank account for a repayment, adviser, and declaration", true},
	} {
		l := open(x.form, "", x.label)
		if !x.asked {
			l.Kind = Blank
		}
		lines = append(lines, l)
	}
	return lines
}

// pay is the figure of P45 or P60: what was paid, less what went into a pension out of it
// before tax.
func pay(g Given) Line {
	v, ok := kindSum(g, tax.Employment)
	l := stated("SA102", "Pay from employment", v, ok)
	before, err := money.Parse(g.Request.Facts["pension_net_pay"])
	if ok && err == nil && before.Sign() > 0 {
		l.Kind, l.Value, l.Formula = Computed, v.Sub(before).String(), "employment - pension_net_pay: taken from pay before tax"
	}
	return l
}

// besidePay are the boxes beside pay that no fact of the calculation says: they are not
// determined for who is employed, or repays a loan, and blank for others.
func besidePay(g Given, employed bool) (lines []Line) {
	repays := func(fact string) bool {
		v := g.Request.Facts[fact]
		return employed && v != "" && v != "none" && v != "false"
	}
	for _, x := range []struct {
		form, label string
		asked       bool
	}{
		{"SA102", "Tips and other payments not on the P60", employed},
		{"SA102", "Benefits and expenses payments", employed},
		{"SA102", "Employment expenses", employed},
		{"SA100", "Taxable state benefits", true},
		{"SA100", "Student Loan repayments that the employer deducted", repays("student_loan")},
		{"SA100", "Postgraduate Loan repayments that the employer deducted", repays("postgraduate_loan")},
	} {
		l := open(x.form, "", x.label)
		if !x.asked {
			l.Kind = Blank
		}
		lines = append(lines, l)
	}
	return lines
}

// einkommensteuer is the German computation: what was stated, the steps, the levies,
// and what an assessment would settle it with.
func einkommensteuer(g Given) []Line {
	wage, ok := kindSum(g, tax.Employment)
	lines := []Line{open("ESt 1 A", "", "Name, Anschrift, Identifikationsnummer, Religionszugehörigkeit")}
	if g.Request.IncomeBasis == tax.Taxable {
		lines = append(lines, stated("Berechnung", "Zu versteuerndes Einkommen, wie angegeben", g.Request.Income, true))
	} else {
		lines = append(lines, stated("Anlage N", "Bruttoarbeitslohn", wage, ok))
	}
	lines = append(lines, told(g, lines, "Angaben", tax.Employment)...)
	lines = append(lines, steps(g, "Berechnung")...)
	for _, c := range g.Result.Components {
		lines = append(lines, Line{Key: c.Code, Form: "Festsetzung", Label: c.Code, Value: c.Amount.String(), Kind: Computed, Step: c.Code,
			Formula: "component of the result"})
	}
	return append(lines, Line{Key: "total_tax", Form: "Festsetzung", Label: "Summe der festzusetzenden Beträge, die der Rechner einschließt",
		Value: g.Result.TotalTax.String(), Kind: Computed, Step: "total_tax", Formula: "total_tax of the result"},
		open("Abrechnung", "", "Vom Lohn einbehaltene Steuerabzugsbeträge"), open("Abrechnung", "", "Geleistete Vorauszahlungen"),
		open("Abrechnung", "", "Nachzahlung oder Erstattung"))
}

func sortedFacts(facts map[string]string) (names []string) {
	for n := range facts {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}
