package http

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	engine "github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answerrecord"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/overlay"
	"github.com/tallystick/tallystick/readmodels"
)

// changeView is one change of one parameter.
type changeView struct {
	ID        string          `json:"id"`
	Place     string          `json:"place"`
	Tax       string          `json:"tax" doc:"First word of the parameter's name."`
	Parameter string          `json:"parameter"`
	Title     string          `json:"title"`
	Unit      string          `json:"unit"`
	Old       json.RawMessage `json:"old" doc:"Null: it had no value."`
	New       json.RawMessage `json:"new"`
	From      civil.Date      `json:"effective_from" format:"date"`
	To        civil.Date      `json:"effective_to" format:"date" doc:"Empty: open."`
	Known     civil.Date      `json:"known_from" format:"date" doc:"Empty: not known."`
	Layer     string          `json:"rule_pack" doc:"That makes it; empty: the law as it is embedded."`
	Sources   []law.Citation  `json:"sources" nullable:"false"`
	Affected  *affectedView   `json:"affected,omitempty" doc:"Where one change is asked for by change_id."`

	old, now *law.Value
}

// affectedView is what changes by a change, found by computing it anew.
type affectedView struct {
	Answers   []affectedRow `json:"answers" nullable:"false" doc:"Recorded answers whose total is another under the law as the tenant reads it now."`
	Snapshots []affectedRow `json:"snapshots" nullable:"false" doc:"Committed checkouts whose tax is another at a country's new rate."`
	Invoices  []affectedRow `json:"invoices" nullable:"false" doc:"Invoices and credit notes whose tax is another at a country's new rate."`
	Cases     []affectedRow `json:"cases" nullable:"false" doc:"Cases of which a workpaper rests on one of the answers, with the answer's figures."`
	Entries   []affectedRow `json:"entries" nullable:"false" doc:"Posted entries with a tax at the old rate in the days of the change."`
	Returns   []affectedRow `json:"returns" nullable:"false" doc:"Returns and draft packages with a figure that the law as it is now makes another, with the first such figure."`
	Examined  int           `json:"examined" doc:"Answers that were computed anew."`
	Complete  bool          `json:"complete" doc:"False: there are more records of a kind than are looked at in one call."`
}

type affectedRow struct {
	ID  string `json:"id"`
	Old string `json:"old"`
	New string `json:"new"`
}

// layerOf is the pack that sets a value, "" for the law's own.
func layerOf(v *law.Value) string {
	cited := v.Citations()
	if len(cited) == 0 {
		return ""
	}
	layer, rest, _ := strings.Cut(cited[0].ID, ":") // pack:place:parameter, or place:parameter
	if !strings.Contains(rest, ":") {
		return ""
	}
	return layer
}

// shown is a value as JSON.
func shown(v *law.Value) json.RawMessage {
	var x any
	switch {
	case v == nil:
		return json.RawMessage("null")
	case v.Value != nil:
		x = *v.Value
	case len(v.Table) > 0:
		x = v.Table
	case len(v.Bands) > 0:
		type band struct {
			Label string     `json:"label"`
			To    *money.Dec `json:"to"`
			Rate  money.Dec  `json:"rate"`
		}
		list := []band{}
		for _, b := range v.Bands {
			list = append(list, band{b.Label, b.To, b.Rate})
		}
		x = list
	default:
		x = v.Text
	}
	text, _ := json.Marshal(x)
	return text
}

// changesOf lists the changes of a place's parameters that take effect in a range
// of days, an empty end being open, the latest first. A value that says what the
// one before it said changes nothing.
func changesOf(b *law.Book, from, to civil.Date) []changeView {
	out := []changeView{}
	for _, name := range b.Names() {
		p := b.Parameters[name]
		values := slices.Clone(p.Values)
		slices.SortStableFunc(values, func(a, b *law.Value) int { return b.From.DaysUntil(a.From) })
		var before *law.Value
		for _, v := range values {
			old := before
			before = v
			if v.From.IsZero() || v.From.Before(from) || !to.IsZero() && v.From.After(to) {
				continue
			}
			if old != nil && string(shown(old)) == string(shown(v)) && layerOf(old) == layerOf(v) || old == nil && layerOf(v) == "" {
				continue // its first value is no change of law
			}
			tax, _, _ := strings.Cut(name, "_")
			id := strings.ToLower(b.Place) + ":" + name + ":" + v.From.String()
			if l := layerOf(v); l != "" {
				id += ":" + l
			}
			cites := v.Citations()
			if cites == nil {
				cites = []law.Citation{}
			}
			out = append(out, changeView{ID: id, Place: b.Place, Tax: tax, Parameter: name, Title: p.Title, Unit: p.Unit, Old: shown(old),
				New:  shown(v),
				From: v.From, To: v.To, Known: v.KnownFrom, Layer: layerOf(v), Sources: cites, old: old, now: v})
		}
	}
	slices.SortStableFunc(out, func(a, b changeView) int {
		return cmp.Or(a.From.DaysUntil(b.From), strings.Compare(a.ID, b.ID))
	})
	return out
}

