package http

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/commands"
	engine "github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/legislative"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/overlay"
)

// placeView is what stands of a place's law and its sources.
type placeView struct {
	Jurisdiction string               `json:"jurisdiction" doc:"As in the law: GB, US, US-NY."`
	Enabled      bool                 `json:"enabled" doc:"Runs look at its sources."`
	AutoApply    bool                 `json:"auto_apply" doc:"Structured data of its sources may be published as a rule pack; prose never."`
	Sources      []sourceView         `json:"sources" nullable:"false"`
	Rates        []currentRate        `json:"current_rates" nullable:"false" doc:"Parameters that are one number counted as a rate, as the tenant reads the law today."`
	OldestCheck  civil.Date           `json:"oldest_check" format:"date" doc:"Day on which the source that was checked longest ago was."`
	Stale        bool                 `json:"stale" doc:"That is more than 365 days ago, or a notice is open."`
	Notices      []legislative.Notice `json:"open_notices" nullable:"false"`
	Recent       []changeView         `json:"recent_changes" nullable:"false" doc:"That took effect in the last 365 days, or will."`
	Overrides    []overrideView       `json:"overrides" nullable:"false" doc:"Rule packs of the tenant that are in force there."`
}

type sourceView struct {
	ID        string              `json:"id"`
	Title     string              `json:"title"`
	Kind      string              `json:"kind" enum:"primary,secondary"`
	URL       string              `json:"url"`
	Own       bool                `json:"own_url" doc:"The tenant gave the address."`
	CheckedOn civil.Date          `json:"checked_at" format:"date" doc:"When it was last found to be as the law says, here or by us."`
	Outcome   legislative.Outcome `json:"last_outcome" doc:"Of the tenant's last run: first, unchanged, changed, unreachable, applied; empty: none."`
	LookedAt  *time.Time          `json:"looked_at"`
	SHA256    string              `json:"sha256" doc:"Of its text without markup and space, as it was last read."`
}

type currentRate struct {
	Parameter string     `json:"parameter"`
	Title     string     `json:"title"`
	Value     money.Dec  `json:"value" doc:"A fraction."`
	From      civil.Date `json:"from" format:"date"`
	To        civil.Date `json:"to" format:"date" doc:"Empty: open."`
	Layer     string     `json:"rule_pack" doc:"That sets it; empty: the law as it is embedded."`
}

type overrideView struct {
	Pack       string   `json:"pack_id"`
	Version    int      `json:"version"`
	Parameters []string `json:"parameters" nullable:"false"`
}

// staleDays is how long ago a source may have been checked.
const staleDays = 365

// bookOf is the law of a place as the caller's tenant reads it.
func (s *Server) bookOf(c *Call, folder string) (*law.Book, error) {
	o, err := s.laid(c)
	if err != nil {
		return nil, err
	}
	if o == nil || o.Fault(folder) != nil {
		return law.Open(folder)
	}
	return o.Book(folder)
}

func (s *Server) viewPlace(c *Call, folder string) (placeView, error) {
	book, err := s.bookOf(c, folder)
	if err != nil {
		return placeView{}, err
	}
	embedded, err := law.Open(folder)
	if err != nil {
		return placeView{}, err
	}
	known, today := s.WatchBook.Place(c.Caller.Tenant, folder), civil.FromTime(s.Now().In(s.zone(c)))
	v := placeView{Jurisdiction: embedded.Place, Enabled: !known.Disabled, AutoApply: known.AutoApply, Sources: []sourceView{},
		Rates:   []currentRate{},
		Notices: []legislative.Notice{}, Recent: []changeView{}, Overrides: s.overridesOf(c, embedded.Place)}
	for _, id := range sortedNames(embedded.Sources) {
		own, x := embedded.Sources[id], known.Sources[id]
		sv := sourceView{ID: id, Title: own.Title, Kind: string(own.Kind), URL: known.Address(id, own.URL), CheckedOn: own.Checked,
			Outcome: x.Outcome, SHA256: x.SHA256}
		sv.Own = sv.URL != own.URL
		if !x.LookedAt.IsZero() {
			sv.LookedAt = &x.LookedAt
		}
		if day := civil.FromTime(x.CheckedAt.UTC()); !x.CheckedAt.IsZero() && day.After(sv.CheckedOn) {
			sv.CheckedOn = day
		}
		if x.Notice != nil {
			v.Notices = append(v.Notices, *x.Notice)
		}
		if v.OldestCheck.IsZero() || sv.CheckedOn.Before(v.OldestCheck) {
			v.OldestCheck = sv.CheckedOn
		}
		v.Sources = append(v.Sources, sv)
	}
	v.Stale = len(v.Notices) > 0 || v.OldestCheck.DaysUntil(today) > staleDays
	for _, name := range book.Names() {
		p := book.Parameters[name]
		if now := p.On(today); now != nil && now.Value != nil && p.Unit == "rate" {
			v.Rates = append(v.Rates, currentRate{name, p.Title, *now.Value, now.From, now.To, layerOf(now)})
		}
	}
	v.Recent = changesOf(book, today.AddDays(-staleDays), civil.Date{})
	return v, nil
}

