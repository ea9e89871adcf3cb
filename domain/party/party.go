// Package party is who the firm deals with: customers, suppliers, clients.
//
// # Vocabulary
//
// A party has one or more roles. Its tax numbers are checked by their form when
// they are written. A bank account carries the day on which it was first seen,
// so that a changed one shows. Terms are how many days an invoice of or to the
// party is due in. A party that is another one is merged into it, with a reason:
// it stays readable and takes no changes; what names it counts for the other.
//
// # Personal data
//
// Everything that says who it is is sealed under the party's own subject.
package party

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/domain/taxid"
)

// Category is the kind of stream that a party is.
var Category = event.Category{Name: "party", Types: []event.Type{event.Of[PartyWritten](), event.Of[PartyMerged](),
	event.Of[MergeClaimed]()}}

// PartyWritten says the whole of a party, anew.
type PartyWritten struct {
	PartyID   string      `json:"party_id"`
	Roles     []Role      `json:"roles"`
	Country   string      `json:"country"`
	TermsDays int         `json:"terms_days"`
	Content   sealed.Text `json:"content"` // Details as JSON
}

// PartyMerged says that it is another one.
type PartyMerged struct {
	Into   string      `json:"into"`
	Reason sealed.Text `json:"reason"`
}

func (PartyWritten) EventType() string { return "party.written.v1" }
func (PartyMerged) EventType() string  { return "party.merged.v1" }

// Role of a party.
type Role string

// The roles.
const (
	Customer Role = "customer"
	Supplier Role = "supplier"
	Client   Role = "client"
)

// Address of a party.
type Address struct {
	Use        string `json:"use,omitempty" enum:"billing,shipping,registered"`
	Street     string `json:"street,omitempty" maxLength:"200"`
	City       string `json:"city,omitempty" maxLength:"100"`
	PostalCode string `json:"postal_code,omitempty" maxLength:"20"`
	Region     string `json:"region,omitempty" maxLength:"20"`
	Country    string `json:"country,omitempty" pattern:"^[A-Z]{2}$"`
}

// TaxID is a number of a party.
type TaxID struct {
	Country string `json:"country" pattern:"^[A-Z]{2}$"`
	Kind    string `json:"kind,omitempty" maxLength:"20" doc:"vat, gst, ein, …; left out: vat."`
	Number  string `json:"number" minLength:"1" maxLength:"40" doc:"Checked by its form; kept in its normal form."`
}

// BankAccount of a party.
type BankAccount struct {
	IBAN      string     `json:"iban" minLength:"5" maxLength:"42" doc:"Checked by its check digits."`
	BIC       string     `json:"bic,omitempty" maxLength:"11"`
	FirstSeen civil.Date `json:"first_seen_on,omitzero" format:"date" doc:"The service's own; what is sent is not read."`
}

// Details are what is known of a party.
type Details struct {
	Name         string        `json:"name" minLength:"1" maxLength:"200"`
	Roles        []Role        `json:"roles" minItems:"1" maxItems:"3" enum:"customer,supplier,client"`
	Country      string        `json:"country,omitempty" pattern:"^[A-Z]{2}$"`
	Status       string        `json:"status,omitempty" enum:"business,consumer" doc:"For the rules of supply."`
	Addresses    []Address     `json:"addresses,omitempty" maxItems:"20"`
	TaxIDs       []TaxID       `json:"tax_ids,omitempty" maxItems:"10"`
	BankAccounts []BankAccount `json:"bank_accounts,omitempty" maxItems:"20"`
	Email        string        `json:"email,omitempty" maxLength:"254"`
	Phone        string        `json:"phone,omitempty" maxLength:"40"`
	TermsDays    int           `json:"terms_days,omitempty" minimum:"0" maximum:"365" doc:"Days in which an invoice is due."`
	Account      string        `json:"account,omitempty" maxLength:"20" doc:"Cost or income account that its documents usually go to."`
	Note         string        `json:"note,omitempty" maxLength:"4000"`
}

// State is a party as its events leave it.
type State struct {
	ID, Tenant string
	Site       int64
	Details
	Forgotten  bool
	MergedInto string
	Reason     sealed.Text
	CreatedAt  time.Time
	CreatedBy  string
	UpdatedAt  time.Time
	Events     int
}

// Evolve is the state after e.
func (s State) Evolve(e event.Recorded) State {
	s.Events++
	s.UpdatedAt = e.Meta.Time
	switch p := e.Payload.(type) {
	case PartyWritten:
		if s.ID == "" {
			s.ID, s.Tenant, s.Site, s.CreatedAt, s.CreatedBy = p.PartyID, e.Meta.Tenant, e.Meta.Site, e.Meta.Time, e.Meta.Principal
		}
		s.Details = p.Details()
		s.Forgotten = s.Name == ""
	case PartyMerged:
		s.MergedInto, s.Reason = p.Into, p.Reason
	}
	return s
}

