package filing

import "github.com/tallystick/tallystick/domain/money"

var gbVAT = &Form{
	ID: "gb-vat", Country: "GB", Currency: "GBP", Title: "VAT Return", Tier: "beta",
	Sources: []Source{
		{"VAT Regulations 1995, regulation 39", "https://www.legislation.gov.uk/uksi/1995/2518/regulation/39", "2026-11-22"},
		{"VAT Return Help, Isle of Man Government", "https://services.gov.im/treasury/customs/vat/services/Help/viewreturns.xml",
			"2026-11-22"},
	},
	outside: elsewhere("GB"),
	boxes: []boxDef{
		{"1", "vatDueSales", "VAT due on sales and other outputs", cents, owed("domestic", "reverse_charge", "local", "exempt"), nil},
		{"2", "vatDueAcquisitions", "VAT due on acquisitions into Northern Ireland from EU Member States", cents, owed("acquisition"), nil},
		{"3", "totalVatDue", "Total VAT due", cents, nil, sum("1", "2")},
		{"4", "vatReclaimedCurrPeriod", "VAT reclaimed on purchases and other inputs", cents, reclaimed("domestic", "acquisition",
			"reverse_charge", "import"), nil},
		{"5", "netVatDue", "Net VAT to pay or reclaim", cents, nil,
			func(b map[string]money.Dec) money.Dec { return b["3"].Sub(b["4"]).Abs() }},
		{"6", "totalValueSalesExVAT", "Total value of sales and other outputs, without VAT", whole, oneOf(
			base("domestic", "intra_community", "reverse_charge", "export", "exempt", "outside_scope", "deemed_supplier", "local"),
			owedOn("reverse_charge")), nil},
		{"7", "totalValuePurchasesExVAT", "Total value of purchases and other inputs, without VAT", whole, spent("domestic", "acquisition",
			"reverse_charge", "import", "foreign"), nil},
		{"8", "totalValueGoodsSuppliedExVAT", "Goods supplied from Northern Ireland to EU Member States", whole, base("intra_community"),
			nil},
		{"9", "totalAcquisitionsExVAT", "Goods acquired in Northern Ireland from EU Member States", whole, spent("acquisition"), nil},
	},
}

var ieVAT3 = &Form{
	ID: "ie-vat3", Country: "IE", Currency: "EUR", Title: "VAT3", Tier: "beta",
	Sources: []Source{{"How do you complete a VAT 3 return?, Revenue",
		"https://www.revenue.ie/en/vat/accounting-for-vat/how-to-account-for-value-added-tax/completing-vat3-return.aspx", "2026-11-22"}},
	outside: elsewhere("IE"), needs: unionPartner, NeedsPartner: services,
	boxes: []boxDef{
		{"T1", "", "VAT on sales", cents, owed("domestic", "reverse_charge", "acquisition"), nil},
		{"T2", "", "VAT on purchases", cents, reclaimed("domestic", "acquisition", "reverse_charge", "import"), nil},
		{"T3", "", "VAT payable", cents, nil, zeroFloor(less([]string{"T1"}, []string{"T2"}))},
		{"T4", "", "VAT repayable", cents, nil, zeroFloor(less([]string{"T2"}, []string{"T1"}))},
		{"E1", "", "Intra-EU supplies of goods", cents, base("intra_community"), nil},
		{"E2", "", "Intra-EU acquisitions of goods", cents, spent("acquisition"), nil},
		{"ES1", "", "Intra-EU supply of services", cents, when(base("reverse_charge"), fromUnion), nil},
		{"ES2", "", "Intra-EU acquisition of services", cents, when(spent("reverse_charge"), fromUnion), nil},
		{"none", "", "Without a box: supplies and purchases that only their tax is shown of", cents, oneOf(
			base("domestic", "export", "exempt", "outside_scope", "deemed_supplier"), spent("domestic", "import", "foreign"),
			when(oneOf(base("reverse_charge"), spent("reverse_charge")), beyond)), nil},
	},
}

// services reports whether a line's box depends on who is on the other side.
func services(l Line) bool { return l.is([]string{"reverse_charge"}) }

// withParty is what is done where a posted entry does not say who is on its other side.
const withParty = "reverse the entry with its counterparty, which then counts for both, and book it anew"

