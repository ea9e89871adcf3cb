package invoicing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
)

// DepositAsked says how much of an order is invoiced before it is supplied.
type DepositAsked struct {
	Gross *money.Dec `json:"gross,omitempty" pattern:"^[0-9]{1,15}([.][0-9]{1,4})?$" patternDescription:"a decimal string such as 119.00" doc:"With tax, in the order's currency."`
	Share *money.Dec `json:"share,omitempty" pattern:"^(0[.][0-9]{1,6}|1([.]0{1,6})?)$" patternDescription:"a fraction such as 0.3" doc:"Of what is left of the order, with tax: 0.3 is 30 %."`
}

// validate reports every malformed field.
func (a *DepositAsked) validate(f *fault.Fields, lines []ChosenLine) {
	if a == nil {
		return
	}
	if (a.Gross == nil) == (a.Share == nil) {
		f.Add("deposit", "one of gross and share")
	}
	if a.Gross != nil && a.Gross.Sign() <= 0 {
		f.Add("deposit.gross", "an amount above zero")
	}
	if a.Share != nil && (a.Share.Sign() <= 0 || a.Share.Greater(money.One)) {
		f.Add("deposit.share", "a fraction above 0, at most 1")
	}
	if len(lines) > 0 {
		f.Add("lines", "a deposit is for the order as a whole")
	}
}

// InvoiceDeduction is a deposit that a final invoice takes off, as far as it was not
// credited: lines of its own, below zero, carry it.
type InvoiceDeduction struct {
	InvoiceReference
	Net   money.Dec `json:"net"`
	Tax   money.Dec `json:"tax"`
	Gross money.Dec `json:"gross"`
}

// Deposit is an issued deposit invoice of the order, as far as it is left.
type Deposit struct {
	Invoice  State
	Document InvoiceContent
	Readable bool // false: whoever it was about was forgotten
}

// depositWords begin the description of a deposit's lines, and of those that take one
// off: number and day follow.
var depositWords = map[string][2]string{
	"de": {"Anzahlung", "Abzüglich Anzahlung, Rechnung %s vom %s"},
	"en": {"Deposit", "Less deposit, invoice %s of %s"},
	"es": {"Anticipo", "Menos anticipo, factura %s de %s"},
	"fr": {"Acompte", "À déduire : acompte, facture %s du %s"},
	"it": {"Acconto", "A dedurre: acconto, fattura %s del %s"},
	"nl": {"Vooruitbetaling", "Af: vooruitbetaling, factuur %s van %s"},
	"pl": {"Zaliczka", "Minus zaliczka, faktura %s z %s"},
	"pt": {"Adiantamento", "A deduzir: adiantamento, fatura %s de %s"},
}

func depositWord(language string) [2]string {
	if words, ok := depositWords[language]; ok {
		return words
	}
	return depositWords["en"]
}

// left are the order's lines that no invoice claims.
func (m Making) left() (lines []OrderLine, gross money.Dec) {
	for _, l := range m.Order.Lines {
		if m.Claims.By(l.ID) == "" {
			lines, gross = append(lines, l), gross.Add(l.Gross)
		}
	}
	return lines, gross
}

// depositGross is how much is asked for, with tax.
func (m Making) depositGross() money.Dec {
	if m.Asked.Gross != nil {
		return *m.Asked.Gross
	}
	places, _ := money.MinorUnits(m.Order.Currency)
	_, left := m.left()
	return left.Sub(m.Claims.Deposited()).Mul(*m.Asked.Share).Round(places, money.HalfUp)
}

