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
	return Execute(ctx, x, c, AnswerKind.Aggregate, Order[answers.State]{
		Operation: "answers.give", Permission: "answers:ask", Request: cmd, Pins: pins,
		Decide: func(s answers.State, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a) },
	})
}

// KeepCalculation keeps a calculation as it was made; under the same idempotency
// key it returns the one that was kept.
func KeepCalculation(ctx context.Context, x *Executor, c Caller, pins map[string]string, cmd answers.Keep) (Done[answers.Snapshot], error) {
	return Execute(ctx, x, c, CalculationKind.Aggregate, Order[answers.Snapshot]{
		Operation: "calculations.keep", Permission: "calculations:run", Request: cmd, Pins: pins,
		Decide: func(s answers.Snapshot, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a) },
	})
}

// GiveFeedback rates an answer.
var GiveFeedback = Ruled[answers.State, answers.GiveFeedback]("answers.feedback", "answers:feedback", AnswerKind)
