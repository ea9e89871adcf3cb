package ie

import (
	"errors"
	"slices"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Codes of the contributions on income that is no pay.
const (
	prsiSelfEmployed = "prsi_self_employed"
	prsiUnearned     = "prsi_unearned"
)

// selfInsurance is PRSI of Class S for a year (Social Welfare Consolidation Act 2005, ss. 20
// and 21): what changes on 1 October counts by the months of each part (s. 38BA).
type selfInsurance struct {
	rate, least money.Dec
	from        law.Num
	cite        []law.Citation
}

// unearnedInsurance is PRSI of Class K on the unearned income of a person with pay and
// without profit (ss. 30E(1A) and (3), and 30F).
type unearnedInsurance struct {
	rate  money.Dec
	above law.Num
	cite  []law.Citation
}

// readInsurance reads both classes at the day on which a year starts; the Act raises the
// rates of both alike.
func readInsurance(book *law.Book, day civil.Date) (selfInsurance, unearnedInsurance, error) {
	const table, before, after, months = "income_prsi_class_s_k", 9, 3, 12
	first, then := book.On(day), book.On(civil.Of(day.Year(), 10, 1))
	byMonths := func(entry string) money.Dec {
		a, b := first.Entry(table, entry).Dec, then.Entry(table, entry).Dec
		return a.Mul(money.FromInt(before)).Add(b.Mul(money.FromInt(after))).QuoRound(money.FromInt(months), 8, money.HalfUp)
	}
	rate, least := byMonths("rate"), byMonths("least")
	cite := first.Citations()
	for _, c := range then.Citations() {
		if !slices.ContainsFunc(cite, func(known law.Citation) bool { return known.ID == c.ID }) {
			cite = append(cite, c)
		}
	}
	limits := book.On(day)
	s := selfInsurance{rate: rate, least: least, from: limits.Num("income_prsi_class_s_from"), cite: cite}
	k := unearnedInsurance{rate: rate, above: limits.Num("income_prsi_class_k_above"), cite: cite}
	return s, k, errors.Join(first.Err(), then.Err(), limits.Err())
}

// otherInsurance is PRSI on what is no pay, each spouse for themselves: with profit a person
// is a self-employed contributor, whose contribution is on the unearned income too; without,
// the unearned income bears Class K beside pay, and Class S where there is no pay.
func (p *params) otherInsurance(w *tax.Work, h *household) (selfEmployed, unearned money.Dec) {
	for _, in := range []*incomes{&h.own, &h.spouse} {
		switch {
		case in.profit.Sign() > 0:
			selfEmployed = selfEmployed.Add(p.classS.of(w, in, prsiSelfEmployed))
		case in.pay.Sign() > 0:
			unearned = unearned.Add(p.classK.of(w, in))
		default:
			unearned = unearned.Add(p.classS.of(w, in, prsiUnearned))
		}
	}
	return selfEmployed, unearned
}

// of is one contribution of one person, on all income but pay or the least amount
// (s. 21(1)(a)); none where income of all kinds stays below the limit.
func (s *selfInsurance) of(w *tax.Work, in *incomes, code string) money.Dec {
	reckonable := in.reckonable()
	if reckonable.Sign() <= 0 {
		return money.Zero
	}
	w.Cite(s.cite)
	w.Cite(s.from.Cite)
	if all := reckonable.Add(in.pay); all.Less(s.from.Dec) {
		w.Step(code, "PRSI, Class S: none", money.Zero, s.from.Cite, "0, because {} is below {}", all, s.from.Dec)
		return money.Zero
	}
	due := w.Round(money.Max(reckonable.Mul(s.rate), s.least), cent)
	w.Step(code, "PRSI, Class S, by the months of each rate, or the least contribution", due, s.cite, "max({} × {}, {})",
		reckonable, s.rate, s.least)
	return due
}

// of is the contribution of one person, on all unearned income once it makes a chargeable
// person of its owner (s. 30F(1A)).
func (k *unearnedInsurance) of(w *tax.Work, in *incomes) money.Dec {
	income := in.reckonable()
	if income.Sign() <= 0 {
		return money.Zero
	}
	w.Cite(k.cite)
	w.Cite(k.above.Cite)
	if !income.Greater(k.above.Dec) {
		w.Step(prsiUnearned, "PRSI on unearned income: none", money.Zero, k.above.Cite, "0, because {} is not above {}", income, k.above.Dec)
		return money.Zero
	}
	due := w.Round(income.Mul(k.rate), cent)
	w.Step(prsiUnearned, "PRSI on unearned income, Class K, by the months of each rate", due, k.cite, "{} × {}", income, k.rate)
	return due
}
