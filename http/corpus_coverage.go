package http

import (
	"bytes"
	"context"
	"encoding/csv"
	"io"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/corpus"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// corpusHealth is how the corpus is.
type corpusHealth struct {
	Status    string               `json:"status" enum:"ok,attention"`
	Live      corpusLive           `json:"live"`
	Unserved  string               `json:"unserved" doc:"Why the live release does not serve, and the built-in does alone; empty: it serves."`
	Sources   []corpusSourceHealth `json:"sources" nullable:"false"`
	Overdue   int                  `json:"overdue" doc:"Sources whose text is older than their cadence."`
	Failures  int                  `json:"failures" doc:"Releases of the last 30 days that are blocked."`
	Conflicts int                  `json:"open_conflicts" doc:"Parameters that a person has left open in the live release."`
	Indexed   bool                 `json:"indexed" doc:"Every node that is alive holds the live release's index."`
	Lacking   []string             `json:"nodes_without_index" nullable:"false"`
	Files     corpusFiles          `json:"files"`
}

type corpusSourceHealth struct {
	ID      string     `json:"id"`
	Status  string     `json:"status" enum:"active,paused,retired"`
	Checked civil.Date `json:"last_checked" format:"date" doc:"Empty: never."`
	Age     *int       `json:"age_days" doc:"Since its text was last taken; null: never."`
	Cadence int        `json:"cadence_days"`
	Overdue bool       `json:"overdue"`
}

type corpusFiles struct {
	Looked  int `json:"looked_at" doc:"Files of the live release that were read whole."`
	Damaged int `json:"damaged"`
}

func (s *Server) registerCorpusCoverage() {
	register(s, Operation{
		Entry: "17.9", ID: "corpus.health", Method: http.MethodGet, Path: "/api/staff/corpus/health/", Surface: "corpus",
		Summary: "How the corpus is: ages, failures, index, open conflicts, files", Permission: "corpus:manage",
	}, func(ctx context.Context, c *Call, in *struct{ Fresh }) (*reply[corpusHealth], error) {
		if err := s.corpusRead(); err != nil {
			return nil, err
		}
		h, err := s.corpusHealth(ctx)
		return &reply[corpusHealth]{Body: h}, err
	})
	register(s, Operation{
		Entry: "17.10", ID: "corpus.coverage", Method: http.MethodGet, Path: "/api/staff/corpus/coverage/", Surface: "corpus",
		Summary: "What the live release holds, and how much of the embedded law has its text", Permission: "corpus:manage",
	}, func(ctx context.Context, c *Call, in *struct{ Fresh }) (*reply[corpusCovered], error) {
		if err := s.corpusRead(); err != nil {
			return nil, err
		}
		v, err := s.corpusCovered(ctx)
		return &reply[corpusCovered]{Body: v}, err
	})
	type matrixIn struct {
		Fresh
		Accept       string `header:"Accept" maxLength:"200" doc:"text/csv for CSV."`
		Jurisdiction string `query:"jurisdiction" pattern:"^[A-Z]{2}$" patternDescription:"ISO 3166-1 code"`
		Product      string `query:"product" maxLength:"40" doc:"A tax type."`
	}
	type matrixOut struct {
		ContentType string `header:"Content-Type"`
		Body        []byte
	}
	register(s, Operation{
		Entry: "17.11", ID: "corpus.matrix", Method: http.MethodGet, Path: "/api/staff/corpus/coverage-matrix/", Surface: "corpus",
		Summary: "Places by products: what is calculated, and what has its text", Permission: "corpus:manage",
		Describe: "CSV (RFC 4180) where `Accept` asks for text/csv.",
		Media:    []string{csvMedia},
		body:     s.api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[CorpusMatrix](), true, ""),
	}, func(ctx context.Context, c *Call, in *matrixIn) (*matrixOut, error) {
		if err := s.corpusRead(); err != nil {
			return nil, err
		}
		m, err := s.corpusMatrix(ctx, in.Jurisdiction, in.Product)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		if preferred(in.Accept, "application/json", "text/csv") == "text/csv" {
			err := m.table(&b)
			return &matrixOut{csvMedia, b.Bytes()}, err
		}
		err = marshalJSON(&b, m)
		return &matrixOut{"application/json", b.Bytes()}, err
	})
}

