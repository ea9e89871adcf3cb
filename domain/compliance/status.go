// Package compliance says how a tenant stands with what must be kept up: the proofs
// of its log and books, the checks of the law that it computes by, and the exchange
// rates that it converts by.
//
// # Vocabulary
//
// An Area has a status, and an Attention for each thing that is amiss: what it is, and
// the Remedy, the call that mends it. A Refresh is a job that has the sources of the
// law looked at and the proofs verified anew; the areas show what the last one found.
//
// # Rules
//
//   - ok, unknown, attention, overdue: the worst of its attentions is an area's status,
//     and the worst area's is the whole's. What was never run is unknown.
//   - A head of the log that has grown is signed within the hour; a day is overdue.
//   - A closed month has a final proof. A proof that failed verification asks for
//     attention until it is verified again.
//   - The law's own sources are checked within 400 days, rates of indirect taxes within
//     100; an open notice asks for attention.
//   - A table of daily rates is at most 5 days old, one of months at most 40.
package compliance

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
)

// Level is how something stands.
type Level string

// The levels, from the best to the worst.
const (
	OK        Level = "ok"
	Unknown   Level = "unknown"
	Attending Level = "attention"
	Overdue   Level = "overdue"
)

var levels = []Level{OK, Unknown, Attending, Overdue}

func worst(a, b Level) Level {
	if slices.Index(levels, a) < slices.Index(levels, b) {
		return b
	}
	return a
}

// Remedy is the call that mends something.
type Remedy struct {
	Method     string `json:"method" enum:"GET,POST,PATCH"`
	Path       string `json:"path" doc:"Of this API."`
	Permission string `json:"permission" doc:"That the call needs."`
	Says       string `json:"says" doc:"What it does, as a sentence."`
}

// Attention is one thing that is amiss.
type Attention struct {
	Code     string `json:"code" enum:"checkpoint_missing,checkpoint_old,month_without_proof,proof_failed,proofs_not_verified,source_check_old,law_notice_open,rates_never_imported,rates_old"`
	Level    Level  `json:"status" enum:"unknown,attention,overdue"`
	Message  string `json:"message"`
	Resource string `json:"resource" doc:"What it is about: audit_proof/…, law/GB, exchange_rates/…"`
	Remedy   Remedy `json:"remedy"`
}

// Area is a part of the whole.
type Area struct {
	Status     Level       `json:"status" enum:"ok,unknown,attention,overdue"`
	Attentions []Attention `json:"attentions" nullable:"false" doc:"What is amiss, the worst first; at most a hundred."`
}

func (a *Area) add(x Attention) {
	a.Attentions = append(a.Attentions, x)
	a.Status = worst(a.Status, x.Level)
}

// Report is how a tenant stands.
type Report struct {
	Status      Level     `json:"status" enum:"ok,unknown,attention,overdue"`
	Proofs      Area      `json:"audit_proofs" doc:"Proofs of the log and of the books."`
	Legislative Area      `json:"legislative" doc:"Checks of the law's sources, and notices."`
	Currency    Area      `json:"currency" doc:"Tables of exchange rates."`
	AsOf        time.Time `json:"as_of" doc:"Instant of the report."`
}

// Month is a closed month of a site's books.
type Month struct {
	Site   int64
	Period string // 2026-03
	Proved bool   // it has a final proof
}

// Law is the law of a place, as the tenant knows it.
type Law struct {
	Place   string
	Oldest  civil.Date // of the checks of its sources
	Notices int        // open
}

// Rates is a table of exchange rates, or the rates of indirect taxes of a place.
type Rates struct {
	ID      string
	Monthly bool
	AsOf    civil.Date // its last day
}

// Facts are what a report is made of. What the caller's sites do not show is not
// among them.
type Facts struct {
	Now          time.Time
	Today        civil.Date
	TreeSize     int64
	HeadSize     int64
	HeadSignedAt time.Time // zero = no head was ever signed
	Months       []Month
	Proofs       int  // final ones
	Refreshed    *End // the last refresh that ended; nil = none
	Law          []Law
	Indirect     []Law   // rates of indirect taxes by place
	Tables       []Rates // that were imported
}

// Limits.
const (
	headAge       = time.Hour
	headOverdue   = 24 * time.Hour
	lawDays       = 400
	indirectDays  = 100
	dailyDays     = 5
	monthlyDays   = 40
	attentionsMax = 100 // an area
)

