package commands

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/tallystick/tallystick/domain/anomaly"
	"github.com/tallystick/tallystick/domain/answerrecord"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/cases"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/classification"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/consultation"
	"github.com/tallystick/tallystick/domain/corpus"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/domain/inquiry"
	"github.com/tallystick/tallystick/domain/intake"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/legislative"
	"github.com/tallystick/tallystick/domain/memo"
	"github.com/tallystick/tallystick/domain/notice"
	"github.com/tallystick/tallystick/domain/notification"
	"github.com/tallystick/tallystick/domain/obligation"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/domain/party"
	"github.com/tallystick/tallystick/domain/planning"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/domain/receipt"
	"github.com/tallystick/tallystick/domain/retention"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/domain/tax/overlay"
	"github.com/tallystick/tallystick/domain/taxreturn"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// Holding is what the streams of a category keep of people: whose, and what of it
// must not be forgotten yet. Every category with sealed texts or files has one
// here, and a test says which has not; projections blank what they show of it (see
// projections.Redacting).
type Holding struct {
	Category string
	Kinds    []string // of subjects that its events seal under; "*" = of any kind
	// Holds is what of a record that names a subject keeps it; nil = nothing does.
	Holds func(history []event.Recorded, subject string, today civil.Date) []privacy.Record
}

// Holdings are those of every category.
var Holdings = []Holding{
	{cases.Category.Name, []string{"client", "principal"}, func(h []event.Recorded, _ string, _ civil.Date) []privacy.Record {
		return []privacy.Record{recordOf(h)}
	}},
	// A principal is held by the cases that they took part in: see Privacy.principal.
	{tenancy.Principals.Name, []string{"principal"}, nil},
	{answerrecord.Category.Name, []string{"principal"}, nil},
	{inquiry.Category.Name, []string{"principal"}, nil},
	{answerrecord.Calculations.Name, []string{"principal"}, nil},

	{commerce.Exemptions.Category.Name, []string{"customer"}, commerce.ExemptionHolds},
	{commerce.Snapshots.Name, []string{"customer", "snapshot"}, func(h []event.Recorded, _ string, _ civil.Date) []privacy.Record {
		return folded(h, commerce.Snapshot.Evolve).HoldsOf()
	}},
	{consultation.Category.Name, []string{"consultation"}, undated("taxconsultation")},
	{invoicing.Documents.Name, []string{"customer", "snapshot", "order"}, func(h []event.Recorded, _ string, _ civil.Date) []privacy.Record {
		return folded(h, invoicing.State.Evolve).HoldsOf()
	}},

	// How long a document must be kept depends on what it is a voucher of, which it
	// does not say.
	{docs.Category.Name, []string{"document", "party"}, undated("document")},
	{docs.BatchCategory.Name, []string{"document", "party"}, nil},
	{classification.Category.Name, []string{"document", "party"}, nil}, // held by its document
	{receipt.Category.Name, []string{"document", "party"}, undated("receipt")},
	{taxreturn.Category.Name, []string{"return", "party"}, undated("return")},
	{intake.Category.Name, []string{"intake"}, nil},
	{party.Category.Name, []string{"party"}, func(h []event.Recorded, _ string, _ civil.Date) []privacy.Record {
		s := folded(h, party.State.Evolve)
		return []privacy.Record{{Resource: "party/" + s.ID, Record: retention.Record{Place: s.Country, LastEntry: lastDay(h)}}}
	}},
	{orders.Category.Name, []string{"order", "customer", "snapshot"}, func(h []event.Recorded, _ string, _ civil.Date) []privacy.Record {
		if s := folded(h, orders.State.Evolve); s.Voided || s.Source == orders.Checkouts {
			return nil // what is called off; a checkout's is held by the checkout itself
		}
		return undated("ledgerentry")(h, "", civil.Date{})
	}},
	{journal.Category.Name, []string{"books"}, heldEntry},
	{books.Category.Name, []string{"tenant"}, keptWhole},
	{obligation.Category.Name, []string{"books"}, undated("obligation")},
	{books.Accounts.Name, []string{"tenant"}, keptWhole},
	{anomaly.Category.Name, []string{"tenant"}, keptWhole},
	{overlay.Category.Name, []string{"tenant"}, keptWhole},
	{legislative.Category.Name, []string{"tenant"}, keptWhole},

	{notice.Category.Name, []string{"customer"}, func(h []event.Recorded, _ string, _ civil.Date) []privacy.Record {
		s := folded(h, notice.State.Evolve)
		r := undated("notice")(h, "", civil.Date{})
		if r[0].Place = s.Notice.Jurisdiction; s.Status != notice.Sent {
			r[0].InUse = "the notice has not been answered"
		}
		return r
	}},
	{memo.Category.Name, []string{"customer"}, undated("memo")},
	{planning.Category.Name, []string{"customer"}, nil},
	{feeds.Exports.Name, []string{"*"}, nil},              // a copy of what the records hold
	{corpus.Releases.Name, []string{"tenant"}, keptWhole}, // the platform's own
	{corpus.Lives.Name, []string{"tenant"}, keptWhole},
	{notification.Category.Name, []string{"*"}, nil},
	{notification.Suppressions.Name, []string{"*"}, nil},
}

