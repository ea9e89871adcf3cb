package filing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
)

// homeOf limits to partners at home; abroad to partners outside the Union.
func homeOf(country string) func(l Line) bool {
	return func(l Line) bool { return l.Partner.Country == country }
}

func otherUnion(country string) func(l Line) bool {
	return func(l Line) bool { return fromUnion(l) && l.Partner.Country != country }
}

// times is a box's tax as the form computes it from the box's base.
func times(box, r string) func(b map[string]money.Dec) money.Dec {
	return func(b map[string]money.Dec) money.Dec { return b[box].Mul(rate(r)) }
}

var deUStVA = &Form{
	ID: "de-ustva", Country: "DE", Currency: "EUR", Title: "Umsatzsteuer-Voranmeldung", Tier: "draft",
	Sources: []Source{
		{"Help of the Umsatzsteuer-Voranmeldung, ELSTER", "https://elster.de/elsterweb/helpGlobal?themaGlobal=help_ustva_2020", "2026-11-22"},
		{"Forms of 2026, BMF of 29 December 2025 as reported", "https://www.steuerschroeder.de/blog/?p=78972", "2026-11-22"},
	},
	outside: elsewhere("DE"), needs: unionPartner, NeedsPartner: services,
	boxes: []boxDef{
		{"81", "Kz81", "Umsätze zu 19 %", whole, when(base("domestic"), at("0.19")), nil},
		{"86", "Kz86", "Umsätze zu 7 %", whole, when(base("domestic"), at("0.07")), nil},
		{"87", "Kz87", "Umsätze zu 0 %", whole, when(base("domestic"), at("0")), nil},
		{"35", "Kz35", "Umsätze zu anderen Steuersätzen", whole, when(base("domestic"), not("0.19", "0.07", "0")), nil},
		{"36", "Kz36", "Steuer darauf", cents, when(owed("domestic"), not("0.19", "0.07", "0")), nil},
		{"41", "Kz41", "Innergemeinschaftliche Lieferungen an Abnehmer mit USt-IdNr.", whole, base("intra_community"), nil},
		{"43", "Kz43", "Weitere steuerfreie Umsätze mit Vorsteuerabzug", whole, base("export"), nil},
		{"48", "Kz48", "Steuerfreie Umsätze ohne Vorsteuerabzug", whole, base("exempt"), nil},
		{"89", "Kz89", "Innergemeinschaftliche Erwerbe zu 19 %", whole, when(owedOn("acquisition"), at("0.19")), nil},
		{"93", "Kz93", "Innergemeinschaftliche Erwerbe zu 7 %", whole, when(owedOn("acquisition"), at("0.07")), nil},
		{"95", "Kz95", "Innergemeinschaftliche Erwerbe zu anderen Steuersätzen", whole, when(owedOn("acquisition"), not("0.19", "0.07")),
			nil},
		{"98", "Kz98", "Steuer darauf", cents, when(owed("acquisition"), not("0.19", "0.07")), nil},
		{"46", "Kz46", "Leistungen nach § 13b Abs. 1 UStG aus dem übrigen Gemeinschaftsgebiet", whole, when(owedOn("reverse_charge"),
			otherUnion("DE")), nil},
		{"47", "Kz47", "Steuer darauf", cents, when(owed("reverse_charge"), otherUnion("DE")), nil},
		{"84", "Kz84", "Andere Leistungen nach § 13b UStG", whole, when(owedOn("reverse_charge"),
			func(l Line) bool { return beyond(l) || homeOf("DE")(l) }), nil},
		{"85", "Kz85", "Steuer darauf", cents, when(owed("reverse_charge"), func(l Line) bool { return beyond(l) || homeOf("DE")(l) }), nil},
		{"60", "Kz60", "Umsätze, für die der Leistungsempfänger die Steuer schuldet", whole, when(base("reverse_charge"), homeOf("DE")),
			nil},
		{"21", "Kz21", "Nicht steuerbare sonstige Leistungen im übrigen Gemeinschaftsgebiet", whole, when(base("reverse_charge"),
			otherUnion("DE")), nil},
		{"45", "Kz45", "Übrige nicht steuerbare Umsätze", whole, oneOf(base("outside_scope", "deemed_supplier"),
			when(base("reverse_charge"), beyond)), nil},
		{"66", "Kz66", "Vorsteuer aus Rechnungen", cents, reclaimed("domestic"), nil},
		{"61", "Kz61", "Vorsteuer aus innergemeinschaftlichem Erwerb", cents, reclaimed("acquisition"), nil},
		{"62", "Kz62", "Entstandene Einfuhrumsatzsteuer", cents, reclaimed("import"), nil},
		{"67", "Kz67", "Vorsteuer aus Leistungen nach § 13b UStG", cents, reclaimed("reverse_charge"), nil},
		{"tax81", "", "Steuer auf Kz 81, wie das Formular sie errechnet", cents, nil, times("81", "0.19")},
		{"tax86", "", "Steuer auf Kz 86, wie das Formular sie errechnet", cents, nil, times("86", "0.07")},
		{"tax89", "", "Steuer auf Kz 89, wie das Formular sie errechnet", cents, nil, times("89", "0.19")},
		{"tax93", "", "Steuer auf Kz 93, wie das Formular sie errechnet", cents, nil, times("93", "0.07")},
		{"83", "Kz83", "Verbleibende Vorauszahlung, unter null: Überschuss", cents, nil,
			less([]string{"tax81", "tax86", "36", "tax89", "tax93", "98", "47", "85"}, []string{"66", "61", "62", "67"})},
		{"none", "", "Ohne Kennzahl: Bemessungsgrundlagen von Vorsteuern, und Steuer, die das Formular errechnet", cents, oneOf(
			spent("domestic", "acquisition", "reverse_charge", "import", "foreign"), when(owed("domestic"),
				func(l Line) bool { return !not("0.19", "0.07", "0")(l) }),
			when(owed("acquisition"), func(l Line) bool { return !not("0.19", "0.07")(l) })), nil},
	},
}

