package notice

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/country"
	"github.com/tallystick/tallystick/domain/deadline"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// RecordNotice takes a notice down. Its id is NewID(0) of the command.
type RecordNotice struct {
	Jurisdiction string     `json:"jurisdiction" minLength:"2" maxLength:"2" doc:"ISO 3166-1 code of the authority's country." example:"DE"`
	SubRegion    string     `json:"sub_region,omitempty" maxLength:"6" doc:"ISO 3166-2 part, where holidays differ by it: a German Land." example:"BY"`
	Type         string     `json:"type" minLength:"1" maxLength:"40" doc:"Type of the notice; one that is not held has no computed deadline." example:"bescheid"`
	Reference    string     `json:"reference,omitempty" maxLength:"200" doc:"The authority's reference."`
	TaxYears     []string   `json:"tax_years,omitempty" maxItems:"20" nullable:"false" doc:"Years that it speaks of, in the place's own form."`
	Dated        civil.Date `json:"notice_date,omitzero" format:"date" doc:"The date that it bears."`
	Received     civil.Date `json:"received_on,omitzero" format:"date" doc:"The day it was received."`
	StatedDue    civil.Date `json:"stated_due_on,omitzero" format:"date" doc:"The last day that it names itself."`
	Amount       *money.Dec `json:"amount,omitempty" doc:"The sum that it claims."`
	Currency     string     `json:"currency,omitempty" maxLength:"3" doc:"ISO 4217 code of the amount; left out, the place's." example:"EUR"`
	Abroad       *bool      `json:"addressed_abroad,omitempty" doc:"Whether it is addressed to somebody outside the country."`
	ClientRef    string     `json:"client_ref,omitempty" maxLength:"100" doc:"Whose notice it is, by your own reference."`
	DocumentID   string     `json:"document_id,omitempty" maxLength:"32" doc:"The uploaded letter."`
	Supersedes   string     `json:"supersedes,omitempty" maxLength:"32" doc:"The earlier notice that this one replaces."`
	Summary      string     `json:"summary,omitempty" maxLength:"2000" doc:"What the letter says."`
}

// Facts is what a decision knows about other records.
type Facts struct {
	// Known reports, for each record that Needs names, whether the caller sees it.
	Known map[Ref]bool
	// Alone says that nobody else who is active may approve.
	Alone bool
	// Year is a tax year in the place's own form, or the form that it has there; a
	// place whose form is not known takes any. nil = no form is known.
	Year func(place, text string) (form string, ok bool)
	// Grounds are the records that a response rests on, as they are now.
	Grounds map[Ref]Found
	Today   civil.Date // where the notice is dealt with
}

// Ref names another record.
type Ref struct{ Kind, ID string }

// Kinds of records that a notice names.
const (
	KindAnswer   = "answer"
	KindNotice   = "notice"
	KindDocument = "document"
)

var (
	regionForm = regexp.MustCompile(`^[A-Z0-9]{1,3}$`)
	typeForm   = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)
	idForm     = regexp.MustCompile(`^[0-9a-f]{32}$`)
)

// Validate reports every malformed field.
func (c RecordNotice) Validate() error {
	var f fault.Fields
	if !country.Is(c.Jurisdiction) {
		f.Add("jurisdiction", "must be the ISO 3166-1 code of a country, such as GB")
	} else {
		c.checkRegion(&f)
	}
	if !typeForm.MatchString(c.Type) {
		f.Add("type", "must be a type such as closure_notice")
	}
	if c.Dated.IsZero() && c.StatedDue.IsZero() {
		f.Add("notice_date", "is needed, unless the notice names the last day itself (stated_due_on)")
	}
	if !c.Dated.IsZero() && !c.Received.IsZero() && c.Received.Before(c.Dated) {
		f.Add("received_on", "must not be before notice_date")
	}
	if !c.Dated.IsZero() && !c.StatedDue.IsZero() && c.StatedDue.Before(c.Dated) {
		f.Add("stated_due_on", "must not be before notice_date")
	}
	f.Day("notice_date", c.Dated)
	f.Day("received_on", c.Received)
	f.Day("stated_due_on", c.StatedDue)
	if c.Amount != nil && c.Amount.Sign() < 0 {
		f.Add("amount", "must not be negative; a repayment is no claim")
	}
	if c.Amount != nil && c.Currency != "" {
		if _, ok := money.MinorUnits(c.Currency); !ok {
			f.Add("currency", "%q is no ISO 4217 code", c.Currency)
		}
	}
	if c.Amount == nil && c.Currency != "" {
		f.Add("currency", "stands beside an amount only")
	}
	ids := []struct{ field, id string }{{"document_id", c.DocumentID}, {"supersedes", c.Supersedes}}
	for _, x := range ids {
		if x.id != "" && !idForm.MatchString(x.id) {
			f.Add(x.field, "must be an id of 32 hex digits")
		}
	}
	texts := []struct{ field, text string }{
		{"reference", c.Reference}, {"client_ref", c.ClientRef}, {"sub_region", c.SubRegion},
	}
	for _, x := range texts {
		CheckLine(&f, x.field, x.text)
	}
	f.Text("summary", c.Summary)
	for _, y := range c.TaxYears {
		if y == "" || len(y) > 9 || strings.Trim(y, "0123456789-/") != "" {
			f.Add("tax_years", "%q is no tax year", y)
		}
	}
	return f.Err()
}

