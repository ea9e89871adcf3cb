package es

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Age groups of the taxpayer's minimum.
const (
	upTo65 = "up_to_65"
	over65 = "over_65"
	over75 = "over_75"
)

// Jurisdiction declares Spain.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "ES", Name: "Spain", Authority: "Agencia Estatal de Administración Tributaria",
		Currency: "EUR", TimeZone: "Europe/Madrid", Languages: []string{"es"},
		Version: "1.2.0",
		Words: tax.Words{
			Names:    []string{"spain", "españa", "kingdom of spain", "reino de españa", "espanya"},
			Demonyms: []string{"spanish", "spaniard", "español", "española", "spanish resident"},
			Currency: []string{"€", "eur", "euro", "euros"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "ejercicio", "ejercicio fiscal", "año fiscal", "renta"}},
		IncomeMeans: "Income is the general taxable income (base liquidable general) of the person or family unit, after all deductions from " +
			"income; it is not the gross wage, which income_basis gross says that it is.",
		TotalMeans: "Total tax is IRPF of the State and of the autonomous community on the general taxable income (cuota íntegra); social " +
			"contributions are not computed.",
		Kinds:      []tax.Kind{tax.Employment},
		Bases:      []tax.Basis{tax.Taxable, tax.Gross},
		RegionRule: tax.RegionRequired,
		Regions:    regions,
		Facts:      facts,
		Coverage:   coverage(),
		BandsOf:    "state_tax",
		Check:      check,
		Compute:    compute,
		Law:        []law.Resolver{resolved},
	}
}

const (
	foral   = "this territory has an income tax of its own, which is not modelled"
	reduced = "the deduction for income earned in this city is not modelled"
)

var regions = []tax.Region{
	{Slug: "andalucia", Code: "ES-AN", Name: "Andalusia",
		Words: tax.Words{Names: []string{"andalusia", "andalucía", "andalucia"}, Demonyms: []string{"andalusian"},
			Cities: []string{"seville", "sevilla", "málaga", "malaga", "granada", "córdoba", "almería", "cádiz", "huelva", "jaén", "marbella"}}},
	{Slug: "aragon", Code: "ES-AR", Name: "Aragon", Words: tax.Words{Names: []string{"aragon", "aragón"}, Demonyms: []string{"aragonese"},
		Cities: []string{"zaragoza", "saragossa", "huesca", "teruel"}}},
	{Slug: "asturias", Code: "ES-AS", Name: "Asturias", Words: tax.Words{Names: []string{"asturias"}, Demonyms: []string{"asturian"},
		Cities: []string{"oviedo", "gijón", "gijon", "avilés"}}},
	{Slug: "canarias", Code: "ES-CN", Name: "Canary Islands",
		Words: tax.Words{Names: []string{"canary islands", "canarias", "islas canarias", "the canaries", "tenerife", "gran canaria"},
			Cities: []string{"las palmas", "santa cruz de tenerife"}}},
	{Slug: "cantabria", Code: "ES-CB", Name: "Cantabria",
		Words: tax.Words{Names: []string{"cantabria"}, Demonyms: []string{"cantabrian"}, Cities: []string{"santander"}}},
	{Slug: "castilla_la_mancha", Code: "ES-CM", Name: "Castilla-La Mancha",
		Words: tax.Words{Names: []string{"castilla-la mancha", "castilla la mancha"},
			Cities: []string{"toledo", "albacete", "ciudad real", "guadalajara", "cuenca"}}},
	{Slug: "cataluna", Code: "ES-CT", Name: "Catalonia",
		Words: tax.Words{Names: []string{"catalonia", "cataluña", "catalunya"}, Demonyms: []string{"catalan"},
			Cities: []string{"barcelona", "girona", "lleida", "tarragona", "sabadell", "terrassa", "badalona", "l'hospitalet"}}},
	{Slug: "extremadura", Code: "ES-EX", Name: "Extremadura",
		Words: tax.Words{Names: []string{"extremadura"}, Cities: []string{"badajoz", "cáceres"}}},
	{Slug: "madrid", Code: "ES-MD", Name: "Madrid",
		Words: tax.Words{Names: []string{"community of madrid", "comunidad de madrid", "madrid region"},
			Cities: []string{"madrid", "móstoles", "alcalá de henares", "getafe", "leganés"}}},
	{Slug: "murcia", Code: "ES-MC", Name: "Murcia", Words: tax.Words{Names: []string{"region of murcia", "región de murcia"},
		Cities: []string{"murcia", "cartagena", "lorca"}}},
	{Slug: "valencia", Code: "ES-VC", Name: "Valencian Community",
		Words: tax.Words{Names: []string{"valencian community", "comunidad valenciana", "comunitat valenciana"}, Demonyms: []string{"valencian"},
			Cities: []string{"valencia", "valència", "alicante", "alacant", "elche", "castellón", "benidorm"}}},
	{Slug: "castilla_y_leon", Code: "ES-CL", Name: "Castile and León",
		Words: tax.Words{Names: []string{"castile and león", "castilla y león", "castilla y leon"},
			Cities: []string{"valladolid", "salamanca", "burgos", "segovia"}}},
	{Slug: "galicia", Code: "ES-GA", Name: "Galicia", Words: tax.Words{Names: []string{"galicia"}, Demonyms: []string{"galician"},
		Cities: []string{"vigo", "a coruña", "la coruña", "santiago de compostela", "ourense"}}},
	{Slug: "illes_balears", Code: "ES-IB", Name: "Balearic Islands",
		Words: tax.Words{Names: []string{"balearic islands", "illes balears", "islas baleares", "mallorca", "majorca", "ibiza", "menorca"},
			Cities: []string{"palma", "palma de mallorca"}}},
	{Slug: "la_rioja", Code: "ES-RI", Name: "La Rioja", Words: tax.Words{Names: []string{"la rioja"}, Cities: []string{"logroño"}}},
	{Slug: "navarra", Code: "ES-NC", Name: "Navarre", Uncovered: foral,
		Words: tax.Words{Names: []string{"navarre", "navarra", "nafarroa"}, Cities: []string{"pamplona", "iruña"}}},
	{Slug: "pais_vasco", Code: "ES-PV", Name: "Basque Country", Uncovered: foral,
		Words: tax.Words{Names: []string{"basque country", "país vasco", "euskadi", "bizkaia", "gipuzkoa", "álava", "araba"},
			Demonyms: []string{"basque"},
			Cities:   []string{"bilbao", "san sebastián", "donostia", "vitoria", "vitoria-gasteiz"}}},
	{Slug: "ceuta", Code: "ES-CE", Name: "Ceuta", Uncovered: reduced, Words: tax.Words{Names: []string{"ceuta"}}},
	{Slug: "melilla", Code: "ES-ML", Name: "Melilla", Uncovered: reduced, Words: tax.Words{Names: []string{"melilla"}}},
}

