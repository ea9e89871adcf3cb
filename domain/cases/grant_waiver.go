package cases

import (
	"slices"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
)

// What a waiver may set aside: the separations of duties that a sole
// practitioner cannot keep, and nothing else.
const (
	reviewerIsPreparer  = "reviewer_is_preparer"
	finaliserIsPreparer = "finaliser_is_preparer"
)

// Waive is an owner's leave to do without one separation of duties.
type Waive struct {
	Code      string     `json:"code" enum:"reviewer_is_preparer,finaliser_is_preparer"`
	Reason    string     `json:"reason"`
	ExpiresOn civil.Date `json:"expires_on" format:"date" doc:"The last day (UTC) on which it holds"`
}

func (c Waive) validate(ch *checks, field string) {
	ch.oneOf(field+".code", c.Code, reviewerIsPreparer, finaliserIsPreparer)
	ch.text(field+".reason", c.Reason, noteBytesMax, true)
	ch.date(field+".expires_on", c.ExpiresOn)
}

func (c Waive) decide(d *decision, i int) {
	if c.ExpiresOn.Before(today(d.a)) {
		d.fields.Add(index("waivers", i)+".expires_on", "%s has passed", c.ExpiresOn)
	}
	d.emit(WaiverGranted{d.a.NewID(i), c.Code, d.text(c.Reason), c.ExpiresOn})
}

// waived reports whether a waiver of a code is in force.
func (s State) waived(code string, a act.Context) bool { return len(s.inForce(code, a)) > 0 }

// inForce lists the ids of the waivers of a code that are in force.
func (s State) inForce(code string, a act.Context) []string {
	var ids []string
	for _, w := range s.Waivers {
		if w.Code == code && !w.ExpiresOn.Before(today(a)) && !slices.Contains(ids, w.ID) {
			ids = append(ids, w.ID)
		}
	}
	return ids
}