func (s *Server) corpusHealth(ctx context.Context) (h corpusHealth, err error) {
	book := s.Corpus.Book
	if h.Live, err = s.viewCorpusLive(book.Live()); err != nil {
		return h, err
	}
	h.Unserved, h.Sources, h.Lacking, h.Indexed = book.Unserved(), []corpusSourceHealth{}, []string{}, true
	now := s.Now().UTC()
	today := civil.FromTime(now)
	for _, x := range book.Sources() {
		v := corpusSourceHealth{ID: x.ID, Status: x.Status, Checked: x.LastChecked, Cadence: x.CadenceDays}
		if !x.LastChecked.IsZero() {
			age := max(0, x.LastChecked.DaysUntil(today))
			v.Age = &age
		}
		if v.Overdue = x.Status == corpus.Active && (v.Age == nil || *v.Age > x.CadenceDays); v.Overdue {
			h.Overdue++
		}
		h.Sources = append(h.Sources, v)
	}
	for _, r := range book.Releases() {
		if r.Status == corpus.Blocked && now.Sub(r.UpdatedAt) < 30*24*time.Hour {
			h.Failures++
		}
	}
	if live := book.Live().Now; live != nil {
		h.Conflicts = len(book.Conflicts())
		name, err := s.Corpus.Texts.NameNow(ctx, *live)
		if err != nil {
			return h, err
		}
		lacking, err := s.Corpus.Texts.Lacking(ctx, name)
		if err != nil {
			return h, err
		}
		h.Lacking, h.Indexed = append(h.Lacking, lacking...), len(lacking) == 0
		h.Files = s.corpusFiles(ctx, live.Manifest)
	}
	h.Status = "ok"
	if h.Overdue+h.Failures+h.Conflicts+h.Files.Damaged > 0 || h.Unserved != "" || !h.Indexed {
		h.Status = "attention"
	}
	return h, nil
}

// filesLooked is how many files of the live release are read for its health.
const filesLooked = 20

func (s *Server) corpusFiles(ctx context.Context, manifest blob.Ref) (f corpusFiles) {
	held, err := s.Corpus.Texts.Manifest(ctx, manifest)
	f.Looked++
	if err != nil {
		f.Damaged++
		return f
	}
	for i, x := range held.Manifest.Holdings {
		if i == filesLooked || x.Texts.Bytes > 64<<20 {
			continue
		}
		f.Looked++
		if _, err := s.Blobs.ReadAll(ctx, tenancy.Platform, x.Texts, 64<<20); err != nil {
			f.Damaged++
		}
	}
	return f
}

// corpusCovered is what a release holds.
type corpusCovered struct {
	Release   string             `json:"corpus_release_id"`
	Documents int                `json:"documents"`
	Passages  int                `json:"passages"`
	Sources   []corpusHolding    `json:"sources" nullable:"false"`
	Supported []corpus.Supported `json:"places" nullable:"false"`
}

type corpusHolding struct {
	SourceID  string     `json:"source_id"`
	Documents int        `json:"documents"`
	Passages  int        `json:"passages"`
	AsOf      civil.Date `json:"as_of" format:"date"`
	Retrieved civil.Date `json:"retrieved_at" format:"date"`
	Reader    string     `json:"reader" doc:"What read it, with its version."`
	Places    []string   `json:"jurisdictions" nullable:"false"`
	Languages []string   `json:"languages" nullable:"false" doc:"Of its documents."`
}

// held is the manifest of the release that serves, and how much of the law it supports.
func (s *Server) held(ctx context.Context) (m corpus.Manifest, supported []corpus.Supported, err error) {
	_, x, ok := s.Corpus.Book.Serving()
	if !ok {
		_, supported, err = corpus.Compare(corpus.NewTexts(nil))
		return m, supported, err
	}
	f, err := s.Corpus.Texts.Manifest(ctx, x.Manifest)
	if err != nil {
		return m, nil, err
	}
	r, err := s.Corpus.Texts.Report(ctx, x.Report)
	return f.Manifest, r.Supported, err
}

func (s *Server) corpusCovered(ctx context.Context) (v corpusCovered, err error) {
	m, supported, err := s.held(ctx)
	if err != nil {
		return v, err
	}
	v.Supported, v.Sources = supported, []corpusHolding{}
	if v.Release, err = s.release(); err != nil {
		return v, err
	}
	for _, h := range m.Holdings {
		languages := map[string]bool{}
		for _, d := range h.Documents {
			languages[d.Language] = true
		}
		v.Documents, v.Passages = v.Documents+len(h.Documents), v.Passages+h.Passages
		v.Sources = append(v.Sources, corpusHolding{h.SourceID, len(h.Documents), h.Passages, h.AsOf, h.Retrieved, h.Reader,
			h.About.Jurisdictions,
			slices.Sorted(maps.Keys(languages))})
	}
	return v, nil
}

