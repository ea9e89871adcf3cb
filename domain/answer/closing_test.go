package answer_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

var (
	closingSeed  = flag.Uint64("closing-seed", 14, "of the answers that TestAskingClosesOnAnyAnswer gives")
	closingPlays = flag.Int("closing-plays", 1, "how often it goes through each covered row in each language")
)

// emptiestOfCompanies are questions that say nothing but that it is a company's tax.
var emptiestOfCompanies = map[string]string{"en": "How much corporation tax does my company pay?",
	"de": "Wie viel Körperschaftsteuer zahlt meine GmbH?", "fr": "Combien d'impôt sur les sociétés paie ma société ?",
	"es": "¿Cuánto impuesto de sociedades paga mi empresa?", "it": "Quanta imposta sul reddito delle società paga la mia società?",
	"nl": "Hoeveel vennootschapsbelasting betaalt mijn bv?", "pt": "Quanto imposto sobre o rendimento das pessoas coletivas paga a minha empresa?"}

// emptiestOfGains are questions that say nothing but that it is the tax on gains.
var emptiestOfGains = map[string]string{"en": "How much capital gains tax do I pay?", "de": "Wie viel Kapitalertragsteuer zahle ich?",
	"fr": "Combien d'impôt sur les plus-values je paie ?", "es": "¿Cuánto impuesto sobre las ganancias patrimoniales pago?",
	"it": "Quanta imposta sulle plusvalenze pago?", "nl": "Hoeveel vermogenswinstbelasting betaal ik?",
	"pt": "Quanto imposto sobre as mais-valias pago?"}

// emptiestOfSales are questions that say nothing but that it is the tax on a sale.
var emptiestOfSales = map[string]string{"en": "How much VAT is it?", "de": "Wie viel Mehrwertsteuer ist das?",
	"fr": "Combien de TVA est-ce ?", "es": "¿Cuánto IVA es?", "it": "Quanta IVA è?", "nl": "Hoeveel btw is dat?", "pt": "Quanto IVA é?"}

// anyValue is some valid answer to a question about a fact.
func anyValue(rnd *rand.Rand, f *tax.Fact, row *tax.CoverageRow) string {
	most := int64(4)
	if f.Max != "" {
		if n, err := strconv.ParseInt(f.Max, 10, 64); err == nil {
			most = min(most, n)
		}
	}
	switch f.Type {
	case "choice":
		return f.Choices[rnd.IntN(len(f.Choices))]
	case "boolean":
		return []string{"true", "false"}[rnd.IntN(2)]
	case "integer":
		least, _ := strconv.ParseInt(f.Min, 10, 64)
		return strconv.FormatInt(least+rnd.Int64N(max(1, most+1)), 10)
	case "date":
		if f.Example == "" && !row.Period.From.IsZero() {
			return row.Period.From.AddDays(rnd.IntN(365)).String()
		}
	case "decimal":
		return strconv.Itoa([]int{0, 1, 999, 2400}[rnd.IntN(4)])
	}
	if f.Example != "" {
		return f.Example
	}
	return f.Assumed
}

// anyReply is some valid answer to what is asked about a row.
func anyReply(rnd *rand.Rand, j *tax.Jurisdiction, row *tax.CoverageRow, key string) string {
	switch key {
	case "jurisdiction":
		return []string{j.Code, j.Name}[rnd.IntN(2)]
	case "tax_year":
		return row.TaxYear
	case "sub_region":
		if row.Region != "" {
			return row.Region
		}
		var covered []string
		for i := range j.Regions {
			if j.Regions[i].Uncovered == "" {
				covered = append(covered, j.Regions[i].Slug)
			}
		}
		return covered[rnd.IntN(len(covered))]
	case "income":
		cents := "31234.50"
		if minor, _ := money.MinorUnits(j.Currency); minor == 0 {
			cents = "31234"
		}
		return []string{"0", "9500", cents, "50000", "137000", "2500000"}[rnd.IntN(6)]
	case "income_basis":
		return string(j.Bases[rnd.IntN(len(j.Bases))])
	case "income_period":
		return "12"
	case "gains_before_30_october_2024", "residential_gains":
		return "0" // a part of the gain, which may be 0
	}
	for i := range j.Facts {
		if j.Facts[i].Name == key {
			return anyValue(rnd, &j.Facts[i], row)
		}
	}
	return "0"
}

// played is how one way through the questions about a row went.
type played struct {
	rounds   int
	question string
	out      answer.Outcome
}

// play asks the emptiest question about a row and answers what is asked back with any
// valid value, until it is closed, or for three rounds.
func play(t *testing.T, p *plan.Planner, e answer.Env, rnd *rand.Rand, j *tax.Jurisdiction, row *tax.CoverageRow, lang string) played {
	start := emptiest
	switch row.TaxType {
	case tax.CorporateIncome:
		start = emptiestOfCompanies
	case "capital_gains":
		start = emptiestOfGains
	}
	byPrompt := rnd.IntN(2) == 0
	g := played{question: start[lang]}
	for g.out = put(t, p, g.question, e); g.out.Contract.VerificationStatus == contract.StatusNeedsFacts && g.rounds < 3; g.rounds++ {
		for _, m := range g.out.Contract.MissingFacts {
			label := m.Key + ":"
			if byPrompt {
				label = *m.Prompt
			}
			g.question += fmt.Sprintf("\n%s %s", label, anyReply(rnd, j, row, m.Key))
		}
		g.out = put(t, p, g.question, e)
	}
	return g
}

