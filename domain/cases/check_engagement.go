package cases

import "github.com/tallystick/tallystick/domain/civil"

// Outcomes of an engagement check.
const (
	Passed = "passed"
	Failed = "failed"
)

// EngagementCheck records that the acceptance procedures were gone through:
// identity, conflicts of interest, letter of engagement.
type EngagementCheck struct {
	Outcome string     `json:"outcome" enum:"passed,failed"`
	On      civil.Date `json:"on" format:"date" doc:"The day it was done"`
	Note    string     `json:"note,omitempty"`
}

func (c EngagementCheck) validate(ch *checks, field string) {
	ch.oneOf(field+".outcome", c.Outcome, Passed, Failed)
	ch.date(field+".on", c.On)
	ch.text(field+".note", c.Note, noteBytesMax, false)
}

func (c EngagementCheck) decide(d *decision) {
	d.past("engagement_check.on", c.On)
	d.emit(EngagementChecked{c.Outcome, c.On, d.text(c.Note)})
}
