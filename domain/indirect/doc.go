// Package indirect calculates VAT, GST and US sales tax on a sales document:
// who owes which tax where, at which rate of which day, and to the last minor
// unit, with the provision behind each figure.
//
// It puts together package supply (place of supply and liability), package
// rates (VAT and GST), package ussales (states and local rates), package
// category (the catalogue) and package calc (the arithmetic).
//
// # Outcomes
//
// A Result; a *tax.InputError that names every faulty field ("lines[3].quantity",
// 400); or *Blockers, everything for which no rule, rate or fact is known
// (422). A line is never taxed as domestic and never at zero because something
// was not known: what is untaxed names its rule.
//
// A tenant's own rates (Overlay) replace the rates of law of a line, or stand
// beside them; the result is then of draft coverage and names each.
//
// # Not modelled
//
// Domestic reverse charges (construction, scrap, gold, …), margin schemes,
// small undertakings, vouchers, the choice of article 194, imports at the
// border, prices that include US sales tax, credit notes. What can be
// recognised is refused; a domestic reverse charge cannot be, and the caller
// must know it.
//
// # Rounding
//
// The law of the place decides where a parameter holds it, else the caller,
// else per document and half up, which then stands in the assumptions. Shipping
// follows the goods in proportion (Directive 2006/112/EC art. 78(b)); in US
// states the caller says whether it is taxable.
package indirect
