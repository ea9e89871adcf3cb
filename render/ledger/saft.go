package ledger

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/yamldoc"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sources"
)

//go:embed saft.yaml
var saftText []byte

// saftData is where accounts and tax codes go.
type saftData struct {
	Sources   sources.Sources                `yaml:"sources"`
	Groupings map[string]map[string][]string `yaml:"groupings"` // category, code: roles
	TaxCodes  map[string]map[string]string   `yaml:"tax_codes"` // ours, rate: the standard code

	byRole map[string]grouping
}

// grouping is where an account stands in the business specification.
type grouping struct{ category, code string }

var saftLaw = sync.OnceValue(func() saftData {
	var d saftData
	if err := yamldoc.Decode(saftText, &d); err != nil {
		panic(err) // part of the program
	}
	if err := d.Sources.Published(); err != nil {
		panic(err)
	}
	d.byRole = map[string]grouping{}
	for category, codes := range d.Groupings {
		for code, roles := range codes {
			for _, role := range roles {
				d.byRole[role] = grouping{category, code}
			}
		}
	}
	return d
})

// saftForm is the form of an account's own line: no-saft:category/code.
const saftForm = "no-saft:"

// grouping is where an account goes: by its own form line, else by its role.
func (d saftData) grouping(a Account) (grouping, bool) {
	for _, l := range a.FormLines {
		if own, ok := strings.CutPrefix(l, saftForm); ok {
			if category, code, ok := strings.Cut(own, "/"); ok && category != "" && code != "" {
				return grouping{category, code}, true
			}
		}
	}
	g, ok := d.byRole[a.Role]
	return g, ok
}

// standard is the standard code of a line's code at a rate; NA: there is none.
func (d saftData) standard(code, rate string) string {
	for r, standard := range d.TaxCodes[code] {
		if money.MustParse(r).Equal(money.MustParse(rate)) {
			return standard
		}
	}
	return "NA"
}

// saftUnfit lists what stands against a SAF-T file.
func saftUnfit(country string, h Head) (out []Unfit) {
	add := func(code, field, format string, args ...any) {
		out = append(out, Unfit{code, field, fmt.Sprintf(format, args...)})
	}
	if places, ok := money.MinorUnits(h.BaseCurrency); country != "NO" || !ok || places > 2 {
		add("format_not_available", "format", "SAF-T Financial 1.30 is of books of NO")
	}
	if h.spansYears() {
		add("format_not_available", "to", "a SAF-T file holds days of one fiscal year")
	}
	if len(h.Registration) != 9 {
		add("seller_details_missing", "seller.registration_number",
			"the settings do not say seller.registration_number, an organisation number of 9 digits")
	}
	if first, last := named(h.Contact.Person); first == "" || last == "" {
		add("seller_details_missing", "seller.contact", "the settings do not say seller.contact, the first and the last name of a person")
	}
	for _, a := range h.Accounts {
		if _, ok := saftLaw().grouping(a); !ok {
			add("account_mapping_missing", "", "account %s has no grouping: give it the form line %scategory/code", a.Code, saftForm)
		}
	}
	return out
}

// spansYears reports whether the range goes past the fiscal year that it begins in.
func (h Head) spansYears() bool {
	return h.To.Year()*12+h.To.Month() >= h.YearBegins.Year()*12+h.YearBegins.Month()+12
}

// named splits a person's name into the last word and what is before it.
func named(s string) (first, last string) {
	words := strings.Fields(s)
	if len(words) < 2 {
		return "", strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], " "), words[len(words)-1]
}

// saft writes Norway's Standard Audit File, Financial 1.30. Elements that carry nothing
// are left out.
type saft struct {
	w     *bufio.Writer
	h     Head
	known map[string]bool // accounts
}

