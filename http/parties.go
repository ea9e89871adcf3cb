package http

import (
	"context"
	"net/http"
	"reflect"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/party"
	"github.com/tallystick/tallystick/readmodels"
)

// partyView is a party.
type partyView struct {
	ID   string `json:"id"`
	Site int64  `json:"site" doc:"0: tenant-wide."`
	party.Details
	RecordStatus string    `json:"record_status" enum:"active,merged,forgotten"`
	MergedInto   string    `json:"merged_into"`
	MergedReason string    `json:"merge_reason"`
	Revision     int       `json:"revision"`
	CreatedAt    time.Time `json:"created_at"`
	CreatedBy    string    `json:"created_by"`
	UpdatedAt    time.Time `json:"updated_at"`
}

func viewParty(s party.State) partyView {
	v := partyView{ID: s.ID, Site: s.Site, Details: s.Details, RecordStatus: "active", MergedInto: s.MergedInto, MergedReason: s.Reason.Plain,
		Revision:  s.Events,
		CreatedAt: s.CreatedAt, CreatedBy: s.CreatedBy, UpdatedAt: s.UpdatedAt}
	switch {
	case s.MergedInto != "":
		v.RecordStatus = "merged"
	case s.Forgotten:
		v.RecordStatus = "forgotten"
	}
	return v
}

// partyPatch changes what it names; lists are replaced whole.
type partyPatch struct {
	Name         *string              `json:"name,omitempty" minLength:"1" maxLength:"200"`
	Roles        []party.Role         `json:"roles,omitempty" maxItems:"3"`
	Country      *string              `json:"country,omitempty" pattern:"^[A-Z]{2}$"`
	Status       *string              `json:"status,omitempty" enum:"business,consumer"`
	Addresses    *[]party.Address     `json:"addresses,omitempty" maxItems:"20"`
	TaxIDs       *[]party.TaxID       `json:"tax_ids,omitempty" maxItems:"10"`
	BankAccounts *[]party.BankAccount `json:"bank_accounts,omitempty" maxItems:"20"`
	Email        *string              `json:"email,omitempty" maxLength:"254"`
	Phone        *string              `json:"phone,omitempty" maxLength:"40"`
	TermsDays    *int                 `json:"terms_days,omitempty" minimum:"0" maximum:"365"`
	Account      *string              `json:"account,omitempty" maxLength:"20"`
	Note         *string              `json:"note,omitempty" maxLength:"4000"`
	MergeInto    string               `json:"merge_into,omitempty" maxLength:"32" doc:"The party that this one is; with reason, and nothing else."`
	Reason       string               `json:"reason,omitempty" maxLength:"2000"`
}

func (p partyPatch) apply(d party.Details) (party.Details, error) {
	put(&d.Name, p.Name)
	put(&d.Country, p.Country)
	put(&d.Status, p.Status)
	put(&d.Addresses, p.Addresses)
	put(&d.TaxIDs, p.TaxIDs)
	put(&d.BankAccounts, p.BankAccounts)
	put(&d.Email, p.Email)
	put(&d.Phone, p.Phone)
	put(&d.TermsDays, p.TermsDays)
	put(&d.Account, p.Account)
	put(&d.Note, p.Note)
	if p.Roles != nil {
		d.Roles = p.Roles
	}
	return d, nil
}

// faults names what does not go together: a merge says nothing else of the party.
func (p partyPatch) faults() error {
	if p.MergeInto == "" && p.Reason != "" {
		return fault.Invalid("reason", "goes with merge_into")
	}
	merge, rest := p.MergeInto, p
	rest.MergeInto, rest.Reason = "", ""
	if merge != "" && !reflect.DeepEqual(rest, partyPatch{}) {
		return fault.Invalid("merge_into", "goes with reason, and with nothing else")
	}
	return nil
}

// put overwrites what a change names.
func put[T any](field *T, change *T) {
	if change != nil {
		*field = *change
	}
}