// unionPartner asks for the partner's country where the box depends on it.
func unionPartner(l Line) (code, message string) {
	if _, known := l.union(); services(l) && !known {
		return "buyer_details_missing", "neither party, order nor entry says the partner's country, which decides the box: " + withParty
	}
	return "", ""
}

// withTax is an amount with the tax of its rate.
func withTax(s selector) selector {
	return func(l Line) (money.Dec, bool) {
		x, ok := s(l)
		return x.Mul(money.One.Add(l.Rate)), ok
	}
}

var auBAS = &Form{
	ID: "au-bas", Country: "AU", Currency: "AUD", Title: "Business activity statement, GST", Tier: "draft",
	Sources: []Source{{"Completing the GST labels on your BAS, ATO",
		"https://www.ato.gov.au/business/business-activity-statements-(bas)/goods-and-services-tax-(gst)/completing-the-gst-labels-on-your-bas/",
		"2026-11-22"}},
	outside: elsewhere("AU"),
	needs: func(l Line) (string, string) {
		if l.is([]string{"reverse_charge", "acquisition"}) {
			return "scheme_not_covered", "GST that the recipient owes is not covered"
		}
		return "", ""
	},
	boxes: []boxDef{
		{"G1", "", "Total sales, with GST", whole, oneOf(base("domestic", "export", "exempt"), owed("domestic")), nil},
		{"G2", "", "Export sales", whole, base("export"), nil},
		{"G3", "", "Other GST-free sales", whole, when(base("domestic"), at("0")), nil},
		{"G10", "", "Capital purchases, with GST", whole, when(withTax(spent("domestic", "import")), func(l Line) bool { return l.Capital }),
			nil},
		{"G11", "", "Non-capital purchases, with GST", whole, when(withTax(spent("domestic", "import")),
			func(l Line) bool { return !l.Capital }), nil},
		{"1A", "", "GST on sales", whole, owed("domestic"), nil},
		{"1B", "", "GST on purchases", whole, reclaimed("domestic", "import"), nil},
	},
}

var nzGST = &Form{
	ID: "nz-gst101a", Country: "NZ", Currency: "NZD", Title: "GST return GST101A", Tier: "beta",
	Sources: []Source{
		{"Calculate your sales and income, Inland Revenue", "http://www.ird.govt.nz/gst/work-out/work-out-income/", "2026-11-22"},
		{"What goes into each box, New Zealand GST report (Oracle)",
			"https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_4114553962.html", "2026-11-22"},
	},
	outside: elsewhere("NZ"),
	boxes: []boxDef{
		{"5", "", "Total sales and income, with GST and zero-rated supplies", cents, oneOf(base("domestic", "export"), owed("domestic"),
			withTax(owedOn("reverse_charge"))), nil},
		{"6", "", "Zero-rated supplies in box 5", cents, oneOf(base("export"), when(base("domestic"), at("0"))), nil},
		{"7", "", "Box 5 less box 6", cents, nil, less([]string{"5"}, []string{"6"})},
		{"8", "", "Box 7 multiplied by 3, divided by 23", cents, nil, tax323("7")},
		{"9", "", "Adjustments: none that the books know", cents, nil, sum()},
		{"10", "", "Total GST collected", cents, nil, sum("8", "9")},
		{"11", "", "Total purchases and expenses, with GST, without imported goods", cents, when(withTax(spent("domestic", "reverse_charge")),
			not("0")), nil},
		{"12", "", "Box 11 multiplied by 3, divided by 23", cents, nil, tax323("11")},
		{"13", "", "Credit adjustments: GST paid on imports", cents, reclaimed("import"), nil},
		{"14", "", "Total GST credit", cents, nil, sum("12", "13")},
		{"15", "", "Difference: above zero to pay, below to be refunded", cents, nil, less([]string{"10"}, []string{"14"})},
		{"none", "", "Without a box: exempt, out of scope, zero-rated purchases, and tax that boxes 8 and 12 compute", cents, oneOf(
			base("exempt", "outside_scope", "deemed_supplier"), when(spent("domestic"), at("0")), spent("import", "foreign"),
			reclaimed("domestic", "reverse_charge")), nil},
	},
}

func tax323(box string) func(b map[string]money.Dec) money.Dec {
	return func(b map[string]money.Dec) money.Dec {
		return b[box].Mul(money.FromInt(3)).QuoRound(money.FromInt(23), 2, money.HalfUp)
	}
}
