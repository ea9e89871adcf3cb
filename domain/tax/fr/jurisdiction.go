package fr

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Statuses of a household, and what its income is.
const (
	single     = "single"
	couple     = "couple"
	netTaxable = "net_taxable_income"
	declared   = "declared_salary"
)

// Jurisdiction declares France.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "FR", Name: "France", Authority: "Direction générale des finances publiques",
		Currency: "EUR", TimeZone: "Europe/Paris", Languages: []string{"fr"},
		Version: "1.2.0",
		Words: tax.Words{
			Names:    []string{"france", "french republic", "république française", "la france"},
			Demonyms: []string{"french", "français", "française", "french resident", "french taxpayer"},
			Cities: []string{"paris", "marseille", "lyon", "toulouse", "nice", "nantes", "montpellier", "strasbourg", "bordeaux", "lille",
				"rennes", "reims", "toulon", "grenoble", "dijon", "angers", "nîmes", "clermont-ferrand", "le mans", "brest", "tours", "amiens",
				"limoges", "annecy", "metz", "besançon", "orléans", "rouen", "caen", "nancy"},
			Currency: []string{"€", "eur", "euro", "euros"},
		},
		YearForm: tax.YearForm{Pattern: "2025",
			Prefixes:           []string{"tax year", "année fiscale"},
			IncomePrefixes:     []string{"income year", "income of", "revenus de l'année", "revenus de", "revenus", "année des revenus"},
			AssessmentPrefixes: []string{"impôts", "impôt", "impot", "imposition", "déclaration", "exercice", "ir"},
		},
		IncomeMeans: "Income is the household's net taxable income (revenu net imposable) of the year, its declared salary where the facts say " +
			"so, or its gross wages where income_basis says gross.",
		TotalMeans: "Total tax is income tax after the family quotient and décote, with the contributions on high incomes; of gross wages, " +
			"contributions, CSG and CRDS stand beside it.",
		Kinds:      []tax.Kind{tax.Employment},
		Bases:      []tax.Basis{tax.Taxable, tax.Gross},
		RegionRule: tax.RegionOptional,
		Regions:    regions,
		Facts:      facts,
		Coverage:   coverage(),
		BandsOf:    "income_tax",
		Check:      check,
		Compute:    compute,
		Law:        []law.Resolver{resolved},
	}
}

const overseas = "the abatement of the overseas departments (CGI art. 197 I 3) is not modelled"

var regions = []tax.Region{
	{Slug: "metropole", Name: "Metropolitan France", Words: tax.Words{Names: []string{"métropole", "metropolitan france"}}},
	{Slug: "guadeloupe", Code: "FR-971", Name: "Guadeloupe", Uncovered: overseas,
		Words: tax.Words{Names: []string{"guadeloupe"}, Cities: []string{"pointe-à-pitre", "basse-terre"}}},
	{Slug: "martinique", Code: "FR-972", Name: "Martinique", Uncovered: overseas,
		Words: tax.Words{Names: []string{"martinique"}, Cities: []string{"fort-de-france"}}},
	{Slug: "guyane", Code: "FR-973", Name: "French Guiana", Uncovered: overseas,
		Words: tax.Words{Names: []string{"guyane", "french guiana"}, Cities: []string{"cayenne"}}},
	{Slug: "la_reunion", Code: "FR-974", Name: "Réunion", Uncovered: overseas,
		Words: tax.Words{Names: []string{"la réunion", "réunion island", "reunion island"}, Cities: []string{"saint-denis de la réunion"}}},
	{Slug: "mayotte", Code: "FR-976", Name: "Mayotte", Uncovered: overseas,
		Words: tax.Words{Names: []string{"mayotte"}, Cities: []string{"mamoudzou"}}},
}

