// Package corporate computes the tax that a company owes on its taxable
// profit, from the rates in law/<cc>/corporate.yaml, and adds it to places
// whose other taxes are declared elsewhere (Extend).
//
// # Rules
//
//  1. The taxable profit is given; how it follows from the accounts is not
//     modelled.
//  2. It is taxed by the schedule of the company's class: the standard one, or one
//     that the place has for small (and medium) companies. Edges shrink with a
//     period shorter than a year.
//  3. In the United Kingdom, small profits have their own rate and profits between
//     two limits a marginal relief; the limits are divided by the associated
//     companies (CTA 2010 ss. 18A–18E).
//  4. A surcharge on the tax (Germany, Japan's defence tax) or a second schedule on
//     the profit (Korea's local income tax, Brazil's contribution) stands as its own
//     component.
//  5. A period over the turn of two years with the same rates has those; else it is
//     refused, except where the law gives it the rates of the day on which it
//     begins (Japan, Korea, Spain), which may also change within a year.
//
// Local taxes on profit, minimum taxes and top-up taxes are not modelled unless
// the place's row says so.
package corporate
