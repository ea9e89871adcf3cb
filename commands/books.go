package commands

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/fx"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/readmodels"
)

// Ledgers are the sets of books in memory.
type Ledgers interface {
	Ledger(tenant string, site int64) books.Ledger
	WaitFor(ctx context.Context, at event.Position) error
}

// People is what the books ask of the directory.
type People interface {
	Principals(tenant string) []tenancy.Principal
}

// Books carries out the commands of sets of books and journal entries.
type Books struct {
	*Executor
	Ledgers Ledgers
	People  People
	DB      *readmodels.DB
	Rates   func() []*fx.Table                  // imported tables of exchange rates
	Config  func(tenant string) commerce.Config // a tenant's registrations
	// Connected reports whether a source of orders can be asked; nil = none.
	Connected func(tenant, source string) bool
	// Await returns when the read models have reached a position.
	Await func(ctx context.Context, at event.Position) error
	// Today is the day in a site's time zone.
	Today func(tenant string, site int64, now time.Time) civil.Date
}

var booksAggregate = Aggregate[books.State]{Category: books.Category.Name, Evolve: books.State.Evolve,
	SiteOf: func(s books.State) int64 { return s.Site }}

// ledger is the books of the caller's site, as far as this node has read.
func (x *Books) ledger(c Caller, site int64) books.Ledger { return x.Ledgers.Ledger(c.Tenant, site) }

// known waits until this node's memory holds what was just written.
func (x *Books) known(ctx context.Context, at event.Position) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	if err := x.Ledgers.WaitFor(ctx, at); err != nil {
		return fault.Wrap(err, fault.ReadModelBehind, "this node has not read its own write yet; it stands")
	}
	return nil
}

// booksFacts are what decisions on books ask of the posted entries.
func (x *Books) booksFacts(ctx context.Context, c Caller) (books.Facts, error) {
	f := books.Facts{Today: x.Today(c.Tenant, c.Site, x.Now())}
	_, used, err := x.DB.Periods(ctx, c.Tenant, c.Site)
	if err != nil || len(used) == 0 {
		return f, err
	}
	f.Posted = true
	f.First, err = books.ParseMonth(used[0].Period)
	return f, err
}

// Put opens the books of the caller's site, or changes them.
func (x *Books) Put(ctx context.Context, c Caller, cmd books.Put) (Done[books.State], error) {
	f, err := x.booksFacts(ctx, c)
	if err != nil {
		return Done[books.State]{}, err
	}
	done, err := Execute(ctx, x.Executor, c, booksAggregate, Order[books.State]{
		Operation: "books.put", Permission: "books:manage", ID: books.StreamID(c.Site), Request: cmd,
		Decide: func(s books.State, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a, f) },
	})
	if err == nil && !done.Nothing {
		err = x.known(ctx, done.Position)
	}
	return done, err
}

var accountAggregate = Aggregate[books.OwnAccount]{Category: books.Accounts.Name, Evolve: books.OwnAccount.Evolve}

// SetAccount adds an account to the books of the caller's site, or changes one.
func (x *Books) SetAccount(ctx context.Context, c Caller, cmd books.SetAccount, adding bool) (Done[books.OwnAccount], error) {
	l := x.ledger(c, c.Site)
	if !l.Exists {
		return Done[books.OwnAccount]{}, fault.New(fault.NotFound, "there are no books here; PUT /api/ledger/books/ opens them")
	}
	if adding && !cmd.Code.Valid() {
		// No stream has such a name: everything that is wrong is said here.
		_, err := cmd.Decide(books.Account{}, false, true, c.Tenant)
		return Done[books.OwnAccount]{}, err
	}
	if p := cmd.Parent; p != nil && *p != "" {
		if _, ok := l.Account(*p); !ok || *p == cmd.Code {
			return Done[books.OwnAccount]{}, fault.Invalid("parent", "the code of another account of these books")
		}
	}
	operation := "accounts.change"
	if adding {
		operation = "accounts.add"
	}
	done, err := Execute(ctx, x.Executor, c, accountAggregate, Order[books.OwnAccount]{
		Operation: operation, Permission: "accounts:manage", ID: books.AccountID(c.Site, cmd.Code), Request: cmd,
		Decide: func(s books.OwnAccount, _ act.Context) ([]event.Payload, error) {
			now, known := l.Account(cmd.Code)
			if s.Exists {
				now, known = s.Account, true
			}
			return cmd.Decide(now, known, adding, c.Tenant)
		},
	})
	if err == nil && !done.Nothing {
		err = x.known(ctx, done.Position)
	}
	return done, err
}

