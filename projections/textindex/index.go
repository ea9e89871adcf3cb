// Package textindex searches the passages of one release. An index is a projection on
// a node's own disk: built from the release's manifest, put in its place whole, and
// built anew where it is missing or does not fit.
//
// # Ranking
//
// BM25 with one field and analyzer a language, then by id. Its average lengths are
// counted when the index is built and handed to each search: the library would take
// them from how the index happens to lie in its segments, and two builds of the same
// texts would rank differently.
package textindex

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/lang/da"
	"github.com/blevesearch/bleve/v2/analysis/lang/de"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/analysis/lang/es"
	"github.com/blevesearch/bleve/v2/analysis/lang/fi"
	"github.com/blevesearch/bleve/v2/analysis/lang/fr"
	"github.com/blevesearch/bleve/v2/analysis/lang/it"
	"github.com/blevesearch/bleve/v2/analysis/lang/nl"
	"github.com/blevesearch/bleve/v2/analysis/lang/no"
	"github.com/blevesearch/bleve/v2/analysis/lang/pt"
	"github.com/blevesearch/bleve/v2/analysis/lang/sv"
	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search"

	"github.com/tallystick/tallystick/domain/corpus"
)

// Entry is a passage with what is known of its source.
type Entry struct {
	corpus.Passage
	Source    string   `json:"source"`
	Places    []string `json:"places"`
	Kind      string   `json:"kind"`
	Excerpt   int      `json:"excerpt"` // letters that may be shown
	Retrieved string   `json:"retrieved"`
	Title     string   `json:"title"` // of the source
	Builtin   bool     `json:"builtin,omitempty"`
}

// analyzers of the languages that have one.
var analyzers = map[string]string{
	"da": da.AnalyzerName, "de": de.AnalyzerName, "en": en.AnalyzerName, "es": es.AnalyzerName, "fi": fi.AnalyzerName, "fr": fr.AnalyzerName,
	"it": it.AnalyzerName, "nl": nl.AnalyzerName, "no": no.AnalyzerName, "pt": pt.AnalyzerName, "sv": sv.AnalyzerName,
}

// other is the field of languages without an analyzer.
const other = "xx"

// languageOf is the field that a language is searched in.
func languageOf(tag string) string {
	base, _, _ := strings.Cut(strings.ToLower(tag), "-")
	if analyzers[base] != "" {
		return base
	}
	return other
}

// keptField holds the passage whole, beside what is searched.
const keptField = "entry"

// fieldNames are those that are searched.
func fieldNames() []string {
	out := []string{"locator", "place", "language", "source", "kind", "from", "to", "text_" + other, "heading_" + other}
	for l := range analyzers {
		out = append(out, "text_"+l, "heading_"+l)
	}
	return out
}

// Mapping is that of every index.
func Mapping() *mapping.IndexMappingImpl {
	m := bleve.NewIndexMapping()
	m.ScoringModel = "bm25"
	d := bleve.NewDocumentStaticMapping()
	text := func(analyzer string) *mapping.FieldMapping {
		f := bleve.NewTextFieldMapping()
		f.Analyzer, f.Store, f.IncludeInAll, f.IncludeTermVectors, f.DocValues = analyzer, false, false, false, false
		return f
	}
	word := func() *mapping.FieldMapping {
		f := bleve.NewKeywordFieldMapping()
		f.Store, f.IncludeInAll, f.IncludeTermVectors = false, false, false
		return f
	}
	for _, name := range fieldNames() {
		prefix, l, ok := strings.Cut(name, "_")
		switch {
		case !ok:
			d.AddFieldMappingsAt(prefix, word())
		case l == other:
			d.AddFieldMappingsAt(name, text("standard"))
		default:
			d.AddFieldMappingsAt(name, text(analyzers[l]))
		}
	}
	kept := bleve.NewKeywordFieldMapping()
	kept.Index, kept.Store, kept.IncludeInAll, kept.DocValues = false, true, false, false
	d.AddFieldMappingsAt(keptField, kept)
	m.DefaultMapping = d
	return m
}

// Fields are what of an entry is indexed.
func Fields(e *Entry) (map[string]any, error) {
	kept, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	l := languageOf(e.Language)
	base, _, _ := strings.Cut(strings.ToLower(e.Language), "-")
	to := "9999-12-31"
	if !e.To.IsZero() {
		to = e.To.String()
	}
	return map[string]any{
		"text_" + l: e.Text, "heading_" + l: e.Heading + " " + e.Document, "locator": strings.ToLower(e.Locator), "place": e.Places,
		"language": base,
		"source":   e.Source, "kind": e.Kind, "from": e.From.String(), "to": to, keptField: string(kept),
	}, nil
}

