package eventstore

import "github.com/tallystick/tallystick/eventstore/proof"

// Proved is what of an event is proved: all but the server's time and position.
func (r *Raw) Proved() *proof.Event {
	return &proof.Event{
		Stream: r.Stream, Revision: r.Revision, ID: r.ID, Type: r.Type, ContentType: r.ContentType,
		Data: r.Data, Metadata: r.Metadata,
	}
}