var facts = []tax.Fact{
	{
		Name: "age_group", Type: "choice", Choices: []string{upTo65, over65, over75}, Section: "You",
		Prompt:  "Were you older than 65, or older than 75, at the end of the year?",
		Reason:  "The personal minimum rises with age.",
		Assumed: upTo65, Assumption: "The taxpayer is not older than 65.",
		Hints: []string{"pensioner", "retired", "jubilado", "jubilada", "pensionista"},
	},
	{
		Name: "children", Type: "integer", Max: "20", Section: "You",
		Prompt:  "How many children under 25 without income of their own live with you?",
		Reason:  "Each raises the personal and family minimum.",
		Assumed: "0", Assumption: "No children live in the household.",
		Hints: []string{"child", "children", "kids", "hijo", "hija", "hijos", "descendientes", "fills"},
	},
	{
		Name: "children_under_three", Type: "integer", Max: "20", Section: "You",
		Prompt:  "How many of these children are under three years old?",
		Reason:  "The minimum is higher for each of them.",
		Assumed: "0", Assumption: "No child is under three.",
		Hints: []string{"baby", "bebé", "newborn"},
	},
	{
		Name: "children_shared", Type: "boolean", Section: "You",
		Prompt:  "Do you share the children's minimum equally with the other parent, each filing separately?",
		Reason:  "Parents who both have the right to it take half each.",
		Assumed: "false", Assumption: "The minimum for children is not shared with another parent.",
	},
	contributionsFact,
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.TaxType != "" && req.TaxType != tax.IndividualIncome {
		return
	}
	checkWages(req, faults)
	if req.Int("children_under_three") > req.Int("children") {
		faults.Add("facts.children_under_three", "are a part of the children, and must not exceed them")
	}
	if req.Bool("children_shared") && req.Int("children") == 0 {
		faults.Add("facts.children_shared", "needs at least one child; give facts.children")
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("es", tax.IndividualIncome) }

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
