package http

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/commands/taxregisters"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/consultation"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/taxid"
)

type taxIDBody struct {
	Number  string `json:"number" minLength:"1" maxLength:"64" example:"DE136695976"`
	Country string `json:"country,omitempty" maxLength:"2" example:"DE" doc:"ISO 3166-1; EL is read as GR, XI is Northern Ireland. Left out: every scheme that the number can be."`
	Kind    string `json:"kind,omitempty" maxLength:"40" example:"vat" doc:"Of the country's numbers; vat when only the country is given."`
	Site    int64  `json:"site,omitempty" minimum:"1"`
	// Register asks a public register too.
	Register bool `json:"register,omitempty" doc:"Ask the public register too (VIES, HMRC), where this installation is set up to. Its answer is stored."`
	// Requester is whose enquiry it is.
	Requester string `json:"requester,omitempty" maxLength:"64" example:"DE136695976" doc:"Your own VAT number with its prefix. Only then does a register give the enquiry a number, which evidence of a zero rate needs."`
}

type taxIDView struct {
	Input    string               `json:"input"`
	Valid    bool                 `json:"valid" doc:"Everything that was checked here held. It never means that the number was issued; that is for registry.outcome."`
	Results  []taxid.Result       `json:"results" nullable:"false" doc:"One for each scheme that was looked at; empty: the number alone tells none."`
	Check    string               `json:"valid_by,omitempty" enum:"format,checksum,registry" doc:"The deepest check that valid stands on; left out where valid is false. format is shape alone: no check digit was looked at."`
	Registry *taxregisters.Answer `json:"registry" doc:"What the register said; null when it was not asked."`
	// Consultation is the stored answer.
	Consultation string `json:"consultation_id,omitempty" doc:"Of the register's stored answer: tax_id_consultation of a document that rests on it."`
	Note         string `json:"note,omitempty"`
}

type validateIn struct {
	Sited
	Body taxIDBody
}

func (in *validateIn) Resolve(hc huma.Context) []error { return examine(hc, in) }

func (in *validateIn) faults(*Call, bool) fault.Fields {
	_, err := in.Body.results()
	fields := fieldsOf(err)
	own := taxid.Detect(in.Body.Requester)
	if in.Body.Requester != "" && !slices.ContainsFunc(own, func(r taxid.Result) bool { return r.Valid && r.Kind == "vat" }) {
		fields.Add("requester", "your own VAT number with its prefix, such as DE136695976")
	}
	return fields
}

func (s *Server) registerTaxIDs() {
	register(s, Operation{
		Entry: "1.9", ID: "tax_ids.validate", Method: http.MethodPost, Path: "/api/tax-assistant/tax-ids/validate/", Surface: "indirect",
		Summary: "Check one VAT, GST, company or personal tax number", Permission: "calculations:run",
		Describe: "Each result says how deep the check went (`format` or `checksum`) and what it covered. A number whose date of birth lies " +
			"ahead is not valid. A register is asked only with " +
			"`register`, and only where it is configured; a register that does not answer is `not_reached`, never valid or invalid.",
	}, func(ctx context.Context, c *Call, in *validateIn) (*reply[taxIDView], error) {
		if err := c.narrow(in.Body.Site); err != nil {
			return nil, err
		}
		v, err := s.validateTaxID(ctx, s.today(c), in.Body)
		if err != nil || v.Registry == nil || v.Registry.Outcome == taxregisters.NotReached {
			return &reply[taxIDView]{Body: v}, err
		}
		done, err := commands.RecordConsultation(ctx, s.Executor, c.Caller, v.consultation())
		if err != nil {
			return nil, err
		}
		c.wrote()
		v.Consultation = done.ID
		return &reply[taxIDView]{Body: v, LogPosition: positionOf(done)}, nil
	})
}

func (s *Server) validateTaxID(ctx context.Context, today civil.Date, q taxIDBody) (taxIDView, error) {
	v := taxIDView{Input: q.Number}
	var err error
	if v.Results, err = q.results(); err != nil {
		return v, err
	}
	for i, r := range v.Results {
		v.Results[i] = r.On(today)
	}
	if len(v.Results) == 0 {
		v.Note = "the number alone tells no scheme; give country and kind"
	}
	v.Valid = slices.ContainsFunc(v.Results, func(r taxid.Result) bool { return r.Valid })
	v.Check = v.checkedBy()
	if q.Register {
		s.askRegister(ctx, q, &v)
	}
	if v.Registry != nil && v.Registry.Outcome == taxregisters.Registered {
		v.Check = "registry"
	}
	return v, nil
}

// checkedBy is the deepest check that a valid result stands on.
func (v *taxIDView) checkedBy() string {
	by := ""
	for _, r := range v.Results {
		if r.Valid && by != string(taxid.LevelChecksum) {
			by = string(r.Check)
		}
	}
	return by
}

// consultation is what the register's answer leaves in the log.
func (v *taxIDView) consultation() consultation.Consultation {
	r, _ := v.oneVAT()
	of := consultation.Consultation{Scheme: r.Scheme, Number: r.Normal, Register: v.Registry.Register, Outcome: v.Registry.Outcome,
		Reference: v.Registry.Reference}
	if len(v.Registry.Date) >= len(time.DateOnly) {
		of.Date, _ = civil.Parse(v.Registry.Date[:len(time.DateOnly)])
	}
	return of
}

// oneVAT is the one VAT number that the number is valid as.
func (v *taxIDView) oneVAT() (one taxid.Result, ok bool) {
	n := 0
	for _, r := range v.Results {
		if r.Valid && r.Kind == "vat" {
			one = r
			n++
		}
	}
	return one, n == 1
}

// results checks the number against the scheme that is named, or every one that
// it can be of.
func (q taxIDBody) results() ([]taxid.Result, error) {
	switch {
	case q.Country == "" && q.Kind != "":
		return nil, fault.Invalid("country", "is required with kind")
	case q.Country == "":
		return append([]taxid.Result{}, taxid.Detect(q.Number)...), nil
	}
	kind := q.Kind
	if kind == "" {
		kind = "vat"
	}
	r, err := taxid.Validate(q.Country, kind, q.Number)
	var input *taxid.InputError
	if errors.As(err, &input) {
		return nil, fault.Invalid(input.Field, "%s", input.Message)
	}
	return []taxid.Result{r}, err
}

// askRegister asks the register of the one scheme that the number is valid in.
func (s *Server) askRegister(ctx context.Context, asked taxIDBody, v *taxIDView) {
	found, ok := v.oneVAT()
	if !ok {
		v.Note = "no register was asked: the number is not valid as one VAT number"
		return
	}
	q := taxregisters.Enquiry{Prefix: viesPrefix(found)}
	q.Number = strings.TrimPrefix(found.Normal, q.Prefix)
	for _, r := range taxid.Detect(asked.Requester) {
		if r.Valid && r.Kind == "vat" {
			q.RequesterPrefix = viesPrefix(r)
			q.RequesterNumber = strings.TrimPrefix(r.Normal, q.RequesterPrefix)
			break
		}
	}
	for _, register := range s.TaxRegisters {
		if register.Covers(q.Prefix) {
			a := register.Check(ctx, q)
			v.Registry = &a
			return
		}
	}
	v.Note = "no register was asked: none that holds these numbers is configured"
}

// viesPrefix is how the registers name the country of a number.
func viesPrefix(r taxid.Result) string {
	switch {
	case r.Region == "XI":
		return "XI"
	case r.Country == "GR":
		return "EL"
	}
	return r.Country
}