// depositLines part the deposit among the taxes of what is left of the order, in
// proportion to their amounts with tax; each part bears the tax of its rate.
func (m Making) depositLines(language string) (out []InvoiceLine) {
	places, _ := money.MinorUnits(m.Order.Currency)
	var taxes []InvoiceTax
	var weights []money.Dec
	var what [][]string
	lines, _ := m.left()
	for _, l := range m.exempted(lines) {
		if len(l.Taxes) == 0 {
			continue
		}
		t := l.Taxes[0]
		at := slices.IndexFunc(taxes, func(x InvoiceTax) bool {
			return x.Code == t.Code && x.Category == t.Category && x.Country == t.Country && x.Rate.Equal(t.Rate)
		})
		if at < 0 {
			at = len(taxes)
			taxes, weights, what = append(taxes, t), append(weights, money.Zero), append(what, nil)
		}
		weights[at], what[at] = weights[at].Add(l.Gross), append(what[at], cmp.Or(l.Description, l.ID))
	}
	word := depositWord(language)[0]
	for i, gross := range shares(m.depositGross(), weights, places) {
		if gross.IsZero() {
			continue
		}
		net := gross.QuoRound(money.One.Add(taxes[i].Rate), places, money.HalfUp).Pad(places)
		tax := gross.Sub(net).Pad(places)
		t := taxes[i]
		t.Base, t.Tax = net, tax
		price := net
		if m.Order.PricesIncludeTax {
			price = gross.Pad(places)
		}
		out = append(out, InvoiceLine{ID: fmt.Sprintf("deposit-%d", i+1), Description: cut(word+": "+strings.Join(what[i], ", "), 300),
			Quantity: money.One, UnitPrice: price, NetPrice: net, Allowance: money.Zero.Pad(places), Charge: money.Zero.Pad(places),
			Net: net, Tax: tax, Gross: gross.Pad(places), Taxes: []InvoiceTax{t}})
	}
	return out
}

// cut shortens a text to so many characters.
func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// deduct takes deposits off a document: a line below zero for each rate of each.
func (d *InvoiceContent) deduct(deposits []Deposit) {
	places, _ := money.MinorUnits(d.Currency)
	zero := money.Zero.Pad(places)
	for _, x := range deposits {
		off := InvoiceDeduction{InvoiceReference: x.Invoice.Reference(), Net: zero, Tax: zero, Gross: zero}
		text := fmt.Sprintf(depositWord(d.Language)[1], off.Number, off.IssuedOn)
		for _, l := range x.Document.Lines {
			left := x.Invoice.Remainder(l)
			if left.Gross.IsZero() {
				continue
			}
			off.Net, off.Tax, off.Gross = off.Net.Add(left.Net), off.Tax.Add(left.Tax), off.Gross.Add(left.Gross)
			line := InvoiceLine{ID: fmt.Sprintf("deduction-%d-%s", len(d.Deducts)+1, l.ID), Description: text, Deducts: off.ID,
				Quantity: money.One.Neg(), UnitPrice: left.Net, NetPrice: left.Net, Allowance: zero, Charge: zero,
				Net: left.Net.Neg().Pad(places), Tax: left.Tax.Neg().Pad(places), Gross: left.Gross.Neg().Pad(places)}
			if d.PricesIncludeTax {
				line.UnitPrice = left.Gross
			}
			for _, t := range left.Taxes {
				t.Base, t.Tax = t.Base.Neg().Pad(places), t.Tax.Neg().Pad(places)
				line.Taxes = append(line.Taxes, t)
			}
			d.Lines = append(d.Lines, line)
		}
		d.Deducts = append(d.Deducts, off)
	}
}

// Ends reports whether the chosen lines are all that is left of the order, so that
// the invoice takes its deposits off.
func (m Making) Ends() bool {
	if m.Asked != nil {
		return false
	}
	for _, l := range m.Order.Lines {
		if m.Claims.By(l.ID) == "" && len(m.Lines) > 0 && !slices.ContainsFunc(m.Lines, func(c ChosenLine) bool { return c.ID == l.ID }) {
			return false
		}
	}
	return true
}

// depositBlockers lists what stands against a deposit for the order.
func (m Making) depositBlockers(b *fault.Blockers) {
	order := "order/" + m.Order.ID
	if !m.Today.Before(m.Order.SuppliedOn) {
		b.On(order, "order_already_supplied", "the order was supplied on %s; a deposit is invoiced before", m.Order.SuppliedOn)
	}
	lines, left := m.left()
	places, _ := money.MinorUnits(m.Order.Currency)
	gross := m.depositGross()
	if open := left.Sub(m.Claims.Deposited()); gross.Greater(open) || gross.Sign() <= 0 {
		b.On(order, "deposit_exceeds_order", "%s %s is not above zero and within the %s that neither invoices nor deposits cover yet",
			gross, m.Order.Currency, open)
	}
	if !gross.Equal(gross.Round(places, money.Down)) {
		b.On(order, "deposit_exceeds_order", "%s has more than the %d places of %s", gross, places, m.Order.Currency)
	}
	for _, l := range m.exempted(lines) {
		if why := m.onAccount(l); why != "" {
			b.On(order, "supply_rule_not_covered", "line %q: %s", l.ID, why)
			return
		}
	}
}

