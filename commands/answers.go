package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/answerrecord"
	"github.com/tallystick/tallystick/domain/event"
)

// GiveAnswer records an answer; a repeated question under the same idempotency
// key returns the one that was given.
func GiveAnswer(ctx context.Context, x *Executor, c Caller, pins map[string]string, cmd answerrecord.Give) (
	Done[answerrecord.State], error) {
	return Execute(ctx, x, c, AnswerKind.Aggregate, Order[answerrecord.State]{
		Operation: "answers.give", Permission: "answers:ask", Request: cmd, Pins: pins,
		Decide: func(s answerrecord.State, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a) },
	})
}

// KeepCalculation keeps a calculation as it was made; under the same idempotency
// key it returns the one that was kept.
func KeepCalculation(ctx context.Context, x *Executor, c Caller, pins map[string]string, cmd answerrecord.Keep) (
	Done[answerrecord.Snapshot], error) {
	return Execute(ctx, x, c, CalculationKind.Aggregate, Order[answerrecord.Snapshot]{
		Operation: "calculations.keep", Permission: "calculations:run", Request: cmd, Pins: pins,
		Decide: func(s answerrecord.Snapshot, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a) },
	})
}

// GiveFeedback rates an answer.
var GiveFeedback = Ruled[answerrecord.State, answerrecord.GiveFeedback]("answers.feedback", "answers:feedback", AnswerKind)
