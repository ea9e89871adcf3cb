package http

import (
	"context"
	"net/http"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/chart"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/projections/ledgerbook"
	"github.com/tallystick/tallystick/projections/watchbook"
	"github.com/tallystick/tallystick/readmodels"
)

// BooksDeps is what the operations of the group stand on.
type BooksDeps struct {
	LedgerBook *ledgerbook.Book
	WatchBook  *watchbook.Book                  // what is known of the sources of the law
	Connected  func(tenant, source string) bool // a source of orders can be asked; nil = none
}

// booksSurfaces pins the contracts of the ledger, journals, periods, orders and anomalies.
var booksSurfaces = map[string]surface{
	"ledger":      {"1.0.0", "Orders, accounts, periods, balances, parties, anomalies, and a month's proof."},
	"accounting":  {"1.0.0", "Vouchers parsed into balanced journal entries: proposed, approved, posted, reversed."},
	"legislative": {"1.0.0", "Current rates by place, their sources and age, changes of the law and what they affect."},
}

// registerBooks declares the operations of the ledger, journals, periods, orders and anomalies.
func (s *Server) registerBooks() {
	s.registerSetOfBooks()
	s.registerAccounts()
	s.registerPeriods()
	s.registerJournal()
	s.registerOrders()
	s.registerParties()
	s.registerAuditProofs()
	s.registerAnomalies()
	s.registerLegislative()
}

// Books carries out what is done to the books, for operations and jobs.
func (s *Server) Books() *commands.Books {
	return &commands.Books{
		Executor: s.Executor, Ledgers: s.LedgerBook, People: s.Directory, DB: s.DB, Rates: s.TaxBook.Tables, Config: s.TaxBook.Config,
		Await: s.awaitReadModels, Connected: s.Connected,
		Today: func(tenant string, site int64, now time.Time) civil.Date {
			c := &Call{Caller: commands.Caller{Tenant: tenant, Site: site}}
			return civil.FromTime(now.In(s.zone(c)))
		},
	}
}

// booksView is a set of books.
type booksView struct {
	Site int64 `json:"site" doc:"0: the tenant as a whole."`
	books.Settings
	ChartSources  []chart.Source `json:"chart_sources" nullable:"false"`
	ChartTier     string         `json:"chart_coverage_status"`
	ClosedThrough string         `json:"closed_through" doc:"The last period that takes no entries; empty: none."`
	Waivers       []waiverView   `json:"waivers" nullable:"false"`
	CreatedAt     time.Time      `json:"created_at"`
	CreatedBy     string         `json:"created_by"`
	UpdatedAt     time.Time      `json:"updated_at"`
	Revision      int            `json:"revision"`
}

type waiverView struct {
	ID        string     `json:"id"`
	Scope     string     `json:"scope"`
	Reason    string     `json:"reason"`
	ExpiresOn civil.Date `json:"expires_on" format:"date"`
	GrantedBy string     `json:"granted_by"`
	GrantedAt time.Time  `json:"granted_at"`
}

func viewBooks(s books.State) booksView {
	v := booksView{Site: s.Site, Settings: s.Settings, ClosedThrough: s.ClosedThrough.String(), Waivers: []waiverView{},
		ChartSources: []chart.Source{},
		CreatedAt:    s.OpenedAt, CreatedBy: s.OpenedBy, UpdatedAt: s.UpdatedAt, Revision: s.Events}
	if v.AutoApprove == nil {
		v.AutoApprove = []books.PostingRule{}
	}
	if c, ok := chart.Find(s.Chart); ok {
		v.ChartSources, v.ChartTier = c.Sources, c.Tier
	}
	for _, w := range s.Waivers {
		v.Waivers = append(v.Waivers, waiverView{w.ID, w.Scope, w.Reason.Plain, w.ExpiresOn, w.GrantedBy, w.GrantedAt})
	}
	return v
}

