package bench

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/projections"
	"github.com/tallystick/tallystick/readmodels"
)

const (
	postedEntries = 20_000
	balancedLines = 1_000_000
)

// books measures posting and the trial balance.
func (r *run) books() error {
	site, err := r.booksSite("Books")
	if err != nil {
		return err
	}
	x, n := r.service.API.Books(), r.scale(postedEntries)
	for _, part := range []posting{{1, n / 50, false}, {16, n / 5, false}, {64, n / 5, false},
		{1, n / 50, true}, {16, n / 5, true}, {64, n / 5, true}} {
		if err := r.posting(x, site, part); err != nil {
			return err
		}
	}
	return r.trialBalance()
}

// booksSite adds a site with German books.
func (r *run) booksSite(name string) (int64, error) {
	site, err := r.site(name)
	if err != nil {
		return 0, err
	}
	c := r.caller()
	c.Site, c.Command = site, uuid.Must(uuid.NewV7())
	_, err = r.service.API.Books().Put(r.ctx, c, books.Put{Country: "DE", Chart: "de-skr03"})
	return site, err
}

// site adds one to the bench's tenant.
func (r *run) site(name string) (int64, error) {
	t := &commands.Tenancy{Executor: r.service.Executor, Directory: r.service.Directory}
	done, err := t.AddSite(r.ctx, r.caller(), tenancy.AddSite{Name: name})
	if err != nil {
		return 0, err
	}
	added := done.State.Sites
	return int64(added[len(added)-1].Number), r.service.Directory.WaitFor(r.ctx, done.Position)
}

// prepared are entries that somebody proposed and another approved.
func (r *run) prepared(x *commands.Books, site int64, n int) ([]string, error) {
	ids := make([]string, n)
	var next atomic.Int64
	_, took, err := load(64, time.Hour, func(int) error {
		i := int(next.Add(1)) - 1
		if i >= n {
			return io.EOF
		}
		c := r.caller()
		c.Site, c.Command = site, uuid.Must(uuid.NewV7())
		amount := money.FromInt(int64(1 + i%1000)).Pad(2)
		m := booking.Manual{Date: civil.Of(2026, 3, 1).AddDays(i % 28), Memo: fmt.Sprintf("entry %d", i), Lines: []journal.Line{
			{Account: "4930", Side: journal.Debit, Amount: amount}, {Account: "1200", Side: journal.Credit, Amount: amount}}}
		done, err := x.Propose(r.ctx, c, commands.Proposed{Request: i, Make: func(_ context.Context, f booking.Facts) (journal.Proposal, error) {
			return m.Write(f)
		}})
		if err != nil {
			return err
		}
		ids[i] = done.ID
		c.Principal, c.Command = "another", uuid.Must(uuid.NewV7())
		_, err = x.Step(r.ctx, c, done.ID, journal.Approve{})
		return err
	})
	if len(took) != n {
		return nil, fmt.Errorf("%d of %d entries were approved: %w", len(took), n, err)
	}
	return ids, nil
}

// posting is how many callers post how many entries, with an Idempotency-Key or without.
type posting struct {
	callers, entries int
	keyed            bool
}

// posting measures entries that callers post, beside bare appends of the same bytes by as
// many: one an entry, and one before it where a key is bound. Neither pays for what was done
// before it; a posting pays for its own rows, as far as they are made meanwhile.
func (r *run) posting(x *commands.Books, site int64, p posting) error {
	ids, err := r.prepared(x, site, p.entries)
	if err == nil {
		err = r.caughtUp()
	}
	if err != nil {
		return err
	}
	var rate, floor float64
	var all []time.Duration
	for turn := range turns {
		some := ids[turn*p.entries/turns : (turn+1)*p.entries/turns]
		first := uuid.Must(uuid.NewV7()) // the command that posts the first of them
		var next atomic.Int64
		began := time.Now()
		_, took, err := load(p.callers, time.Hour, func(int) error {
			i := int(next.Add(1)) - 1
			if i >= len(some) {
				return io.EOF
			}
			c := r.caller()
			c.Site, c.Command = site, first
			if i > 0 {
				c.Command = uuid.Must(uuid.NewV7())
			}
			if p.keyed {
				c.IdempotencyKey = "bench"
			}
			_, err := x.Step(r.ctx, c, some[i], journal.Post{})
			return err
		})
		if len(took) != len(some) {
			return fmt.Errorf("%d of %d entries were posted: %w", len(took), len(some), err)
		}
		rate, all = rate+float64(len(took))/time.Since(began).Seconds()/turns, append(all, took...)
		if err := r.caughtUp(); err != nil {
			return err
		}
		streams := []string{event.Stream{Category: journal.Category.Name, Tenant: r.tenant, ID: some[0]}.String()}
		if p.keyed {
			streams = slices.Insert(streams, 0, act.CommandStream(r.tenant, first))
		}
		bare, err := r.bareAppends(streams, p.callers, len(some))
		if err != nil {
			return err
		}
		floor += bare / turns
	}
	name := fmt.Sprintf("posting, %d callers", p.callers)
	if p.keyed {
		name += " with keys"
	}
	r.beside(name, "/s", rate, floor, .5, fmt.Sprintf(", p50 %s, p99 %s", ms(quantile(all, .5)), ms(quantile(all, .99))))
	return nil
}

