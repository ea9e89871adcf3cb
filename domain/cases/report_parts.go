package cases

import (
	"strconv"
	"strings"
)

func (r *reporting) workpapers() {
	s, d := r.s, &r.doc
	d.Head(1, "Workpapers")
	for n, w := range s.Workpapers {
		d.Head(2, "%d. %s", n+1, read(w.Title))
		d.Say("Revision %d, by %s on %s.", w.Revision, s.nameOf(w.By), instant(w.At))
		if w.StartedBy != "" {
			d.Say("Written by an automated step that %s started.", s.nameOf(w.StartedBy))
		}
		d.Quote(read(w.Body))
		d.Table(columns("Evidence*2", "Title*2", "Note*3"), r.evidenceRows(w.Evidence))
		if x := w.SignOff; x != nil {
			d.Say("Signed off by %s on %s.", s.nameOf(x.By), instant(x.At))
			if present(x.Note) {
				d.Quote(read(x.Note))
			}
		}
	}
}

func (r *reporting) evidenceRows(all []Evidence) (rows [][]string) {
	for _, e := range all {
		what := e.Kind
		if e.Kind == KindURL {
			what = e.Ref
		}
		rows = append(rows, []string{what, optional(read(e.Title)), optional(read(e.Note))})
	}
	return rows
}

// optional leaves a cell empty where nothing was written.
func optional(text string) string {
	if text == "(none given)" {
		return ""
	}
	return text
}

func (r *reporting) issues() {
	s, d := r.s, &r.doc
	d.Head(1, "Issues")
	if len(s.Issues) == 0 {
		d.Say("No issue was raised.")
	}
	for _, i := range s.Issues {
		d.Head(2, "%s", read(i.Title))
		d.Say("Raised by %s on %s.", s.nameOf(i.By), instant(i.At))
		if present(i.Detail) {
			d.Quote(read(i.Detail))
		}
		if x := i.Resolution; x != nil {
			d.Say("Resolved by %s on %s:", s.nameOf(x.By), instant(x.At))
			d.Quote(read(x.Text))
		}
	}
}

func (r *reporting) checks() {
	s, d := r.s, &r.doc
	d.Head(1, "Checks and approvals")
	if e := s.Engagement; e != nil {
		d.Head(2, "Engagement check")
		d.Say("%s on %s, recorded by %s.", e.Outcome, e.On, s.nameOf(e.By))
		if present(e.Note) {
			d.Quote(read(e.Note))
		}
	}
	if len(s.Acceptances) > 0 {
		d.Head(2, "Draft coverage")
	}
	for _, a := range s.Acceptances {
		d.Say("Accepted by %s on %s, for records that rest on draft coverage (%d).", s.nameOf(a.By), instant(a.At), len(a.Records))
		d.Quote(read(a.Reason))
	}
	if a := s.Approval; a != nil {
		d.Head(2, "Client approval")
		d.Say("%s approved revision %d on %s by way of %s; recorded by %s on %s.", read(a.ApprovedBy), a.Revision, a.On,
			strings.ReplaceAll(a.Method, "_", " "), s.nameOf(a.By), instant(a.At))
		if s.ContentAt.After(a.At) {
			d.Say("The case's content was last changed on %s, after this approval was recorded.", instant(s.ContentAt))
		}
		if present(a.Note) {
			d.Quote(read(a.Note))
		}
	}
	if len(s.Reopenings) > 0 {
		d.Head(2, "Earlier revisions")
	}
	for _, x := range s.Reopenings {
		d.Say("Reopened as revision %d by %s on %s.", x.Revision, s.nameOf(x.By), instant(x.At))
		d.Quote(read(x.Reason))
	}
}

func (r *reporting) evidence() {
	d := &r.doc
	d.Head(1, "Evidence and its hashes")
	d.Say("Each record with the SHA-256 that was checked when the case was finalised. Answers and calculations stand in records/, byte for byte; " +
		"manifest.json holds the SHA-256 of every file, and proof/ what shows that the log was not changed, where it travels along.")
	d.Table(columns("Kind*1", "Record*3", "SHA-256*5"), pinnedRows(r.s.final().Evidence))
	var rows [][]string
	for _, a := range r.s.Attachments {
		rows = append(rows, []string{a.Kind, r.s.nameOf(a.By) + ", " + instant(a.At), optional(read(a.Note))})
	}
	if len(rows) > 0 {
		d.Head(2, "Attachments")
		d.Table(columns("Kind*1", "Attached by*3", "Note*3"), rows)
	}
	rows = nil
	for _, w := range r.s.Workpapers {
		for _, e := range w.Evidence {
			if e.Kind == KindURL {
				rows = append(rows, []string{e.Ref, stated(e.SHA256)})
			}
		}
	}
	if len(rows) > 0 {
		d.Head(2, "Pages outside")
		d.Say("They are not checked at finalisation; the hash is that of the copy that was kept.")
		d.Table(columns("Address*3", "SHA-256 of the copy*4"), rows)
	}
}

// listSources names each source once, under the number that the steps use.
func (r *reporting) listSources() {
	if len(r.sources) == 0 {
		return
	}
	d := &r.doc
	d.Head(1, "Sources")
	for n, c := range r.sources {
		d.Say("[%d] %s, %s. In force %s; retrieved %s. %s", n+1, c.Title, c.Locator, c.inForce(), stated(c.RetrievedAt), c.URL)
		if c.Excerpt != "" {
			d.Quote(c.Excerpt)
		}
	}
}

// people ties the names to the ids that the events carry.
func (r *reporting) people() {
	var rows [][]string
	for _, p := range r.s.final().People {
		rows = append(rows, []string{read(p.Name), p.ID})
	}
	if len(rows) == 0 {
		return
	}
	r.doc.Head(1, "People")
	r.doc.Say("As they were called when the case was finalised; %s had a part in it.", strconv.Itoa(len(rows)))
	r.doc.Table(columns("Name", "Principal in the events"), rows)
}
