package http

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/readmodels"
)

// pushBody is a push of orders.
type pushBody struct {
	Source string         `json:"source" minLength:"1" maxLength:"60" pattern:"^[a-z0-9_-]+$" patternDescription:"lower-case letters, digits, - and _" example:"webshop"`
	Orders []orders.Order `json:"orders" minItems:"1" maxItems:"500"`
}

type pushIn struct {
	Sited
	Written
	Body pushBody
}

// takenView is what became of one order of a push.
type takenView struct {
	ID             string          `json:"id"`
	SourceRef      string          `json:"source_ref"`
	Status         string          `json:"status" enum:"pending,recorded,difference,voided,unchanged"`
	JournalEntryID *string         `json:"journal_entry_id"`
	Blockers       []fault.Blocker `json:"blockers" nullable:"false" doc:"Why it is not booked yet."`
}

type pushed struct {
	Entries []takenView      `json:"entries" nullable:"false"`
	Counts  map[string]int64 `json:"status_counts"`
}

// orderView is an entry of the commerce ledger.
type orderView struct {
	ID             string             `json:"id"`
	Site           int64              `json:"site"`
	Status         string             `json:"status" enum:"pending,recorded,posted,difference,missing_at_source,voided"`
	Revision       int                `json:"revision" doc:"How many versions it has."`
	Source         string             `json:"source"`
	SourceRef      string             `json:"source_ref"`
	Kind           orders.Kind        `json:"kind"`
	PlacedAt       time.Time          `json:"placed_at"`
	BookedOn       civil.Date         `json:"booked_on" format:"date"`
	Currency       string             `json:"currency"`
	Net            string             `json:"net"`
	Gross          string             `json:"gross"`
	Order          *orders.Order      `json:"order" doc:"The version in force, whole; null when it was forgotten."`
	TaxCheck       orders.TaxCheck    `json:"tax_check"`
	SnapshotID     string             `json:"snapshot_id"`
	InvoiceID      string             `json:"invoice_id"`
	JournalEntryID *string            `json:"journal_entry_id"`
	Versions       []OrderVersionView `json:"versions" nullable:"false"`
	SupersededBy   string             `json:"superseded_by" doc:"Of a checkout that a source reports as an order: the entry that stands for it. Empty: none."`
	Differences    []orderDiffView    `json:"differences" nullable:"false"`
	CreatedAt      time.Time          `json:"created_at"`
	CreatedBy      string             `json:"created_by"`
	UpdatedAt      time.Time          `json:"updated_at"`
}

// OrderVersionView is what the source said once.
type OrderVersionView struct {
	SHA256 string        `json:"sha256"`
	Net    string        `json:"net"`
	Taxes  []booking.Tax `json:"taxes" nullable:"false"`
	Gross  string        `json:"gross"`
	At     time.Time     `json:"recorded_at"`
	By     string        `json:"recorded_by"`
	// Document is where it stands.
	Document string `json:"document_id" doc:"The file in which it stands; empty: in none."`
}

type orderDiffView struct {
	Fields    []string `json:"fields" nullable:"false"`
	Decision  string   `json:"decision" enum:",keep,take" doc:"keep: ours stayed; take: the source's word was taken. Empty: it waits, another came after it, or the source withdrew it."`
	DecidedBy string   `json:"decided_by" doc:"Empty: nobody."`
	Reason    string   `json:"reason" doc:"Empty: none was given, or it was forgotten."`
	OrderVersionView
}

func viewVersion(v orders.Version) OrderVersionView {
	return OrderVersionView{v.SHA256, v.Net.String(), v.Taxes, v.Gross.String(), v.At, v.By, v.DocumentID}
}

