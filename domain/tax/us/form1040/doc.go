// Package form1040 computes the federal individual income tax return line by
// line: Form 1040 with its schedules and the forms and worksheets that feed it.
//
// # Vocabulary
//
//   - Return: the facts of one return, as a person or a caller states them.
//   - Line: one line of one form, with its number, label, Internal Revenue
//     Code section and formula. A line depends on facts, on parameters of law
//     and on other lines, and on nothing else; lines are evaluated when another
//     asks for them, each at most once.
//   - Sheet: one evaluation of a Return. Method says how it rounds.
//   - Params: the parameters of one tax year, resolved once.
//
// # Rules
//
// Method AsForm is the paper return: every money line is rounded to whole
// dollars, half up, the Tax Table is used under 100,000 of taxable income and
// the EIC Table for the earned income credit. Method Schedule keeps cents, uses
// the rate schedules of § 1(j) at every income and the credit formula of § 32.
// Method Slope is Schedule with every step of law made smooth (§ 24(b)(1)
// "for each $1,000, or fraction thereof"), for the marginal rate only.
//
// The forms that a return may lack hang on facts of their own: the Marketplace
// statement for Form 8962, foreign earned income for Form 2555 and its tax
// worksheet, the parents' return for Form 8615.
//
// A return lacks a form when no fact calls for it; the form's lines are then 0
// and not worked out.
//
// Line numbers are those of the 2025 forms for 2025 and 2026 (no 2026 form is
// final) and of the forms of 2022 to 2024 before. A dash stands where no form
// has a line.
//
// # Legal sources
//
// Internal Revenue Code of 1986 (26 U.S.C.) as amended by P.L. 119-21; Rev.
// Procs. 2021-45, 2022-38, 2023-34, 2024-40, 2025-25 and 2025-32; the IRS forms
// and their instructions; Publication 17 (2025). The figures and where each was read stand in
// domain/tax/law/us.
package form1040
