package corpus

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Conflict is a parameter of the law whose cited provision is held and lacks its
// figure.
type Conflict struct {
	Parameter   string     `json:"parameter" doc:"Folder of the law and name: gb:personal_allowance."`
	From        civil.Date `json:"from" format:"date" doc:"First day of the value."`
	CitationIDs []string   `json:"citation_ids" nullable:"false"`
	Missing     []string   `json:"missing" nullable:"false" doc:"Figures of the value that no cited provision which is held has."`
	Provisions  []string   `json:"provisions" nullable:"false" doc:"What was looked through."`
}

// Key names a conflict in decisions.
func (c Conflict) Key() string { return c.Parameter + "@" + c.From.String() }

// Texts are the passages that stand at provisions.
type Texts struct {
	at map[string][]*Passage // by the first parts of the provision
}

// headParts is how many parts of a provision it is looked up by: host, kind, year
// and number of an act.
const headParts = 4

// head is what provisions are found by.
func head(provision string) string {
	parts := strings.Split(provision, "/")
	return strings.Join(parts[:min(len(parts), headParts)], "/")
}

// NewTexts looks passages up by provision.
func NewTexts(all []Passage) *Texts {
	t := &Texts{at: map[string][]*Passage{}}
	for i := range all {
		if p := Provision(all[i].URL); p != "" {
			for _, h := range heads(p) {
				t.at[h] = append(t.at[h], &all[i])
			}
		}
	}
	return t
}

// heads are those under which a provision and all that contain it are found.
func heads(p string) (out []string) {
	parts := strings.Split(p, "/")
	for n := 2; n <= min(len(parts), headParts); n++ {
		out = append(out, strings.Join(parts[:n], "/"))
	}
	return out
}

// of lists the passages of a provision that hold during a period.
func (t *Texts) of(provision string, from, to civil.Date) (out []*Passage) {
	for _, p := range t.at[head(provision)] {
		if Within(Provision(p.URL), provision) && p.InForce(from, to) {
			out = append(out, p)
		}
	}
	return out
}

// Supported counts, of the law, the values whose provision is held and those whose
// is not, by place.
type Supported struct {
	Place   string `json:"place"`
	With    int    `json:"with_text" doc:"Values of the law of which a cited provision is held."`
	Without int    `json:"without_text"`
}

// Compare holds the embedded law against texts: which values have text, and which
// are not in it.
func Compare(t *Texts) (conflicts []Conflict, supported []Supported, err error) {
	places := map[string]*Supported{}
	for _, folder := range law.Folders() {
		book, err := law.Open(folder)
		if err != nil {
			return nil, nil, err
		}
		s := places[book.Place]
		if s == nil {
			s = &Supported{Place: book.Place}
			places[book.Place] = s
		}
		for _, name := range book.Names() {
			for _, v := range book.Parameters[name].Values {
				if c, held := t.compare(folder+":"+name, v); held {
					s.With++
					if len(c.Missing) > 0 {
						conflicts = append(conflicts, c)
					}
				} else {
					s.Without++
				}
			}
		}
	}
	for _, s := range places {
		supported = append(supported, *s)
	}
	slices.SortFunc(supported, func(a, b Supported) int { return strings.Compare(a.Place, b.Place) })
	return conflicts, supported, nil
}

func (t *Texts) compare(parameter string, v *law.Value) (c Conflict, held bool) {
	c = Conflict{Parameter: parameter, From: v.From, Missing: []string{}, Provisions: []string{}, CitationIDs: []string{}}
	said := map[string]bool{}
	for _, cite := range v.Citations() {
		provision := Provision(cite.URL)
		if !strings.Contains(provision, "/") {
			continue // an address of a whole site says nothing of a provision
		}
		for _, p := range t.of(provision, v.From, v.To) {
			held = true
			if !slices.Contains(c.Provisions, provision) {
				c.Provisions = append(c.Provisions, provision)
			}
			for n := range Numbers(p.Text) {
				said[n] = true
			}
		}
		c.CitationIDs = append(c.CitationIDs, cite.ID)
	}
	if !held {
		return c, false
	}
	for _, n := range figuresOf(v) {
		if !said[plain(n.String())] && !said[plain(n.Mul(money.MustParse("100")).String())] {
			c.Missing = append(c.Missing, n.String())
		}
	}
	return c, true
}

// figuresOf lists the figures of a value, each once; zero is written in many ways.
func figuresOf(v *law.Value) (out []money.Dec) {
	add := func(d money.Dec) {
		d = d.Abs()
		if !d.IsZero() && !slices.ContainsFunc(out, func(o money.Dec) bool { return o.Cmp(d) == 0 }) {
			out = append(out, d)
		}
	}
	if v.Value != nil {
		add(*v.Value)
	}
	for _, b := range v.Bands {
		if b.To != nil {
			add(*b.To)
		}
		add(b.Rate)
	}
	keys := make([]string, 0, len(v.Table))
	for k := range v.Table {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		add(v.Table[k])
	}
	return out
}

var (
	numberForm = regexp.MustCompile(`\d+(?:[.,'’\x{A0}\x{202F} ]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?`)
	thousands  = regexp.MustCompile(`^\d{1,3}(?:[.,'’\x{A0}\x{202F} ]\d{3})+`)
)

// Numbers are the numbers of a text, as plain digits with a point: in every way in
// which they can be read, since 1.250 is another number in Germany than in England.
func Numbers(text string) map[string]bool {
	out := map[string]bool{}
	for _, m := range numberForm.FindAllString(text, -1) {
		if grouped := thousands.FindString(m); grouped != "" {
			rest := strings.Replace(m[len(grouped):], ",", ".", 1)
			out[plain(strings.Map(digit, grouped)+rest)] = true
		}
		out[plain(strings.Replace(m, ",", ".", 1))] = true
	}
	for word, number := range written {
		if strings.Contains(strings.ToLower(text), word) {
			out[number] = true
		}
	}
	return out
}

func digit(r rune) rune {
	if r < '0' || r > '9' {
		return -1
	}
	return r
}

// plain drops zeros that say nothing.
func plain(n string) string {
	n = strings.TrimLeft(n, "0")
	if strings.Contains(n, ".") {
		n = strings.TrimRight(strings.TrimRight(n, "0"), ".")
	}
	if n == "" || n[0] == '.' {
		n = "0" + n
	}
	return n
}

// written are figures that statutes write out.
var written = map[string]string{
	"one-half": "50", "one half": "50", "one-third": "33", "one-fifth": "20", "one-tenth": "10", "nil": "0",
}

// Cited are the provisions that the law cites, as they are looked up.
type Cited map[string]bool

// CitedProvisions are those of the embedded law.
func CitedProvisions() (Cited, error) {
	out := Cited{}
	for _, folder := range law.Folders() {
		book, err := law.Open(folder)
		if err != nil {
			return nil, err
		}
		for _, p := range book.Parameters {
			for _, v := range p.Values {
				for _, c := range v.Citations() {
					if provision := Provision(c.URL); strings.Contains(provision, "/") {
						out[head(provision)] = true
					}
				}
			}
		}
	}
	return out, nil
}

// Holds reports whether an address may stand at a provision that is cited.
func (c Cited) Holds(address string) bool {
	if p := Provision(address); p != "" {
		for _, h := range heads(p) {
			if c[h] {
				return true
			}
		}
	}
	return false
}