func (s *Server) registerSetOfBooks() {
	type readIn struct {
		Sited
		Fresh
	}
	register(s, Operation{
		Entry: "x.8", ID: "books.read", Method: http.MethodGet, Path: "/api/ledger/books/", Surface: "ledger",
		Summary: "Books of a site: base currency, fiscal year, chart, basis", Permission: "ledger:read",
	}, func(ctx context.Context, c *Call, in *readIn) (*reply[booksView], error) {
		l, err := s.ledgerOf(ctx, c, in.Fresh)
		if err != nil {
			return nil, err
		}
		return &reply[booksView]{ETag: etag(uint64(l.Events - 1)), Body: viewBooks(l.State)}, nil
	})

	type putIn struct {
		Sited
		Written
		Body books.Put
	}
	register(s, Operation{
		Entry: "x.8", ID: "books.put", Method: http.MethodPut, Path: "/api/ledger/books/", Surface: "ledger",
		Summary: "Open the books of a site, or change them", Permission: "books:manage", Errors: []int{409, 412, 422},
		Describe: "Base currency, fiscal year, country and chart stand once something is posted (409). Waivers and posting rules are an owner's.",
	}, func(ctx context.Context, c *Call, in *putIn) (*reply[booksView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.Books().Put(ctx, caller, in.Body)
		if err != nil {
			return nil, err
		}
		wroteBy(c, done)
		return &reply[booksView]{ETag: etag(done.Revision), LogPosition: positionOf(done), Body: viewBooks(done.State)}, nil
	})
}

// wroteBy notes that a call's own events are its record, where it has any.
func wroteBy[S any](c *Call, done commands.Done[S]) {
	if !done.Nothing && !done.Replayed {
		c.wrote()
	}
}

// ledgerOf returns the books of the call's site.
func (s *Server) ledgerOf(ctx context.Context, c *Call, f Fresh) (books.Ledger, error) {
	if err := c.after(ctx, f); err != nil {
		return books.Ledger{}, err
	}
	l := s.LedgerBook.Ledger(c.Caller.Tenant, c.Caller.Site)
	if !l.Exists {
		return l, fault.New(fault.NotFound, "there are no books here; PUT /api/ledger/books/ opens them")
	}
	return l, nil
}

type accountList struct {
	Accounts []books.Account `json:"accounts" nullable:"false"`
	Counted
}

func (s *Server) registerAccounts() {
	type listIn struct {
		Sited
		Fresh
		Class  string `query:"class" enum:"asset,liability,equity,income,expense"`
		Role   string `query:"role" maxLength:"60"`
		Status string `query:"status" enum:"active,inactive" doc:"Today."`
		Q      string `query:"q" maxLength:"200" doc:"Part of code or name."`
		Paged
	}
	register(s, Operation{
		Entry: "x.9", ID: "accounts.list", Method: http.MethodGet, Path: "/api/ledger/accounts/", Surface: "ledger",
		Summary: "Accounts", Permission: "ledger:read",
	}, func(ctx context.Context, c *Call, in *listIn) (*reply[accountList], error) {
		l, err := s.ledgerOf(ctx, c, in.Fresh)
		if err != nil {
			return nil, err
		}
		today := civil.FromTime(s.Now().In(s.zone(c)))
		found := []books.Account{}
		for _, a := range l.Accounts() {
			if in.Class != "" && string(a.Class) != in.Class || in.Role != "" && a.Role != in.Role || !contains(in.Q, string(a.Code), a.Name) ||
				in.Status == "active" && !a.Active(today) || in.Status == "inactive" && a.Active(today) {
				continue
			}
			found = append(found, a)
		}
		page, next, err := pageOf(found, in.Paged, func(a books.Account) string { return string(a.Code) }, same)
		return &reply[accountList]{Body: accountList{page, counted(len(found), next)}}, err
	})

	type addIn struct {
		Sited
		Written
		Body books.SetAccount
	}
	register(s, Operation{
		Entry: "x.9", ID: "accounts.add", Method: http.MethodPost, Path: "/api/ledger/accounts/", Surface: "ledger",
		Summary: "Add an account", Permission: "accounts:manage", Status: http.StatusCreated, Errors: []int{409, 412},
	}, func(ctx context.Context, c *Call, in *addIn) (*reply[books.Account], error) {
		return s.setAccount(ctx, c, in.Written, in.Body, true)
	})

	type changeIn struct {
		Sited
		Code string `path:"code" maxLength:"20"`
		Written
		Body books.SetAccount
	}
	register(s, Operation{
		Entry: "x.9", ID: "accounts.change", Method: http.MethodPatch, Path: "/api/ledger/accounts/{code}/", Surface: "ledger",
		Summary: "Change or deactivate an account", Permission: "accounts:manage", Errors: []int{409, 412},
		Describe: "`to` is its last day, empty where it has none. An account is never deleted.",
	}, func(ctx context.Context, c *Call, in *changeIn) (*reply[books.Account], error) {
		in.Body.Code = books.Code(in.Code)
		return s.setAccount(ctx, c, in.Written, in.Body, false)
	})

	type linesIn struct {
		Sited
		Fresh
		Code    string `path:"code" maxLength:"20"`
		From    string `query:"from" format:"date" doc:"First booking date."`
		To      string `query:"to" format:"date" doc:"Last booking date."`
		AsOf    string `query:"as_of" format:"date" doc:"Booked by this day; the same as to."`
		KnownAt string `query:"known_at" maxLength:"40" doc:"Posted by this instant, or up to this log_position."`
		Paged
		Order string `query:"order" enum:"booked_on,-booked_on" default:"-booked_on"`
	}
	register(s, Operation{
		Entry: "x.9", ID: "accounts.lines", Method: http.MethodGet, Path: "/api/ledger/accounts/{code}/lines/", Surface: "ledger",
		Summary: "Posted lines of an account", Permission: "ledger:read",
	}, func(ctx context.Context, c *Call, in *linesIn) (*reply[lineList], error) {
		l, err := s.ledgerOf(ctx, c, in.Fresh)
		if err != nil {
			return nil, err
		}
		if _, ok := l.Account(books.Code(in.Code)); !ok {
			return nil, fault.New(fault.NotFound, "there is no account %s", in.Code)
		}
		if err := c.after(ctx, in.Fresh); err != nil {
			return nil, err
		}
		if in.AsOf != "" {
			in.To = in.AsOf
		}
		r, err := s.readingOf(ctx, c, in.From, in.To, in.KnownAt)
		if err != nil {
			return nil, err
		}
		found, err := readmodels.JournalLines.List(ctx, s.DB, c.Scope(), in.page(in.Order), r.Lines(in.Code)...)
		if err != nil {
			return nil, err
		}
		return &reply[lineList]{Body: lineList{viewLines(found.Rows), countedOf(found)}}, nil
	})
}

func (s *Server) setAccount(ctx context.Context, c *Call, w Written, cmd books.SetAccount, adding bool) (*reply[books.Account], error) {
	caller, err := c.writer(w)
	if err != nil {
		return nil, err
	}
	done, err := s.Books().SetAccount(ctx, caller, cmd, adding)
	if err != nil {
		return nil, err
	}
	wroteBy(c, done)
	a := &reply[books.Account]{ETag: etag(done.Revision), LogPosition: positionOf(done), Body: done.State.Account}
	if done.Nothing && !done.State.Exists {
		a.Body, _ = s.LedgerBook.Ledger(c.Caller.Tenant, c.Caller.Site).Account(cmd.Code)
	}
	if adding {
		a.Status, a.Location = http.StatusCreated, "/api/ledger/accounts/"+string(cmd.Code)+"/"
	}
	return a, nil
}
