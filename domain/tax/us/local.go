package us

import (
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
	"github.com/tallystick/tallystick/domain/tax/us/state"
)

const (
	factLocality       = "locality"
	factMunicipalRate  = "municipal_rate"
	factUnderSix       = "children_under_6"
	factNewborn        = "children_born_in_year"
	factSpouseSS       = "spouse_social_security_benefits"
	factOldGains       = "gains_acquired_before_2012"
	factContributory   = "pension_from_contributions"
	factDefinedBenefit = "pension_of_defined_benefit"
	factStateCredits   = "state_refundable_credits"
	factUnderThree     = "children_under_3"
	factUnderFour      = "children_under_4"
	factUnderTwelve    = "children_under_12"
	factUnderThirteen  = "children_under_13"

	ohio = "ohio"
)

// localFacts name the county or city whose income tax is computed beside the
// state's.
func localFacts() []tax.Fact {
	says, shared := localityWords()
	return []tax.Fact{
		{Name: factLocality, Type: "choice", Choices: state.Localities(), Section: aboutYou, Says: says, Hints: shared,
			Prompt:     "In which county of Indiana or Maryland, or in which of New York City and Yonkers, did you live all year?",
			Reason:     "They have income taxes of their own (IC 6-3.6; Md. Code, Tax-Gen. § 10-106; N.Y. Tax Law §§ 1304, 1321).",
			Beside:     &tax.Beside{Regions: withLocalities()},
			Assumption: "No locality is named, so no county or city income tax is part of the answer."},
		{Name: factMunicipalRate, Type: "rate", Max: "0.1", Section: aboutYou,
			Prompt:     "At what rate does your municipality in Ohio tax income?",
			Reason:     "Municipalities of Ohio tax the qualifying wages of their residents (R.C. chapter 718).",
			Beside:     &tax.Beside{Regions: []string{ohio}},
			Assumption: "No municipal income tax of Ohio is part of the answer."},
		{Name: factUnderSix, Type: "integer", Max: "20", Section: aboutYou,
			Prompt:     "How many of your qualifying children were under 6 at the end of the tax year?",
			Reason:     "Some states give more for young children (S.C. Code § 12-6-1160; Utah Code § 59-10-1047).",
			Beside:     &tax.Beside{Facts: []string{"children"}, Regions: state.AskingAges()},
			Assumption: "The ages of the children are not said; a state whose law asks for them declines, or gives no net_payable."},
		under(factUnderThree, "3", "Oregon gives more for a child under 3 (ORS 315.266).", "oregon"),
		under(factUnderFour, "4", "New York gives more for a child under 4 (Tax Law § 606(c-1)).", "new_york"),
		under(factUnderTwelve, "12", "Illinois gives a child tax credit for one under 12 (35 ILCS 5/212.1).", "illinois"),
		under(factUnderThirteen, "13", "Massachusetts gives a credit for each under 13 (M.G.L. c. 62, § 6(y)).", "massachusetts"),
		{Name: factStateCredits, Type: "decimal", Section: credits,
			Prompt:     "What refundable credits of your state do you claim beside those for work, children and care?",
			Reason:     "They reduce what is owed to the state and are paid out.",
			Beside:     &tax.Beside{Regions: state.Refunding()},
			Assumption: "No other refundable state credits."},
		{Name: factNewborn, Type: "integer", Max: "20", Section: aboutYou, Assumed: "0",
			Prompt:     "How many of your qualifying children were born in the tax year?",
			Reason:     "Utah counts them twice (Utah Code § 59-10-1018).",
			Beside:     &tax.Beside{Facts: []string{"children"}, Regions: []string{"utah"}},
			Assumption: "No child was born in the tax year."},
		{Name: factSpouseSS, Type: "decimal", Section: yourIncome, Assumed: "0",
			Prompt:     "How much of the social security benefits was your spouse's?",
			Reason:     "Some states limit what each person deducts by it (W. Va. Code § 11-21-12(c)(9)).",
			Beside:     &tax.Beside{Facts: []string{"social_security_benefits"}, Regions: state.AskingBenefits()},
			Assumption: "Social security benefits are the taxpayer's."},
		{Name: factOldGains, Type: "decimal", Section: yourIncome, Assumed: "0",
			Prompt:     "How much of your net long-term capital gain is from assets acquired before 2012?",
			Reason:     "Arizona subtracts a part of the gain from assets acquired since (A.R.S. § 43-1022(22)).",
			Beside:     &tax.Beside{Kinds: []tax.Kind{tax.CapitalGains}, Regions: []string{"arizona"}},
			Assumption: "No gain is from assets acquired before 2012."},
		{Name: factContributory, Type: "decimal", Section: yourIncome,
			Prompt:     "How much of your taxable pensions is from your own contributions, not your employer's?",
			Reason:     "Hawaii does not tax what employers alone paid for (HRS § 235-7(a)(3)).",
			Beside:     &tax.Beside{Kinds: []tax.Kind{tax.Pension}, Regions: []string{"hawaii"}},
			Assumption: "Who paid for pensions is not said."},
		{Name: factDefinedBenefit, Type: "decimal", Section: yourIncome,
			Prompt:     "How much of your taxable pensions is of defined benefit plans, which pay by years and salary, not from an account?",
			Reason:     "Alabama does not tax them (Code of Alabama § 40-18-19).",
			Beside:     &tax.Beside{Kinds: []tax.Kind{tax.Pension}, Regions: []string{"alabama"}},
			Assumption: "Of which plans pensions are is not said."},
	}
}

