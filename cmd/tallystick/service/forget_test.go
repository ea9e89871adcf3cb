package service_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/domain/retention"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/transfer"
	"github.com/tallystick/tallystick/eventstore/vault"
)

func (w *world) privacy() *commands.Privacy {
	return &commands.Privacy{Executor: w.Executor, Log: w.Log, Directory: w.Directory, Table: retention.Embedded()}
}

// forget asks for a subject to be forgotten, without acting on the event: that is
// left to the running service, as when the command line asks.
func (w *world) forget(t *testing.T, subject, acknowledge string) (commands.Done[privacy.State], error) {
	t.Helper()
	return w.privacy().Forget(t.Context(), local(w.tenant), privacy.Forget{Subject: subject, Reason: "They asked", Acknowledge: acknowledge})
}

// refusedWith are the blockers of a refusal, sorted.
func refusedWith(t *testing.T, err error) []string {
	t.Helper()
	f := fault.As(err)
	if f == nil || f.Code != fault.Blocked || f.Code.Kind() != fault.KindBlocked {
		t.Fatalf("not refused, but %v", err)
	}
	var codes []string
	for _, b := range f.Blockers {
		codes = append(codes, b.Code)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// finalCase makes a final case about a client and a period.
func (w *world) finalCase(t *testing.T, client, place string, year string) (id, answerID string) {
	t.Helper()
	id, answerID = w.openCase(t, client)
	w.must(t, 200, "preparer", "PATCH", "/api/cases/"+id+"/", map[string]any{
		"jurisdiction": place, "period": map[string]string{"from": year + "-01-01", "to": year + "-12-31"}, "stage": "preparation",
	})
	w.must(t, 200, "preparer", "POST", "/api/cases/"+id+"/attachments/", map[string]any{"kind": "answer", "id": answerID})
	w.finishReview(t, id)
	// Addresses of pages name clients, and so may what a caller calls a request.
	w.must(t, 200, "preparer", "PATCH", "/api/cases/"+id+"/", map[string]any{"client_approval": map[string]any{
		"approved_by": "The client", "on": "2026-06-01", "method": "email",
		"evidence": map[string]any{"kind": "url", "ref": "https://letters.example.com/?of=" + url.QueryEscape(client),
			"sha256": strings.Repeat("a", 64)},
	}}, "X-Request-Id", strings.ReplaceAll(client, " ", "-"))
	w.must(t, 200, "tax_manager", "POST", "/api/cases/"+id+"/finalise/", nil)
	return id, answerID
}

// wholeLog is every event of the log as it is stored, and as a copy gets it: names, data
// and metadata.
func (w *world) wholeLog(t *testing.T) string {
	t.Helper()
	head, _, err := w.Store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for from := (&transfer.Reader{Log: w.Store, Until: head}); ; {
		raw, err := from.Next(t.Context())
		if errors.Is(err, io.EOF) {
			return all.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&all, raw.Stream, raw.Type, string(raw.Data), string(raw.Metadata))
	}
}

// packText is all files of a pack as one text.
func packText(t *testing.T, r reply) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(r.body), int64(len(r.body)))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(&all, in)
	}
	return all.String()
}

// seen is everything in which a client's texts could stand.
func (w *world) seen(t *testing.T, id, position string) map[string]string {
	t.Helper()
	fresh := []string{"X-Min-Log-Position", position}
	return map[string]string{
		"list":   string(w.must(t, 200, "owner", "GET", "/api/cases/?limit=200", nil, fresh...).body),
		"search": string(w.must(t, 200, "owner", "GET", "/api/cases/?q=Ophelia", nil, fresh...).body),
		"detail": string(w.must(t, 200, "owner", "GET", "/api/cases/"+id, nil).body),
		"events": string(w.must(t, 200, "owner", "GET", "/api/events/?stream=case", nil).body),
		"pack":   packText(t, w.must(t, 200, "auditor", "GET", "/api/cases/"+id+"/export/", nil)),
	}
}

