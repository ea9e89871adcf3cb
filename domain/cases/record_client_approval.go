package cases

import "github.com/tallystick/tallystick/domain/civil"

// ClientApproval records that the client approved this revision of the case.
// A reopened case needs another one.
type ClientApproval struct {
	ApprovedBy string        `json:"approved_by" doc:"Who approved, for the client"`
	On         civil.Date    `json:"on" format:"date"`
	Method     string        `json:"method" enum:"signature,email,portal,letter,meeting"`
	Note       string        `json:"note,omitempty"`
	Evidence   *EvidenceLink `json:"evidence,omitempty"`
}

func (c ClientApproval) validate(ch *checks, field string) {
	ch.text(field+".approved_by", c.ApprovedBy, lineBytesMax, true)
	ch.date(field+".on", c.On)
	ch.oneOf(field+".method", c.Method, "signature", "email", "portal", "letter", "meeting")
	ch.text(field+".note", c.Note, noteBytesMax, false)
	if c.Evidence != nil {
		ch.evidence(field+".evidence", *c.Evidence)
	}
}

func (c ClientApproval) decide(d *decision) {
	d.past("client_approval.on", c.On)
	e := ClientApproved{
		Revision: d.s.Revision, ApprovedBy: d.text(c.ApprovedBy), On: c.On, Method: c.Method, Note: d.text(c.Note),
	}
	if l := c.Evidence; l != nil {
		e.Evidence = &d.evidence("client_approval.evidence", []EvidenceLink{*l})[0]
	}
	d.emit(e)
}
