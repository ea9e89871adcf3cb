package plan

import (
	"maps"
	"slices"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// A question may ask for calculations side by side: with an income and with more of
// it, or under several statuses.

// furtherAsked reports that the tax on more, or the difference between two taxes, is
// asked for.
func (r *reader) furtherAsked() bool {
	return r.has(askWord, "difference") || len(r.askedSpans("further")) > 0
}

// asksWhatIsLeft reports that what is left of a wage is asked for, rather than told:
// "I take home £2,000" tells it.
func (r *reader) asksWhatIsLeft() bool {
	const near = 2
	asked := false
	for _, t := range r.spans[askWord] {
		if t.code != "take_home" {
			continue
		}
		for i := range r.sums {
			s := &r.sums[i]
			base := s.From == t.to && ofWhole(r.tokens[t.to-1].Text) ||
				s.From > t.to && !r.inSum(s.From-1) && (r.at(baseWord, s.From-1) != nil || ofWhole(r.tokens[s.From-1].Text))
			if s.From >= t.to && s.From <= t.to+near && !base || s.To <= t.from && s.To >= t.from-1 {
				return false
			}
		}
		asked = true
	}
	return asked || slices.ContainsFunc(r.spans[taxWord], r.leftAfter)
}

// leftAfter reports a tax behind "after" in a clause that asks how much, and of no other
// tax: "what lands in my account after income tax".
func (r *reader) leftAfter(t span) bool {
	from, to := r.clause(t)
	for to+1 < len(r.tokens) && r.word(to) == "," && (r.at(taxWord, to+1) != nil || r.overLevy(to+1, to+2)) {
		_, to = r.clause(span{from: to + 1, to: to + 2}) // "after income tax, USC and PRSI?"
	}
	after := t.from - 1
	for after >= from && !lexicon.Is(lexicon.Behind, r.word(after)) {
		if r.tokens[after].Kind != token.Word || t.from-after > 2 {
			return false
		}
		after--
	}
	if after < from || !r.asks(to) || !r.soughtIn(from, after) && !lexicon.Is(lexicon.Which, r.word(from)) ||
		lexicon.Is(lexicon.CreditNoun, r.word(t.to)) || lexicon.Is(lexicon.ChildRelief, r.word(t.to)) {
		return false
	}
	for i := from; i < after; i++ {
		if r.at(taxWord, i) != nil || r.overLevy(i, i+1) || lexicon.Is(lexicon.Pays, r.tokens[i].Text) || r.at(tiedWord, i) != nil {
			return false
		}
	}
	return true
}

// ofWhole reports a word behind which stands what something is left of.
func ofWhole(word string) bool {
	return lexicon.Is(lexicon.OfWhole, word)
}

// findMore finds the one amount by which the income is to grow: "if I earn £5,000
// more", "a raise of £5,000".
func (r *reader) findMore() {
	if !r.furtherAsked() {
		return
	}
	var found []int
	for i := range r.sums {
		s := &r.sums[i]
		behind := slices.ContainsFunc(r.askedSpans("more"), func(m span) bool {
			return m.from >= s.To && m.from <= s.To+1 && r.word(m.to) != "than" // "£5,000 more than me" is another's income
		})
		before := slices.ContainsFunc(r.askedSpans("raise"), func(m span) bool { return m.to == s.From })
		if behind || before {
			found = append(found, i)
		}
	}
	if len(found) != 1 || r.sums[found[0]].period != "" || r.sums[found[0]].ranged {
		return
	}
	s := &r.sums[found[0]]
	s.role = moreSum
	more := *s
	r.more = &more
}

// besides are the cases that a question asks for beside one: under each status that
// it compares, and each of them with more income.
func (r *reader) besides(j *tax.Jurisdiction, row *tax.CoverageRow, c *Case) []Case {
	cases := []Case{*c}
	if name, values := r.comparedStatuses(j, row); len(values) > 1 {
		cases = cases[:0]
		r.out.Compare = true
		for _, v := range values {
			k := *c
			k.Request.Facts = maps.Clone(c.Request.Facts)
			if k.Request.Facts == nil {
				k.Request.Facts = map[string]string{}
			}
			k.Request.Facts[name] = v
			r.addFacts([]contract.FactUsed{{Key: name, Value: v}})
			cases = append(cases, k)
		}
	}
	if r.more == nil {
		return cases
	}
	v, doubt := r.read(r.more, j)
	foreign := r.more.Currencies != nil && !slices.Contains(r.more.Currencies, j.Currency)
	if doubt != amount.Certain || foreign || r.moreOfAnother() || r.raiseOfNoWages(j, c) || len(c.Request.Components) > 1 {
		r.ask(contract.Ask("income", "By how much the income is to grow, and which part of it, cannot be told; each income is needed in a "+
			"question of its own, or as a comparison.", incomePrompt(j, nil)))
		return cases
	}
	r.out.Compare = true
	key := "further_income"
	if r.versus[1] > 0 {
		key = "other_income"
	}
	r.addFacts([]contract.FactUsed{{Key: key, Value: v.String(), Currency: j.Currency}})
	for _, k := range slices.Clone(cases) {
		if r.versus[1] > 0 {
			k = instead(k, v)
			cases = append(cases, k)
			continue
		}
		k.Request.Income = k.Request.Income.Add(v)
		k.Request.Components = slices.Clone(k.Request.Components)
		for i := range k.Request.Components {
			k.Request.Components[i].Amount = k.Request.Components[i].Amount.Add(v)
		}
		k.Parts = append(slices.Clone(k.Parts), v.String())
		cases = append(cases, k)
	}
	return cases
}

// instead is a case with another income in the place of its own.
func instead(k Case, v money.Dec) Case {
	k.Request.Income = v
	k.Request.Components = slices.Clone(k.Request.Components)
	for i := range k.Request.Components {
		k.Request.Components[i].Amount = v
	}
	k.Parts = []string{v.String()}
	return k
}

// moreOfAnother reports that the increase is another person's than the income.
func (r *reader) moreOfAnother() bool {
	who := r.earner(r.more)
	return slices.ContainsFunc(r.sums, func(s sum) bool {
		of := r.earner(&s)
		return s.role == incomeSum && who != nobody && of != nobody && who != of
	})
}

// raiseOfNoWages reports a raise or a bonus beside an income that is no wage, so that what
// is raised is not said.
func (r *reader) raiseOfNoWages(j *tax.Jurisdiction, c *Case) bool {
	kind := tax.Employment
	switch {
	case len(c.Request.Components) > 0:
		kind = c.Request.Components[0].Kind
	case len(j.Kinds) > 0:
		kind = j.Kinds[0]
	}
	return kind != tax.Employment && slices.ContainsFunc(r.askedSpans("raise"), func(m span) bool { return m.to == r.more.From })
}

// comparedStatuses are the values of the place's filing status that a question sets
// side by side.
func (r *reader) comparedStatuses(j *tax.Jurisdiction, row *tax.CoverageRow) (name string, values []string) {
	for i := range j.Facts {
		f := &j.Facts[i]
		if !applies(f, row) {
			continue
		}
		if values := r.sideBySide(j, f); len(values) > 1 {
			return f.Name, values
		}
	}
	return "", nil
}

// sideBySide are the values of a filing status of which phrases of the law are compared.
func (r *reader) sideBySide(j *tax.Jurisdiction, f *tax.Fact) (values []string) {
	if f.Type != "choice" || f.Joint == nil {
		return nil
	}
	if opposed := r.opposedValues(j, f); len(opposed) > 1 {
		return opposed
	}
	if !r.has(compareWord, "compare") {
		return nil
	}
	r.eachHint(j, func(h *hint, i, at int) {
		v := h.says
		if v == "" && !h.name {
			v = choiceIn(f, r.textFolded(i, at))
		}
		beside := lexicon.Is(lexicon.SetBeside, r.word(i-1)) || lexicon.Is(lexicon.SetBeside, r.word(at))
		if h.fact.Name == f.Name && v != "" && (beside || r.plain(i, at)) && !slices.Contains(values, v) {
			values = append(values, v)
		}
	})
	return values
}
