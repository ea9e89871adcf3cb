package anomaly

import (
	"slices"
	"strconv"

	"github.com/tallystick/tallystick/domain/money"
)

// Days that rules look across.
const (
	samePaymentDays = 10 // two payments of one amount
	changedDays     = 30 // a payment after a bank account changed
	splitDays       = 3  // purchases that could have been one
)

// duplicateDocuments finds purchases that rest on one document, and those of one
// party with the same amount and tax point.
func (x *index) duplicateDocuments() (out []Finding) {
	byDocument := map[string]Entry{}
	for _, e := range x.Entries {
		if e.Reversal || e.Reversed {
			continue
		}
		for _, d := range e.Documents {
			if first, ok := byDocument[d]; ok && first.ID != e.ID {
				out = append(out, found(DuplicateDocument, High, e.Site, []string{first.subject(), e.subject()}, people(first, e),
					"document_id", d, "total", e.Total.String(), "currency", e.Currency))
			} else {
				byDocument[d] = e
			}
		}
	}
	for _, k := range x.parties(x.purchases) {
		list := x.purchases[k]
		for i := 1; i < len(list); i++ {
			for j := i - 1; j >= 0 && list[j].TaxDate == list[i].TaxDate; j-- {
				a, b := list[j], list[i]
				if a.Total.Equal(b.Total) && !shares(a.Documents, b.Documents) {
					out = append(out, found(DuplicateDocument, High, k.site, []string{a.subject(), b.subject()}, people(a, b),
						"party_id", k.party, "tax_date", a.TaxDate.String(), "total", a.Total.String(), "currency", k.currency))
				}
			}
		}
	}
	return out
}

func shares(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// duplicatePayments finds two payments of one amount to one party within a few
// days, of which one settles no item.
func (x *index) duplicatePayments() (out []Finding) {
	for _, k := range x.parties(x.payments) {
		list := x.payments[k]
		for i := 1; i < len(list); i++ {
			for j := i - 1; j >= 0 && list[j].Date.DaysUntil(list[i].Date) <= samePaymentDays; j-- {
				a, b := list[j], list[i]
				if a.Total.Equal(b.Total) && !(a.Settles && b.Settles) {
					out = append(out, found(DuplicatePayment, High, k.site, []string{a.subject(), b.subject()}, people(a, b),
						"party_id", k.party, "first_on", a.Date.String(), "second_on", b.Date.String(), "amount", a.Total.String(), "currency", k.currency))
				}
			}
		}
	}
	return out
}

// changedAccounts finds payments to a party soon after another bank account of it
// was first seen.
func (x *index) changedAccounts() (out []Finding) {
	for _, a := range x.Accounts {
		for k, list := range x.payments {
			if k.party != a.Party || a.Site != 0 && k.site != a.Site {
				continue
			}
			for _, e := range list {
				if days := a.SeenOn.DaysUntil(e.Date); days >= 0 && days <= changedDays {
					out = append(out, found(AccountChanged, High, k.site, []string{"party/" + a.Party, e.subject()}, append(people(e), a.By),
						"first_seen_on", a.SeenOn.String(), "account_ends", a.LastFour, "paid_on", e.Date.String(), "amount", e.Total.String(), "currency",
						e.Currency))
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b Finding) int { return slices.Compare(a.Subjects, b.Subjects) })
	return out
}

// splits finds purchases of one party within a few days, each at least half of the
// amount that asks for a second person and below it, which together reach it.
func (x *index) splits() (out []Finding) {
	if x.Threshold == nil {
		return nil
	}
	for _, k := range x.parties(x.purchases) {
		limit, ok := x.Threshold(k.site, k.currency)
		if !ok || limit.Sign() <= 0 {
			continue
		}
		half := limit.QuoRound(money.FromInt(2), 2, money.HalfUp)
		var run []Entry
		flush := func() {
			if len(run) > 1 {
				total, subjects := money.Zero, []string{}
				for _, e := range run {
					total, subjects = total.Add(e.Total), append(subjects, e.subject())
				}
				out = append(out, found(SplitBelow, Medium, k.site, subjects, people(run...), "party_id", k.party, "first_on", run[0].TaxDate.String(),
					"together", total.String(), "threshold", limit.String(), "currency", k.currency))
			}
			run = nil
		}
		for _, e := range x.purchases[k] {
			if e.Total.Less(half) || !e.Total.Less(limit) {
				continue
			}
			if len(run) > 0 && run[0].TaxDate.DaysUntil(e.TaxDate) > splitDays {
				flush()
			}
			run = append(run, e)
		}
		flush()
	}
	return out
}

// What is unusual: purchases of a party are compared with those before.
const (
	unusualHistory = 8 // purchases before
	unusualWindow  = 60
)

// unusualDeviations is how many median deviations an amount is away from the
// median; 1.4826 of them are a standard deviation of normal amounts, so that ten
// are between six and seven.
var unusualDeviations = money.FromInt(10)

// unusual finds purchases whose amount is far from the median of the party's
// earlier ones, above it, by their median deviation and by half the median at
// least.
func (x *index) unusual() (out []Finding) {
	for _, k := range x.parties(x.posted) {
		list := x.posted[k] // what was posted later does not change what was said
		for i := unusualHistory; i < len(list); i++ {
			before := list[max(0, i-unusualWindow):i]
			amounts := make([]money.Dec, len(before))
			for n, e := range before {
				amounts[n] = e.Total
			}
			middle := median(amounts)
			for n := range amounts {
				amounts[n] = amounts[n].Sub(middle).Abs()
			}
			deviation := median(amounts)
			e := list[i]
			far := e.Total.Sub(middle)
			if far.Greater(deviation.Mul(unusualDeviations)) && far.Add(far).Greater(middle) {
				out = append(out, found(AmountUnusual, Medium, k.site, []string{e.subject()}, people(e), "party_id", k.party, "amount",
					e.Total.String(),
					"median", middle.String(), "median_deviation", deviation.String(), "of", strconv.Itoa(len(before)), "currency", k.currency))
			}
		}
	}
	return out
}

// median is the middle of amounts, the lower of two; it sorts them.
func median(amounts []money.Dec) money.Dec {
	slices.SortFunc(amounts, money.Dec.Cmp)
	return amounts[(len(amounts)-1)/2]
}

// parties lists the keys of a map in order.
func (x *index) parties(of map[partyKey][]Entry) []partyKey {
	keys := make([]partyKey, 0, len(of))
	for k := range of {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b partyKey) int {
		return slices.Compare([]string{strconv.FormatInt(a.site, 10), a.party, a.currency}, []string{strconv.FormatInt(b.site, 10), b.party,
			b.currency})
	})
	return keys
}