// Details are what the event says; only figures where it was forgotten.
func (p PartyWritten) Details() Details {
	var d Details
	if p.Content.Plain == "" || json.Unmarshal([]byte(p.Content.Plain), &d) != nil {
		d = Details{Roles: p.Roles, Country: p.Country, TermsDays: p.TermsDays}
	}
	return d
}

// Subject is whose personal data a party is.
func Subject(id string) string { return "party-" + id }

// partyEventsMax bounds a party's stream.
const partyEventsMax = 900

// Write adds a party, or says the whole of one anew.
type Write struct {
	Details
	Today civil.Date
}

// Decide gives PartyWritten; none when it changes nothing. Errors:
// fault.InvalidInput; fault.Immutable for a merged or forgotten party.
func (c Write) Decide(s State, a act.Context) ([]event.Payload, error) {
	if err := s.writable(); err != nil {
		return nil, err
	}
	d, err := c.checked(s)
	if err != nil {
		return nil, err
	}
	id := s.ID
	if id == "" {
		id = a.NewID(0)
	}
	content, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	if before, err := json.Marshal(s.Details); err == nil && s.ID != "" && string(before) == string(content) {
		return nil, nil
	}
	return []event.Payload{PartyWritten{id, d.Roles, d.Country, d.TermsDays, sealed.Of(Subject(id), string(content))}}, nil
}

func (s State) writable() error {
	switch {
	case s.MergedInto != "":
		return fault.New(fault.Immutable, "the party was merged into %s", s.MergedInto)
	case s.ID != "" && s.Forgotten:
		return fault.New(fault.Immutable, "the party was forgotten")
	case s.Events >= partyEventsMax:
		return fault.New(fault.Immutable, "the party was changed %d times", s.Events)
	}
	return nil
}

// checked is what is said, in normal form, bank accounts with the day on which
// each was first seen.
func (c Write) checked(s State) (Details, error) {
	d := c.Details
	var bad fault.Fields
	if strings.TrimSpace(d.Name) == "" {
		bad.Add("name", "what the party is called")
	}
	if len(d.Roles) == 0 {
		bad.Add("roles", "customer, supplier or client")
	}
	d.Roles = slices.Clone(d.Roles)
	slices.Sort(d.Roles)
	d.Roles = slices.Compact(d.Roles)
	for i, r := range d.Roles {
		if !slices.Contains([]Role{Customer, Supplier, Client}, r) {
			bad.Add(fmt.Sprintf("roles[%d]", i), "customer, supplier or client")
		}
	}
	d.TaxIDs = slices.Clone(d.TaxIDs)
	for i, x := range d.TaxIDs {
		if x.Kind == "" {
			x.Kind = "vat"
		}
		at := fmt.Sprintf("tax_ids[%d].number", i)
		result, err := taxid.Validate(x.Country, x.Kind, x.Number)
		result = result.On(c.Today)
		var unknown *taxid.InputError
		switch {
		case errors.As(err, &unknown):
			bad.Add(at, "%s", unknown.Message)
		case err == nil && !result.Valid:
			bad.Add(at, "%s: %s", result.Name, result.Faults[0].Message)
		case err == nil:
			x.Number = result.Normal
		}
		d.TaxIDs[i] = x
	}
	d.BankAccounts = slices.Clone(d.BankAccounts)
	for i, x := range d.BankAccounts {
		x.IBAN = strings.ToUpper(strings.ReplaceAll(x.IBAN, " ", ""))
		if !ValidIBAN(x.IBAN) {
			bad.Add(fmt.Sprintf("bank_accounts[%d].iban", i), "is not an IBAN: its check digits do not hold")
		}
		x.FirstSeen = c.Today
		for _, known := range s.BankAccounts {
			if known.IBAN == x.IBAN {
				x.FirstSeen = known.FirstSeen
			}
		}
		d.BankAccounts[i] = x
	}
	return d, bad.Err()
}

// ValidIBAN reports whether the check digits of an account number hold (ISO
// 13616: modulo 97 of the number with its first four characters last is 1).
func ValidIBAN(iban string) bool {
	if len(iban) < 15 || len(iban) > 34 {
		return false
	}
	rest := 0
	for i, r := range iban[4:] + iban[:4] {
		at := (i + 4) % len(iban)
		switch {
		case r >= '0' && r <= '9' && at != 0 && at != 1:
			rest = (rest*10 + int(r-'0')) % 97
		case r >= 'A' && r <= 'Z' && at != 2 && at != 3:
			rest = (rest*100 + int(r-'A') + 10) % 97
		default:
			return false
		}
	}
	return rest == 1
}
