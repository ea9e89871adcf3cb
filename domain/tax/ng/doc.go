// Package ng computes the Nigerian personal income tax of an employee on an
// annual basis: of 2025 under the Personal Income Tax Act, from 2026 on under
// the Nigeria Tax Act 2025.
//
// # Rules of 2025
//
//  1. A wage up to the national minimum wage is not taxed.
//  2. Contributions, life insurance and interest on the home's loan come off the
//     gross wage, and the consolidated relief (s. 33).
//  3. Rates on the rest; at least the minimum tax, a part of the gross wage.
//
// # Rules from 2026 on
//
//  1. A wage up to the national minimum wage is not taxed.
//  2. The same deductions and rent relief come off (s. 30); no relief beside, and
//     no minimum tax.
//  3. Rates on the rest, of which the first is 0.
package ng
