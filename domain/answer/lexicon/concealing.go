package lexicon

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tallystick/tallystick/domain/answer/token"
)

// Concept is what a word of concealing.yaml stands for.
type Concept string

// The concepts: verbs, what they are done to, and what changes their meaning.
const (
	Conceal     Concept = "conceal"     // to hide
	Vanish      Concept = "vanish"      // to disappear, with Cause
	Cause       Concept = "cause"       // to make something do
	Least       Concept = "least"       // the lowest figure
	Alarm       Concept = "alarm"       // to draw somebody's attention
	Keep        Concept = "keep"        // to keep, with From
	From        Concept = "from"        // from the authority
	Leave       Concept = "leave"       // to leave, with Off
	Off         Concept = "off"         // off the return, off the books
	Invent      Concept = "invent"      // to make up
	Understate  Concept = "understate"  // to declare less
	Unaware     Concept = "unaware"     // somebody is not to know
	Nobody      Concept = "nobody"      // nobody sees it
	Untold      Concept = "untold"      // nobody is told of it
	Purpose     Concept = "purpose"     // so that
	Trace       Concept = "trace"       // by what it shows whose something is
	Untraced    Concept = "untraced"    // so that it does not show, in one phrase
	Prevent     Concept = "prevent"     // to see to it that something is not done, with Authority and Notice
	Notice      Concept = "notice"      // to see something, or hear of it
	Employ      Concept = "employ"      // to have somebody on the payroll
	Workless    Concept = "idle"        // who does no work
	Assert      Concept = "assert"      // to tell somebody that something is so
	Incomes     Concept = "income"      // what is earned
	Accounts    Concept = "account"     // what is owned
	Authority   Concept = "authority"   // who assesses the tax
	Return      Concept = "return"      // what is declared in
	Paper       Concept = "paper"       // an invoice, a receipt
	Cost        Concept = "cost"        // an expense, a dependant
	Consequence Concept = "consequence" // what may come of it
	Defraud     Concept = "defraud"     // to cheat
	Inflate     Concept = "inflate"     // to make more of a cost than there is
	Launder     Concept = "launder"     // to make money look clean
	Sham        Concept = "sham"        // what says it by itself: a straw man, a second set of books
	InName      Concept = "inname"      // in the name of somebody else
	Receive     Concept = "receive"     // to be paid, to invoice
	Informal    Concept = "informal"    // without being told of, of pay
	Share       Concept = "share"       // a part of the pay
	Handed      Concept = "handed"      // given by hand
	Wilful      Concept = "wilful"      // on purpose
	Omit        Concept = "omit"        // to forget, to leave out
	Home        Concept = "home"        // where one lives
	Cook        Concept = "cook"        // to make something look other than it is
	Books       Concept = "books"       // what is booked
	Secret      Concept = "secret"      // so that others do not see it
	Uncaught    Concept = "uncaught"    // without being found out
	OnPaper     Concept = "onpaper"     // in name only
	Official    Concept = "official"    // as the papers have it
	Contrast    Concept = "contrast"    // as it is, against that
	LookAs      Concept = "lookas"      // to make it seem
	SoThat      Concept = "sothat"      // of a clause of purpose, with Seem
	Seem        Concept = "seem"        // what it is to look like
	Lower       Concept = "lower"       // a price or value put lower
	Deed        Concept = "deed"        // what a price is put into: a deed, a customs form
	Private     Concept = "private"     // what one's own life costs
	AsBusiness  Concept = "asbusiness"  // booked as a business's
	Erase       Concept = "erase"       // to remove a booking
	Till        Concept = "till"        // where takings are kept
	Destroy     Concept = "destroy"     // to do away with papers
	Records     Concept = "records"     // papers that prove it
	Inspection  Concept = "inspection"  // before somebody looks
	Benefit     Concept = "benefit"     // what the state pays to who earns nothing
	Chop        Concept = "chop"        // to cut up a sum
	Limit       Concept = "limit"       // below what is reported
	Divorce     Concept = "divorce"     // to end a marriage
	ForTax      Concept = "fortax"      // for the tax alone
	Enrol       Concept = "enrol"       // to be registered somewhere
	Dwell       Concept = "dwell"       // to live on elsewhere
	Front       Concept = "front"       // as the owner, of somebody who is not
	LowTax      Concept = "lowtax"      // who pays no tax, or less
	Cashly      Concept = "cashly"      // in notes
	Innocent    Concept = "innocent"    // by mistake, or all declared
)

// Concepts are all of them, in the order in which a language lists them.
var Concepts = []Concept{Conceal, Vanish, Cause, Least, Alarm, Keep, From, Leave, Off, Invent, Understate, Unaware, Nobody,
	Untold, Purpose, Trace, Untraced, Prevent, Notice, Employ, Workless, Assert,
	Incomes, Accounts, Authority, Return, Paper, Cost, Consequence,
	Defraud, Inflate, Launder, Sham, InName, Receive, Informal, Share, Handed, Wilful, Omit, Home, Cook, Books,
	Secret, Uncaught, OnPaper, Official, Contrast, LookAs, SoThat, Seem, Lower, Deed, Private, AsBusiness, Erase, Till,
	Destroy, Records, Inspection,
	Benefit, Chop, Limit, Divorce, ForTax, Enrol, Dwell, Front, LowTax, Cashly, Innocent}

