package http

import "github.com/tallystick/tallystick/domain/commerce"

// The five kinds, as they are shown: the last version, and all of them where
// one record is asked for.
type (
	regionView struct {
		recordHead
		commerce.Region
		Versions []recordVersion[commerce.Region] `json:"versions,omitempty" nullable:"false"`
	}
	rateView struct {
		recordHead
		commerce.Rate
		Versions []recordVersion[commerce.Rate] `json:"versions,omitempty" nullable:"false"`
	}
	ruleView struct {
		recordHead
		commerce.Rule
		Versions []recordVersion[commerce.Rule] `json:"versions,omitempty" nullable:"false"`
	}
	registrationView struct {
		recordHead
		commerce.Registration
		Versions []recordVersion[commerce.Registration] `json:"versions,omitempty" nullable:"false"`
	}
	exemptionView struct {
		recordHead
		commerce.Exemption
		Versions []recordVersion[commerce.Exemption] `json:"versions,omitempty" nullable:"false"`
	}
)

type (
	regionList struct {
		Regions    []regionView `json:"regions" nullable:"false"`
		Count      int64        `json:"count"`
		NextCursor *string      `json:"next_cursor"`
	}
	rateList struct {
		Rates      []rateView `json:"rates" nullable:"false"`
		Count      int64      `json:"count"`
		NextCursor *string    `json:"next_cursor"`
	}
	ruleList struct {
		Rules      []ruleView `json:"rules" nullable:"false"`
		Count      int64      `json:"count"`
		NextCursor *string    `json:"next_cursor"`
	}
	registrationList struct {
		Registrations []registrationView `json:"registrations" nullable:"false"`
		Count         int64              `json:"count"`
		NextCursor    *string            `json:"next_cursor"`
	}
	exemptionList struct {
		Exemptions []exemptionView `json:"exemptions" nullable:"false"`
		Count      int64           `json:"count"`
		NextCursor *string         `json:"next_cursor"`
	}
)

func (s *Server) registerCommerce() {
	registerRecords[placedListIn](s, recordKind[commerce.Region, regionView, regionList]{
		"23.1", "region", "regions", "tax region", "Where the merchant sells, what holds there, and who computes it.", commerce.Regions,
		func(h recordHead, c commerce.Region, v []recordVersion[commerce.Region]) regionView {
			return regionView{h, c, v}
		},
		func(rows []regionView, n int64, next *string) regionList { return regionList{rows, n, next} },
	})
	registerRecords[regionalListIn](s, recordKind[commerce.Rate, rateView, rateList]{
		"23.2", "rate", "rates", "rate of the tenant's own", "It caps the coverage of what rests on it at draft, and is named in every result.", commerce.Rates,
		func(h recordHead, c commerce.Rate, v []recordVersion[commerce.Rate]) rateView {
			return rateView{h, c, v}
		},
		func(rows []rateView, n int64, next *string) rateList { return rateList{rows, n, next} },
	})
	registerRecords[regionalListIn](s, recordKind[commerce.Rule, ruleView, ruleList]{
		"23.3", "rule", "rules", "tax rule", "Gives products their tax category where a cart's line names none.", commerce.Rules,
		func(h recordHead, c commerce.Rule, v []recordVersion[commerce.Rule]) ruleView {
			return ruleView{h, c, v}
		},
		func(rows []ruleView, n int64, next *string) ruleList { return ruleList{rows, n, next} },
	})
	registerRecords[placedListIn](s, recordKind[commerce.Registration, registrationView, registrationList]{
		"23.4", "registration", "registrations", "merchant registration", "With a tax authority, or the statement that the merchant need not collect there.", commerce.Registrations,
		func(h recordHead, c commerce.Registration, v []recordVersion[commerce.Registration]) registrationView {
			return registrationView{h, c, v}
		},
		func(rows []registrationView, n int64, next *string) registrationList {
			return registrationList{rows, n, next}
		},
	})
	registerRecords[customerListIn](s, recordKind[commerce.Exemption, exemptionView, exemptionList]{
		"23.5", "exemption", "exemptions", "exemption", "A customer's certificate for US states.", commerce.Exemptions,
		func(h recordHead, c commerce.Exemption, v []recordVersion[commerce.Exemption]) exemptionView {
			return exemptionView{h, c, v}
		},
		func(rows []exemptionView, n int64, next *string) exemptionList { return exemptionList{rows, n, next} },
	})
	s.registerCommerceCheckout()
}
