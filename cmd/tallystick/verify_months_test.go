package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/auditproof"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/checkpoint"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/eventstore/proof"
)

const monthsSeed = 20261123

// monthly is the log of some months of books, as it is written: an event, a head that
// is signed, or a month that is proved.
type monthly struct {
	stream  string
	payload event.Payload
	prove   books.Month // of a step that signs a head and proves a month under it
}

// monthlyBooks are three months of seeded books in two currencies, with orders, closings,
// an order that was revised after its month was proved, and entries that came late.
func monthlyBooks(random *rand.Rand) (steps []monthly) {
	write := func(category, id string, p event.Payload) {
		steps = append(steps, monthly{stream: category + "-" + testTenant + "-" + id, payload: p})
	}
	write("books", "1", books.Opened{Settings: books.Settings{Country: "DE", BaseCurrency: "EUR", FiscalYearStart: "01-01",
		Chart: "de-skr03"}})
	first, _ := books.ParseMonth("2026-01")
	for month, n := first, 0; n < 3; month, n = month.Next(), n+1 {
		for k := range 12 {
			id := fmt.Sprintf("m%de%d", n, k)
			day := month.First().AddDays(random.IntN(28))
			if n > 0 && k%5 == 0 {
				day = month.First().AddDays(-1 - random.IntN(20)) // late: it counts in this month
			}
			if k%4 == 3 {
				write("ledgerentry", id, orders.EntryRecorded{EntryID: id, Source: "push", SourceRef: id, Kind: orders.Sale,
					Figures: orderFigures(day, id)})
				continue
			}
			write("journal", id, postedEntry(id, day, random))
		}
		write("books", "1", books.PeriodClosing{Period: month})
		steps = append(steps, monthly{prove: month})
	}
	write("ledgerentry", "m0e3", orders.EntryRevised{Figures: orderFigures(first.First(), "again")})
	return steps
}

func orderFigures(day civil.Date, said string) orders.Figures {
	return orders.Figures{SHA256: hex.EncodeToString([]byte(said)), PlacedAt: day.Time(), Currency: "EUR", Net: money.MustParse("1.00"),
		Gross: money.MustParse("1.00")}
}

func postedEntry(id string, day civil.Date, random *rand.Rand) journal.EntryPosted {
	amount := money.FromInt(int64(1+random.IntN(100000))).QuoRound(money.FromInt(100), 2, money.HalfUp).Pad(2)
	currency, base := "EUR", amount
	if random.IntN(3) == 0 {
		currency, base = "USD", amount.Mul(money.MustParse("0.9")).Round(2, money.HalfUp)
	}
	p := journal.Payload{Format: journal.PayloadFormat, EntryID: id, Site: 1, Origin: journal.FromManual,
		Journal: journal.BookList()[random.IntN(4)], Date: day,
		TaxDate: day, Currency: currency, BaseCurrency: "EUR", Sources: []journal.Source{}, Lines: []journal.Line{
			{Account: "1200", Side: journal.Debit, Amount: amount, BaseAmount: base},
			{Account: journal.AccountCode(fmt.Sprint(8400 + random.IntN(3))), Side: journal.Credit, Amount: amount, BaseAmount: base}}}
	sum, _ := p.Digest()
	return journal.EntryPosted{Payload: p, PayloadSHA256: sum}
}

