package bench

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/corpus"
	corpustexts "github.com/tallystick/tallystick/domain/corpus/reading"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/planning"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/projections/textindex"
)

// What the corpus is measured by.
const (
	corpusSeed        = 19
	corpusPassages    = 100_000
	actSections       = 4_000
	promotePassageMax = 10 * time.Microsecond // a million in ten seconds
	rollBackMax       = time.Second
	axisMax           = 50 * time.Millisecond
	axisPoints        = 200
	corpusSettled     = 15 * time.Minute
	corpusBase        = "/api/staff/corpus/"
)

// corpus measures the reading of an act beside a pass over its tokens, the building and
// the asking of an index beside the library alone, a promotion and a rollback through the
// API, and a planning axis in process.
func (r *run) corpus() error {
	if err := r.parsing(); err != nil {
		return err
	}
	texts := passagesOf(r.scale(corpusPassages))
	if err := r.indexing(texts); err != nil {
		return err
	}
	if err := r.promoting(texts); err != nil {
		return err
	}
	return r.axis()
}

// parsing reads an act in the form of legislation.gov.uk.
func (r *run) parsing() error {
	var act strings.Builder
	act.WriteString(`<Legislation IdURI="http://www.legislation.gov.uk/id/ukpga/2007/3" RestrictStartDate="2020-04-06"><Primary><Body>`)
	for i := range actSections {
		fmt.Fprintf(&act, `<P1group><Title>Provision %d</Title><P1 IdURI="http://www.legislation.gov.uk/id/ukpga/2007/3/section/%d">`+
			`<Pnumber>%d</Pnumber><P1para><P2><Pnumber>1</Pnumber><P2para><Text>%s</Text></P2para></P2></P1para></P1></P1group>`, i, i, i,
			strings.Repeat("Whoever keeps doves shall count them. ", 12))
	}
	content := []byte(act.String() + `</Body></Primary></Legislation>`)
	var took [2]time.Duration
	times := r.scale(20)
	for range times {
		began := time.Now()
		for d := xml.NewDecoder(bytes.NewReader(content)); ; {
			if _, err := d.RawToken(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return err
			}
		}
		took[1] += time.Since(began)
		began = time.Now()
		if out, err := corpustexts.File("clml", content, corpustexts.Options{Language: "en"}); err != nil || len(out) != actSections {
			return fmt.Errorf("%d sections: %w", len(out), err)
		}
		took[0] += time.Since(began)
	}
	rate := func(d time.Duration) float64 { return float64(times*actSections) / d.Seconds() }
	r.beside("sections of an act read", "/s", rate(took[0]), rate(took[1]), .5, "")
	return nil
}

// passagesOf are sections of words that are drawn, some often and most seldom.
func passagesOf(n int) []textindex.Entry {
	random := rand.New(rand.NewPCG(corpusSeed, 1))
	words := rand.NewZipf(random, 1.1, 4, 20_000)
	out := make([]textindex.Entry, n)
	for i := range out {
		var text strings.Builder
		for range 40 {
			fmt.Fprintf(&text, "word%d ", words.Uint64())
		}
		locator := fmt.Sprintf("s. %d", i+1)
		out[i] = textindex.Entry{Passage: corpus.Passage{ID: fmt.Sprintf("psg-%08d", i), Work: "bench:act", Document: "Act of the bench",
			Locator: locator, Text: strings.TrimSpace(text.String()), Language: "en", From: civil.Of(2020, 4, 6)}, Source: "bench",
			Places: []string{"GB"}, Kind: "statute"}
	}
	return out
}

// bare builds an index with the library alone: the same mapping, fields and batches.
func bare(path string, texts []textindex.Entry) (bleve.Index, error) {
	x, err := bleve.New(path, textindex.Mapping())
	if err != nil {
		return nil, err
	}
	batch := x.NewBatch()
	for i := range texts {
		fields, err := textindex.Fields(&texts[i])
		if err == nil {
			err = batch.Index(texts[i].ID, fields)
		}
		if err == nil && (batch.Size() == 1000 || i == len(texts)-1) {
			err = x.Batch(batch)
			batch.Reset()
		}
		if err != nil {
			return nil, err
		}
	}
	return x, nil
}

