// Package money holds the exact numbers of the service: Dec (a decimal
// number), Amount (a Dec in an ISO 4217 currency) and the ways law rounds them.
//
// All values are immutable and may be copied and compared freely between
// goroutines. Arithmetic is carried out to 34 significant digits (IEEE 754
// decimal128); an operation whose exact result needs more digits rounds half
// to even at the 34th. No value is ever NaN, infinite or negative zero, and
// none is ever written with an exponent. Binary floating point does not occur.
package money
