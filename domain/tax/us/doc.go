// Package us declares the United States: the federal individual income tax of
// package form1040, the income taxes of the states of package state, and the
// federal corporate income tax of package corporate.
//
// # What total_tax is
//
// total_tax is Form 1040 line 24: income tax after nonrefundable credits,
// alternative minimum tax, self-employment tax, Additional Medicare Tax and net
// investment income tax. Refundable credits and payments stand outside it and
// make net_payable, which is therefore the federal balance due or refund.
//
// The income tax of a state is law of its own, with its own return and payee:
// it is the component state_income_tax, outside total_tax and net_payable, with a
// net_payable of its own where the state's refundable credits are modelled and the
// request says what they turn on; those that are no sum of what it says, such as
// credits for rent or property tax, are the fact state_refundable_credits. The
// region is nevertheless required, because what a person owes on an income
// differs by state: a state without an income tax answers 0 with its citation,
// a state that is not modelled has no answer. FederalRegistry computes the
// federal return alone, without a region. The income tax of a county or city
// that the fact locality names, or of a municipality of Ohio at the rate given,
// is the component local_income_tax beside it; a locality whose law is not
// modelled for the return has no answer.
//
// The employee's social security and Medicare taxes are components outside
// total_tax.
//
// # Legal sources
//
// See packages form1040, state and corporate; the figures stand in
// domain/tax/law/us and domain/tax/law/us-xx.
package us
