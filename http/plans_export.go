package http

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/notification"
	"github.com/tallystick/tallystick/domain/planning"
	"github.com/tallystick/tallystick/render"
)

// PlanMail is why a planning report is sent by mail.
const PlanMail notification.Kind = "plans.email"

// planCSV writes every version of every scenario, and each point of an axis, as a row.
func planCSV(p planning.State) ([]byte, error) {
	var out bytes.Buffer
	w, err := render.NewCSV(&out, "scenario_id", "scenario", "version", "current", "baseline", "jurisdiction", "sub_region", "tax_year",
		"currency", "basis", "income", "axis_fact", "axis_value", "taxable_income", "total_tax", "social_contributions", "net_payable",
		"effective_rate", "marginal_rate", "total_tax_delta", "net_payable_delta", "social_contributions_delta",
		"coverage_status", "parameter_dataset", "declined", "note", "created_at")
	if err != nil {
		return nil, err
	}
	deltas := map[string]planning.Difference{}
	for _, d := range p.Compare() {
		deltas[d.ScenarioID] = d
	}
	for _, s := range p.Scenarios {
		for i := range s.Versions {
			v := &s.Versions[i]
			current := i == len(s.Versions)-1
			d := planning.Difference{}
			if current {
				d = deltas[s.ID]
			}
			if err := w.Row(planRow(p, s, v, current, d, nil)...); err != nil {
				return nil, err
			}
			for k := range v.Points {
				if err := w.Row(planRow(p, s, v, current, planning.Difference{}, &v.Points[k])...); err != nil {
					return nil, err
				}
			}
		}
	}
	err = w.Close()
	return out.Bytes(), err
}

func planRow(
	p planning.State, s planning.Scenario, v *planning.ScenarioVersion, current bool, d planning.Difference, at *planning.AxisPoint,
) []render.Cell {
	number := func(n *money.Dec) render.Cell {
		if n == nil {
			return render.Text("")
		}
		return render.Number(*n)
	}
	yes := map[bool]string{true: "true", false: "false"}
	f := planning.ScenarioFigures{Jurisdiction: v.Request.Jurisdiction, SubRegion: v.Request.SubRegion, TaxYear: v.Request.TaxYear}
	var taxable, total, contributions, net, effective, marginal, income *money.Dec
	income = v.Request.Income
	if v.Figures != nil {
		f = *v.Figures
		income, taxable, total, contributions = &f.Income, &f.TaxableIncome, &f.TotalTax, &f.Contributions
		net, effective, marginal = &f.NetPayable, &f.EffectiveRate, &f.MarginalRate
	}
	fact, value, declined := "", (*money.Dec)(nil), v.Declined
	if at != nil {
		fact, value, declined = v.Axis.Fact, &at.At, at.Declined
		income, taxable, contributions, net, effective = nil, nil, nil, nil, nil
		total, marginal = at.TotalTax, at.MarginalRate
	}
	return []render.Cell{
		render.Text(s.ID), render.Text(s.Name), render.Int(int64(v.Number)), render.Text(yes[current]), render.Text(yes[s.ID == p.Baseline]),
		render.Text(f.Jurisdiction), render.Text(f.SubRegion), render.Text(f.TaxYear), render.Text(f.Currency), render.Text(f.Basis),
		number(income), render.Text(fact), number(value), number(taxable), number(total), number(contributions),
		number(net), number(effective), number(marginal),
		number(d.Delta), number(d.NetDelta), number(d.SocialDelta),
		render.Text(string(f.Coverage)), render.Text(f.Dataset), render.Text(declined), render.Text(v.Note),
		render.Text(v.At.UTC().Format("2006-01-02T15:04:05Z")),
	}
}

// planPDF is the report as it is sent: the comparison, then each scenario's last
// version with what it assumes. Its bytes repeat.
func planPDF(p planning.State) ([]byte, error) {
	doc := render.NewPDF(render.About{Title: p.Title, Created: p.Updated})
	doc.Title(p.Title)
	doc.Paragraph("Planning report. Each figure was computed by the calculator that is named beside it; where it declined, there is none.")
	doc.Heading("Comparison")
	comparison(doc, p.Compare())
	for _, s := range p.Scenarios {
		v := s.Last()
		doc.Heading(s.Name)
		if v.Figures == nil {
			doc.Paragraph("No figure: " + v.Declined)
			continue
		}
		f := v.Figures
		where := strings.TrimSpace(f.Jurisdiction + " " + f.SubRegion)
		doc.Paragraph(fmt.Sprintf("%s, tax year %s, by %s %s on %s.", where, f.TaxYear, f.Calculator, f.Version, f.Dataset))
		doc.Table([]render.Column{{Title: "Figure", Share: 3}, {Title: f.Currency, Share: 2, Align: render.Right}}, [][]string{
			{"Income", f.Income.String()}, {"Taxable income", f.TaxableIncome.String()}, {"Total tax", f.TotalTax.String()},
			{"Social contributions beside it", f.Contributions.String()}, {"Net payable", f.NetPayable.String()},
			{"Effective rate", f.EffectiveRate.String()}, {"Marginal rate", f.MarginalRate.String()}})
		for _, a := range f.Assumptions {
			doc.Paragraph("Assumed: " + a)
		}
		if len(f.Citations) > 0 {
			doc.Paragraph("Rests on: " + strings.Join(f.Citations, ", "))
		}
		if len(v.Points) > 0 {
			axisCurve(doc, v)
			axisTable(doc, v)
		}
	}
	return doc.Bytes()
}

