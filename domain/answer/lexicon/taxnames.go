package lexicon

import "github.com/tallystick/tallystick/domain/answer/token"

// TaxName is a name of the tax on the income of persons.
type TaxName struct {
	Place string
	Caps  bool // counts only where it stands as it is written, with its capitals
	Raw   string
	Only  []string // components that it stands for; nil = the whole of what the place computes
}

// loadTaxNames reads what places call the tax in languages that have no words of their own here.
func (l *Lexicon) loadTaxNames() {
	var file []struct {
		Place string   `yaml:"place"`
		Alone bool     `yaml:"alone"`
		Caps  bool     `yaml:"caps"`
		Only  []string `yaml:"only"`
		Names []string `yaml:"names"`
	}
	read("taxnames.yaml", &file)
	l.TaxNames = &token.Matcher[TaxName]{}
	for _, entry := range file {
		for _, name := range entry.Names {
			for _, x := range Expand(name) {
				l.TaxNames.Add(x, TaxName{Place: entry.Place, Caps: entry.Caps, Raw: x, Only: entry.Only})
				if entry.Alone {
					l.Markers.Add(x, Marker{Place: entry.Place})
				}
			}
		}
	}
}
