package taxreturn

import (
	"embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/yamldoc"

	"github.com/tallystick/tallystick/domain/chart"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// Form is what is known of a kind of packet.
type Form struct {
	ID           string         `yaml:"id"`
	Jurisdiction string         `yaml:"jurisdiction"`
	Title        string         `yaml:"title"`
	Tier         string         `yaml:"tier"`
	Currency     string         `yaml:"currency"`
	Comma        bool           `yaml:"comma"`    // decimals are behind a comma
	Titles       []string       `yaml:"titles"`   // words that name it
	Years        []string       `yaml:"years"`    // patterns whose group is the year that it begins in
	Parts        []string       `yaml:"parts"`    // headings of its schedules, at the head of a page
	Sections     bool           `yaml:"sections"` // they stand anywhere
	Boxes        bool           `yaml:"boxes"`    // it has pages in columns whose amounts stand below their labels
	Items        bool           `yaml:"items"`    // its lines are numbered as sections, and items in brackets
	Within       money.Dec      `yaml:"within"`   // how far its own rounding may move a line
	Sources      []chart.Source `yaml:"sources"`
	RowsText     string         `yaml:"figures"`
	// Sums are such as "taxable_income = agi - deductions floor". One that begins with ~ bears
	// figures out where it holds, and says nothing where it does not: others may be in it.
	Sums    []string `yaml:"sums"`
	Summary struct {
		Income     []string `yaml:"income"`
		Tax        []string `yaml:"tax"`
		Refund     []string `yaml:"refund"`
		BalanceDue []string `yaml:"balance_due"`
	} `yaml:"summary"`
	Computations []Computation `yaml:"computations"`

	Rows  []Row            `yaml:"-"`
	years []*regexp.Regexp // of Years
	sums  []sum            // of Sums
}

// Row is one figure that a form has.
type Row struct {
	Key     string
	Part    string // "" = anywhere
	Labels  [][]string
	Weak    []bool       // of Labels: what it finds stands only where a sum bears it out, and no other label is there
	Within  [][][]string // of Labels: longer labels of other figures that hold it
	Choices []Choice     // it is one of these, by a mark beside its words, or by their being there
	Marked  bool
	Column  int  // which amount of the row, from 1; 0 = the last
	Abs     bool // its sign says no more than that it is taken off
	Loose   bool // other words may stand between its label and its amount
	lines   map[string]string
}

// Choice is one value of a figure that is no amount.
type Choice struct {
	Value string
	Words []string
}

// Line is where the figure stands in the form of a year; "" = the form has no
// numbers, or they change.
func (r Row) Line(year string) string {
	if line, ok := r.lines[year]; ok {
		return line
	}
	return r.lines[""]
}

// sum is a line that follows from others.
type sum struct {
	result string
	plus   []string
	minus  []string
	floor  bool // at least 0
	open   bool // others may be in it: that it does not hold says nothing
}

// Computation is how a calculator is asked about a form.
type Computation struct {
	ID         string            `yaml:"id"`
	Region     string            `yaml:"region"`     // "" = a fact sub_region, where the place asks for one
	Basis      tax.Basis         `yaml:"basis"`      // "" = as the place declares
	Income     string            `yaml:"income"`     // figure; or
	Components map[string]string `yaml:"components"` // kind of income -> figures, separated by +
	Total      string            `yaml:"total"`      // figure that the components make
	Zero       []string          `yaml:"zero"`       // figures that the calculator is not told of: nothing may stand there
	Facts      map[string]string `yaml:"facts"`      // fact -> figure
	Needs      []string          `yaml:"needs"`      // facts that a person gives, else it is not asked
	Ask        []string          `yaml:"ask"`        // facts that a person may give
	RestsOn    []string          `yaml:"rests_on"`   // figures that it must find alike, else it was told too little
	Outputs    map[string]string `yaml:"outputs"`    // figure -> step:…, levy:…, taxable_income, total_tax
}

//go:embed data/*.yaml
var files embed.FS

var forms = sync.OnceValue(func() map[string]Form {
	entries, err := files.ReadDir("data")
	if err != nil {
		panic(err)
	}
	out := map[string]Form{}
	for _, e := range entries {
		content, err := files.ReadFile("data/" + e.Name())
		if err != nil {
			panic(err)
		}
		f, err := readForm(content)
		if err != nil {
			panic(fmt.Sprintf("taxreturn: %s: %v", e.Name(), err))
		}
		out[f.ID] = f
	}
	return out
})

// FormByID finds a form.
func FormByID(id string) (Form, bool) {
	f, ok := forms()[id]
	return f, ok
}

// FormIDs are those of all forms.
func FormIDs() []string { return slices.Sorted(maps.Keys(forms())) }

// Row returns a figure of the form by key.
func (f Form) Row(key string) (Row, bool) {
	for _, r := range f.Rows {
		if r.Key == key {
			return r, true
		}
	}
	return Row{}, false
}

func (f Form) currencyOf(r Row) string {
	if len(r.Choices) > 0 {
		return ""
	}
	return f.Currency
}

// factNames are the facts that a person may give.
func (f Form) factNames() (names []string) {
	for _, c := range f.Computations {
		for _, name := range slices.Concat(slices.Sorted(maps.Keys(c.Facts)), c.Needs, c.Ask) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// readForm parses a form and refuses what a rule could trip over.
func readForm(content []byte) (f Form, err error) {
	if err := yamldoc.Decode(content, &f); err != nil {
		return f, err
	}
	if f.ID == "" || f.Currency == "" || len(f.Titles) == 0 || len(f.Sources) == 0 {
		return f, fmt.Errorf("it has no id, currency, title or source")
	}
	for _, line := range strings.Split(strings.TrimSpace(f.RowsText), "\n") {
		r, err := readRow(line)
		if err != nil {
			return f, err
		}
		if _, twice := f.Row(r.Key); twice {
			return f, fmt.Errorf("%s stands twice", r.Key)
		}
		f.Rows = append(f.Rows, r)
	}
	f.nest()
	for _, pattern := range f.Years {
		re, err := regexp.Compile(pattern)
		if err != nil {
			return f, err
		}
		f.years = append(f.years, re)
	}
	for _, line := range f.Sums {
		f.sums = append(f.sums, readSum(line))
	}
	return f, f.examine()
}

// nest says of each label which longer ones of other figures hold it, so that "state
// pension" is not found in "pensions (other than state pension)".
func (f *Form) nest() {
	for i := range f.Rows {
		for _, label := range f.Rows[i].Labels {
			var longer [][]string
			for j, other := range f.Rows {
				for _, l := range other.Labels {
					if j != i && len(l) > len(label) && strings.Contains(" "+strings.Join(l, " ")+" ", " "+strings.Join(label, " ")+" ") {
						longer = append(longer, l)
					}
				}
			}
			f.Rows[i].Within = append(f.Rows[i].Within, longer)
		}
	}
}

// readRow reads "key | part | line | flags | labels"; a line may be "12 2025=12e", and a
// label that begins with ~ is weak.
func readRow(line string) (r Row, err error) {
	cells := strings.Split(line, "|")
	if len(cells) != 5 {
		return r, fmt.Errorf("%q has %d columns", line, len(cells))
	}
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	r = Row{Key: cells[0], Part: cells[1], lines: map[string]string{}}
	for _, part := range strings.Fields(cells[2]) {
		year, no, dated := strings.Cut(part, "=")
		if !dated {
			year, no = "", part
		}
		r.lines[year] = no
	}
	for _, flag := range strings.Fields(cells[3]) {
		switch flag {
		case "abs":
			r.Abs = true
		case "loose":
			r.Loose = true
		case "first":
			r.Column = 1
		case "second":
			r.Column = 2
		case "choice", "marked":
			r.Marked = flag == "marked"
			for _, option := range strings.Split(cells[4], ";") {
				value, words, _ := strings.Cut(option, ":")
				r.Choices = append(r.Choices, Choice{strings.TrimSpace(value), wordsIn(words)})
			}
		default:
			return r, fmt.Errorf("%s: %q is no flag", r.Key, flag)
		}
	}
	if r.Choices == nil {
		for _, label := range strings.Split(cells[4], ";") {
			words, weak := strings.CutPrefix(strings.TrimSpace(label), "~")
			r.Labels, r.Weak = append(r.Labels, wordsIn(words)), append(r.Weak, weak)
		}
	}
	return r, nil
}

func readSum(line string) (s sum) {
	line, s.open = strings.CutPrefix(line, "~")
	words := strings.Fields(line)
	s.result = words[0]
	sign := "+"
	for _, w := range words[2:] {
		switch {
		case w == "+" || w == "-":
			sign = w
		case w == "floor":
			s.floor = true
		case sign == "-":
			s.minus = append(s.minus, w)
		default:
			s.plus = append(s.plus, w)
		}
	}
	return s
}

// examine refuses names of figures that the form does not have.
func (f Form) examine() error {
	var used []string
	for _, s := range f.sums {
		used = append(append(append(used, s.result), s.plus...), s.minus...)
	}
	used = slices.Concat(used, f.Summary.Income, f.Summary.Tax, f.Summary.Refund, f.Summary.BalanceDue)
	for _, c := range f.Computations {
		used = slices.Concat(used, c.Zero, c.RestsOn, slices.Collect(maps.Values(c.Facts)), slices.Collect(maps.Keys(c.Outputs)))
		for _, keys := range c.Components {
			used = append(used, strings.Split(keys, "+")...)
		}
		if c.Income != "" {
			used = append(used, c.Income)
		}
		if c.Total != "" {
			used = append(used, c.Total)
		}
	}
	for _, key := range used {
		if _, ok := f.Row(key); !ok {
			return fmt.Errorf("no figure %s", key)
		}
	}
	return nil
}

// check says which of the form's sums hold; kept are the checks of another kind, as
// they were.
func (f Form) check(figures []Figure, kept []Check) []Check {
	out := []Check{}
	for _, c := range kept {
		if c.Code != ArithmeticMismatch {
			out = append(out, c)
		}
	}
	for _, s := range f.sums {
		if ok, known := f.holds(s, figures); known && (ok || !s.open) {
			out = append(out, Check{ArithmeticMismatch, ok, append(append([]string{s.result}, s.plus...), s.minus...)})
		}
	}
	return out
}

// holds reports whether a line is what it follows from; known is false where it, or
// all that it is added up from, is not there: what is taken away says nothing alone. A
// line of them that is not there is blank, and thus 0.
func (f Form) holds(s sum, figures []Figure) (ok, known bool) {
	want, has := amountOf(figures, s.result)
	if !has {
		return false, false
	}
	total, any := money.Zero, false
	for _, key := range s.plus {
		d, there := amountOf(figures, key)
		total, any = total.Add(d), any || there
	}
	for _, key := range s.minus {
		d, _ := amountOf(figures, key)
		total = total.Sub(d)
	}
	if !any {
		return false, false
	}
	if s.floor {
		total = total.Positive()
	}
	return total.Sub(want).Abs().Cmp(f.Within) <= 0, true
}

// Codes of checks.
const (
	ArithmeticMismatch = "arithmetic_mismatch"
	FormUnknown        = "form_unknown"
	YearUnknown        = "tax_year_unknown"
	YearDiffers        = "tax_year_differs"
	PageUnreadable     = "page_unreadable"
)

func amountOf(figures []Figure, key string) (money.Dec, bool) {
	for _, x := range figures {
		if x.Key == key {
			d, err := money.Parse(x.Value.Plain)
			return d, err == nil
		}
	}
	return money.Zero, false
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
