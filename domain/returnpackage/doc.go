// Package returnpackage makes a draft of a return from a calculation that was kept:
// the lines of a set of forms, each with the step of the calculation that it comes
// from. It is no filing, and says so.
//
// # Vocabulary
//
// A form set is a country's return: us-1040 (the forms of the calculator of Form
// 1040), gb-sa (Self Assessment: the return, its pages and the tax calculation
// summary), de-est (the computation of income tax). A Line is computed (a step or a
// levy of the calculation), stated (the caller's own figure), blank (nothing falls on
// it under the assumptions of the calculation) or not_determined (nothing that was
// computed or stated decides it).
//
// # Rules
//
//   - What is not modelled is not_determined, and never 0. What was paid or withheld
//     already is known only where it was stated; what is left to pay follows from it.
//   - The lines come from the calculation made anew with its steps, which must be the
//     one that was kept; else the law has moved, and there is no package.
//   - Every page of a return is named, also where nothing here fills it.
//   - The totals of the lines are those of the result.
//   - The same calculation gives the same package.
//
// # Sources
//
// The lines of Form 1040 are those of the calculator and of package taxreturn, which
// name theirs. The lines of gb-sa bear the words of the return and of SA110
// (https://www.gov.uk/government/publications/self-assessment-tax-calculation-summary-sa110);
// only boxes 1 and 2 of SA110 were read with their numbers
// (https://ro.scribd.com/document/203868688/sa110, checked 2026-11-23). The pages are those
// that page TR 2 of SA100 asks about (2025, boxes.yaml names the copy). de-est has no
// lines of a form: it is the computation as the law has it, § 2 EStG.
package returnpackage
