package plan

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// factsOf reads the declared facts of a place and year from a question, and
// lists those that are required, or hinted at, and not given; taken are those
// that the amounts of income gave.
func (r *reader) factsOf(j *tax.Jurisdiction, row *tax.CoverageRow, in *income) (given map[string]string,
	missing []contract.MissingFact) {
	for i := range j.Facts {
		f := &j.Facts[i]
		if !applies(f, row) {
			continue
		}
		value, hinted := r.fact(j, f)
		if v, found := in.taken[f.Name]; found {
			value = v.String()
		}
		if f.Name == earlyGainsFact && value == "" {
			if value = r.early(in); value == granted[f.Name].value {
				r.grant(f.Name, value)
				continue
			}
		}
		free, grantable := granted[f.Name]
		switch {
		case f.Type == "rate" && value != "" && value == f.Assumed && r.said[f.Name] == "":
			// who is in no church has named no rate: the assumption says it in words
		case value != "":
			if given == nil {
				given = map[string]string{}
			}
			given[f.Name] = value
		case f.Required && !hinted && grantable && f.Type == "integer":
			r.grant(f.Name, free.value)
		case hinted || f.Required || f.Ask && f.Type == "choice" || perHousehold(f):
			missing = append(missing, contract.AskFact(f.Name, f.Reason, f.Prompt))
		}
	}
	r.salaryBeside(missing)
	if i := slices.IndexFunc(j.Facts, func(f tax.Fact) bool { return f.Name == "spouse_age" }); i >= 0 && given["spouse_age"] == "" {
		if age := r.ageOf(spouse); age != "" {
			if given == nil {
				given = map[string]string{}
			}
			given["spouse_age"] = age
		} else if k := slices.IndexFunc(j.Facts, func(f tax.Fact) bool { return slices.Contains(f.Joint, given[f.Name]) }); k >= 0 {
			r.grant("spouse_age", granted["age"].value)
		}
	}
	return given, r.dependent(j, row, in, given, r.implied(j, given, missing))
}

// dependent adds the facts that are needed beside one that is asked for, or that has a
// value under which they are: everything is asked for at once.
func (r *reader) dependent(j *tax.Jurisdiction, row *tax.CoverageRow, in *income, given map[string]string,
	missing []contract.MissingFact) []contract.MissingFact {
	asked := func(list []contract.MissingFact, name string) bool {
		return slices.ContainsFunc(list, func(m contract.MissingFact) bool { return m.Key == name })
	}
	open := func(name string) bool { return asked(missing, name) || asked(r.out.MissingFacts, name) }
	req := tax.Request{Facts: given, Income: in.total, HasIncome: in.ask == nil, IncomeBasis: in.basis, Components: in.components}
	for i := range j.Facts {
		f := &j.Facts[i]
		if n := f.Needed; n != nil && n.Basis != "" && in.basis != "" && in.basis != n.Basis && r.said[f.Name] != "" {
			delete(given, f.Name) // it was asked for at once with the basis, and turns out not to matter
		}
		if f.Needed == nil || !applies(f, row) || given[f.Name] != "" || open(f.Name) || !f.Needed.May(&req, row, open) {
			continue
		}
		missing = append(missing, contract.AskFact(f.Name, f.Reason, f.Prompt))
	}
	return missing
}

// grant takes a fact for granted.
func (r *reader) grant(name, value string) {
	if r.granted == nil {
		r.granted = map[string]string{}
	}
	r.granted[name] = value
}

// implied gives the facts that are still missing the values that phrases have
// beside the facts that are given.
func (r *reader) implied(j *tax.Jurisdiction, given map[string]string, missing []contract.MissingFact) []contract.MissingFact {
	says := map[string]string{}
	r.eachHint(j, func(h *hint, i, _ int) {
		for name, value := range h.with {
			if given[name] != value {
				return
			}
		}
		if h.with != nil && r.plain(i, i+1) {
			says[h.fact.Name] = h.says
		}
	})
	return slices.DeleteFunc(missing, func(m contract.MissingFact) bool {
		if says[m.Key] != "" {
			given[m.Key] = says[m.Key]
		}
		return says[m.Key] != ""
	})
}

// eachHint calls found for every phrase from token i to token to that speaks of
// a fact of a place.
func (r *reader) eachHint(j *tax.Jurisdiction, found func(h *hint, i, to int)) {
	for i := range r.tokens {
		r.p.hints.At(r.tokens, i, func(hints []hint, n int) {
			for k := range hints {
				if hints[k].code == j.Code {
					found(&hints[k], i, i+n)
				}
			}
		})
	}
}

func applies(f *tax.Fact, row *tax.CoverageRow) bool {
	types := f.TaxTypes
	if types == nil {
		types = []string{tax.IndividualIncome}
	}
	from := row.Period.From
	return slices.Contains(types, typeOf(row)) && (f.Since.IsZero() || !from.Before(f.Since)) && (f.Until.IsZero() || !from.After(f.Until))
}

