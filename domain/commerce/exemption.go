package commerce

import (
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Exemption is a certificate by which a customer is not taxed.
type Exemption struct {
	CustomerID string   `json:"customer_id" minLength:"1" maxLength:"100" doc:"Your own id of the customer; better one that means nothing to others. Kept encrypted."`
	Kind       string   `json:"kind" minLength:"1" maxLength:"60" doc:"As the certificate says: resale, exempt_entity."`
	Number     string   `json:"number" minLength:"1" maxLength:"100" doc:"Kept encrypted."`
	Places     []string `json:"places" minItems:"1" maxItems:"60" nullable:"false" doc:"States: US-MN, US-WI. Certificates of other places are not modelled."`
	Note       string   `json:"note,omitempty" maxLength:"1000" doc:"Kept encrypted."`
	Effective

	subject   string // whose it is
	forgotten bool   // the customer was: id, number and note are empty
}

// exemptionText is an exemption as the log holds it.
type exemptionText struct {
	CustomerID sealed.Text `json:"customer_id"`
	Kind       string      `json:"kind"`
	Number     sealed.Text `json:"number"`
	Places     []string    `json:"places"`
	Note       sealed.Text `json:"note,omitzero"`
	Effective
}

func seal(e Exemption) exemptionText {
	subject := CustomerSubject(e.CustomerID)
	t := exemptionText{CustomerID: sealed.Of(subject, e.CustomerID), Kind: e.Kind, Number: sealed.Of(subject, e.Number), Places: e.Places,
		Effective: e.Effective}
	if e.Note != "" {
		t.Note = sealed.Of(subject, e.Note)
	}
	return t
}

func unseal(t exemptionText) *Exemption {
	e := &Exemption{CustomerID: t.CustomerID.Plain, Kind: t.Kind, Number: t.Number.Plain, Places: t.Places, Note: t.Note.Plain,
		Effective: t.Effective,
		subject:   t.Number.Subject}
	if t.Number.Forgotten {
		e.forget()
	}
	return e
}

// forget empties what speaks of the customer.
func (e *Exemption) forget() { e.CustomerID, e.Number, e.Note, e.forgotten = "", "", "", true }

// Forgotten reports whether the customer was forgotten.
func (e Exemption) Forgotten() bool { return e.forgotten }

var customerSpace = uuid.MustParse("2c1f0f53-52c0-5c6d-8a5b-6a5f0a6d1f3e")

// CustomerSubject is whose data a customer's certificate and carts are.
func CustomerSubject(customerID string) string {
	return "customer-" + act.Compact(uuid.NewSHA1(customerSpace, []byte(customerID)))
}

// Exemptions is how exemptions are written down.
var Exemptions = Kind[Exemption]{
	Noun: "exemption",
	Category: event.Category{Name: "taxexemption", Types: []event.Type{
		event.Of[ExemptionCreated](), event.Of[ExemptionChanged](), event.Of[ExemptionRetired](),
		event.Upcast(func(o exemptionCreatedV1) event.Payload {
			return ExemptionCreated{o.ExemptionID, o.Exemption.current()}
		}),
		event.Upcast(func(o exemptionChangedV1) event.Payload { return ExemptionChanged{o.Exemption.current()} }),
	}},
	created: func(id string, c Exemption) event.Payload { return ExemptionCreated{id, seal(c)} },
	changed: func(c Exemption) event.Payload { return ExemptionChanged{seal(c)} },
	retired: func(on civil.Date) event.Payload { return ExemptionRetired{on} },
	read: func(p event.Payload) (change[Exemption], bool) {
		switch p := p.(type) {
		case ExemptionCreated:
			return change[Exemption]{created: unseal(p.Exemption)}, true
		case ExemptionChanged:
			return change[Exemption]{changed: unseal(p.Exemption)}, true
		case ExemptionRetired:
			return change[Exemption]{retired: p.On}, true
		}
		return change[Exemption]{}, false
	},
}

// ExemptionCreated begins an exemption.
type ExemptionCreated struct {
	ExemptionID string        `json:"exemption_id"`
	Exemption   exemptionText `json:"exemption"`
}

// ExemptionChanged holds the whole of what the exemption says from its
// effective_from on.
type ExemptionChanged struct {
	Exemption exemptionText `json:"exemption"`
}

// ExemptionRetired ends an exemption.
type ExemptionRetired struct {
	On civil.Date `json:"on"`
}

func (ExemptionCreated) EventType() string { return "commerce.exemption_created.v2" }
func (ExemptionChanged) EventType() string { return "commerce.exemption_changed.v2" }
func (ExemptionRetired) EventType() string { return "commerce.exemption_retired.v1" }

// exemptionTextV1 left the customer's id readable.
type exemptionTextV1 struct {
	CustomerID string      `json:"customer_id"`
	Kind       string      `json:"kind"`
	Number     sealed.Text `json:"number"`
	Places     []string    `json:"places"`
	Note       sealed.Text `json:"note,omitzero"`
	Effective
}

type exemptionCreatedV1 struct {
	ExemptionID string          `json:"exemption_id"`
	Exemption   exemptionTextV1 `json:"exemption"`
}

type exemptionChangedV1 struct {
	Exemption exemptionTextV1 `json:"exemption"`
}

func (exemptionCreatedV1) EventType() string { return "commerce.exemption_created.v1" }
func (exemptionChangedV1) EventType() string { return "commerce.exemption_changed.v1" }

func (t exemptionTextV1) current() exemptionText {
	return exemptionText{CustomerID: sealed.Of(t.Number.Subject, t.CustomerID), Kind: t.Kind, Number: t.Number, Places: t.Places, Note: t.Note,
		Effective: t.Effective}
}

func (e Exemption) effective() Effective { return e.Effective }
func (e Exemption) regionID() string     { return "" }

func (e Exemption) check(f *fault.Fields) {
	checkText(f, "customer_id", e.CustomerID)
	checkText(f, "kind", e.Kind)
	checkText(f, "number", e.Number)
	checkStates(f, "places", e.Places)
}
