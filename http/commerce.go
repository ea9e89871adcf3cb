package http

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/readmodels"
)

func (s *Server) commerce() *commands.Commerce {
	return &commands.Commerce{Executor: s.Executor, Book: s.TaxBook, Providers: s.TaxProviders}
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
	Sited
	Paged
	Fresh
	Status string `query:"status" enum:"upcoming,in_effect,ended,retired" doc:"On the day of on."`
	On     string `query:"on" format:"date" doc:"Left out: today, where the site is."`
	Q      string `query:"q" maxLength:"200" doc:"Part of the name or country."`
	Order  string `query:"order" enum:"created_at,-created_at,updated_at,-updated_at,name,-name,effective_from,-effective_from" default:"-created_at"`
}

func (in *RecordListIn) common() *RecordListIn { return in }

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

func (in *placedListIn) narrow() readmodels.Cond   { return readmodels.Is("country", in.Country) }
func (in *regionalListIn) narrow() readmodels.Cond { return readmodels.Is("region_id", in.RegionID) }
func (in *customerListIn) narrow() readmodels.Cond {
	return readmodels.Is("customer_id", in.CustomerID)
}

// recordLister is the input of a list.
type recordLister[I any] interface {
	*I
	common() *RecordListIn
	narrow() readmodels.Cond
}

// recordKind is one kind of record with how it is shown.
type recordKind[C commerce.Content, V, L any] struct {
	entry, noun, plural string // "23.1", "region", "regions"
	what                string // for summaries: "tax region"
	describe            string
	kind                commerce.Kind[C]
	view                func(RecordHead, C, []recordVersion[C]) V
	list                func([]V, Counted) L
}

func (k recordKind[C, V, L]) operation(verb string) string {
	return "commerce_" + k.plural + "." + verb
}
func (k recordKind[C, V, L]) path() string { return "/api/commerce-tax/" + k.plural + "/" }

