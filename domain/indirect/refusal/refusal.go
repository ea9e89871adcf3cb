// Package refusal holds the one error with which the indirect-tax packages
// decline: a request that is well formed, but for which no rule, rate or fact
// is known. It answers 422 with its code; it never becomes a tax of zero.
//
// # Codes
//
//   - supply_rule_not_covered: no place-of-supply rule is modelled for the facts.
//   - buyer_evidence_missing: a treatment depends on a status of the buyer that is not evidenced.
//   - tax_id_invalid: the buyer's tax number fails its own check.
//   - supply_fact_missing: a fact that decides where or by whom tax is due is not stated.
//   - seller_registration_unknown: whether the seller collects tax in the place is not stated.
//   - rate_not_covered: the place has no rate on that date.
//   - category_not_mapped: the place's class of that category is not known.
//   - rate_class_required: the place taxes parts of that category differently; the message
//     names the narrower categories that decide, each with its class.
//   - territory_not_covered: a special territory whose own tax is not held.
//   - sub_region_required: rates differ within the place.
//   - local_rate_missing: no local rate is held for the address.
//   - taxability_not_covered: the state's treatment of that category is not known.
package refusal

import "fmt"

// The codes, which are never renamed.
const (
	SupplyRuleNotCovered      = "supply_rule_not_covered"
	BuyerEvidenceMissing      = "buyer_evidence_missing"
	TaxIDInvalid              = "tax_id_invalid"
	SupplyFactMissing         = "supply_fact_missing"
	SellerRegistrationUnknown = "seller_registration_unknown"
	RateNotCovered            = "rate_not_covered"
	CategoryNotMapped         = "category_not_mapped"
	RateClassRequired         = "rate_class_required"
	TerritoryNotCovered       = "territory_not_covered"
	SubRegionRequired         = "sub_region_required"
	LocalRateMissing          = "local_rate_missing"
	TaxabilityNotCovered      = "taxability_not_covered"
)

// Blocked declines a request that cannot be answered truthfully.
type Blocked struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Field   string `json:"field,omitempty"` // as the caller wrote it: "lines[3].category"

	Choices []Choice `json:"choices,omitempty"` // what the law turns on, where it can be stated; each is one way on
}

// Choice is a value of a field by which a request that was declined is answered.
type Choice struct {
	Field string // as the caller writes it: "lines[3].rate_class"
	Value string // "reduced"
	Says  string // what it stands for, without figures: "bread, flour, milk"
	Rate  string // a fraction: "0.07"; empty where it is no one figure
}

func (b *Blocked) Error() string {
	if b.Field == "" {
		return b.Code + ": " + b.Message
	}
	return b.Code + ": " + b.Field + ": " + b.Message
}

// With returns the refusal with the choices that open it.
func (b *Blocked) With(choices []Choice) *Blocked {
	b.Choices = choices
	return b
}

// Same reports whether two refusals say the same of the same field.
func (b *Blocked) Same(other *Blocked) bool {
	return b.Code == other.Code && b.Field == other.Field && b.Message == other.Message
}

// New returns a Blocked with a formatted message.
func New(code, field, format string, args ...any) *Blocked {
	return &Blocked{Code: code, Field: field, Message: fmt.Sprintf(format, args...)}
}
