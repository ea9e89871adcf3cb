package commands

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/civil"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/party"
	"github.com/tallystick/tallystick/domain/taxid"
	"github.com/tallystick/tallystick/domain/voucher"
)

// ProposeDocument proposes the entry of a document that no receipt brings into the
// books, and claims the document for it. Errors: fault.InvalidInput where there is no
// such document; fault.Immutable where its entry is proposed; fault.Blocked.
func (x *Receipts) ProposeDocument(ctx context.Context, c Caller, document string, said voucher.Said, request any) (Done[journal.State],
	error) {
	d, _, err := x.Read(ctx, c, document)
	if e := fault.As(err); e != nil && e.Code == fault.NotFound || err == nil && d.Site != 0 && c.Site != 0 && d.Site != c.Site {
		return Done[journal.State]{}, fault.Invalid("document_id", "there is no such document of this site")
	}
	if err != nil {
		return Done[journal.State]{}, err
	}
	if c.Site == 0 {
		c.Site = d.Site
	}
	id, err := x.entryOf(ctx, c, document)
	if err != nil {
		return Done[journal.State]{}, err
	}
	var seen uint64
	return x.Books.Propose(ctx, c, Proposed{
		EntryID: id, Request: request,
		Make: func(ctx context.Context, f booking.Facts) (journal.Proposal, error) {
			d, seen, err = x.Read(ctx, c, document)
			if err != nil {
				return journal.Proposal{}, err
			}
			known, err := x.voucherFacts(ctx, c, d, said, f)
			if err != nil {
				return journal.Proposal{}, err
			}
			return said.Propose(known, f)
		},
		Claim: func(ctx context.Context) error {
			claim := c
			claim.IdempotencyKey, claim.Command, claim.IfMatch = "", uuid.Nil, &seen
			_, err := Execute(ctx, x.Executor, claim, documentAggregate, Order[docs.State]{
				Operation: "documents.claim", Permission: "accounting:write", ID: document, Request: id,
				// Claimed again after a rejection too: a receipt may claim it at the same time.
				Decide: func(docs.State, act.Context) ([]event.Payload, error) {
					return []event.Payload{docs.Claimed{EntryID: id}}, nil
				},
			})
			return overtaken(err)
		},
	})
}

// entryOf is the id of the entry that rests on a document straight: the first that
// was not undone, or that this very call proposed before.
func (x *Receipts) entryOf(ctx context.Context, c Caller, document string) (string, error) {
	command := CommandID(c, "journal.propose")
	for n := 0; ; n++ {
		id := voucher.EntryID(document, n)
		history, err := x.Log.Load(ctx, event.Stream{Category: journal.Category.Name, Tenant: c.Tenant, ID: id}.String())
		if err != nil {
			return "", storeFault(err)
		}
		if slices.ContainsFunc(history, func(e event.Recorded) bool { return e.Meta.CommandID == command }) {
			return id, nil
		}
		undone, err := x.undone(ctx, c.Tenant, journal.Fold(history))
		if err != nil || !undone {
			return id, err
		}
	}
}

// undone reports whether a posted entry has a reversal that is posted.
func (x *Documents) undone(ctx context.Context, tenant string, s journal.State) (bool, error) {
	if s.Status != journal.Posted {
		return false, nil
	}
	history, err := x.Log.Load(ctx, event.Stream{Category: journal.Category.Name, Tenant: tenant, ID: ReversalID(s.ID)}.String())
	return journal.Fold(history).Status == journal.Posted, storeFault(err)
}

// entryHolding is the entry that holds a document without a receipt; "" = none does.
// One that was rejected or undone holds nothing; one that is not there yet does.
func (x *Documents) entryHolding(ctx context.Context, tenant string, d docs.State) (string, error) {
	if d.ClaimedEntry == "" {
		return "", nil
	}
	history, err := x.Log.Load(ctx, event.Stream{Category: journal.Category.Name, Tenant: tenant, ID: d.ClaimedEntry}.String())
	if err != nil {
		return "", storeFault(err)
	}
	s := journal.Fold(history)
	if undone, err := x.undone(ctx, tenant, s); err != nil || undone || s.Status == journal.Rejected {
		return "", err
	}
	return d.ClaimedEntry, nil
}

