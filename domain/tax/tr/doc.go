// Package tr computes the Turkish income tax (gelir vergisi) of an employee on
// an annual basis.
//
// # Rules, of the Income Tax Act (193)
//
//  1. The employee's social security and unemployment premiums, on each month's
//     pay up to the ceiling, come off the gross wage (art. 63), and with them the
//     other deductions by the amount given.
//  2. The tariff of wages (art. 103), on the year's base.
//  3. The tax of the year's minimum wage, from the first bracket on, is not
//     charged (art. 23 no. 18): it lowers the tax, at most down to nothing.
//
// Stamp duty on pay is not part of it, nor is income that is declared apart.
package tr
