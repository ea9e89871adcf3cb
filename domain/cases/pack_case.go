package cases

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// summaryPage is page one: what was done for whom, what was left out, and
// which waivers were needed.
func summaryPage(s State) []byte {
	var p page
	f := s.final()
	p.head(1, "Case %s, revision %d", s.ID, s.Revision)
	p.table([]string{"", ""}, [][]string{
		{"Title", read(s.Title)},
		{"Client", read(s.Client)},
		{"Period", s.Period.From.String() + " to " + s.Period.To.String()},
		{"Place", s.Jurisdiction},
		{"Prepared by", strings.Join(s.Preparers, ", ")},
		{"Reviewer", s.Reviewer},
		{"Finalised by", f.By},
		{"Finalised at", instant(f.At)},
	})
	p.head(2, "Scope")
	p.quote(read(s.Scope))
	p.head(2, "Exclusions")
	p.quote(read(s.Exclusions))
	p.head(2, "Waivers")
	if len(f.Waivers) == 0 {
		p.line("No waiver was needed to finalise this revision.")
	}
	for _, w := range s.Waivers {
		use := "granted, and not needed for this revision"
		if slices.Contains(f.Waivers, w.ID) {
			use = "this revision was finalised under it"
		}
		p.line("`%s`, granted by %s at %s, until %s: %s.", w.Code, w.By, instant(w.At), w.ExpiresOn, use)
		p.quote(read(w.Reason))
	}
	if len(s.Reopenings) > 0 {
		p.head(2, "Earlier revisions")
		for _, r := range s.Reopenings {
			p.line("Reopened as revision %d by %s at %s.", r.Revision, r.By, instant(r.At))
			p.quote(read(r.Reason))
		}
	}
	p.head(2, "What this pack holds")
	p.line("facts.md, calculations.md, workpapers.md, risks.md, issues.md, sign-offs.md, evidence.md: for reading. " +
		"case.json and history.ndjson: the case and its events. records/: the evidence itself, where it travels along. " +
		"proof/: what shows that the log was not changed, where it travels along. manifest.json: the SHA-256 of every file.")
	return p.bytes()
}

func workpapersPage(s State) []byte {
	var p page
	p.head(1, "Workpapers")
	for _, w := range s.Workpapers {
		p.head(2, "%s", escape(read(w.Title)))
		p.line("Workpaper %s, revision %d, by %s at %s.", w.ID, w.Revision, w.By, instant(w.At))
		if w.StartedBy != "" {
			p.line("Written by an automated step that %s started.", w.StartedBy)
		}
		p.quote(read(w.Body))
		p.head(3, "Conclusion")
		p.quote(read(w.Conclusion))
		p.head(3, "Evidence")
		p.table(evidenceHeadings, evidenceRows(w.Evidence))
	}
	return p.bytes()
}

func issuesPage(s State) []byte {
	var p page
	p.head(1, "Issues and resolutions")
	if len(s.Issues) == 0 {
		p.line("No issue was raised.")
	}
	for _, i := range s.Issues {
		p.head(2, "%s", escape(read(i.Title)))
		p.line("Issue %s, raised by %s at %s.", i.ID, i.By, instant(i.At))
		if i.WorkpaperID != "" {
			p.line("It concerns workpaper %s.", i.WorkpaperID)
		}
		p.quote(read(i.Detail))
		if r := i.Resolution; r != nil {
			p.head(3, "Resolution")
			p.line("By %s at %s.", r.By, instant(r.At))
			p.quote(read(r.Text))
		}
	}
	return p.bytes()
}

func signOffsPage(s State) []byte {
	var p page
	p.head(1, "Sign-offs, checks and approval")
	p.head(2, "Sign-offs")
	var rows [][]string
	for _, w := range s.Workpapers {
		if x := w.SignOff; x != nil {
			rows = append(rows, []string{w.ID, strconv.Itoa(x.Revision), x.By, instant(x.At), read(x.Note)})
		}
	}
	p.table([]string{"workpaper", "its revision", "signed off by", "at", "note"}, rows)
	p.head(2, "Engagement check")
	if e := s.Engagement; e != nil {
		p.line("%s on %s, recorded by %s at %s.", e.Outcome, e.On, e.By, instant(e.At))
		p.quote(read(e.Note))
	}
	p.head(2, "Draft coverage")
	if len(s.Acceptances) == 0 {
		p.line("Nothing of draft coverage was accepted.")
	}
	for _, a := range s.Acceptances {
		p.line("Accepted by %s at %s.", a.By, instant(a.At))
		p.quote(read(a.Reason))
		p.table([]string{"kind", "record", "SHA-256"}, pinnedRows(a.Records))
	}
	p.head(2, "Client approval")
	if a := s.Approval; a != nil {
		p.table([]string{"approved by", "on", "by way of", "recorded by", "recorded at", "note"}, [][]string{
			{read(a.ApprovedBy), a.On.String(), a.Method, a.By, instant(a.At), read(a.Note)},
		})
		if s.ContentAt.After(a.At) {
			p.line("The case's content was last changed at %s, after this approval was recorded.", instant(s.ContentAt))
		}
		if a.Evidence != nil {
			p.table(evidenceHeadings, evidenceRows([]Evidence{*a.Evidence}))
		}
	}
	return p.bytes()
}

func evidencePage(s State) []byte {
	var p page
	p.head(1, "Evidence")
	p.line("What the case rests on, each with the SHA-256 that was checked when it was finalised.")
	p.table([]string{"kind", "record", "SHA-256"}, pinnedRows(s.final().Evidence))
	var rows [][]string
	for _, a := range s.Attachments {
		rows = append(rows, []string{a.Kind, a.RecordID, a.SHA256, a.By, instant(a.At), read(a.Note)})
	}
	if len(rows) > 0 {
		p.head(2, "Attachments")
		p.table([]string{"kind", "record", "SHA-256", "attached by", "at", "note"}, rows)
	}
	var pages []Evidence
	for _, w := range s.Workpapers {
		for _, e := range w.Evidence {
			if e.Kind == KindURL {
				pages = append(pages, e)
			}
		}
	}
	if len(pages) > 0 {
		p.head(2, "Addresses")
		p.line("Pages outside, which are not checked at finalisation; the hash is that of the copy which was kept.")
		p.table(evidenceHeadings, evidenceRows(pages))
	}
	return p.bytes()
}

var evidenceHeadings = []string{"kind", "record", "SHA-256", "title", "note"}

func evidenceRows(evidence []Evidence) [][]string {
	var rows [][]string
	for _, e := range evidence {
		rows = append(rows, []string{e.Kind, e.Ref, stated(e.SHA256), read(e.Title), read(e.Note)})
	}
	return rows
}

func pinnedRows(records []Pinned) [][]string {
	var rows [][]string
	for _, r := range records {
		rows = append(rows, []string{r.Kind, r.Ref, r.SHA256})
	}
	return rows
}

// place names a record in the pack's figures.
func (r MaterialRecord) place() string { return fmt.Sprintf("%s %s", r.Kind, r.ID) }