// indexing builds an index beside the library alone, and asks both the same.
func (r *run) indexing(texts []textindex.Entry) error {
	began := time.Now()
	floor, err := bare(filepath.Join(r.dir, "bare"), texts)
	if err != nil {
		return err
	}
	defer floor.Close()
	alone := time.Since(began)
	began, path := time.Now(), filepath.Join(r.dir, "ours")
	if err := textindex.Build(r.ctx, path, "rel-bench", func(add func(*textindex.Entry) error) error {
		for i := range texts {
			if err := add(&texts[i]); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	rate := func(d time.Duration) float64 { return float64(len(texts)) / d.Seconds() }
	r.beside(fmt.Sprintf("index of %s passages", number(float64(len(texts)))), "/s", rate(time.Since(began)), rate(alone), .8, "")
	ours, err := textindex.Open(path, "rel-bench")
	if err != nil {
		return err
	}
	defer ours.Close()
	return r.searching(ours, floor)
}

func (r *run) searching(ours *textindex.Index, floor bleve.Index) error {
	const slower = 1.3
	var took, alone []time.Duration
	for i := range r.scale(400) { // most meet most of the passages
		q := textindex.Query{Text: fmt.Sprintf("word%d word%d word%d", i%400, i*7%400, i%60), Limit: 10, Builtin: true}
		began := time.Now()
		if _, err := floor.Search(ours.Request(q)); err != nil {
			return err
		}
		alone = append(alone, time.Since(began))
		began = time.Now()
		if _, _, err := ours.Search(r.ctx, q); err != nil {
			return err
		}
		took = append(took, time.Since(began))
	}
	mine, its := quantile(took, .95), quantile(alone, .95)
	ratio := mine.Seconds() / its.Seconds()
	r.add(figure{name: "search of the index, p95", measured: ms(mine), floor: ms(its), ratio: fmt.Sprintf("%.2f", ratio),
		aim: fmt.Sprintf("≤ %.2f", slower), met: ratio <= slower})
	return nil
}

// promoting imports a text and then another beside it, promotes both and goes back.
func (r *run) promoting(texts []textindex.Entry) error {
	key, err := r.superuser()
	if err != nil {
		return err
	}
	importer, err := r.superuser()
	if err != nil {
		return err
	}
	api := &corpusAPI{run: r, client: client(1), key: importer}
	defer api.client.CloseIdleConnections()
	var lines bytes.Buffer
	for i := range texts {
		line, err := json.Marshal(map[string]string{"id": "act", "title": texts[i].Document, "locator": texts[i].Locator, "text": texts[i].Text,
			"from": "2020-04-06"})
		if err != nil {
			return err
		}
		lines.Write(append(line, '\n'))
	}
	large, err := api.imported("large", lines.Bytes())
	if err != nil {
		return err
	}
	began := time.Now()
	sha256.Sum256(lines.Bytes())
	floor := time.Since(began)
	api.key = key
	took, err := api.timed("releases/"+large+"/promote/", map[string]any{})
	if err != nil {
		return err
	}
	most := time.Duration(len(texts)) * promotePassageMax
	r.add(figure{name: fmt.Sprintf("promote %s passages", number(float64(len(texts)))), measured: ms(took), floor: ms(floor) + " to hash them",
		aim: "≤ " + ms(most), met: took <= most})
	api.key = importer
	small, err := api.imported("small", []byte(`{"id":"more","locator":"s. 1","text":"Whoever keeps doves shall count them.","from":"2020-04-06"}`))
	if err != nil {
		return err
	}
	api.key = key
	if _, err := api.timed("releases/"+small+"/promote/", map[string]any{}); err != nil {
		return err
	}
	if took, err = api.timed("releases/rollback/", map[string]any{"reason": "bench"}); err != nil {
		return err
	}
	r.add(figure{name: "  roll back to them, index standing", measured: ms(took), aim: "≤ " + ms(rollBackMax), met: took <= rollBackMax})
	return nil
}

// superuser is the key of one of the platform's staff.
func (r *run) superuser() (string, error) {
	t := &commands.Tenancy{Executor: r.service.Executor, Directory: r.service.Directory}
	by := r.caller() // an owner's rights, as the command line has: staff do not make keys over the API
	by.Tenant = tenancy.Platform
	p, err := t.CreateStaff(r.ctx, by, tenancy.CreateStaff{Name: "Bench", Role: access.Superuser})
	if err != nil {
		return "", err
	}
	if err := r.service.Directory.WaitFor(r.ctx, p.Position); err != nil {
		return "", err
	}
	key, token, err := t.IssueKey(r.ctx, by, tenancy.IssueKey{Principal: p.ID})
	if err != nil {
		return "", err
	}
	return token, r.service.Directory.WaitFor(r.ctx, key.Position)
}

// corpusAPI is the corpus as staff use it.
type corpusAPI struct {
	*run
	client *http.Client
	key    string
}

func (a *corpusAPI) do(method, path, media string, body []byte, into any) (int, error) {
	req, err := http.NewRequestWithContext(a.ctx, method, "http://"+a.service.Addr("api")+corpusBase+path, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Content-Type", media)
	req.Header.Set("Authorization", "Bearer "+a.key)
	res, err := a.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, err
	}
	if res.StatusCode >= 300 {
		return res.StatusCode, fmt.Errorf("%s %s: %d %.300s", method, path, res.StatusCode, text)
	}
	if into == nil {
		return res.StatusCode, nil
	}
	return res.StatusCode, json.Unmarshal(text, into)
}

// timed posts once, and says how long that took.
func (a *corpusAPI) timed(path string, body map[string]any) (time.Duration, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return 0, err
	}
	began := time.Now()
	status, err := a.do("POST", path, "application/json", text, nil)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("%s: %d", path, status)
	}
	return time.Since(began), err
}

// imported registers a source, imports its text and waits until its release was checked.
func (a *corpusAPI) imported(source string, text []byte) (string, error) {
	about, err := json.Marshal(map[string]any{"id": source, "title": "Texts of the bench", "publisher": "Bench",
		"jurisdictions": []string{"GB"}, "products": []string{"individual_income"},
		"kind": "statute", "authority": "primary", "languages": []string{"en"}, "format": "jsonl",
		"url": "https://bench.example/" + source, "cadence_days": 90,
		"licence": map[string]any{"name": "Own", "url": "https://bench.example/licence", "attribution": "Bench", "excerpt_chars_max": 100}})
	if err != nil {
		return "", err
	}
	if _, err := a.do("POST", "sources/", "application/json", about, nil); err != nil {
		return "", err
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, field := range [][2]string{{"source_id", source}, {"as_of", "2025-04-06"}} {
		if err := form.WriteField(field[0], field[1]); err != nil {
			return "", err
		}
	}
	file, err := form.CreateFormFile("file", "texts.jsonl")
	if err != nil {
		return "", err
	}
	file.Write(text)
	form.Close()
	var queued struct {
		ID string `json:"id"`
	}
	if _, err := a.do("POST", "imports/", form.FormDataContentType(), body.Bytes(), &queued); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(a.ctx, corpusSettled)
	defer cancel()
	for {
		var now struct {
			Status  string `json:"status"`
			Indexed bool   `json:"indexed"`
		}
		if _, err := a.do("GET", "releases/"+queued.ID+"/", "application/json", nil, &now); err != nil {
			return "", err
		}
		switch {
		case now.Status == "valid" && now.Indexed:
			return queued.ID, nil
		case now.Status != "validating" && now.Status != "valid":
			return "", fmt.Errorf("the import of %s is %s", source, now.Status)
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// axis measures a scenario along one fact, in process.
func (r *run) axis() error {
	income, from, to, step := money.FromInt(60_000), money.Zero, money.FromInt(19_900), money.FromInt(100)
	plan := planning.CreatePlan{Title: "Bench", Scenarios: []planning.NewScenario{{Name: "Pension", Request: planning.ScenarioRequest{
		Jurisdiction: "GB", TaxYear: "2025-26", SubRegion: "england", Income: &income},
		Axis: &planning.Axis{Fact: "pension_net_pay", From: from, To: to, Step: step}}}}
	if err := plan.Validate(); err != nil {
		return err
	}
	var took []time.Duration
	for n := range r.scale(50) + 1 {
		began := time.Now()
		if _, err := plan.Decide(planning.State{}, act.Context{CommandID: uuid.NewSHA1(uuid.Nil, []byte{byte(n)}), Now: began},
			all.Registry().Calculate); err != nil {
			return err
		}
		if n > 0 { // the first reads the law
			took = append(took, time.Since(began))
		}
	}
	high := quantile(took, .95)
	r.add(figure{name: fmt.Sprintf("axis of %d points, p95", axisPoints), measured: ms(high), aim: "≤ " + ms(axisMax), met: high <= axisMax})
	return nil
}