// stats are the counts that searches are handed.
type stats struct {
	Release  string         `json:"release"`
	Format   int            `json:"format"`
	Passages int            `json:"passages"`
	Lengths  map[string]int `json:"lengths"` // words by field
}

// format is that of the indexes that are built; one of another is built anew.
const format = 2

var statsKey = []byte("tallystick")

// Index is one release's; it is safe for concurrent use.
type Index struct {
	bleve bleve.Index
	stats stats
	words mapping.IndexMapping

	closed sync.Once
}

// ErrUnfit reports an index that is not that of its release, or not whole.
var ErrUnfit = errors.New("textindex: the index is not that of the release")

// batchSize is how many passages are written at once; a test builds with others.
var batchSize = 1000

// Build makes the index of a release in a folder, where none is; each gives the
// entries one by one. Cut off, it leaves nothing in the folder's place.
func Build(ctx context.Context, path, release string, each func(func(*Entry) error) error) (err error) {
	unfinished := path + ".part"
	if err := os.RemoveAll(unfinished); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	m := Mapping()
	index, err := bleve.New(unfinished, m)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			index.Close()
			os.RemoveAll(unfinished)
		}
	}()
	w := &writer{ctx: ctx, index: index, m: m, stats: stats{Release: release, Format: format, Lengths: map[string]int{}}}
	w.batch = index.NewBatch()
	if err = each(w.add); err == nil {
		err = w.end()
	}
	if err != nil {
		return err
	}
	if err = index.Close(); err != nil {
		return err
	}
	if err = os.RemoveAll(path); err != nil {
		return err
	}
	return os.Rename(unfinished, path)
}

type writer struct {
	ctx   context.Context
	index bleve.Index
	m     *mapping.IndexMappingImpl
	batch *bleve.Batch
	docs  []*document.Document
	stats stats
}

func (w *writer) add(e *Entry) error {
	data, err := Fields(e)
	if err != nil {
		return err
	}
	d := document.NewDocument(e.ID)
	if err := w.m.MapDocument(d, data); err != nil {
		return err
	}
	if err := w.batch.IndexAdvanced(d); err != nil {
		return err
	}
	w.docs = append(w.docs, d)
	if len(w.docs) == batchSize {
		return w.flush()
	}
	return nil
}

// flush writes a batch; its documents know their lengths afterwards.
func (w *writer) flush() error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if err := w.index.Batch(w.batch); err != nil {
		return err
	}
	for _, d := range w.docs {
		w.stats.Passages++
		for _, f := range d.Fields {
			if f.Name() != keptField {
				w.stats.Lengths[f.Name()] += f.AnalyzedLength()
			}
		}
	}
	w.docs = w.docs[:0]
	w.batch.Reset()
	return nil
}

func (w *writer) end() error {
	if err := w.flush(); err != nil {
		return err
	}
	text, err := json.Marshal(w.stats)
	if err != nil {
		return err
	}
	return w.index.SetInternal(statsKey, text)
}

// Open opens the index of a release. Errors: ErrUnfit; os.ErrNotExist.
func Open(path, release string) (*Index, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	index, err := bleve.OpenUsing(path, map[string]any{"read_only": true})
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrUnfit, err)
	}
	x := &Index{bleve: index, words: index.Mapping()}
	text, err := index.GetInternal(statsKey)
	if err == nil {
		err = json.Unmarshal(text, &x.stats)
	}
	count, countErr := index.DocCount()
	if err != nil || countErr != nil || x.stats.Release != release || x.stats.Format != format || count != uint64(x.stats.Passages) {
		index.Close()
		return nil, ErrUnfit
	}
	for _, f := range fieldNames() { // one that no passage has is of length 0, and known
		x.stats.Lengths[f] += 0
	}
	return x, nil
}

// Close gives the files back; searches under way end first.
func (x *Index) Close() (err error) {
	x.closed.Do(func() { err = x.bleve.Close() })
	return err
}

// Passages is how many the index holds.
func (x *Index) Passages() int { return x.stats.Passages }

// lasting is a context that has each search rank by the counts of the whole.
func (x *Index) lasting(ctx context.Context) context.Context {
	return context.WithValue(ctx, search.BM25StatsKey, &search.BM25Stats{DocCount: float64(x.stats.Passages),
		FieldCardinality: x.stats.Lengths})
}

// languages are those that passages of the index are in.
func (x *Index) languages() (out []string) {
	for name, n := range x.stats.Lengths {
		if l, ok := strings.CutPrefix(name, "text_"); ok && n > 0 {
			out = append(out, l)
		}
	}
	slices.Sort(out)
	return out
}
