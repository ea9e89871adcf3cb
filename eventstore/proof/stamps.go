package proof

import (
	"fmt"
	"time"

	"github.com/tallystick/tallystick/domain/checkpoint"
)

// stamp is a time stamp and where it was found.
type stamp struct {
	where string
	token []byte
	event *checkpoint.Stamped // nil = found beside the log
}

// LateStamp is how long after its own time a checkpoint may be stamped without
// being counted as late. Who writes history anew and signs it with old times can
// have it stamped only now.
const LateStamp = time.Hour

// ExpectStamp takes a time stamp that was kept elsewhere, under a name for
// people.
func (v *Verifier) ExpectStamp(where string, token []byte) {
	v.stamps = append(v.stamps, stamp{where: where, token: token})
}

// match gives every time stamp to the checkpoints that it stamps. One that does
// not count, stamps none of them, or contradicts the one that it stamps is a
// finding.
func (v *Verifier) match(heads map[Hash][]*expected) {
	if v.Stamp == nil {
		return
	}
	for _, s := range v.stamps {
		imprint, at, err := v.Stamp(s.token)
		if err != nil {
			v.find(Finding{Tree: TopTree, Event: s.where, What: fmt.Sprintf("this time stamp does not count: %v", err)})
			continue
		}
		stamped := heads[imprint]
		if len(stamped) == 0 {
			v.find(Finding{Tree: TopTree, Event: s.where, What: "this time stamp is of no checkpoint that is here and can be trusted"})
			continue
		}
		if p, c := s.event, stamped[0]; p != nil && (p.Tree != c.Tree || p.Size != c.Size || string(p.Note) != string(imprint[:]) ||
			!p.Time.Equal(at)) {
			v.find(Finding{Tree: TopTree, Event: s.where,
				What: fmt.Sprintf("does not say what its time stamp says: that of size %d of the tree %s, at %s",
					c.Size, c.Tree, at.UTC().Format(time.RFC3339))})
		}
		for _, x := range stamped {
			if at.Before(x.Time.Add(-BackDating)) {
				v.find(Finding{Tree: x.Tree, Event: s.where,
					What: fmt.Sprintf("stamps, at %s, a checkpoint that says it was signed at %s: its signer's clock was wrong",
						at.UTC().Format(time.RFC3339), x.Time.UTC().Format(time.RFC3339))})
			}
			if x.stamped.IsZero() || at.Before(x.stamped) {
				x.stamped = at
			}
		}
	}
}
