package commerce

import (
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/country"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect/rates"
)

// subdivisions are those of ISO 3166-2 by which sales tax is held or registered
// for: the states of the US with its district and territories, the provinces and
// territories of Canada, the states and union territories of India, by their
// codes before and since 2023.
var subdivisions = map[string]string{
	"US": "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT " +
		"VA WA WV WI WY DC AS GU MP PR VI UM",
	"CA": "AB BC MB NB NL NS NT NU ON PE QC SK YT",
	"IN": "AN AP AR AS BR CG CH CT DH DL DN GA GJ HP HR JH JK KA KL LA LD MH ML MN MP MZ NL OD OR PB PY RJ SK TG TN TR TS UK UP UT WB",
}

// checkPlace refuses a country that is none, and a region that its country has
// none of.
func checkPlace(f *fault.Fields, country, region string, on civil.Date) {
	if !isCountry(country) {
		f.Add("country", "the ISO 3166-1 code of a country, such as DE")
		return
	}
	if _, b := rates.Locate(country, region, "", on); b != nil {
		f.Add("region", "%s", b.Message)
		return
	}
	if known, held := subdivisions[country]; held && region != "" && !isOneOf(known, strings.TrimPrefix(strings.ToUpper(region),
		country+"-")) {
		f.Add("region", "%s has no state or province %s", country, region)
	}
}

// checkAuthority refuses a region with whose authority nobody registers: where a
// tax is the whole country's, only a territory with a tax of its own has one.
func checkAuthority(f *fault.Fields, country, region string, on civil.Date) {
	if _, held := subdivisions[country]; held || region == "" || !isCountry(country) {
		return
	}
	at, b := rates.Locate(country, country+"-"+strings.TrimPrefix(strings.ToUpper(region), country+"-"), "", on)
	if b == nil && at.Territory == "" {
		f.Add("region", "the tax of %s is held for the whole country; leave region out", country)
	}
}

// isCountry knows EL and XI, too, by which VAT numbers name Greece and Northern
// Ireland.
func isCountry(code string) bool { return code == "EL" || code == "XI" || country.Is(code) }

// checkStates refuses places that are no states of the US, each as US-MN, and
// those that are named twice.
func checkStates(f *fault.Fields, field string, places []string) {
	named := map[string]bool{}
	for i, p := range places {
		switch state, ok := strings.CutPrefix(p, "US-"); {
		case !ok || !isOneOf(subdivisions["US"], state):
			f.Add(index(field, i), "a state, as US-MN: certificates of other places are not modelled")
		case named[p]:
			f.Add(index(field, i), "%s is named before", p)
		}
		named[p] = true
	}
}

func isOneOf(list, code string) bool {
	return len(code) == 2 && strings.Contains(" "+list+" ", " "+code+" ")
}

// checkText refuses what is blank to a reader.
func checkText(f *fault.Fields, field, text string) {
	if fault.Blank(text) {
		f.Add(field, "must not be blank")
	}
}