func (s *Server) registerOrders() {
	register(s, Operation{
		Entry: "x.12", ID: "orders.push", Method: http.MethodPost, Path: "/api/ledger/orders/", Surface: "ledger", BodyMax: 8 << 20,
		Summary: "Push orders, refunds, payouts and fees of a source", Permission: "ledger:write", Errors: []int{409, 422},
		Describe: "At most 500, of at most 1000 lines and 400 kB each. Each is one entry by source, kind and source_ref: said again alike it changes nothing, so that a push may be repeated. " +
			"What is posted never changes; what the source then says otherwise is a difference. An order that cannot be booked waits, and says why. " +
			"A tax that the source left out for what the buyer is, is booked as reported: without a stored consultation the entry says `buyer_evidence_reported`, and `tax_check` is not_computable.",
	}, s.pushOrders)
	s.registerResync()

	type listIn struct {
		Sited
		Paged
		Fresh
		Dated
		Status    string `query:"status" enum:"pending,recorded,posted,difference,missing_at_source,voided"`
		Source    string `query:"source" maxLength:"60"`
		SourceRef string `query:"source_ref" maxLength:"120"`
		Kind      string `query:"kind" enum:"order,refund,payout,fee"`
		TaxCheck  string `query:"tax_check" enum:"agrees,differs,not_computable"`
		Q         string `query:"q" maxLength:"200" doc:"Part of id, source_ref or buyer."`
		Order     string `query:"order" enum:"placed_at,-placed_at,created_at,-created_at,updated_at,-updated_at" default:"-placed_at"`
	}
	type orderList struct {
		Entries []readmodels.OrderRow `json:"entries" nullable:"false"`
		Counts  map[string]int64      `json:"status_counts" doc:"Entries of each status, whatever status is asked for."`
		Counted
	}
	register(s, Operation{
		Entry: "12.1", ID: "ledger.list", Method: http.MethodGet, Path: "/api/ledger/entries/", Surface: "ledger",
		Summary: "List the commerce ledger", Permission: "ledger:read",
	}, func(ctx context.Context, c *Call, in *listIn) (*reply[orderList], error) {
		if err := c.after(ctx, in.Fresh); err != nil {
			return nil, err
		}
		from, to, err := in.Dated.instants(s.zone(c))
		if err != nil {
			return nil, err
		}
		conds := append(readmodels.Between("placed_at", from, to), readmodels.Is("source", in.Source), readmodels.Is("source_ref", in.SourceRef),
			readmodels.Is("kind", in.Kind), readmodels.Is("tax_check", in.TaxCheck), readmodels.Search(in.Q))
		counts, err := readmodels.CommerceEntries.Tally(ctx, s.DB, c.Scope(), "status", conds...)
		if err != nil {
			return nil, err
		}
		found, err := readmodels.CommerceEntries.List(ctx, s.DB, c.Scope(), in.page(in.Order),
			append(conds, readmodels.Is("status", in.Status))...)
		if err != nil {
			return nil, err
		}
		return &reply[orderList]{Body: orderList{found.Rows, counts, countedOf(found)}}, nil
	})

	type readIn struct {
		Sited
		Fresh
		EntryID string `path:"entry_id" maxLength:"64"`
	}
	register(s, Operation{
		Entry: "12.2", ID: "ledger.read", Method: http.MethodGet, Path: "/api/ledger/entries/{entry_id}/", Surface: "ledger",
		Summary: "An entry of the commerce ledger", Permission: "ledger:read",
	}, func(ctx context.Context, c *Call, in *readIn) (*reply[orderView], error) {
		if err := c.after(ctx, in.Fresh); err != nil {
			return nil, err
		}
		return s.readOrder(ctx, c, in.EntryID)
	})
}