func sortedNames[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for n := range m {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// overridesOf lists the caller's packs in force in a place.
func (s *Server) overridesOf(c *Call, place string) []overrideView {
	out := []overrideView{}
	standing := s.LawBook.Env(c.Caller.Tenant).Standing
	for _, name := range sortedNames(standing) {
		if x := standing[name]; x.Pack.Place == place {
			out = append(out, overrideView{name, x.Version, sortedNames(x.Pack.Parameters)})
		}
	}
	return out
}

type legislativeIn struct {
	Sited
	Paged
	Fresh
	Jurisdiction string `query:"jurisdiction" maxLength:"5" doc:"As in the law: GB, US-NY."`
	Stale        string `query:"stale" enum:"true,false" doc:"Only places that are stale, or only the others."`
}

type legislativeList struct {
	Places []placeView `json:"jurisdictions" nullable:"false"`
	Counted
}

func (s *Server) registerLegislative() {
	register(s, Operation{
		Entry: "12.8", ID: "legislative.list", Method: http.MethodGet, Path: "/api/legislative/", Surface: "legislative",
		Summary: "What is known of the law of each place: sources, current rates, staleness, notices, changes", Permission: "legislative:read",
	}, s.listLegislative)

	type runBody struct {
		Jurisdiction string `json:"jurisdiction,omitempty" maxLength:"5" doc:"Left out: all that are enabled."`
	}
	type runIn struct {
		Sited
		Written
		Body *runBody
	}
	register(s, Operation{
		Entry: "12.9", ID: "legislative.run", Method: http.MethodPost, Path: "/api/legislative/run/", Surface: "legislative",
		Status:  http.StatusAccepted,
		Summary: "Look at the sources of all places, or of one", Permission: "legislative:run", Errors: []int{409},
		Describe: "A job. A text that is unchanged moves the day on which it was checked; a changed one opens a notice; what cannot be reached moves nothing.",
	}, func(ctx context.Context, c *Call, in *runIn) (*reply[queuedWork], error) {
		places := []string{}
		if in.Body != nil && in.Body.Jurisdiction != "" {
			f, ok := commands.LawFacts(strings.ToLower(in.Body.Jurisdiction))
			if !ok {
				return nil, fault.Invalid("jurisdiction", "no law of %q is held", in.Body.Jurisdiction)
			}
			places = append(places, f.Place)
		}
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.Legislative().RequestRun(ctx, caller, places)
		if err != nil {
			return nil, err
		}
		wroteBy(c, done)
		return &reply[queuedWork]{Status: http.StatusAccepted, LogPosition: positionOf(done),
			Body: queuedWork{done.ID, Queued(job.ID(done.State.Command, 0))}}, nil
	})
	s.registerLegislativeChange()
	s.registerChangelog()
}

// Legislative carries out what is done about the sources of the law.
func (s *Server) Legislative() *commands.Legislative {
	return &commands.Legislative{Executor: s.Executor}
}

func (s *Server) listLegislative(ctx context.Context, c *Call, in *legislativeIn) (*reply[legislativeList], error) {
	if err := c.after(ctx, in.Fresh); err != nil {
		return nil, err
	}
	folders := law.Folders()
	if in.Jurisdiction != "" {
		folder := strings.ToLower(in.Jurisdiction)
		if !slices.Contains(folders, folder) {
			return nil, fault.Invalid("jurisdiction", "no law of %q is held", in.Jurisdiction)
		}
		folders = []string{folder}
	}
	if in.Stale == "" {
		page, next, err := pageOf(folders, in.Paged, func(f string) string { return f }, same)
		if err != nil {
			return nil, err
		}
		out := legislativeList{Places: []placeView{}, Counted: counted(len(folders), next)}
		for _, f := range page {
			v, err := s.viewPlace(c, f)
			if err != nil {
				return nil, err
			}
			out.Places = append(out.Places, v)
		}
		return &reply[legislativeList]{Body: out}, nil
	}
	var found []placeView
	for _, f := range folders {
		v, err := s.viewPlace(c, f)
		if err != nil {
			return nil, err
		}
		if v.Stale == (in.Stale == "true") {
			found = append(found, v)
		}
	}
	page, next, err := pageOf(found, in.Paged, func(v placeView) string { return strings.ToLower(v.Jurisdiction) }, same)
	if page == nil {
		page = []placeView{}
	}
	return &reply[legislativeList]{Body: legislativeList{page, counted(len(found), next)}}, err
}

// overrideBody sets one parameter by hand.
type overrideBody struct {
	Parameter string               `json:"parameter" minLength:"1" maxLength:"120" doc:"By the name that the law has for it."`
	Value     *money.Dec           `json:"value,omitempty"`
	Table     map[string]money.Dec `json:"table,omitempty"`
	Bands     []overlay.PackBand   `json:"bands,omitempty" maxItems:"40"`
	From      civil.Date           `json:"from" format:"date"`
	To        civil.Date           `json:"to,omitzero" format:"date" doc:"The last day; left out: open."`
	Source    overlay.PackSource   `json:"source" doc:"Where it stands."`
	At        string               `json:"at" minLength:"1" maxLength:"200" doc:"The provision."`
	Reason    string               `json:"reason" minLength:"1" maxLength:"1000"`
}

type changePlaceIn struct {
	Sited
	Jurisdiction string `path:"jurisdiction" maxLength:"5"`
	Written
	Body struct {
		legislative.Configure
		Override *overrideBody `json:"override,omitempty" doc:"A value by hand: it lies over the law as a rule pack, and what reads it is draft."`
	}
}

func (s *Server) registerLegislativeChange() {
	register(s, Operation{
		Entry: "12.10", ID: "legislative.configure", Method: http.MethodPatch, Path: "/api/legislative/{jurisdiction}/", Surface: "legislative",
		Summary:    "Enable or disable, apply structured data, set a source's address, settle a notice, override a value",
		Permission: "legislative:manage",
		Errors:     []int{409, 412, 422},
		Describe:   "An address stands at a host that the law's own sources of the place have. An override is checked as a rule pack is, and is one.",
	}, func(ctx context.Context, c *Call, in *changePlaceIn) (*reply[placeView], error) {
		folder := strings.ToLower(in.Jurisdiction)
		f, ok := commands.LawFacts(folder)
		if !ok {
			return nil, fault.New(fault.NotFound, "no law of %q is held", in.Jurisdiction)
		}
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		if o := in.Body.Override; o != nil {
			if err := s.override(ctx, c, caller, f.Place, *o); err != nil {
				return nil, err
			}
		}
		done, err := s.Legislative().Configure(ctx, caller, folder, in.Body.Configure, f)
		if err != nil {
			return nil, err
		}
		wroteBy(c, done)
		if !done.Nothing {
			s.WatchBook.WaitFor(ctx, done.Position)
		}
		v, err := s.viewPlace(c, folder)
		return &reply[placeView]{ETag: etag(done.Revision), LogPosition: positionOf(done), Body: v}, err
	})
}

// override publishes a value by hand, beside those that the same pack has.
func (s *Server) override(ctx context.Context, c *Call, caller commands.Caller, place string, o overrideBody) error {
	id := legislative.OverrideID(place, o.Parameter)
	pack := overlay.Pack{Place: place, Sources: map[string]overlay.PackSource{}, Parameters: map[string]overlay.PackParameter{}}
	if standing, ok := s.LawBook.Env(caller.Tenant).Standing[id]; ok {
		for name, x := range standing.Pack.Sources {
			pack.Sources[name] = x
		}
		pack.Parameters[o.Parameter] = standing.Pack.Parameters[o.Parameter]
	}
	from := o.From.String()
	source := "from-" + from
	pack.Sources[source] = o.Source
	value := overlay.PackValue{From: from, To: o.To.String(), Value: o.Value, Table: o.Table, Bands: o.Bands,
		Cite: []overlay.PackCite{{Source: source, At: o.At}}}
	q := pack.Parameters[o.Parameter]
	values := slices.DeleteFunc(slices.Clone(q.Values), func(v overlay.PackValue) bool { return v.From == from })
	values = append(values, value)
	slices.SortFunc(values, func(a, b overlay.PackValue) int { return strings.Compare(a.From, b.From) })
	q.Values = values
	pack.Parameters[o.Parameter] = q
	verb := commands.PublishRulePack(s.LawBook)
	verb.Permission = "legislative:manage"
	caller.IfMatch = nil // it names the revision of the place
	_, done, err := verb.Do(ctx, s.Executor, caller, overlay.StreamID(id), overlay.PublishPack{Pack: pack, Reason: o.Reason, ID: id,
		Origin: overlay.Override})
	if err != nil {
		return err
	}
	wroteBy(c, done)
	if !done.Nothing {
		s.LawBook.WaitFor(ctx, done.Position)
	}
	return nil
}

// lawNotices are the open notices of the caller's tenant, for answers: of what was
// still to come, or went on, on the day of the first.
func (s *Server) lawNotices(c *Call) []engine.ChangeNotice {
	if s.WatchBook == nil {
		return nil
	}
	var out []engine.ChangeNotice
	for folder, day := range s.WatchBook.Noticed(c.Caller.Tenant) {
		out = append(out, engine.ChangeNotice{Jurisdiction: strings.ToUpper(folder), Period: civil.Period{From: day},
			Title: "a source of the law reads otherwise"})
	}
	return out
}