// Close draws the line under a period, and says what stood before it. Cut off
// between the two, it is finished by closing again.
func (x *Books) Close(ctx context.Context, c Caller, period books.Month) (Done[books.State], error) {
	f, err := x.booksFacts(ctx, c)
	if err != nil {
		return Done[books.State]{}, err
	}
	cmd := books.Close{Period: period}
	done, err := Execute(ctx, x.Executor, c, booksAggregate, Order[books.State]{
		Operation: "periods.close", Permission: "periods:close", ID: books.StreamID(c.Site), Request: cmd,
		Decide: func(s books.State, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a, f) },
	})
	if err != nil {
		return done, err
	}
	pending, under := done.State.Pending()
	if !under || pending.Period != period {
		return done, nil
	}
	if err := x.Await(ctx, done.Position); err != nil {
		return done, err
	}
	complete, err := x.stood(ctx, c, period)
	if err != nil {
		return done, err
	}
	inner := c
	inner.IdempotencyKey, inner.IfMatch = "", nil
	done, err = Execute(ctx, x.Executor, inner, booksAggregate, Order[books.State]{
		Operation: "periods.complete", Permission: "periods:close", ID: books.StreamID(c.Site), Request: complete,
		Decide: func(s books.State, _ act.Context) ([]event.Payload, error) { return complete.Decide(s) },
	})
	if err == nil && !done.Nothing {
		err = x.known(ctx, done.Position)
	}
	return done, err
}

// stood reads what the log holds of a period before the line.
func (x *Books) stood(ctx context.Context, c Caller, period books.Month) (books.Complete, error) {
	out := books.Complete{Period: period, Totals: []books.Total{}}
	within := readmodels.Reading{Site: c.Site, From: period.First().Time(), To: period.Last().Time()}
	rows, err := x.DB.TrialBalance(ctx, c.Tenant, within)
	if err != nil {
		return out, err
	}
	at := map[string]int{}
	for _, r := range rows {
		i, ok := at[r.Currency]
		if !ok {
			i = len(out.Totals)
			at[r.Currency] = i
			out.Totals = append(out.Totals, books.Total{Currency: r.Currency})
		}
		t := &out.Totals[i]
		t.Debit, t.Credit = t.Debit.Add(money.MustParse(r.Debit)), t.Credit.Add(money.MustParse(r.Credit))
	}
	slices.SortFunc(out.Totals, func(a, b books.Total) int { return strings.Compare(a.Currency, b.Currency) })
	if out.Entries, err = x.DB.CountEntries(ctx, c.Tenant, within); err != nil {
		return out, err
	}
	whole, err := x.DB.TrialBalance(ctx, c.Tenant, readmodels.Reading{Site: c.Site, To: period.Last().Time()})
	if err != nil {
		return out, err
	}
	out.SHA256, err = TrialBalanceHash(whole)
	return out, err
}

// TrialBalanceHash is the SHA-256 of a trial balance: its rows as JSON arrays of
// account, currency, debit, credit, and both in base currency, in order.
func TrialBalanceHash(rows []readmodels.BalanceRow) (string, error) {
	h := sha256.New()
	for _, r := range rows {
		line, err := json.Marshal([]string{r.Account, r.Currency, r.Debit, r.Credit, r.BaseDebit, r.BaseCredit})
		if err != nil {
			return "", err
		}
		h.Write(append(line, '\n'))
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Reopen lets entries into the last closed period again.
func (x *Books) Reopen(ctx context.Context, c Caller, cmd books.Reopen) (Done[books.State], error) {
	done, err := Execute(ctx, x.Executor, c, booksAggregate, Order[books.State]{
		Operation: "periods.reopen", Permission: "periods:reopen", ID: books.StreamID(c.Site), Request: cmd,
		Decide: func(s books.State, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a) },
	})
	if err == nil && !done.Nothing {
		err = x.known(ctx, done.Position)
	}
	return done, err
}

// Alone reports whether nobody else who is active holds a permission for a site.
func (x *Books) Alone(c Caller, site int64, p access.Permission) bool {
	for _, other := range x.People.Principals(c.Tenant) {
		if other.ID != c.Principal && !other.Disabled && access.Table.Allows(other.Role, p) && other.Sites.Includes(site) {
			return false
		}
	}
	return true
}

// scopeOf is whose rows a caller may see.
func scopeOf(c Caller) readmodels.Scope {
	return readmodels.Scope{Tenant: c.Tenant, AllSites: c.Sites.All, Sites: c.Sites.Numbers, Site: c.Site}
}

// lineName names a line of an entry.
func lineName(entry string, line int32) string { return entry + "/" + strconv.Itoa(int(line)) }
