package settings

import (
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
)

// Values are the settings of one scope. A member that is absent is not set.
type Values struct {
	Seller        *Seller              `json:"seller,omitempty" doc:"Who stands on invoices as supplier."`
	Invoicing     *Invoicing           `json:"invoicing,omitempty" doc:"How invoices are numbered, worded and paid."`
	Thresholds    map[string]money.Dec `json:"thresholds,omitempty" doc:"Per ISO 4217 currency: an amount from which on a step needs a person's approval."`
	Exports       *Exports             `json:"exports,omitempty" doc:"What files for other programs say of the books."`
	DraftCoverage *DraftCoverage       `json:"draft_coverage,omitempty" doc:"Leave to rest records on draft coverage, until a day."`

	ResponsibleAdviser string `json:"responsible_adviser,omitempty" maxLength:"200" doc:"The professional or firm that answers for advice and opinions; without one none is approved or sent."`
}

// Seller is the supplier as the law has it named on invoices.
type Seller struct {
	LegalName          string  `json:"legal_name" minLength:"1" maxLength:"200"`
	TradingName        string  `json:"trading_name,omitempty" maxLength:"200"`
	TaxID              string  `json:"tax_id,omitempty" maxLength:"40" doc:"VAT or GST identification number, with its country's prefix where it has one."`
	TaxNumber          string  `json:"tax_number,omitempty" maxLength:"40" doc:"Number at the local tax office."`
	RegistrationNumber string  `json:"registration_number,omitempty" maxLength:"60" doc:"Number in the trade or company register."`
	Register           string  `json:"register,omitempty" maxLength:"100" doc:"Which register: a court, a chamber."`
	LegalNotes         string  `json:"legal_notes,omitempty" maxLength:"400" doc:"What else the law has a company print: directors, share capital."`
	Email              string  `json:"email,omitempty" maxLength:"200"`
	Phone              string  `json:"phone,omitempty" maxLength:"40"`
	Contact            string  `json:"contact,omitempty" maxLength:"100"`
	IBAN               string  `json:"iban,omitempty" maxLength:"42"`
	BIC                string  `json:"bic,omitempty" maxLength:"11"`
	Address            Address `json:"address"`

	ElectronicAddress ElectronicAddress `json:"electronic_address,omitzero" doc:"Where the seller takes electronic documents; Peppol asks for one."`
}

// Address is where somebody has their seat.
type Address struct {
	Street     string `json:"street" maxLength:"200"`
	Extra      string `json:"extra,omitempty" maxLength:"200"`
	City       string `json:"city" maxLength:"100"`
	PostalCode string `json:"postal_code,omitempty" maxLength:"20"`
	Region     string `json:"region,omitempty" maxLength:"100"`
	Country    string `json:"country" pattern:"^[A-Z]{2}$" doc:"ISO 3166-1."`
}

// Invoicing says how a site's invoices are made.
type Invoicing struct {
	Series           string         `json:"series,omitempty" maxLength:"12" doc:"Prefix of invoice numbers; INV when left out."`
	CreditNoteSeries string         `json:"credit_note_series,omitempty" maxLength:"12" doc:"Prefix of credit note numbers; CN when left out."`
	Language         string         `json:"language,omitempty" maxLength:"10" doc:"BCP 47; of legends and labels: de, en, es, fr, it, nl, pl, pt. English when left out."`
	PaymentDays      int            `json:"payment_days,omitempty" minimum:"0" maximum:"365" doc:"Days until an invoice is due."`
	PaymentTerms     string         `json:"payment_terms,omitempty" maxLength:"400"`
	Note             string         `json:"note,omitempty" maxLength:"1000" doc:"Stands on every invoice."`
	ExemptionReason  string         `json:"exemption_reason,omitempty" maxLength:"200" doc:"The provision under which this seller's exempt supplies are exempt."`
	SmallBusiness    string         `json:"small_business,omitempty" maxLength:"200" doc:"The provision under which this seller charges no tax at all."`
	MarginScheme     string         `json:"margin_scheme,omitempty" enum:"travel,second_hand,art,collectors" doc:"Which margin scheme a supply of that kind falls under."`
	SellerSize       string         `json:"seller_size,omitempty" enum:"small,intermediate,large" doc:"Size of the seller as its law counts it; France has it decide from when invoices are transmitted."`
	Transmission     []Transmission `json:"transmission,omitempty" maxItems:"20" doc:"The systems by which invoices reach the authorities that ask for them."`
}