// voucherFacts is what a document is read with.
func (x *Receipts) voucherFacts(ctx context.Context, c Caller, d docs.State, said voucher.Said, f booking.Facts) (voucher.Facts, error) {
	out := voucher.Facts{Document: d, Today: x.Books.Today(c.Tenant, c.Site, x.Now())}
	held, err := (&Settings{Executor: x.Executor}).On(ctx, c.Tenant, c.Site, out.Today)
	if err != nil {
		return out, err
	}
	if s := held.Seller; s != nil {
		out.Own = voucher.Own{Names: []string{s.LegalName, s.TradingName}, TaxIDs: []string{s.TaxID, s.TaxNumber}}
	}
	if out.HeldBy, err = x.holder(ctx, c, d.ClaimedBy, "", ""); err != nil {
		return out, err
	}
	if out.Party, err = x.partyOf(ctx, c, d, said, out.Own); err != nil {
		return out, err
	}
	config, _, err := x.Intake(ctx, c.Tenant, c.Site)
	if err != nil {
		return out, err
	}
	field := func(name string) string { v, _ := d.Field(name); return v.Value.Plain }
	out.FourEyes = config.FourEyes(field(reading.Gross), field(reading.Currency))
	on := out.Today
	if day, err := civil.Parse(field(reading.Date)); err == nil {
		on = day
	}
	out.Registered = f.Registered(f.Books.Country, on)
	var jurisdiction string
	if out.Country, jurisdiction, err = x.places(ctx, c, c.Site); err != nil {
		return out, err
	}
	out.Rates, _ = rates.Held(issuerCountry(said, field(reading.IssuerTaxID), out), on)
	if said.Category == "" && jurisdiction != "" {
		r, err := x.classified(ctx, c.Tenant, c.Site, wordsOfDocument(d, Classify{Jurisdiction: jurisdiction, Year: on.Year()}))
		if err != nil {
			return out, err
		}
		out.Classified, out.Score = r.CategoryID, r.Score
	}
	return out, nil
}

// issuerCountry is where who issued a document is, by whose rates its tax is told.
func issuerCountry(said voucher.Said, taxID string, f voucher.Facts) string {
	for _, country := range []string{said.Country, taxid.CountryOf(taxID)} {
		if country != "" {
			return country
		}
	}
	if f.Party != nil && f.Party.Country != "" {
		return f.Party.Country
	}
	return f.Country
}

// partyOf is the other party of a document: the one that is named, else the only one
// with its tax number, else with its name; nil = nobody known.
func (x *Receipts) partyOf(ctx context.Context, c Caller, d docs.State, said voucher.Said, own voucher.Own) (*voucher.Party, error) {
	field := func(name string) string { v, _ := d.Field(name); return v.Value.Plain }
	id := said.PartyID
	if id == "" {
		name, number := field(reading.Merchant), field(reading.IssuerTaxID)
		if name == "" {
			name = field(reading.Issuer)
		}
		if own.Is(field(reading.Issuer), number) {
			name, number = field(reading.Buyer), ""
		}
		found, err := x.DB.PartiesKnown(ctx, c.Tenant, c.Site, taxid.Forms(number), name)
		if err != nil || len(found) != 1 {
			return nil, err
		}
		id = found[0]
	}
	c.Site = 0
	s, _, err := x.Books.Party(ctx, c, id)
	if e := fault.As(err); e != nil && e.Code == fault.NotFound {
		return nil, nil // the entry's own check names a party that is not there
	}
	if err != nil {
		return nil, err
	}
	return partyKnown(s), nil
}

func partyKnown(s party.State) *voucher.Party {
	p := voucher.Party{ID: s.ID, Country: s.Country, Status: s.Status, Account: s.Account}
	for _, a := range s.BankAccounts {
		p.IBANs = append(p.IBANs, a.IBAN)
	}
	for _, t := range s.TaxIDs {
		if t.Kind == "vat" || p.TaxID == "" {
			p.TaxID = t.Number
		}
	}
	return &p
}
