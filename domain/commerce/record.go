package commerce

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// Effective is from when to when a version holds.
type Effective struct {
	EffectiveFrom civil.Date `json:"effective_from" format:"date" doc:"Its first day. In a change, the day from which it holds; left out, today."`
	EffectiveTo   civil.Date `json:"effective_to,omitzero" format:"date" doc:"Its last day; left out: no end."`
}

// Content is what a record of one kind says.
type Content interface {
	Region | Rate | Rule | Registration | Exemption
	effective() Effective
	check(f *fault.Fields)
	regionID() string // the region it belongs to, "" = none
}

// Version is what a record says from a day on.
type Version[C Content] struct {
	Content C
	At      time.Time // when it was recorded
	By      string
}

// Record is one piece of configuration as its events leave it. The zero Record
// is none.
type Record[C Content] struct {
	ID        string
	Tenant    string
	Site      int64
	Versions  []Version[C] // by effective_from
	RetiredOn civil.Date   // from this day it says nothing; zero = not retired
	CreatedAt time.Time
	CreatedBy string
	UpdatedAt time.Time
	Events    int
}

// Latest is the last version.
func (r Record[C]) Latest() C { return r.Versions[len(r.Versions)-1].Content }

// On returns what the record says on a day; ok is false when nothing.
func (r Record[C]) On(day civil.Date) (c C, ok bool) {
	if !r.RetiredOn.IsZero() && !day.Before(r.RetiredOn) {
		return c, false
	}
	for i := len(r.Versions) - 1; i >= 0; i-- {
		e := r.Versions[i].Content.effective()
		if !e.EffectiveFrom.After(day) {
			return r.Versions[i].Content, e.EffectiveTo.IsZero() || !e.EffectiveTo.Before(day)
		}
	}
	return c, false
}

// span is from when to when the record says what its version n does. It ends before it
// begins where that is never.
func (r Record[C]) span(n int) Effective {
	e := r.Versions[n].Content.effective()
	until := func(day civil.Date) {
		if last := day.AddDays(-1); !day.IsZero() && (e.EffectiveTo.IsZero() || last.Before(e.EffectiveTo)) {
			e.EffectiveTo = last
		}
	}
	if n+1 < len(r.Versions) {
		until(r.Versions[n+1].Content.effective().EffectiveFrom)
	}
	until(r.RetiredOn)
	return e
}

// Statuses of a record on a day.
const (
	Upcoming = "upcoming"
	InEffect = "in_effect"
	Ended    = "ended"
	Retired  = "retired"
)

// Status says how a record stands on a day.
func (r Record[C]) Status(day civil.Date) string {
	_, in := r.On(day)
	switch {
	case !r.RetiredOn.IsZero() && !day.Before(r.RetiredOn):
		return Retired
	case in:
		return InEffect
	case r.Versions[0].Content.effective().EffectiveFrom.After(day):
		return Upcoming
	}
	return Ended
}

// change is what one event does to a record.
type change[C Content] struct {
	created, changed *C
	retired          civil.Date
}

// Kind says how the records of a kind are written down.
type Kind[C Content] struct {
	Category event.Category
	Noun     string // for a person: "tax region"
	created  func(id string, c C) event.Payload
	changed  func(c C) event.Payload
	retired  func(on civil.Date) event.Payload
	read     func(p event.Payload) (change[C], bool)
}

