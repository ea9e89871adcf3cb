// Package ua computes what is withheld for good from the wage of an employee in
// Ukraine: the personal income tax and the military levy, on an annual basis.
//
// # Rules
//
//  1. One rate of income tax on the gross wage, from which nothing comes off.
//  2. The military levy on the same base, at each month's rate.
//
// The single social contribution is the employer's and not part of it.
package ua