type changelogIn struct {
	Sited
	Paged
	Fresh
	Jurisdiction string     `query:"jurisdiction" maxLength:"5" doc:"As in the law: GB, US-NY."`
	From         civil.Date `query:"from" format:"date" doc:"First day of taking effect; left out: 730 days ago."`
	To           civil.Date `query:"to" format:"date"`
	Q            string     `query:"q" maxLength:"200" doc:"Part of parameter or title."`
	ChangeID     string     `query:"change_id" maxLength:"200" doc:"One change, with what is affected."`
}

// changelogDays is how far back the changelog goes where nothing is said.
const changelogDays = 730

func (s *Server) registerChangelog() {
	type changelog struct {
		Changes []changeView `json:"changes" nullable:"false"`
		Counted
	}
	register(s, Operation{
		Entry: "12.11", ID: "legislative.changelog", Method: http.MethodGet, Path: "/api/legislative/changelog/", Surface: "legislative",
		Summary: "Changes of the law by parameter: old, new, from when, where it stands", Permission: "legislative:read",
		Describe: "With `change_id`, that change and what it affects, computed anew: recorded answers whose total is another now, cases that rest on them, " +
			"returns whose figures were made by the law before it, checkouts, invoices, credit notes and posted entries with a tax at the old rate. Each list takes the permission to read its records; without it, it is empty.",
	}, func(ctx context.Context, c *Call, in *changelogIn) (*reply[changelog], error) {
		if err := c.after(ctx, in.Fresh); err != nil {
			return nil, err
		}
		found, err := s.changes(c, in)
		if err != nil {
			return nil, err
		}
		if in.ChangeID != "" && len(found) == 1 {
			if found[0].Affected, err = s.affected(ctx, c, found[0]); err != nil {
				return nil, err
			}
		}
		page, next, err := pageOf(found, in.Paged, func(v changeView) string { return v.ID }, same)
		return &reply[changelog]{Body: changelog{page, counted(len(found), next)}}, err
	})
}

// changes lists what is asked for.
func (s *Server) changes(c *Call, in *changelogIn) ([]changeView, error) {
	folders := law.Folders()
	if place, _, ok := strings.Cut(in.ChangeID, ":"); ok {
		in.Jurisdiction = place
	}
	if in.Jurisdiction != "" {
		folders = []string{strings.ToLower(in.Jurisdiction)}
		if !slices.Contains(law.Folders(), folders[0]) {
			return nil, fault.Invalid("jurisdiction", "no law of %q is held", in.Jurisdiction)
		}
	}
	from := in.From
	if from.IsZero() && in.ChangeID == "" {
		from = civil.FromTime(s.Now().In(s.zone(c))).AddDays(-changelogDays)
	}
	out := []changeView{}
	for _, folder := range folders {
		book, err := s.bookOf(c, folder)
		if err != nil {
			return nil, err
		}
		for _, x := range changesOf(book, from, in.To) {
			if (in.ChangeID == "" || x.ID == in.ChangeID) && contains(in.Q, x.Parameter, x.Title) {
				out = append(out, x)
			}
		}
	}
	if in.ChangeID != "" && len(out) == 0 {
		return nil, fault.New(fault.NotFound, "there is no change %q", in.ChangeID)
	}
	return out, nil
}

// answersComputed bounds how many answers are computed anew in one call, and affectedMax how
// many records of another kind are looked at. Answers are computed by several at a time:
// each is read from the log, planned and calculated on its own.
const (
	answersComputed = 20_000
	answerReaders   = 8
	affectedMax     = 2000
)

// indirectTaxes are the taxes whose rates stand in the books' lines.
var indirectTaxes = []string{"vat", "gst", "hst", "sales"}

// affected computes anew what a change may touch.
func (s *Server) affected(ctx context.Context, c *Call, x changeView) (*affectedView, error) {
	out := &affectedView{Answers: []affectedRow{}, Snapshots: []affectedRow{}, Invoices: []affectedRow{}, Cases: []affectedRow{},
		Entries: []affectedRow{}, Returns: []affectedRow{}, Complete: true}
	before, err := s.lawBefore(c, x)
	if err != nil {
		return nil, err
	}
	if err := s.affectedReturns(ctx, c, x, before, out); err != nil {
		return nil, err
	}
	if access.Table.Allows(c.Caller.Role, "answers:read") {
		if err := s.affectedAnswers(ctx, c, x, before, out); err != nil {
			return nil, err
		}
	}
	if err := s.affectedCases(ctx, c, out); err != nil {
		return nil, err
	}
	if err := s.affectedRecords(ctx, c, x, out); err != nil {
		return nil, err
	}
	old, next, ok := x.rates()
	if !ok || !access.Table.Allows(c.Caller.Role, "accounting:read") {
		return out, nil
	}
	lines, err := s.DB.LinesAtRate(ctx, c.Scope(), strings.ToLower(x.Place[:2]), old.String(), x.From, x.To)
	for _, l := range lines {
		places, _ := money.MinorUnits(l.Currency)
		now := money.MustParse(l.TaxBase).Mul(next).Round(places, money.HalfUp)
		if !now.Equal(money.MustParse(l.Amount)) {
			out.Entries = append(out.Entries, affectedRow{l.EntryID, l.Amount, now.String()})
		}
	}
	return out, err
}

