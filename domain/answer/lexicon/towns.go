package lexicon

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"strings"
)

// Town is one place that a town's name may mean.
type Town struct {
	Place string // ISO 3166-1, or 3166-2 where the part is known: "GB-SCT"
	Small bool   // a place of so few people that a bigger one of the name goes first
}

// Towns returns the places that a folded name of a town may mean, the biggest
// first; nil if none is known.
//
// The gazetteer holds the towns of the world with about five thousand people and
// more, after GeoNames (www.geonames.org, CC BY 4.0): name, country, and the part
// of it where the law of tax differs between parts.
func (l *Lexicon) Towns(name string) (out []Town) {
	line := l.towns[name]
	if line == "" {
		return nil
	}
	for _, p := range strings.Split(line, ",") {
		t := Town{Place: strings.TrimSuffix(p, "?")}
		t.Small = len(t.Place) < len(p)
		out = append(out, t)
	}
	return out
}

// HasTown reports that a folded name begins the name of a town.
func (l *Lexicon) HasTown(first string) bool { return l.townStarts[first] }

func (l *Lexicon) loadTowns() {
	packed, err := data.ReadFile("data/towns.txt.gz")
	if err != nil {
		panic(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(err)
	}
	l.towns, l.townStarts = make(map[string]string, 37000), make(map[string]bool, 30000)
	for lines := bufio.NewScanner(r); lines.Scan(); {
		name, places, found := strings.Cut(lines.Text(), "\t")
		if !found {
			panic("lexicon: towns: " + lines.Text())
		}
		l.towns[name] = places
		first, _, _ := strings.Cut(name, " ")
		l.townStarts[first] = true
	}
}
