package category

import "slices"

var catalogue = slices.Concat(wide, narrow)

// wide are the categories that lie within no other.
var wide = []Category{
	{Code: "goods_standard", Name: "Goods without a special rate", Nature: Goods, Group: "general", Standard: true},
	{Code: "services_standard", Name: "Services without a special rate", Nature: Services, Group: "general", Standard: true},
	{Code: "professional_services", Name: "Professional and consulting services", Nature: Services, Group: "general", Standard: true},
	{Code: "digital_services", Name: "Electronically supplied services", Nature: Services, Group: "general", Standard: true,
		Note: "Software, apps, hosting, downloads and subscriptions; electronic publications are e-books or e-periodicals."},

	{Code: "food", Name: "Food for human consumption", Nature: Goods, Group: "food", Annex: "Annex III (1)",
		Note: "Not alcoholic beverages, not meals served or sold hot."},
	{Code: "soft_drinks", Name: "Soft drinks", Nature: Goods, Group: "food", Annex: "Annex III (1)"},
	{Code: "alcoholic_beverages", Name: "Alcoholic beverages", Nature: Goods, Group: "food"},
	{Code: "prepared_food", Name: "Prepared or hot food to take away", Nature: Goods, Group: "food", Within: "food", Apart: true},
	{Code: "animal_feed", Name: "Animal feed", Nature: Goods, Group: "food", Annex: "Annex III (1)"},
	{Code: "water_supply", Name: "Water through mains", Nature: Goods, Group: "utilities", Annex: "Annex III (2)"},
	{Code: "electricity", Name: "Electricity", Nature: Goods, Group: "utilities", Annex: "Annex III (22)"},
	{Code: "natural_gas", Name: "Natural gas", Nature: Goods, Group: "utilities", Annex: "Annex III (22)"},
	{Code: "district_heating", Name: "District heating", Nature: Goods, Group: "utilities", Annex: "Annex III (22)"},
	{Code: "domestic_fuel", Name: "Fuel and power for homes", Nature: Goods, Group: "utilities"},
	{Code: "waste_collection", Name: "Collection of domestic waste and street cleaning", Nature: Services, Group: "utilities",
		Annex: "Annex III (18)"},

	{Code: "medicines", Name: "Pharmaceutical products", Nature: Goods, Group: "health", Annex: "Annex III (3)"},
	{Code: "prescription_medicines", Name: "Medicines dispensed on prescription", Nature: Goods, Group: "health", Annex: "Annex III (3)"},
	{Code: "medical_equipment", Name: "Medical equipment for disabled persons", Nature: Goods, Group: "health", Annex: "Annex III (4)"},
	{Code: "sanitary_protection", Name: "Sanitary protection products", Nature: Goods, Group: "health", Annex: "Annex III (3)"},
	{Code: "medical_care", Name: "Medical and dental care", Nature: Services, Group: "health", Annex: "art. 132(1)(b)-(e)"},
	{Code: "child_car_seats", Name: "Children's car seats", Nature: Goods, Group: "family", Annex: "Annex III (4)"},
	{Code: "children_clothing", Name: "Children's clothing and footwear", Nature: Goods, Group: "family", Annex: "Annex III (25)"},
	{Code: "clothing", Name: "Clothing and footwear", Nature: Goods, Group: "family"},

	{Code: "school_supplies", Name: "School supplies", Nature: Goods, Group: "family",
		Note: "What pupils write, draw and carry with; not books, not computers."},
	{Code: "computers", Name: "Personal computers", Nature: Goods, Group: "general",
		Note: "Desktop, portable and tablet computers for personal use; not parts, supplies or software."},

	{Code: "books", Name: "Books on paper", Nature: Goods, Group: "publications", Annex: "Annex III (6)"},
	{Code: "ebooks", Name: "E-books and electronic periodicals", Nature: Services, Group: "publications", Annex: "Annex III (6)"},
	{Code: "newspapers", Name: "Newspapers on paper", Nature: Goods, Group: "publications", Annex: "Annex III (6)"},
	{Code: "periodicals", Name: "Periodicals on paper", Nature: Goods, Group: "publications", Annex: "Annex III (6)"},
	{Code: "broadcasting", Name: "Pay and cable television", Nature: Services, Group: "publications", Annex: "Annex III (8)"},

	{Code: "passenger_transport", Name: "Domestic transport of passengers", Nature: Services, Group: "transport and travel",
		Annex: "Annex III (5)"},
	{Code: "hotel_accommodation", Name: "Hotel and similar accommodation", Nature: Services, Group: "transport and travel",
		Annex: "Annex III (12)"},
	{Code: "restaurant_services", Name: "Restaurant and catering services", Nature: Services, Group: "transport and travel",
		Annex: "Annex III (12a)",
		Note:  "Food; alcoholic beverages served are often at the standard rate."},

	{Code: "cultural_admission", Name: "Admission to cultural events and places", Nature: Services, Group: "culture and sport",
		Annex: "Annex III (7)"},
	{Code: "amusement_parks", Name: "Admission to amusement parks", Nature: Services, Group: "culture and sport", Annex: "Annex III (7)"},
	{Code: "sports_admission", Name: "Admission to sporting events", Nature: Services, Group: "culture and sport", Annex: "Annex III (13)"},
	{Code: "sports_facilities", Name: "Use of sporting facilities", Nature: Services, Group: "culture and sport", Annex: "Annex III (14)"},
	{Code: "authors_services", Name: "Services of writers, composers and performers", Nature: Services, Group: "culture and sport",
		Annex: "Annex III (9)"},
	{Code: "works_of_art", Name: "Works of art, collectors' items and antiques", Nature: Goods, Group: "culture and sport",
		Annex: "Annex III (26)"},

	{Code: "social_housing", Name: "Social housing", Nature: Services, Group: "housing", Annex: "Annex III (10)"},
	{Code: "housing_renovation", Name: "Renovation and repair of private dwellings", Nature: Services, Group: "housing",
		Annex: "Annex III (10a)"},
	{Code: "household_cleaning", Name: "Cleaning in private households", Nature: Services, Group: "housing", Annex: "Annex III (10b)"},
	{Code: "residential_letting", Name: "Letting of dwellings", Nature: Services, Group: "housing", Annex: "art. 135(1)(l)"},

	{Code: "agricultural_inputs", Name: "Agricultural inputs", Nature: Goods, Group: "other reduced", Annex: "Annex III (11)"},
	{Code: "cut_flowers", Name: "Live plants and cut flowers", Nature: Goods, Group: "other reduced", Annex: "Annex III (11)"},
	{Code: "social_services", Name: "Goods and services of charitable bodies", Nature: Services, Group: "other reduced",
		Annex: "Annex III (15)"},
	{Code: "funeral_services", Name: "Undertakers and cremation", Nature: Services, Group: "other reduced", Annex: "Annex III (16)"},
	{Code: "small_repairs", Name: "Minor repairs of bicycles, shoes, clothing and household linen", Nature: Services, Group: "other reduced",
		Annex: "Annex III (19)"},
	{Code: "domestic_care", Name: "Domestic care services", Nature: Services, Group: "other reduced", Annex: "Annex III (20)"},
	{Code: "hairdressing", Name: "Hairdressing", Nature: Services, Group: "other reduced", Annex: "Annex III (21)"},

	{Code: "financial_services", Name: "Financial services", Nature: Services, Group: "usually exempt", Annex: "art. 135(1)(b)-(g)"},
	{Code: "insurance", Name: "Insurance", Nature: Services, Group: "usually exempt", Annex: "art. 135(1)(a)"},
	{Code: "education", Name: "School and university education", Nature: Services, Group: "usually exempt", Annex: "art. 132(1)(i)"},
	{Code: "public_postal", Name: "Universal postal services", Nature: Services, Group: "usually exempt", Annex: "art. 132(1)(a)"},
	{Code: "gambling", Name: "Betting, lotteries and gambling", Nature: Services, Group: "usually exempt", Annex: "art. 135(1)(i)"},
}
