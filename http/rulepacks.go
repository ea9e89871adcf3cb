package http

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/overlay"
)

// rulePack is a pack as it is shown.
type rulePack struct {
	ID       string                `json:"id"`
	Version  int                   `json:"version" doc:"The last that was published."`
	Retired  bool                  `json:"retired" doc:"It lays nothing over the law."`
	Revision uint64                `json:"revision"`
	Content  overlay.Pack          `json:"content" doc:"Of the last version."`
	Versions []overlay.PackEdition `json:"versions" nullable:"false"`
}

func viewRulePack(_ context.Context, _ *Call, h commands.Held[overlay.State]) (rulePack, error) {
	s := h.State
	return rulePack{ID: s.PackID, Version: len(s.Editions), Retired: s.Retired, Revision: h.Revision, Content: s.Current,
		Versions: s.Editions}, nil
}

type rulePackIn struct {
	Sited
	Written
	PackID string `path:"pack_id" maxLength:"60" doc:"A name of words joined by hyphens; the first publication begins the pack."`
	Body   overlay.PublishPack
}

func (in *rulePackIn) Resolve(hc huma.Context) []error { return examine(hc, in) }

func (in *rulePackIn) faults(*Call, bool) fault.Fields {
	cmd := in.Body
	cmd.ID = in.PackID
	return fieldsOf(cmd.Validate())
}

func (s *Server) registerRulePacks() {
	r := &resource[overlay.State, rulePack]{entry: "2.6", surface: "rule-packs", list: "/api/tax-assistant/rule-packs/",
		one: "/api/tax-assistant/rule-packs/{pack_id}/", kind: commands.RulePackKind, view: viewRulePack,
		settle: func(ctx context.Context, at event.Position) { s.LawBook.WaitFor(ctx, at) }}
	verb := commands.PublishRulePack(s.LawBook)
	register(s, Operation{
		Entry: r.entry, ID: verb.ID, Method: http.MethodPost, Path: r.one + "publish/", Surface: r.surface,
		Summary: "Publish a rule pack: the tenant's own values over the law", Permission: verb.Permission, Errors: []int{409, 412, 422},
		Describe: "The body is in the format of the law files: `place`, `sources`, `parameters` with dated, cited values. Every publication is an " +
			"immutable version; equal content changes nothing; `retire` ends the pack. A result that reads a value of a pack is draft and names pack " +
			"and version; every other result is as it was. Packs reach the calculators of income tax of people and companies, of payroll, and of VAT, " +
			"GST and sales tax, in answers and in /calculate/; orders and the books keep to the embedded law and to a tenant's own rates. A parameter " +
			"that no calculator reads so is `parameter_unknown`: those of the United States' tax on people and of its payroll, of who must collect " +
			"sales tax, and of the Union's thresholds.",
	}, func(ctx context.Context, c *Call, in *rulePackIn) (*reply[rulePack], error) {
		in.Body.ID = in.PackID
		return carryOut(ctx, s, c, r, verb, in.Written, overlay.StreamID(in.PackID), in.Body)
	})
}

// laid is what the caller's tenant has laid over the law; nil = nothing.
func (s *Server) laid(c *Call) (*law.Overlay, error) {
	if s.LawBook == nil {
		return nil, nil
	}
	o, err := s.LawBook.Of(c.Caller.Tenant)
	if err != nil {
		return nil, fault.Wrap(err, fault.StoreUnavailable, "what the tenant lays over the law has not been read yet")
	}
	return o, nil
}

// seller computes a sale that a question is about under the law as the caller's tenant
// reads it, without imported local rates.
func (s *Server) seller(c *Call) func(indirect.Request) (indirect.Result, error) {
	return func(q indirect.Request) (indirect.Result, error) {
		o, err := s.laid(c)
		if err != nil {
			return indirect.Result{}, err
		}
		return indirect.Calculate(q, indirect.Env{Law: o})
	}
}

// calculator computes under the law as the caller's tenant reads it.
func (s *Server) calculator(c *Call) func(*tax.Request) (tax.Result, error) {
	return func(req *tax.Request) (tax.Result, error) {
		o, err := s.laid(c)
		if err != nil {
			return tax.Result{}, err
		}
		under := *req
		under.Law = o
		return s.Registry.Calculate(&under)
	}
}
