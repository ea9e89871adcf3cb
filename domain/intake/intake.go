// Package intake is how a site takes in its documents: in which languages they are
// read, by which templates, by which rules costs are classified, what stands where a
// receipt does not say it, and how sure a value must be to stand without a person.
package intake

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/category"
	"github.com/tallystick/tallystick/domain/classification"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Category is the kind of stream that the configuration of a site is.
var Category = event.Category{Name: "intake", Types: []event.Type{event.Of[Configured]()}}

// StreamID names the stream of a site's configuration.
func StreamID(site int64) string { return strconv.FormatInt(site, 10) }

// Configured says the whole configuration, anew.
type Configured struct {
	Content sealed.Text `json:"content"` // Config as JSON
}

// EventType is the type of the event.
func (Configured) EventType() string { return "intake.configured.v1" }

// Defaults stand where a receipt does not say it.
type Defaults struct {
	Jurisdiction string `json:"jurisdiction,omitempty" pattern:"^[A-Z]{2}$" doc:"Whose categories costs are classified by; left out: the country of the site."`
	Country      string `json:"country,omitempty" pattern:"^[A-Z]{2}$" doc:"Where a merchant is established that names no country."`
}

// Config is how a site takes in its documents.
type Config struct {
	Languages        []string              `json:"languages,omitempty" maxItems:"8" enum:"eng,deu,fra,spa,ita,nld,por,pol" doc:"In which documents come, the most frequent first; with one alone, all are read in it."`
	Templates        []reading.Template    `json:"templates,omitempty" maxItems:"100" doc:"Of documents that come again and again."`
	Rules            []classification.Rule `json:"rules,omitempty" maxItems:"500" doc:"By which costs are classified; the first that fits holds."`
	Defaults         Defaults              `json:"defaults,omitzero"`
	AcceptConfidence *money.Dec            `json:"accept_confidence,omitempty" doc:"How sure a value must be to stand without a person, from 0.8 to 1; left out: 0.9."`
	FourEyesAbove    map[string]money.Dec  `json:"four_eyes_above,omitempty" doc:"Per ISO 4217 currency: above it, whoever brought a document does not decide its review items."`
}

// State is a configuration as its events leave it.
type State struct {
	Config
	Events    int
	UpdatedAt time.Time
	UpdatedBy string
}

// Evolve is the state after e.
func (s State) Evolve(e event.Recorded) State {
	if p, ok := e.Payload.(Configured); ok {
		s.Config = Config{}
		_ = json.Unmarshal([]byte(p.Content.Plain), &s.Config) // nothing, where it was forgotten
		s.Events++
		s.UpdatedAt, s.UpdatedBy = e.Meta.Time, e.Meta.Principal
	}
	return s
}

// Threshold is how sure a value must be, in thousandths.
func (c Config) Threshold() int {
	if c.AcceptConfidence == nil {
		return docs.AcceptScore
	}
	n, _ := strconv.Atoi(c.AcceptConfidence.Mul(money.FromInt(1000)).Round(0, money.HalfUp).String())
	return n
}

// FourEyes reports whether an amount asks for a second person, whichever its sign.
// One without a currency, or that is none, may be above any limit.
func (c Config) FourEyes(amount, currency string) bool {
	if len(c.FourEyesAbove) == 0 || amount == "" {
		return false
	}
	d, err := money.Parse(amount)
	if currency == "" || err != nil {
		return true
	}
	limit, set := c.FourEyesAbove[currency]
	return set && d.Abs().Greater(limit)
}

// Validate reports every malformed field.
func (c Config) Validate() error {
	var f fault.Fields
	for i, l := range c.Languages {
		if !slices.Contains(docs.Languages, l) || slices.Contains(c.Languages[:i], l) {
			f.Add(fmt.Sprintf("languages[%d]", i), "one of %s, once", strings.Join(docs.Languages, ", "))
		}
	}
	for i, t := range c.Templates {
		for _, problem := range t.Faults() {
			f.Add(fmt.Sprintf("templates[%d]", i), "%s", problem)
		}
	}
	for i, r := range c.Rules {
		at := fmt.Sprintf("rules[%d]", i)
		if r.Words() == "" {
			f.Add(at+".contains", "at least two letters or digits")
		}
		if _, ok := category.Find(r.CategoryID); !ok {
			f.Add(at+".category_id", "is no category; GET /api/tax-assistant/categories/ lists them")
		}
	}
	if a := c.AcceptConfidence; a != nil && (a.Less(money.MustParse("0.8")) || a.Greater(money.One)) {
		f.Add("accept_confidence", "from 0.8 to 1")
	}
	for currency, limit := range c.FourEyesAbove {
		if _, known := money.MinorUnits(currency); !known || limit.Sign() < 0 {
			f.Add("four_eyes_above."+currency, "a currency of ISO 4217, and an amount of zero or more")
		}
	}
	return f.Err()
}

const changesMax = 900

// Decide gives Configured; none where nothing changes.
func (c Config) Decide(s State, a act.Context) ([]event.Payload, error) {
	content, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	before, err := json.Marshal(s.Config)
	if err != nil || s.Events > 0 && string(before) == string(content) {
		return nil, err
	}
	if s.Events >= changesMax {
		return nil, fault.New(fault.Immutable, "the configuration was changed %d times", s.Events)
	}
	return []event.Payload{Configured{sealed.Of("intake-"+strconv.FormatInt(a.Site, 10), string(content))}}, nil
}
