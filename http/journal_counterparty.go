package http

import (
	"context"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/country"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/filing"
	"github.com/tallystick/tallystick/domain/journal"
)

// otherParty is who is on the other side of an entry.
type otherParty struct {
	Country string `json:"country,omitempty" pattern:"^([A-Z]{2})?$" patternDescription:"a country" doc:"Where they are established; left out: that of the number."`
	TaxID   string `json:"tax_id,omitempty" maxLength:"40" doc:"Of VAT, with its country's letters. It must pass its country's check."`
}

func (o *otherParty) faults() error {
	var bad fault.Fields
	if o.Country != "" && !country.Is(o.Country) {
		bad.Add("counterparty.country", "the ISO 3166-1 code of a country")
	}
	known := filing.PartnerOf(o.Country, "", "", o.TaxID)
	if o.TaxID != "" && (known.Wrong || known.Country == "") {
		bad.Add("counterparty.tax_id", "a VAT number that passes its country's check, with the country's letters")
	}
	if o.Country == "" && o.TaxID == "" {
		bad.Add("counterparty", "a country or a VAT number")
	}
	return bad.Err()
}

// said is who is on the other side as the domain takes them, the number as its country writes it.
func (o *otherParty) said() booking.Counterparty {
	if o == nil {
		return booking.Counterparty{}
	}
	return booking.Counterparty{Country: o.Country, TaxID: filing.PartnerOf(o.Country, "", "", o.TaxID).TaxID}
}

// proposed is the entry of a transaction of which more is known than it says.
func (s *Server) proposed(ctx context.Context, c commands.Caller, known, said booking.Transaction, f booking.Facts) (
	journal.Proposal, error,
) {
	f, err := s.Books().Consulted(ctx, c, f, known.Counterparty.Consultation)
	if err != nil {
		return journal.Proposal{}, err
	}
	p, err := booking.Propose(known, f)
	p.Other.TaxID = said.Counterparty.Kept().TaxID
	return p, err
}
