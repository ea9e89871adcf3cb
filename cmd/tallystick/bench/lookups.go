package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humamux"
	"github.com/gorilla/mux"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/taxid"
)

const (
	checkoutPath  = "/api/commerce-tax/preview/"
	checkoutLines = 35
	lookups       = 1_000_000
	samplesSeed   = 7 // of the identifiers
)

// checkout measures authenticated previews of 35 lines, each with its durable
// audit record, beside the same bytes echoed: the same router reads the same
// request from the same key and answers the preview's own bytes, recorded the
// same way, with nothing decoded, computed or encoded.
func (r *run) checkout() error {
	c := client(connections)
	defer c.CloseIdleConnections()
	body := service.BenchCheckout(checkoutLines)
	real := "http://" + r.service.Addr("api")
	answer, err := fetch(c, real+checkoutPath, r.key, body)
	if err != nil {
		return err
	}
	echoURL, stop, err := r.echo(answer)
	if err != nil {
		return err
	}
	defer stop()
	ask := func(base string) func(int) error {
		return func(int) error {
			_, err := call(c, "POST", base+checkoutPath, r.key, body, 200)
			return err
		}
	}
	name := fmt.Sprintf("checkout preview of %d lines over HTTP, %d connections", checkoutLines, connections)
	return r.inTurns(name, fmt.Sprintf(", %d B in, %d B out", len(body), len(answer)), "  the same bytes echoed", ask(real), ask(echoURL))
}

// fetch returns the body of an answer.
func fetch(c *http.Client, url, key string, body []byte) ([]byte, error) {
	req, err := http.NewRequest("POST", url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %d %s", url, resp.StatusCode, text)
	}
	return text, err
}