// Evolve returns the record after an event; the one before stays as it was.
func (k Kind[C]) Evolve(r Record[C], e event.Recorded) Record[C] {
	ch, ok := k.read(e.Payload)
	if !ok {
		return r
	}
	r.Events++
	r.UpdatedAt = e.Meta.Time
	switch {
	case ch.created != nil:
		s, _ := event.ParseStream(e.Stream)
		r.ID, r.Tenant, r.Site, r.CreatedAt, r.CreatedBy = s.ID, s.Tenant, e.Meta.Site, e.Meta.Time, e.Meta.Principal
		r.Versions = []Version[C]{{*ch.created, e.Meta.Time, e.Meta.Principal}}
	case ch.changed != nil:
		from := (*ch.changed).effective().EffectiveFrom
		kept := make([]Version[C], 0, len(r.Versions)+1)
		for _, v := range r.Versions {
			if v.Content.effective().EffectiveFrom.Before(from) {
				kept = append(kept, v)
			}
		}
		r.Versions = append(kept, Version[C]{*ch.changed, e.Meta.Time, e.Meta.Principal})
	default:
		r.RetiredOn = ch.retired
	}
	return r
}

// Facts is what a decision is told about other records.
type Facts struct {
	Today civil.Date
	// Region reports whether the tenant has a region that the record may belong
	// to.
	Region func(id string) bool
	// Twin finds another region that would name some destination as closely on
	// some day; "" = none. Such two block every cart that goes there.
	Twin func(r Region, id string) string
	// Duplicate finds another registration of the same authority, scheme and number
	// that stands on some day on which this one would; "" = none.
	Duplicate func(r Registration, id string) string
}

// recordEventsMax bounds a record's stream.
const recordEventsMax = 900

// Create gives the event that begins a record; its id is NewID(0).
func (k Kind[C]) Create(c C, a act.Context, f Facts) ([]event.Payload, error) {
	if err := Faults(c, f); err != nil {
		return nil, err
	}
	if err := twins(c, "", f); err != nil {
		return nil, err
	}
	return []event.Payload{k.created(a.NewID(0), c)}, nil
}

// Change gives the event that a merge patch (RFC 7396) on the latest version
// comes to; none when it changes nothing.
func (k Kind[C]) Change(r Record[C], patch []byte, f Facts) ([]event.Payload, error) {
	if err := k.open(r); err != nil {
		return nil, err
	}
	before := r.Latest()
	if f, ok := any(before).(interface{ Forgotten() bool }); ok && f.Forgotten() {
		return nil, fault.New(fault.Immutable, "whom the %s speaks of was forgotten; it can only be retired", k.Noun)
	}
	after, dated, err := merge(before, patch)
	if err != nil {
		return nil, err
	}
	if !dated {
		from := before.effective().EffectiveFrom
		if from.Before(f.Today) {
			from = f.Today
		}
		same, err := equal(before, after)
		if err != nil || same {
			return nil, err
		}
		if after, _, err = merge(after, []byte(`{"effective_from":"`+from.String()+`"}`)); err != nil {
			return nil, err
		}
	} else if same, err := equal(before, after); err != nil || same {
		return nil, err
	}
	if err := Faults(after, f); err != nil {
		return nil, err
	}
	if err := twins(after, r.ID, f); err != nil {
		return nil, err
	}
	return []event.Payload{k.changed(after)}, nil
}

// Retire ends a record on a day, today when it is zero.
func (k Kind[C]) Retire(r Record[C], on civil.Date, f Facts) ([]event.Payload, error) {
	if r.ID == "" {
		return nil, fault.New(fault.NotFound, "there is no such %s", k.Noun)
	}
	if on.IsZero() {
		on = f.Today
	}
	if !r.RetiredOn.IsZero() && !on.Before(r.RetiredOn) {
		return nil, nil
	}
	return []event.Payload{k.retired(on)}, nil
}

// open refuses a record that is not there, retired or full.
func (k Kind[C]) open(r Record[C]) error {
	switch {
	case r.ID == "":
		return fault.New(fault.NotFound, "there is no such %s", k.Noun)
	case !r.RetiredOn.IsZero():
		return fault.New(fault.Immutable, "the %s was retired on %s; enter a new one", k.Noun, r.RetiredOn)
	case r.Events >= recordEventsMax:
		return fault.New(fault.Immutable, "the %s has been changed %d times; retire it and enter a new one", k.Noun, r.Events)
	}
	return nil
}