func (s *Server) pushOrders(ctx context.Context, c *Call, in *pushIn) (*reply[pushed], error) {
	caller, err := c.writer(in.Written)
	if err != nil {
		return nil, err
	}
	var bad fault.Fields
	if in.Body.Source == orders.Checkouts {
		bad.Add("source", "%q is what checkouts that are committed here come from by themselves", orders.Checkouts)
	}
	seen := map[string]bool{}
	for i := range in.Body.Orders {
		o := &in.Body.Orders[i]
		if o.Kind == "" {
			o.Kind = orders.Sale
		}
		at := fmt.Sprintf("orders[%d].", i)
		o.Faults(&bad, at, s.Now())
		if key := string(o.Kind) + " " + o.SourceRef; seen[key] {
			bad.Add(at+"source_ref", "%s stands twice in this push", key)
		} else {
			seen[key] = true
		}
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	if err := s.Books().BindPush(ctx, caller, in.Body); err != nil {
		return nil, err
	}
	out := pushed{Entries: []takenView{}, Counts: map[string]int64{}}
	var last event.Position
	for _, o := range in.Body.Orders {
		taken, err := s.Books().TakeOrder(ctx, caller, in.Body.Source, o)
		if taken.Appended {
			c.wrote()
		}
		if err != nil {
			return nil, err
		}
		v := takenView{ID: taken.ID, SourceRef: o.SourceRef, Status: taken.Status, Blockers: taken.Blockers}
		if v.Blockers == nil {
			v.Blockers = []fault.Blocker{}
		}
		if taken.JournalEntryID != "" {
			v.JournalEntryID = &taken.JournalEntryID
		}
		out.Entries = append(out.Entries, v)
		out.Counts[v.Status]++
		if last.Less(taken.Position) {
			last = taken.Position
		}
	}
	a := &reply[pushed]{Body: out}
	if last != (event.Position{}) {
		a.LogPosition = logPosition(last)
	}
	return a, nil
}

func (s *Server) readOrder(ctx context.Context, c *Call, id string) (*reply[orderView], error) {
	state, revision, err := s.Books().CommerceEntry(ctx, c.Caller, id)
	if err != nil {
		return nil, err
	}
	check, err := s.Books().TaxCheckOf(ctx, c.Caller, state)
	if err != nil {
		return nil, err
	}
	latest := state.Latest()
	v := orderView{ID: state.ID, Site: state.Site, Status: "pending", Revision: len(state.Versions), Source: state.Source,
		SourceRef: state.SourceRef, Kind: state.Kind,
		PlacedAt: latest.PlacedAt, Currency: latest.Currency, Net: latest.Net.String(), Gross: latest.Gross.String(),
		TaxCheck:   check,
		SnapshotID: latest.SnapshotID, SupersededBy: state.SupersededBy,
		Versions: []OrderVersionView{}, Differences: []orderDiffView{}, CreatedAt: state.CreatedAt,
		CreatedBy: state.CreatedBy,
		UpdatedAt: state.UpdatedAt}
	if o, ok := latest.Order(); ok {
		v.Order = &o
	}
	for _, x := range state.Versions {
		v.Versions = append(v.Versions, viewVersion(x))
	}
	for i, x := range state.Differences {
		v.Differences = append(v.Differences, orderDiffView{Fields: state.DifferentFields[i], OrderVersionView: viewVersion(x)})
	}
	for _, d := range state.Decisions {
		said := &v.Differences[d.Difference]
		said.Decision, said.DecidedBy, said.Reason = string(d.Choice), d.By, d.Reason.Plain
	}
	entry, _, err := s.Books().Entry(ctx, c.Caller, state.JournalID())
	switch {
	case err == nil:
		v.JournalEntryID, v.BookedOn, v.Status = &entry.ID, entry.Date, "recorded"
		if entry.Status == journal.Posted {
			v.Status = "posted"
		}
	case fault.As(err) == nil || fault.As(err).Code != fault.NotFound:
		return nil, err
	}
	if state.Missing {
		v.Status = "missing_at_source"
	} else if state.Voided || state.SupersededBy != "" {
		v.Status = "voided"
	} else if state.DifferenceOpen {
		v.Status = "difference"
	}
	if row, ok, err := readmodels.CommerceEntries.Find(ctx, s.DB, c.Scope(), id); err == nil && ok {
		v.InvoiceID = row.InvoiceID
	}
	if v.InvoiceID == "" {
		invoices, err := s.Books().InvoicesOf(ctx, c.Caller.Tenant, state)
		if err != nil {
			return nil, err
		}
		if len(invoices) > 0 {
			v.InvoiceID = invoices[0]
		}
	}
	return &reply[orderView]{ETag: etag(revision), Body: v}, nil
}
