package category

import (
	"slices"
	"strings"
)

// also are everyday names of categories, by code. A name stands for one
// category in every place; one that might mean two (water through mains or in
// bottles, transport of goods or of passengers) is none.
var also = map[string][]string{
	"goods_standard":        {"goods", "standard"},
	"services_standard":     {"services"},
	"professional_services": {"consulting", "consultancy", "legal_services"},
	"digital_services":      {"software", "saas", "apps", "electronic_services"},
	"food":                  {"groceries", "foodstuffs", "grocery"},
	"alcoholic_beverages":   {"alcohol", "alcoholic_drinks"},
	"prepared_food":         {"takeaway", "takeaway_food", "hot_food"},
	"soft_drinks":           {"soft_drink", "non_alcoholic_drinks"},
	"restaurant_services":   {"restaurant", "restaurants", "catering"},
	"books":                 {"book", "printed_books", "paper_books"},
	"ebooks":                {"ebook", "e_books", "e_book"},
	"newspapers":            {"newspaper"},
	"periodicals":           {"periodical", "magazines", "magazine"},
	"hotel_accommodation":   {"hotel", "hotels", "accommodation", "lodging"},
	"passenger_transport":   {"passenger_travel"},
	"medicines":             {"medicine", "pharmaceuticals", "medication"},
	"prescription_medicines": {
		"prescription_drugs", "prescriptions"},
	"medical_care":        {"healthcare", "health_care", "dental_care"},
	"children_clothing":   {"childrens_clothing", "children_clothes"},
	"clothing":            {"clothes", "apparel"},
	"computers":           {"computer"},
	"cut_flowers":         {"flowers", "plants"},
	"electricity":         {"power"},
	"natural_gas":         {"gas"},
	"sanitary_protection": {"sanitary_products", "period_products"},
	"financial_services":  {"financial", "banking"},
	"gambling":            {"betting", "lotteries"},
	"hairdressing":        {"hairdresser"},
	"insurance":           {"insurances"},
	"cinema":              {"cinemas"},
}

var byName = func() map[string]string {
	m := map[string]string{}
	for code, names := range also {
		if _, known := byCode[code]; !known {
			panic("category: names of " + code + ", which is none")
		}
		for _, name := range names {
			if _, taken := byCode[name]; taken || m[name] != "" {
				panic("category: the name " + name + " stands for two")
			}
			m[name] = code
		}
	}
	return m
}()

// Named are the everyday names by which a category may be asked for, beside its code.
func Named(code string) []string { return slices.Clone(also[code]) }

// Find returns the category that a caller means: by its code or one of its
// everyday names, in capitals or not, words joined by a space, a hyphen or an
// underscore.
func Find(sent string) (Category, bool) {
	if c, ok := byCode[sent]; ok {
		return c, true
	}
	name := strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(strings.TrimSpace(sent)))
	if code, ok := byName[name]; ok {
		name = code
	}
	return Get(name)
}

// Code is the code of what Find finds, or what was sent where it finds nothing.
func Code(sent string) string {
	if c, ok := Find(sent); ok {
		return c.Code
	}
	return sent
}