// Faults reports every fault of what a record is to say; nil = none.
func Faults[C Content](c C, f Facts) error {
	var fields fault.Fields
	e := c.effective()
	if e.EffectiveFrom.IsZero() {
		fields.Add("effective_from", "a date, YYYY-MM-DD")
	}
	if !e.EffectiveTo.IsZero() && e.EffectiveTo.Before(e.EffectiveFrom) {
		fields.Add("effective_to", "not before effective_from, %s", e.EffectiveFrom)
	}
	c.check(&fields)
	if id := c.regionID(); id != "" && !f.Region(id) {
		fields.Add("region_id", "there is no tax region %s", id)
	}
	return fields.Err()
}

// twins refuses a region that another one leaves undecided, and a registration that
// stands already.
func twins[C Content](c C, id string, f Facts) error {
	var b fault.Blockers
	switch r := any(c).(type) {
	case Region:
		if f.Twin == nil {
			break
		}
		if other := f.Twin(r, id); other != "" {
			b = append(b, TwinRegion(other))
		}
	case Registration:
		if f.Duplicate == nil {
			break
		}
		if other := f.Duplicate(r, id); other != "" {
			field := "number"
			if r.Number == "" {
				field = "effective_from"
			}
			b = append(b, fault.Blocker{Code: RegistrationDuplicate, Field: field, Resource: other,
				Message: "registration " + other + " is of the same authority, scheme and site, and stands at the same time; change or retire it"})
		}
	}
	return b.Err()
}

// TwinRegion refuses a region beside another one that names its destinations as closely.
func TwinRegion(other string) fault.Blocker {
	return fault.Blocker{Code: RegionDuplicate, Field: "region", Resource: other, Message: "tax region " + other +
		" names the same destinations as closely; change or retire it, or name a part of it by region or postal_prefixes"}
}

// merge applies a merge patch; dated reports whether it names effective_from.
func merge[C Content](c C, patch []byte) (out C, dated bool, err error) {
	text, err := json.Marshal(c)
	if err != nil {
		return out, false, err
	}
	var whole, part map[string]any
	if err := json.Unmarshal(text, &whole); err != nil {
		return out, false, err
	}
	if err := json.Unmarshal(patch, &part); err != nil {
		return out, false, fault.Invalid("body", "a JSON object")
	}
	_, dated = part["effective_from"]
	whole = mergePatch(whole, part)
	var fields fault.Fields
	if absent(&fields, reflect.TypeFor[C](), whole, ""); len(fields) > 0 {
		return out, false, fields.Err()
	}
	if text, err = json.Marshal(whole); err != nil {
		return out, false, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&out); err != nil {
		return out, false, fault.Invalid("body", "%v", err)
	}
	return out, dated, nil
}

// absent names the members that a content always has and a patch took away: a
// null is not zero.
func absent(f *fault.Fields, t reflect.Type, object map[string]any, at string) {
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Anonymous {
			absent(f, field.Type, object, at)
			continue
		}
		if name == "" || options != "" {
			continue
		}
		value, has := object[name]
		inner, isObject := value.(map[string]any)
		switch {
		case !has || value == nil:
			f.Add(at+name, "is required: it can be changed, not taken away")
		case isObject && field.Type.Kind() == reflect.Struct:
			absent(f, field.Type, inner, at+name+".")
		}
	}
}

func mergePatch(into, patch map[string]any) map[string]any {
	if into == nil {
		into = map[string]any{}
	}
	for name, v := range patch {
		switch v := v.(type) {
		case nil:
			delete(into, name)
		case map[string]any:
			inner, _ := into[name].(map[string]any)
			into[name] = mergePatch(inner, v)
		default:
			into[name] = v
		}
	}
	return into
}

func equal[C Content](a, b C) (bool, error) {
	x, err := json.Marshal(a)
	if err != nil {
		return false, err
	}
	y, err := json.Marshal(b)
	return bytes.Equal(x, y), err
}
