package http

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/readmodels"
)

func (s *Server) commerce() *commands.Commerce {
	return &commands.Commerce{Executor: s.Executor, Book: s.TaxBook, Providers: s.TaxProviders, Zone: s.zoneOf}
}

// RecordHead is what every record of a configuration shows.
type RecordHead struct {
	ID        string     `json:"id"`
	Site      int64      `json:"site" doc:"0: tenant-wide."`
	Status    string     `json:"status" enum:"upcoming,in_effect,ended,retired" doc:"Today, where the site is."`
	RetiredOn civil.Date `json:"retired_on" doc:"From this day it says nothing; empty: not retired."`
	CreatedAt time.Time  `json:"created_at"`
	CreatedBy string     `json:"created_by"`
	UpdatedAt time.Time  `json:"updated_at"`
}

// recordVersion is what a record says from its effective_from on.
type recordVersion[C any] struct {
	Content    C         `json:"content"`
	RecordedAt time.Time `json:"recorded_at"`
	RecordedBy string    `json:"recorded_by"`
}

// RecordListIn is what every list of records takes.
type RecordListIn struct {
	Listing
	Status string `query:"status" enum:"upcoming,in_effect,ended,retired" doc:"On the day of on."`
	On     string `query:"on" format:"date" doc:"Left out: today, where the site is."`
	Q      string `query:"q" maxLength:"200" doc:"Part of the name or country."`
	Order  string `query:"order" enum:"created_at,-created_at,updated_at,-updated_at,name,-name,effective_from,-effective_from" default:"-created_at"`
}

func (in *RecordListIn) order() string { return in.Order }

// with narrows to what every list of records takes, and to c.
func (in *RecordListIn) with(call *Call, c readmodels.Cond) ([]readmodels.Cond, error) {
	conds := []readmodels.Cond{c, readmodels.Search(in.Q)}
	if in.Status == "" && in.On == "" {
		return conds, nil
	}
	day, status := call.server.today(call), cmp.Or(in.Status, commerce.InEffect)
	if in.On != "" {
		var fields fault.Fields
		if day = parseDate(&fields, "on", in.On); len(fields) > 0 {
			return nil, fields.Err()
		}
	}
	return append(conds, readmodels.CommerceStatus(status, day)), nil
}

type (
	placedListIn struct {
		RecordListIn
		Country string `query:"country" pattern:"^[A-Z]{2}$"`
	}
	regionalListIn struct {
		RecordListIn
		RegionID string `query:"region_id" maxLength:"32"`
	}
	customerListIn struct {
		RecordListIn
		CustomerID string `query:"customer_id" maxLength:"100"`
	}
)

func (in *placedListIn) narrow(c *Call) ([]readmodels.Cond, error) {
	return in.with(c, readmodels.Is("country", in.Country))
}
func (in *regionalListIn) narrow(c *Call) ([]readmodels.Cond, error) {
	return in.with(c, readmodels.Is("region_id", in.RegionID))
}
func (in *customerListIn) narrow(c *Call) ([]readmodels.Cond, error) {
	return in.with(c, readmodels.Is("customer_id", in.CustomerID))
}

// recordKind is one kind of record with how it is shown.
type recordKind[C commerce.Content, V any] struct {
	entry, plural string // "23.1", "regions"
	what, whats   string // for summaries: "a tax region", "tax regions"
	describe      string
	kind          commerce.Kind[C]
	view          func(RecordHead, C, []recordVersion[C]) V
}

// mergePatch is a merge patch (RFC 7396) on a C: any of its fields, null where
// an optional one is taken away.
type mergePatch[C any] struct{ raw json.RawMessage }

// UnmarshalJSON keeps the patch as it was sent.
func (p *mergePatch[C]) UnmarshalJSON(text []byte) error {
	var b bytes.Buffer
	err := json.Compact(&b, text)
	p.raw = b.Bytes()
	return err
}

// MarshalJSON gives it back.
func (p mergePatch[C]) MarshalJSON() ([]byte, error) { return p.raw, nil }

// Schema documents the patch: a C of which nothing is required.
func (mergePatch[C]) Schema(r huma.Registry) *huma.Schema {
	whole := huma.SchemaFromType(r, reflect.TypeFor[C]())
	out := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}, AdditionalProperties: false,
		Description: "RFC 7396: only what changes; null takes an optional field away."}
	for name, p := range whole.Properties {
		one := *p
		if !slices.Contains(whole.Required, name) && one.Ref == "" {
			one.Nullable = true
		}
		out.Properties[name] = &one
	}
	return out
}