// statedDaysMax is how far ahead a notice's own last day may be.
const statedDaysMax = 10 * 366

// checkRegion holds a part to the form of ISO 3166-2, and to the parts whose
// holidays are held, where there are any.
func (c RecordNotice) checkRegion(f *fault.Fields) {
	if c.SubRegion == "" {
		return
	}
	part := strings.TrimPrefix(c.SubRegion, c.Jurisdiction+"-")
	held := deadline.Embedded().Places[c.Jurisdiction].Calendar.Regions
	switch {
	case !regionForm.MatchString(part):
		f.Add("sub_region", "must be an ISO 3166-2 part of %s, such as BY or DE-BY", c.Jurisdiction)
	case len(held) > 0 && !slices.Contains(held, part):
		f.Add("sub_region", "%s has no such part; one of %s", c.Jurisdiction, strings.Join(held, ", "))
	}
}

// CheckLine refuses what is no single line of text, as a title or a reference that a
// header may bear.
func CheckLine(f *fault.Fields, field, text string) {
	if strings.ContainsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' || r == '\t' || r == '\u2028' || r == '\u2029' }) {
		f.Add(field, "must be one line")
		return
	}
	f.Text(field, text)
}

// Needs lists what the decision must know about other records.
func (c RecordNotice) Needs(State) []Ref {
	var all []Ref
	if c.DocumentID != "" {
		all = append(all, Ref{KindDocument, c.DocumentID})
	}
	if c.Supersedes != "" {
		all = append(all, Ref{KindNotice, c.Supersedes})
	}
	return all
}

// Decide gives Recorded, with the deadline that the table gives.
func (c RecordNotice) Decide(_ State, a act.Context, f Facts) ([]event.Payload, error) {
	var faults fault.Fields
	if c.DocumentID != "" && !f.Known[Ref{KindDocument, c.DocumentID}] {
		faults.Add("document_id", "there is no document %s", c.DocumentID)
	}
	if c.Supersedes != "" && !f.Known[Ref{KindNotice, c.Supersedes}] {
		faults.Add("supersedes", "there is no notice %s", c.Supersedes)
	}
	for i, y := range c.TaxYears {
		if f.Year == nil {
			break
		}
		if form, ok := f.Year(c.Jurisdiction, y); !ok {
			faults.Add("tax_years["+itoa(i)+"]", "%q is no tax year of %s; write it as %s", y, c.Jurisdiction, form)
		}
	}
	today := civil.FromTime(a.Now.UTC()).AddDays(1) // somewhere on earth it is tomorrow
	if c.Dated.After(today) {
		faults.Add("notice_date", "%s is in the future", c.Dated)
	}
	if c.Received.After(today) {
		faults.Add("received_on", "%s is in the future", c.Received)
	}
	if c.StatedDue.After(today.AddDays(statedDaysMax)) {
		faults.Add("stated_due_on", "%s is more than %d years ahead", c.StatedDue, statedDaysMax/366)
	}
	table := deadline.Embedded()
	place := table.Places[c.Jurisdiction]
	currency := c.Currency
	if c.Amount != nil && currency == "" {
		currency = place.Currency
		if currency == "" {
			faults.Add("currency", "is needed beside the amount")
		}
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	id := a.NewID(0)
	n := deadline.Notice{Place: c.Jurisdiction, Region: strings.TrimPrefix(c.SubRegion, c.Jurisdiction+"-"), Type: c.Type, Dated: c.Dated,
		Known: c.Received, Stated: c.StatedDue, Abroad: c.Abroad}
	if currency == place.Currency {
		n.Amount = c.Amount // an amount in another currency is no measure of the law's
	}
	who := subject(c.ClientRef, id)
	return []event.Payload{Recorded{
		NoticeID: id, Jurisdiction: c.Jurisdiction, SubRegion: n.Region, Type: c.Type, Reference: seal(who, c.Reference),
		TaxYears: append([]string{}, c.TaxYears...), Dated: c.Dated, Received: c.Received, StatedDue: c.StatedDue, Amount: c.Amount,
		Currency: currency, Abroad: c.Abroad, ClientRef: seal(who, c.ClientRef), DocumentID: c.DocumentID, Supersedes: c.Supersedes,
		Summary: seal(who, c.Summary), Deadline: table.Compute(n),
	}}, nil
}

// Types lists the types of notices that a place's table holds, for the docs.
func Types(place string) []string {
	var all []string
	for _, k := range deadline.Embedded().Kinds(place) {
		if !slices.Contains(all, k.Type) {
			all = append(all, k.Type)
		}
	}
	return all
}

// seal makes personal data; an empty text is no data at all.
func seal(subject, plain string) sealed.Text {
	if plain == "" {
		return sealed.Text{}
	}
	return sealed.Of(subject, plain)
}