// AnyLanguage is the code of the words that count in every language.
const AnyLanguage = "any"

// concealTail is how many letters may stand behind the beginning, or before the
// ending, that a word of concealing.yaml gives: an inflection, or a compound.
const concealTail = 7

// Said is a concept that a question holds.
type Said struct {
	Concept
	Language string // of the word; AnyLanguage = of every one
	From, To int    // tokens
}

// concealingFiles hold the concepts, each a part of them.
var concealingFiles = []string{"concealing.yaml", "disguising.yaml", "scheming.yaml"}

// meant is what a phrase of concealing.yaml stands for, and in which language.
type meant struct {
	concept  Concept
	language string
}

// piece is the beginning or the ending of a word.
type piece struct {
	text string
	meant
}

// concealing are the words of concealing.yaml, ready to match.
type concealing struct {
	phrases    *token.Matcher[meant]
	beginnings map[string][]piece // by their first rune
	endings    map[string][]piece // by their last rune
	languages  []string
}

func (l *Lexicon) loadConcealing() {
	c := &l.concealing
	c.phrases, c.beginnings, c.endings = &token.Matcher[meant]{}, map[string][]piece{}, map[string][]piece{}
	for _, name := range concealingFiles {
		c.load(name)
	}
	slices.Sort(c.languages)
}

func (c *concealing) load(name string) {
	var file map[string]map[Concept][]string
	read(name, &file)
	for _, language := range sortedKeys(file) {
		if language != AnyLanguage && !slices.Contains(c.languages, language) {
			c.languages = append(c.languages, language)
		}
		for _, concept := range slices.Sorted(maps.Keys(file[language])) {
			if !slices.Contains(Concepts, concept) {
				panic("lexicon: " + name + ": no concept " + string(concept))
			}
			for _, phrase := range file[language][concept] {
				c.add(phrase, meant{concept, language})
			}
		}
	}
}

func (c *concealing) add(phrase string, m meant) {
	for _, x := range Expand(phrase) {
		head, begins := strings.CutSuffix(x, "*")
		tail, ends := strings.CutPrefix(x, "*")
		switch {
		case begins && !strings.Contains(head, " "):
			text := token.Fold(head)
			key := text[:firstRune(text)]
			c.beginnings[key] = append(c.beginnings[key], piece{text, m})
		case ends:
			text := token.Fold(tail)
			key := text[len(text)-lastRune(text):]
			c.endings[key] = append(c.endings[key], piece{text, m})
		case strings.Contains(x, "*"):
			panic("lexicon: concealing.yaml: a phrase has no open end: " + x)
		default:
			c.phrases.Add(x, m)
		}
	}
}

func firstRune(s string) int { _, n := utf8.DecodeRuneInString(s); return n }
func lastRune(s string) int  { _, n := utf8.DecodeLastRuneInString(s); return n }

// ConcealingLanguages are the languages that concealing.yaml has words of.
func (l *Lexicon) ConcealingLanguages() []string { return l.concealing.languages }

// Concealing calls found for every concept that a phrase from token i stands for.
func (l *Lexicon) Concealing(tokens []token.Token, i int, found func(Said)) {
	c := &l.concealing
	c.phrases.At(tokens, i, func(list []meant, n int) {
		for _, m := range list {
			found(Said{m.concept, m.language, i, i + n})
		}
	})
	if tokens[i].Kind != token.Word || tokens[i].Spaceless() {
		return
	}
	word := tokens[i].Text
	c.begun(word, "", i, found)
	if bare := withoutPrefix(word); bare != word {
		c.begun(bare, "he", i, found)
		rest := append([]token.Token{{Text: bare}}, tokens[i+1:min(len(tokens), i+3)]...)
		c.phrases.At(rest, 0, func(list []meant, n int) {
			for _, m := range list {
				if m.language == "he" {
					found(Said{m.concept, m.language, i, i + n})
				}
			}
		})
	}
	for _, p := range c.endings[word[len(word)-lastRune(word):]] {
		if strings.HasSuffix(word, p.text) && len(word) > len(p.text) {
			found(Said{p.concept, p.language, i, i + 1})
		}
	}
}

// begun finds the beginnings that a word has, of a language or, for "", of any.
func (c *concealing) begun(word, language string, i int, found func(Said)) {
	for _, p := range c.beginnings[word[:firstRune(word)]] {
		if (language == "" || language == p.language) && strings.HasPrefix(word, p.text) &&
			utf8.RuneCountInString(word[len(p.text):]) <= concealTail {
			found(Said{p.concept, p.language, i, i + 1})
		}
	}
}

// withoutPrefix returns a Hebrew word without the small words that are written as its
// first letter: "and", "the", "in", "to", "from", "that", "as".
func withoutPrefix(word string) string {
	r, n := utf8.DecodeRuneInString(word)
	if r < 0x590 || r > 0x5ff || len(word) < 3*n || !strings.ContainsRune("והבלמשכ", r) {
		return word
	}
	return word[n:]
}
