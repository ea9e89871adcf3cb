package http

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/corpus"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/research"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/projections/corpusbook"
	"github.com/tallystick/tallystick/projections/textindex"
)

// corpusHit is a passage that was found.
type corpusHit struct {
	Citation      law.Citation `json:"citation" doc:"As an answer would show it."`
	Attribution   string       `json:"attribution" doc:"What must stand beside an excerpt, by the source's licence; empty: nothing."`
	Snippet       string       `json:"snippet" doc:"Words of the passage around those that were asked for, no longer than its licence allows."`
	Document      string       `json:"document"`
	Heading       string       `json:"heading"`
	Work          string       `json:"work" doc:"ELI, /us/usc/…, Akoma Ntoso's IRI, or an address."`
	Language      string       `json:"language"`
	Kind          string       `json:"kind" doc:"That of its source; parameter: a value of the embedded law, in our own words."`
	Jurisdictions []string     `json:"jurisdictions" nullable:"false"`
}

type corpusHits struct {
	Results []corpusHit `json:"results" nullable:"false"`
	Counted
	Release string `json:"corpus_release_id" doc:"What was searched."`
}

func (s *Server) registerCorpusSearch() {
	type searchIn struct {
		Fresh
		Limit        int    `query:"limit" minimum:"1" maximum:"50" default:"10" doc:"Passages a page."`
		Cursor       string `query:"cursor" maxLength:"20" doc:"next_cursor of the page before."`
		Q            string `query:"q" required:"true" minLength:"1" maxLength:"500" doc:"Words, or a place such as s. 35(1)."`
		Jurisdiction string `query:"jurisdiction" pattern:"^[A-Z]{2}$" patternDescription:"ISO 3166-1 code"`
		Language     string `query:"language" maxLength:"35" doc:"BCP 47."`
		Kind         string `query:"kind" enum:"statute,regulation,case_law,treaty,gazette,guidance,form,rates,parameter"`
		Source       string `query:"source" maxLength:"60"`
		On           string `query:"on" format:"date" doc:"A day on which it reads so."`
		ReleaseID    string `query:"release_id" maxLength:"64" doc:"Another release than the live one; candidates too."`
	}
	register(s, Operation{
		Entry: "17.12", ID: "corpus.search", Method: http.MethodGet, Path: "/api/staff/corpus/search/", Surface: "corpus",
		Summary: "Search the texts, with each citation as an answer would show it", Permission: "corpus:manage", Errors: []int{422},
	}, func(ctx context.Context, c *Call, in *searchIn) (*reply[corpusHits], error) {
		if err := s.corpusRead(); err != nil {
			return nil, err
		}
		q := textindex.Query{Text: in.Q, Place: in.Jurisdiction, Language: in.Language, Kind: in.Kind, Source: in.Source, Limit: in.Limit,
			Builtin: true}
		var f fault.Fields
		if in.On != "" {
			day := parseDate(&f, "on", in.On).String()
			q.From, q.To = day, day
		}
		if in.Cursor != "" {
			n, err := strconv.Atoi(in.Cursor)
			if err != nil || n < 0 || n > searchDepthMax {
				f.Add("cursor", "is not a cursor of this list")
			}
			q.Skip = n
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		index, name, err := s.searched(ctx, in.ReleaseID)
		if err != nil {
			return nil, err
		}
		hits, count, err := index.Search(ctx, q)
		if err != nil {
			return nil, err
		}
		out := corpusHits{Results: make([]corpusHit, len(hits)), Counted: Counted{Count: int64(count)}, Release: name}
		for i, h := range hits {
			attribution := s.licensed(&h.Entry)
			out.Results[i] = corpusHit{s.cite(&h.Entry), attribution, snippet(&h.Entry, in.Q), h.Document, h.Heading, h.Work, h.Language,
				h.Kind, h.Places}
		}
		if next := q.Skip + len(hits); uint64(next) < count && next <= searchDepthMax && len(hits) > 0 {
			text := strconv.Itoa(next)
			out.NextCursor = &text
		}
		return &reply[corpusHits]{Body: out}, nil
	})
}

// searchDepthMax bounds how far a search is paged through.
const searchDepthMax = 10_000

// searched is the index of a release, the live one's where none is named.
func (s *Server) searched(ctx context.Context, id string) (*textindex.Index, string, error) {
	name, err := s.release()
	if err != nil {
		return nil, "", err
	}
	var manifest blob.Ref
	switch {
	case id == law.Release():
		name = id
	case id != "" && id != name:
		r, ok := s.Corpus.Book.Find(id)
		if !ok {
			return nil, "", fault.New(fault.NotFound, "there is no release %s", id)
		}
		if r.Validated == nil {
			return nil, "", unindexed(id)
		}
		if name, err = s.Corpus.Texts.NameNow(ctx, corpusbook.Standing(r)); err != nil {
			return nil, "", err
		}
	}
	if name == law.Release() { // small, and built when it is first asked for
		x, err := s.Corpus.Texts.Hold(ctx, name, manifest)
		return x, name, err
	}
	x, err := s.Corpus.Texts.Index(name)
	if err != nil {
		return nil, "", unindexed(name)
	}
	return x, name, nil
}

func unindexed(id string) error {
	var b fault.Blockers
	b.On("release/"+id, "unindexed", "this node does not hold the index of %s", id)
	return b.Err()
}

// source is one of the registered sources of texts.
func (s *Server) source(id string) (corpus.Source, bool) {
	if s.Corpus.Book == nil {
		return corpus.Source{}, false
	}
	return s.Corpus.Book.Source(id)
}

// licensed shortens what is shown of a passage to what its source's licence allows by
// now, where it has become narrower than when the text was imported; attribution is
// what must stand beside it.
func (s *Server) licensed(e *textindex.Entry) (attribution string) {
	source, ok := s.source(e.Source)
	if e.Builtin || !ok {
		return ""
	}
	e.Excerpt = min(e.Excerpt, source.Licence.ExcerptCharsMax)
	return source.Licence.Attribution
}

// cite is the citation of a passage.
func (s *Server) cite(e *textindex.Entry) law.Citation {
	if e.Builtin {
		if c, _, ok := s.Research().Citation(nil, e.ID); ok {
			return c
		}
	}
	s.licensed(e)
	day, _ := civil.Parse(e.Retrieved)
	return law.Citation{ID: e.ID, SourceID: e.Source, Title: e.Document, Locator: e.Locator, URL: e.URL,
		Excerpt:       corpus.Cut(e.Text, e.Excerpt),
		EffectiveFrom: e.From, EffectiveTo: e.To, RetrievedAt: day, SHA256: e.SHA256}
}

// snippetMax is how many letters of a passage are shown around what was found.
const snippetMax = 300

// snippet cuts a passage around the first word that was asked for.
func snippet(e *textindex.Entry, asked string) string {
	most := min(e.Excerpt, snippetMax)
	lower, at := strings.ToLower(e.Text), -1
	for _, w := range strings.Fields(strings.ToLower(asked)) {
		if i := strings.Index(lower, w); len(w) > 2 && i >= 0 && (at < 0 || i < at) {
			at = i
		}
	}
	if at < most/2 || len(lower) != len(e.Text) {
		return corpus.Cut(e.Text, most)
	}
	start := strings.LastIndexByte(e.Text[:at-most/4], ' ') + 1
	return corpus.Cut("… "+e.Text[start:], most)
}

// passages finds what of the live release's texts supports a question; nothing where
// the embedded law serves alone.
func (s *Server) passages(ctx context.Context) research.Passages {
	if s.Corpus.Book == nil {
		return nil
	}
	name, _, ok := s.Corpus.Book.Serving()
	if !ok {
		return nil
	}
	return func(question string, words []string, q research.Query) ([]research.Finding, error) {
		x, err := s.Corpus.Texts.Index(name)
		if err != nil {
			return nil, err
		}
		return s.supporting(ctx, x, words, q)
	}
}

// candidates are how many passages are looked at for a question.
const candidates = 60

func (s *Server) supporting(ctx context.Context, x *textindex.Index, words []string, q research.Query) (out []research.Finding, err error) {
	tq := textindex.Query{Text: strings.Join(words, " "), Place: q.Place, From: q.Period.From.String(), Limit: candidates}
	if !q.Period.To.IsZero() {
		tq.To = q.Period.To.String()
	}
	hits, _, err := x.Search(ctx, tq)
	if err != nil {
		return nil, err
	}
	held := map[string]int{} // by language and word, passages
	for i := range hits {
		e := &hits[i].Entry
		asked := x.Words(e.Language, tq.Text)
		has := map[string]bool{}
		for _, w := range x.Words(e.Language, e.Text+" "+e.Heading) {
			has[w] = true
		}
		counts := make([]int, len(asked))
		for k, w := range asked {
			id := e.Language + " " + w
			if _, known := held[id]; !known {
				if held[id], err = x.Holding(ctx, e.Language, w); err != nil {
					return nil, err
				}
			}
			counts[k] = held[id]
		}
		score, ok := research.Supports(asked, counts, x.Passages(), has)
		if !ok {
			continue
		}
		c := s.cite(e)
		out = append(out, research.Finding{Kind: "passage", CitationID: c.ID, Title: e.Document, Locator: e.Locator, Excerpt: c.Excerpt,
			From: e.From, To: e.To,
			Score: score, Citations: []law.Citation{c}})
	}
	return out, nil
}

// passageCitation finds a citation of a passage, in the live release or in one that
// this node holds still.
func (s *Server) passageCitation(ctx context.Context, id string) (e textindex.Entry, in []string, err error) {
	if s.Corpus.Book == nil || !strings.HasPrefix(id, "psg-") {
		return e, nil, nil
	}
	for _, r := range s.Corpus.Book.Wanted() {
		name, err := s.Corpus.Texts.NameNow(ctx, r)
		if err != nil {
			return e, nil, err
		}
		x, err := s.Corpus.Texts.Index(name)
		if err != nil {
			continue
		}
		found, ok, err := x.Get(ctx, id)
		if err != nil {
			return e, nil, err
		}
		if _, was := s.Corpus.Book.Live().Fate[r.ReleaseID]; ok && was {
			if in == nil {
				e = found
			}
			in = append(in, r.Release)
		}
	}
	return e, in, nil
}