// echo serves the answer to whoever has a key, and records each call.
func (r *run) echo(answer []byte) (url string, stop func(), err error) {
	recorder := &commands.Recorder{Log: r.service.Log, Now: time.Now}
	meta := event.Metadata{
		Operation: "commerce_tax.preview", Tenant: r.tenant, Role: "owner", Request: "01a1fb4b-11ac-7b05-b6ca-180db1722b82",
		CorrelationID: "01a1fb4b-11ac-7b05-b6ca-180db1722b82", Pins: map[string]string{"calculator": "indirect/1.0.0",
			"corpus_release_id": "2026.11"},
	}
	record := audit.CallRecorded{Method: "POST", Route: checkoutPath, Status: 200, Outcome: "ok", DurationUs: 1000}
	router := mux.NewRouter()
	conf := huma.DefaultConfig("echo", "1")
	conf.OpenAPIPath, conf.DocsPath, conf.SchemasPath, conf.CreateHooks = "", "", "", nil
	type in struct {
		Authorization string `header:"Authorization"`
		RawBody       []byte
	}
	type out struct {
		ContentType string `header:"Content-Type"`
		Body        []byte
	}
	huma.Post(humamux.New(router, conf), checkoutPath, func(ctx context.Context, q *in) (*out, error) {
		key, principal, refusal := r.service.Directory.Authenticate(strings.TrimPrefix(q.Authorization, "Bearer "), time.Now())
		if refusal != "" {
			return nil, errors.New(string(refusal))
		}
		if len(q.RawBody) == 0 {
			return nil, errors.New("nothing was sent")
		}
		m := meta
		m.Principal, m.Key = principal.ID, key.ID
		if err := recorder.Record(ctx, m, record); err != nil {
			return nil, err
		}
		return &out{"application/json", answer}, nil
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: router, ReadHeaderTimeout: 10 * time.Second}
	go server.Serve(l)
	return "http://" + l.Addr().String(), func() { server.Close() }, nil
}

// place is one question of the look-ups.
type place struct {
	country, region, category string
	on                        civil.Date
}

// rateLookups measures how long a million rates take to find, by place,
// category and date, each from the words of a request; the floor reads as many
// keys of the same questions from a map.
func (r *run) rateLookups() error {
	var all []place
	for _, day := range []string{"2016-03-02", "2019-03-02", "2020-08-03", "2023-03-02", "2026-03-02"} {
		on := civil.MustParse(day)
		for _, entry := range indirect.Catalogue(on) {
			for code, classes := range entry.Classes {
				country, region, _ := strings.Cut(code, "-")
				if len(classes) != 1 {
					continue
				}
				q := place{country, region, entry.Code, on}
				if at, b := rates.Locate(q.country, q.region, "", on); b == nil {
					if _, b := rates.Lookup(at, q.category, "", "category", on); b == nil {
						all = append(all, q)
					}
				}
			}
		}
	}
	if len(all) == 0 {
		return errors.New("no rate is held")
	}
	rng := rand.New(rand.NewPCG(samplesSeed, samplesSeed))
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	held := make(map[place]int, len(all))
	for i, q := range all {
		held[q] = i
	}
	n, sum := r.scale(lookups), 0
	best, floor := time.Hour, time.Hour
	for range 3 {
		began := time.Now()
		for i := range n {
			q := &all[i%len(all)]
			at, b := rates.Locate(q.country, q.region, "", q.on)
			if b == nil {
				_, b = rates.Lookup(at, q.category, "", "category", q.on)
			}
			if b != nil {
				return b
			}
		}
		best = min(best, time.Since(began))
		began = time.Now()
		for i := range n {
			sum += held[all[i%len(all)]]
		}
		floor = min(floor, time.Since(began))
	}
	if sum < 0 {
		return errors.New("the floor was not measured")
	}
	r.add(figure{name: fmt.Sprintf("%s rate look-ups, %d questions", grouped(n), len(all)), measured: each(best, n), floor: each(floor, n) +
		" (map)",
		ratio: fmt.Sprintf("%.2f", floor.Seconds()/best.Seconds())})
	return nil
}

// identifiers measures how long a million tax identifiers of every scheme take
// to validate: as they are, with a separator, and with another last character.
func (r *run) identifiers() error {
	type sample struct{ country, kind, number string }
	var all []sample
	valid := 0
	rng := rand.New(rand.NewPCG(samplesSeed, samplesSeed))
	for _, s := range taxid.Schemes() {
		country := s.Country
		if s.Region != "" {
			country = s.Region
		}
		number, ok := drawn(country, s, rng)
		if ok {
			valid++
		}
		for _, text := range []string{number, number[:len(number)/2] + " " + number[len(number)/2:], number[:len(number)-1] + "7"} {
			all = append(all, sample{country, string(s.Kind), text})
		}
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	n := r.scale(lookups)
	best := time.Hour
	for range 3 {
		began := time.Now()
		for i := range n {
			s := &all[i%len(all)]
			if _, err := taxid.Validate(s.country, s.kind, s.number); err != nil {
				return err
			}
		}
		best = min(best, time.Since(began))
	}
	r.add(figure{name: fmt.Sprintf("%s identifiers validated, %d schemes", grouped(n), len(all)/3), measured: each(best, n) +
		fmt.Sprintf(", %d numbers of %d valid as drawn", valid, len(all)/3),
		aim: "< 1 s a million", met: best < time.Second*time.Duration(n)/lookups})
	return nil
}

// drawn makes a number of one of the scheme's shapes, valid where a few
// thousand draws find one.
func drawn(country string, s taxid.Scheme, rng *rand.Rand) (number string, valid bool) {
	const letters, digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
	for range 5_000 {
		body := []byte(s.Shapes[rng.IntN(len(s.Shapes))])
		for i, c := range body {
			switch c {
			case '#':
				body[i] = digits[rng.IntN(10)]
			case '@', '~':
				body[i] = letters[rng.IntN(26)]
			case '?':
				body[i] = (digits + letters)[rng.IntN(36)]
			}
		}
		number = string(body)
		if r, err := taxid.Validate(country, string(s.Kind), number); err == nil && r.Valid {
			return number, true
		}
	}
	return number, false
}

// each says what n took, and one of them.
func each(took time.Duration, n int) string {
	return fmt.Sprintf("%.2f s, %d ns each", took.Seconds(), took.Nanoseconds()/int64(n))
}

func grouped(n int) string {
	if n%1_000_000 == 0 {
		return fmt.Sprintf("%d million", n/1_000_000)
	}
	return fmt.Sprintf("%d thousand", n/1000)
}
