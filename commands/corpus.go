package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/corpus"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// Kinds of the corpus. They belong to the platform.
var (
	CorpusSourceKind = Kind[corpus.Source]{
		Aggregate: Aggregate[corpus.Source]{Category: corpus.Sources.Name, Evolve: corpus.Source.Evolve},
		Noun:      "source", Exists: func(s corpus.Source) bool { return s.ID != "" },
	}
	CorpusReleaseKind = Kind[corpus.Release]{
		Aggregate: Aggregate[corpus.Release]{Category: corpus.Releases.Name, Evolve: corpus.Release.Evolve},
		Noun:      "release", Exists: corpus.Release.Exists,
	}
	corpusLive = Aggregate[corpus.Pointer]{Category: corpus.Lives.Name, Evolve: corpus.Pointer.Evolve}
)

// What is done to sources.
var (
	RegisterCorpusSource = Ruled[corpus.Source, corpus.RegisterSource]("corpus.register_source", "corpus:manage", CorpusSourceKind)
	EditCorpusSource     = Ruled[corpus.Source, corpus.EditSource]("corpus.edit_source", "corpus:manage", CorpusSourceKind)
)

// Corpus carries out what is done to releases.
type Corpus struct {
	*Executor
	// Staff are the platform's principals.
	Staff func() []tenancy.Principal
}

// Import asks for a text to be read.
func (x *Corpus) Import(ctx context.Context, c Caller, cmd corpus.Import, f corpus.ImportFacts) (Done[corpus.Release], error) {
	if err := cmd.Validate(); err != nil {
		return Done[corpus.Release]{}, err
	}
	type said struct {
		corpus.Import
		SHA256 string
	}
	return Execute(ctx, x.Executor, c, CorpusReleaseKind.Aggregate, Order[corpus.Release]{
		Operation: "corpus.import", Permission: "corpus:manage", Request: said{cmd, cmd.Raw.SHA256},
		Decide: func(s corpus.Release, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a, f) },
	})
}

// Revalidate asks for a release to be checked again.
func (x *Corpus) Revalidate(ctx context.Context, c Caller, id string, promoted bool) (Done[corpus.Release], error) {
	return Execute(ctx, x.Executor, c, CorpusReleaseKind.Aggregate, Order[corpus.Release]{
		Operation: "corpus.validate", Permission: "corpus:manage", ID: id, Request: corpus.Revalidate{},
		Decide: func(s corpus.Release, a act.Context) ([]event.Payload, error) {
			if !s.Exists() {
				return nil, CorpusReleaseKind.missing()
			}
			return corpus.Revalidate{}.Decide(s, a, promoted)
		},
	})
}

// Promote makes a release the live one.
func (x *Corpus) Promote(ctx context.Context, c Caller, id string, cmd corpus.Promote, f corpus.PromoteFacts) (Done[corpus.Pointer],
	error) {
	if err := cmd.Validate(); err != nil {
		return Done[corpus.Pointer]{}, err
	}
	f.Law, f.Lone = law.Release(), x.lone()
	type said struct {
		corpus.Promote
		Release string
	}
	return Execute(ctx, x.Executor, c, corpusLive, Order[corpus.Pointer]{
		Operation: "corpus.promote", Permission: "corpus:promote", ID: corpus.LiveID, Request: said{cmd, id},
		Decide: func(s corpus.Pointer, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a, f) },
	})
}

// lone reports whether one superuser is left to promote.
func (x *Corpus) lone() bool {
	n := 0
	for _, p := range x.Staff() {
		if p.Role == access.Superuser && !p.Disabled {
			n++
		}
	}
	return n == 1
}

// RollBack makes an earlier release the live one, or asks for its index first.
func (x *Corpus) RollBack(ctx context.Context, c Caller, cmd corpus.RollBack, f corpus.RollBackFacts) (Done[corpus.Pointer], error) {
	if err := cmd.Validate(); err != nil {
		return Done[corpus.Pointer]{}, err
	}
	return Execute(ctx, x.Executor, c, corpusLive, Order[corpus.Pointer]{
		Operation: "corpus.roll_back", Permission: "corpus:promote", ID: corpus.LiveID, Request: cmd,
		Decide: func(s corpus.Pointer, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a, f) },
	})
}

// EndRollBack is the end of a rollback's job.
func (x *Corpus) EndRollBack(ctx context.Context, c Caller, cmd corpus.EndRollBack) error {
	_, err := Execute(ctx, x.Executor, c, corpusLive, Order[corpus.Pointer]{
		Operation: "corpus.end_roll_back", ID: corpus.LiveID, Request: cmd,
		Decide: func(s corpus.Pointer, _ act.Context) ([]event.Payload, error) { return cmd.Decide(s) },
	})
	return err
}

// Note records what a job made of a release, and returns where the log stands then;
// nothing where another job works on it by now, or its end is known.
func (x *Corpus) Note(ctx context.Context, c Caller, id, jobID, operation string, payloads ...event.Payload) (event.Position, error) {
	done, err := Execute(ctx, x.Executor, c, CorpusReleaseKind.Aggregate, Order[corpus.Release]{
		Operation: operation, ID: id, Request: operation,
		Decide: func(s corpus.Release, _ act.Context) ([]event.Payload, error) {
			if s.JobID != jobID || s.Status != corpus.Validating {
				return nil, nil
			}
			return payloads, nil
		},
	})
	return done.Position, err
}

// Checked notes that a source's text was taken.
func (x *Corpus) Checked(ctx context.Context, c Caller, cmd corpus.CheckSource, source string) error {
	_, err := Execute(ctx, x.Executor, c, CorpusSourceKind.Aggregate, Order[corpus.Source]{
		Operation: "corpus.check_source", ID: source, Request: cmd,
		Decide: func(s corpus.Source, _ act.Context) ([]event.Payload, error) { return cmd.Decide(s) },
	})
	return err
}