// fact looks for one fact: "name: value", an age, a phrase that says it, or a
// choice that is one of its own hints. hinted says that the question speaks of
// it; a joint income speaks of the fact that decides whether it may be one.
func (r *reader) fact(j *tax.Jurisdiction, f *tax.Fact) (value string, hinted bool) {
	if text := r.said[f.Name]; text != "" {
		return readSaid(f, text), true
	}
	if f.Joint != nil {
		if v := r.comparedJointly(j, f); v != "" {
			return v, true
		}
	}
	values := map[string]bool{}
	r.eachHint(j, func(h *hint, i, at int) {
		if h.fact.Name != f.Name || h.with != nil {
			return
		}
		named := h.name && (r.word(at) == ":" || r.word(at) == "=" || r.word(at) == "is")
		if bound, _ := r.binds(i, at, true); named && r.word(at) == "is" && !bound {
			hinted = true // "my wife's taxable income is £20,000"
			return
		}
		if named {
			hinted = true
			values[r.valueAt(j, f, at+1)] = true
			return
		}
		bound, asked := r.binds(i, at, f.Name == "age")
		credit := slices.ContainsFunc(r.levies, func(m levyMention) bool { return m.Code == "credits" && m.from < at && i < m.to })
		if bound && !h.name && (r.leftOutAt(i, at) || credit) {
			return // "before tax credits"
		}
		if !bound {
			hinted = hinted || asked || h.says != "" && h.says == f.Assumed && r.idiomDenies(i, at) != asStated
			switch {
			case f.Type == "choice" && f.Ask && r.deniedAt(i, at):
				values[f.Assumed] = true
			case r.nameStates(f, h, i, at) && r.deniedAt(i, at):
				values["false"] = true
			}
			return
		}
		if r.nameStates(f, h, i, at) {
			values["true"] = true
		}
		hinted = hinted || !h.name || strings.Contains(f.Name, "_")
		if f.Type == "rate" {
			values[r.percentFact(j, i, at)] = true
		}
		if h.says != "" {
			values[h.says] = true
		}
		switch {
		case h.counted:
			values[r.countBefore(i)] = true
		case h.name && f.Type == "choice": // "filing status single"
			values[r.valueAt(j, f, at)] = true
		case f.Type == "choice" && !h.name:
			values[choiceIn(f, r.textFolded(i, at))] = true
		}
	})
	delete(values, "")
	if f.Name == "company_class" && r.has(priceWord, "standard") {
		values["standard"] = true
	}
	if len(values) == 0 || !hinted {
		said, spoken := r.household(j, f)
		for _, v := range said {
			values[v] = true
		}
		hinted = hinted || spoken
	}
	r.contradicts(j, f, values)
	if f.Name == "municipal_rate" && len(values) == 0 {
		for i := range r.tokens {
			if t := r.tokens[i].Text; strings.HasPrefix(t, "kommun") || strings.HasPrefix(t, "kunnallis") || strings.HasPrefix(t, "municipal") {
				values[r.percentFact(j, i, i+1)] = true
			}
		}
	}
	if value, spoken := r.sightOf(f); spoken {
		values[value] = true
		hinted = true
	}
	if age, unclear := r.byAge(f); age != "" || unclear {
		values[age] = true
		hinted = hinted || unclear
	}
	hinted = hinted || agesOf[f.Name] != nil && len(values) == 0 && r.belowAge(j)
	hinted = hinted || f.Joint != nil && r.joint()
	delete(values, "")
	if !hinted && len(values) == 0 && !countsChildren(f.Name) && r.ofChildren(j, f.Name) {
		_, _, hinted = r.childSaid() // whatever they are called
	}
	hinted = hinted || len(values) == 0 && (r.perhapsSaid(j, f) || (f.Counts != nil || f.Name == "children") && r.countsUnknown())
	if len(values) != 1 {
		return "", hinted || len(values) > 1
	}
	for v := range values {
		value = v
	}
	return value, true
}

// readSaid reads a fact's value from a line "name: value", "" if it is none.
func readSaid(f *tax.Fact, text string) string {
	switch f.Type {
	case "boolean":
		switch word := token.Fold(text); {
		case lexicon.Is(lexicon.Yes, word):
			return "true"
		case lexicon.Is(lexicon.No, word):
			return "false"
		}
		return ""
	case "choice":
		return choiceOf(f, strings.ToLower(text))
	case "date":
		return text
	}
	percent := strings.HasSuffix(text, "%")
	text = strings.TrimSpace(strings.TrimSuffix(text, "%"))
	plain, doubt := amount.Plain(text, amount.English)
	if f.Type == "rate" || f.Type == "number" {
		plain, doubt = text, amount.Certain // "0.3212" has no groups
	}
	v, err := money.Parse(plain)
	if doubt != amount.Certain || err != nil {
		return ""
	}
	if percent || f.Type == "rate" && v.Greater(money.One) { // "municipal_rate: 32.42"
		v = v.Quo(money.FromInt(100)).Trim(0)
	}
	return v.String()
}

