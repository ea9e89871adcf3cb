// Package jp computes the income tax on a salary of a resident of Japan.
//
// # Rules, in the order of the Income Tax Act (昭和40年法律第33号)
//
//  1. Employment income is the salary less the employment income deduction
//     (art. 28(3)); below 6.6 million yen annex 5 first takes the salary down
//     to a step (art. 28(4)). Of salaries above 8.5 million yen a part more is
//     deducted in families with someone under 23 or with a special disability
//     (Act on Special Measures, art. 41-3-11).
//  2. Deductions from income: social insurance premiums, the basic deduction by
//     total income (art. 86 and the special measures from 2025), spouse and
//     dependants (arts. 83 and 84), others as given. What is left goes down to
//     1,000 yen.
//  3. Progressive rates (art. 89), in 2024 less the flat cut, and the special
//     income tax for reconstruction on what is left; the sum goes down to 100 yen.
//  4. Beside the total: the inhabitant tax of the year, which is levied on the
//     salary of the year before (Local Tax Act arts. 23–50 and 294–328).
package jp
