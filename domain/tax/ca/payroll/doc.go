// Package payroll computes what a Canadian employer withholds from one periodic
// payment of pay, and owes beside it: federal and provincial or territorial
// income tax, pension plan, employment insurance and Quebec's parental
// insurance.
//
// # Sources
//
// Outside Quebec the first method of the Canada Revenue Agency's Payroll
// Deductions Formulas (T4127), each edition on its own pay dates: those of July
// spread a change of the whole year over six months. For Quebec's own tax the
// regular method of Revenu Québec's Formulas to Calculate Source Deductions and
// Contributions (TP-1015.F-V). Bands and amounts that an edition shares with the
// annual law are read there; what differs stands in payroll.yaml.
//
// # Rules
//
// A payment is made a year's: pay less registered contributions, union dues and
// the additional pension contributions, times the periods of the year. Tax is
// the rate of the band that holds it less a constant, which is the sum of the
// lower bands' differences in whole dollars (half up in T4127, dropped in
// TP-1015). Each amount is rounded to the cent, half up; ratios of rates are
// not. The exemption of the pension plan for a period drops what is below the
// cent. Once the year's contribution is reached its maximum is credited.
//
// Federal and provincial tax are divided by the periods each on its own, as the
// Agency's online calculator shows them.
//
// # Not computed
//
// Bonuses and other payments that are not periodic; commissions; a move into or
// out of Quebec within the year; a year of contributions shorter than twelve
// months; labour-sponsored funds; employment outside the provinces. Of the
// employer's side: health taxes, workers' compensation, labour standards and
// training levies, and reduced rates of employment insurance.
package payroll
