package service_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
)

// line is one event of the stream.
type line struct {
	Position, Stream, ID, Type string
	Revision                   uint64
	Data                       json.RawMessage
}

func lines(t *testing.T, body []byte) (out []line) {
	t.Helper()
	out, _ = linesAndEnd(t, body)
	return out
}

// wholeStream are the lines of a stream that says that it is whole.
func wholeStream(t *testing.T, body []byte) []line {
	t.Helper()
	out, ended := linesAndEnd(t, body)
	if ended == "" {
		t.Errorf("%d events, and nothing says that they are all", len(out))
	}
	return out
}

func linesAndEnd(t *testing.T, body []byte) (out []line, ended string) {
	t.Helper()
	for text := range strings.Lines(string(body)) {
		var l struct {
			line
			End   string
			Count int
		}
		if err := json.Unmarshal([]byte(text), &l); err != nil || ended != "" {
			t.Fatalf("%q: %v", text, err)
		}
		if ended = l.End; ended == "" {
			out = append(out, l.line)
		} else if ended != "complete" || l.Count != len(out) || l.Position == "" {
			t.Errorf("%d events ended with %s", len(out), text)
		}
	}
	return out, ended
}

// cutStream reads a stream that is expected to be cut, and returns why.
func cutStream(t *testing.T, body io.Reader) string {
	t.Helper()
	text, err := io.ReadAll(body)
	all := strings.Split(strings.TrimSpace(string(text)), "\n")
	var l struct{ End, Reason, Position string }
	if json.Unmarshal([]byte(all[len(all)-1]), &l) != nil || l.End != "cut" || l.Position == "" || err == nil {
		t.Errorf("cut with %q, %v", all[len(all)-1], err)
	}
	return l.Reason
}

// A stream ends with the rights that it was opened with: whatever ends those,
// it says that it was cut, and its connection is broken off.
func TestAStreamEndsWithItsRights(t *testing.T) {
	w := sharedWorld(t)
	disabled, viewer := true, access.Viewer
	for name, c := range map[string]struct {
		want string
		end  func(tenancy *commands.Tenancy, principal, key string) error
	}{
		"revoked": {"unauthenticated", func(x *commands.Tenancy, _, key string) error {
			_, err := x.RevokeKey(t.Context(), local(w.tenant), key, tenancy.RevokeKey{})
			return err
		}},
		"rotated": {"unauthenticated", func(x *commands.Tenancy, _, key string) error {
			_, _, err := x.RotateKey(t.Context(), local(w.tenant), key, tenancy.RotateKey{GraceSeconds: 1})
			return err
		}},
		"expired": {"unauthenticated", nil}, // by the clock: nothing is appended
		"disabled": {"unauthenticated", func(x *commands.Tenancy, principal, _ string) error {
			_, err := x.ChangePrincipal(t.Context(), local(w.tenant), principal, tenancy.ChangePrincipal{Disabled: &disabled})
			return err
		}},
		"demoted": {"role_forbidden", func(x *commands.Tenancy, principal, _ string) error {
			_, err := x.ChangePrincipal(t.Context(), local(w.tenant), principal, tenancy.ChangePrincipal{Role: &viewer})
			return err
		}},
		"narrowed": {"role_forbidden", func(x *commands.Tenancy, principal, _ string) error {
			_, err := x.ChangePrincipal(t.Context(), local(w.tenant), principal, tenancy.ChangePrincipal{Sites: &tenancy.Grant{Numbers: []int64{1}}})
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			who := "stream " + name
			if err := w.addPrincipal(t.Context(), who, w.tenant, access.Auditor, tenancy.Grant{All: true}); err != nil {
				t.Fatal(err)
			}
			resp := w.followed(t, who, c.end == nil)
			defer resp.Body.Close()
			key, _ := tenancy.KeyID(w.keys[who])
			if c.end != nil {
				if err := c.end(&commands.Tenancy{Executor: w.Executor, Directory: w.Directory}, w.ids[who], key); err != nil {
					t.Fatal(err)
				}
			}
			if why := cutStream(t, resp.Body); why != c.want {
				t.Errorf("cut for %q, want %q", why, c.want)
			}
		})
	}
}