// Assess makes the report.
func Assess(f Facts) Report {
	r := Report{AsOf: f.Now, Proofs: proofs(f), Legislative: legislative(f), Currency: currency(f)}
	for _, a := range []*Area{&r.Proofs, &r.Legislative, &r.Currency} {
		r.Status = worst(cmp.Or(r.Status, OK), a.Status)
		slices.SortStableFunc(a.Attentions, func(x, y Attention) int {
			return slices.Index(levels, y.Level) - slices.Index(levels, x.Level)
		})
		if len(a.Attentions) > attentionsMax {
			a.Attentions = a.Attentions[:attentionsMax]
		}
	}
	return r
}

func proofs(f Facts) Area {
	a := Area{Status: OK, Attentions: []Attention{}}
	sign := Remedy{"GET", "/api/log/checkpoint/", "proofs:read", "Has the head of the log signed now."}
	switch age := f.Now.Sub(f.HeadSignedAt); {
	case f.TreeSize == 0:
	case f.HeadSignedAt.IsZero():
		a.add(Attention{"checkpoint_missing", Unknown, "no head of the log was ever signed", "log", sign})
	case f.TreeSize > f.HeadSize && age > headOverdue:
		a.add(Attention{"checkpoint_old", Overdue, "the log has grown, and its head was signed more than a day ago", "log", sign})
	case f.TreeSize > f.HeadSize && age > headAge:
		a.add(Attention{"checkpoint_old", Attending, "the log has grown, and its head was signed more than an hour ago", "log", sign})
	}
	for _, m := range f.Months {
		if !m.Proved {
			a.add(Attention{"month_without_proof", Attending, fmt.Sprintf("%s of site %d is closed and has no final proof", m.Period, m.Site),
				fmt.Sprintf("period/%d/%s", m.Site, m.Period), Remedy{"POST", fmt.Sprintf("/api/audit-proofs/?site=%d", m.Site), "proofs:generate",
					"Makes the month's proof."}})
		}
	}
	again := Remedy{"POST", "/api/tax-assistant/compliance/refresh/", "compliance:refresh", "Verifies the proofs anew."}
	if f.Refreshed == nil {
		if f.Proofs > 0 {
			a.add(Attention{"proofs_not_verified", Unknown, "the proofs were never verified by a refresh", "audit_proofs", again})
		}
		return a
	}
	for _, id := range f.Refreshed.Failed {
		a.add(Attention{"proof_failed", Attending, "the proof did not verify at the last refresh", "audit_proof/" + id,
			Remedy{"POST", "/api/audit-proofs/" + id + "/verify/", "proofs:read", "Verifies it again, and names what differs."}})
	}
	return a
}

func legislative(f Facts) Area {
	a := Area{Status: OK, Attentions: []Attention{}}
	look := func(place string) Remedy {
		return Remedy{"POST", "/api/legislative/run/", "legislative:run", "Looks at the sources of " + place + " (jurisdiction " + place + ")."}
	}
	for _, l := range f.Law {
		if days := l.Oldest.DaysUntil(f.Today); days > lawDays {
			a.add(Attention{"source_check_old", Overdue, fmt.Sprintf("a source of the law of %s was checked %d days ago", l.Place, days),
				"law/" + l.Place, look(l.Place)})
		}
		if l.Notices > 0 {
			a.add(Attention{"law_notice_open", Attending, fmt.Sprintf("%d sources of the law of %s read otherwise than before", l.Notices, l.Place),
				"law/" + l.Place, Remedy{"PATCH", "/api/legislative/" + l.Place + "/", "legislative:manage",
					"Settles the notice, once somebody has read the source."}})
		}
	}
	for _, l := range f.Indirect {
		if days := l.Oldest.DaysUntil(f.Today); days > indirectDays {
			a.add(Attention{"source_check_old", Overdue, fmt.Sprintf("the rates of VAT, GST or sales tax of %s were checked %d days ago", l.Place,
				days),
				"rates/" + l.Place, Remedy{"GET", "/api/legislative/", "legislative:read", "Shows what is held; a newer build brings newer rates."}})
		}
	}
	return a
}

func currency(f Facts) Area {
	a := Area{Status: OK, Attentions: []Attention{}}
	bring := Remedy{"POST", "/api/staff/exchange-rates/", "corpus:manage", "The service's operator imports the publisher's file."}
	if len(f.Tables) == 0 {
		a.add(Attention{"rates_never_imported", Unknown, "no table of exchange rates was ever imported; the one that is built in holds one day",
			"exchange_rates", bring})
	}
	for _, t := range f.Tables {
		limit, kind := dailyDays, "daily"
		if t.Monthly {
			limit, kind = monthlyDays, "monthly"
		}
		if days := t.AsOf.DaysUntil(f.Today); days > limit {
			a.add(Attention{"rates_old", Overdue, fmt.Sprintf("the table %s of %s rates ends %d days ago", t.ID, kind, days), "exchange_rates/" +
				t.ID, bring})
		}
	}
	return a
}