var facts = []tax.Fact{
	{
		Name: "status", Type: "choice", Choices: []string{single, couple}, Section: "You",
		Prompt:  "Are you taxed as a single person, or together with your spouse or PACS partner?",
		Reason:  "The number of parts, the décote and the thresholds depend on it.",
		Assumed: single, Assumption: "The household is one adult without a spouse or PACS partner.",
		Joint: []string{couple},
		Hints: []string{"married", "spouse", "wife", "husband", "pacs", "pacsé", "couple", "marié", "mariée", "mariés", "conjoint"},
	},
	{
		Name: "children", Type: "integer", Max: "20", Section: "You",
		Prompt:  "How many children are your dependants, in your main charge, without a disability card?",
		Reason:  "Each of the first two children counts half a part, each further one a whole part.",
		Assumed: "0", Assumption: "The household has no dependants.",
		Hints: []string{"child", "children", "kids", "enfant", "enfants", "parts"},
	},
	{
		Name: "children_alternate", Type: "integer", Max: "20", Section: "You",
		Prompt: "How many children beside those live in turn with you and with their other parent (résidence alternée), without a disability " +
			"card?",
		Reason:  "Each counts half of what a child in your main charge would.",
		Assumed: "0", Assumption: "No child is in alternating custody.",
		Hints: []string{"résidence alternée", "garde alternée", "garde partagée", "shared custody"},
	},
	{
		Name: "lone_parent", Type: "boolean", Section: "You",
		Prompt:  "Do you live alone and raise your children on your own (case T)?",
		Reason:  "A lone parent has half a part more, with a cap of its own.",
		Assumed: "false", Assumption: "The taxpayer is no lone parent (case T).",
		Hints: []string{"single parent", "lone parent", "parent isolé", "parent isolée", "case t"},
		Says:  map[string]string{"lone parent": "true", "parent isolé": "true", "parent isolée": "true", "case t": "true"},
	},
	{
		Name: "raised_child_alone", Type: "boolean", Section: "You",
		Prompt:  "Do you live alone without dependants, having raised a child on your own for at least five years (case L)?",
		Reason:  "It gives half a part, with a small cap.",
		Assumed: "false", Assumption: "No half part is due for having raised a child alone (case L).",
		Hints: []string{"case l"},
	},
	{
		Name: "income_is", Type: "choice", Choices: []string{netTaxable, declared}, Section: "Your income",
		Prompt: "Is the income the net taxable income after all deductions (revenu net imposable), or the salary as declared, before the flat " +
			"deduction for expenses (salaire net imposable)?",
		Reason:  "From a declared salary a flat deduction for professional expenses is made.",
		Assumed: netTaxable, Assumption: "The income is after the deduction for professional expenses and all others.",
		Hints: []string{"declared salary", "salaire déclaré", "salaire net imposable", "salaire imposable", "1aj"},
		Says:  map[string]string{"declared salary": declared, "salaire déclaré": declared, "salaire net imposable": declared},
		Basis: tax.Taxable,
	},
	{
		Name: "actual_expenses", Type: "decimal", Section: "Your income",
		Prompt:  "How much do you deduct from your own salary as actual professional expenses (frais réels), instead of the flat deduction?",
		Reason:  "Actual expenses take the place of the flat deduction.",
		Assumed: "0", Assumption: "The flat deduction for professional expenses is kept, not actual expenses.",
		Hints: []string{"frais réels", "actual expenses", "frais kilométriques"},
	},
	spouseFact,
	executiveFact,
}

var spouseFact = tax.Fact{
	Name: "spouse_salary", Type: "decimal", Section: "Your income",
	Prompt:  "How much of the declared salary, or of the gross wages, is that of your spouse or PACS partner?",
	Reason:  "Ceilings of contributions, and floor and ceiling of the deduction, apply to each earner.",
	Assumed: "0", Assumption: "Only one person earns the salary.",
	Needed: &tax.Need{When: "income_basis is gross and status is couple", Of: "status", Is: []string{couple}, Basis: tax.Gross},
}

func check(req *tax.Request, faults *tax.InputError) {
	pair := req.Choice("status") == couple
	children, alternate := req.Int("children"), req.Int("children_alternate")
	switch {
	case req.Bool("lone_parent") && pair:
		faults.Add("facts.lone_parent", "is only for the status single")
	case req.Bool("lone_parent") && children == 0:
		faults.Add("facts.lone_parent", "needs at least one child; give facts.children")
	}
	if req.Bool("lone_parent") && alternate > 0 {
		faults.Add("facts.children_alternate", "cannot be combined with lone_parent: its parts and cap are then others, which are not modelled")
	}
	if req.Bool("raised_child_alone") && (pair || children+alternate > 0) {
		faults.Add("facts.raised_child_alone", "is only for a single person without dependants")
	}
	gross, salary := req.IncomeBasis == tax.Gross, req.Choice("income_is") == declared
	if gross && salary {
		faults.Add("facts.income_is", "is for a taxable income: the declared salary is computed from gross wages")
	}
	if actual := req.Num("actual_expenses"); actual.Sign() > 0 && !gross && !salary {
		faults.Add("facts.actual_expenses", "is for a declared salary or gross wages: from a net taxable income expenses are deducted already")
	}
	if !gross && req.Bool("executive") {
		faults.Add("facts.executive", "belongs to gross wages; set income_basis to gross")
	}
	if spouse := req.Num("spouse_salary"); spouse.Sign() > 0 {
		switch {
		case !pair || !salary && !gross:
			faults.Add("facts.spouse_salary", "is only for a couple's declared salary or gross wages")
		case spouse.Greater(req.Income):
			faults.Add("facts.spouse_salary", "is a part of the income, and must not exceed it")
		}
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("fr", tax.IndividualIncome) }

var two, four = money.FromInt(2), money.FromInt(4)
