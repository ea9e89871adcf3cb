package http

import (
	"context"
	"net/http"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/notification"
)

// mail queues a message about a record, and says which jobs send it.
func (s *Server) mail(ctx context.Context, _ *Call, caller commands.Caller, id string, m notification.Message) (*answer[mailed], error) {
	queued, err := s.Notifications.Queue(ctx, caller, m)
	if err != nil {
		return nil, err
	}
	return mailedAs(id, queued), nil
}

// mailedAs says which jobs send the messages about a record.
func mailedAs(id string, queued []commands.QueuedNotification) *answer[mailed] {
	out := mailed{ID: id, Notifications: make([]mailedTo, len(queued))}
	for i, q := range queued {
		out.Notifications[i] = mailedTo{q.ID, Queued(q.JobID)}
	}
	first := out.Notifications[0]
	out.JobID, out.StatusURL = first.JobID, first.StatusURL
	return &answer[mailed]{Status: http.StatusAccepted, Body: out, LogPosition: logPosition(queued[len(queued)-1].Position)}
}