// corpusCell is a place and a product.
type corpusCell struct {
	Place     string     `json:"jurisdiction"`
	Product   string     `json:"product" doc:"A tax type."`
	Tier      string     `json:"calculator_tier" doc:"The lowest of its current rows; empty: nothing is calculated."`
	Years     []string   `json:"years" nullable:"false" doc:"Tax years that are calculated."`
	Sources   []string   `json:"sources" nullable:"false" doc:"Of the live release."`
	Passages  int        `json:"passages" doc:"Of these sources."`
	Languages []string   `json:"languages" nullable:"false"`
	Checked   civil.Date `json:"last_checked" format:"date" doc:"The oldest of its sources; empty: it has none."`
	Status    string     `json:"status" enum:"deep,calculated,texts,none" doc:"deep: calculated, with texts."`
	Gaps      []string   `json:"gaps" nullable:"false"`
}

// CorpusMatrix is every cell.
type CorpusMatrix struct {
	Cells   []corpusCell `json:"cells" nullable:"false"`
	Count   int          `json:"count"`
	Release string       `json:"corpus_release_id"`
}

// table writes the cells as CSV.
func (m CorpusMatrix) table(w io.Writer) error {
	t := csv.NewWriter(w)
	t.UseCRLF = true
	t.Write([]string{"jurisdiction", "product", "calculator_tier", "years", "sources", "passages", "languages", "last_checked", "status",
		"gaps"})
	for _, c := range m.Cells {
		t.Write([]string{c.Place, c.Product, c.Tier, strings.Join(c.Years, " "), strings.Join(c.Sources, " "), strconv.Itoa(c.Passages),
			strings.Join(c.Languages, " "), c.Checked.String(), c.Status, strings.Join(c.Gaps, "; ")})
	}
	t.Flush()
	return t.Error()
}

func (s *Server) corpusMatrix(ctx context.Context, place, product string) (m CorpusMatrix, err error) {
	held, supported, err := s.held(ctx)
	if err != nil {
		return m, err
	}
	if m.Release, err = s.release(); err != nil {
		return m, err
	}
	cells := map[[2]string]*corpusCell{}
	at := func(place, product string) *corpusCell {
		k := [2]string{place, product}
		if cells[k] == nil {
			cells[k] = &corpusCell{Place: place, Product: product, Years: []string{}, Sources: []string{}, Languages: []string{}, Gaps: []string{}}
		}
		return cells[k]
	}
	for _, r := range s.coverage() {
		c := at(r.Jurisdiction, r.TaxType)
		if !slices.Contains(c.Years, r.TaxYear) {
			c.Years = append(c.Years, r.TaxYear)
		}
		if c.Tier == "" || tierRank(tax.Tier(c.Tier)) > tierRank(r.Tier) {
			c.Tier = string(r.Tier)
		}
	}
	for _, h := range held.Holdings {
		for _, p := range h.About.Jurisdictions {
			for _, t := range h.About.Products {
				at(p, t).add(h)
			}
		}
	}
	for _, c := range cells {
		if (place == "" || c.Place == place) && (product == "" || c.Product == product) {
			c.settle(supported)
			m.Cells = append(m.Cells, *c)
		}
	}
	slices.SortFunc(m.Cells, func(a, b corpusCell) int { return strings.Compare(a.Place+" "+a.Product, b.Place+" "+b.Product) })
	if m.Cells == nil {
		m.Cells = []corpusCell{}
	}
	m.Count = len(m.Cells)
	return m, nil
}

func tierRank(t tax.Tier) int { return slices.Index([]tax.Tier{"draft", "beta", "covered"}, t) }

func (c *corpusCell) add(h corpus.Holding) {
	c.Sources = append(c.Sources, h.SourceID)
	c.Passages += h.Passages
	for _, l := range h.About.Languages {
		if !slices.Contains(c.Languages, l) {
			c.Languages = append(c.Languages, l)
		}
	}
	if c.Checked.IsZero() || h.Retrieved.Before(c.Checked) {
		c.Checked = h.Retrieved
	}
}

func (c *corpusCell) settle(supported []corpus.Supported) {
	c.Status = "none"
	switch {
	case c.Tier != "" && c.Passages > 0:
		c.Status = "deep"
	case c.Tier != "":
		c.Status = "calculated"
		c.Gaps = append(c.Gaps, "no text is held")
	case c.Passages > 0:
		c.Status = "texts"
		c.Gaps = append(c.Gaps, "nothing is calculated")
	default:
		c.Gaps = append(c.Gaps, "nothing is calculated", "no text is held")
	}
	for _, x := range supported {
		if x.Place == c.Place && c.Passages > 0 && x.Without > 0 {
			c.Gaps = append(c.Gaps, strconv.Itoa(x.Without)+" of "+strconv.Itoa(x.With+x.Without)+" values of the place's law have no text")
		}
	}
}
