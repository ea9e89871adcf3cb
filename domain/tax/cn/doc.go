// Package cn computes the individual income tax of mainland China of one
// resident individual, on an annual basis.
//
// # Rules, in the order of the Individual Income Tax Law (个人所得税法)
//
//  1. Comprehensive income (综合所得): wages, and four fifths of remuneration
//     for labour services (art. 6), less 60,000, contributions to social
//     insurance and the housing fund, special additional and other deductions.
//  2. Table 1 on what is left (art. 3(1)). An annual one-off bonus is taxed
//     apart on election, at the rate of its twelfth (Announcement 30 of 2023).
//  3. Business income (经营所得): table 2 on the profit (art. 3(2)), which takes
//     the deductions where there is no comprehensive income (regulations,
//     art. 15); individual businesses owe half of the tax up to an income
//     (Announcement 12 of 2023).
//  4. Dividends: one rate on the amount (art. 3(3)).
//
// There is no joint assessment. Interest is not computed: that of savings is
// exempt and most other is not, and a question does not say which.
package cn
