package research

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// entry is one parameter of one place, as words.
type entry struct {
	place     string
	folder    string
	parameter *law.Parameter
	words     map[string]bool
	size      int // words of the title and the name
}

// Index is the embedded law as it is searched. It is built once and shared.
type Index struct {
	terms   *terms
	entries []entry
	count   map[string]int             // entries that hold a word
	places  map[string]map[string]bool // words that name a place
	names   map[string]string          // English name of each place
	called  []called                   // what places are called, the longest first
	texts   Passages                   // nil = none are held
}

// New indexes the law of the places that a service computes.
func New(places []*tax.Jurisdiction) (*Index, error) {
	t, err := readTerms(termsText)
	if err != nil {
		return nil, err
	}
	x := &Index{terms: t, count: map[string]int{}, places: map[string]map[string]bool{}, names: map[string]string{}}
	for _, j := range places {
		x.names[j.Code] = j.Name
		x.places[j.Code] = namesOf(j)
	}
	x.called = calledOf(places)
	for _, folder := range law.Folders() {
		b, err := law.Open(folder)
		if err != nil {
			return nil, err
		}
		for _, name := range b.Names() {
			x.add(entry{place: b.Place, folder: folder, parameter: b.Parameters[name]})
		}
	}
	return x, nil
}

// namesOf lists the words that name a place, its people and its regions.
func namesOf(j *tax.Jurisdiction) map[string]bool {
	out := map[string]bool{strings.ToLower(j.Code): true}
	add := func(texts ...string) {
		for _, text := range texts {
			for _, w := range words(text) {
				out[w] = true
			}
		}
	}
	add(j.Name)
	add(j.Words.Names...)
	add(j.Words.Demonyms...)
	add(j.Words.Cities...)
	for _, r := range j.Regions {
		add(r.Name, r.Slug)
		add(r.Words.Names...)
		add(r.Words.Demonyms...)
		add(r.Words.Cities...)
	}
	return out
}

func (x *Index) add(e entry) {
	p := e.parameter
	name := words(strings.ReplaceAll(p.Name, "_", " "))
	title := words(p.Title)
	e.words, e.size = map[string]bool{}, len(name)+len(title)
	for _, w := range slices.Concat(name, title, x.terms.reduce(title, e.place), x.terms.held(e.place, p.Name, p.Title)) {
		if !e.words[w] {
			e.words[w] = true
			x.count[w]++
		}
	}
	x.entries = append(x.entries, e)
}

// mass is how rare a word is, in thousandths of a bit. One that no entry holds
// is rarer than any that one holds.
func (x *Index) mass(w string) int {
	n := x.count[w]
	if n == 0 {
		return log2(len(x.entries)) + 1000
	}
	return max(log2(len(x.entries))-log2(n), 0) + 1
}

// log2 is the binary logarithm of n > 0 in thousandths, rounded down: by
// squaring, since squaring a number doubles its logarithm.
func log2(n int) int {
	if n < 1 {
		return 0
	}
	whole := bits.Len(uint(n)) - 1
	x := uint64(n) << 31 >> whole // in [2^31, 2^32)
	fraction := 0
	for bit := 1 << 13; bit > 0; bit >>= 1 {
		x = x * x >> 31
		if x >= 1<<32 {
			x >>= 1
			fraction |= bit
		}
	}
	return whole*1000 + fraction*1000>>14
}

// Query is what is searched for.
type Query struct {
	Question string
	Place    string // ISO 3166-1
	Period   civil.Period
}

// Finding is a parameter of law in the period asked about.
type Finding struct {
	Kind       string               `json:"kind" enum:"parameter,passage"`
	CitationID string               `json:"citation_id" doc:"Of the first citation; the citation's own page shows all."`
	Parameter  string               `json:"parameter" doc:"Empty: a passage."`
	Title      string               `json:"title"`
	Unit       string               `json:"unit"`
	Value      *money.Dec           `json:"value,omitempty"`
	Table      map[string]money.Dec `json:"table,omitempty"`
	Bands      []Band               `json:"bands,omitempty"`
	Text       string               `json:"text,omitempty"`
	Locator    string               `json:"locator,omitempty" doc:"Of a passage: where in its work."`
	Excerpt    string               `json:"excerpt,omitempty" doc:"Of a passage: its words, as far as its licence allows."`
	From       civil.Date           `json:"from" format:"date"`
	To         civil.Date           `json:"to" format:"date" doc:"Empty while it is in force."`
	Note       string               `json:"note,omitempty"`
	DueOn      *civil.Date          `json:"due_on,omitempty" format:"date" doc:"Of a rule by when a return is due: the day for the year asked about."`
	Score      int                  `json:"score" doc:"Thousandths of the question's mass that it holds."`
	Citations  []law.Citation       `json:"citations" nullable:"false"`
}

// Band is one step of a schedule.
type Band struct {
	Label string     `json:"label,omitempty"`
	To    *money.Dec `json:"to,omitempty" doc:"Left out in the last band."`
	Rate  money.Dec  `json:"rate"`
}

const (
	supports    = 600 // thousandths of the question's mass
	findingsMax = 10
)

// hit is an entry that supports a question.
type hit struct {
	entry
	score    int
	narrowed int // words that narrow the question and that it holds
}

