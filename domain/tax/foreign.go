package tax

import "slices"

// The fact of who paid dividends, and its choice for companies of another country.
const (
	DividendsFrom    = "dividends_from"
	ForeignCompanies = "foreign_companies"
)

// WhoPaidDividends is the fact of who paid the dividends of a request, asked beside dividends
// alone, for a place that taxes those of foreign companies otherwise than those of its own.
// of names the place in a sentence ("New Zealand"), home is the choice of its own companies,
// words are those by which a question says so, and reason is why it matters.
func WhoPaidDividends(of, home, reason string, words ...string) Fact {
	says := map[string]string{"foreign dividends": ForeignCompanies, "foreign dividend": ForeignCompanies,
		"overseas dividends": ForeignCompanies, "overseas dividend": ForeignCompanies}
	hints := []string{"foreign dividends", "foreign dividend", "overseas dividends", "overseas dividend"}
	for _, word := range words {
		says[word] = home
	}
	return Fact{
		Name: DividendsFrom, Type: "choice", Choices: []string{home, ForeignCompanies}, Section: "Your income",
		Prompt:     "Did companies resident in " + of + " pay all of the dividends, or did foreign companies pay some?",
		Reason:     reason,
		Needed:     NeedKind(Dividends),
		Beside:     &Beside{Kinds: []Kind{Dividends}},
		Assumption: "There are no dividends.", Example: home,
		Hints: slices.Concat(hints, words), Says: says,
	}
}

// AssumedHome is such a fact that is not asked for: what a question does not say is taken for
// the place's own companies, as the sentence says.
func AssumedHome(f Fact, sentence string) Fact {
	f.Needed, f.Assumed, f.Assumption = nil, f.Choices[0], sentence
	return f
}

// RefuseForeignDividends refuses dividends of which it is said that foreign companies paid some.
func RefuseForeignDividends(req *Request, row *CoverageRow, place, reason string) error {
	if req.Sum(Dividends).IsZero() || req.Choice(DividendsFrom) != ForeignCompanies {
		return nil
	}
	return &Unavailable{Jurisdiction: place, TaxYear: row.TaxYear, TaxType: IndividualIncome, Taxpayer: "individual", Reason: reason}
}

// CheckDividendsFrom refuses foreign companies where there are no dividends.
func CheckDividendsFrom(req *Request, faults *InputError) {
	if req.Choice(DividendsFrom) == ForeignCompanies && !req.Has(Dividends) {
		faults.Add("facts."+DividendsFrom, "belongs to dividends, and no component is of them")
	}
}