// Whatever valid value each missing fact is answered with, a question about any covered row
// is answered, or its escalation stated, within two rounds, in each of seven languages.
// -closing-seed and -closing-plays take other ways.
func TestAskingClosesOnAnyAnswer(t *testing.T) {
	p, e := everywhere()
	rnd := rand.New(rand.NewPCG(*closingSeed, 87))
	statuses, types := map[string]int{}, map[string]int{}
	for _, j := range p.Jurisdictions() {
		for i := range j.Coverage {
			row := &j.Coverage[i]
			types[row.TaxType]++
			for k := range *closingPlays * len(closingLanguages) {
				lang := closingLanguages[k%len(closingLanguages)]
				g := play(t, p, e, rnd, j, row, lang)
				statuses[string(g.out.Contract.VerificationStatus)]++
				if g.rounds > 2 || g.out.Contract.VerificationStatus == contract.StatusNeedsFacts {
					t.Errorf("%s %s %s %s in %s: %d rounds, %s (%s): %q asks %v (seed %d)", j.Code, row.TaxYear, row.Region, row.TaxType, lang,
						g.rounds, g.out.Contract.VerificationStatus, g.out.Code, g.question, g.out.Contract.MissingFacts, *closingSeed)
				}
			}
		}
	}
	for kind := range types {
		if !slices.Contains([]string{"", tax.IndividualIncome, tax.CorporateIncome, "capital_gains"}, kind) {
			t.Errorf("rows of %s begin with no question of theirs", kind)
		}
	}
	t.Logf("rows %v, seed %d: %v", types, *closingSeed, statuses)
}

var closingLanguages = []string{"en", "de", "fr", "es", "it", "nl", "pt"}

// The tax of a sale closes so, too, in every place whose rates are held.
func TestAskingOfASaleCloses(t *testing.T) {
	p, e := everywhere()
	rnd := rand.New(rand.NewPCG(*closingSeed, 88))
	statuses := map[string]int{}
	for _, row := range rates.Coverage(civil.MustParse("2025-06-02")) {
		for _, lang := range closingLanguages {
			question, rounds := emptiestOfSales[lang], 0
			out := put(t, p, question, e)
			for ; out.Contract.VerificationStatus == contract.StatusNeedsFacts && rounds < 3; rounds++ {
				for _, m := range out.Contract.MissingFacts {
					question += fmt.Sprintf("\n%s: %s", m.Key, anySaleReply(rnd, row.Country, m.Key))
				}
				out = put(t, p, question, e)
			}
			statuses[string(out.Contract.VerificationStatus)]++
			if rounds > 2 || out.Contract.VerificationStatus == contract.StatusNeedsFacts {
				t.Errorf("%s in %s: %d rounds, %s (%s): %q asks %v (seed %d)", row.Country, lang, rounds, out.Contract.VerificationStatus, out.Code,
					question, out.Contract.MissingFacts, *closingSeed)
			}
		}
	}
	if statuses[string(contract.StatusVerified)] < 100 {
		t.Errorf("few sales are computed: %v", statuses)
	}
	t.Logf("seed %d: %v", *closingSeed, statuses)
}

// anySaleReply is some valid answer to what is asked about a sale in a country.
func anySaleReply(rnd *rand.Rand, country, key string) string {
	switch key {
	case "jurisdiction":
		return country
	case "date":
		return civil.MustParse("2025-06-02").AddDays(rnd.IntN(200)).String()
	case "prices_include_tax":
		return []string{"true", "false"}[rnd.IntN(2)]
	case "rate":
		return "standard"
	case "sub_region":
		return map[string][]string{"US": {"texas", "oregon", "california"}, "CA": {"ontario", "alberta", "quebec"}}[country][rnd.IntN(3)]
	}
	return []string{"100", "1", "2500"}[rnd.IntN(3)]
}

// What was asked for at once with the basis of the income counts with the basis alone
// that it belongs to.
func TestRepliesThatTurnOutNotToMatter(t *testing.T) {
	p, e := everywhere()
	const question = "Quanta IRPEF pago su 35.000 euro a Milano nel 2025?"
	plain := put(t, p, question+"\nincome_basis: taxable", e)
	for _, replies := range []string{"income_basis: taxable\nsocial_contributions: 3200", "social_contributions: 3200\nincome_basis: taxable"} {
		if out := put(t, p, question+"\n"+replies, e); figure(&out) == "" || figure(&out) != figure(&plain) {
			t.Errorf("%q is %q (%s), want %q", replies, figure(&out), out.Code, figure(&plain))
		}
	}
	gross := put(t, p, question+"\nincome_basis: gross\nsocial_contributions: 3200", e)
	if figure(&gross) == "" || figure(&gross) == figure(&plain) {
		t.Errorf("of gross wages the tax is %q, of taxable income %q", figure(&gross), figure(&plain))
	}
	said := put(t, p, "Quanta IRPEF pago su un imponibile di 35.000 euro a Milano nel 2025? Ho pagato 3.200 euro di contributi INPS.", e)
	if figure(&said) != "" {
		t.Errorf("contributions beside a taxable income are passed over: %q", figure(&said))
	}
}
