package http

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/fx"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/tax/law"
)

func (s *Server) registerIndirect() {
	type salesIn struct {
		Sited
		Body quickBody[salesDocument]
	}
	register(s, Operation{
		Entry: "1.3", ID: "calculate.sales", Method: http.MethodPost, Path: "/api/tax-assistant/calculate/sales/", Surface: "indirect",
		Summary: "VAT, GST or sales tax of a sales document", Permission: "calculations:run", Errors: []int{422},
		Describe: "Who owes which tax where, at the rate of the date of supply, with the provision behind each figure. What is not " +
			"known is a blocker, never a tax of zero: `supply_rule_not_covered`, `rate_not_covered`, `category_not_mapped`, " +
			"`rate_class_required`, `sub_region_required`, `territory_not_covered`, `local_rate_missing`, `taxability_not_covered`, " +
			"`buyer_evidence_missing`, `tax_id_invalid`, `supply_fact_missing`, `seller_registration_unknown`.",
	}, func(ctx context.Context, c *Call, in *salesIn) (*reply[indirect.Result], error) {
		document := &in.Body.said
		if err := c.narrow(document.Site); err != nil {
			return nil, err
		}
		if err := s.taxBookReady(); err != nil {
			return nil, err
		}
		proof, err := commands.ReadConsultation(ctx, s.Executor, c.Caller, document.Buyer.Consultation)
		if err != nil {
			return nil, err
		}
		laid, err := s.laid(c)
		if err != nil {
			return nil, err
		}
		r, err := indirect.Calculate(document.Request, indirect.Env{Local: s.TaxBook.Local(), Consultation: proof, Law: laid})
		if err != nil {
			return nil, indirectFault(err)
		}
		for name, version := range commands.Pins(&r) {
			c.pin(name, version)
		}
		return &reply[indirect.Result]{Body: r}, nil
	})
	s.validatesItself("calculate.sales")
	s.registerCategories()
	s.registerCurrency()
	s.registerExchangeRates()
	s.registerTaxIDs()
}

// taxBookReady refuses to compute on tables that this node has not read yet.
func (s *Server) taxBookReady() error {
	if s.TaxBook.Ready() {
		return nil
	}
	return fault.New(fault.StoreUnavailable, "this node has not read the imported rates and the configuration yet")
}

// indirectFault turns what cannot be computed into the domain's refusal, all of
// it at once.
func indirectFault(err error) error {
	var all *indirect.Blockers
	var one *refusal.Blocked
	var list []*refusal.Blocked
	switch {
	case errors.As(err, &all):
		list = all.List
	case errors.As(err, &one):
		list = []*refusal.Blocked{one}
	default:
		return err
	}
	var b fault.Blockers
	for _, x := range list {
		open := fault.Blocker{Code: x.Code, Field: x.Field, Message: x.Message}
		for _, one := range x.Choices {
			open.Choices = append(open.Choices, fault.Choice(one))
		}
		b = append(b, open)
	}
	return b.Err()
}

type categoryList struct {
	Categories []indirect.CategoryEntry `json:"categories" nullable:"false"`
	Counted
	Date    civil.Date `json:"date" doc:"The day for which the classes stand."`
	Release string     `json:"corpus_release_id"`
}

func (s *Server) registerCategories() {
	type listIn struct {
		Sited
		Limit        int    `query:"limit" minimum:"1" maximum:"200" default:"200" doc:"Rows a page."`
		Cursor       string `query:"cursor" maxLength:"1000" doc:"next_cursor of the page before."`
		Jurisdiction string `query:"jurisdiction" pattern:"^[A-Za-z]{2}$" doc:"ISO 3166-1: only the classes of this place."`
		Date         string `query:"date" format:"date" doc:"Left out: today."`
		Q            string `query:"q" maxLength:"100" doc:"Part of the code, name or group."`
	}
	register(s, Operation{
		Entry: "1.7", ID: "tax_categories.list", Method: http.MethodGet, Path: "/api/tax-assistant/tax-categories/", Surface: "indirect",
		Summary: "The tax category catalogue, with each place's rate class on a day", Permission: "coverage:read",
		Describe: "A place that is missing from `classes` has no class of that category on the day: a calculation needs `rate_class` there. " +
			"Several classes mean that the place taxes parts of the category differently.",
	}, func(ctx context.Context, c *Call, in *listIn) (*reply[categoryList], error) {
		on := civil.FromTime(s.Now().In(s.zone(c)))
		if in.Date != "" {
			var fields fault.Fields
			if on = parseDate(&fields, "date", in.Date); len(fields) > 0 {
				return nil, fields.Err()
			}
		}
		place := strings.ToUpper(in.Jurisdiction)
		all := slices.DeleteFunc(indirect.Catalogue(on), func(e indirect.CategoryEntry) bool {
			return !matches(in.Q, e.Code) && !matches(in.Q, e.Name) && !matches(in.Q, e.Group)
		})
		for i := range all {
			if classes, ok := all[i].Classes[place]; place != "" {
				all[i].Classes = map[string][]string{}
				if ok {
					all[i].Classes[place] = classes
				}
			}
		}
		rows, cursor, err := pageOf(all, Paged{in.Limit, in.Cursor}, func(e indirect.CategoryEntry) string { return e.Code }, same)
		return &reply[categoryList]{Body: categoryList{rows, counted(len(all), cursor), on, law.Release()}}, err
	})
}

type convertIn struct {
	Sited
	Body struct {
		fx.Request
		Site int64 `json:"site,omitempty" minimum:"1"`
	}
}

func (in *convertIn) Resolve(hc huma.Context) []error { return examine(hc, in) }
func (in *convertIn) faults(*Call, bool) fault.Fields { return fieldsOf(fx.Faults(in.Body.Request)) }

func (s *Server) registerCurrency() {
	register(s, Operation{
		Entry: "1.8", ID: "currency.convert", Method: http.MethodPost, Path: "/api/tax-assistant/currency/convert/", Surface: "indirect",
		Summary: "Convert an amount at the published rate of a day", Permission: "calculations:run", Errors: []int{422},
		Describe: "A day without a rate answers 422 with blocker `exchange_rate_missing`, which names the nearest days, unless " +
			"`missing_day` says previous or next. The result names the table, its age, the day whose rate was used, and both legs of a cross rate.",
	}, func(ctx context.Context, c *Call, in *convertIn) (*reply[fx.Result], error) {
		if err := c.narrow(in.Body.Site); err != nil {
			return nil, err
		}
		if err := s.taxBookReady(); err != nil {
			return nil, err
		}
		q := in.Body.Request
		q.AskedOn = civil.FromTime(s.Now().UTC())
		r, err := fx.Convert(s.TaxBook.Tables(), q)
		if err != nil {
			return nil, indirectFault(err)
		}
		c.pin("exchange_table", r.Source+"@"+r.Retrieved.String())
		return &reply[fx.Result]{Body: r}, nil
	})
}
