package service_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tallystick/tallystick/http/examples"
)

// With -examples, the exchanges of this run become the document's.
var writeExamples = flag.Bool("examples", false, "write an example of each operation to http/examples")

// harvest is what a run has seen of the operations.
type harvest map[string]*seen

type seen struct {
	best     examples.Example
	refusals map[string]map[string]bool
}

// exampleBytes is about how long a response should be to be read as an example.
const exampleBytes = 1500

// see takes an exchange of an operation.
func (h harvest) see(operation, method, target string, request []byte, r reply) {
	s := h[operation]
	if s == nil {
		s = &seen{refusals: map[string]map[string]bool{}}
		h[operation] = s
	}
	status := strconv.Itoa(r.status)
	switch {
	case r.status == http.StatusConflict || r.status == http.StatusUnprocessableEntity:
		var problem struct {
			Code     string
			Blockers []struct{ Code string }
		}
		if json.Unmarshal(r.body, &problem) != nil {
			return
		}
		if s.refusals[status] == nil {
			s.refusals[status] = map[string]bool{}
		}
		for _, b := range problem.Blockers {
			s.refusals[status][b.Code] = true
		}
		if len(problem.Blockers) == 0 && problem.Code != "" {
			s.refusals[status][problem.Code] = true
		}
	case r.status < 300:
		e, ok := exchange(method, target, request, r)
		if ok && (s.best.Status == 0 || better(e, s.best)) {
			s.best = e
		}
	}
}

// exchange is what of a call can be shown; false = it would teach nothing.
func exchange(method, target string, request []byte, r reply) (examples.Example, bool) {
	e := examples.Example{Status: r.status}
	if u, err := url.Parse(target); err == nil && u.RawQuery != "" {
		e.Target = method + " " + target
	}
	if json.Valid(request) { // else the parts of a form
		e.Request = harmless(request)
	}
	media, _, _ := mime.ParseMediaType(r.header.Get("Content-Type"))
	if media == "application/json" && len(r.body) > 0 {
		e.Response = masked(harmless(r.body))
	} else if len(r.body) > 0 {
		e.File = fileOf(media, r)
	}
	strange := func(c rune) bool { return c == '�' || unicode.IsControl(c) && c != '\n' }
	all := e.Target + string(e.Request) + string(e.Response)
	if e.File != nil {
		all += e.File.Name + e.File.Begins
	}
	return e, !strings.ContainsFunc(all, strange) && !markup.MatchString(all)
}

// Of a text as much is shown as tells its form.
const linesShown, lineShown = 4, 400

// fileOf is what can be shown of a body that is no JSON.
func fileOf(media string, r reply) *examples.File {
	f := &examples.File{Type: r.header.Get("Content-Type")}
	if _, says, err := mime.ParseMediaType(r.header.Get("Content-Disposition")); err == nil {
		f.Name = says["filename"]
	}
	if media != "text/csv" && media != "application/x-ndjson" || secret.Match(r.body) {
		return f
	}
	lines := strings.SplitAfterN(string(r.body), "\n", linesShown+1)
	for _, line := range lines[:min(linesShown, len(lines))] {
		if short := []rune(line); len(short) > lineShown {
			line = string(short[:lineShown]) + "…\n"
		}
		f.Begins += line
	}
	return f
}

// markup is what tests try to smuggle in; a Message-ID stands in the same brackets.
var markup = regexp.MustCompile(`<[^<>@]*(>|$)`)

// harmless leaves out of names what tests put there to see it escaped.
func harmless(body []byte) []byte {
	return bytes.ReplaceAll(body, []byte("<script>alert(1)</script>"), nil)
}

// secret finds what is told once: by its field, or by the prefix of keys.
var secret = regexp.MustCompile(`"(token|secret)":"|"tally_`)

// masked hides what was a secret, if only of a test.
func masked(body []byte) json.RawMessage {
	if !secret.Match(body) {
		return body
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return nil
	}
	var hide func(v any)
	hide = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, part := range v {
				hide(part)
			}
		case map[string]any:
			for name, part := range v {
				if text, is := part.(string); is && secret.MatchString(`"`+name+`":"`+text) {
					v[name] = "shown once"
				}
				hide(part)
			}
		}
	}
	hide(v)
	text, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return text
}

// better prefers what is about as long as a page shows, whichever test came first.
func better(a, b examples.Example) bool {
	distance := func(e examples.Example) int {
		d := len(e.Response) + len(e.Request)/2 + len(begins(e)) - exampleBytes
		return max(d, -d)
	}
	return cmp.Or(cmp.Compare(distance(a), distance(b)), bytes.Compare(a.Request, b.Request), bytes.Compare(a.Response, b.Response),
		cmp.Compare(begins(a), begins(b))) < 0
}

func begins(e examples.Example) string {
	if e.File == nil {
		return ""
	}
	return e.File.Type + e.File.Name + e.File.Begins
}

// write brings the files up to date: an exchange that stands there stays while it
// keeps the document, codes are added.
func (h harvest) write(dir string, keeps func(operation string, e examples.Example) bool) error {
	for _, operation := range slices.Sorted(maps.Keys(h)) {
		s := h[operation]
		file := filepath.Join(dir, examples.Name(operation))
		var e examples.Example
		if text, err := os.ReadFile(file); err == nil && json.Unmarshal(text, &e) != nil {
			e = examples.Example{}
		}
		untold := e.Response == nil && e.File == nil && s.best.File != nil
		if e.Status == 0 || untold || !keeps(operation, e) {
			refusals := e.Refusals
			e = s.best
			e.Refusals = refusals
		}
		for status, codes := range s.refusals {
			for code := range codes {
				if !slices.Contains(e.Refusals[status], code) {
					if e.Refusals == nil {
						e.Refusals = map[string][]string{}
					}
					e.Refusals[status] = append(e.Refusals[status], code)
				}
			}
		}
		for _, codes := range e.Refusals {
			slices.Sort(codes)
		}
		if e.Status == 0 && len(e.Refusals) == 0 { // it was called in vain only
			if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
			continue
		}
		var out bytes.Buffer
		enc := json.NewEncoder(&out)
		enc.SetIndent("", " ")
		enc.SetEscapeHTML(false)
		if err := enc.Encode(e); err != nil {
			return err
		}
		if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}