// Transmission names a system outside this service that hands invoices in.
type Transmission struct {
	Country string `json:"country" pattern:"^[A-Z]{2}$" doc:"ISO 3166-1: whose law asks for it."`
	System  string `json:"system" minLength:"1" maxLength:"100" doc:"Name of the system that transmits."`
}

// Exports is what files for other programs say of the books.
type Exports struct {
	DATEVConsultant int `json:"datev_consultant,omitempty" minimum:"1001" maximum:"9999999" doc:"The adviser's number at DATEV."`
	DATEVClient     int `json:"datev_client,omitempty" minimum:"1" maximum:"99999" doc:"The client's number at the adviser's."`
}

// DraftCoverage is leave to rest on draft coverage.
type DraftCoverage struct {
	AcceptedUntil civil.Date `json:"accepted_until" format:"date" doc:"Last day on which it is accepted."`
	Reason        string     `json:"reason" minLength:"1" maxLength:"400"`
}

// Languages are those that invoices and legends are worded in.
var Languages = []string{"de", "en", "es", "fr", "it", "nl", "pl", "pt"}

var (
	seriesForm  = regexp.MustCompile(`^[A-Z][A-Z0-9]{0,11}$`)
	countryForm = regexp.MustCompile(`^[A-Z]{2}$`)
	bicForm     = regexp.MustCompile(`^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$`)
)

// thresholdMax bounds an amount: 15 integer digits, as everywhere.
const thresholdDigitsMax = 15

// validate reports every malformed field.
func (v Values) validate(f *fault.Fields) {
	if v.Seller != nil {
		v.Seller.validate(f)
	}
	if v.Invoicing != nil {
		v.Invoicing.validate(f)
	}
	if e := v.Exports; e != nil {
		if e.DATEVConsultant != 0 && (e.DATEVConsultant < 1001 || e.DATEVConsultant > 9999999) {
			f.Add("exports.datev_consultant", "1001 to 9999999")
		}
		if e.DATEVClient < 0 || e.DATEVClient > 99999 {
			f.Add("exports.datev_client", "1 to 99999")
		}
	}
	currencies := make([]string, 0, len(v.Thresholds))
	for c := range v.Thresholds {
		currencies = append(currencies, c)
	}
	sort.Strings(currencies)
	for _, c := range currencies {
		amount := v.Thresholds[c]
		if _, known := money.MinorUnits(c); !known {
			f.Add("thresholds."+c, "is no ISO 4217 currency")
		} else if amount.Sign() < 0 || amount.IntegerDigits() > thresholdDigitsMax {
			f.Add("thresholds."+c, "an amount from 0 on, of at most %d integer digits", thresholdDigitsMax)
		}
	}
	CheckText(f, "responsible_adviser", v.ResponsibleAdviser, 0, 200)
	if strings.Contains(v.ResponsibleAdviser, "\n") {
		f.Add("responsible_adviser", "is a name, on one line")
	}
	if d := v.DraftCoverage; d != nil {
		if d.AcceptedUntil.IsZero() {
			f.Add("draft_coverage.accepted_until", "is required: an acceptance has an end")
		}
		CheckText(f, "draft_coverage.reason", d.Reason, 1, 400)
	}
}

func (s Seller) validate(f *fault.Fields) {
	for _, x := range []struct {
		name, value string
		least, most int
	}{
		{"legal_name", s.LegalName, 1, 200}, {"trading_name", s.TradingName, 0, 200}, {"tax_id", s.TaxID, 0, 40},
		{"tax_number", s.TaxNumber, 0, 40}, {"registration_number", s.RegistrationNumber, 0, 60}, {"register", s.Register, 0, 100},
		{"legal_notes", s.LegalNotes, 0, 400}, {"phone", s.Phone, 0, 40}, {"contact", s.Contact, 0, 100},
		{"address.street", s.Address.Street, 0, 200}, {"address.extra", s.Address.Extra, 0, 200}, {"address.city", s.Address.City, 0, 100},
		{"address.postal_code", s.Address.PostalCode, 0, 20}, {"address.region", s.Address.Region, 0, 100},
	} {
		CheckText(f, "seller."+x.name, x.value, x.least, x.most)
	}
	if s.Email != "" && !IsEmail(s.Email) {
		f.Add("seller.email", "an address such as books@example.com")
	}
	if s.IBAN != "" && !IsIBAN(s.IBAN) {
		f.Add("seller.iban", "is no IBAN: its check digits do not agree")
	}
	if s.BIC != "" && !bicForm.MatchString(s.BIC) {
		f.Add("seller.bic", "8 or 11 letters and digits")
	}
	if !countryForm.MatchString(s.Address.Country) {
		f.Add("seller.address.country", "a country of ISO 3166-1, such as DE")
	}
	CheckElectronic(f, "seller.electronic_address", s.ElectronicAddress)
}

