package ch

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Statuses, by the tariff that applies.
const (
	single  = "single"
	married = "married"
	parent  = "single_parent"
)

// Jurisdiction declares Switzerland.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "CH", Name: "Switzerland", Authority: "Eidgenössische Steuerverwaltung",
		Currency: "CHF", TimeZone: "Europe/Zurich", Languages: []string{"de", "fr", "it", "rm"},
		Version: "1.1.0",
		Words: tax.Words{
			Names: []string{"switzerland", "schweiz", "die schweiz", "suisse", "la suisse", "svizzera", "svizra", "swiss confederation",
				"helvetia"},
			Demonyms: []string{"swiss", "schweizer", "schweizerin", "suisse", "svizzero", "svizzera", "swiss resident"},
			Currency: []string{"chf", "franken", "francs", "swiss francs", "swiss franc", "sfr", "fr.", "franchi"},
			Whole: []string{"direkte bundessteuer", "direkten bundessteuer", "direkte bundessteuern", "bundessteuer", "direct federal tax",
				"swiss federal tax", "federal income tax", "impôt fédéral direct", "imposta federale diretta"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "tax period", "steuerjahr", "steuerperiode", "période fiscale",
			"année fiscale", "periodo fiscale"}},
		IncomeMeans: "Income is the taxable income (steuerbares Einkommen) for direct federal tax of the person or couple, after all " +
			"deductions, or a single person's gross wages where income_basis says gross.",
		TotalMeans: "Total tax is direct federal tax only, but in the city of Zurich, where the taxes of canton and city are in it; social " +
			"contributions stand beside it.",
		Kinds:       []tax.Kind{tax.Employment},
		Bases:       []tax.Basis{tax.Taxable, tax.Gross},
		RegionRule:  tax.RegionOptional,
		Regions:     cantons(),
		Facts:       facts,
		Coverage:    coverage(),
		BandsOf:     "income_tax",
		BandsWithin: money.MustParse("0.20"),
		Check:       check,
		Compute:     compute,
		Law:         []law.Resolver{resolved},
	}
}

const cantonal = "the income taxes of the canton and its communes are not modelled; leave the canton out for direct federal tax alone"

