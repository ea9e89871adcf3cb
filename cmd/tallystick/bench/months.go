package bench

import (
	"crypto/sha256"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/eventstore"
)

// provedEntries are the records of the month that is proved, and monthReaders how many read
// them at a time in its floor, as the proof does.
const (
	provedEntries = 100_000
	monthReaders  = 8
)

// months measures the proof of a month of posted entries, and its verification, beside
// reading the same streams from the log and hashing what they hold.
func (r *run) months() error {
	site, err := r.booksSite("Months")
	if err != nil {
		return err
	}
	x, c := r.service.API.Books(), r.caller()
	c.Site = site
	n := r.scale(provedEntries)
	period := books.MonthOf(civil.Of(time.Now().Year()-1, 3, 1))
	streams, err := r.postedMonth(site, period, n)
	if err != nil {
		return err
	}
	if err := r.caughtUp(); err != nil {
		return err
	}
	if err := r.service.Checkpoints.PublishTree(r.ctx, r.tenant); err != nil {
		return err
	}
	proofs := &commands.AuditProofs{Books: x, Proofs: r.service.Checkpoints}
	began := time.Now()
	done, err := proofs.Generate(r.ctx, c, period, false)
	if err != nil {
		return err
	}
	proved := time.Since(began)
	if said, ok := done.State.Latest(); !ok || said.Entries != int64(n) {
		return fmt.Errorf("the proof covers %+v", said)
	}
	began = time.Now()
	verified, err := proofs.Verify(r.ctx, c, done.ID)
	if err == nil && !verified.OK {
		err = fmt.Errorf("the proof does not hold: %v", verified.Findings)
	}
	if err != nil {
		return err
	}
	again := time.Since(began)
	floor, bare, err := r.hashed(streams)
	if err != nil {
		return err
	}
	rate := func(took time.Duration) float64 { return float64(n) / took.Seconds() }
	r.beside(fmt.Sprintf("a month of %d records proved, beside reading and hashing them", n), "/s", rate(proved), rate(floor), .5,
		fmt.Sprintf(", verified %s /s, hashed alone %s /s", number(rate(again)), number(rate(bare))))
	return nil
}

// postedMonth writes entries of a month as the log holds them once they were posted.
func (r *run) postedMonth(site int64, period books.Month, n int) (streams []string, err error) {
	streams = make([]string, n)
	var next atomic.Int64
	_, took, err := load(64, time.Hour, func(int) error {
		i := int(next.Add(1)) - 1
		if i >= n {
			return io.EOF
		}
		id := act.Compact(uuid.Must(uuid.NewV7()))
		streams[i] = event.Stream{Category: journal.Category.Name, Tenant: r.tenant, ID: id}.String()
		payloads, err := postedEntry(id, site, period.First().AddDays(i%28), i)
		if err != nil {
			return err
		}
		_, err = r.service.Log.Write(r.ctx, streams[i], eventstore.NoStream, event.Metadata{CommandID: uuid.Must(uuid.NewV7()),
			Tenant: r.tenant, Site: site, Principal: "bench", Operation: "bench", Time: time.Now().UTC().Truncate(time.Microsecond)}, payloads)
		return err
	})
	if len(took) != n {
		return nil, fmt.Errorf("%d of %d entries were written: %w", len(took), n, err)
	}
	return streams, nil
}

// postedEntry are the events of an entry of two lines.
func postedEntry(id string, site int64, day civil.Date, i int) ([]event.Payload, error) {
	amount := money.FromInt(int64(1 + i%1000)).Pad(2)
	p := journal.Proposal{Origin: journal.FromManual, Journal: journal.General, Date: day, TaxDate: day, Currency: "EUR", BaseCurrency: "EUR",
		Chart: "de-skr03", Memo: sealed.Of(journal.Subject(site), fmt.Sprintf("entry %d", i)), Confidence: money.One, Sources: []journal.Source{},
		ReviewReasons: []string{}, Lines: []journal.Line{
			{Account: "4930", Side: journal.Debit, Amount: amount, BaseAmount: amount},
			{Account: "1200", Side: journal.Credit, Amount: amount, BaseAmount: amount}}}
	payload := journal.Payload{Format: journal.PayloadFormat, EntryID: id, Site: site, Origin: p.Origin, Journal: p.Journal,
		FiscalYear: fmt.Sprint(day.Year()), YearBegins: civil.Of(day.Year(), 1, 1), Date: day, TaxDate: day, Currency: "EUR", BaseCurrency: "EUR",
		Sources: p.Sources, Lines: p.Lines, ApprovedBy: "another"}
	digest, err := payload.Digest()
	return []event.Payload{journal.EntryProposed{EntryID: id, Proposal: p}, journal.EntryApproved{},
		journal.EntryPosted{Payload: payload, PayloadSHA256: digest}}, err
}

// hashed reads streams and hashes what stands last in each; bare is the time of hashing alone.
func (r *run) hashed(streams []string) (both, bare time.Duration, err error) {
	texts := make([][]byte, len(streams))
	var next atomic.Int64
	began := time.Now()
	_, took, err := load(monthReaders, time.Hour, func(int) error {
		i := int(next.Add(1)) - 1
		if i >= len(streams) {
			return io.EOF
		}
		raws, err := r.service.Store.ReadStream(r.ctx, streams[i], 0, 100)
		if err != nil {
			return err
		}
		texts[i] = raws[len(raws)-1].Data
		sha256.Sum256(texts[i])
		return nil
	})
	both = time.Since(began)
	if len(took) != len(streams) {
		return both, bare, err
	}
	began = time.Now()
	for _, text := range texts {
		sha256.Sum256(text)
	}
	return both, time.Since(began), nil
}
