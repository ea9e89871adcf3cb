package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/answers"
	"github.com/tallystick/tallystick/domain/event"
)

// GiveAnswer records an answer; a repeated question under the same idempotency
// key returns the one that was given.
func GiveAnswer(ctx context.Context, x *Executor, c Caller, pins map[string]string, cmd answers.Give) (Done[answers.State], error) {
	return Execute(ctx, x, c, answerAggregate, Order[answers.State]{
		Operation: "answers.give", Permission: "answers:ask", Request: cmd, Pins: pins,
		Decide: func(s answers.State, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a) },
	})
}

// GiveFeedback rates an answer that the caller sees.
func GiveFeedback(ctx context.Context, x *Executor, c Caller, id string, cmd answers.GiveFeedback) (Done[answers.State], error) {
	if err := cmd.Validate(); err != nil {
		return Done[answers.State]{}, err
	}
	return Execute(ctx, x, c, answerAggregate, Order[answers.State]{
		Operation: "answers.feedback", Permission: "answers:feedback", ID: id, Request: cmd,
		Decide: func(s answers.State, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a) },
	})
}