// bareAppends is how fast so many callers append what stands last in each of these streams,
// one after the other, each time to new streams.
func (r *run) bareAppends(streams []string, callers, n int) (float64, error) {
	var like []eventstore.Proposed
	for _, s := range streams {
		raws, err := r.service.Store.ReadStream(r.ctx, s, 0, 100)
		if err != nil {
			return 0, err
		}
		e := raws[len(raws)-1]
		like = append(like, eventstore.Proposed{Type: e.Type, Data: e.Data, Metadata: e.Metadata})
	}
	prefix := "bench" + act.Compact(uuid.Must(uuid.NewV7()))
	var next atomic.Int64
	began := time.Now()
	_, took, err := load(callers, time.Hour, func(int) error {
		i := int(next.Add(1)) - 1
		if i >= n {
			return io.EOF
		}
		for k, e := range like {
			e.ID = uuid.New()
			if _, err := r.service.Store.Append(r.ctx, fmt.Sprintf("%s-%d-%d", prefix, k, i), eventstore.NoStream, e); err != nil {
				return err
			}
		}
		return nil
	})
	if len(took) != n {
		return 0, err
	}
	return float64(n) / time.Since(began).Seconds(), nil
}

// trialBalance measures the trial balance of many lines, beside its SQL.
func (r *run) trialBalance() error {
	site, err := r.booksSite("Balance")
	if err != nil {
		return err
	}
	n := r.scale(balancedLines)
	p := projections.Ledger()
	schema := readmodels.SchemaOf(p.Name, p.Version)
	if _, err := r.service.DB.Writer.Exec(r.ctx, `insert into `+schema+`.journal_lines (tenant, id, entry_id, line, site, account,
  side, amount, currency, base_amount, base_currency, booked_on, date_on, tax_date_on, period, fiscal_year, journal, number, origin,
  tax_code, tax_rate, tax_base, tax_line, party, settles, posted_at, posted_through)
 select $1, 'b' || g || '/1', 'b' || g, 1, $2, (4000 + (g / 2) % 80)::text, case when g % 2 = 0 then 'debit' else 'credit' end,
  1 + (g / 2) % 997, 'EUR', 1 + (g / 2) % 997, 'EUR', d, d, d, to_char(d, 'YYYY-MM'), '2025', 'general', g, 'manual',
  '', 0, 0, false, '', '', d, 0
 from generate_series(1, $3::int) g, lateral (select date '2025-01-01' + (g % 365) as d) x`, r.tenant, site, n); err != nil {
		return err
	}
	if _, err := r.service.DB.Owner.Exec(r.ctx, "vacuum analyze "+schema+".journal_lines"); err != nil {
		return err
	}
	client := client(1)
	defer client.CloseIdleConnections()
	url := fmt.Sprintf("http://%s/api/ledger/trial-balance/?site=%d&as_of=2025-12-31", r.service.Addr("api"), site)
	var measured, floor time.Duration
	for turn := range turns + 1 {
		began := time.Now()
		if _, err := call(client, "GET", url, r.key, nil, 200); err != nil {
			return err
		}
		took := time.Since(began)
		began = time.Now()
		if err := r.balanceSQL(site); err != nil {
			return err
		}
		if turn > 0 { // the first warms both up
			measured, floor = measured+took, floor+time.Since(began)
		}
	}
	r.beside(fmt.Sprintf("trial balance of %d lines", n), "/s", turns/measured.Seconds(), turns/floor.Seconds(), .5,
		", "+ms(measured/turns))
	return nil
}

// balanceSQL is the sum alone.
func (r *run) balanceSQL(site int64) error {
	var batch pgx.Batch
	rows := 0
	batch.Queue(`select set_config('app.tenant', $1, true)`, r.tenant)
	batch.Queue(`select account, currency, sum(base_amount) filter (where side = 'debit'),
 sum(base_amount) filter (where side = 'credit'), count(*) from read.journal_lines where tenant = $1 and site = $2
 and booked_on <= '2025-12-31' group by account, currency order by account, currency`,
		r.tenant, site).Query(func(found pgx.Rows) error {
		for found.Next() {
			rows++
		}
		return found.Err()
	})
	if err := r.service.DB.Request.SendBatch(r.ctx, &batch).Close(); err != nil {
		return err
	}
	if rows != 80 {
		return fmt.Errorf("%d accounts", rows)
	}
	return nil
}
