package lexicon

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
)

// Idle is a kind of amount that changes no income tax of wages in a place, with the
// law that says so.
type Idle struct {
	Place     string   `yaml:"place"` // ISO 3166-1
	What      []string `yaml:"what"`  // codes of asked.yaml
	Provision string   `yaml:"provision"`
	Says      string   `yaml:"says"`
	URL       string   `yaml:"url"`
	Checked   string   `yaml:"checked"` // on which day, YYYY-MM-DD
}

func (l *Lexicon) loadIdle() {
	read("idle.yaml", &l.idle)
	for _, x := range l.idle {
		var day civil.Date
		if err := day.UnmarshalText([]byte(x.Checked)); err != nil || day.IsZero() || x.Place == "" || x.Provision == "" || x.Says == "" ||
			!strings.HasPrefix(x.URL, "https://") || len(x.What) == 0 {
			panic("lexicon: idle.yaml: " + x.Place + ", " + x.Provision + " lacks its source")
		}
	}
}

// ChangesNothing lists the codes of asked.yaml of amounts that change no income tax of
// wages in a place.
func (l *Lexicon) ChangesNothing(place string) (codes []string) {
	for _, x := range l.idle {
		if x.Place == place {
			codes = append(codes, x.What...)
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}
