package lexicon

import "github.com/tallystick/tallystick/domain/answer/token"

// Sold is a name of goods or services.
type Sold struct {
	Category string // code of the catalogue of tax categories
	Premises bool   // a place where they are sold, such as a restaurant
}

// Beside is what a word is that may stand between what is sold and its tax or price.
type Beside uint8

const (
	BesideLink  Beside = 1 << iota // before what is taxed: "on"
	BesideSmall                    // says nothing of what is sold
	BesidePaper                    // a document, or a word of buying and selling
	BesideJoin                     // joins what is sold with something else: "and"
)

// soldFile is data/sold.yaml.
type soldFile struct {
	Things   map[string]map[string][]string `yaml:"things"` // category → language → names
	Premises map[string]map[string][]string `yaml:"premises"`
	Links    map[string][]string            `yaml:"links"` // by language
	Small    map[string][]string            `yaml:"small"`
	Papers   map[string][]string            `yaml:"papers"`
	Joins    map[string][]string            `yaml:"joins"`
}

func (l *Lexicon) loadSold() {
	var file soldFile
	read("sold.yaml", &file)
	for i := range l.Languages {
		lang := &l.Languages[i]
		lang.sold, lang.beside, lang.soldNames = &token.Matcher[Sold]{}, map[string]Beside{}, map[string][]string{}
		lang.addSold(file.Things, false)
		lang.addSold(file.Premises, true)
		for _, list := range []struct {
			role  Beside
			words []string
		}{
			{BesideLink, file.Links[lang.Code]}, {BesideSmall, file.Small[lang.Code]}, {BesidePaper, file.Papers[lang.Code]},
			{BesideJoin, file.Joins[lang.Code]},
		} {
			for _, word := range list.words {
				for _, t := range token.Cut(word) {
					lang.beside[t.Text] |= list.role
				}
			}
		}
	}
}

func (l *Language) addSold(list map[string]map[string][]string, premises bool) {
	for _, category := range sortedKeys(list) {
		for _, name := range list[category][l.Code] {
			for _, x := range Expand(name) {
				l.sold.Add(x, Sold{category, premises})
				if !premises {
					l.soldNames[category] = append(l.soldNames[category], x)
				}
			}
		}
	}
}

// SoldAt returns the longest name of what is sold that begins at token i; n is 0 if
// there is none.
func (l *Language) SoldAt(tokens []token.Token, i int) (what Sold, n int) {
	l.sold.At(tokens, i, func(found []Sold, length int) { what, n = found[0], length })
	return what, n
}

// Beside returns what a folded word may be between what is sold and its tax or price; 0 = nothing.
func (l *Language) Beside(word string) Beside { return l.beside[word] }

// SoldNames returns what the language calls a category, the plainest name first; premises apart.
func (l *Language) SoldNames(category string) []string { return l.soldNames[category] }

// SoldCategories returns the codes of the categories that have names, sorted.
func (l *Lexicon) SoldCategories() []string {
	codes := map[string]bool{}
	for i := range l.Languages {
		for code := range l.Languages[i].soldNames {
			codes[code] = true
		}
	}
	return sortedKeys(codes)
}

// soldWords calls f for every word of sold.yaml of the language, some more than once.
func (l *Language) soldWords(f func(word string)) {
	l.sold.Words(f)
	for word := range l.beside {
		f(word)
	}
}
