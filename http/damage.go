package http

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/readmodels"
)

// damageView is a place at which a stream is not what the service has written.
type damageView struct {
	Stream   string `json:"stream" doc:"Whose record is answered with 503 stream_damaged."`
	Revision int64  `json:"revision" doc:"Of the event; 0 where the stream itself was cut or deleted."`
	EventID  string `json:"event_id" doc:"Of the event; empty where the stream itself was cut or deleted."`
	Type     string `json:"type" doc:"Of the event."`
	Position int64  `json:"position" doc:"In the log."`
	What     string `json:"what" doc:"What is wrong."`
}

type damageList struct {
	Damage []damageView `json:"damage" nullable:"false" doc:"In the order of the log, up to 1,000."`
}

type damageIn struct{ Sited }

// registerDamage declares what is known of damage to the tenant's streams.
func (s *Server) registerDamage() {
	register(s, Operation{
		Entry: "x.7", ID: "log.damage", Method: http.MethodGet, Path: "/api/log/damage/", Surface: "platform",
		Summary: "Streams of the log that are not what was written", Permission: "proofs:read",
		Describe: "On an event log that others can write to, events can be cut off, or written, by somebody else. Each such stream is named " +
			"here; its record answers 503 stream_damaged, and no other record is harmed.",
	}, s.listDamage)
}

func (s *Server) listDamage(ctx context.Context, c *Call, _ *damageIn) (*reply[damageList], error) {
	found, err := s.DB.DamageOf(ctx, c.Caller.Tenant)
	if err != nil {
		return nil, err
	}
	list := damageList{Damage: make([]damageView, len(found))}
	for i, d := range found {
		list.Damage[i] = viewOfDamage(d)
	}
	return &reply[damageList]{Body: list}, nil
}

func viewOfDamage(d readmodels.Damage) damageView {
	v := damageView{Stream: d.Stream, Revision: d.Revision, Type: d.Type, Position: d.Commit, What: d.What}
	if d.EventID != uuid.Nil {
		v.EventID = d.EventID.String()
	}
	return v
}
