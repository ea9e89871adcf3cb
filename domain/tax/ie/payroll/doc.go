// Package payroll computes what an Irish employer withholds and owes on one
// payment of pay: income tax by the credits and the cut-off point of the revenue
// payroll notification, the universal social charge, and PRSI of class A.
//
// # Vocabulary
//
//   - RPN: revenue payroll notification, which gives credits, cut-off point and
//     basis for an employee.
//   - basis: cumulative; week 1, by which each payment stands for itself; or
//     emergency, without an RPN.
//
// # Rules
//
// A period's part of a year's credit or cut-off point is raised to the cent, and
// counts as often as periods have passed. On the emergency basis the first four
// weeks have a single person's cut-off point, raised to the euro, and no credit;
// later, and without a number, all is taxed at the higher rate; USC has one rate.
//
// PRSI is of the week; the thresholds of several weeks are as many, those of a
// month 52 twelfths, cut to the euro. The credit falls by a sixth of what the pay
// exceeds the lower threshold by.
//
// # Not computed
//
// A 53rd week, other classes than A, local property tax, and pay on which PRSI
// alone or USC alone is due beyond the amounts given.
package payroll
