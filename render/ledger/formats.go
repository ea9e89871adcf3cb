package ledger

import (
	"fmt"
	"io"
	"time"

	"github.com/tallystick/tallystick/domain/chart"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/settings"
)

// Format is how entries are written.
type Format string

// The formats.
const (
	CSV       Format = "csv"
	XLSX      Format = "xlsx"
	DATEV     Format = "datev"
	FEC       Format = "fec"
	Hledger   Format = "hledger"
	Beancount Format = "beancount"
	OFX       Format = "ofx"
	GoBD      Format = "gobd"
	SAFT      Format = "saft" // Norway's, Financial 1.30
)

// Formats lists them.
func Formats() []Format { return []Format{CSV, XLSX, DATEV, FEC, Hledger, Beancount, OFX, GoBD, SAFT} }

// ContentType is the media type of a format.
func (f Format) ContentType() string {
	switch f {
	case CSV:
		return "text/csv; charset=utf-8; header=present"
	case DATEV:
		return "text/csv; charset=windows-1252"
	case XLSX:
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	case OFX:
		return "application/x-ofx"
	case GoBD:
		return "application/zip"
	case SAFT:
		return "application/xml"
	}
	return "text/plain; charset=utf-8"
}

// FileName is what a file of the format is called.
func (f Format) FileName(h Head) string {
	compact := func(d civil.Date) string { return d.Time().Format("20060102") }
	span := fmt.Sprintf("%d-%s-%s", h.Site, compact(h.From), compact(h.To))
	switch f {
	case DATEV:
		return "EXTF_Buchungsstapel_" + span + ".csv"
	case FEC:
		return h.Registration + "FEC" + compact(h.To) + ".txt"
	case Hledger:
		return "journal-" + span + ".journal"
	case GoBD:
		return "gobd-" + span + ".zip"
	case SAFT:
		return "SAF-T Financial_" + h.Registration + "_" + h.At.UTC().Format("20060102150405") + ".xml"
	}
	return "journal-" + span + "." + string(f)
}

// Account is an account of the books.
type Account struct {
	Code  string
	Name  string
	Class chart.Class
	Role  string
	Rated bool // it is for one rate of tax
	// FormLines are the lines of forms that it flows into, as form:line.
	FormLines []string
}

// Balance is what stands on an account, debit above zero, in base currency.
type Balance struct {
	Account string
	Amount  money.Dec
}

// Moved is what was booked on an account in the range, in base currency.
type Moved struct {
	Account       string
	Debit, Credit money.Dec
}

// TaxCode is a tax code at a rate, a fraction.
type TaxCode struct{ Code, Rate string }

// Contact is how the company is reached.
type Contact struct {
	Person, Phone, Email, IBAN string
	Address                    settings.Address
}

// Head is what a file says of the books as a whole.
type Head struct {
	Site            int64
	Company         string
	Registration    string // its digits. FEC: the SIREN, SAF-T: the organisation number, 9
	TaxID           string
	Contact         Contact
	BaseCurrency    string
	From, To        civil.Date
	YearBegins      civil.Date // of the fiscal year of From
	Locked          bool       // every period of the range is closed
	At              time.Time  // of the request
	Accounts        []Account  // by code
	Opening         []Balance  // before From
	Moved           []Moved    // SAF-T: in the range
	TaxCodes        []TaxCode  // SAF-T: of the range's lines
	Entries         int64      // SAF-T: of the range
	DATEVConsultant int
	DATEVClient     int
}

func (h Head) account(code string) (Account, bool) {
	for _, a := range h.Accounts {
		if a.Code == code {
			return a, true
		}
	}
	return Account{Code: code, Name: code}, false
}

// Entry is a posted journal entry.
type Entry struct {
	ID, Journal, FiscalYear, Period string
	Number                          int64
	BookedOn, Date, TaxDate         civil.Date
	Currency, Base                  string
	Memo, Sources, Origin, Reverses string
	PostedAt                        time.Time
	Waived                          bool // one person did two steps under an owner's waiver
	Lines                           []Line
}

// Reference is the entry's number as people say it: unique within the fiscal year.
func (e Entry) Reference() string { return fmt.Sprintf("%s-%d", e.Journal, e.Number) }

// Line is one debit or credit. Amounts are decimals as they stand in the books.
type Line struct {
	Line             int32
	Account, Side    string
	Amount, Base     string
	TaxCode, TaxRate string
	TaxBase          string
	TaxLine          bool
	Party, Settles   string
}

func (l Line) debit() bool { return l.Side == "debit" }

// signed puts a minus before a credit's amount.
func (l Line) signed(amount string) string {
	if l.debit() || isZero(amount) {
		return amount
	}
	return "-" + amount
}

// isZero reports whether a decimal that is not below zero is zero.
func isZero(amount string) bool {
	for _, c := range amount {
		if c != '0' && c != '.' {
			return false
		}
	}
	return true
}

// Writer takes entries in their order. Close ends the file, not what it is
// written to.
type Writer interface {
	Entry(e Entry) error
	Close() error
}

// New begins a file.
func New(f Format, w io.Writer, h Head) (Writer, error) {
	switch f {
	case CSV:
		return newCSV(w, h)
	case XLSX:
		return newSheet(w, h)
	case DATEV:
		return newDATEV(w, h)
	case FEC:
		return newFEC(w, h)
	case Hledger:
		return newPlain(w, h, hledgerStyle)
	case Beancount:
		return newPlain(w, h, beancountStyle)
	case OFX:
		return newOFX(w, h)
	case GoBD:
		return newGoBD(w, h)
	case SAFT:
		return newSAFT(w, h)
	}
	return nil, fmt.Errorf("ledger: no format %q", f)
}

// Unfit is why books cannot be written in a format.
type Unfit struct{ Code, Field, Message string }

// Check lists what stands against a format.
func Check(f Format, country string, h Head) (out []Unfit) {
	add := func(code, field, format string, args ...any) {
		out = append(out, Unfit{code, field, fmt.Sprintf(format, args...)})
	}
	switch f {
	case DATEV:
		if country != "DE" && country != "AT" || h.BaseCurrency != "EUR" {
			add("format_not_available", "format", "DATEV takes books of DE or AT in EUR")
		}
		if h.DATEVConsultant == 0 {
			add("seller_details_missing", "exports.datev_consultant",
				"the settings do not say exports.datev_consultant, the adviser's number at DATEV")
		}
		if h.DATEVClient == 0 {
			add("seller_details_missing", "exports.datev_client",
				"the settings do not say exports.datev_client, the client's number at the adviser's")
		}
		if h.spansYears() {
			add("format_not_available", "to", "a DATEV file holds days of one fiscal year")
		}
	case FEC:
		if country != "FR" {
			add("format_not_available", "format", "the FEC is of books of FR")
		}
		if len(h.Registration) != 9 {
			add("seller_details_missing", "seller.registration_number", "the settings do not say seller.registration_number, a SIREN of 9 digits")
		}
		if h.From != h.YearBegins || h.To.Year()*12+h.To.Month() != h.From.Year()*12+h.From.Month()+11 {
			add("format_not_available", "from", "the FEC holds one whole fiscal year")
		}
	case OFX:
		if len(banks(h)) == 0 {
			add("account_mapping_missing", "", "the books have no account for bank")
		}
	case SAFT:
		out = append(out, saftUnfit(country, h)...)
	}
	return out
}
