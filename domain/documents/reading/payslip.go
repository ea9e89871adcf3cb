package reading

import (
	"slices"
)

// Names of the fields of a payslip, beside the issuer, who is the employer, and the
// currency. What was withheld and what is paid out make the gross pay.
const (
	GrossPay   = "gross_pay"
	Deductions = "deductions"
	NetPay     = "net_pay"
	PayDate    = "pay_date"
)

const (
	grossPayLabel what = iota + 100
	deductionsLabel
	netPayLabel
	payDateLabel
	otherPay // taxable, before tax, employer's, to date
)

// payslipLabels are those of payslips, which call their sums otherwise than invoices do.
var payslipLabels = vocabularyOf([]named{
	{grossPayLabel, `total gross pay|gross pay|gross salary|gross wages|gross earnings|total earnings|
		total payments|total pay and allowances|gesamtbrutto|gesamt-brutto|bruttobezüge gesamt|summe bruttobezüge|
		salaire brut|total brut|rémunération brute|total devengado|totale competenze|totale lordo|retribuzione lorda|
		brutoloon|bruto loon|totaal bruto|bruto salaris|total de abonos|total abonos|vencimento ilíquido|
		wynagrodzenie brutto|razem brutto|suma brutto`},
	{deductionsLabel, `total deductions|deductions total|total withheld|gesamtabzüge|gesamtabzug|summe abzüge|
		abzüge gesamt|summe der abzüge|total retenues|total des retenues|total des cotisations et contributions|
		total a deducir|total deducciones|totale trattenute|totale ritenute|totaal inhoudingen|totale inhoudingen|
		total descontos|total de descontos|suma potrąceń|razem potrącenia`},
	{netPayLabel, `net pay|total net pay|net salary|net wages|take home pay|take-home pay|auszahlungsbetrag|
		auszahlung|überweisungsbetrag|net à payer|net payé|salaire net à payer|líquido a percibir|
		líquido total a percibir|netto in busta|netto del mese|netto a pagare|nettoloon|netto loon|uit te betalen|
		te betalen|líquido a receber|total líquido|do wypłaty|kwota do wypłaty`},
	{payDateLabel, `pay date|payment date|date paid|date of payment|paid on|zahltag|auszahlungsdatum|auszahlung am|
		date de paiement|date du paiement|paiement le|payé le|fecha de pago|data pagamento|data di pagamento|
		betaaldatum|datum betaling|data de pagamento|data wypłaty`},
	{otherPay, `gross taxable pay|taxable gross pay|taxable gross|taxable pay|gross for tax|ni-able pay|niable pay|
		gross pay to date|gross pay td|gross pay ytd|total gross pay td|total gross pay to date|taxable gross pay td|
		net pay to date|net pay ytd|total deductions ytd|to date|year to date|ytd|td|employer contributions|
		employer ni|steuerbrutto|steuer-brutto|sv-brutto|kv-brutto|rv-brutto|laufendes brutto|nettoverdienst|
		netto-verdienst|gesetzliches netto|jahreswerte|kumuliert|net imposable|net fiscal|net à payer avant impôt|
		net à payer avant impôt sur le revenu|net social|cumul|cumuls|cumul brut|cumul net imposable|coût employeur|
		base imponible|base de cotización|imponibile|imponibile fiscale|progressivo|fiscaal loon|
		loon voor loonheffing|cumulatief|rendimento colectável|acumulado|acumulados|podstawa opodatkowania|narastająco`},
})