var frRates = []string{"0.20", "0.055", "0.10", "0.021"}

func frRate(box, r string) []boxDef {
	percent := strings.TrimSuffix(strings.TrimSuffix(rate(r).Mul(money.FromInt(100)).String(), "0"), ".")
	supplied := oneOf(base("domestic"), owedOn("acquisition", "reverse_charge"))
	return []boxDef{
		{box + "-base", "", "Opérations à " + percent + " % : base", nearest, when(supplied, at(r)), nil},
		{box + "-taxe", "", "Opérations à " + percent + " % : taxe due", nearest, when(owed("domestic", "acquisition", "reverse_charge"),
			at(r)), nil},
	}
}

var frCA3 = &Form{
	ID: "fr-ca3", Country: "FR", Currency: "EUR", Title: "Déclaration de TVA 3310-CA3", Tier: "draft",
	Sources: []Source{
		{"Boxes of form 3310-CA3 as the OCA carries them",
			"https://github.com/OCA/l10n-france/blob/16.0/l10n_fr_account_vat_return/data/l10n.fr.account.vat.box.csv", "2026-11-22"},
		{"Form 3310-CA3-SD as reprinted", "https://fr.scribd.com/document/715414292/3310-ca3-sd-4652", "2026-11-22"},
	},
	outside: func(l Line) bool { return elsewhere("FR")(l) && !l.output("oss") }, NeedsPartner: services,
	needs: func(l Line) (string, string) {
		if code, message := unionPartner(l); code != "" {
			return code, message
		}
		if taxed := l.output("domestic") || l.TaxLine && l.output("acquisition",
			"reverse_charge"); taxed && not(frRates...)(l) && !l.Rate.IsZero() {
			return "scheme_not_covered", "rate " + l.Rate.String() + " is not one of metropolitan France that is covered"
		}
		return "", ""
	},
	boxes: slices.Concat([]boxDef{
		{"A1", "", "Ventes, prestations de services", nearest, when(base("domestic"), not("0")), nil},
		{"A3", "", "Achats de services à un assujetti non établi en France (art. 283-2)", nearest, when(owedOn("reverse_charge"),
			fromUnion), nil},
		{"B2", "", "Acquisitions intracommunautaires", nearest, owedOn("acquisition"), nil},
		{"B4", "", "Achats à un assujetti non établi en France (art. 283-1)", nearest, when(owedOn("reverse_charge"), beyond), nil},
		{"E1", "", "Exportations hors UE", nearest, base("export"), nil},
		{"E2", "", "Autres opérations non imposables", nearest, oneOf(base("exempt", "outside_scope", "deemed_supplier", "reverse_charge"),
			when(base("domestic"), at("0"))), nil},
		{"E3", "", "Ventes à distance taxables dans un autre État membre", nearest, base("oss"), nil},
		{"F2", "", "Livraisons intracommunautaires à un assujetti", nearest, base("intra_community"), nil},
	}, frRate("08", "0.20"), frRate("09", "0.055"), frRate("9B", "0.10"), frRate("T6", "0.021"), []boxDef{
		{"16", "", "Total de la TVA brute due", nearest, nil, sum("08-taxe", "09-taxe", "9B-taxe", "T6-taxe")},
		{"17", "", "Dont TVA sur acquisitions intracommunautaires", nearest, owed("acquisition"), nil},
		{"19", "", "TVA déductible : biens constituant des immobilisations", nearest, when(reclaimed("domestic", "acquisition",
			"reverse_charge", "import"), func(l Line) bool { return l.Capital }), nil},
		{"20", "", "TVA déductible : autres biens et services", nearest, when(reclaimed("domestic", "acquisition", "reverse_charge",
			"import"), func(l Line) bool { return !l.Capital }), nil},
		{"23", "", "Total TVA déductible", nearest, nil, sum("19", "20")},
		{"25", "", "Crédit de TVA", nearest, nil, zeroFloor(less([]string{"23"}, []string{"16"}))},
		{"28", "", "TVA nette due", nearest, nil, zeroFloor(less([]string{"16"}, []string{"23"}))},
		{"none", "", "Sans ligne : bases des achats, et taxe déclarée au guichet unique", nearest, oneOf(
			spent("domestic", "acquisition", "reverse_charge", "import", "foreign"), owed("oss")), nil},
	}),
}

