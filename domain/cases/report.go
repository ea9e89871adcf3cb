package cases

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/report"
)

// reporting writes the report of format 2: the question and the figure first, then
// how it comes about, then who did what, and each source once, at the end.
type reporting struct {
	s       State
	doc     report.Document
	sources []citation
	number  map[string]int // of a source, by what tells it apart
}

func reportOf(s State, all []figures) report.Document {
	r := &reporting{s: s, number: map[string]int{}}
	final := s.final()
	r.doc = report.Document{
		Title: read(s.Title), Language: "en", Created: final.At,
		Footer: fmt.Sprintf("Case %s, revision %d, finalised %s", s.ID, s.Revision, instant(final.At)),
	}
	r.first(all)
	for _, f := range all {
		r.computed(f)
	}
	r.facts(all)
	r.workpapers()
	r.issues()
	r.checks()
	r.evidence()
	r.listSources()
	r.people()
	return r.doc
}

func columns(titles ...string) (out []report.Column) {
	for _, t := range titles {
		title, share, found := strings.Cut(strings.TrimPrefix(t, ">"), "*")
		c := report.Column{Title: title, Share: 1, Number: strings.HasPrefix(t, ">")}
		if found {
			c.Share, _ = strconv.Atoi(share)
		}
		out = append(out, c)
	}
	return out
}

// first is page one: for whom, what was asked, what came out, and who stands for it.
func (r *reporting) first(all []figures) {
	s, d := r.s, &r.doc
	d.Table(columns("*1", "*3"), [][]string{
		{"Client", read(s.Client)},
		{"Period", s.Period.From.String() + " to " + s.Period.To.String()},
		{"Place", s.Jurisdiction},
		{"Prepared by", strings.Join(r.names(s.Preparers), ", ")},
		{"Reviewed by", s.nameOf(s.Reviewer)},
		{"Finalised by", s.nameOf(s.final().By) + ", " + instant(s.final().At)},
	})
	d.Head(1, "Question and figure")
	if len(all) == 0 {
		d.Say("No answer and no calculation is among the evidence; the conclusions below rest on the workpapers.")
	}
	for _, f := range all {
		if f.question != "" {
			d.Quote(f.question)
		}
		for _, c := range f.calculations {
			d.Table(columns("*2", ">*1"), [][]string{{headline(c), strings.TrimSpace(c.TotalTax + " " + c.Currency)}})
		}
		for _, c := range f.claims {
			d.Say("%s", c)
		}
		if f.status != "" && f.status != "verified" {
			d.Say("Verification status: %s. No figure was given.", f.status)
		}
	}
	d.Head(1, "Conclusions")
	for _, w := range s.Workpapers {
		d.Head(3, "%s", read(w.Title))
		d.Quote(read(w.Conclusion))
	}
	d.Head(2, "Scope")
	d.Quote(read(s.Scope))
	d.Head(2, "Exclusions")
	d.Quote(read(s.Exclusions))
	r.waivers()
}

// headline says what a calculation is of.
func headline(c calculation) string {
	place := c.Jurisdiction
	if c.SubRegion != "" {
		place += ", " + c.SubRegion
	}
	parts := []string{"Total tax"}
	for _, p := range []string{place, c.TaxYear} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ", ")
}

func (r *reporting) waivers() {
	used := r.s.final().Waivers
	if len(r.s.Waivers) == 0 && len(used) == 0 {
		return
	}
	r.doc.Head(2, "Waivers")
	for _, w := range r.s.Waivers {
		use := "granted, and not needed for this revision"
		if slices.Contains(used, w.ID) {
			use = "this revision was finalised under it"
		}
		r.doc.Say("%s, granted by %s on %s, until %s: %s.", w.Code, r.s.nameOf(w.By), instant(w.At), w.ExpiresOn, use)
		r.doc.Quote(read(w.Reason))
	}
}

