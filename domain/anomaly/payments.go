package anomaly

import (
	"slices"
	"strconv"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// Days that rules look across.
const (
	samePaymentDays = 10 // two payments of one amount
	changedDays     = 30 // a payment after a bank account changed
	splitDays       = 3  // purchases that could have been one
)

// habitAfter is how often something came before that its party is known to do so. It
// was told each time, and whoever looked at it let it stand.
const habitAfter = 2

// duplicateDocuments finds purchases that rest on one document, and those of one
// party with the same amount and tax point, unless it bills that amount several times on
// one day as a habit.
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
		days := map[string][]civil.Date{} // on which an amount came more than once
		for i := 1; i < len(list); i++ {
			for j := i - 1; j >= 0 && list[j].TaxDate == list[i].TaxDate; j-- {
				a, b := list[j], list[i]
				if a.Total.Equal(b.Total) && !shares(a.Documents, b.Documents) {
					amount := a.Total.Pad(2).String()
					if !slices.Contains(days[amount], a.TaxDate) {
						days[amount] = append(days[amount], a.TaxDate)
					}
					if len(days[amount]) > habitAfter {
						continue
					}
					out = append(out, found(DuplicateDocument, High, k.site, []string{a.subject(), b.subject()}, people(a, b),
						"party_id", k.party, "tax_date", a.TaxDate.String(), "total", a.Total.String(), "currency", k.currency))
				}
			}
		}
	}
	return out
}

// SameOrderDays is how far apart, in days, two sources may say that one order was placed.
const SameOrderDays = 3

// orderKey is what two reports of one order have alike.
type orderKey struct {
	site                       int64
	kind, ref, currency, gross string
}

// ordersOfTwoSources finds orders that two sources report alike, by name, kind, amount and
// about by day, and that nothing ties together: each is in the books.
func (x *index) ordersOfTwoSources() (out []Finding) {
	before := map[orderKey][]Order{}
	for _, o := range x.Orders {
		if o.Status == "voided" {
			continue
		}
		k := orderKey{o.Site, o.Kind, o.Ref, o.Currency, o.Gross.Pad(2).String()}
		for _, a := range before[k] {
			if days := a.PlacedOn.DaysUntil(o.PlacedOn); a.Source != o.Source && days >= -SameOrderDays && days <= SameOrderDays {
				out = append(out, found(DuplicateDocument, High, o.Site, []string{"order/" + a.ID, "order/" + o.ID},
					[]string{a.RecordedBy, o.RecordedBy}, "source_ref", o.Ref, "kind", o.Kind, "first_source", a.Source, "second_source", o.Source,
					"first_placed_on", a.PlacedOn.String(), "second_placed_on", o.PlacedOn.String(), "gross", o.Gross.String(), "currency", o.Currency))
			}
		}
		before[k] = append(before[k], o)
	}
	return out
}

