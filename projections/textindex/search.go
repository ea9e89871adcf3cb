package textindex

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search/query"
)

// Query is what is searched for; empty fields narrow nothing.
type Query struct {
	Text     string
	Place    string
	Language string
	Kind     string
	Source   string
	From, To string // days, one of which a passage holds on; "" = any
	Skip     int
	Limit    int
	Builtin  bool // passages of the built-in release too
}

// Hit is a passage that was found.
type Hit struct {
	Entry
	Score float64
}

// Search finds passages, the best first, those of one score by id; count is how many
// there are in all.
func (x *Index) Search(ctx context.Context, q Query) (hits []Hit, count uint64, err error) {
	found, err := x.bleve.SearchInContext(x.lasting(ctx), x.Request(q))
	if err != nil {
		return nil, 0, err
	}
	for _, h := range found.Hits {
		text, _ := h.Fields[keptField].(string)
		one := Hit{Score: h.Score}
		if err := json.Unmarshal([]byte(text), &one.Entry); err != nil {
			return nil, 0, fmt.Errorf("%w: %v", ErrUnfit, err)
		}
		hits = append(hits, one)
	}
	return hits, found.Total, nil
}

// Request is what the library is asked for a query.
func (x *Index) Request(q Query) *bleve.SearchRequest {
	r := bleve.NewSearchRequestOptions(x.query(q), q.Limit, q.Skip, false)
	r.SortBy([]string{"-_score", "_id"})
	r.Fields = []string{keptField}
	return r
}

// query is disjunctive in the words: a passage that holds some is found, and ranks by
// how rare they are.
func (x *Index) query(q Query) query.Query {
	var any []query.Query
	languages := x.languages()
	if q.Language != "" {
		languages = []string{languageOf(q.Language)}
	}
	for _, l := range languages {
		text := bleve.NewMatchQuery(q.Text)
		text.SetField("text_" + l)
		heading := bleve.NewMatchQuery(q.Text)
		heading.SetField("heading_" + l)
		any = append(any, text, heading)
	}
	all := []query.Query{bleve.NewDisjunctionQuery(append(any, placed(q.Text)...)...)}
	narrow := func(field, value string) {
		if value != "" {
			t := bleve.NewTermQuery(value)
			t.SetField(field)
			t.SetBoost(0)
			all = append(all, t)
		}
	}
	narrow("place", q.Place)
	narrow("kind", q.Kind)
	narrow("source", q.Source)
	if q.Language != "" {
		base, _, _ := strings.Cut(strings.ToLower(q.Language), "-")
		narrow("language", base)
	}
	inclusive := true
	if q.To != "" {
		r := bleve.NewTermRangeInclusiveQuery("", q.To, nil, &inclusive)
		r.SetField("from")
		r.SetBoost(0)
		all = append(all, r)
	}
	if q.From != "" {
		r := bleve.NewTermRangeInclusiveQuery(q.From, "", &inclusive, nil)
		r.SetField("to")
		r.SetBoost(0)
		all = append(all, r)
	}
	whole := query.Query(bleve.NewConjunctionQuery(all...))
	if !q.Builtin {
		b := bleve.NewBooleanQuery()
		b.AddMust(whole)
		law := bleve.NewTermQuery(BuiltinKind)
		law.SetField("kind")
		b.AddMustNot(law)
		whole = b
	}
	return whole
}

// placed finds what stands at a place that was named, and within it: "s. 35" is s. 35(1)
// too, "§ 32a" is § 32a Abs. 1, and neither is another number that begins alike.
func placed(text string) []query.Query {
	place := strings.ToLower(strings.TrimSpace(text))
	whole := bleve.NewTermQuery(place)
	whole.SetField("locator")
	whole.SetBoost(locatorBoost)
	out := []query.Query{whole}
	if !strings.ContainsAny(place, "0123456789") {
		return out
	}
	for _, next := range []string{" ", "("} {
		within := bleve.NewPrefixQuery(place + next)
		within.SetField("locator")
		within.SetBoost(locatorBoost)
		out = append(out, within)
	}
	return out
}

// locatorBoost lifts a passage whose place was named: "s. 35(1)".
const locatorBoost = 4

// BuiltinKind is the kind of the passages of the built-in release.
const BuiltinKind = "parameter"

// Get returns a passage by its id.
func (x *Index) Get(ctx context.Context, id string) (e Entry, ok bool, err error) {
	r := bleve.NewSearchRequestOptions(bleve.NewDocIDQuery([]string{id}), 1, 0, false)
	r.Fields = []string{keptField}
	found, err := x.bleve.SearchInContext(x.lasting(ctx), r)
	if err != nil || len(found.Hits) == 0 {
		return e, false, err
	}
	text, _ := found.Hits[0].Fields[keptField].(string)
	return e, true, json.Unmarshal([]byte(text), &e)
}

// Words are the words of a text as a language's passages are searched by them, each
// once.
func (x *Index) Words(language, text string) (out []string) {
	m, ok := x.words.(*mapping.IndexMappingImpl)
	if !ok {
		return nil
	}
	name := analyzers[languageOf(language)]
	if name == "" {
		name = "standard"
	}
	tokens, err := m.AnalyzeText(name, []byte(text))
	if err != nil {
		return nil
	}
	seen := map[string]bool{}
	for _, t := range tokens {
		if w := string(t.Term); !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	return out
}

// Holding is how many passages of a language hold a word, as Words gives it.
func (x *Index) Holding(ctx context.Context, language, word string) (int, error) {
	t := bleve.NewTermQuery(word)
	t.SetField("text_" + languageOf(language))
	found, err := x.bleve.SearchInContext(x.lasting(ctx), bleve.NewSearchRequestOptions(t, 0, 0, false))
	if err != nil {
		return 0, err
	}
	return int(found.Total), nil
}
