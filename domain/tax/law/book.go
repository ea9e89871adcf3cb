package law

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/yamldoc"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// Kind says how close a source is to the law itself.
type Kind string

const (
	Primary   Kind = "primary"   // statute, gazette, the authority's own publication
	Secondary Kind = "secondary" // anyone else's account of it
)

// Source is a document that was read.
type Source struct {
	ID        string     `yaml:"-"`
	Title     string     `yaml:"title"`
	Publisher string     `yaml:"publisher"`
	Kind      Kind       `yaml:"kind"`
	URL       string     `yaml:"url"`
	Checked   civil.Date `yaml:"checked"`
}

// Cite points into a Source: the provision, and its own address and words
// where they are more exact than the source's.
type Cite struct {
	Source  string `yaml:"source"`
	At      string `yaml:"at"`
	URL     string `yaml:"url"`
	Excerpt string `yaml:"excerpt"`
}

// Band is one step of a schedule: Rate applies to what lies above the previous
// band's To, up to its own. The last band has no To.
type Band struct {
	Label string     `yaml:"label"`
	To    *money.Dec `yaml:"to"`
	Rate  money.Dec  `yaml:"rate"`
}

// Value is what a parameter is during a period. Exactly one of Value, Table,
// Bands and Text is set.
type Value struct {
	From      civil.Date           `yaml:"from"`
	To        civil.Date           `yaml:"to"`
	Value     *money.Dec           `yaml:"value"`
	Table     map[string]money.Dec `yaml:"table"`
	Bands     []Band               `yaml:"bands"`
	Text      string               `yaml:"text"`
	EnactedOn civil.Date           `yaml:"enacted_on"`
	KnownFrom civil.Date           `yaml:"known_from"`
	Note      string               `yaml:"note"`
	Cite      []Cite               `yaml:"cite"`

	// StillValidOn stands in a file in place of From and of what the value is,
	// which are then filled from the value before.
	StillValidOn civil.Date `yaml:"still_valid_on" json:"-"`

	citations []Citation
	layer     string // that set it; "" = embedded
}

// Citations returns what stands behind v, in the order the file gives.
func (v *Value) Citations() []Citation { return v.citations }

// Period returns the days during which v holds.
func (v *Value) Period() civil.Period { return civil.Period{From: v.From, To: v.To} }

// Parameter is one named quantity of law over time.
type Parameter struct {
	Name   string   `yaml:"-"`
	Title  string   `yaml:"title"`
	Unit   string   `yaml:"unit"`
	Values []*Value `yaml:"values"`
}

// On returns the value of p in force on a day, or nil.
func (p *Parameter) On(day civil.Date) *Value {
	for i := len(p.Values) - 1; i >= 0; i-- {
		if v := p.Values[i]; v.Period().Contains(day) {
			return v
		}
	}
	return nil
}

// Book is all parameters of one place.
type Book struct {
	Place      string
	Sources    map[string]*Source
	Parameters map[string]*Parameter

	reads map[string]bool // by name, what was read; nil = nobody asks
	held  map[*Value]bool // likewise the values
}