// RecordPath names one record.
type RecordPath struct {
	Sited
	ID string `path:"id" maxLength:"64"`
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

// recordCreateIn begins a record.
type recordCreateIn[C commerce.Content] struct {
	Sited
	Written
	Body C
}

func (in *recordCreateIn[C]) Resolve(hc huma.Context) []error { return examine(hc, in) }

func (in *recordCreateIn[C]) faults(c *Call, _ bool) fault.Fields {
	return fieldsOf(commerce.Faults(in.Body, c.server.commerce().Facts(c.Caller, c.Caller.Site, c.server.zone(c))))
}

func registerRecords[I any, C commerce.Content, V, L any, PI recordLister[I]](s *Server, k recordKind[C, V, L]) {
	register(s, Operation{
		Entry: k.entry, ID: k.operation("list"), Method: http.MethodGet, Path: k.path(), Surface: "commerce",
		Summary: "List: " + k.what, Permission: "commerce_tax:read", Describe: k.describe,
	}, func(ctx context.Context, c *Call, in *I) (*answer[L], error) {
		p := PI(in)
		return listRecords(ctx, s, c, k, p.common(), p.narrow())
	})

	register(s, Operation{
		Entry: k.entry, ID: k.operation("create"), Method: http.MethodPost, Path: k.path(), Surface: "commerce",
		Summary: "Enter a " + k.what, Permission: "commerce_tax:write", Status: http.StatusCreated, Errors: []int{409, 422},
		Describe: k.describe + " It belongs to the site that `site` names, else to the whole tenant.",
	}, func(ctx context.Context, c *Call, in *recordCreateIn[C]) (*answer[V], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := commands.CreateRecord(ctx, s.commerce(), caller, k.kind, k.operation("create"), in.Body, s.zone(c))
		if err != nil {
			return nil, err
		}
		a := recordAnswer(s, c, k, done.State, done.Revision)
		settleRecord(ctx, s, c, &a.LogPosition, done)
		a.Status, a.Location = http.StatusCreated, k.path()+done.ID+"/"
		return a, nil
	})
	registerRecord(s, k)
}

// registerRecord declares what is done with one record.
func registerRecord[C commerce.Content, V, L any](s *Server, k recordKind[C, V, L]) {
	one := k.path() + "{id}/"
	register(s, Operation{
		Entry: k.entry, ID: k.operation("read"), Method: http.MethodGet, Path: one, Surface: "commerce",
		Summary: "One " + k.what + ", with all its versions", Permission: "commerce_tax:read",
	}, func(ctx context.Context, c *Call, in *struct{ RecordPath }) (*answer[V], error) {
		r, revision, err := commands.ReadRecord(ctx, s.commerce(), c.Caller, k.kind, in.ID)
		if err != nil {
			return nil, err
		}
		return recordAnswer(s, c, k, r, revision), nil
	})

	type changeIn struct {
		RecordPath
		Written
		Body mergePatch[C]
	}
	register(s, Operation{
		Entry: k.entry, ID: k.operation("change"), Method: http.MethodPatch, Path: one, Surface: "commerce",
		Summary: "Change a " + k.what + " from a day on", Permission: "commerce_tax:write", Errors: []int{409, 412},
		Describe: "The change holds from `effective_from`, today when left out; what the record said for earlier days stays. " +
			"An earlier `effective_from` corrects the past from that day on.",
	}, func(ctx context.Context, c *Call, in *changeIn) (*answer[V], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := commands.ChangeRecord(ctx, s.commerce(), caller, k.kind, k.operation("change"), in.ID, in.Body.raw, s.zone(c))
		if err != nil {
			return nil, err
		}
		a := recordAnswer(s, c, k, done.State, done.Revision)
		settleRecord(ctx, s, c, &a.LogPosition, done)
		return a, nil
	})

	type retireIn struct {
		RecordPath
		Written
		On string `query:"on" format:"date" doc:"From this day it says nothing; left out: today, where the site is."`
	}
	register(s, Operation{
		Entry: k.entry, ID: k.operation("retire"), Method: http.MethodDelete, Path: one, Surface: "commerce",
		Summary: "Retire a " + k.what, Permission: "commerce_tax:write", Errors: []int{409, 412},
		Describe: "It ends on the day of `on`; for earlier days it says what it said, and it can still be read.",
	}, func(ctx context.Context, c *Call, in *retireIn) (*emptied, error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		var fields fault.Fields
		on := parseDate(&fields, "on", in.On)
		if err := fields.Err(); err != nil {
			return nil, err
		}
		done, err := commands.RetireRecord(ctx, s.commerce(), caller, k.kind, k.operation("retire"), in.ID, on, s.zone(c))
		if err != nil {
			return nil, err
		}
		a := &emptied{Status: http.StatusNoContent, ETag: etag(done.Revision)}
		settleRecord(ctx, s, c, &a.LogPosition, done)
		return a, nil
	})
}

// settleRecord notes a write, and waits until this node's own book has it, so
// that the next preview rests on it.
func settleRecord[S any](ctx context.Context, s *Server, c *Call, position *string, done commands.Done[S]) {
	settled(c, done)
	*position = positionOf(done)
	if done.Position != (event.Position{}) {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		s.TaxBook.WaitFor(ctx, done.Position)
	}
}

func recordAnswer[C commerce.Content, V, L any](s *Server, c *Call, k recordKind[C, V, L], r commerce.Record[C],
	revision uint64) *answer[V] {
	head := RecordHead{r.ID, r.Site, r.Status(s.today(c)), r.RetiredOn, r.CreatedAt, r.CreatedBy, r.UpdatedAt}
	versions := make([]recordVersion[C], len(r.Versions))
	for i, v := range r.Versions {
		versions[i] = recordVersion[C]{v.Content, v.At, v.By}
	}
	return &answer[V]{ETag: etag(revision), Body: k.view(head, r.Latest(), versions)}
}

// today is the civil date where a call's site is.
func (s *Server) today(c *Call) civil.Date { return civil.FromTime(s.Now().In(s.zone(c))) }

func listRecords[C commerce.Content, V, L any](ctx context.Context, s *Server, c *Call, k recordKind[C, V, L], in *RecordListIn,
	narrow readmodels.Cond) (*answer[L], error) {
	if err := c.after(ctx, in.Fresh, readmodels.Commerce.Projection); err != nil {
		return nil, err
	}
	today := s.today(c)
	day := today
	if in.On != "" {
		var fields fault.Fields
		day = parseDate(&fields, "on", in.On)
		if err := fields.Err(); err != nil {
			return nil, err
		}
		if in.Status == "" {
			in.Status = commerce.InEffect
		}
	}
	found, err := readmodels.Commerce.List(ctx, s.DB, c.Scope(), in.page(in.Order), readmodels.Is("kind", k.kind.Category.Name),
		narrow, readmodels.Search(in.Q), readmodels.CommerceStatus(in.Status, day))
	if err != nil {
		return nil, err
	}
	views := make([]V, len(found.Rows))
	for i, r := range found.Rows {
		var content C
		if err := json.Unmarshal(r.Content, &content); err != nil {
			return nil, err
		}
		head := RecordHead{r.ID, r.Site, rowStatus(r, today), r.RetiredOn, r.CreatedAt, r.CreatedBy, r.UpdatedAt}
		views[i] = k.view(head, content, nil)
	}
	return &answer[L]{Body: k.list(views, countedOf(found))}, nil
}

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