// affectedAnswers asks each recorded question of the place again.
func (s *Server) affectedAnswers(ctx context.Context, c *Call, x changeView, before *law.Overlay, out *affectedView) error {
	without := func(req *tax.Request) (tax.Result, error) {
		under := *req
		under.Law = before
		return s.Registry.Calculate(&under)
	}
	page := readmodels.Page{Limit: readmodels.PageMax, Order: "-asked_at"}
	for {
		found, err := readmodels.Answers.List(ctx, s.DB, c.Scope(), page, readmodels.Is("status", "verified"), readmodels.Concerning(x.Place))
		if err != nil {
			return err
		}
		rows := found.Rows[:min(len(found.Rows), answersComputed-out.Examined)]
		moved, err := s.affectedOf(ctx, c, x, rows, without)
		if err != nil {
			return err
		}
		out.Answers, out.Examined = append(out.Answers, moved...), out.Examined+len(rows)
		if len(rows) < len(found.Rows) {
			out.Complete = false
		}
		if found.Next == nil || !out.Complete {
			return nil
		}
		page.Cursor = *found.Next
	}
}

// affectedOf are those of some answers that the change moves, in their order.
func (s *Server) affectedOf(ctx context.Context, c *Call, x changeView, rows []readmodels.AnswerRow, without calculates) ([]affectedRow,
	error) {
	found, errs := make([]*affectedRow, len(rows)), make([]error, answerReaders)
	var work sync.WaitGroup
	var next atomic.Int64
	for reader := range answerReaders {
		work.Go(func() {
			for errs[reader] == nil {
				i := int(next.Add(1)) - 1
				if i >= len(rows) {
					return
				}
				found[i], errs[reader] = s.affectedAnswer(ctx, c, x, rows[i].ID, without)
			}
		})
	}
	work.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	var out []affectedRow
	for _, row := range found {
		if row != nil {
			out = append(out, *row)
		}
	}
	return out, nil
}

// calculates is a way to compute a request.
type calculates = func(*tax.Request) (tax.Result, error)

// lawBefore is the law as the tenant reads it, but for one change: without the pack that
// makes it, or with the value that the law had before in the days of the change.
func (s *Server) lawBefore(c *Call, x changeView) (*law.Overlay, error) {
	env := s.LawBook.Env(c.Caller.Tenant)
	if x.Layer != "" {
		rest, layer := maps.Clone(env.Standing), x.Layer
		maps.DeleteFunc(rest, func(name string, x overlay.Standing) bool { return overlay.LayerName(name, x.Version) == layer })
		return overlay.Lay(rest, env.Resolvers)
	}
	var layers []law.Layer
	for _, name := range sortedNames(env.Standing) {
		standing := env.Standing[name]
		layers = append(layers, standing.Pack.Layer(overlay.LayerName(name, standing.Version)))
	}
	value := *x.old
	value.From, value.To, value.Cite = x.From, x.To, []law.Cite{{Source: "law", At: x.Parameter}}
	layers = append(layers, law.Layer{Name: "before", Folder: strings.ToLower(x.Place), Sources: map[string]*law.Source{"law": {Title: x.Title}},
		Parameters: map[string][]*law.Value{x.Parameter: {&value}}})
	o, err := law.NewOverlay(layers...)
	if o != nil {
		o.Try(env.Resolvers)
	}
	return o, err
}

// totalOf is the figure of an answer's contract; "" where it has none.
func totalOf(body []byte) string {
	var v struct {
		Calculations []struct {
			Total string `json:"total_tax"`
		} `json:"calculations"`
	}
	if json.Unmarshal(body, &v) != nil || len(v.Calculations) == 0 {
		return ""
	}
	return v.Calculations[0].Total
}

// askedAgain answers a recorded question again, and returns its figure.
func (s *Server) askedAgain(g answerrecord.Given, calculate calculates) (string, error) {
	out, err := engine.Answer(s.planner, g.Question.Plain, engine.Env{AskedOn: g.AskedOn, Release: g.Release, Language: g.Language,
		Calculate: calculate})
	if err != nil || len(out.Contract.Calculations) == 0 {
		return "", err
	}
	return out.Contract.Calculations[0].TotalTax.String(), nil
}

// affectedAnswer is what an answer says, and says now, where the change moves it; nil where
// it does not.
func (s *Server) affectedAnswer(ctx context.Context, c *Call, x changeView, id string, without calculates) (*affectedRow, error) {
	held, err := commands.AnswerKind.Load(ctx, s.Log, c.Caller, id)
	if err != nil || held.State.Given.Question.Plain == "" {
		return nil, err
	}
	g := held.State.Given
	row := affectedRow{ID: id, Old: totalOf([]byte(g.Body.Plain))}
	if row.New, err = s.askedAgain(g, s.calculator(c)); err != nil || row.New == row.Old {
		return nil, err
	}
	if other, err := s.askedAgain(g, without); err != nil || other == row.New || other == "" && x.Layer == "" {
		return nil, err // another change moves it
	}
	return &row, nil
}
