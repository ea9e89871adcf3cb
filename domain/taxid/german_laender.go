package taxid

import "strings"

// germanNumbers is the table by which a Steuernummer as a Land writes it
// becomes the federal one.
var germanNumbers = Source{"Aufbau der Steuernummer: schemes of the Länder and the federal scheme, with an example of each, as described",
	"https://programmhilfe.lexware.de/content/1/~prodFolders/08886/be_plus/10_Extras94.htm", checkedLast, TierSecondary}

// germanLaender has a kind for each Land. In its own form and in the federal
// one the letters F, B, U and P are digits of the tax office, the district, the
// taxpayer and the check digit.
//
// The table gives the eastern Länder and the Saarland a free third digit of the
// office; which it is, python-stdnum lists, and the codes of the offices
// (germanLand) agree.
var germanLaender = func() []spec {
	var out []spec
	for _, l := range [][4]string{
		{"bw", "Baden-Württemberg", "FFBBBUUUUP", "28FF0BBBUUUUP"},
		{"by", "Bayern", "FFFBBBUUUUP", "9FFF0BBBUUUUP"},
		{"be", "Berlin", "FFBBBUUUUP", "11FF0BBBUUUUP"},
		{"bb", "Brandenburg", "0FFBBBUUUUP", "30FF0BBBUUUUP"},
		{"hb", "Bremen", "FFBBBUUUUP", "24FF0BBBUUUUP"},
		{"hh", "Hamburg", "FFBBBUUUUP", "22FF0BBBUUUUP"},
		{"he", "Hessen", "0FFBBBUUUUP", "26FF0BBBUUUUP"},
		{"mv", "Mecklenburg-Vorpommern", "0FFBBBUUUUP", "40FF0BBBUUUUP"},
		{"ni", "Niedersachsen", "FFBBBUUUUP", "23FF0BBBUUUUP"},
		{"nw", "Nordrhein-Westfalen", "FFFBBBBUUUP", "5FFF0BBBBUUUP"},
		{"rp", "Rheinland-Pfalz", "FFBBBUUUUP", "27FF0BBBUUUUP"},
		{"sl", "Saarland", "0FFBBBUUUUP", "10FF0BBBUUUUP"},
		{"sn", "Sachsen", "2FFBBBUUUUP", "32FF0BBBUUUUP"},
		{"st", "Sachsen-Anhalt", "1FFBBBUUUUP", "31FF0BBBUUUUP"},
		{"sh", "Schleswig-Holstein", "FFBBBUUUUP", "21FF0BBBUUUUP"},
		{"th", "Thüringen", "1FFBBBUUUUP", "41FF0BBBUUUUP"},
	} {
		own, federal := digitShape(l[2]), digitShape(l[3])
		office := strings.Count(l[3], "F")
		s := plain("DE", Kind("stnr-"+l[0]), Tax, "Steuernummer, "+l[1], germanNumbers,
			l[2]+" as the Land writes it or the federal "+l[3]+", which is the normal form; the check digit differs by Land and is not calculated",
			own, federal).separators(" -./")
		s.whole = func(body []byte) []byte {
			if len(body) == len(federal) {
				return body
			}
			rest := len(body) - 8
			out := append(make([]byte, 0, len(federal)), federal[:4-office]...)
			return append(append(append(out, body[rest-office:rest]...), '0'), body[rest:]...)
		}
		out = append(out, s)
	}
	return out
}()

// digitShape is a shape of a row of digits and of letters that stand for them.
func digitShape(form string) string {
	return strings.Map(func(r rune) rune {
		if isLetter(byte(r)) {
			return '#'
		}
		return r
	}, form)
}