func folded[S any](history []event.Recorded, evolve func(S, event.Recorded) S) (s S) {
	for _, e := range history {
		s = evolve(s, e)
	}
	return s
}

func lastDay(history []event.Recorded) civil.Date {
	return civil.FromTime(history[len(history)-1].Meta.Time.UTC())
}

// undated holds a record of which it is not known for how long the law has it kept.
func undated(kind string) func([]event.Recorded, string, civil.Date) []privacy.Record {
	return func(h []event.Recorded, _ string, _ civil.Date) []privacy.Record {
		s, _ := event.ParseStream(h[0].Stream)
		return []privacy.Record{{Resource: kind + "/" + s.ID, Record: retention.Record{LastEntry: lastDay(h)}}}
	}
}

// heldEntry holds the texts of a site's books by each of its entries; they are told
// as one.
func heldEntry(h []event.Recorded, subject string, _ civil.Date) []privacy.Record {
	s := journal.Fold(h)
	r := privacy.Record{Resource: subject, Record: retention.Record{LastEntry: lastDay(h)}}
	switch s.Status {
	case "posted":
	case "rejected":
		return nil
	default:
		r.InUse = "the books have entries that are not posted yet"
	}
	return []privacy.Record{r}
}

// keptWhole holds what the whole tenant's books say.
func keptWhole(_ []event.Recorded, subject string, _ civil.Date) []privacy.Record {
	return []privacy.Record{{Resource: subject, InUse: "the books of the tenant are kept whole"}}
}

// SubjectsOf are the subjects that a payload's texts are sealed, and its files
// encrypted, under.
func SubjectsOf(payload event.Payload) []string {
	var all []string
	add := func(subject string) {
		if subject != "" && !slices.Contains(all, subject) {
			all = append(all, subject)
		}
	}
	copied := reflect.New(reflect.TypeOf(payload))
	copied.Elem().Set(reflect.ValueOf(payload))
	// Walk fails on what could not have been sealed, and thus was not written.
	_ = sealed.Walk(copied.Interface(), func(t *sealed.Text) error { add(t.Subject); return nil })
	for _, r := range blob.Of(payload) {
		add(r.Subject)
	}
	return all
}

// together tells records that are one resource, held alike, as one: by the later of
// their days.
func together(records []privacy.Record) (out []privacy.Record) {
	at := map[string]int{}
	for _, r := range records {
		key := fmt.Sprintf("%s %s %s %v", r.Resource, r.InUse, r.Place, r.Supply)
		i, known := at[key]
		if !known {
			at[key] = len(out)
			out = append(out, r)
			continue
		}
		if out[i].LastEntry.Before(r.LastEntry) {
			out[i].LastEntry = r.LastEntry
		}
		if out[i].Period.To.Before(r.Period.To) {
			out[i].Period = r.Period
		}
	}
	return out
}
