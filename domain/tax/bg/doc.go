// Package bg computes the Bulgarian personal income tax of an employee on an
// annual basis, for the years whose amounts are in leva.
//
// # Rules
//
//  1. The employee's contributions, on each month's pay up to the month's
//     ceiling, come off the gross wage.
//  2. The relief for children and other reliefs come off the base.
//  3. One rate.
package bg
