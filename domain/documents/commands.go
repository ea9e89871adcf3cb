package documents

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/domain/orders/orderfile"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Languages are those that documents are read in, by ISO 639-2 code.
var Languages = []string{"eng", "deu", "fra", "spa", "ita", "nld", "por", "pol"}

// Receive stores a document. The bytes are stored already.
type Receive struct {
	Type      Type
	ClientRef string
	Filename  string
	Language  string
	Batch     string
	Media     string
	Blob      blob.Ref
	Source    string // of orders; "" = the file says, or FiledSource
	Text      bool   // the bytes are text that somebody else has read: Read says what it holds
	Read      *Outcome
	Known     Known // for the checks of Read
}

const (
	refBytesMax  = 100
	nameBytesMax = 200
)

// Validate reports every malformed field.
func (c Receive) Validate() error {
	var f fault.Fields
	if c.Type != "" && !slices.Contains(Types, c.Type) {
		f.Add("type", "is none of receipt, invoice, credit_note, bank_statement, payslip, tax_form, return, notice, orders, other")
	}
	if c.Language != "" && !slices.Contains(Languages, c.Language) {
		f.Add("language", "is none of %s", strings.Join(Languages, ", "))
	}
	if len(c.ClientRef) > refBytesMax {
		f.Add("client_ref", "has more than %d bytes", refBytesMax)
	}
	if c.Source != "" && (!orderfile.SourceName.MatchString(c.Source) || c.Source == orders.Checkouts) {
		f.Add("source", "at most 60 lower-case letters, digits, - and _; not checkouts, which come by themselves")
	}
	return f.Err()
}

// Decide gives Received, and Extracted where it was read at once; the same bytes of the same client and site are there
// already, and nothing changes.
func (c Receive) Decide(s State, id string) ([]event.Payload, error) {
	if s.ID != "" {
		if c.Source != "" && c.Source != s.Source {
			return nil, fault.New(fault.Immutable, "the same file came as one of another source of orders: document %s", s.ID)
		}
		return nil, nil
	}
	text := func(plain string) sealed.Text { return sealedOf(c.Blob.Subject, plain) }
	received := Received{
		DocumentID: id, Type: c.Type, ClientRef: text(c.ClientRef), Filename: text(Shorten(c.Filename)), Language: c.Language,
		Media: c.Media, Blob: c.Blob, Batch: c.Batch, Text: c.Text, Source: c.Source,
	}
	if c.Read == nil {
		return []event.Payload{received}, nil
	}
	read, err := c.Read.Decide(State{ID: id, Status: StatusReceived, Said: c.Type, Blob: c.Blob}, c.Known)
	return append([]event.Payload{received}, read...), err
}

