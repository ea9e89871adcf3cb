package cases

import "slices"

// SignOffWorkpaper is the assigned reviewer's word on one revision.
type SignOffWorkpaper struct {
	WorkpaperID string `json:"workpaper_id"`
	Revision    int    `json:"revision" minimum:"1" doc:"The revision that was reviewed: the workpaper's present one"`
	Note        string `json:"note,omitempty"`
}

func (c Update) validateSignOffs(ch *checks) {
	if len(c.SignOffs) > signOffsMax {
		ch.Add("sign_offs", "at most %d at once", signOffsMax)
	}
	for i, x := range c.SignOffs {
		field := index("sign_offs", i)
		ch.id(field+".workpaper_id", x.WorkpaperID)
		if x.Revision < 1 {
			ch.Add(field+".revision", "must be 1 or more")
		}
		ch.text(field+".note", x.Note, noteBytesMax, false)
		if slices.ContainsFunc(c.SignOffs[:i], func(y SignOffWorkpaper) bool { return y.WorkpaperID == x.WorkpaperID }) {
			ch.Add(field+".workpaper_id", "is named twice")
		}
	}
}

func (x SignOffWorkpaper) decide(d *decision, i int) {
	w, ok := d.s.Workpaper(x.WorkpaperID)
	if !ok {
		d.fields.Add(index("sign_offs", i)+".workpaper_id", "the case has no workpaper %s", x.WorkpaperID)
		return
	}
	at, who := "workpaper/"+w.ID, d.a.Principal
	switch {
	case d.s.Reviewer == "":
		d.blockers.On(at, "no_reviewer", "no reviewer is assigned")
	case d.s.Reviewer != who:
		d.blockers.On(at, "not_assigned_reviewer", "only the assigned reviewer signs off")
	case !d.f.Principals[who].Reviews:
		d.blockers.On(at, "reviewer_not_permitted", "the principal may not review cases here")
	}
	if (d.s.isPreparer(who) || w.writtenBy(who)) && !d.s.waived(reviewerIsPreparer, d.a) {
		d.blockers.On(at, reviewerIsPreparer, "who prepared the case does not review it")
	}
	if x.Revision != w.Revision {
		d.blockers.On(at, "workpaper_revised", "the workpaper is at revision %d, not %d", w.Revision, x.Revision)
	}
	if w.SignOff == nil || w.SignOff.By != who || w.SignOff.CaseRevision != d.s.Revision {
		d.emit(WorkpaperSignedOff{w.ID, w.Revision, d.text(x.Note)})
	}
}

// writtenBy reports whether someone wrote the present revision, by hand or by
// starting the automated step that did.
func (w Workpaper) writtenBy(who string) bool {
	return who != "" && (w.By == who || w.StartedBy == who)
}
