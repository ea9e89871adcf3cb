package http

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/obligation"
	"github.com/tallystick/tallystick/readmodels"
)

// obligations is the calendar of returns, and what was filed.
func (s *Server) obligations() *commands.Obligations {
	return &commands.Obligations{Feeds: s.Feeds, Books: s.LedgerBook, Whole: s.Checkpoints, Render: renderFiled}
}

// renderFiled is a return as its export shows it, frozen.
func renderFiled(f commands.Filing, period string, site int64, draft bool, r commands.FilingResult) ([]byte, error) {
	v := filingView{Form: f.Form.ID, Title: f.Form.Title, Region: f.Form.Country, Coverage: f.Form.Tier, Site: site, Period: period,
		Draft:    draft,
		Currency: r.Currency, Boxes: r.Boxes, Corrections: r.Corrections, Warnings: append([]fault.Blocker{}, r.Blockers...),
		Sources: f.Form.Sources,
		KnownAt: &f.KnownAt, LogPosition: r.LogPosition}
	body, err := json.Marshal(v)
	return append(body, '\n'), err
}

type obligationListIn struct {
	Sited
	Paged
	Fresh
	Status string `query:"status" enum:"open,due,overdue,filed,conditional"`
	Form   string `query:"form" maxLength:"20" doc:"As the obligations name it: gb-vat, de-ecsl, us-ny-sales."`
	From   string `query:"from" format:"date" doc:"First due day; left out: a year ago."`
	To     string `query:"to" format:"date" doc:"Last due day; left out: in a hundred days."`
}

type obligationList struct {
	Obligations  []obligation.Obligation   `json:"obligations" nullable:"false" doc:"By due day."`
	Undetermined []obligation.Undetermined `json:"undetermined" nullable:"false" doc:"Registrations whose obligations are not known; no day is guessed."`
	Counted
}

// calendarDaysMax bounds what of the calendar is asked for at once.
const calendarDaysMax = 3700

func (s *Server) registerObligations() {
	const path = "/api/obligations/"
	register(s, Operation{
		Entry: "x.20", ID: "obligations.list", Method: http.MethodGet, Path: path, Surface: "obligations",
		Summary: "Calendar of returns: until when each is made, by which rule, and whether it was filed", Permission: "compliance:read",
		Describe: "One obligation for each registration, site with books of its country, and period. The day rests on a cited rule, step by step; what a " +
			"rule does not take in makes it too early, never too late, and is said. A registration that does not say how often returns are made, where " +
			"the law leaves it open, one of a place whose rule is not held, and one whose return cannot be made of the site's books, stand in " +
			"`undetermined`. A statement of supplies to businesses in other Member States is " +
			"`conditional` once its period is over, unless the books hold such supplies. What was filed is always listed, whatever is said of " +
			"its registration later. Of a return that is made `outside` the day is known here, and nothing else.",
	}, s.listObligations)

	type filedIn struct {
		Sited
		Written
		ObligationID string `path:"obligation_id" maxLength:"64"`
		Body         obligation.File
	}
	register(s, Operation{
		Entry: "x.20", ID: "obligations.filed", Method: http.MethodPost, Path: path + "{obligation_id}/filed/", Surface: "obligations",
		Summary: "Record that a return was filed, and freeze its figures", Permission: "periods:close", Errors: []int{409, 412, 422},
		Describe: "The service files nothing. The return is kept as the books knew it at `log_position`, and `/api/exports/filing/` with that " +
			"`log_position` answers the same bytes for ever; what is posted later with a tax point in the period is a correction in the first period " +
			"that is not filed. 422 as that export has, unless `draft` says that it was filed all the same. Of a return that is made `outside` only the day and " +
			"the reference are kept.",
	}, func(ctx context.Context, c *Call, in *filedIn) (*reply[obligation.Obligation], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		x, today := s.obligations(), s.today(c)
		done, err := x.MarkFiled(ctx, caller, today, in.ObligationID, in.Body)
		if err != nil {
			return nil, err
		}
		settled(c, done)
		o, err := x.Find(ctx, c.Caller, today, in.ObligationID)
		if err != nil {
			return nil, err
		}
		filed := done.State.Filing()
		o.Status, o.Filing, o.Late = obligation.IsFiled, &filed, filed.On.After(o.On)
		return &reply[obligation.Obligation]{ETag: etag(done.Revision), LogPosition: positionOf(done), Body: o}, nil
	})
}

func (s *Server) listObligations(ctx context.Context, c *Call, in *obligationListIn) (*reply[obligationList], error) {
	if err := c.after(ctx, in.Fresh, readmodels.FiledReturns.Projection); err != nil {
		return nil, err
	}
	today := s.today(c)
	var wrong fault.Fields
	if forms := obligation.Embedded().Forms(); in.Form != "" && !slices.Contains(forms, in.Form) {
		wrong.Add("form", "one of %s", strings.Join(forms, ", "))
	}
	from, to := parseDate(&wrong, "from", in.From), parseDate(&wrong, "to", in.To)
	if in.From == "" {
		from = today.AddDays(-365)
	}
	if in.To == "" {
		to = today.AddDays(100)
	}
	if days := from.DaysUntil(to); wrong == nil && (days < 0 || days > calendarDaysMax) {
		wrong.Add("to", "must be from `from` on, and at most %d days later", calendarDaysMax)
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	all, unknown, err := s.obligations().Calendar(ctx, c.Caller, today, from, to)
	if err != nil {
		return nil, err
	}
	var found []obligation.Obligation
	for _, o := range all {
		if (in.Status == "" || o.Status == in.Status) && (in.Form == "" || o.Form == in.Form) {
			found = append(found, o)
		}
	}
	page, next, err := pageOf(found, in.Paged, func(o obligation.Obligation) string { return o.On.String() + o.ID }, same)
	if err != nil {
		return nil, err
	}
	out := obligationList{Obligations: append([]obligation.Obligation{}, page...), Undetermined: append([]obligation.Undetermined{},
		unknown...),
		Counted: counted(len(found), next)}
	return &reply[obligationList]{Body: out}, nil
}
