package lexicon

import (
	"embed"
	"fmt"
	"maps"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/yamldoc"

	"github.com/tallystick/tallystick/domain/answer/token"
)

//go:embed data/*.yaml data/words/*.yaml data/people/*.yaml data/*.txt.gz
var data embed.FS

// Tag is what a phrase means: a class of words, and which of the class.
type Tag struct{ Class, Code string }

// Lexicon is all of the data, ready to match.
type Lexicon struct {
	Words             *token.Matcher[Tag] // that count in every question
	Languages         []Language          // by code
	Without           map[string]bool     // words before what is to be left out, folded
	Triggers          []Trigger
	triggers          *token.Matcher[triggerWord]
	pairs             []pair
	pairWords         *token.Matcher[pairWord]
	Currencies        map[string][]string // phrase → ISO 4217 codes
	Countries         []Country
	Parts             map[string][]string // ISO 3166-2 code → names
	Ambiguous         []Ambiguous
	Codes             map[string]TwoWays // "CA" → Canada or California
	Bare              []string           // codes in capitals that mean one place
	StateCodes        []string           // codes in capitals of US states alone
	Settled           map[string]string  // city → the country whose city is meant
	Nowhere           []string
	PlaceMasks        *token.Matcher[bool] // true: only as written, capitals included
	NumberMasks       *token.Matcher[bool]
	CapitalOnly       map[string]bool
	OwnTax            []string // beginnings of ISO 3166-2 codes of parts with a tax of their own
	Numbers           Numbers
	Examples          []Example               // what the tests put to the ambiguous names
	Names             *token.Matcher[Named]   // of places, in other languages
	TaxNames          *token.Matcher[TaxName] // of the tax on persons, in languages without words of their own
	Markers           *token.Matcher[Marker]  // names that exist in one country only
	Levies            []Levy                  // that people name by themselves
	levyWords         *token.Matcher[int]
	Circumstances     []Circumstance // that no calculator takes into account
	circumstanceWords *token.Matcher[int]
	asked             *token.Matcher[string]            // phrase → code of asked.yaml
	evasion           *token.Matcher[string]            // phrase → code of evasion.yaml
	concealing        concealing                        // words of concealing.yaml
	harmless          *token.Matcher[string]            // phrase → code of harmless.yaml
	frames            map[string]*token.Matcher[string] // language → phrase → codes of frames.yaml
	noneSaid          map[string]bool                   // answers that say that there is nothing
	idle              []Idle
	real              map[string]*RealWords // by language
	reliefEndings     []string
	stems             map[string][]stem // by their first two letters
	towns             map[string]string
	townStarts        map[string]bool
}

// Country is a country or territory and what people call it.
type Country struct {
	Code                    string
	Names, Demonyms, Cities []string
}

// Ambiguous is a name with several readings.
type Ambiguous struct {
	Name     string    `yaml:"name"`
	Capital  bool      `yaml:"capital"`
	Readings []Reading `yaml:"readings"`
}

// Reading is one place that an ambiguous name may mean.
type Reading struct {
	Label      string   `yaml:"label"`
	Place      string   `yaml:"place"`
	Region     string   `yaml:"region"`
	Words      []string `yaml:"words"`
	Currencies []string `yaml:"currencies"`
}

// TwoWays is a two-letter code that is a country and a US state.
type TwoWays struct {
	Country string `yaml:"country"`
	State   string `yaml:"state"`
}

// Numbers are the words of numbers.
type Numbers struct {
	Units       map[string]int64 `yaml:"units"`
	Hundreds    map[string]int64 `yaml:"hundreds"`
	Multipliers map[string]int64 `yaml:"multipliers"`
	Glued       map[string]int64 `yaml:"glued"`
	Halves      []string         `yaml:"halves"`
	Articles    []string         `yaml:"articles"`
	Joins       []string         `yaml:"joins"`
}

// Trigger is a reason why a question goes to a person.
type Trigger struct {
	Code       string   `yaml:"code"`
	Prohibited bool     `yaml:"prohibited"`
	Reason     string   `yaml:"reason"`
	Phrases    []string `yaml:"phrases"`
	Not        []string `yaml:"not"`
	Hits       []string `yaml:"hits"`
	Misses     []string `yaml:"misses"`
}

type triggerWord struct {
	index int
	not   bool
}

// Example is a test question with the place it must be read as, or "ask".
type Example struct{ Question, Want string }

