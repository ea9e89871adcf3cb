package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/answerrecord"
	"github.com/tallystick/tallystick/domain/cases"
	"github.com/tallystick/tallystick/domain/fault"
)

// Records finds what a case may rest on: answers and other cases of the
// tenant, as the bytes they are exported as.
type Records struct {
	Cases *Cases
	// Current reports whether a parameter dataset is still the newest of its
	// place and year, with what the tenant lays over it.
	Current func(tenant, dataset string) bool
}

// Evidence is a record's exported bytes and what a case must know about it.
type Evidence struct {
	cases.Record
	Bytes     []byte
	Question  string // of an answer
	Forgotten bool   // the one it speaks of was; no bytes
}

// Find returns a record that the caller sees; ok is false where there is none.
func (r *Records) Find(ctx context.Context, c Caller, ref cases.Ref) (e Evidence, ok bool, err error) {
	switch ref.Kind {
	case cases.KindAnswer:
		return r.answer(ctx, c, ref.ID)
	case cases.KindCalculation:
		return r.calculation(ctx, c, ref.ID)
	case cases.KindCase:
		return r.finalPack(ctx, c, ref.ID)
	}
	return Evidence{}, false, nil
}

func (r *Records) answer(ctx context.Context, c Caller, id string) (Evidence, bool, error) {
	held, err := AnswerKind.Load(ctx, r.Cases.Log, c, id)
	if fault.As(err) != nil && fault.As(err).Code == fault.NotFound {
		return Evidence{}, false, nil
	}
	if err != nil {
		return Evidence{}, false, err
	}
	a := held.State
	e := Evidence{Bytes: []byte(a.Given.Body.Plain), Question: a.Given.Question.Plain, Forgotten: a.Given.Body.Forgotten}
	e.SHA256, e.Coverage = a.Given.BodySHA256, a.Given.Coverage
	e.Escalated = a.Given.Review || a.Given.Status != "verified" && a.Given.Status != "needs_facts"
	for _, dataset := range a.Given.Datasets {
		e.Superseded = e.Superseded || !r.Current(c.Tenant, dataset)
	}
	return e, true, nil
}

func (r *Records) calculation(ctx context.Context, c Caller, id string) (Evidence, bool, error) {
	held, err := CalculationKind.Load(ctx, r.Cases.Log, c, id)
	if fault.As(err) != nil && fault.As(err).Code == fault.NotFound {
		return Evidence{}, false, nil
	}
	if err != nil {
		return Evidence{}, false, err
	}
	k := held.State
	e := Evidence{Bytes: []byte(k.Content.Plain), Forgotten: k.Content.Forgotten}
	e.SHA256, e.Coverage = k.SHA256, k.Coverage
	e.Escalated = k.Status != "verified"
	e.Superseded = k.Dataset != "" && !r.Current(c.Tenant, k.Dataset)
	return e, true, nil
}

func (r *Records) finalPack(ctx context.Context, c Caller, id string) (Evidence, bool, error) {
	pack, err := r.Cases.Pack(ctx, c, id, 0)
	if f := fault.As(err); f != nil && (f.Code == fault.NotFound || f.Code == fault.Blocked) {
		return Evidence{}, false, nil
	}
	if err != nil {
		return Evidence{}, false, err
	}
	return Evidence{Record: cases.Record{SHA256: Hash(pack)}, Bytes: pack}, true, nil
}

// AnswerKind is an answer that was given.
var AnswerKind = Kind[answerrecord.State]{
	Aggregate: Aggregate[answerrecord.State]{
		Category: answerrecord.Category.Name, Evolve: answerrecord.State.Evolve, SiteOf: func(s answerrecord.State) int64 { return s.Site },
	},
	Noun: "answer", Exists: func(s answerrecord.State) bool { return s.Exists },
}

// CalculationKind is a calculation that was kept.
var CalculationKind = Kind[answerrecord.Snapshot]{
	Aggregate: Aggregate[answerrecord.Snapshot]{
		Category: answerrecord.Calculations.Name, Evolve: answerrecord.Snapshot.Evolve,
		SiteOf: func(s answerrecord.Snapshot) int64 { return s.Site },
	},
	Noun: "calculation", Exists: func(s answerrecord.Snapshot) bool { return s.Exists },
}
