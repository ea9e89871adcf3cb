package money

import "fmt"

// Amount is a sum of money in one currency.
type Amount struct {
	Value    Dec    `json:"value"`
	Currency string `json:"currency"` // ISO 4217 alphabetic code
}

// Add returns a + b; it fails when the currencies differ.
func (a Amount) Add(b Amount) (Amount, error) {
	if a.Currency != b.Currency {
		return Amount{}, fmt.Errorf("cannot add %s to %s without a dated rate of exchange", b.Currency, a.Currency)
	}
	return Amount{a.Value.Add(b.Value), a.Currency}, nil
}

// RoundMinor returns a rounded to the minor units of its currency.
func (a Amount) RoundMinor(mode Rounding) Amount {
	digits, ok := MinorUnitsEver(a.Currency)
	if !ok {
		return a
	}
	return Amount{a.Value.Round(digits, mode), a.Currency}
}

// String writes the amount with its currency's minor units, "1234.50 EUR".
func (a Amount) String() string {
	digits, _ := MinorUnitsEver(a.Currency)
	return a.Value.Fixed(digits) + " " + a.Currency
}