func (s *Server) registerParties() {
	type listIn struct {
		Sited
		Paged
		Fresh
		Status string `query:"status" enum:"active,merged" doc:"Of the record."`
		Role   string `query:"role" enum:"customer,supplier,client"`
		Q      string `query:"q" maxLength:"200" doc:"Part of name, e-mail address, tax number or bank account."`
		Order  string `query:"order" enum:"name,-name,created_at,-created_at,updated_at,-updated_at" default:"name"`
	}
	type partyList struct {
		Parties []readmodels.PartyRow `json:"parties" nullable:"false"`
		Counts  map[string]int64      `json:"status_counts"`
		Counted
	}
	register(s, Operation{
		Entry: "x.19", ID: "parties.list", Method: http.MethodGet, Path: "/api/parties/", Surface: "ledger",
		Summary: "List customers, suppliers and clients", Permission: "parties:read",
	}, func(ctx context.Context, c *Call, in *listIn) (*reply[partyList], error) {
		if err := c.after(ctx, in.Fresh); err != nil {
			return nil, err
		}
		conds := []readmodels.Cond{readmodels.Search(in.Q), readmodels.HasRole(in.Role)}
		counts, err := readmodels.Parties.Tally(ctx, s.DB, c.Scope(), "status", conds...)
		if err != nil {
			return nil, err
		}
		found, err := readmodels.Parties.List(ctx, s.DB, c.Scope(), in.page(in.Order), append(conds, readmodels.Is("status", in.Status))...)
		if err != nil {
			return nil, err
		}
		return &reply[partyList]{Body: partyList{found.Rows, counts, countedOf(found)}}, nil
	})

	type addIn struct {
		Sited
		Written
		Body party.Details
	}
	register(s, Operation{
		Entry: "x.19", ID: "parties.add", Method: http.MethodPost, Path: "/api/parties/", Surface: "ledger",
		Summary: "Add a customer, supplier or client", Permission: "parties:write", Status: http.StatusCreated, Errors: []int{409},
	}, func(ctx context.Context, c *Call, in *addIn) (*reply[partyView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.Books().WriteParty(ctx, caller, "", in.Body, func(party.Details) (party.Details, error) { return in.Body, nil })
		if err != nil {
			return nil, err
		}
		a := answerParty(c, done)
		a.Status, a.Location = http.StatusCreated, "/api/parties/"+done.ID+"/"
		return a, nil
	})
	s.registerParty()
}

// PartyPath names one party.
type PartyPath struct {
	Sited
	PartyID string `path:"party_id" maxLength:"64"`
}

func answerParty(c *Call, done commands.Done[party.State]) *reply[partyView] {
	wroteBy(c, done)
	return &reply[partyView]{ETag: etag(done.Revision), LogPosition: positionOf(done), Body: viewParty(done.State)}
}

func (s *Server) registerParty() {
	register(s, Operation{
		Entry: "x.19", ID: "parties.read", Method: http.MethodGet, Path: "/api/parties/{party_id}/", Surface: "ledger",
		Summary: "A customer, supplier or client", Permission: "parties:read",
	}, func(ctx context.Context, c *Call, in *struct{ PartyPath }) (*reply[partyView], error) {
		state, revision, err := s.Books().Party(ctx, c.Caller, in.PartyID)
		if err != nil {
			return nil, err
		}
		return &reply[partyView]{ETag: etag(revision), Body: viewParty(state)}, nil
	})

	type changeIn struct {
		PartyPath
		Written
		Body partyPatch
	}
	register(s, Operation{
		Entry: "x.19", ID: "parties.change", Method: http.MethodPatch, Path: "/api/parties/{party_id}/", Surface: "ledger",
		Summary: "Change a party, or merge it into another", Permission: "parties:write", Errors: []int{409, 412, 422},
		Describe: "A bank account keeps the day on which it was first seen.",
	}, func(ctx context.Context, c *Call, in *changeIn) (*reply[partyView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		var done commands.Done[party.State]
		if err := in.Body.faults(); err != nil {
			return nil, err
		}
		if in.Body.MergeInto != "" {
			done, err = s.Books().MergeParty(ctx, caller, in.PartyID, party.Merge{Into: in.Body.MergeInto, Reason: in.Body.Reason})
		} else {
			done, err = s.Books().WriteParty(ctx, caller, in.PartyID, in.Body, in.Body.apply)
		}
		if err != nil {
			return nil, err
		}
		return answerParty(c, done), nil
	})

	type openIn struct {
		PartyPath
		Fresh
		AsOf civil.Date `query:"as_of" format:"date" doc:"For the age of items; left out: today."`
	}
	register(s, Operation{
		Entry: "x.19", ID: "parties.open_items", Method: http.MethodGet, Path: "/api/parties/{party_id}/open-items/", Surface: "ledger",
		Summary: "Open items of a party, with their age", Permission: "ledger:read",
		Describe: "Items of the books of the site on the accounts for customers and suppliers, of the party and of those that were merged into it.",
	}, func(ctx context.Context, c *Call, in *openIn) (*reply[openItems], error) {
		return s.openItems(ctx, c, in.PartyID, in.Fresh, in.AsOf)
	})
}

// openItem is what is left of a line.
type openItem struct {
	Line     string     `json:"line" doc:"<entry id>/<line from 1>, as a payment names it."`
	Account  string     `json:"account"`
	Side     string     `json:"side" enum:"debit,credit"`
	Date     civil.Date `json:"date" format:"date"`
	DueOn    civil.Date `json:"due_on" format:"date" doc:"By the party's terms."`
	DaysOver int        `json:"days_overdue"`
	Currency string     `json:"currency"`
	Amount   string     `json:"amount"`
	Open     string     `json:"open_amount"`
	BaseOpen string     `json:"open_base_amount"`
}

// openItems are a party's, with sums by age.
type openItems struct {
	Items  []openItem           `json:"open_items" nullable:"false"`
	Ageing map[string]money.Dec `json:"ageing" doc:"In base currency, debits less credits: not_due, 1_30, 31_60, 61_90, over_90."`
	Counted
}

func (s *Server) openItems(ctx context.Context, c *Call, id string, f Fresh, asOf civil.Date) (*reply[openItems], error) {
	p, _, err := s.Books().Party(ctx, c.Caller, id)
	if err != nil {
		return nil, err
	}
	if c.Caller.Site == 0 {
		c.Caller.Site = p.Site // its items stand in the books of its site
	}
	l, err := s.ledgerOf(ctx, c, f)
	if err != nil {
		return nil, err
	}
	if asOf.IsZero() {
		asOf = civil.FromTime(s.Now().In(s.zone(c)))
	}
	var accounts []string
	for _, a := range l.Accounts() {
		if a.Role == "receivable" || a.Role == "payable" {
			accounts = append(accounts, string(a.Code))
		}
	}
	parties, err := s.DB.MergedParties(ctx, c.Caller.Tenant, id)
	if err != nil {
		return nil, err
	}
	rows, err := s.DB.OpenLines(ctx, c.Scope(), []string{}, accounts, parties)
	if err != nil {
		return nil, err
	}
	out := openItems{Items: []openItem{}, Ageing: map[string]money.Dec{"not_due": {}, "1_30": {}, "31_60": {}, "61_90": {}, "over_90": {}}}
	for _, r := range rows {
		due := r.Date.AddDays(p.TermsDays)
		x := openItem{r.ID, r.Account, r.Side, r.Date, due, max(0, due.DaysUntil(asOf)), r.Currency, r.Amount, r.Left, r.BaseLeft}
		base, err := money.Parse(r.BaseLeft)
		if err != nil {
			return nil, fault.Wrap(err, fault.Internal, "an amount of the ledger cannot be read")
		}
		if r.Side == "credit" {
			base = base.Neg()
		}
		bucket := ageOf(x.DaysOver)
		out.Ageing[bucket] = out.Ageing[bucket].Add(base)
		out.Items = append(out.Items, x)
	}
	out.Counted = counted(len(out.Items), nil)
	return &reply[openItems]{Body: out}, nil
}

// ageOf names the bucket of an age in days.
func ageOf(days int) string {
	switch {
	case days <= 0:
		return "not_due"
	case days <= 30:
		return "1_30"
	case days <= 60:
		return "31_60"
	case days <= 90:
		return "61_90"
	}
	return "over_90"
}