// write makes the events of the steps, heads and proofs signed by s. forge changes what a
// proof says, as one who holds the key would; nil = nobody does. It returns the PDFs too.
func writeMonths(t *testing.T, s *proof.Signer, steps []monthly, forge func(c *auditproof.Content)) (log []*proof.Event, pdfs [][]byte) {
	t.Helper()
	replay := commands.NewMonthReplay()
	replay.Render = nil
	tree, tiles, size := &proof.Tree{}, proof.Tiles{}, uint64(0)
	revisions := map[string]uint64{}
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	var hasher proof.Hasher
	add := func(stream string, p event.Payload) {
		data, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		meta := fmt.Appendf(nil, `{"command_id":%q,"tenant":%q,"schema":1,"site":1,"time":%q}`, uuid.NewSHA1(uuid.Nil, []byte(stream)), testTenant, at.Format(time.RFC3339))
		e := &proof.Event{Stream: stream, Revision: revisions[stream],
			ID: uuid.NewSHA1(uuid.Nil, fmt.Appendf(nil, "%s %d", stream, revisions[stream])), Type: p.EventType(),
			ContentType: "application/json", Data: data, Metadata: meta}
		revisions[stream]++
		log = append(log, e)
		replay.Take(e)
		if name, _ := proof.TreeOf(stream); name == testTenant {
			tree.Append(hasher.Hash(e))
		}
	}
	sign := func() {
		for _, tile := range tree.Flush() {
			tiles[tile.TileID] = tile.Hashes
		}
		trail, err := tiles.Trail(size, tree.Size)
		if err != nil {
			t.Fatal(err)
		}
		root := tree.Root()
		note, err := s.Sign(testTenant, tree.Size, root, at)
		if err != nil {
			t.Fatal(err)
		}
		add(checkpoint.Stream(testTenant, at), checkpoint.Published{Tree: testTenant, Size: tree.Size, Root: root[:], Note: string(note),
			From: size, Trail: trail})
		size = tree.Size
	}
	var last auditproof.ProofGenerated
	for _, step := range steps {
		if step.prove.IsZero() {
			add(step.stream, step.payload)
			continue
		}
		sign()
		c, _ := replay.Month(testTenant, 1, step.prove, auditproof.Kinds(), int64(tree.Size))
		root := tree.Root()
		c.CheckpointSize, c.CheckpointRoot, c.RecordKinds, c.Additions = int64(tree.Size), hex.EncodeToString(root[:]), auditproof.Kinds(),
			[]string{}
		c.PreviousProof, c.PreviousRoot, c.PreviousSize = last.ProofID, last.Root, last.CheckpointSize
		if forge != nil {
			forge(&c)
		}
		last = auditproof.ProofGenerated{ProofID: auditproof.ID(testTenant, 1, step.prove), Content: c}
		pdf, err := commands.RenderProof(last.ProofID, c)
		if err != nil {
			t.Fatal(err)
		}
		last.PDFSHA256, pdfs = commands.Hash(pdf), append(pdfs, pdf)
		add("auditproof-"+testTenant+"-"+last.ProofID, last)
	}
	sign()
	return log, pdfs
}

