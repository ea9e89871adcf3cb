package category

import "slices"

// narrow are the parts of a category along which some law cuts it.
var narrow = slices.Concat(
	parts("food", Goods, "food", "Annex III (1)", false, [][3]string{
		{"bread", "Bread", "Plain bread and rolls; not sweetened, filled or flavoured."},
		{"flour", "Wheat flour", ""},
		{"rice", "Rice", "Uncooked."},
		{"pasta", "Pasta", "Dried; not filled, not cooked."},
		{"milk", "Drinking milk", "Fresh milk of animals, not flavoured, not condensed."},
		{"butter", "Butter", ""},
		{"cheese", "Cheese", ""},
		{"eggs", "Hens' eggs in the shell", ""},
		{"beef", "Meat of cattle", "Fresh, chilled or frozen; not prepared."},
		{"pork", "Meat of swine", "Fresh, chilled or frozen; not prepared."},
		{"poultry", "Meat of poultry", "Fresh or chilled; not prepared."},
		{"fish", "Fish", "Fresh, chilled or frozen; not shellfish, not roe, not prepared."},
		{"fruit", "Fruit", "Fresh; not preserved."},
		{"vegetables", "Vegetables", "Fresh or chilled, with potatoes; not preserved."},
		{"olive_oil", "Olive oil", ""},
		{"seed_oils", "Edible oils of seeds", "Sunflower, rape, maize, soya."},
		{"infant_food", "Food for infants", ""},
	}),
	parts("food", Goods, "food", "Annex III (1)", true, [][3]string{
		{"sugar", "Sugar", "White or cane sugar; not sweets."},
		{"salt", "Table salt", ""},
		{"spices", "Spices", "Not processed."},
		{"margarine", "Margarine", ""},
		{"confectionery", "Sugar confectionery", "Sweets and chewing gum with sugar; not chocolate, not cakes."},
		{"chocolate", "Chocolate", "In bars and blocks."},
		{"cakes", "Cakes and pastries", "Not bread, not biscuits covered with chocolate."},
		{"ice_cream", "Ice cream", ""},
		{"savoury_snacks", "Crisps and salted snacks", "Of potatoes, cereals or salted nuts."},
		{"lobster_oysters", "Lobsters, spiny lobsters and oysters", ""},
		{"caviar", "Caviar", ""},
		{"livestock", "Live cattle, sheep, goats and pigs", ""},
	}),
	parts("soft_drinks", Goods, "food", "Annex III (1)", true, [][3]string{
		{"milk_drinks", "Milk drinks", "Ready to drink, mostly of milk."},
		{"sweetened_drinks", "Sweetened soft drinks", "Not of milk; not juice, not water."},
	}),
	parts("restaurant_services", Services, "transport and travel", "Annex III (12a)", false, [][3]string{
		{"restaurant_meals", "Meals served", ""},
	}),
	parts("restaurant_services", Services, "transport and travel", "Annex III (12a)", true, [][3]string{
		{"restaurant_drinks", "Sweetened soft drinks served", "Not tap water, milk, juice, coffee or tea."},
		{"restaurant_alcohol", "Alcoholic drinks served", ""},
	}),
	parts("passenger_transport", Services, "transport and travel", "Annex III (5)", false, [][3]string{
		{"local_transport", "Scheduled buses, trams and metros of a town", ""},
		{"rail_transport", "Railways", ""},
		{"coach_transport", "Scheduled coaches over more than 50 km", ""},
	}),
	parts("passenger_transport", Services, "transport and travel", "Annex III (5)", true, [][3]string{
		{"chartered_transport", "Coaches hired with a driver, and excursions", ""},
		{"air_transport", "Domestic flights", ""},
		{"cable_transport", "Cable cars and ski lifts", ""},
	}),
	parts("ebooks", Services, "publications", "Annex III (6)", false, [][3]string{
		{"electronic_books", "E-books and audiobooks", "Not mainly of pictures, sound or advertising."},
		{"electronic_periodicals", "Newspapers and periodicals online", ""},
	}),
	parts("newspapers", Goods, "publications", "Annex III (6)", false, [][3]string{
		{"newspapers_subscribed", "Newspapers by subscription", "Of general news, at least twice a week."},
		{"newspapers_single", "Newspapers by the copy", "Of general news, at least twice a week."},
		{"newspapers_listed_language", "Newspapers in a language of the EU, the EEA, the OECD or a candidate state", ""},
		{"newspapers_other_language", "Newspapers in any other language", ""},
	}),
	parts("books", Goods, "publications", "Annex III (6)", false, [][3]string{
		{"books_listed_language", "Books in a language of the EU, the EEA, the OECD or a candidate state", ""},
		{"books_other_language", "Books in any other language", ""},
	}),
	parts("periodicals", Goods, "publications", "Annex III (6)", false, [][3]string{
		{"periodicals_listed_language", "Periodicals in a language of the EU, the EEA, the OECD or a candidate state", ""},
		{"periodicals_other_language", "Periodicals in any other language", ""},
	}),
	parts("cultural_admission", Services, "culture and sport", "Annex III (7)", true, [][3]string{
		{"museums", "Museums, castles and gardens", ""},
		{"theatre_concerts", "Theatres and concerts", ""},
		{"cinema", "Cinemas", ""},
	}),
	parts("alcoholic_beverages", Goods, "food", "", true, [][3]string{
		{"beer_wine", "Beer, wine and cider", ""},
		{"spirits", "Spirits", ""},
	}),
	parts("insurance", Services, "usually exempt", "art. 135(1)(a)", false, [][3]string{
		{"life_insurance", "Life insurance", ""},
		{"general_insurance", "Insurance other than of life", ""},
	}),
)

// parts makes the narrower categories of one, each by code, name and note.
func parts(within string, nature Nature, group, annex string, apart bool, of [][3]string) []Category {
	out := make([]Category, len(of))
	for i, c := range of {
		out[i] = Category{Code: c[0], Name: c[1], Note: c[2], Nature: nature, Group: group, Annex: annex, Within: within, Apart: apart}
	}
	return out
}