// TestForget holds a client back while anything holds them, forgets them, and
// then looks everywhere: events, detail, rows, search, pack, a rebuild from
// zero, and a service that starts anew.
func TestForget(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	id, _ := w.finalCase(t, "Ophelia of Elsinore", "SG", "2015")
	subject := "client-" + id

	open := w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "Open", "jurisdiction": "SG",
		"period": map[string]string{"from": "2015-01-01", "to": "2015-12-31"}}).field(t, "id").(string)
	if _, err := w.forget(t, "client-"+open, ""); !slices.Equal(refusedWith(t, err), []string{"retention_hold"}) {
		t.Errorf("an open case: %v", err)
	}
	recent, _ := w.finalCase(t, "Somebody", "SG", "2025")
	_, err := w.forget(t, "client-"+recent, "please")
	if codes := refusedWith(t, err); !slices.Equal(codes, []string{"retention_hold"}) || !strings.Contains(err.Error(), "2030-12-31") {
		t.Errorf("a retention period: %v", err)
	}
	unknown, _ := w.finalCase(t, "Somebody", "IT", "2015")
	if _, err := w.forget(t, "client-"+unknown, ""); !slices.Equal(refusedWith(t, err), []string{"retention_unknown"}) {
		t.Errorf("a place that is not in the table: %v", err)
	}
	if _, err := w.privacy().PlaceHold(t.Context(), local(w.tenant), privacy.PlaceHold{Subject: subject, Reason: "Litigation"}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.forget(t, subject, "please"); !slices.Equal(refusedWith(t, err), []string{"retention_hold"}) ||
		!strings.Contains(err.Error(), "Litigation") {
		t.Errorf("a legal hold: %v", err)
	}
	lifted, err := w.privacy().LiftHold(t.Context(), local(w.tenant), privacy.LiftHold{Subject: subject, Reason: "Settled"})
	if err != nil {
		t.Fatal(err)
	}
	position := func(d commands.Done[privacy.State]) string { return logPosition(d.Position) }
	for where, text := range w.seen(t, id, position(lifted)) {
		if !strings.Contains(text, "Ophelia") {
			t.Errorf("%s does not show the client before: the test would test nothing", where)
		}
		if where != "list" && where != "search" && !strings.Contains(text, "of=Ophelia") {
			t.Errorf("%s does not show the address of the letter before: the test would test nothing", where)
		}
	}
	// What is in the log stays there: it must never have been readable.
	if log := w.wholeLog(t); !strings.Contains(log, id) || strings.Contains(log, "Ophelia") {
		at := strings.Index(log, "Ophelia")
		t.Errorf("the log holds the client readable: …%s…", log[max(at-300, 0):min(at+100, len(log))])
	}

	done, err := w.forget(t, subject, "")
	if err != nil {
		t.Fatal(err)
	}
	w.awaitKeyGone(t, subject)
	for where, text := range w.seen(t, id, position(done)) {
		if strings.Contains(text, "Ophelia") {
			t.Errorf("%s still shows the client", where)
		}
	}
	if r := w.call(t, "preparer", "POST", "/api/cases/"+id+"/reopen/", map[string]any{"reason": "Again"}); r.status < 400 {
		t.Errorf("the forgotten client was written about: %d %s", r.status, r.body)
	}
	if again, err := w.forget(t, subject, ""); err != nil || !again.Nothing {
		t.Errorf("again: %+v, %v", again, err)
	}
	if _, err := w.forget(t, "client-"+unknown, "Italian law was looked up by hand"); err != nil {
		t.Errorf("acknowledged: %v", err)
	}
	w.awaitKeyGone(t, "client-"+unknown)
	checkRebuilt(t, w.Service)

	c := w.Config
	w.Close()
	s, err := startService(c)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	w2 := &world{Service: s, base: "http://" + s.Addr("api"), keys: w.keys, ids: w.ids, tenant: w.tenant}
	for where, text := range w2.seen(t, id, position(done)) {
		if strings.Contains(text, "Ophelia") {
			t.Errorf("after a restart %s shows the client", where)
		}
	}
}

func logPosition(p event.Position) string { return fmt.Sprintf("%d/%d", p.Commit, p.Prepare) }

// awaitKeyGone waits until the running service has destroyed a subject's key.
func (w *world) awaitKeyGone(t *testing.T, subject string) {
	t.Helper()
	eventually(t, "the key to be destroyed", func() bool {
		gone := false
		err := w.Vault.Dump(t.Context(), func(k vault.Key) error {
			gone = gone || k.Tenant == w.tenant && k.Subject == subject && k.Wrapped == nil && k.DestroyedAt != nil
			return nil
		})
		return err == nil && gone
	})
}