// computed shows how the figures of one record come about, step by step.
func (r *reporting) computed(f figures) {
	if len(f.calculations) == 0 {
		r.cite(f.citations)
		return
	}
	d := &r.doc
	for i, c := range f.calculations {
		d.Break()
		d.Head(1, "How the figure comes about: %s", headline(c))
		r.cite(c.Citations)
		r.cite(f.citations)
		own := append(slices.Clone(c.Citations), f.citations...)
		var rows [][]string
		for _, b := range c.Bands {
			rows = append(rows, []string{b.Label, b.Amount, b.Rate, b.Tax})
		}
		d.Table(columns("Band*3", ">Amount*2", ">Rate*1", ">Tax*2"), rows)
		rows = nil
		for _, s := range c.Steps {
			rows = append(rows, []string{s.Label, s.Formula, s.Amount, r.marks(s.CitationIDs, own)})
		}
		d.Table(columns("Step*3", "Formula*4", ">Amount*2", "Sources*1"), rows)
		rows = nil
		for _, l := range c.Components {
			counts := "no"
			if l.InTotal {
				counts = "yes"
			}
			rows = append(rows, []string{strings.ReplaceAll(l.Code, "_", " "), strings.ReplaceAll(l.Kind, "_", " "), l.Amount, counts})
		}
		d.Table(columns("Levy*3", "Kind*2", ">Amount*2", "In the total*1"), rows)
		rows = nil
		for _, x := range [][2]string{
			{"Taxable income", c.TaxableIncome}, {"Total tax", c.TotalTax}, {"Net payable", c.NetPayable}, {"Effective rate", c.EffectiveRate},
			{"Marginal rate", c.MarginalRate}, {"Coverage", c.Coverage}, {"Law as of", c.LawAsOf}, {"Sources last checked", c.LastChecked},
			{"Parameters", c.Dataset}, {"Calculator", strings.TrimSpace(c.Calculator + " " + c.Version)},
		} {
			if x[1] != "" {
				rows = append(rows, []string{x[0], x[1]})
			}
		}
		d.Table(columns("*1", "*2"), rows)
		assumed := slices.Clone(c.Assumptions)
		for _, a := range f.assumptions {
			if i == 0 && !slices.Contains(assumed, a) {
				assumed = append(assumed, a)
			}
		}
		r.points("Assumptions", assumed)
	}
	r.points("Risks", f.risks)
}

// points is a heading with paragraphs, where there are any.
func (r *reporting) points(heading string, all []string) {
	if len(all) == 0 {
		return
	}
	r.doc.Head(2, "%s", heading)
	for _, p := range all {
		r.doc.Say("– %s", p)
	}
}

// cite gives each source that has none its number.
func (r *reporting) cite(all []citation) {
	for _, c := range all {
		if r.number[c.key()] == 0 {
			r.sources = append(r.sources, c)
			r.number[c.key()] = len(r.sources)
		}
	}
}

// key tells one source from another: a provision as it stood at a time.
func (c citation) key() string {
	return strings.Join([]string{c.ID, c.Title, c.Locator, c.URL, c.Excerpt, c.EffectiveFrom, c.EffectiveTo}, "\x00")
}

// marks are the numbers of the sources that a step names.
func (r *reporting) marks(ids []string, among []citation) string {
	var out []string
	for _, id := range ids {
		at := slices.IndexFunc(among, func(c citation) bool { return c.ID == id })
		mark := id
		if at >= 0 {
			mark = strconv.Itoa(r.number[among[at].key()])
		}
		if !slices.Contains(out, mark) {
			out = append(out, mark)
		}
	}
	return strings.Join(out, ", ")
}

func (r *reporting) facts(all []figures) {
	var rows [][]string
	for _, f := range all {
		for _, x := range f.inputs {
			row := []string{strings.ReplaceAll(x.key, "_", " "), strings.TrimSpace(x.value + " " + x.currency)}
			if !slices.ContainsFunc(rows, func(have []string) bool { return slices.Equal(have, row) }) {
				rows = append(rows, row)
			}
		}
	}
	if len(rows) > 0 {
		r.doc.Head(1, "Facts that the figures rest on")
		r.doc.Table(columns("Fact", "Value"), rows)
	}
}

func (r *reporting) names(ids []string) (out []string) {
	for _, id := range ids {
		out = append(out, r.s.nameOf(id))
	}
	return out
}
