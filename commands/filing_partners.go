package commands

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/tallystick/tallystick/domain/filing"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/party"
	"github.com/tallystick/tallystick/readmodels"
)

// partners finds who is on the other side of lines, each once.
type partners struct {
	x     *Feeds
	c     Caller
	known map[string]filing.Partner // by entry
	at    time.Time                 // what was posted later says nothing; zero = now
}

// of is what the entry's order says, else the party of its lines, else what the entry says
// itself, or the one that it reverses or that reverses it.
func (p partners) of(ctx context.Context, row readmodels.FilingRow) (filing.Partner, error) {
	if found, ok := p.known[row.EntryID]; ok {
		return found, nil
	}
	ordered, err := p.ordered(ctx, row.LedgerEntryID)
	if err != nil {
		return ordered, err
	}
	out := ordered
	if !out.Whole() {
		party, err := p.party(ctx, row.PartyOfEntry)
		if err != nil {
			return out, err
		}
		out = out.Or(party)
	}
	if !out.Whole() {
		stated, err := p.stated(ctx, row.EntryID)
		if err != nil {
			return out, err
		}
		out = out.Or(stated)
	}
	p.known[row.EntryID] = out
	return out, nil
}

// party is what a party's record says, of a merged one that of the one that stays; "" = nothing.
func (p partners) party(ctx context.Context, id string) (out filing.Partner, err error) {
	if id == "" {
		return out, nil
	}
	books, c := &Books{Executor: p.x.Executor}, p.c
	c.Site = 0
	s, _, err := books.Party(ctx, c, id)
	for range mergesMax {
		if err != nil || s.MergedInto == "" {
			break
		}
		s, _, err = books.Party(ctx, c, s.MergedInto)
	}
	if err != nil {
		return out, unlessAbsent(err)
	}
	country, region := s.Country, ""
	for _, a := range s.Addresses {
		country = cmp.Or(country, a.Country)
		if a.Country == country {
			region = cmp.Or(region, a.Region)
		}
	}
	var number party.TaxID
	if at := slices.IndexFunc(s.TaxIDs, func(t party.TaxID) bool { return t.Kind == "" || t.Kind == "vat" }); at >= 0 {
		number = s.TaxIDs[at]
	}
	return filing.PartnerOf(country, region, number.Country, number.Number), nil
}

// ordered is what the last version of an order says of its buyer; "" = nothing.
func (p partners) ordered(ctx context.Context, id string) (out filing.Partner, err error) {
	if id == "" {
		return out, nil
	}
	c := p.c
	c.Site = 0
	s, _, err := (&Books{Executor: p.x.Executor}).CommerceEntry(ctx, c, id)
	if err != nil {
		return out, unlessAbsent(err)
	}
	if said, ok := s.Latest().Order(); ok {
		region := ""
		if said.Buyer.Address != nil {
			region = said.Buyer.Address.Region
		}
		out = filing.PartnerOf(said.Buyer.Country, region, said.Buyer.TaxIDCountry, said.Buyer.TaxID)
	}
	return out, nil
}

// stated is what an entry says of its counterparty: of a reversal and what it undoes,
// either speaks for both, as far as the books had it then.
func (p partners) stated(ctx context.Context, id string) (filing.Partner, error) {
	books, c := &Books{Executor: p.x.Executor}, p.c
	c.Site = 0
	var out filing.Partner
	for _, id := range []string{id, ReversalID(id)} {
		s, _, err := books.Entry(ctx, c, id)
		if absent(err) {
			continue
		}
		if err != nil {
			return out, err
		}
		if s.Posting == nil || !p.at.IsZero() && s.Posting.At.After(p.at) {
			continue
		}
		said, err := p.said(ctx, c, s)
		if err != nil {
			return out, err
		}
		if out = out.Or(said); s.Reverses == "" || out.Whole() {
			continue
		}
		undone, _, err := books.Entry(ctx, c, s.Reverses)
		if err == nil {
			said, err = p.said(ctx, c, undone)
			out = out.Or(said)
		}
		if err = unlessAbsent(err); err != nil {
			return out, err
		}
	}
	return out, nil
}

// said is what one entry says of its counterparty, or the invoice that it books.
func (p partners) said(ctx context.Context, c Caller, s journal.State) (filing.Partner, error) {
	out := filing.PartnerOf(s.Other.Country, "", "", s.Other.TaxID.Plain)
	at := slices.IndexFunc(s.Sources, func(x journal.Source) bool { return x.Kind == "invoice" })
	if at < 0 || out.Whole() {
		return out, nil
	}
	invoice, err := (&Books{Executor: p.x.Executor}).invoice(ctx, c, s.Sources[at].ID)
	if err != nil {
		return out, unlessAbsent(err)
	}
	if d, ok := invoice.Document(); ok {
		out = out.Or(filing.PartnerOf(d.Buyer.Address.Country, d.Buyer.Address.Region, d.Buyer.TaxIDCountry, d.Buyer.TaxID))
	}
	return out, nil
}

// unlessAbsent is nil where a record is not there, or the caller may not see it.
func unlessAbsent(err error) error {
	if absent(err) {
		return nil
	}
	return err
}