// under asks how many of the children are under an age, on which refundable credits
// of states depend.
func under(name, age, reason string, slugs ...string) tax.Fact {
	return tax.Fact{Name: name, Type: "integer", Max: "20", Section: aboutYou, Reason: reason,
		Prompt:     "How many of your qualifying children were under " + age + " at the end of the tax year?",
		Beside:     &tax.Beside{Facts: []string{"children"}, Regions: slugs},
		Assumption: "How many children are under " + age + " is not said."}
}

// withLocalities are the states of whose counties and cities the tax is computed.
func withLocalities() (slugs []string) {
	for _, e := range state.Entries {
		if e.HasLocalities() {
			slugs = append(slugs, e.Slug)
		}
	}
	return slugs
}

// localityWords are the names of counties and cities as people write them; a
// name that counties of two states have is asked about.
func localityWords() (says map[string]string, shared []string) {
	says = map[string]string{"nyc": state.NewYorkCity, "manhattan": state.NewYorkCity, "brooklyn": state.NewYorkCity}
	for _, slug := range state.Localities() {
		name := strings.TrimSuffix(strings.TrimSuffix(slug, "_md"), "_in")
		name = strings.ReplaceAll(name, "_", " ")
		if says[name] != "" {
			shared = append(shared, name)
		}
		says[name] = slug
	}
	for _, name := range shared {
		delete(says, name)
	}
	return says, shared
}

// addLocal adds the income tax of the locality that the request names to the
// result, as a levy of its own outside the total, and returns what it cites.
func addLocal(out *tax.Result, req *tax.Request, e *state.Entry, in *form1040.Return, s *form1040.Sheet, own *state.Result) ([]law.Citation,
	error) {
	municipal, name := req.Given(factMunicipalRate), req.Choice(factLocality)
	if !municipal && name == "" {
		return nil, nil
	}
	faults := &tax.InputError{}
	if municipal && e.Slug != ohio {
		faults.Add("facts."+factMunicipalRate, "belongs to ohio only")
	}
	if name != "" && !e.Has(name) {
		faults.Add("facts."+factLocality, "must be a county or city of %s", e.Name)
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if municipal {
		return addMunicipal(out, req, in, s)
	}
	locality, reason, err := e.Local(name, &state.Filing{In: in, Sheet: s, State: *own}, req.Explain)
	if err != nil {
		return nil, err
	}
	if reason != "" {
		return nil, &tax.Unavailable{Jurisdiction: "US", TaxYear: req.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual",
			Reason: e.Name + ": " + reason}
	}
	addLevy(out, locality.Tax, locality.Steps)
	return locality.Citations, nil
}

// addMunicipal taxes the wages at the rate that the caller gives.
func addMunicipal(out *tax.Result, req *tax.Request, in *form1040.Return, s *form1040.Sheet) ([]law.Citation, error) {
	r := law.MustOpen("us-oh").On(civil.Of(in.Year, 12, 31))
	_, cites := r.Text("municipal_base")
	if err := r.Err(); err != nil {
		return nil, err
	}
	due := s.At(form1040.F1z).Mul(req.Num(factMunicipalRate))
	if in.Method == form1040.AsForm {
		due = due.Whole(money.HalfUp)
	}
	var steps []tax.Step
	if req.Explain {
		ids := make([]string, len(cites))
		for i := range cites {
			ids[i] = cites[i].ID
		}
		steps = []tax.Step{{Code: "OH/municipal/tax", Label: "OH: Municipal income tax", Formula: "wages × rate given", Amount: due,
			CitationIDs: ids}}
	}
	addLevy(out, due, steps)
	out.Assumptions = append(out.Assumptions,
		"The municipal rate is as given; the wages stand for qualifying wages, and no credit for tax paid to another municipality is taken.")
	return cites, nil
}

func addLevy(out *tax.Result, amount money.Dec, steps []tax.Step) {
	out.Components = append(out.Components, tax.Levy{Code: "local_income_tax", Kind: tax.LevyTax, Amount: amount})
	out.Steps = append(out.Steps, steps...)
}

// owesLocally is the assumption of a request that names no county where every
// resident lives in one with an income tax.
func owesLocally(e *state.Entry) string {
	if e.Code != "in" && e.Code != "md" {
		return ""
	}
	return strings.Join([]string{"Every resident of", e.Name,
		"also owes the income tax of a county, which is not computed unless the county is named."}, " ")
}