func newSAFT(w io.Writer, h Head) (Writer, error) {
	s := &saft{bufio.NewWriter(w), h, map[string]bool{}}
	for _, a := range h.Accounts {
		s.known[a.Code] = true
	}
	s.w.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<AuditFile xmlns="urn:StandardAuditFile-Taxation-Financial:NO">` + "\n")
	s.in("Header", s.header)
	s.in("MasterFiles", s.masters)
	s.w.WriteString("<GeneralLedgerEntries>")
	s.leaf("NumberOfEntries", fmt.Sprint(h.Entries), 20)
	debit, credit := money.Zero, money.Zero
	for _, m := range h.Moved {
		debit, credit = debit.Add(m.Debit), credit.Add(m.Credit)
	}
	s.leaf("TotalDebit", debit.Pad(2).String(), 20)
	s.leaf("TotalCredit", credit.Pad(2).String(), 20)
	if h.Entries > 0 {
		s.w.WriteString("<Journal>")
		s.leaf("JournalID", "GL", 18)
		s.leaf("Description", "General ledger", 256)
		s.leaf("Type", "GL", 9)
	}
	return s, s.w.Flush()
}

func (s *saft) in(name string, write func()) {
	fmt.Fprintf(s.w, "<%s>", name)
	write()
	fmt.Fprintf(s.w, "</%s>\n", name)
}

// leaf writes a text of at most so many characters, on one line.
func (s *saft) leaf(name, text string, most int) {
	runes := []rune(flatText(text, ""))
	if len(runes) > 0 {
		fmt.Fprintf(s.w, "<%s>%s</%[1]s>", name, escaped(string(runes[:min(len(runes), most)])))
	}
}

// Lengths of the schema's texts.
const (
	saftShort, saftMiddle, saftWide, saftLong = 18, 35, 70, 256
)

func (s *saft) header() {
	h := s.h
	s.leaf("AuditFileVersion", "1.30", 9)
	s.leaf("AuditFileCountry", "NO", 2)
	s.leaf("AuditFileDateCreated", civil.FromTime(h.At.UTC()).String(), 10)
	s.leaf("SoftwareCompanyName", "Tallystick", saftWide)
	s.leaf("SoftwareID", "Tallystick", saftLong)
	s.leaf("SoftwareVersion", "1", saftShort)
	s.in("Company", func() {
		s.leaf("RegistrationNumber", h.Registration, saftMiddle)
		s.leaf("Name", h.Company, saftLong)
		if a := h.Contact.Address; a.Country != "" {
			s.in("Address", func() {
				s.leaf("StreetName", a.Street, saftLong)
				s.leaf("AdditionalAddressDetail", a.Extra, saftLong)
				s.leaf("City", a.City, saftLong)
				s.leaf("PostalCode", a.PostalCode, saftWide)
				s.leaf("Region", a.Region, saftLong)
				s.leaf("Country", a.Country, 2)
			})
		}
		s.in("Contact", func() {
			first, last := named(h.Contact.Person)
			s.in("ContactPerson", func() {
				s.leaf("FirstName", first, saftMiddle)
				s.leaf("LastName", last, saftWide)
			})
			s.leaf("Telephone", h.Contact.Phone, saftShort)
			s.leaf("Email", h.Contact.Email, saftWide)
		})
		if h.TaxID != "" {
			s.in("TaxRegistration", func() {
				s.leaf("TaxRegistrationNumber", strings.TrimPrefix(strings.ReplaceAll(strings.ToUpper(h.TaxID), " ", ""), "NO"), saftMiddle)
				s.leaf("TaxAuthority", "Skatteetaten", saftMiddle)
			})
		}
		if h.Contact.IBAN != "" {
			s.in("BankAccount", func() { s.leaf("IBANNumber", strings.ReplaceAll(h.Contact.IBAN, " ", ""), saftMiddle) })
		}
	})
	s.leaf("DefaultCurrencyCode", h.BaseCurrency, 3)
	s.in("SelectionCriteria", func() {
		s.leaf("SelectionStartDate", h.From.String(), 10)
		s.leaf("SelectionEndDate", h.To.String(), 10)
	})
	s.leaf("TaxAccountingBasis", "A", saftShort)
}

func (s *saft) masters() {
	opening := map[string]money.Dec{}
	for _, b := range s.h.Opening {
		opening[b.Account] = opening[b.Account].Add(b.Amount)
	}
	moved := map[string]money.Dec{}
	for _, m := range s.h.Moved {
		moved[m.Account] = moved[m.Account].Add(m.Debit).Sub(m.Credit)
	}
	s.in("GeneralLedgerAccounts", func() {
		for _, a := range s.h.Accounts {
			s.in("Account", func() {
				g, _ := saftLaw().grouping(a)
				s.leaf("AccountID", a.Code, saftWide)
				s.leaf("AccountDescription", either(a.Name, a.Code), saftLong)
				s.leaf("GroupingCategory", g.category, saftLong)
				s.leaf("GroupingCode", g.code, saftMiddle)
				s.leaf("AccountType", "GL", saftShort)
				s.balance("Opening", opening[a.Code])
				s.balance("Closing", opening[a.Code].Add(moved[a.Code]))
			})
		}
	})
	if len(s.h.TaxCodes) == 0 {
		return
	}
	s.in("TaxTable", func() {
		s.in("TaxTableEntry", func() {
			s.leaf("TaxType", "MVA", 9)
			s.leaf("Description", "Merverdiavgift", saftLong)
			for _, t := range s.h.TaxCodes {
				s.in("TaxCodeDetails", func() {
					s.leaf("TaxCode", saftCode(t.Code, t.Rate), saftWide)
					s.leaf("TaxPercentage", percent(t.Rate), 20)
					s.leaf("Country", strings.ToUpper(t.Code[:min(2, len(t.Code))]), 2)
					s.leaf("StandardTaxCode", saftLaw().standard(t.Code, t.Rate), 2)
					s.leaf("BaseRate", "100", 3)
				})
			}
		})
	})
}

func (s *saft) balance(when string, amount money.Dec) {
	side := "Debit"
	if amount.Sign() < 0 {
		side, amount = "Credit", amount.Neg()
	}
	s.leaf(when+side+"Balance", amount.Pad(2).String(), 20)
}

// saftCode is a tax code with its rate: what one entry of the tax table is about.
func saftCode(code, rate string) string { return code + "." + percent(rate) }

func percent(rate string) string {
	return money.MustParse(rate).Mul(money.FromInt(100)).Trim(0).String()
}

func either(a, b string) string {
	if strings.TrimSpace(a) != "" {
		return a
	}
	return b
}

func (s *saft) Entry(e Entry) error {
	s.w.WriteString("<Transaction>")
	s.leaf("TransactionID", e.Reference(), saftWide)
	s.leaf("Period", fmt.Sprint(e.BookedOn.Month()), 2)
	s.leaf("PeriodYear", fmt.Sprint(e.BookedOn.Year()), 4)
	s.leaf("TransactionDate", e.Date.String(), 10)
	s.leaf("VoucherType", e.Journal, saftWide)
	s.leaf("Description", either(flatText(e.Memo, ""), e.Reference()), saftLong)
	s.leaf("SystemEntryDate", civil.FromTime(e.PostedAt.UTC()).String(), 10)
	s.leaf("GLPostingDate", e.BookedOn.String(), 10)
	for _, l := range e.Lines {
		if err := s.line(e, l); err != nil {
			return err
		}
	}
	_, err := s.w.WriteString("</Transaction>\n")
	return err
}

func (s *saft) line(e Entry, l Line) error {
	if !s.known[l.Account] {
		return fmt.Errorf("ledger: entry %s names account %s, which the books do not have", e.ID, l.Account)
	}
	s.w.WriteString("<Line>")
	s.leaf("RecordID", fmt.Sprint(l.Line), saftShort)
	s.leaf("AccountID", l.Account, saftWide)
	s.leaf("ValueDate", e.TaxDate.String(), 10)
	s.leaf("Description", either(flatText(e.Memo, ""), e.Reference()), saftLong)
	side := "Debit"
	if !l.debit() {
		side = "Credit"
	}
	s.amount(side+"Amount", e, l.Base, l.Amount)
	// Tax stands on a line of its own, where it is an amount; of what is untaxed, the base says that.
	if l.TaxCode != "" && (l.TaxLine || isZero(l.TaxRate)) {
		tax, foreign, base := l.Base, l.Amount, l.TaxBase
		if !l.TaxLine {
			tax, foreign, base = "0.00", "0.00", l.Base
		} else if e.Currency != e.Base && !isZero(l.Amount) {
			base = money.MustParse(l.TaxBase).Mul(money.MustParse(l.Base)).QuoRound(money.MustParse(l.Amount), 2, money.HalfUp).String()
		}
		s.w.WriteString("<TaxInformation>")
		s.leaf("TaxType", "MVA", 9)
		s.leaf("TaxCode", saftCode(l.TaxCode, l.TaxRate), saftWide)
		s.leaf("TaxPercentage", percent(l.TaxRate), 20)
		s.leaf("TaxBase", base, 20)
		s.amount(side+"TaxAmount", e, tax, foreign)
		s.w.WriteString("</TaxInformation>")
	}
	_, err := s.w.WriteString("</Line>")
	return err
}

// amount writes an amount in base currency, and what it was in the entry's.
func (s *saft) amount(name string, e Entry, base, foreign string) {
	fmt.Fprintf(s.w, "<%s>", name)
	s.leaf("Amount", base, 20)
	if e.Currency != e.Base {
		s.leaf("CurrencyCode", e.Currency, 3)
		s.leaf("CurrencyAmount", money.MustParse(foreign).Round(2, money.HalfUp).Pad(2).String(), 20)
	}
	fmt.Fprintf(s.w, "</%s>", name)
}

func (s *saft) Close() error {
	if s.h.Entries > 0 {
		s.w.WriteString("</Journal>")
	}
	s.w.WriteString("</GeneralLedgerEntries>\n</AuditFile>\n")
	return s.w.Flush()
}