// followed opens a stream of somebody, by a key that expires soon where that is asked
// for: sooner or later one lives until the stream is open.
func (w *world) followed(t *testing.T, who string, expires bool) *http.Response {
	t.Helper()
	for life := 2 * time.Second; ; life *= 2 {
		if expires {
			soon := time.Now().Add(life)
			key, token, err := (&commands.Tenancy{Executor: w.Executor, Directory: w.Directory}).
				IssueKey(t.Context(), local(w.tenant), tenancy.IssueKey{Principal: w.ids[who], ExpiresAt: &soon})
			if err == nil {
				err = w.Directory.WaitFor(t.Context(), key.Position)
			}
			if err != nil {
				t.Fatal(err)
			}
			w.keys[who] = token
		}
		req, err := http.NewRequestWithContext(t.Context(), "GET", w.base+"/api/events/?follow=true&stream=sitebook", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+w.keys[who])
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if resp.StatusCode != http.StatusUnauthorized || !expires {
			return resp
		}
		resp.Body.Close()
	}
}

func TestEventsFromAPosition(t *testing.T) {
	w := sharedWorld(t)
	start := w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "Marker"}).header.Get("X-Log-Position")
	id := w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "Followed"}).field(t, "id").(string)
	for _, title := range []string{"a", "b", "c"} {
		w.must(t, 200, "preparer", "PATCH", "/api/cases/"+id, map[string]any{"title": title})
	}
	w.must(t, 201, "owner", "POST", "/api/sites/", map[string]any{"name": "Beside"})
	get := func(query string) []line {
		t.Helper()
		r := w.must(t, 200, "auditor", "GET", "/api/events/?"+query, nil)
		if got := r.header.Get("Content-Type"); got != "application/x-ndjson" {
			t.Errorf("content type %s", got)
		}
		return wholeStream(t, r.body)
	}
	mine := get("from=" + start + "&stream=case-" + w.tenant + "-" + id)
	if len(mine) != 4 || mine[0].Type != "case.opened.v1" || mine[3].Revision != 3 {
		t.Fatalf("%+v", mine)
	}
	if rest := get("from=" + mine[1].Position + "&stream=case-" + w.tenant + "-" + id); len(rest) != 2 || rest[0].ID != mine[2].ID {
		t.Errorf("resumed with %+v", rest)
	}
	if some := get("from=" + start + "&stream=case&type=case.details_changed.v1&limit=2"); len(some) != 2 || some[1].ID != mine[2].ID {
		t.Errorf("filtered: %+v", some)
	}
	audited := get("from=" + start + "&stream=audit")
	for _, l := range get("from=" + start) {
		if strings.HasPrefix(l.Stream, "audit-") {
			t.Errorf("an audit stream came unasked: %+v", l)
		}
	}
	if len(audited) == 0 {
		t.Error("audit streams do not come when asked for")
	}
	for _, query := range []string{"from=x", "from=1", "stream=nothing", "stream=case-" + w.other, "limit=0", "limit=x", "folow=true"} {
		if r := w.call(t, "auditor", "GET", "/api/events/?"+query, nil); r.status != 400 {
			t.Errorf("%s: %d %.200s", query, r.status, r.body)
		}
	}
}

// Personal data is shown to those who may read it; to others it stays sealed;
// and another tenant sees nothing at all.
func TestEventsRevealByPermission(t *testing.T) {
	w := sharedWorld(t)
	at := w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "Marker"}).header.Get("X-Log-Position")
	w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "Zebedee's return", "client": "Zebedee"})
	for _, who := range []string{"owner", "admin", "auditor", "preparer", "viewer", "tax_manager", "reviewer", "bookkeeper"} {
		r := w.call(t, who, "GET", "/api/events/?stream=case&from="+at, nil)
		if r.status == 403 {
			continue
		}
		shown := strings.Contains(string(r.body), "Zebedee")
		if may := w.may(who, "personal_data:read"); shown != may {
			t.Errorf("%s is shown personal data: %v, may: %v", who, shown, may)
		}
	}
	r := w.must(t, 200, "other_owner", "GET", "/api/events/", nil)
	if len(wholeStream(t, r.body)) == 0 || strings.Contains(string(r.body), w.tenant) {
		t.Errorf("another tenant's stream: %.300s", r.body)
	}
}