// onAccount says why no deposit can be invoiced for a line; "" = it can.
func (m Making) onAccount(l OrderLine) string {
	if len(l.Taxes) != 1 || l.Taxes[0].Code != "VAT" {
		return "what is due on a payment on account of such taxes is not covered"
	}
	t := l.Taxes[0]
	country := m.seller().Address.Country
	if !t.Tax.IsZero() && t.Country != "" {
		country = t.Country
	}
	switch t.Category {
	case IntraCommunity:
		return "a payment on account makes no tax due of an intra-Community supply (Directive 2006/112/EC art. 67)"
	case OutsideScope:
		return "what another country makes of a payment on account is not covered"
	}
	if !Law().onAccount(country) {
		return "what " + country + " makes of a payment on account is not covered"
	}
	return ""
}

// restBlockers lists what stands against taking the order's deposits off: all of them
// by the invoice that ends it, none by one that leaves too little for them.
func (m Making) restBlockers(b *fault.Blockers) {
	deposited := m.Claims.Deposited()
	if deposited.IsZero() {
		return
	}
	order := "order/" + m.Order.ID
	if !m.Ends() {
		_, left := m.left()
		for _, l := range m.chosen() {
			left = left.Sub(l.Gross)
		}
		if deposited.Greater(left) {
			b.On(order, "deposit_not_deductible", "deposits of %s stand on the order, and the lines left come to %s: invoice them together",
				deposited, left)
		}
		return
	}
	total := money.Zero
	for _, l := range m.chosen() {
		total = total.Add(l.Gross)
	}
	if deposited.Greater(total) {
		b.On(order, "deposit_not_deductible", "deposits of %s stand on what comes to %s: credit a deposit first", deposited, total)
	}
	for _, x := range m.Deposits {
		switch {
		case x.Invoice.Issued == nil:
			b.On("invoice/"+x.Invoice.DocumentID, "deposit_not_deductible", "the deposit has no number yet; it takes it in a moment")
		case !x.Readable:
			b.On("invoice/"+x.Invoice.DocumentID, "deposit_not_deductible", "the deposit's content was forgotten")
		case x.Document.Currency != m.Order.Currency:
			b.On("invoice/"+x.Invoice.DocumentID, "deposit_not_deductible", "the deposit is in %s, the order in %s: credit the deposit first",
				x.Document.Currency, m.Order.Currency)
		case !x.left().Equal(m.Claims.Deposits[x.Invoice.DocumentID].Gross):
			// The credit note may yet be refused, and the deposit would stand whole.
			b.On("invoice/"+x.Invoice.DocumentID, "deposit_not_deductible", "a credit note for the deposit is under way; it ends in a moment")
		}
	}
}

// left is what no credit note has claimed of a deposit, with tax.
func (x Deposit) left() (gross money.Dec) {
	for _, l := range x.Document.Lines {
		gross = gross.Add(x.Invoice.Remainder(l).Gross)
	}
	return gross
}

// OnAccount is what a country's law makes of a payment before the supply.
type OnAccount struct {
	Countries []string `yaml:"countries"`
	Due       string   `yaml:"due"` // payment | invoice_or_payment
	Provision string   `yaml:"provision"`
	Source    string   `yaml:"source"`
}

// onAccount reports whether it is known what a country makes of such a payment.
func (d LawData) onAccount(country string) bool {
	return slices.ContainsFunc(d.OnAccount, func(x OnAccount) bool {
		return slices.Contains(x.Countries, country)
	})
}

// Again is what the content of an issued invoice would be today: a deposit's amounts,
// and the deposits that it takes off, stay what they were.
func (m Making) Again(frozen InvoiceContent) InvoiceContent {
	if frozen.Deposit {
		m.Asked = &DepositAsked{Gross: &frozen.Gross}
	}
	d := m.Document()
	if frozen.Deposit {
		d.Lines = nil
	}
	for _, l := range frozen.Lines {
		if frozen.Deposit || l.Deducts != "" {
			d.Lines = append(d.Lines, l)
		}
	}
	d.Deducts = frozen.Deducts
	return d.summed(m.Held.Values)
}
