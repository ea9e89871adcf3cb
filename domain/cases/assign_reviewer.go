package cases

// assignReviewer names who reviews from now on. Whether that person has
// prepared the case is asked at each sign-off and at the end, since it may
// change until then.
func (d *decision) assignReviewer(id string) {
	p, ok := d.f.Principals[id]
	switch {
	case !ok:
		d.fields.Add("reviewer", "there is no principal %s", id)
	case !p.Reviews:
		d.blockers.On("principal/"+id, "reviewer_not_permitted", "the principal may not review cases here")
	}
	if id != d.s.Reviewer {
		d.emit(ReviewerAssigned{Reviewer: id, Previous: d.s.Reviewer})
	}
}
