package service_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/auditproof"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/transfer"
	"github.com/tallystick/tallystick/packaging/soak"
)

const (
	postersOfBooks = 64
	killedBookSeed = 20261123
)

// closedPeriod is what a caller was told of a period that they closed.
type closedPeriod struct {
	Period  string          `json:"period"`
	Status  string          `json:"status"`
	Entries int64           `json:"entries"`
	Totals  json.RawMessage `json:"totals"`
	SHA256  string          `json:"trial_balance_sha256"`
}

// TestBooksKilled has 64 callers post while a period closes, and kills the process as
// they do, a month a round. Then every entry that was acknowledged is there, numbers have
// neither gap nor twin, and what a closing said holds for ever: after a restart, after
// the read models were built anew, and in a copy of the log on another node.
func TestBooksKilled(t *testing.T) {
	t.Parallel()
	t.Logf("seed %d", killedBookSeed)
	random := rand.New(rand.NewPCG(killedBookSeed, 1))
	dir := openDir(t)
	var posted []string
	closed := map[string]closedPeriod{}
	last := soak.Rounds(3)
	for round := range last {
		cmd, w := spawn(t, dir)
		if round == 0 {
			w.must(t, 200, "owner", "PUT", "/api/ledger/books/?site=1", map[string]any{"country": "DE", "chart": "de-skr03"})
		}
		month := fmt.Sprintf("%04d-%02d", 2020+round/12, 1+round%12)
		acks, told := w.postUntilKilled(t, cmd, month, 1+random.IntN(40), 30+random.IntN(90), round%3 == 1)
		posted = append(posted, acks...)
		for _, p := range told {
			closed[p.Period] = p
		}
		if round%3 == 1 && len(told) == 0 {
			t.Errorf("the closing of %s was waited for, and refused", month)
		}
	}
	s, err := startService(testConfig(filepath.Join(dir, "data")))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	w := &world{Service: s, base: "http://" + s.Addr("api")}
	text, err := os.ReadFile(filepath.Join(dir, "world.json"))
	if err != nil || json.Unmarshal(text, &w.keys) != nil {
		t.Fatal(err)
	}
	key, _, _ := s.Directory.Authenticate(w.keys["owner"], time.Now())
	w.tenant = key.Tenant
	awaitHead(t, t.Context(), s)
	t.Logf("%d postings and %d closings were acknowledged", len(posted), len(closed))
	w.checkPosted(t, posted)
	w.checkClosed(t, last, closed)
	before := w.booksRows(t, s)
	for _, p := range s.Runner.Projections {
		if err := s.DB.DropProjection(t.Context(), p.Name, p.Version); err != nil {
			t.Fatal(err)
		}
	}
	awaitHead(t, t.Context(), s)
	if after := w.booksRows(t, s); after != before {
		t.Errorf("built anew, the books differ:\n%s\nwere\n%s", after, before)
	}
}

// postUntilKilled posts entries of a month by 64 callers, closes the month once a few
// were acknowledged, and kills the process once more were; answered waits for the closing's
// answer first, else it may be cut off.
func (w *world) postUntilKilled(t *testing.T, cmd *exec.Cmd, month string, closeAfter, killAfter int, answered bool) (acks []string,
	told []closedPeriod) {
	var work sync.WaitGroup
	var mu sync.Mutex
	var count atomic.Int64
	toClose, toKill, closed := make(chan struct{}), make(chan struct{}), make(chan struct{})
	var few atomic.Bool // most posters rest: on a slow machine a closing never catches up with all
	for i := range postersOfBooks {
		work.Add(1)
		go func() {
			defer work.Done()
			for n := 0; i < 4 || !few.Load(); n++ {
				id, ok, dead := w.postOne(fmt.Sprintf("%s caller %d entry %d", month, i, n), month, 1+(i+n)%28)
				if dead {
					return
				}
				if !ok {
					continue
				}
				mu.Lock()
				acks = append(acks, id)
				mu.Unlock()
				switch int(count.Add(1)) {
				case closeAfter:
					close(toClose)
				case closeAfter + killAfter:
					close(toKill)
				}
			}
		}()
	}
	work.Add(1)
	go func() {
		defer work.Done()
		defer close(closed)
		select {
		case <-toClose:
		case <-t.Context().Done():
			return
		}
		for m := "2020-01"; m <= month; { // what an earlier kill cut off is finished first
			r, err := w.try("tax_manager", "POST", "/api/ledger/periods/"+m+"/close/?site=1", nil)
			for err == nil && r.status >= 429 { // under so many posters, what it must read lags; it is closed again
				r, err = w.try("tax_manager", "POST", "/api/ledger/periods/"+m+"/close/?site=1", nil)
			}
			var said closedPeriod
			if err == nil && r.status == 200 && json.Unmarshal(r.body, &said) == nil && said.Status == "closed" {
				told = append(told, said)
			}
			first, _ := time.Parse("2006-01", m)
			m = first.AddDate(0, 1, 0).Format("2006-01")
		}
	}()
	await(t, toKill, "postings to be acknowledged")
	if answered {
		few.Store(true)
		await(t, closed, "the closing to be answered")
	}
	cmd.Process.Signal(syscall.SIGKILL)
	cmd.Wait()
	work.Wait()
	return acks, told
}

