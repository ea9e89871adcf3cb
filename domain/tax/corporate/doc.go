// Package corporate computes the tax that a company owes on its taxable
// profit, from the rates in law/<cc>/corporate.yaml, and adds it to places
// whose other taxes are declared elsewhere (Extend).
//
// # Rules
//
//  1. The taxable profit is given; how it follows from the accounts is not
//     modelled.
//  2. It is taxed by the schedule of the company's class: the standard one, or
//     one that the place has for small, new or other companies. A class that the
//     law has in some years only is unavailable in the others.
//  3. Limits shrink with a period shorter than a year as the place's law says: by
//     days, by days of 365, or by months. Where that was not read, and limits would
//     matter, a short period is refused.
//  4. In the United Kingdom, small profits have their own rate and profits between
//     two limits a marginal relief; the limits are divided by the associated
//     companies, and exempt distributions count against them (CTA 2010 ss.
//     18A–18E, 18L). A period over a change of rates is split by days.
//  5. In Canada, the business limit of the small business deduction is what
//     associated corporations have left, and shrinks with capital and passive income.
//  6. A part of the profit may have a rate of its own (Ireland's income that is not
//     trading income, Poland's capital gains).
//  7. A surcharge on the tax (Germany, France, Japan's defence tax) or a second
//     schedule on the profit (Korea's local income tax, Brazil's contribution) stands
//     as its own component; so does a rebate of the tax (Singapore, Hong Kong), and
//     Germany's trade tax where the municipality's multiplier is given.
//  8. A period over the turn of two years with the same rates has those; else it is
//     refused, except where the law gives it the rates of the day on which it
//     begins (Japan, Korea, Portugal, Spain), which may also change within a year.
//
// Local taxes on profit, minimum taxes and top-up taxes are not modelled unless
// the place's row says so.
package corporate