func (i Invoicing) validate(f *fault.Fields) {
	for name, series := range map[string]string{"series": i.Series, "credit_note_series": i.CreditNoteSeries} {
		if series != "" && !seriesForm.MatchString(series) {
			f.Add("invoicing."+name, "1 to 12 capital letters and digits, a letter first")
		}
	}
	if i.Series != "" && i.Series == i.CreditNoteSeries {
		f.Add("invoicing.credit_note_series", "credit notes have a series of their own")
	}
	if i.Language != "" {
		tag, err := language.Parse(i.Language)
		base, _ := tag.Base()
		if err != nil || !slices.Contains(Languages, base.String()) {
			f.Add("invoicing.language", "one of %s", strings.Join(Languages, ", "))
		}
	}
	if i.PaymentDays < 0 || i.PaymentDays > 365 {
		f.Add("invoicing.payment_days", "0 to 365")
	}
	CheckText(f, "invoicing.payment_terms", i.PaymentTerms, 0, 400)
	CheckText(f, "invoicing.note", i.Note, 0, 1000)
	CheckText(f, "invoicing.exemption_reason", i.ExemptionReason, 0, 200)
	CheckText(f, "invoicing.small_business", i.SmallBusiness, 0, 200)
	if !slices.Contains([]string{"", "travel", "second_hand", "art", "collectors"}, i.MarginScheme) {
		f.Add("invoicing.margin_scheme", "travel, second_hand, art or collectors")
	}
	if !slices.Contains([]string{"", "small", "intermediate", "large"}, i.SellerSize) {
		f.Add("invoicing.seller_size", "small, intermediate or large")
	}
	for _, t := range i.Transmission {
		if !countryForm.MatchString(t.Country) {
			f.Add("invoicing.transmission.country", "a country of ISO 3166-1, such as PL")
		}
		CheckText(f, "invoicing.transmission.system", t.System, 1, 100)
	}
}

// CheckText adds a fault for a text that is too short, too long, no text or holds control
// characters but the end of a line: it goes into headers, addresses and documents.
func CheckText(f *fault.Fields, name, value string, least, most int) {
	n := utf8.RuneCountInString(strings.TrimSpace(value))
	switch {
	case n < least || n > most:
		f.Add(name, "needs %d to %d characters", least, most)
	case strings.ContainsFunc(value, isControl):
		f.Add(name, "holds control characters")
	default:
		f.Text(name, value)
	}
}

func isControl(r rune) bool { return unicode.IsControl(r) && r != '\n' }

// IsCountry reports whether a text is a code of ISO 3166-1 in form.
func IsCountry(s string) bool { return countryForm.MatchString(s) }

// IsEmail reports whether a text is one address that mail can be sent to, without
// a display name: what stands in it can neither end a header nor begin another.
func IsEmail(s string) bool {
	local, domain, ok := strings.Cut(s, "@")
	if !ok || local == "" || len(local) > 64 || len(s) > 254 || strings.Contains(domain, "@") || !strings.Contains(domain, ".") {
		return false
	}
	if strings.ContainsFunc(s, func(r rune) bool {
		return r <= ' ' || r == 0x7f || strings.ContainsRune(`<>()[],;:"\`, r) || unicode.IsSpace(r) || unicode.IsControl(r)
	}) || !utf8.ValidString(s) || strings.HasPrefix(local, ".") || strings.HasSuffix(local, ".") || strings.Contains(s, "..") {
		return false
	}
	for _, label := range strings.Split(domain, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
	}
	return true
}

// IsIBAN reports whether a text has the form of an IBAN (ISO 13616) and its
// check digits agree (ISO 7064, MOD 97-10). Blanks are left out.
func IsIBAN(s string) bool {
	s = strings.ToUpper(strings.ReplaceAll(s, " ", ""))
	if len(s) < 15 || len(s) > 34 {
		return false
	}
	rest := 0
	for i, r := range s[4:] + s[:4] {
		switch {
		case r >= '0' && r <= '9':
			rest = (rest*10 + int(r-'0')) % 97
		case r >= 'A' && r <= 'Z' && i < len(s)-2:
			rest = (rest*100 + int(r-'A') + 10) % 97
		default:
			return false
		}
	}
	return rest == 1
}
