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

type (
	regionList struct {
		Regions []regionView `json:"regions" nullable:"false"`
		Counted
	}
	rateList struct {
		Rates []rateView `json:"rates" nullable:"false"`
		Counted
	}
	ruleList struct {
		Rules []ruleView `json:"rules" nullable:"false"`
		Counted
	}
	registrationList struct {
		Registrations []registrationView `json:"registrations" nullable:"false"`
		Counted
	}
	exemptionList struct {
		Exemptions []exemptionView `json:"exemptions" nullable:"false"`
		Counted
	}
)

func (s *Server) registerCommerce() {
	registerRecords[placedListIn](s, recordKind[commerce.Region, regionView, regionList]{
		"23.1", "region", "regions", "tax region", "Where the merchant sells, what holds there, and who computes it.", commerce.Regions,
		func(h RecordHead, c commerce.Region, v []recordVersion[commerce.Region]) regionView {
			return regionView{h, c, v}
		},
		func(rows []regionView, n Counted) regionList { return regionList{rows, n} },
	})
	registerRecords[regionalListIn](s, recordKind[commerce.Rate, rateView, rateList]{
		"23.2", "rate", "rates", "rate of the tenant's own", "It caps the coverage of what rests on it at draft, and is named in every result.",
		commerce.Rates,
		func(h RecordHead, c commerce.Rate, v []recordVersion[commerce.Rate]) rateView {
			return rateView{h, c, v}
		},
		func(rows []rateView, n Counted) rateList { return rateList{rows, n} },
	})
	registerRecords[regionalListIn](s, recordKind[commerce.Rule, ruleView, ruleList]{
		"23.3", "rule", "rules", "tax rule", "Gives products their tax category where a cart's line names none.", commerce.Rules,
		func(h RecordHead, c commerce.Rule, v []recordVersion[commerce.Rule]) ruleView {
			return ruleView{h, c, v}
		},
		func(rows []ruleView, n Counted) ruleList { return ruleList{rows, n} },
	})
	registerRecords[placedListIn](s, recordKind[commerce.Registration, registrationView, registrationList]{
		"23.4", "registration", "registrations", "merchant registration",
		"With a tax authority, or the statement that the merchant need not collect there.", commerce.Registrations,
		func(h RecordHead, c commerce.Registration, v []recordVersion[commerce.Registration]) registrationView {
			return registrationView{h, c, v}
		},
		func(rows []registrationView, n Counted) registrationList {
			return registrationList{rows, n}
		},
	})
	registerRecords[customerListIn](s, recordKind[commerce.Exemption, exemptionView, exemptionList]{
		"23.5", "exemption", "exemptions", "exemption", "A customer's certificate for US states.", commerce.Exemptions,
		func(h RecordHead, c commerce.Exemption, v []recordVersion[commerce.Exemption]) exemptionView {
			return exemptionView{h, c, v}
		},
		func(rows []exemptionView, n Counted) exemptionList { return exemptionList{rows, n} },
	})
	s.registerCommerceCheckout()
}