// registerRecords declares all that is done with the records of a kind.
func registerRecords[I any, C commerce.Content, V any, PI narrowing[I]](s *Server, k recordKind[C, V]) {
	x, id := s.commerce(), "commerce_"+k.plural
	list := "/api/commerce-tax/" + k.plural + "/"
	r := &resource[commerce.Record[C], V]{entry: k.entry, surface: "commerce", list: list, one: list + "{id}/",
		kind: commands.CommerceKind(k.kind), settle: s.settleTaxBook,
		view: func(_ context.Context, c *Call, h commands.Held[commerce.Record[C]]) (V, error) {
			return viewRecord(s, c, k, h.State), nil
		}}
	registerRows[I, readmodels.CommerceRow, V, PI](s, Operation{
		Entry: k.entry, ID: id + ".list", Path: list, Surface: r.surface, Summary: "List " + k.whats,
		Permission: "commerce_tax:read", Describe: k.describe,
	}, k.plural, readmodels.Commerce, []readmodels.Cond{readmodels.Is("kind", k.kind.Category.Name)},
		func(c *Call, row readmodels.CommerceRow) (v V, err error) {
			var content C
			if err := json.Unmarshal(row.Content, &content); err != nil {
				return v, err
			}
			return k.view(RecordHead{row.ID, row.Site, rowStatus(row, s.today(c)), row.RetiredOn, row.CreatedAt, row.CreatedBy, row.UpdatedAt},
				content, nil), nil
		})
	registerCreate(s, r, Operation{
		Summary: "Enter " + k.what, Describe: k.describe + " It belongs to the site that `site` names, else to the whole tenant.",
		examine: func(c *Call, body any) error { return commerce.Faults(*body.(*C), x.Facts(c.Caller, c.Caller.Site)) },
	}, commands.CommerceVerb(x, k.kind, id+".create",
		func(_ commerce.Record[C], content C, a act.Context, f commerce.Facts) ([]event.Payload, error) {
			return k.kind.Create(content, a, f)
		}))
	registerRead(s, r, Operation{ID: id + ".read", Summary: "Read " + k.what + ", with all its versions", Permission: "commerce_tax:read"})
	registerChange(s, r, Operation{
		Summary: "Change " + k.what + " from a day on",
		Describe: "The change holds from `effective_from`, today when left out; what the record said for earlier days stays. " +
			"An earlier `effective_from` corrects the past from that day on.",
	}, commands.CommerceVerb(x, k.kind, id+".change",
		func(r commerce.Record[C], p mergePatch[C], _ act.Context, f commerce.Facts) ([]event.Payload, error) {
			return k.kind.Change(r, p.raw, f)
		}))
	retire := commands.CommerceVerb(x, k.kind, id+".retire",
		func(r commerce.Record[C], on civil.Date, _ act.Context, f commerce.Facts) ([]event.Payload, error) {
			return k.kind.Retire(r, on, f)
		})
	type retireIn struct {
		Sited
		Written
		On string `query:"on" format:"date" doc:"From this day it says nothing; left out: today, where the site is."`
	}
	register(s, r.filled(Operation{
		ID: retire.ID, Summary: "Retire " + k.what, Permission: retire.Permission,
		Describe: "It ends on the day of `on`; for earlier days it says what it said, and it can still be read.",
	}, http.MethodDelete, r.one, 409, 412), func(ctx context.Context, c *Call, in *retireIn) (*emptied, error) {
		var fields fault.Fields
		on := parseDate(&fields, "on", in.On)
		if err := fields.Err(); err != nil {
			return nil, err
		}
		return remove(ctx, s, c, r, retire, in.Written, on)
	})
}

// settleTaxBook waits until this node's own book has a write, so that the next preview
// rests on it.
func (s *Server) settleTaxBook(ctx context.Context, at event.Position) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	s.TaxBook.WaitFor(ctx, at)
}

func viewRecord[C commerce.Content, V any](s *Server, c *Call, k recordKind[C, V], r commerce.Record[C]) V {
	head := RecordHead{r.ID, r.Site, r.Status(s.today(c)), r.RetiredOn, r.CreatedAt, r.CreatedBy, r.UpdatedAt}
	versions := make([]recordVersion[C], len(r.Versions))
	for i, v := range r.Versions {
		versions[i] = recordVersion[C]{v.Content, v.At, v.By}
	}
	return k.view(head, r.Latest(), versions)
}

// today is the civil date where a call's site is.
func (s *Server) today(c *Call) civil.Date { return civil.FromTime(s.Now().In(s.zone(c))) }

// rowStatus is a record's status as its row tells it.
func rowStatus(r readmodels.CommerceRow, today civil.Date) string {
	switch {
	case !r.RetiredOn.IsZero() && !r.RetiredOn.After(today):
		return commerce.Retired
	case r.EffectiveFrom.After(today):
		return commerce.Upcoming
	case !r.EffectiveTo.IsZero() && r.EffectiveTo.Before(today):
		return commerce.Ended
	}
	return commerce.InEffect
}