// cantons are named so that a question about one is refused, not answered with
// the smaller part of its tax.
func cantons() []tax.Region {
	var out []tax.Region
	for _, c := range []struct {
		code, slug, name string
		words, cities    []string
	}{
		{"ZH", "zuerich", "Canton of Zurich", []string{"kanton zürich"}, []string{"winterthur"}},
		{"BE", "bern", "Bern", []string{"canton of bern", "kanton bern"}, []string{"bern", "berne", "biel", "thun"}},
		{"LU", "luzern", "Lucerne", []string{"kanton luzern"}, []string{"lucerne", "luzern"}},
		{"UR", "uri", "Uri", []string{"uri"}, []string{"altdorf"}},
		{"SZ", "schwyz", "Schwyz", []string{"schwyz"}, nil},
		{"OW", "obwalden", "Obwalden", []string{"obwalden"}, []string{"sarnen"}},
		{"NW", "nidwalden", "Nidwalden", []string{"nidwalden"}, []string{"stans"}},
		{"GL", "glarus", "Glarus", []string{"glarus"}, nil},
		{"ZG", "zug", "Zug", []string{"kanton zug", "canton of zug"}, []string{"zug"}},
		{"FR", "fribourg", "Fribourg", []string{"fribourg", "freiburg im üechtland"}, []string{"bulle"}},
		{"SO", "solothurn", "Solothurn", []string{"solothurn"}, []string{"olten"}},
		{"BS", "basel_stadt", "Basel-Stadt", []string{"basel-stadt"}, []string{"basel", "bâle"}},
		{"BL", "basel_landschaft", "Basel-Landschaft", []string{"basel-landschaft", "baselland"}, []string{"liestal"}},
		{"SH", "schaffhausen", "Schaffhausen", []string{"schaffhausen"}, nil},
		{"AR", "appenzell_ausserrhoden", "Appenzell Ausserrhoden", []string{"appenzell ausserrhoden"}, []string{"herisau"}},
		{"AI", "appenzell_innerrhoden", "Appenzell Innerrhoden", []string{"appenzell innerrhoden"}, nil},
		{"SG", "st_gallen", "St. Gallen", []string{"canton of st. gallen"}, []string{"st. gallen", "sankt gallen"}},
		{"GR", "graubuenden", "Grisons", []string{"graubünden", "grisons", "grigioni", "grischun"}, []string{"chur", "davos"}},
		{"AG", "aargau", "Aargau", []string{"aargau"}, []string{"aarau", "baden"}},
		{"TG", "thurgau", "Thurgau", []string{"thurgau"}, []string{"frauenfeld"}},
		{"TI", "ticino", "Ticino", []string{"ticino", "tessin"}, []string{"lugano", "bellinzona", "locarno"}},
		{"VD", "vaud", "Vaud", []string{"vaud", "waadt"}, []string{"lausanne", "montreux"}},
		{"VS", "valais", "Valais", []string{"valais", "wallis"}, []string{"sion", "sitten"}},
		{"NE", "neuchatel", "Neuchâtel", []string{"canton of neuchâtel"}, []string{"neuchâtel", "neuenburg"}},
		{"GE", "geneve", "Geneva", []string{"canton of geneva"}, []string{"geneva", "genève", "genf"}},
		{"JU", "jura", "Jura", []string{"canton of jura", "canton du jura"}, []string{"delémont"}},
	} {
		out = append(out, tax.Region{Code: "CH-" + c.code, Slug: c.slug, Name: c.name, Uncovered: cantonal,
			Words: tax.Words{Names: c.words, Cities: c.cities}})
	}
	return append(out, tax.Region{Slug: zurichCity, Name: "City of Zurich",
		Words: tax.Words{Names: []string{"city of zurich", "stadt zürich"}, Cities: []string{"zurich", "zürich"}}})
}

var facts = append([]tax.Fact{
	{
		Name: "status", Type: "choice", Choices: []string{single, married, parent}, Section: "You",
		Prompt: "Are you taxed as a single person, as a married couple, or as a single parent who lives with the children and mainly supports " +
			"them?",
		Reason:  "Couples and parents have a tariff of their own.",
		Assumed: single, Assumption: "The person is single, without children in the household.",
		Joint: []string{married},
		Hints: []string{"married", "spouse", "wife", "husband", "verheiratet", "ehepaar", "marié", "couple", "coniugati", "single parent",
			"alleinerziehend"},
	},
	{
		Name: "children", Type: "integer", Max: "20", Section: "You",
		Prompt:  "How many children or dependants live in your household and are mainly supported by you?",
		Reason:  "Each reduces the tax itself by a fixed amount.",
		Assumed: "0", Assumption: "No child or dependant lives in the household.", Needed: tax.NeedWhen("status", parent),
		Hints: []string{"child", "children", "kind", "kinder", "enfant", "enfants", "figli"},
	},
	cantonFact,
}, wageFacts...)

func check(req *tax.Request, faults *tax.InputError) {
	children, status := req.Int("children"), req.Choice("status")
	switch {
	case children > 0 && status == single:
		faults.Add("facts.children", "needs the status married or single_parent")
	case children == 0 && status == parent:
		faults.Add("facts.children", "is at least 1 for the status single_parent")
	}
	gross := req.IncomeBasis == tax.Gross
	for i := range wageFacts {
		switch name := wageFacts[i].Name; {
		case gross && req.Num(name).Greater(req.Income):
			faults.Add("facts."+name, "must not be more than the gross wages")
		case !gross && !req.Num(name).IsZero():
			faults.Add("facts."+name, "belongs to gross wages: the taxable income has it deducted already; set income_basis to gross")
		}
	}
	if !req.Num(cantonFact.Name).IsZero() && (gross || req.SubRegion != zurichCity) {
		faults.Add("facts."+cantonFact.Name, "is for a taxable income in the city of Zurich")
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("ch", tax.IndividualIncome) }