// Payslip finds the fields of a payslip. Gross pay less deductions is net pay: sums that
// agree so vouch for each other. Of sums for the period and sums for the year so far,
// which agree as well, the smaller are the period's; where neither agrees, what stands
// more than once is not sure.
func (s Sheets) Payslip(language string) []Found {
	r := s.reader(language)
	for _, l := range r.lines {
		r.marked = append(r.marked, payslipLabels.labelsOf(l))
	}
	pay := r.paySums()
	for _, s := range pay {
		r.add(found(payNames[s.what], s.value.String(), r.lines[s.line].Page, r.lines[s.line].Words[s.first:s.last+1], s.score))
	}
	r.payDay()
	gross := slices.IndexFunc(pay, func(s sum) bool { return s.what == grossPayLabel && s.currency != "" })
	if gross >= 0 {
		r.currency(pay, pay[gross], true)
	} else {
		r.currency(nil, sum{}, false)
	}
	r.names()
	r.found = slices.DeleteFunc(r.found, func(f Found) bool { return f.Name == Merchant })
	sortFound(r.found)
	return r.found
}

var payNames = map[what]string{grossPayLabel: GrossPay, deductionsLabel: Deductions, netPayLabel: NetPay}

// paySums are the sums of the period, one of each label.
func (r *reader) paySums() (out []sum) {
	all := map[what][]sum{}
	for i := range r.lines {
		for _, s := range r.paySumsOf(i) {
			if !slices.ContainsFunc(all[s.what], func(x sum) bool { return x.value.Equal(s.value) }) {
				all[s.what] = append(all[s.what], s)
			}
		}
	}
	if agreed := agreeing(all); agreed != nil {
		return agreed
	}
	for _, w := range []what{grossPayLabel, deductionsLabel, netPayLabel} {
		if len(all[w]) == 0 {
			continue
		}
		s := all[w][0]
		if len(all[w]) > 1 {
			s.score = min(s.score, ambiguous)
		}
		out = append(out, s)
	}
	return out
}

// agreeing are the gross pay, deductions and net pay that agree. Of two such sets, one of
// which is no greater in anything, that one is the period's; of others none is.
func agreeing(all map[what][]sum) (best []sum) {
	for _, g := range all[grossPayLabel] {
		for _, d := range all[deductionsLabel] {
			for _, n := range all[netPayLabel] {
				if !g.sure || !d.sure || !n.sure || d.value.Sign() <= 0 || n.value.Sign() <= 0 || !g.value.Sub(d.value).Equal(n.value) {
					continue
				}
				set := []sum{g, d, n}
				switch {
				case best == nil || noGreater(set, best):
					best = set
				case !noGreater(best, set):
					return nil
				}
			}
		}
	}
	for i := range best {
		best[i].score = byAgreed
	}
	return best
}

// noGreater reports whether no sum of a is greater than its like in b.
func noGreater(a, b []sum) bool {
	for i := range a {
		if a[i].value.Greater(b[i].value) {
			return false
		}
	}
	return true
}

// paySumsOf are the labelled amounts of a line, and those beneath a label that stands
// alone in its line.
func (r *reader) paySumsOf(i int) (out []sum) {
	own := r.figures(i)
	for _, f := range own {
		w := nothing
		for _, m := range r.marked[i] {
			if m.last < f.first && m.what != payDateLabel {
				w = m.what
			}
		}
		if payNames[w] != "" && f.cents {
			f.value = f.value.Abs() // deductions are printed with a minus, or without
			out = append(out, sum{f, i, byLabel, w})
		}
	}
	if len(own) > 0 || i+1 == len(r.lines) || r.lines[i+1].Page != r.lines[i].Page {
		return out
	}
	for _, m := range r.marked[i] {
		if payNames[m.what] != "" {
			out = append(out, r.below(i, m)...)
		}
	}
	return out
}

// payDay is the day of payment, by its label alone.
func (r *reader) payDay() {
	for i, l := range r.lines {
		for _, d := range dates(l, r.habit) {
			named := slices.ContainsFunc(r.marked[i], func(m label) bool { return m.what == payDateLabel && m.last < d.first })
			if !named {
				continue
			}
			f := found(PayDate, d.date.String(), l.Page, l.Words[d.first:d.last+1], byLabel+60)
			if !d.sure {
				f.Score = min(f.Score, ambiguous)
			}
			if old, has := r.get(PayDate); !has {
				r.add(f)
			} else if old.Value != f.Value {
				r.doubt(PayDate, f.Value)
			}
		}
	}
}