// Find returns what of the law of a place and a period supports a question, the
// best first; entries of one score stand by the length of their title, then by
// name. A class of rates ("reduced") is followed by the rate that the class has.
func (x *Index) Find(q Query) []Finding {
	out, seen := []Finding{}, map[string]bool{}
	var add func(h hit)
	add = func(h hit) {
		if seen[h.folder+":"+h.parameter.Name] {
			return
		}
		seen[h.folder+":"+h.parameter.Name] = true
		for _, v := range h.parameter.Values {
			if !overlaps(v.Period(), q.Period) || len(out) == findingsMax {
				continue
			}
			f := finding(h, v)
			f.DueOn = dueOn(h.parameter.Unit, h.place, v, q.Period)
			out = append(out, f)
			for _, class := range strings.Split(v.Text, "|") {
				if e, ok := x.classRate(h.entry, class); ok {
					add(hit{entry: e, score: h.score})
				}
			}
		}
	}
	for _, h := range x.hits(q.Question, q.Place) {
		add(h)
	}
	return out
}

// classRate is the rate of a class that a rule about a category names.
func (x *Index) classRate(e entry, class string) (entry, bool) {
	if !strings.HasPrefix(e.parameter.Name, "vat_category_") || class == "" {
		return entry{}, false
	}
	for _, other := range x.entries {
		if other.folder == e.folder && other.parameter.Name == "vat_rate_"+class {
			return other, true
		}
	}
	return entry{}, false
}

func overlaps(a, b civil.Period) bool {
	return (b.To.IsZero() || !a.From.After(b.To)) && (a.To.IsZero() || !a.To.Before(b.From))
}

// PlacesOf lists the places, by code, whose law supports a question.
func (x *Index) PlacesOf(question string) []string {
	var out []string
	for code := range x.names {
		if len(x.hits(question, code)) > 0 {
			out = append(out, code)
		}
	}
	slices.Sort(out)
	return out
}

func (x *Index) hits(question, place string) []hit {
	asked := x.content(question, place)
	if len(asked) == 0 {
		return nil
	}
	narrow := slices.DeleteFunc(slices.Clone(asked), func(w string) bool { return !x.terms.narrow[w] })
	if len(narrow) < len(asked) {
		asked = slices.DeleteFunc(asked, func(w string) bool { return x.terms.narrow[w] })
	}
	total, rarest := 0, ""
	for _, w := range asked {
		total += x.mass(w)
		if rarest == "" || x.mass(w) > x.mass(rarest) {
			rarest = w
		}
	}
	var out []hit
	for _, e := range x.entries {
		if e.place != place || !e.words[rarest] {
			continue
		}
		held := 0
		for _, w := range asked {
			if e.words[w] {
				held += x.mass(w)
			}
		}
		if score := held * 1000 / total; score >= supports {
			h := hit{entry: e, score: score}
			for _, w := range narrow {
				if e.words[w] {
					h.narrowed++
				}
			}
			out = append(out, h)
		}
	}
	slices.SortFunc(out, func(a, b hit) int {
		switch {
		case a.score != b.score:
			return b.score - a.score
		case a.narrowed != b.narrowed:
			return b.narrowed - a.narrowed
		case a.size != b.size:
			return a.size - b.size
		}
		return strings.Compare(a.parameter.Name, b.parameter.Name)
	})
	return out
}

// content is a question's words of mass, each once.
func (x *Index) content(question, place string) []string {
	var left []string
	for _, w := range words(question) {
		if !x.places[place][w] {
			left = append(left, w)
		}
	}
	var out []string
	for _, w := range x.terms.reduce(left, place) {
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

func finding(h hit, v *law.Value) Finding {
	p := h.parameter
	f := Finding{Kind: "parameter", Parameter: h.folder + ":" + p.Name, Title: p.Title, Unit: p.Unit, Value: v.Value, Table: v.Table,
		Text: v.Text, From: v.From, To: v.To, Note: v.Note, Score: h.score, Citations: v.Citations()}
	for _, b := range v.Bands {
		f.Bands = append(f.Bands, Band(b))
	}
	if len(f.Citations) > 0 {
		f.CitationID = f.Citations[0].ID
	}
	return f
}

// Citation finds a citation by its id, with the values of its parameter in the
// order of time, as a tenant's law has them. The id of what a rule pack sets begins
// with pack and version.
func (x *Index) Citation(laid *law.Overlay, id string) (law.Citation, []Finding, bool) {
	place := id
	if strings.Count(id, ":") > 1 {
		_, place, _ = strings.Cut(id, ":")
	}
	folder, rest, _ := strings.Cut(place, ":")
	name, _, _ := strings.Cut(rest, "@")
	for _, e := range x.entries {
		if e.parameter.Name != name || !strings.EqualFold(e.place, folder) {
			continue
		}
		if book, err := laid.Book(e.folder); err == nil && book.Parameters[name] != nil {
			e.parameter = book.Parameters[name]
		}
		for _, v := range e.parameter.Values {
			for _, c := range v.Citations() {
				if c.ID != id {
					continue
				}
				var all []Finding
				for _, other := range e.parameter.Values {
					all = append(all, finding(hit{entry: e}, other))
				}
				return c, all, true
			}
		}
	}
	return law.Citation{}, nil, false
}