// euOSS is one row a state and rate, of what was charged through the one-stop shop.
var euOSS = &Form{
	ID: "eu-oss", Currency: "EUR", Title: "One-stop shop, Union and non-Union scheme", Tier: "beta",
	Sources: []Source{{"Council Directive 2006/112/EC art. 364, 365, 369f and 369g", "https://eur-lex.europa.eu/eli/dir/2006/112",
		"2026-11-22"}},
	outside: func(l Line) bool { return !l.output("oss") },
	rows: func(lines []Line) (defs []boxDef, blockers fault.Blockers) {
		for _, k := range keysOf(lines, func(l Line) string { c, _ := l.Code.Country(); return c + "/" + l.Rate.String() }) {
			same := func(l Line) bool { c, _ := l.Code.Country(); return c+"/"+l.Rate.String() == k }
			defs = append(defs, boxDef{k + "/base", "", "Taxable amount", cents, when(base("oss"), same), nil},
				boxDef{k + "/tax", "", "VAT", cents, when(owed("oss"), same), nil})
		}
		return append(defs, boxDef{"total", "", "VAT due", cents, owed("oss"), nil}), nil
	},
}

// keysOf are the distinct keys of lines, in order.
func keysOf(lines []Line, key func(l Line) string) (out []string) {
	for _, l := range lines {
		if k := key(l); !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

// euSales is one row a customer and kind of supply.
var euSales = &Form{
	ID: "eu-ecsl", Title: "EC sales list (recapitulative statement)", Tier: "beta",
	Sources: []Source{{"Council Directive 2006/112/EC art. 262 to 264", "https://eur-lex.europa.eu/eli/dir/2006/112", "2026-11-22"}},
	outside: func(l Line) bool {
		if l.TaxLine || !l.output("intra_community", "reverse_charge") {
			return true
		}
		home, _ := l.Code.Country()
		member, known := l.union()
		return l.output("reverse_charge") && known && (!member || l.Partner.Country == home)
	},
	NeedsPartner: func(l Line) bool { return l.output("intra_community", "reverse_charge") },
	needs: func(l Line) (string, string) {
		if l.Partner.Wrong {
			return "tax_id_unverified", "what is said to be the customer's VAT number is none of its country's: say the right one of the party, or " +
				withParty
		}
		if l.Partner.TaxID == "" {
			return "tax_id_unverified", "neither party, order nor entry says the customer's VAT number: " + withParty
		}
		return unionPartner(l)
	},
	rows: func(lines []Line) (defs []boxDef, blockers fault.Blockers) {
		kind := func(l Line) string {
			if l.output("intra_community") {
				return "goods"
			}
			return "services"
		}
		key := func(l Line) string { return l.Partner.TaxID + "/" + kind(l) }
		for _, k := range keysOf(lines, key) {
			if strings.HasPrefix(k, "/") {
				continue
			}
			_, what, _ := strings.Cut(k, "/")
			defs = append(defs, boxDef{k, "", "Supplies of " + what, nearest, when(base("intra_community", "reverse_charge"),
				func(l Line) bool { return key(l) == k }), nil})
		}
		return append(defs, boxDef{"total", "", "All supplies", nearest, base("intra_community", "reverse_charge"), nil}), nil
	},
}

// usSummary is sales and tax by the state that the buyer is in.
var usSummary = &Form{
	ID: "us-summary", Country: "US", Currency: "USD", Title: "Sales tax by state", Tier: "draft",
	Sources: []Source{{"South Dakota v. Wayfair, Inc., 585 U.S. 162 (2018): tax by the state of delivery",
		"https://supreme.justia.com/cases/federal/us/585/17-494/", "2026-11-22"}},
	outside:      func(l Line) bool { return elsewhere("US")(l) || !l.Code.Output() },
	NeedsPartner: func(l Line) bool { return true },
	needs: func(l Line) (string, string) {
		if l.Partner.Region == "" {
			return "buyer_details_missing", "neither the party nor the order says the buyer's state"
		}
		return "", ""
	},
	rows: func(lines []Line) (defs []boxDef, blockers fault.Blockers) {
		all := []string{"domestic", "exempt", "local", "outside_scope", "deemed_supplier"}
		for _, k := range keysOf(lines, func(l Line) string { return l.Partner.Region }) {
			if k == "" {
				continue
			}
			same := func(l Line) bool { return l.Partner.Region == k }
			taxed := func(l Line) bool { return same(l) && !l.Rate.IsZero() }
			defs = append(defs, boxDef{k + "/sales", "", "Gross sales", cents, when(base(all...), same), nil},
				boxDef{k + "/taxable", "", "Taxable sales", cents, when(base(all...), taxed), nil},
				boxDef{k + "/tax", "", "Tax collected", cents, when(owed(all...), same), nil})
		}
		return append(defs, boxDef{"total", "", "Tax collected", cents, owed(all...), nil}), nil
	},
}

// Period is a month, two months, quarter or year: 2026-03, 2026-B2, 2026-Q1, 2026.
type Period struct{ First, Last string } // months

// ParsePeriod reads one.
func ParsePeriod(s string) (Period, error) {
	wrong := fault.Invalid("period", "a month, two months, quarter or year: 2026-03, 2026-B2, 2026-Q1, 2026")
	var year, n int
	switch {
	case len(s) == 4:
		if _, err := fmt.Sscanf(s, "%4d", &year); err != nil || year < 1900 {
			return Period{}, wrong
		}
		return Period{fmt.Sprintf("%04d-01", year), fmt.Sprintf("%04d-12", year)}, nil
	case len(s) == 7 && s[5] == 'B':
		if _, err := fmt.Sscanf(s, "%4d-B%1d", &year, &n); err != nil || year < 1900 || n < 1 || n > 6 {
			return Period{}, wrong
		}
		return Period{fmt.Sprintf("%04d-%02d", year, 2*n-1), fmt.Sprintf("%04d-%02d", year, 2*n)}, nil
	case len(s) == 7 && s[5] == 'Q':
		if _, err := fmt.Sscanf(s, "%4d-Q%1d", &year, &n); err != nil || year < 1900 || n < 1 || n > 4 {
			return Period{}, wrong
		}
		return Period{fmt.Sprintf("%04d-%02d", year, 3*n-2), fmt.Sprintf("%04d-%02d", year, 3*n)}, nil
	case len(s) == 7:
		if _, err := fmt.Sscanf(s, "%4d-%2d", &year, &n); err != nil || year < 1900 || n < 1 || n > 12 {
			return Period{}, wrong
		}
		return Period{s, s}, nil
	}
	return Period{}, wrong
}