// A follower is sent what comes, live, until it goes.
func TestFollow(t *testing.T) {
	w := sharedWorld(t)
	from := w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "Marker"}).header.Get("X-Log-Position")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	open := func(accept, lastID, query string) *bufio.Reader {
		req, err := http.NewRequestWithContext(ctx, "GET", w.base+"/api/events/?follow=true&stream=case"+query, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+w.keys["owner"])
		req.Header.Set("Accept", accept)
		if lastID != "" {
			req.Header.Set("Last-Event-ID", lastID)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { resp.Body.Close() })
		return bufio.NewReader(resp.Body)
	}
	next := func(r *bufio.Reader, prefix string) string {
		t.Helper()
		for {
			text, err := r.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			if rest, ok := strings.CutPrefix(strings.TrimSpace(text), prefix); ok && rest != "" {
				return rest
			}
		}
	}
	plain, sse := open("*/*", "", "&from="+from), open("text/event-stream", from, "")
	var last string
	for range 3 {
		id := w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "Live"}).field(t, "id").(string)
		if l := lines(t, []byte(next(plain, "")))[0]; l.Stream != "case-"+w.tenant+"-"+id {
			t.Errorf("followed %+v", l)
		}
		last = next(sse, "id: ")
		if kind := next(sse, "event: "); kind != "case.opened.v1" {
			t.Errorf("event %s", kind)
		}
		if l := lines(t, []byte(next(sse, "data: ")))[0]; l.Position != last || l.Stream != "case-"+w.tenant+"-"+id {
			t.Errorf("server-sent %+v", l)
		}
	}
	id := w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "After"}).field(t, "id").(string)
	if l := lines(t, []byte(next(open("text/event-stream", last, ""), "data: ")))[0]; l.Stream != "case-"+w.tenant+"-"+id {
		t.Errorf("resumed with %+v", l)
	}
}

// A service that stops ends its streams, and waits for none of them.
func TestShutdownEndsStreams(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	req, _ := http.NewRequest("GET", w.base+"/api/events/?follow=true", nil)
	req.Header.Set("Authorization", "Bearer "+w.keys["owner"])
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if why := cutStream(t, resp.Body); why != "store_unavailable" {
			t.Errorf("cut for %q", why)
		}
	}()
	w.Close()
	<-ended
	if _, err := w.try("owner", "GET", "/api/sites/", nil); err == nil {
		t.Error("a stopped service answers")
	}
}

// The official client reads the same log over loopback TCP, where that is asked
// for.
func TestOfficialClientOverTCP(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, func(c *config.Config) { c.LogListen = "127.0.0.1:0" })
	id := w.must(t, 201, "owner", "POST", "/api/cases/", map[string]any{"title": "Read outside"}).field(t, "id").(string)
	s, err := eventstore.Connect(eventstore.Config{URL: "esdb://" + w.Addr("log") + "?tls=false"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	raws, err := s.ReadStream(t.Context(), "case-"+w.tenant+"-"+id, 0, 10)
	if err != nil || len(raws) != 1 || raws[0].Type != "case.opened.v1" {
		t.Errorf("%+v, %v", raws, err)
	}
	if strings.Contains(string(raws[0].Data), "Read outside") {
		t.Errorf("the protocol shows personal data: %s", raws[0].Data)
	}
}

// may is what the reviewed table says.
func (w *world) may(role, permission string) bool {
	return access.Table.Allows(access.Role(role), access.Permission(permission))
}