// postOne proposes an entry of a month, or of the next one once that has closed, has it
// approved and posts it; dead = nobody answers any more.
func (w *world) postOne(memo, month string, day int) (id string, acknowledged, dead bool) {
	first, err := time.Parse("2006-01", month)
	if err != nil {
		return "", false, true
	}
	var made struct {
		ID string `json:"id"`
	}
	for ahead := range 2 {
		r, err := w.try("bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1", map[string]any{
			"date": first.AddDate(0, ahead, day-1).Format(time.DateOnly), "memo": memo,
			"lines": []map[string]any{{"account": "1200", "side": "debit", "amount": "10.00"}, {"account": "8400", "side": "credit",
				"amount": "10.00"}}})
		if err != nil {
			return "", false, true
		}
		if r.status == 201 && json.Unmarshal(r.body, &made) == nil {
			break
		}
	}
	if made.ID == "" {
		return "", false, false
	}
	path := "/api/accounting/journal-entries/" + made.ID + "/"
	if r, err := w.try("tax_manager", "POST", path+"approve/", `{}`); err != nil || r.status != 200 {
		return "", false, err != nil
	}
	r, err := w.try("bookkeeper", "POST", path+"post/", `{}`)
	return made.ID, err == nil && r.status == 200, err != nil
}

// checkPosted looks for every acknowledged entry, and at all numbers.
func (w *world) checkPosted(t *testing.T, ids []string) {
	t.Helper()
	rows, err := w.DB.Writer.Query(t.Context(), `select id, fiscal_year, journal, number from `+w.ledgerSchema(t)+`.journal_entries where status = 'posted'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	known, numbers := map[string]bool{}, map[string][]int64{}
	for rows.Next() {
		var id, year, book string
		var number int64
		if err := rows.Scan(&id, &year, &book, &number); err != nil {
			t.Fatal(err)
		}
		known[id] = true
		numbers[year+" "+book] = append(numbers[year+" "+book], number)
	}
	for _, id := range ids {
		if !known[id] {
			t.Errorf("entry %s was acknowledged and is not posted", id)
		}
	}
	for series, list := range numbers {
		slices.Sort(list)
		for i, n := range list {
			if n != int64(i+1) {
				t.Fatalf("the numbers of %s: %d stands at rank %d", series, n, i+1)
			}
		}
	}
}

func (w *world) ledgerSchema(t *testing.T) (schema string) {
	t.Helper()
	if err := w.DB.Owner.QueryRow(t.Context(), `select name || '_v' || version from platform.projection where name = 'ledger' and live`).Scan(&schema); err != nil {
		t.Fatal(err)
	}
	return schema
}

// checkClosed finishes what a kill cut off, and holds each month to what its closing
// said, and to what the log alone says of its proof.
func (w *world) checkClosed(t *testing.T, months int, told map[string]closedPeriod) {
	t.Helper()
	for n := range months {
		month := fmt.Sprintf("%04d-%02d", 2020+n/12, 1+n%12)
		w.call(t, "tax_manager", "POST", "/api/ledger/periods/"+month+"/close/?site=1", nil) // 409: it is closed
	}
	awaitHead(t, t.Context(), w.Service)
	listed := read[struct {
		Periods []closedPeriod `json:"periods"`
	}](t, w.must(t, 200, "auditor", "GET", "/api/ledger/periods/?site=1&limit=200", nil))
	now := map[string]closedPeriod{}
	for _, p := range listed.Periods {
		now[p.Period] = p
	}
	for month, said := range told {
		if p := now[month]; p.Status != "closed" || p.Entries != said.Entries || p.SHA256 != said.SHA256 ||
			compact(p.Totals) != compact(said.Totals) {
			t.Errorf("%s was closed as %+v and is %+v", month, said, p)
		}
	}
	for n := range months {
		month := fmt.Sprintf("%04d-%02d", 2020+n/12, 1+n%12)
		var counted int64
		if err := w.DB.Writer.QueryRow(t.Context(), `select count(*) from `+w.ledgerSchema(t)+`.journal_entries where status = 'posted' and period = $1`, month).Scan(&counted); err != nil {
			t.Fatal(err)
		}
		if p := now[month]; p.Status != "closed" || p.Entries != counted {
			t.Errorf("%s: its closing said %d entries, %d count in it", month, p.Entries, counted)
		}
		eventually(t, "a proof of "+month, func() bool {
			if err := w.Checkpoints.PublishTree(t.Context(), w.tenant); err != nil {
				t.Fatal(err)
			}
			r := w.call(t, "tax_manager", "POST", fmt.Sprintf("/api/audit-proofs/?site=1&year=%s&month=%s&provisional=true", month[:4],
				strings.TrimPrefix(month[5:], "0")), nil)
			return r.status == 201 || r.status == 200
		})
	}
	here, findings := replayMonths(t, w.Store)
	if len(here) != months || len(findings) > 0 {
		t.Errorf("the log alone proves %d months of %d: %v", len(here), months, findings)
	}
	copied, err := service.OpenLog(testConfig(filepath.Join(openDir(t), "data")), quiet())
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	whole, err := transfer.Whole(t.Context(), w.Store, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := transfer.Copy(t.Context(), whole, copied.Store, func(transfer.Report) {}); err != nil {
		t.Fatal(err)
	}
	if there, findings := replayMonths(t, copied.Store); !slices.EqualFunc(here, there, sameMonth) || len(findings) > 0 {
		t.Errorf("a copy of the log proves %+v, %v", there, findings)
	}
}

func compact(text json.RawMessage) string {
	var v any
	_ = json.Unmarshal(text, &v)
	out, _ := json.Marshal(v)
	return string(out)
}

// sameMonth reports whether two readings of a log prove a month alike.
func sameMonth(a, b auditproof.Checked) bool {
	return a.ID == b.ID && a.Content.Root == b.Content.Root && a.Content.TrialBalance == b.Content.TrialBalance && a.PDFSHA256 == b.PDFSHA256
}

// replayMonths works the proofs of a log out from its events alone.
func replayMonths(t *testing.T, log *eventstore.Store) (months []auditproof.Checked, findings []string) {
	t.Helper()
	replay := commands.NewMonthReplay()
	var from event.Position
	for {
		raws, err := log.ReadAll(t.Context(), from, 1000)
		if err != nil {
			t.Fatal(err)
		}
		next := from
		for i := range raws {
			if from.Less(raws[i].Position) {
				replay.Take(raws[i].Proved())
				next = raws[i].Position
			}
		}
		if next == from {
			break
		}
		from = next
	}
	months, found := replay.End()
	for _, f := range found {
		findings = append(findings, f.Code+" "+f.Resource+": "+f.Message)
	}
	return months, findings
}

// booksRows are the rows of the ledger and its proofs, as text.
func (w *world) booksRows(t *testing.T, s *service.Service) string {
	t.Helper()
	_, all := restingRows(t, t.Context(), s)
	var out []string
	for _, table := range []string{"journal_entries", "journal_lines", "ledger_counters", "ledger_periods", "ledger_books", "audit_proofs"} {
		out = append(out, table, strings.Join(all[table], "\n"))
	}
	return strings.Join(out, "\n")
}
