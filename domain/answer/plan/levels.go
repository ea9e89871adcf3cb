package plan

import (
	"maps"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// level is whose income tax it is where several governments levy one.
type level uint8

const (
	federalLevel level = 1 << iota
	stateLevel
	localLevel
)

// levelOf returns the level that a word names before "tax".
func levelOf(word string) level {
	switch {
	case lexicon.Is(lexicon.FederalLevel, word):
		return federalLevel
	case word == "state":
		return stateLevel
	case lexicon.Is(lexicon.LocalLevel, word):
		return localLevel
	}
	return 0
}

// levels returns the levels whose taxes are asked for together, or a city's alone:
// "federal, state and city tax", "city income tax". only says that "only" or "just"
// stands with them; at is where they stand.
func (r *reader) levels() (found level, at span) {
	for i := 0; i < len(r.tokens); i++ {
		if levelOf(r.word(i)) == 0 {
			continue
		}
		all, k := level(0), i
		for ; k < len(r.tokens); k++ {
			switch l := levelOf(r.word(k)); {
			case l != 0:
				all |= l
				continue
			case r.word(k) == ",", r.word(k) == "/", adds(r.word(k)), r.word(k) == "or", r.word(k) == "the", r.word(k) == "my":
				continue
			case all != 0 && (r.word(k) == "income" || r.word(k) == "earnings" || r.word(k) == "wage") && levelOf(r.word(k-1)) != 0:
				continue
			case r.at(taxWord, k) != nil && adds(r.word(r.at(taxWord, k).to)) && levelOf(r.word(r.at(taxWord, k).to+1)) != 0:
				k = r.at(taxWord, k).to // "federal tax and state tax"
				continue
			case r.at(taxWord, k) != nil && adds(r.word(r.at(taxWord, k).to)) && levelOf(r.word(r.at(taxWord, k).to+2)) != 0:
				k = r.at(taxWord, k).to + 1 // "federal tax and the state tax"
				continue
			}
			break
		}
		for k > i+1 && (r.pause(k-1) || adds(r.word(k-1))) && r.at(taxWord, k) == nil {
			k-- // the list ends before its last sign
		}
		if (k < len(r.tokens) && r.at(taxWord, k) != nil || r.pause(k) && all&(all-1) != 0) && !r.leftOutAt(i, k) {
			found |= all
			if at.to == 0 {
				at.from = i
			}
			at.to = k
		}
		i = k
	}
	return found, at
}

// allTaxes reports that every income tax of a place is asked for: "all income
// taxes", "total tax, federal and state combined".
func (r *reader) allTaxes() bool {
	for i := range r.spans[taxWord] {
		s := &r.spans[taxWord][i]
		if s.code != "generic" && s.code != tax.IndividualIncome {
			continue
		}
		switch word := r.word(s.from - 1); {
		case lexicon.Is(lexicon.AllOf, word):
			return true
		case lexicon.Is(lexicon.Determiner, word):
			if r.word(s.from-2) == "all" {
				return true
			}
		case word == "income":
			if r.word(s.from-2) == "all" {
				return true
			}
		}
	}
	return false
}

// localStates are the states in which cities, counties or school districts levy
// income taxes: "all income taxes" there are more than the state's. The list is that
// of the Tax Foundation's "Local Income Taxes: A Primer" (2023) with Michigan, whose
// cities levy them under the City Income Tax Act; seen on 2026-11-23.
var localStates = []string{"alabama", "colorado", "delaware", "indiana", "iowa", "kansas", "kentucky", "maryland", "michigan", "minnesota",
	"missouri", "new_jersey", "new_york", "ohio", "oregon", "pennsylvania", "west_virginia"}

// levelScope narrows or widens the tax of the United States to the levels that
// are asked for. unknown names a level that is not computed.
func (r *reader) levelScope(j *tax.Jurisdiction, g *tax.Region) (s *tax.Scope, unknown string) {
	found, at := r.levels()
	if r.allTaxes() && found&localLevel == 0 {
		found |= federalLevel | stateLevel
		if at.to == 0 {
			at = r.spans[taxWord][0]
		}
		if g != nil && slices.Contains(localStates, g.Slug) {
			found |= localLevel
		}
	}
	if found&localLevel != 0 && !r.localModelled(j) {
		return nil, "tax of the city or county"
	}
	switch found {
	case federalLevel | stateLevel | localLevel:
		return &tax.Scope{With: []string{"state_income_tax", "local_income_tax"}}, ""
	case federalLevel | stateLevel:
		return &tax.Scope{With: []string{"state_income_tax"}}, ""
	case stateLevel | localLevel:
		return &tax.Scope{Only: []string{"state_income_tax", "local_income_tax"}}, ""
	case federalLevel | localLevel:
		return &tax.Scope{With: []string{"local_income_tax"}}, ""
	case localLevel:
		return &tax.Scope{Only: []string{"local_income_tax"}}, ""
	}
	return nil, ""
}

// localModelled reports that the question names a city or county whose tax the
// place computes.
func (r *reader) localModelled(j *tax.Jurisdiction) bool {
	i := slices.IndexFunc(j.Facts, func(f tax.Fact) bool { return f.Name == "locality" })
	if i < 0 {
		return false
	}
	value, _ := r.fact(j, &j.Facts[i])
	return value != "" && !strings.HasSuffix(value, "_nonresident")
}

// worksElsewhere reports a place of work in another part of the country than that of the
// home, where the tax differs between parts.
func (r *reader) worksElsewhere(j *tax.Jurisdiction, home *tax.Region) bool {
	return j.RegionRule == tax.RegionRequired && home != nil && slices.ContainsFunc(r.others, func(m mention) bool {
		return m.role == roleWork && m.code == j.Code && (m.region != "" && m.region != home.Slug || m.part != "" && m.part != home.Code)
	})
}

// taxedAtHome are places of which it is known that the home alone decides which part of the
// country taxes a wage, wherever the work is done: who is a Scottish taxpayer goes by the
// place of residence, and by days of work never (Scotland Act 1998, ss. 80D and 80E,
// www.legislation.gov.uk/ukpga/1998/46/section/80D, seen on 2026-11-27).
var taxedAtHome = []string{"GB"}

// withheldLimit is the wage above which an employer withholds the additional
// Medicare tax, whatever the filing status (26 U.S.C. § 3102(f); Treas. Reg.
// § 31.3102-4(a), as ThinkAdvisor's Tax Facts 8658 quotes it, seen on 2026-11-23).
var withheldLimit = money.FromInt(200_000)

// byStatus keeps the filing status among what must be said where contributions
// depend on it, at a higher income.
func (s *scoping) byStatus(j *tax.Jurisdiction, in *income) {
	if j.Code == "US" && s.scope != nil && slices.Contains(s.scope.Only, "additional_medicare_tax") && in.total.Greater(withheldLimit) {
		delete(s.free, "filing_status")
	}
}

// need adds the facts with which alone there is what a scope asks for.
func (s *scoping) need(j *tax.Jurisdiction, facts map[string]string, missing []contract.MissingFact) (map[string]string,
	[]contract.MissingFact) {
	for _, name := range slices.Sorted(maps.Keys(s.needs)) {
		if facts[name] != "" {
			continue
		}
		if value := s.needs[name]; value != "" {
			if facts == nil {
				facts = map[string]string{}
			}
			facts[name] = value
			missing = slices.DeleteFunc(missing, func(m contract.MissingFact) bool { return m.Key == name })
			continue
		}
		i := slices.IndexFunc(j.Facts, func(f tax.Fact) bool { return f.Name == name })
		if i >= 0 && !slices.ContainsFunc(missing, func(m contract.MissingFact) bool { return m.Key == name }) {
			missing = append(missing, contract.AskFact(name, j.Facts[i].Reason, j.Facts[i].Prompt))
		}
	}
	return facts, missing
}

// needless reports a scope whose facts a year does not have.
func (s *scoping) needless(j *tax.Jurisdiction, row *tax.CoverageRow) bool {
	return slices.ContainsFunc(slices.Sorted(maps.Keys(s.needs)), func(name string) bool {
		i := slices.IndexFunc(j.Facts, func(f tax.Fact) bool { return f.Name == name })
		return i < 0 || !applies(&j.Facts[i], row)
	})
}

// severalJobs reports incomes of several employments: contributions are then
// computed for each, and not on their sum.
func (r *reader) severalJobs() bool {
	jobs := 0
	for i := range r.tokens {
		switch word := r.tokens[i].Text; {
		case lexicon.Is(lexicon.Jobs, word):
			return true
		case lexicon.Is(lexicon.Job, word):
			jobs++
			if lexicon.Is(lexicon.OtherJob, r.word(i-1)) {
				return true
			}
		case lexicon.Is(lexicon.SideJob, word):
			return true
		}
	}
	n := 0
	for i := range r.sums {
		if r.sums[i].role == incomeSum && r.sums[i].kind == tax.Employment {
			n++
		}
	}
	return jobs > 1 && n > 1
}