// Load returns the embedded lexicon; it is read once. The data is part of the
// build: a fault in it panics, and every test would.
var Load = sync.OnceValue(func() *Lexicon {
	l := &Lexicon{
		Words: &token.Matcher[Tag]{}, triggers: &token.Matcher[triggerWord]{}, PlaceMasks: &token.Matcher[bool]{},
		NumberMasks: &token.Matcher[bool]{}, Parts: map[string][]string{}, CapitalOnly: map[string]bool{}, Without: map[string]bool{},
	}
	read("triggers.yaml", &l.Triggers)
	l.loadLanguages()
	l.loadPlaces()
	l.loadAmbiguous()
	l.loadMoreTriggers()
	l.loadTriggers()
	l.loadPairs()
	l.loadMasks()
	l.loadNames()
	l.loadTaxNames()
	l.loadLevies()
	l.loadCircumstances()
	l.loadAsked()
	l.loadConcealing()
	l.loadHarmless()
	l.loadIdle()
	l.loadFrames()
	l.loadSold()
	l.loadReal()
	l.loadTowns()
	read("currencies.yaml", &l.Currencies)
	read("numbers.yaml", &l.Numbers)
	l.Numbers.Multipliers = folded(l.Numbers.Multipliers)
	read("nowhere.yaml", &l.Nowhere)
	return l
})

func read(name string, into any) {
	text, err := data.ReadFile(path.Join("data", name))
	if err != nil {
		panic(err)
	}
	if err := yamldoc.Decode(text, into); err != nil {
		panic(fmt.Sprintf("lexicon: %s: %v", name, err))
	}
}

func (l *Lexicon) loadPlaces() {
	var countries map[string][]string
	read("countries.yaml", &countries)
	for code, items := range countries {
		columns := strings.Split(strings.Join(items, ","), "|")
		c := Country{Code: code, Names: commaList(columns[0])}
		if len(columns) > 1 {
			c.Demonyms = commaList(columns[1])
		}
		if len(columns) > 2 {
			c.Cities = commaList(columns[2])
		}
		l.Countries = append(l.Countries, c)
	}
	sort.Slice(l.Countries, func(i, j int) bool { return l.Countries[i].Code < l.Countries[j].Code })
	var parts map[string]string
	read("subdivisions.yaml", &parts)
	for code, names := range parts {
		l.Parts[code] = commaList(names)
	}
}

func (l *Lexicon) loadAmbiguous() {
	var file struct {
		Names      []Ambiguous        `yaml:"names"`
		Codes      map[string]TwoWays `yaml:"codes"`
		Bare       []string           `yaml:"bare"`
		Settled    map[string]string  `yaml:"settled"`
		StateCodes []string           `yaml:"us_state_codes"`
		Hits       []string           `yaml:"hits"`
		Misses     []string           `yaml:"misses"`
	}
	read("ambiguous.yaml", &file)
	l.Ambiguous, l.Codes, l.Bare, l.StateCodes = file.Names, file.Codes, file.Bare, file.StateCodes
	l.Settled = file.Settled
	for _, line := range append(file.Hits, file.Misses...) {
		q, want, ok := strings.Cut(line, " => ")
		if !ok {
			panic("lexicon: ambiguous.yaml: " + line)
		}
		l.Examples = append(l.Examples, Example{q, want})
	}
}

func (l *Lexicon) loadTriggers() {
	for i, t := range l.Triggers {
		for not, list := range map[bool][]string{false: t.Phrases, true: t.Not} {
			for _, p := range list {
				for _, x := range Expand(p) {
					l.triggers.Add(x, triggerWord{i, not})
				}
			}
		}
	}
}

func (l *Lexicon) loadMasks() {
	var file struct {
		Places  []string `yaml:"places"`
		Capital []string `yaml:"places_capital"`
		Numbers []string `yaml:"numbers"`
		Only    []string `yaml:"capital_only"`
		OwnTax  []string `yaml:"own_tax"`
	}
	read("masks.yaml", &file)
	l.OwnTax = file.OwnTax
	for _, p := range file.Places {
		l.PlaceMasks.Add(p, false)
	}
	for _, p := range file.Capital {
		l.PlaceMasks.Add(p, true)
	}
	for _, p := range file.Numbers {
		l.NumberMasks.Add(p, false)
	}
	for _, p := range file.Only {
		l.CapitalOnly[token.Fold(p)] = true
	}
}

// Match is a trigger that a question contains.
type Match struct {
	*Trigger
	From, To int // the tokens it was found in
}

// folded returns the words as the lexer writes them.
func folded(words map[string]int64) map[string]int64 {
	out := make(map[string]int64, len(words))
	for word, n := range words {
		out[token.Fold(word)] = n
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}

func commaList(s string) (out []string) {
	for _, x := range strings.Split(s, ",") {
		if x = strings.TrimSpace(x); x != "" {
			out = append(out, x)
		}
	}
	return out
}

// Expand writes out the {a|b} and [a] of a phrase.
func Expand(phrase string) []string {
	open := strings.IndexAny(phrase, "{[")
	if open < 0 {
		return []string{strings.Join(strings.Fields(phrase), " ")}
	}
	closer := "}"
	if phrase[open] == '[' {
		closer = "]"
	}
	end := strings.Index(phrase[open:], closer)
	if end < 0 {
		panic("lexicon: unclosed " + phrase)
	}
	inner := strings.Split(phrase[open+1:open+end], "|")
	if closer == "]" {
		inner = append(inner, "")
	}
	var out []string
	for _, x := range inner {
		out = append(out, Expand(phrase[:open]+x+phrase[open+end+1:])...)
	}
	return out
}
