package service_test

import (
	"encoding/json"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore/transfer"
	"github.com/tallystick/tallystick/reactors"
)

// startNATS runs a server with JetStream on a fixed port and folder, so that it
// can be started again.
func startNATS(t *testing.T, port int, dir string) *natsserver.Server {
	t.Helper()
	s, err := natsserver.NewServer(&natsserver.Options{
		Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: dir, NoLog: true, NoSigs: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the broker did not start")
	}
	return s
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// received is every message that JetStream holds, in its order.
func received(t *testing.T, url string) (events []reactors.CloudEvent, subjects []string) {
	t.Helper()
	conn, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := conn.JetStream()
	if err != nil {
		t.Fatal(err)
	}
	info, err := js.StreamInfo("TALLYSTICK_EVENTS")
	if err != nil {
		return nil, nil
	}
	for seq := info.State.FirstSeq; seq != 0 && seq <= info.State.LastSeq; seq++ {
		m, err := js.GetMsg("TALLYSTICK_EVENTS", seq)
		if err != nil {
			t.Fatal(err)
		}
		var ce reactors.CloudEvent
		if err := json.Unmarshal(m.Data, &ce); err != nil {
			t.Fatal(err)
		}
		if m.Header.Get("content-type") != reactors.ContentTypeCloudEvent {
			t.Errorf("headers %v", m.Header)
		}
		events, subjects = append(events, ce), append(subjects, m.Subject)
	}
	return events, subjects
}

// TestForwardToNATS writes while the broker is started late, and while it is
// restarted, and then looks for every event of the log but the audit's in
// JetStream: all of them, in order within each stream, sealed as in the log. A
// service that starts again forwards only what is new.
func TestForwardToNATS(t *testing.T) {
	t.Parallel()
	port, store := freePort(t), t.TempDir()
	url := fmt.Sprintf("nats://127.0.0.1:%d", port)
	w := freshWorld(t, func(c *config.Config) { c.ForwardURL = url })
	write := func(n int) {
		for i := range n {
			r := w.must(t, 201, "owner", "POST", "/api/cases/", map[string]any{"title": "Unreadable outside", "client": "Nobody"})
			w.must(t, 200, "owner", "PATCH", "/api/cases/"+r.field(t, "id").(string), map[string]any{"title": fmt.Sprint("Unreadable outside ", i)})
		}
	}
	write(5) // the broker is not there yet
	broker := startNATS(t, port, store)
	eventually(t, "events to arrive", func() bool { e, _ := received(t, url); return len(e) > 20 })
	broker.Shutdown()
	broker.WaitForShutdown()
	write(20)
	broker = startNATS(t, port, store)
	defer func() { broker.Shutdown() }()
	write(20)
	first := awaitForwarded(t, w, url)

	c := w.Config
	w.Close()
	again, err := startService(c)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	w2 := &world{Service: again, base: "http://" + again.Addr("api"), keys: w.keys}
	w2.must(t, 201, "owner", "POST", "/api/cases/", map[string]any{"title": "New"})
	if second := awaitForwarded(t, w2, url); second != first+1 {
		t.Errorf("%d messages after a restart and one write, %d before", second, first)
	}
}

// awaitForwarded waits until JetStream holds the log's last event, and compares.
func awaitForwarded(t *testing.T, w *world, url string) (messages int) {
	t.Helper()
	from, err := transfer.ToHead(t.Context(), w.Store, "")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]uint64{} // events a stream
	total := 0
	for {
		e, err := from.Next(t.Context())
		if err != nil {
			break
		}
		if s, _ := event.ParseStream(e.Stream); s.Category != "audit" {
			want[e.Stream]++
			total++
		}
	}
	var events []reactors.CloudEvent
	var subjects []string
	eventually(t, "every event to be forwarded", func() bool {
		events, subjects = received(t, url)
		ids := map[string]bool{}
		for _, e := range events {
			ids[e.ID] = true
		}
		return len(ids) >= total
	})
	next, seen := map[string]uint64{}, map[string]bool{}
	for i, e := range events {
		if seen[e.ID] {
			continue
		}
		seen[e.ID] = true
		if want := fmt.Sprintf("%020d", next[e.Subject]); e.Sequence != want {
			t.Errorf("%s: %s came before %s", e.Subject, e.Sequence, want)
		}
		next[e.Subject]++
		s, _ := event.ParseStream(e.Subject)
		if subjects[i] != "tallystick.events."+s.Tenant+"."+s.Category || s.Category == "audit" {
			t.Errorf("%s was published to %s", e.Subject, subjects[i])
		}
		if strings.Contains(string(e.Data), "Unreadable") {
			t.Errorf("a sealed text was forwarded in the clear: %s", e.Data)
		}
	}
	for stream, n := range want {
		if next[stream] != n {
			t.Errorf("%s: %d of %d events", stream, next[stream], n)
		}
	}
	return len(events)
}