// Shorten keeps of a file name what may be shown: no folders, no signs that do not print
// or have it read in another order than it stands, at most 200 bytes. What it costs grows
// with the name alone.
func Shorten(name string) string {
	if at := strings.LastIndexAny(name, `/\`); at >= 0 {
		name = name[at+1:]
	}
	var short strings.Builder
	for i, r := range name {
		_, size := utf8.DecodeRuneInString(name[i:])
		switch {
		case r == utf8.RuneError && size == 1, unicode.IsControl(r), unicode.In(r, unicode.Zl, unicode.Zp), fault.Turns(r):
			continue
		case short.Len()+size > nameBytesMax:
			return short.String()
		}
		short.WriteRune(r)
	}
	return short.String()
}

func sealedOf(subject, plain string) sealed.Text {
	if plain == "" {
		return sealed.Text{}
	}
	return sealed.Of(subject, plain)
}

// Give up on a document.
func giveUp(s State, p event.Payload) ([]event.Payload, error) {
	if s.Status != StatusReceived && s.Status != StatusExtracting {
		return nil, nil
	}
	return []event.Payload{p}, nil
}

// Reject is the end of a document that cannot be taken.
func Reject(s State, code string) ([]event.Payload, error) { return giveUp(s, Rejected{code}) }

// Fail is the end of work that could not be done.
func Fail(s State, code string) ([]event.Payload, error) { return giveUp(s, Failed{code}) }

// Validate runs the checks again, or has the document read again.
type Validate struct {
	Full     bool
	Language string
}

// Decide gives Validated or ExtractionRequested.
func (c Validate) Decide(s State, k Known) ([]event.Payload, error) {
	switch {
	case s.Status == StatusRejected:
		return nil, fault.New(fault.Immutable, "the document was rejected: %s", s.Code)
	case c.Full && (s.Status == StatusExtracting || s.Status == StatusReceived) && !k.JobEnded:
		return nil, nil // that is being done
	case c.Full:
		return []event.Payload{ExtractionRequested{c.Language}}, nil
	case s.Status != StatusExtracted:
		var b fault.Blockers
		b.Add("document_not_extracted", "the document has not been read")
		return nil, b.Err()
	}
	k.Unreadable = slices.Contains(s.Checks, Check{PageUnreadable, false})
	k.Different, k.Orders = s.Duplicate == Different, s.Orders.file()
	checks := Examine(s.Type, s.Fields, s.Statements, k)
	return []event.Payload{Validated{checks, k.Duplicates, s.toReview(s.Fields, checks)}}, nil
}

// Correction is a person's word on one field.
type Correction struct {
	Name  string  `json:"name" enum:"issuer,issuer_tax_id,number,date,supply_date,due_date,currency,net,tax,gross,iban,buyer,merchant,gross_pay,deductions,net_pay,pay_date" doc:"The field."`
	Value *string `json:"value,omitempty" maxLength:"500" doc:"What it really is: dates as 2026-11-22, amounts as 1234.50. Left out: what was read is right."`
}

// Correct changes or confirms fields and the type, and says which entries lines of statements are.
type Correct struct {
	Retype
	Fields []Correction   `json:"fields,omitempty" maxItems:"20"`
	Lines  []LineDecision `json:"lines,omitempty" maxItems:"200" doc:"Of a bank statement: which journal entry each is."`
}

// Validate reports every malformed field.
func (c Correct) Validate() error {
	var f fault.Fields
	if len(c.Fields)+len(c.Lines) == 0 && c.Type == "" {
		f.Add("fields", "at least one, or one of lines, or the type")
	}
	c.faults(&f, len(c.Lines) > 0)
	lineFaults(&f, c.Lines)
	seen := map[string]bool{}
	for i, x := range c.Fields {
		at := "fields[" + itoa(int64(i)) + "]"
		if seen[x.Name] {
			f.Add(at+".name", "%s stands twice", x.Name)
		}
		seen[x.Name] = true
		if x.Value == nil {
			continue
		}
		if problem := malformed(x.Name, *x.Value); problem != "" {
			f.Add(at+".value", "%s", problem)
		}
	}
	return f.Err()
}

func malformed(name, value string) string {
	switch name {
	case reading.Date, reading.SupplyDate, reading.DueDate, reading.PayDate:
		if _, err := civil.Parse(value); err != nil {
			return "is no date such as 2026-11-22"
		}
	case reading.Net, reading.Tax, reading.Gross, reading.GrossPay, reading.Deductions, reading.NetPay:
		if _, err := money.Parse(value); err != nil {
			return "is no amount such as 1234.50"
		}
	case reading.Currency:
		if _, known := money.MinorUnits(value); !known {
			return "is no currency of ISO 4217"
		}
	case reading.IBAN:
		if !reading.ValidIBAN(value) {
			return "is no IBAN"
		}
	}
	if strings.TrimSpace(value) == "" {
		return "is empty"
	}
	return ""
}

// Decide gives FieldsChanged, with what the checks say then, LinesMatched and TypeCorrected.
func (c Correct) Decide(s State, a act.Context, k Known) ([]event.Payload, error) {
	if s.Status == StatusFailed && c.Type != "" && len(c.Fields) == 0 {
		return c.decide(s)
	}
	if s.Status != StatusExtracted {
		var b fault.Blockers
		b.Add("document_not_extracted", "the document has not been read, or was rejected")
		return nil, b.Err()
	}
	var f fault.Fields
	var changed []Field
	for i, x := range c.Fields {
		old, has := s.Field(x.Name)
		switch {
		case x.Value == nil && !has:
			f.Add("fields["+itoa(int64(i))+"].name", "the document has no %s to confirm; send its value", x.Name)
		case x.Value == nil || has && *x.Value == old.Value.Plain:
			if old.State != StateExtracted {
				continue // said before
			}
			old.State = StateConfirmed
			changed = append(changed, old)
		default:
			changed = append(changed, Field{
				Name: x.Name, Value: sealedOf(s.Subject(), *x.Value), Raw: old.Raw, Page: old.Page, Box: old.Box,
				Method: "person", Score: 1000, State: StateCorrected,
			})
		}
	}
	matched, err := s.matchLines(c.Lines, k.Lines, &f)
	if f.Err() != nil {
		return nil, f.Err()
	}
	if err != nil {
		return nil, err
	}
	var out []event.Payload
	if matched != nil {
		out = append(out, *matched)
	}
	if len(changed) > 0 {
		k.Unreadable = slices.Contains(s.Checks, Check{PageUnreadable, false})
		k.Duplicates, k.Different, k.Orders = s.Duplicates, s.Duplicate == Different, s.Orders.file()
		fields := s.merged(changed)
		checks := Examine(s.Type, fields, s.Statements, k)
		out = append(out, FieldsChanged{changed, checks, s.toReview(fields, checks)})
	}
	retyped, err := c.decide(s)
	return append(out, retyped...), err
}