// TestForgetAPrincipal forgets someone who asked a question on which a final case
// rests: the case stays, its pack says what is missing.
func TestForgetAPrincipal(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	id, answerID := w.finalCase(t, "Horatio", "IT", "2015")
	who := w.ids["preparer"]
	subject := "principal-" + who
	_, err := w.forget(t, subject, "")
	if codes := refusedWith(t, err); !slices.Equal(codes, []string{"principal_active", "retention_unknown"}) {
		t.Errorf("an active principal with a case: %v", codes)
	}
	w.must(t, 200, "owner", "PATCH", "/api/principals/"+who+"/", map[string]any{"disabled": true})
	eventually(t, "the principal to be disabled", func() bool { p, _ := w.Directory.Principal(w.tenant, who); return p.Disabled })
	done, err := w.forget(t, subject, "Italian law was looked up by hand")
	if err != nil {
		t.Fatal(err)
	}
	w.awaitKeyGone(t, subject)
	eventually(t, "the name to be gone", func() bool { p, _ := w.Directory.Principal(w.tenant, who); return p.Name == "" })
	pack := packText(t, w.must(t, 200, "auditor", "GET", "/api/cases/"+id+"/export/", nil))
	if !strings.Contains(pack, `"forgotten": true`) || !strings.Contains(pack, "Horatio") {
		t.Errorf("the pack of a case whose answer was forgotten: %.300s", pack)
	}
	events := w.must(t, 200, "owner", "GET", "/api/events/?stream=answer", nil, "X-Min-Log-Position", logPosition(done.Position))
	if !strings.Contains(string(events.body), answerID) || strings.Contains(string(events.body), "How much income tax") {
		t.Errorf("the question is still readable: %.400s", events.body)
	}
	checkRebuilt(t, w.Service)
}

// TestForgettingSurvivesACrash writes the event and nothing more, as a process
// that is killed right after; the next start destroys the key.
func TestForgettingSurvivesACrash(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	id, _ := w.finalCase(t, "Laertes", "SG", "2015")
	c := w.Config
	tenant, keys, ids := w.tenant, w.keys, w.ids
	w.Close()

	// Open runs no reactors: this is the command line, cut off after the append.
	s, err := service.Open(t.Context(), c, quiet())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	cut := &world{Service: s, tenant: tenant}
	if _, err := cut.forget(t, "client-"+id, ""); err != nil {
		t.Fatal(err)
	}
	stillThere := false
	if err := s.Vault.Dump(t.Context(), func(k vault.Key) error {
		stillThere = stillThere || k.Subject == "client-"+id && k.Wrapped != nil
		return nil
	}); err != nil || !stillThere {
		t.Fatalf("the key went without anybody destroying it: %v", err)
	}
	s.Close()

	again, err := startService(c)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	w2 := &world{Service: again, base: "http://" + again.Addr("api"), keys: keys, ids: ids, tenant: tenant}
	w2.awaitKeyGone(t, "client-"+id)
	head := awaitHead(t, t.Context(), again)
	for where, text := range w2.seen(t, id, logPosition(head)) {
		if strings.Contains(text, "Laertes") {
			t.Errorf("%s shows the client", where)
		}
	}
	checkRebuilt(t, again)
}

// TestAnotherNodeForgets runs two services on one log and one database: what one
// forgets the other cannot read, though it had the key in memory.
func TestAnotherNodeForgets(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	id, _ := w.finalCase(t, "Gertrude", "SG", "2015")
	other, err := service.Open(t.Context(), w.Config, quiet())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := other.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	text := func() string {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		var all strings.Builder
		for _, e := range mustRead(t, ctx, other, "case-"+w.tenant+"-"+id) {
			data, err := other.Log.Reveal(ctx, e)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(data)
		}
		return all.String()
	}
	if !strings.Contains(text(), "Gertrude") {
		t.Fatal("the other service cannot read the case")
	}
	if _, err := w.forget(t, "client-"+id, ""); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the other service to forget", func() bool { return !strings.Contains(text(), "Gertrude") })
	_, err = other.Vault.Seal(t.Context(), w.tenant, "client-"+id, "Gertrude again")
	if f := fault.As(err); f == nil || !errors.Is(err, fault.New(fault.Immutable, "")) {
		t.Errorf("the other service still writes about the client: %v", err)
	}
}

func mustRead(t *testing.T, ctx context.Context, s *service.Service, stream string) []eventstore.Raw {
	t.Helper()
	raws, err := s.Store.ReadStream(ctx, stream, 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	return raws
}

// checkRebuilt is checkRebuild for a log that others append to meanwhile: it is
// tried again when the log has grown between the two readings.
func checkRebuilt(t *testing.T, s *service.Service) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	for {
		head := awaitHead(t, ctx, s)
		live := dumpRows(t, ctx, s)
		for _, p := range s.Runner.Projections {
			if err := s.DB.DropProjection(ctx, p.Name, p.Version); err != nil {
				t.Fatal(err)
			}
		}
		awaitPosition(t, ctx, s, head)
		rebuilt := dumpRows(t, ctx, s)
		if now, _, err := s.Store.Head(ctx); err != nil {
			t.Fatal(err)
		} else if now != head {
			continue
		}
		for table, rows := range live {
			if strings.Join(rows, "\n") != strings.Join(rebuilt[table], "\n") {
				t.Errorf("%s: %d live rows differ from %d rebuilt ones", table, len(rows), len(rebuilt[table]))
			}
		}
		if len(live["cases"]) == 0 {
			t.Error("there are no cases to compare")
		}
		return
	}
}