// Names returns the parameters' names in order.
func (b *Book) Names() []string {
	names := make([]string, 0, len(b.Parameters))
	for n := range b.Parameters {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// Turns are the first of some days and those up to the last on which a value
// of any parameter begins, or none is known after one has ended, in their order.
func (b *Book) Turns(days civil.Period) []civil.Date {
	turns := []civil.Date{days.From}
	add := func(day civil.Date) {
		if day.After(days.From) && days.Contains(day) {
			turns = append(turns, day)
		}
	}
	for _, p := range b.Parameters {
		for _, v := range p.Values {
			add(v.From)
			if !v.To.IsZero() {
				add(v.To.AddDays(1)) // where the next begins, or nothing is law any more
			}
		}
	}
	slices.SortFunc(turns, func(x, y civil.Date) int { return y.DaysUntil(x) })
	return slices.Compact(turns)
}

// LaidTurns are those of some days on which a value that a layer laid over the Book
// begins, or the one after it.
func (b *Book) LaidTurns(days civil.Period) (turns []civil.Date) {
	for _, p := range b.Parameters {
		for i, v := range p.Values {
			if (v.layer != "" || i > 0 && p.Values[i-1].layer != "") && days.Contains(v.From) {
				turns = append(turns, v.From)
			}
		}
	}
	return turns
}

//go:embed sources.yaml */*.yaml
var files embed.FS

// books holds one func() (*Book, error) a folder, which reads it once.
var books sync.Map

// Open returns the embedded Book of a folder, such as "gb". Books are read
// once and shared; they must not be changed.
func Open(folder string) (*Book, error) {
	read, _ := books.LoadOrStore(folder, sync.OnceValues(func() (*Book, error) { return Load(files, folder) }))
	b, err := read.(func() (*Book, error))()
	if err != nil {
		books.Delete(folder) // names that are no folder must not pile up
	}
	return b, err
}

// ReadAll reads every Book, so that no caller has to wait for the first use.
func ReadAll() error {
	for _, folder := range Folders() {
		if _, err := Open(folder); err != nil {
			return err
		}
	}
	return nil
}

// MustOpen is Open for package initialisation; the files are embedded and
// tested, so a failure is a broken build.
func MustOpen(folder string) *Book {
	b, err := Open(folder)
	if err != nil {
		panic(err)
	}
	return b
}

// Folders lists the places that have a Book.
func Folders() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err)
	}
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// Load reads every YAML file of a folder into one Book and checks it whole.
func Load(fsys fs.FS, folder string) (*Book, error) {
	paths, err := fs.Glob(fsys, path.Join(folder, "*.yaml"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("law: no folder %q", folder)
	}
	paths = slices.DeleteFunc(paths, func(p string) bool { return path.Base(p) == CoverageName })
	slices.Sort(paths)
	b := &Book{Sources: map[string]*Source{}, Parameters: map[string]*Parameter{}}
	var faults []string
	for _, p := range paths {
		text, err := fs.ReadFile(fsys, p)
		if err != nil {
			return nil, err
		}
		faults = append(faults, b.add(p, text)...)
	}
	faults = append(faults, b.addShared(fsys)...)
	faults = append(faults, b.finish()...)
	if len(faults) > 0 {
		return nil, fmt.Errorf("law: %s", strings.Join(faults, "\n\t"))
	}
	return b, nil
}

type file struct {
	Place      string                `yaml:"place"`
	Sources    map[string]*Source    `yaml:"sources"`
	Parameters map[string]*Parameter `yaml:"parameters"`
}

// add merges one file; sources and parameters are named once in a folder.
func (b *Book) add(name string, text []byte) (faults []string) {
	var f file
	if err := yamldoc.Decode(text, &f); err != nil {
		return []string{fmt.Sprintf("%s: %v", name, err)}
	}
	if b.Place == "" {
		b.Place = f.Place
	}
	if f.Place == "" || f.Place != b.Place {
		faults = append(faults, fmt.Sprintf("%s: place is %q, the folder's is %q", name, f.Place, b.Place))
	}
	for id, s := range f.Sources {
		if b.Sources[id] != nil {
			faults = append(faults, fmt.Sprintf("%s: source %s stands in another file too", name, id))
		}
		if s != nil {
			s.ID = id
		}
		b.Sources[id] = s
	}
	for n, p := range f.Parameters {
		if b.Parameters[n] != nil {
			faults = append(faults, fmt.Sprintf("%s: parameter %s stands in another file too", name, n))
		}
		if p != nil {
			p.Name = n
		}
		b.Parameters[n] = p
	}
	return faults
}

// sharedFile holds the sources that several places cite.
const sharedFile = "sources.yaml"

// sharedSources reads the embedded ones once.
var sharedSources = sync.OnceValues(func() (map[string]*Source, error) { return readShared(files) })

func readShared(fsys fs.FS) (map[string]*Source, error) {
	text, err := fs.ReadFile(fsys, sharedFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var f struct {
		Sources map[string]*Source `yaml:"sources"`
	}
	if err := yamldoc.Decode(text, &f); err != nil {
		return nil, err
	}
	for id, s := range f.Sources {
		if s != nil {
			s.ID = id
		}
	}
	return f.Sources, nil
}

// addShared takes the shared sources that b cites; a folder must not give one
// of them a second meaning.
func (b *Book) addShared(fsys fs.FS) (faults []string) {
	read := sharedSources
	if fsys != fs.FS(files) {
		read = func() (map[string]*Source, error) { return readShared(fsys) }
	}
	shared, err := read()
	if err != nil {
		return []string{fmt.Sprintf("%s: %v", sharedFile, err)}
	}
	for id := range b.Sources {
		if shared[id] != nil {
			faults = append(faults, fmt.Sprintf("%s: source %s stands in %s too", b.Place, id, sharedFile))
		}
	}
	for _, p := range b.Parameters {
		if p == nil {
			continue
		}
		for _, v := range p.Values {
			for _, c := range v.Cite {
				if s := shared[c.Source]; s != nil {
					b.Sources[c.Source] = s
				}
			}
		}
	}
	return faults
}