// comparison sets the scenarios side by side: a table, and bars for those that compare
// with the baseline, since amounts of two currencies or places have no scale together.
func comparison(doc *render.PDF, all []planning.Difference) {
	rows, bars := [][]string{}, []render.Bar{}
	for _, d := range all {
		row := []string{d.Name, fmt.Sprint(d.Version), "no figure", "", "", d.Tier}
		if d.TotalTax != nil {
			row[2] = d.TotalTax.String() + " " + d.Currency
		}
		if row[3] = d.Why; d.Delta != nil {
			row[3], row[4] = d.Delta.String(), d.SocialDelta.String()
			bars = append(bars, render.Bar{Label: d.Name, Value: *d.TotalTax, Shown: row[2]})
		}
		rows = append(rows, row)
	}
	doc.Table([]render.Column{{Title: "Scenario", Share: 4}, {Title: "V.", Share: 1}, {Title: "Tax", Share: 3, Align: render.Right},
		{Title: "Tax beside the baseline", Share: 4, Align: render.Right}, {Title: "Contributions beside it", Share: 3, Align: render.Right},
		{Title: "Coverage", Share: 2}}, rows)
	if len(bars) > 1 {
		doc.Subheading("Total tax")
		doc.Bars(bars)
	}
}

// axisCurve draws the tax along the axis; points that were declined are left out.
func axisCurve(doc *render.PDF, v planning.ScenarioVersion) {
	var points []render.Point
	for _, x := range v.Points {
		if x.TotalTax != nil {
			points = append(points, render.Point{X: x.At, Y: *x.TotalTax})
		}
	}
	doc.Curve(v.Axis.Fact, "Total tax, "+v.Figures.Currency, points)
}

func axisTable(doc *render.PDF, v planning.ScenarioVersion) {
	rows := make([][]string, len(v.Points))
	for i, x := range v.Points {
		rows[i] = []string{x.At.String(), x.Declined, ""}
		if x.TotalTax != nil {
			rows[i] = []string{x.At.String(), x.TotalTax.String(), x.MarginalRate.String()}
		}
	}
	doc.Table([]render.Column{{Title: v.Axis.Fact, Share: 2, Align: render.Right}, {Title: "Total tax", Share: 2, Align: render.Right},
		{Title: "Marginal rate", Share: 2, Align: render.Right}}, rows)
}

// mailed is what a send answers: each message and its job.
type mailed struct {
	ID            string     `json:"id"`
	JobID         string     `json:"job_id" doc:"Of the first message."`
	StatusURL     string     `json:"status_url" doc:"Where that job is polled."`
	Notifications []mailedTo `json:"notifications" nullable:"false"`
}

type mailedTo struct {
	NotificationID string `json:"notification_id" doc:"The message."`
	QueuedJob
}

type planMailing struct {
	PlanPath
	Written
	Body Mailing
}

func (in *planMailing) Resolve(hc huma.Context) []error { return examine(hc, in) }

func (in *planMailing) faults(*Call, bool) fault.Fields { return in.Body.faults() }

func (s *Server) registerPlanExports() {
	const path = "/api/tax-assistant/plans/{plan_id}/"
	register(s, Operation{
		Entry: "8.4", ID: "plans.export_csv", Method: http.MethodGet, Path: path + "export.csv", Surface: "planning", Stream: true,
		Summary: "A planning report as CSV", Permission: "plans:read", Media: []string{csvMedia}, Hashed: true,
		Describe: "A row for each version of each scenario, and one for each point of its axis. RFC 4180; the same report gives the same bytes.",
	}, func(ctx context.Context, c *Call, in *struct{ PlanPath }) (*huma.StreamResponse, error) {
		p, _, err := s.plans(c).Read(ctx, c.Caller, in.PlanID)
		if err != nil {
			return nil, err
		}
		content, err := planCSV(p)
		if err != nil {
			return nil, err
		}
		return s.download(ctx, c, csvMedia, "plan-"+p.ID+".csv", content), nil
	})
	register(s, Operation{
		Entry: "8.5", ID: "plans.email", Method: http.MethodPost, Path: path + "email/", Surface: "planning", Status: http.StatusAccepted,
		Summary: "Send a planning report by mail", Permission: "plans:send", Errors: []int{409, 422},
		Describe: "The report as it is now, as PDF and CSV, to each recipient by itself. A figure in its words, or in the message, that no scenario holds keeps it here.",
	}, s.emailPlan)
}

func (s *Server) emailPlan(ctx context.Context, c *Call, in *planMailing) (*reply[mailed], error) {
	if err := in.Body.worded().Err(); err != nil {
		return nil, err
	}
	caller, err := c.writer(in.Written)
	if err != nil {
		return nil, err
	}
	p, _, err := s.plans(c).Read(ctx, c.Caller, in.PlanID)
	if err != nil {
		return nil, err
	}
	if err := p.Sendable(in.Body.Message); err != nil {
		return nil, err
	}
	table, err := planCSV(p)
	if err != nil {
		return nil, err
	}
	report, err := planPDF(p)
	if err != nil {
		return nil, err
	}
	text := "The planning report \"" + p.Title + "\" is attached, as PDF and as CSV."
	if in.Body.Message != "" {
		text = in.Body.Message + "\n\n" + text
	}
	return s.mail(ctx, c, caller, p.ID, notification.Message{
		Kind: PlanMail, Source: event.Stream{Category: planning.Category.Name, Tenant: c.Caller.Tenant, ID: p.ID}.String(),
		Recipients: in.Body.to(p.Subject()),
		Subject:    strings.Join(strings.Fields(p.Title), " "), Text: text,
		Files: []notification.File{
			{Name: "plan.pdf", Media: pdfMedia, Content: report}, {Name: "plan.csv", Media: "text/csv", Content: table},
		}})
}