// contradicts adds what the words of the household say where a phrase of the law says the
// other: spouses taxed together by one, one person alone by the other.
func (r *reader) contradicts(j *tax.Jurisdiction, f *tax.Fact, values map[string]bool) {
	if f.Joint == nil || len(values) != 1 || !perHousehold(f) || len(r.sideBySide(j, f)) > 1 {
		return
	}
	said, _ := r.statuses(j)
	together := slices.ContainsFunc(f.Joint, func(v string) bool { return values[v] })
	switch {
	case together && said["single"]:
		values[statusChoice(j, f, "single")] = true
	case !together && said["joint"]:
		values[statusChoice(j, f, "joint")] = true
	}
}

// plain reports that the tokens from..to state something of the person whose tax
// is asked for.
func (r *reader) plain(from, to int) bool {
	bound, _ := r.binds(from, to, false)
	return bound
}

// countBefore reads the number before token i, "2" or "two"; "" if there is none.
func (r *reader) countBefore(i int) string {
	if n, ok := r.number(i-1, 1, 2); ok {
		return strconv.Itoa(n)
	}
	if n, ok := r.p.lex.Numbers.Units[r.word(i-1)]; ok {
		return strconv.FormatInt(n, 10)
	}
	var codes []string
	for _, l := range r.langs {
		codes = append(codes, l.Code)
	}
	if n, ok := r.p.amounts.Spelled.Unit(r.word(i-1), codes); ok {
		return strconv.FormatInt(n, 10)
	}
	if i > 0 {
		if n, ok := r.p.amounts.Spelled.Unit(r.tokens[i-1].Text, codes); ok {
			return strconv.FormatInt(n, 10) // a small word that means another in English
		}
	}
	return ""
}

// valueAt reads the value of a fact by its type.
func (r *reader) valueAt(j *tax.Jurisdiction, f *tax.Fact, at int) string {
	switch f.Type {
	case "boolean":
		switch word := r.word(at); {
		case lexicon.Is(lexicon.Yes, word):
			return "true"
		case lexicon.Is(lexicon.No, word):
			return "false"
		}
	case "integer":
		if n, ok := r.number(at, 1, 9); ok {
			return strconv.Itoa(n)
		}
	case "number", "rate":
		if at < len(r.tokens) && r.tokens[at].Kind == token.Number && !r.tokens[at].Odd && r.word(at+1) != "%" {
			if plain, doubt := amount.Plain(r.word(at), amount.English); doubt == amount.Certain {
				return plain
			}
		}
	case "decimal":
		for _, s := range r.sums {
			if s.From == at {
				if v, doubt := s.Read(r.style(j)); doubt == amount.Certain && (s.Currencies == nil || slices.Contains(s.Currencies, j.Currency)) {
					return v.String()
				}
			}
		}
		if n, ok := r.number(at, 1, 9); ok {
			return strconv.Itoa(n)
		}
	case "date":
		if m, ok := r.isoDate(at); ok {
			return m.days[0].String()
		}
	case "choice":
		for n := 5; n > 0; n-- {
			if at+n <= len(r.tokens) {
				if c := choiceOf(f, r.textFolded(at, at+n)); c != "" {
					return c
				}
			}
		}
	}
	return ""
}

func choiceOf(f *tax.Fact, text string) string {
	for _, c := range f.Choices {
		if text == c || text == strings.ReplaceAll(c, "_", " ") {
			return c
		}
	}
	return ""
}

// choiceIn returns the one choice that a hint names in full: "new" of "new
// regime", where the fact's name stands beside it, or "head of household". A
// lone word ("married") says too little and is asked for.
func choiceIn(f *tax.Fact, text string) (choice string) {
	if c := choiceOf(f, text); c != "" && strings.Contains(text, " ") {
		return c
	}
	if !strings.Contains(text, strings.ReplaceAll(f.Name, "_", " ")) {
		return ""
	}
	for _, c := range f.Choices {
		words := " " + strings.ReplaceAll(c, "_", " ") + " "
		if !strings.Contains(" "+text+" ", words) {
			continue
		}
		if choice != "" {
			return ""
		}
		choice = c
	}
	return choice
}

func (r *reader) textFolded(from, to int) string {
	texts := make([]string, 0, to-from)
	for i := from; i < to; i++ {
		texts = append(texts, r.tokens[i].Text)
	}
	return strings.Join(texts, " ")
}

// claimFacts takes away from the incomes the amounts that a "name: value" gave
// to a declared fact.
func (r *reader) claimFacts(j *tax.Jurisdiction) {
	for i := range r.tokens {
		r.p.hints.At(r.tokens, i, func(hints []hint, n int) {
			at := i + n
			if !slices.ContainsFunc(hints, func(h hint) bool { return h.name && h.code == j.Code }) || r.word(at) != ":" && r.word(at) != "=" &&
				r.word(at) != "is" {
				return
			}
			for k := range r.sums {
				if r.sums[k].From == at+1 {
					r.sums[k].role = tiedSum
				}
			}
		})
	}
}
