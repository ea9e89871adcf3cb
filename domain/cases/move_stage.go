package cases

import "slices"

func (c Update) validateStage(ch *checks) {
	switch {
	case c.Stage == nil && c.Reason != "":
		ch.Add("reason", "belongs to a stage, and none is sent")
	case c.Stage != nil && *c.Stage == Final:
		ch.Add("stage", "a case is finalised by the finalise operation only")
	case c.Stage != nil && !slices.Contains(Stages(), *c.Stage):
		ch.Add("stage", "must be one of intake, preparation, review, approval")
	}
	ch.text("reason", c.Reason, noteBytesMax, false)
}

// moveStage goes one stage forward, or one back with a reason. The stage it is
// in already is no move.
func (d *decision) moveStage(to Stage, reason string) {
	from := d.s.Stage
	switch slices.Index(Stages(), to) - slices.Index(Stages(), from) {
	case 0:
		return
	case 1:
	case -1:
		if reason == "" {
			d.fields.Add("reason", "is required to go back from %s to %s", from, to)
		}
	default:
		d.blockers.Add("stage_not_reachable", "a case goes one stage at a time, and this one is in %s", from)
	}
	d.emit(StageMoved{from, to, d.text(reason)})
}
