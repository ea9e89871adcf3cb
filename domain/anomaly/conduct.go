package anomaly

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// backdatedDays is how far an entry's day lies before that of one that stood in
// its series already.
const backdatedDays = 45

// mismatchMax is how far a tax may be from base times rate.
var mismatchMax = money.MustParse("0.02")

// series is what entries are numbered in.
type series struct {
	site          int64
	year, journal string
}

// numberGaps finds numbers that no entry of a series has.
func (x *index) numberGaps() (out []Finding) {
	numbers := map[series][]int64{}
	var order []series
	for _, e := range x.Entries {
		k := series{e.Site, e.FiscalYear, e.Journal}
		if numbers[k] == nil {
			order = append(order, k)
		}
		numbers[k] = append(numbers[k], e.Number)
	}
	for _, k := range order {
		slices.Sort(numbers[k])
		next := int64(1)
		for _, n := range numbers[k] {
			if n > next {
				name := fmt.Sprintf("series/%s/%s/%d", k.year, k.journal, next)
				out = append(out, found(NumberGap, Critical, k.site, []string{name}, nil, "fiscal_year", k.year, "journal", k.journal,
					"first_missing", strconv.FormatInt(next, 10), "last_missing", strconv.FormatInt(n-1, 10)))
			}
			next = n + 1
		}
	}
	return out
}

// taxes finds taxes that are not their base times their rate, and rates that the
// place does not have on the day.
func (x *index) taxes(r Rule) (out []Finding) {
	seen := map[string]bool{}
	add := func(e Entry, s Severity, facts ...string) {
		if !seen[e.ID] && e.ID != "" && !e.Reversal && !e.Reversed {
			seen[e.ID] = true
			out = append(out, found(r, s, e.Site, []string{e.subject()}, people(e), facts...))
		}
	}
	for _, l := range x.TaxLines {
		e := x.byID[l.Entry]
		switch {
		case r == TaxMismatch && l.Itself && l.Base.Mul(l.Rate).Sub(l.Tax).Abs().Greater(mismatchMax):
			add(e, Medium, "tax_code", l.Code, "rate", l.Rate.String(), "base", l.Base.String(), "tax", l.Tax.String(),
				"expected", l.Base.Mul(l.Rate).Round(2, money.HalfUp).String())
		case r == RateNotInForce && x.InForce != nil && !x.InForce(l.Code, l.Rate, l.On):
			add(e, High, "tax_code", l.Code, "rate", l.Rate.String(), "on", l.On.String())
		}
	}
	for _, e := range x.Entries {
		for _, reason := range e.Reasons {
			if r == TaxMismatch && (reason == "tax_mismatch" || reason == "tax_charged_without_duty") || r == RateNotInForce &&
				reason == "rate_not_in_force" {
				add(e, Medium, "review_reason", reason, "tax_date", e.TaxDate.String())
			}
		}
	}
	return out
}

// saleKey names a sale of a source.
type saleKey struct {
	site        int64
	source, ref string
}

// refunds finds refunds of sales that are not there, and those that take more than
// the sale.
func (x *index) refunds(r Rule) (out []Finding) {
	sales, refunded := map[saleKey]Order{}, map[saleKey][]Order{}
	var order []saleKey
	for _, o := range x.Orders {
		k := saleKey{o.Site, o.Source, o.Ref}
		switch {
		case o.Status == "voided":
		case o.Kind == "order":
			sales[k] = o
		case o.Kind == "refund":
			if o.RefundOf != "" {
				k.ref = o.RefundOf
			}
			if refunded[k] == nil {
				order = append(order, k)
			}
			refunded[k] = append(refunded[k], o)
		}
	}
	for _, k := range order {
		sale, ok := sales[k]
		total, subjects, by := money.Zero, []string{}, []string{}
		for _, o := range refunded[k] {
			total, subjects, by = total.Add(o.Gross), append(subjects, "order/"+o.ID), append(by, o.RecordedBy)
			if !ok && r == RefundWithoutOrder {
				out = append(out, found(r, Medium, k.site, []string{"order/" + o.ID}, []string{o.RecordedBy}, "source", k.source, "refund_of", k.ref,
					"gross", o.Gross.String(), "currency", o.Currency))
			}
		}
		if ok && r == RefundExceedsSale && sale.Currency == refunded[k][0].Currency && total.Greater(sale.Gross) {
			out = append(out, found(r, High, k.site, append(subjects, "order/"+sale.ID), by, "source", k.source, "sale", sale.Gross.String(),
				"refunded", total.String(), "currency", sale.Currency))
		}
	}
	return out
}

// differences finds orders of which the source says otherwise than the books.
func (x *index) differences() (out []Finding) {
	for _, o := range x.Orders {
		if o.Status == "difference" || o.Status == "missing_at_source" {
			out = append(out, found(LedgerVsSource, High, o.Site, []string{"order/" + o.ID}, []string{o.RecordedBy}, "source", o.Source,
				"status", o.Status, "booked_gross", o.Gross.String(), "currency", o.Currency))
		}
	}
	return out
}

// conduct finds what the way of an entry shows: days, people, vouchers.
func (x *index) conduct(r Rule) (out []Finding) {
	last := map[series]civil.Date{}
	for _, e := range x.Entries {
		add := func(s Severity, facts ...string) {
			out = append(out, found(r, s, e.Site, []string{e.subject()}, people(e), facts...))
		}
		switch r {
		case Backdated:
			k := series{e.Site, e.FiscalYear, e.Journal}
			stood := last[k]
			if !stood.IsZero() && e.Date.DaysUntil(stood) > backdatedDays && e.Origin != "opening" && e.Origin != "closing" {
				add(Medium, "date", e.Date.String(), "series_stood_at", stood.String(), "posted_on", e.PostedOn.String())
			}
			// A day to come says nothing of how far the series is.
			if e.Date.After(stood) && !e.Date.After(e.PostedOn) && (!e.Reversal || stood.IsZero()) {
				last[k] = e.Date
			}
		case PostedIntoClosed:
			if e.Late {
				add(Medium, "date", e.Date.String(), "counts_in", e.Period, "posted_on", e.PostedOn.String())
			}
		case SelfApproval:
			if slices.Contains(e.Preparers, e.ApprovedBy) && e.ApprovedBy != "" {
				severity, how := Critical, "no"
				if e.Waived {
					severity, how = Low, "yes"
				}
				add(severity, "approved_by", e.ApprovedBy, "waived", how, "total", e.Total.String(), "currency", e.Currency)
			}
		case MissingVoucher:
			if e.Journal == "purchases" && !e.Vouched && !e.Reversal && !e.Reversed && e.Origin != "opening" {
				severity := Low
				if e.InputTax {
					severity = Medium
				}
				add(severity, "origin", e.Origin, "total", e.Total.String(), "currency", e.Currency)
			}
		}
	}
	return out
}
