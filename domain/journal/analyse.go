package journal

import (
	"strings"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
)

// Check is one thing that was looked at in an entry.
type Check struct {
	Code     string          `json:"code"`
	OK       bool            `json:"ok"`
	Blockers []fault.Blocker `json:"blockers" nullable:"false" doc:"What is wrong, by line or record."`
}

// Treatment is what the lines of an entry say of one tax.
type Treatment struct {
	TaxCode   TaxCode   `json:"tax_code"`
	Country   string    `json:"country"`
	Direction string    `json:"direction" enum:"output,input"`
	Name      string    `json:"treatment"`
	Rate      money.Dec `json:"rate"`
	InForce   bool      `json:"in_force" doc:"The place has the rate on the tax date."`
	Base      money.Dec `json:"base" doc:"In the entry's currency."`
	Tax       money.Dec `json:"tax" doc:"As it is booked."`
	Computed  money.Dec `json:"computed_tax" doc:"Base times rate."`
	Agrees    bool      `json:"agrees"`
}

// Analysis is an entry looked at again, as things stand now.
type Analysis struct {
	Checks     []Check     `json:"checks" nullable:"false"`
	Treatments []Treatment `json:"treatments" nullable:"false"`
}

// checkCodes are what check asks, in the order in which an analysis names them.
var checkCodes = []string{"books_missing", "unbalanced", "account_unknown", "account_inactive", "period_closed", "tax_code_not_in_force",
	"party_unknown",
	"voucher_missing", "document_changed", "fx_rate_missing", "open_item_unknown", "settlement_mismatch", "settlement_exceeds_item"}

// mismatchMax is how far a tax may be from base times rate, by rounding.
var mismatchMax = money.MustParse("0.02")

// Analyse looks at an entry as things stand now; nothing changes. A posted one is
// held to its payload's digest in place of what only matters before.
func (s State) Analyse(f Facts) Analysis {
	out := Analysis{Checks: []Check{}, Treatments: []Treatment{}}
	if s.Status == Posted {
		now, err := s.Payload.Digest()
		c := Check{Code: "payload_digest", OK: err == nil && now == s.SHA256, Blockers: []fault.Blocker{}}
		out.Checks = append(out.Checks, c, Check{Code: "unbalanced", OK: Sum(s.Lines).Balanced(), Blockers: []fault.Blocker{}})
	} else {
		var b fault.Blockers
		s.check(&b, f)
		for _, code := range checkCodes {
			c := Check{Code: code, OK: true, Blockers: []fault.Blocker{}}
			for _, x := range b {
				if x.Code == code {
					c.OK, c.Blockers = false, append(c.Blockers, x)
				}
			}
			out.Checks = append(out.Checks, c)
		}
	}
	tax := Check{Code: "tax_mismatch", OK: true, Blockers: []fault.Blocker{}}
	for _, l := range s.Lines {
		if l.TaxCode == "" || !l.TaxLine {
			continue
		}
		t := l.treatment(s.Proposal, f)
		if !t.Agrees {
			tax.OK = false
			tax.Blockers = append(tax.Blockers, fault.Blocker{Code: "tax_mismatch", Message: t.Base.String() + " at " + t.Rate.String() + " is " +
				t.Computed.String() + ", booked is " + t.Tax.String()})
		}
		out.Treatments = append(out.Treatments, t)
	}
	out.Checks = append(out.Checks, tax)
	return out
}

func (l Line) treatment(p Proposal, f Facts) Treatment {
	country, _ := l.TaxCode.Country()
	parts := strings.Split(string(l.TaxCode), ".")
	places, _ := money.MinorUnits(p.Currency)
	t := Treatment{TaxCode: l.TaxCode, Country: country, Direction: parts[1], Name: parts[2], Rate: l.TaxRate, Base: l.TaxBase, Tax: l.Amount,
		Computed: l.TaxBase.Mul(l.TaxRate).Round(places, money.HalfUp)}
	t.Agrees = !t.Computed.Sub(t.Tax).Abs().Greater(mismatchMax)
	t.InForce = f.TaxInForce == nil || f.TaxInForce(l.TaxCode, l.TaxRate, p.TaxDate)
	return t
}
