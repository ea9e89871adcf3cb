package notification

import (
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
)

// delays are how long a message waits that the other side cannot take now. After
// the last it has failed.
var delays = []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 8 * time.Hour}

// Begin is the beginning of the next attempt; none of a notification that has
// ended.
func (s State) Begin() []event.Payload {
	if !s.Exists || s.Status.Ended() {
		return nil
	}
	return []event.Payload{Attempted{Number: s.Attempts + 1, Repeated: s.Status == StatusSending}}
}

// Succeed is the end of the attempt that is under way.
func (s State) Succeed(channel string) []event.Payload {
	if s.Status != StatusSending {
		return nil
	}
	return []event.Payload{Sent{Channel: channel, Number: s.Attempts}}
}

// Refusal is why a message was not taken.
type Refusal struct {
	Code      string // "recipient_refused"
	Reply     string // what the other side said
	Permanent bool   // it would say so again
	Address   bool   // no mail is taken at the address: it is suppressed
}

// Refuse is the end of an attempt that was refused: it is deferred, or has failed.
func (s State) Refuse(now time.Time, r Refusal) []event.Payload {
	if !s.Exists || s.Status.Ended() {
		return nil
	}
	reply := s.text(r.Reply)
	if r.Permanent || s.Deferrals >= len(delays) {
		return []event.Payload{Failed{Code: r.Code, Reply: reply}}
	}
	return []event.Payload{Deferred{Code: r.Code, Reply: reply, Until: now.Add(delays[s.Deferrals])}}
}

// GiveUp ends a notification whose job was cancelled, or lost with every node that
// took it.
func (s State) GiveUp(jobID, code string) []event.Payload {
	switch {
	case !s.Exists || s.Status.Ended():
		return nil
	case code == "cancelled":
		return []event.Payload{Cancelled{JobID: jobID}}
	}
	return []event.Payload{Failed{Code: code}}
}

// Suppress ends a notification whose address takes no mail.
func (s State) Suppress() []event.Payload {
	if !s.Exists || s.Status.Ended() {
		return nil
	}
	return []event.Payload{Suppressed{SuppressionID: s.Queued.AddressID}}
}

const replyMax = 500

func (s State) text(plain string) sealed.Text {
	if plain == "" {
		return sealed.Text{}
	}
	if len(plain) > replyMax {
		plain = plain[:replyMax]
	}
	return sealed.Of(s.Queued.About, plain)
}

// changesMax keeps the stream of an address short.
const changesMax = 900

// Place suppresses the address of a notification.
func (s Suppression) Place(id string, n Queued, code string) []event.Payload {
	if s.Exists || s.Changes >= changesMax {
		return nil
	}
	return []event.Payload{AddressSuppressed{About: n.About, Address: n.To, Code: code, NotificationID: id}}
}

// Lift lets mail go to an address again.
type Lift struct{}

// Validate: there is nothing to say.
func (Lift) Validate() error { return nil }

// Decide lifts a suppression that stands.
func (Lift) Decide(s Suppression) ([]event.Payload, error) {
	if !s.Exists {
		return nil, fault.New(fault.NotFound, "there is no such suppression")
	}
	return []event.Payload{SuppressionLifted{Code: s.Placed.Code}}, nil
}
