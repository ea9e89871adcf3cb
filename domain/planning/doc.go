// Package planning compares what tax would be under several sets of facts.
//
// # Vocabulary
//
// A Plan has one to twenty scenarios, one of them the baseline. A scenario has
// numbered versions, and a version is what was asked of the calculator with what
// it answered: figures, or the reason for which it declined. An axis moves one fact
// of a version through a range and takes the figures at each step. A comparison
// sets the last version of each scenario against the baseline's.
//
// # Rules
//
// Every figure is the calculator's; a scenario that declines has its reason and no
// figure. A version never changes: other facts, or the same ones under newer law
// (recompute), are the next version. Differences are taken within one currency,
// place and basis, and are left out with the reason elsewhere: tax of two places
// does not subtract to an advice.
//
// Requests, notes and figures are personal data of the client, by its client_ref,
// or of the plan itself where it has none.
package planning
