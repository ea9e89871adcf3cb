package http

import "github.com/tallystick/tallystick/domain/commerce"

// The five kinds, as they are shown: the last version, and all of them where
// one record is asked for.
type (
	regionView struct {
		RecordHead
		commerce.Region
		Versions []recordVersion[commerce.Region] `json:"versions,omitempty" nullable:"false"`
	}
	rateView struct {
		RecordHead
		commerce.Rate
		Versions []recordVersion[commerce.Rate] `json:"versions,omitempty" nullable:"false"`
	}
	ruleView struct {
		RecordHead
		commerce.Rule
		Versions []recordVersion[commerce.Rule] `json:"versions,omitempty" nullable:"false"`
	}
	registrationView struct {
		RecordHead
		commerce.Registration
		Versions []recordVersion[commerce.Registration] `json:"versions,omitempty" nullable:"false"`
	}
	exemptionView struct {
		RecordHead
		commerce.Exemption
		Versions []recordVersion[commerce.Exemption] `json:"versions,omitempty" nullable:"false"`
	}
)

func (s *Server) registerCommerce() {
	registerRecords[placedListIn](s, recordKind[commerce.Region, regionView]{
		"23.1", "regions", "a tax region", "tax regions", "Where the merchant sells, what holds there, and who computes it.", commerce.Regions,
		func(h RecordHead, c commerce.Region, v []recordVersion[commerce.Region]) regionView {
			return regionView{h, c, v}
		},
	})
	registerRecords[regionalListIn](s, recordKind[commerce.Rate, rateView]{
		"23.2", "rates", "a rate of the tenant's own", "rates of the tenant's own", "It caps the coverage of what rests on it at draft, and is named in every result.",
		commerce.Rates,
		func(h RecordHead, c commerce.Rate, v []recordVersion[commerce.Rate]) rateView {
			return rateView{h, c, v}
		},
	})
	registerRecords[regionalListIn](s, recordKind[commerce.Rule, ruleView]{
		"23.3", "rules", "a tax rule", "tax rules", "Gives products their tax category where a cart's line names none.", commerce.Rules,
		func(h RecordHead, c commerce.Rule, v []recordVersion[commerce.Rule]) ruleView {
			return ruleView{h, c, v}
		},
	})
	registerRecords[placedListIn](s, recordKind[commerce.Registration, registrationView]{
		"23.4", "registrations", "a merchant registration", "merchant registrations",
		"With a tax authority, or the statement that the merchant need not collect there.", commerce.Registrations,
		func(h RecordHead, c commerce.Registration, v []recordVersion[commerce.Registration]) registrationView {
			return registrationView{h, c, v}
		},
	})
	registerRecords[customerListIn](s, recordKind[commerce.Exemption, exemptionView]{
		"23.5", "exemptions", "an exemption", "exemptions", "A customer's certificate for US states.", commerce.Exemptions,
		func(h RecordHead, c commerce.Exemption, v []recordVersion[commerce.Exemption]) exemptionView {
			return exemptionView{h, c, v}
		},
	})
	s.registerCommerceCheckout()
	s.registerReversals()
}
