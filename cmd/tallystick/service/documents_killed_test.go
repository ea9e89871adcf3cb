package service_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/commands"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/eventstore"
)

// childDeath says where a child process kills itself: "before" or "after", the type of
// an event, and the SHA-256 of the file that it is about.
const childDeath = "TALLYSTICK_TEST_CHILD_DEATH"

// lethal is a log whose process ends at one append.
type lethal struct {
	commands.Log
	when, kind, sha256 string

	mu     sync.Mutex
	record string // the stream of the document, once it is known
}

// lethally has a service end where the environment says.
func lethally(s *service.Service) {
	if said := strings.Fields(os.Getenv(childDeath)); len(said) == 3 {
		s.Executor.Log = &lethal{Log: s.Executor.Log, when: said[0], kind: said[1], sha256: said[2]}
	}
}

// Write appends, unless the process ends by it.
func (x *lethal) Write(ctx context.Context, stream string, expected eventstore.Expected, meta event.Metadata,
	payloads []event.Payload) (eventstore.Appended, error) {
	dies := x.dies(stream, payloads)
	if dies && x.when == "before" {
		end()
	}
	at, err := x.Log.Write(ctx, stream, expected, meta, payloads)
	if dies && err == nil {
		end()
	}
	return at, err
}

func (x *lethal) dies(stream string, payloads []event.Payload) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, p := range payloads {
		of := stream
		switch p := p.(type) {
		case docs.Received:
			if p.Blob.SHA256 == x.sha256 {
				x.record = stream
			}
		case job.Claimed:
			of = p.Record
		case job.Succeeded:
			of = p.Record
		case orders.EntryRecorded: // the one in the midst of its file
			if p.SourceRef == halfWay {
				of = x.record
			}
		}
		if p.EventType() == x.kind && of == x.record {
			return true
		}
	}
	return false
}

func end() {
	syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// statementOf is a small file that is read without letters having to be recognised.
func statementOf(n int) []byte {
	return fmt.Appendf(nil, "Date,Description,Amount,Balance\n2026-03-01,Rent %d,-500.00,500.00\n2026-03-02,Sale,120.50,620.50\n", n)
}

// sent uploads a file to a process that may end meanwhile.
func (w *world) sent(as string, file []byte) (status int, answer map[string]any, err error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "a file.csv")
	if err != nil {
		return 0, nil, err
	}
	part.Write(file)
	form.Close()
	r, err := http.NewRequest("POST", w.base+"/api/tax-assistant/documents/", &body)
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Authorization", "Bearer "+w.keys[as])
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, nil, err
	}
	return res.StatusCode, answer, json.Unmarshal(text, &answer)
}

// eventsOf are the events of some categories, in the order of the log.
func eventsOf(t *testing.T, log *eventstore.Log, categories ...string) (all []event.Recorded) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	done := errors.New("done")
	for i := range categories {
		categories[i] += "-"
	}
	err := log.Subscribe(ctx, event.Position{}, categories, func(d eventstore.Delivery) error {
		if d.Event != nil {
			e, _, err := log.Codec.Decode(ctx, *d.Event)
			if err != nil {
				return err
			}
			all = append(all, e)
		}
		if d.CaughtUp {
			return done
		}
		return nil
	})
	if err != done {
		t.Fatal(err)
	}
	return all
}

// readOnce holds that each document was received, read and worked on by one job, once.
func readOnce(t *testing.T, log *eventstore.Log, ids map[string]bool) {
	t.Helper()
	count, jobs := map[string]int{}, map[string]map[string]bool{}
	for _, e := range eventsOf(t, log, docs.Category.Name, "job") {
		s, _ := event.ParseStream(e.Stream)
		switch p := e.Payload.(type) {
		case docs.Received, docs.Extracted:
			count[p.EventType()+" "+s.ID]++
			if !ids[s.ID] {
				t.Errorf("%s is of a second document %s", p.EventType(), s.ID)
			}
		case job.Claimed:
			of, _ := event.ParseStream(p.Record)
			if jobs[of.ID] == nil {
				jobs[of.ID] = map[string]bool{}
			}
			jobs[of.ID][s.ID] = true
		case job.Succeeded:
			of, _ := event.ParseStream(p.Record)
			count[p.EventType()+" "+of.ID]++
		}
	}
	for id := range ids {
		for _, kind := range []event.Payload{docs.Received{}, docs.Extracted{}, job.Succeeded{}} {
			if n := count[kind.EventType()+" "+id]; n != 1 {
				t.Errorf("%s: %d times %s", id, n, kind.EventType())
			}
		}
		if len(jobs[id]) != 1 {
			t.Errorf("%s: %d jobs", id, len(jobs[id]))
		}
	}
}

// A process is killed before and after each step that a document takes; the next ones,
// to which its sender sends it again, read it once.
func TestReaderKilledAtEachStep(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "tallystick-killed-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	os.Chmod(dir, 0o755)
	var files [][]byte
	var keys map[string]string
	for _, kind := range []event.Payload{docs.Received{}, job.Claimed{}, docs.Extracted{}, job.Succeeded{}} {
		for _, when := range []string{"before", "after"} {
			file := statementOf(len(files))
			files = append(files, file)
			hash := sha256.Sum256(file)
			cmd, w := spawn(t, dir, childDeath+"="+when+" "+kind.EventType()+" "+hex.EncodeToString(hash[:]))
			keys = w.keys
			w.sent("owner", file) // it may or may not be answered
			if err := cmd.Wait(); err == nil {
				t.Fatalf("%s %s: the process lives", when, kind.EventType())
			}
		}
	}
	s, err := startService(testConfig(filepath.Join(dir, "data")))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	w := &world{Service: s, base: "http://" + s.Addr("api"), keys: keys, ids: map[string]string{}}
	ids := map[string]bool{}
	for _, file := range files {
		status, d, err := w.sent("owner", file)
		if err != nil || status != 200 && status != 201 {
			t.Fatalf("%d %v %v", status, d, err)
		}
		ids[d["id"].(string)] = true
	}
	if len(ids) != len(files) {
		t.Fatalf("%d files are %d documents", len(files), len(ids))
	}
	eventually(t, "every job to end", func() bool {
		_, jobs, _ := w.get(t, "owner", "/api/jobs/?status=succeeded")
		return jobs["count"] == float64(len(files))
	})
	for id := range ids {
		if _, d, _ := w.get(t, "owner", "/api/tax-assistant/documents/"+id+"/"); d["status"] != "extracted" {
			t.Errorf("%s is %v %v", id, d["status"], d["code"])
		}
	}
	readOnce(t, s.Log, ids)
}