func shares(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// duplicatePayments finds two payments of one amount to one party within a few
// days, of which one settles no item, and which are not at the interval at which that
// amount is paid to it.
func (x *index) duplicatePayments() (out []Finding) {
	for _, k := range x.parties(x.payments) {
		list := x.payments[k]
		for i := 1; i < len(list); i++ {
			for j := i - 1; j >= 0 && list[j].Date.DaysUntil(list[i].Date) <= samePaymentDays; j-- {
				a, b := list[j], list[i]
				if a.Total.Equal(b.Total) && !(a.Settles && b.Settles) && !recurs(list[:j+1], b) {
					out = append(out, found(DuplicatePayment, High, k.site, []string{a.subject(), b.subject()}, people(a, b),
						"party_id", k.party, "first_on", a.Date.String(), "second_on", b.Date.String(), "amount", a.Total.String(), "currency", k.currency))
				}
			}
		}
	}
	return out
}

// recurs reports whether a payment comes as long after the last of its amount as those
// before it came after one another, to a day.
func recurs(before []Entry, e Entry) bool {
	var gaps []int
	var last *Entry
	for i := range before {
		if !before[i].Total.Equal(e.Total) {
			continue
		}
		if last != nil {
			gaps = append(gaps, last.Date.DaysUntil(before[i].Date))
		}
		last = &before[i]
	}
	if len(gaps) < habitAfter || last == nil {
		return false
	}
	slices.Sort(gaps)
	usual, now := gaps[(len(gaps)-1)/2], last.Date.DaysUntil(e.Date)
	return usual > 1 && now >= usual-1 && now <= usual+1
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
// amount that asks for a second person and below it, which together reach it. A party of
// which most purchases are so large, and come so often, is delivering as it always does.
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
		usual, seen := 0, 0 // purchases of such amounts, and all, before the run
		flush := func() {
			if len(run) > 1 && !(usual >= 2*habitAfter && usual+usual > seen) {
				total, subjects := money.Zero, []string{}
				for _, e := range run {
					total, subjects = total.Add(e.Total), append(subjects, e.subject())
				}
				out = append(out, found(SplitBelow, Medium, k.site, subjects, people(run...), "party_id", k.party, "first_on", run[0].TaxDate.String(),
					"together", total.String(), "threshold", limit.String(), "currency", k.currency))
			}
			usual += len(run)
			seen += len(run)
			run = nil
		}
		for _, e := range x.purchases[k] {
			if e.Total.Less(half) || !e.Total.Less(limit) {
				seen++
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
	unusualHistory = 4 // purchases before
	unusualWindow  = 60
	// unusualBooks is how many purchases of a site say what is usual of a party that is not
	// known yet, and unusualShare of how many of them one is larger.
	unusualBooks = 200
	unusualShare = 100
)

// unusualDeviations is how many median deviations an amount is away from the
// median; 1.4826 of them are a standard deviation of normal amounts, so that ten
// are between six and seven.
var unusualDeviations = money.FromInt(10)

// unusualSpread is how many times an amount is further from the median than nine tenths of
// the earlier ones are: some parties bill several times the usual now and then.
var unusualSpread = money.FromInt(4)

// unusual finds purchases whose amount is far from the median of the party's
// earlier ones, above it, by their median deviation, by their spread and by half the
// median at least, unless the party billed about as much a cycle before.
// Of a party that is not known yet it finds what is larger than nearly all that the site
// has bought before.
func (x *index) unusual() (out []Finding) {
	for _, k := range x.parties(x.posted) {
		list := x.posted[k]   // what was posted later does not change what was said
		var usual []money.Dec // what was told is not what is usual
		for i, e := range list {
			if len(usual) < unusualHistory {
				usual = append(usual, e.Total)
				continue
			}
			amounts := slices.Clone(usual[max(0, len(usual)-unusualWindow):])
			middle := median(amounts)
			spread := amounts[(len(amounts)-1)*9/10].Sub(middle)
			for n := range amounts {
				amounts[n] = amounts[n].Sub(middle).Abs()
			}
			deviation := median(amounts)
			far := e.Total.Sub(middle)
			if far.Greater(deviation.Mul(unusualDeviations)) && far.Greater(spread.Mul(unusualSpread)) && far.Add(far).Greater(middle) &&
				!inCycle(list[:i], e) {
				out = append(out, found(AmountUnusual, Medium, k.site, []string{e.subject()}, people(e), "party_id", k.party, "amount",
					e.Total.String(),
					"median", middle.String(), "median_deviation", deviation.String(), "of", strconv.Itoa(len(amounts)), "currency", k.currency))
			} else {
				usual = append(usual, e.Total)
			}
		}
	}
	return append(out, x.unusualOfUnknown()...)
}

// inCycle reports whether a party billed about as much, to a fifth, a month, a quarter, half
// a year or a year before, to some days.
func inCycle(before []Entry, e Entry) bool {
	return slices.ContainsFunc(before, func(b Entry) bool {
		days := b.TaxDate.DaysUntil(e.TaxDate)
		return slices.ContainsFunc([]int{30, 91, 182, 365}, func(cycle int) bool { return days >= cycle-5 && days <= cycle+5 }) &&
			b.Total.Sub(e.Total).Abs().Mul(money.FromInt(5)).Less(e.Total)
	})
}

// unusualOfUnknown finds the first few purchases of a party that are larger than nearly all
// that the site has bought in the currency before.
func (x *index) unusualOfUnknown() (out []Finding) {
	known, bought := map[partyKey]int{}, map[partyKey][]money.Dec{} // in order of size, by site and currency
	for _, e := range x.Entries {
		if e.Journal != "purchases" || e.Reversal || e.Reversed || e.Party == "" {
			continue
		}
		party, site := partyKey{e.Site, e.Party, e.Currency}, partyKey{site: e.Site, currency: e.Currency}
		sorted := bought[site]
		at, _ := slices.BinarySearchFunc(sorted, e.Total, money.Dec.Cmp)
		if n := len(sorted); known[party] < unusualHistory && n >= unusualBooks && (n-at)*unusualShare <= n {
			out = append(out, found(AmountUnusual, Low, e.Site, []string{e.subject()}, people(e), "party_id", e.Party, "amount", e.Total.String(),
				"larger_than", strconv.Itoa(at), "of", strconv.Itoa(n), "purchases_of_party", strconv.Itoa(known[party]), "currency", e.Currency))
		}
		known[party]++
		bought[site] = slices.Insert(sorted, at, e.Total)
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
