// Package eg computes the Egyptian tax on the salary of an employee on an annual
// basis, under Law 91 of 2005 as Law 7 of 2024 changed it.
//
// # Rules
//
//  1. The employee's social insurance, on each month's pay up to the most insured
//     wage, other deductions and the personal exemption come off the gross salary.
//  2. The net income is taxed by bands; above each of five amounts the lowest band
//     falls away and its income is taxed as that of the next.
//
// The Martyrs' Families Fund and health insurance are not part of it.
package eg
