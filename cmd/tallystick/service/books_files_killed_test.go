package service_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/orders"
)

// halfWay is the order at which a process that takes a file of orders is killed.
const halfWay = "half"

// A process is killed while it takes the orders of a file, and before and after it says so; the
// next one takes what is left. Each order is recorded once, and so is its proposal.
func TestOrdersOfAFileKilled(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "tallystick-killed-orders-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	os.Chmod(dir, 0o755)
	const each = 60
	var keys map[string]string
	files := 0
	for _, kind := range []event.Payload{orders.EntryRecorded{}, docs.OrdersTaken{}} {
		for _, when := range []string{"before", "after"} {
			file := bytes.NewBufferString(filedHead[:len(filedHead)-1] + ",source\n")
			for i := range each {
				ref := fmt.Sprintf("%d", i)
				if i == each/2 {
					ref = halfWay
				}
				row := filedRow(ref)
				fmt.Fprintf(file, "%s,shop%d\n", row[:len(row)-1], files)
			}
			files++
			hash := sha256.Sum256(file.Bytes())
			cmd, w := spawn(t, dir, childDeath+"="+when+" "+kind.EventType()+" "+hex.EncodeToString(hash[:]))
			if keys = w.keys; files == 1 {
				w.openBooks(t, 1)
			}
			w.sentOrders(t, file.Bytes())
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
	eventually(t, "every file to be taken", func() bool {
		taken := 0
		for _, e := range eventsOf(t, s.Log, docs.Category.Name) {
			if p, ok := e.Payload.(docs.OrdersTaken); ok {
				if taken++; p.Read != each || p.Code != "" {
					t.Fatalf("%+v", p)
				}
			}
		}
		return taken == files
	})
	recorded, proposed := map[string]int{}, map[string]int{}
	for _, e := range eventsOf(t, s.Log, orders.Category.Name, journal.Category.Name) {
		switch p := e.Payload.(type) {
		case orders.EntryRecorded:
			recorded[p.Source+" "+p.SourceRef]++
		case journal.EntryProposed:
			proposed[e.Stream]++
		}
	}
	if len(recorded) != files*each || len(proposed) != files*each {
		t.Errorf("%d orders, %d entries", len(recorded), len(proposed))
	}
	for name, n := range recorded {
		if n != 1 {
			t.Errorf("%s is recorded %d times", name, n)
		}
	}
	_, list, _ := w.get(t, "owner", "/api/ledger/entries/?site=1&status=recorded")
	if list["count"] != float64(files*each) {
		t.Errorf("%v", list["status_counts"])
	}
}

// sentOrders uploads a file of orders to a process that may end meanwhile.
func (w *world) sentOrders(t *testing.T, file []byte) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	form.WriteField("type", "orders")
	part, err := form.CreateFormFile("file", "orders.csv")
	if err != nil {
		t.Fatal(err)
	}
	part.Write(file)
	form.Close()
	r, err := http.NewRequest("POST", w.base+"/api/tax-assistant/documents/?site=1", &body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Authorization", "Bearer "+w.keys["owner"])
	if res, err := http.DefaultClient.Do(r); err == nil {
		res.Body.Close()
	}
}