// An auditor with the log and the public key finds a forged month: whatever byte was
// turned, and also where the forger holds the key and signs the whole history anew.
func TestVerifyFindsForgedMonths(t *testing.T) {
	t.Logf("seed %d", monthsSeed)
	t.Setenv("TALLYSTICK_DATA_DIR", t.TempDir())
	signer, public := newTestSigner(t)
	steps := monthlyBooks(rand.New(rand.NewPCG(monthsSeed, 1)))
	honest, pdfs := writeMonths(t, signer, steps, nil)
	dir := t.TempDir()
	file := filepath.Join(dir, "log.ndjson")
	check := func(log []*proof.Event, more ...string) (string, error) {
		writeExport(t, file, log)
		return tool(t, append([]string{"verify", "--from", file, "--key", public}, more...)...)
	}
	pdf := filepath.Join(dir, "february.pdf")
	if err := os.WriteFile(pdf, pdfs[1], 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := check(honest, "--pdf", pdf)
	if err != nil || strings.Count(out, "2026-0") != 4 || !strings.Contains(out, "is the proof of 2026-02, site 1") {
		t.Fatalf("an honest log: %s%v", out, err)
	}
	said := map[books.Month]auditproof.Content{}
	for _, e := range honest {
		var p auditproof.ProofGenerated
		if e.Type == p.EventType() && json.Unmarshal(e.Data, &p) == nil {
			said[p.Period] = p.Content
		}
	}
	// As it was said, but for the checkpoint, which the forger signs anew.
	asSaid := func(c *auditproof.Content) {
		then := said[c.Period]
		then.CheckpointSize, then.CheckpointRoot, then.PreviousSize = c.CheckpointSize, c.CheckpointRoot, c.PreviousSize
		*c = then
	}
	random := rand.New(rand.NewPCG(monthsSeed, 2))
	for range 24 {
		at := 1 + random.IntN(len(steps)-2)
		forged := append([]monthly(nil), steps...)
		what := "dropped"
		p, isEntry := steps[at].payload.(journal.EntryPosted)
		if o, isOrder := steps[at].payload.(orders.EntryRecorded); isOrder && random.IntN(2) == 0 {
			what = "changed order"
			o.SHA256 = hex.EncodeToString([]byte("forged"))
			forged[at].payload = o
		} else if isEntry && random.IntN(2) == 0 {
			what = "changed"
			p.Payload.Lines = append([]journal.Line(nil), p.Payload.Lines...)
			p.Payload.Lines[0].Amount = p.Payload.Lines[0].Amount.Add(money.One)
			p.PayloadSHA256, _ = p.Payload.Digest()
			forged[at].payload = p
		} else if !isEntry && !isOrder {
			continue
		} else {
			forged = append(forged[:at], forged[at+1:]...)
		}
		log, _ := writeMonths(t, signer, forged, asSaid)
		if out, err := check(log); err == nil || !strings.Contains(err.Error(), "proof/") {
			t.Errorf("step %d %s, and signed anew: %s%v", at, what, out, err)
		}
	}
	for name, forge := range map[string]func(*auditproof.Content){
		"totals":   func(c *auditproof.Content) { c.Totals[0].Debit = c.Totals[0].Debit.Add(money.One) },
		"root":     func(c *auditproof.Content) { c.Root = strings.Repeat("0", 64) },
		"balance":  func(c *auditproof.Content) { c.TrialBalance = strings.Repeat("0", 64) },
		"ranges":   func(c *auditproof.Content) { c.Ranges[0].Last++ },
		"previous": func(c *auditproof.Content) { c.PreviousRoot = strings.Repeat("0", 64) },
	} {
		log, _ := writeMonths(t, signer, steps, forge)
		if out, err := check(log); err == nil || !strings.Contains(err.Error(), "proof/") {
			t.Errorf("a proof with other %s: %s%v", name, out, err)
		}
	}
	c := said[steps[len(steps)-2].prove]
	c.Totals = append([]books.Total(nil), c.Totals...)
	c.Totals[0].Debit = c.Totals[0].Debit.Add(money.One)
	other, err := commands.RenderProof(auditproof.ID(testTenant, 1, c.Period), c)
	if err != nil || os.WriteFile(pdf, other, 0o600) != nil {
		t.Fatal(err)
	}
	if out, err := check(honest, "--pdf", pdf); err == nil || !strings.Contains(err.Error(), "february.pdf") {
		t.Errorf("a PDF rendered anew with another sum: %s%v", out, err)
	}
	flipMonths(t, honest, public)
}

// flipMonths turns a byte anywhere in the export's events. Heads are passed over: what
// covers those is the tree of heads, which this log does not sign.
func flipMonths(t *testing.T, honest []*proof.Event, public string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "log.ndjson")
	writeExport(t, file, honest)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var at []int // of bytes
	begin := 0
	for _, line := range bytes.SplitAfter(text, []byte("\n")) {
		if !bytes.Contains(line, []byte(`"checkpoint-`)) {
			for i := range line {
				at = append(at, begin+i)
			}
		}
		begin += len(line)
	}
	random, found := rand.New(rand.NewPCG(monthsSeed, 3)), 0
	const rounds = 80
	for round := range rounds {
		bad := bytes.Clone(text)
		bad[at[random.IntN(len(at))]] ^= byte(1 + random.IntN(255))
		if err := os.WriteFile(file, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := tool(t, "verify", "--from", file, "--key", public)
		if err != nil {
			found++
		} else if !sameEvents(t, bad, honest) {
			t.Fatalf("round %d: nothing was found: %s", round, out)
		}
	}
	if found < rounds*2/3 {
		t.Errorf("%d of %d were found", found, rounds)
	}
}
