package commands

import (
	"context"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/category"
	"github.com/tallystick/tallystick/domain/classification"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/intake"
)

// CategoryKind is a tenant's word on a category; its id is the category's.
var CategoryKind = Kind[category.Override]{
	Aggregate: Aggregate[category.Override]{Category: category.Kind.Name, Evolve: category.Override.Evolve},
	Noun:      "category", Exists: func(category.Override) bool { return true },
}

// ChangeCategory renames a category or disables it, for the whole tenant.
var ChangeCategory = Ruled[category.Override, category.Adjust]("categories.change", "categories:write", CategoryKind)

// ClassificationKind is a classification.
var ClassificationKind = Kind[classification.State]{
	Aggregate: Aggregate[classification.State]{Category: classification.Category.Name, Evolve: classification.State.Evolve,
		SiteOf: func(s classification.State) int64 { return s.Site }},
	Noun: "classification", Exists: func(s classification.State) bool { return s.ClassificationID != "" },
}

// IntakeKind is how a site takes in its documents.
var IntakeKind = Kind[intake.State]{
	Aggregate: Aggregate[intake.State]{Category: intake.Category.Name, Evolve: intake.State.Evolve},
	Noun:      "configuration", Exists: func(intake.State) bool { return true },
}

// Intake returns how a site takes in its documents: its own configuration, else
// the tenant's.
func (x *Documents) Intake(ctx context.Context, tenant string, site int64) (intake.State, uint64, error) {
	for _, scope := range []int64{site, 0} {
		h, err := IntakeKind.Load(ctx, x.Log, Caller{Tenant: tenant}, intake.StreamID(scope))
		if err != nil || h.State.Events > 0 || scope == 0 {
			return h.State, h.Revision, err
		}
	}
	return intake.State{}, 0, nil
}

// Configure says the configuration of the caller's site, or of the tenant, anew.
func (x *Documents) Configure(ctx context.Context, c Caller, cmd intake.Config) (Done[intake.State], error) {
	if err := cmd.Validate(); err != nil {
		return Done[intake.State]{}, err
	}
	if err := MayLayDown(c, c.Site, "the configuration is"); err != nil {
		return Done[intake.State]{}, err
	}
	return Execute(ctx, x.Executor, c, IntakeKind.Aggregate, Order[intake.State]{
		Operation: "intake.configure", Permission: "documents:configure", ID: intake.StreamID(c.Site), Request: cmd,
		Decide: func(s intake.State, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a) },
	})
}

// Classify is what is asked to be classified.
type Classify struct {
	Text         string
	DocumentID   string
	Merchant     string
	MCC          string
	Amount       string
	Currency     string
	Jurisdiction string
	Year         int
}

// classified finds the category of a cost, by what the tenant knows.
func (x *Documents) classified(ctx context.Context, tenant string, site int64, q Classify) (classification.Result, error) {
	config, _, err := x.Intake(ctx, tenant, site)
	if err != nil {
		return classification.Result{}, err
	}
	in := classification.Input{Text: q.Text, Merchant: q.Merchant, MCC: q.MCC, Tree: category.For(q.Jurisdiction), Year: q.Year}
	known := classification.Known{Rules: config.Rules}
	if known.History, err = x.DB.DecidedFor(ctx, tenant, site, classification.MerchantKey(q.Merchant), in.Tree.ID); err != nil {
		return classification.Result{}, err
	}
	if known.Disabled, err = x.DB.DisabledCategories(ctx, tenant); err != nil {
		return classification.Result{}, err
	}
	return classification.Classify(in, known), nil
}

// wordsOfDocument are what a document says of a cost.
func wordsOfDocument(d docs.State, q Classify) Classify {
	var words []string
	for _, f := range d.Fields {
		switch f.Name {
		case reading.Merchant, reading.Issuer:
			if words = append(words, f.Value.Plain); q.Merchant == "" {
				q.Merchant = f.Value.Plain
			}
		case reading.Gross:
			q.Amount = f.Value.Plain
		case reading.Currency:
			q.Currency = f.Value.Plain
		}
	}
	q.Text = strings.TrimSpace(q.Text + " " + strings.Join(words, " ") + " " + d.Filename.Plain)
	return q
}

// Classify finds the category of a cost, and records what it found. Below the
// threshold it is a review item.
func (x *Documents) Classify(ctx context.Context, c Caller, q Classify) (Done[classification.State], error) {
	asked := q
	cmd := classification.Make{Made: classification.Made{MCC: q.MCC, Jurisdiction: q.Jurisdiction, Year: q.Year, DocumentID: q.DocumentID}}
	if q.DocumentID != "" {
		d, _, err := x.Read(ctx, c, q.DocumentID)
		if err != nil {
			return Done[classification.State]{}, err
		}
		cmd.DocumentType, cmd.UploadedBy, cmd.Subject = string(d.Type), d.CreatedBy, d.Subject()
		q = wordsOfDocument(d, q)
		if c.Site == 0 {
			c.Site = d.Site
		}
	}
	r, err := x.classified(ctx, c.Tenant, c.Site, q)
	if err != nil {
		return Done[classification.State]{}, err
	}
	cmd.Tree, cmd.Amount, cmd.Currency = category.For(q.Jurisdiction).ID, q.Amount, q.Currency
	cmd.Result, cmd.Said, cmd.Key = r, q.Text, classification.MerchantKey(q.Merchant)
	return Execute(ctx, x.Executor, c, ClassificationKind.Aggregate, Order[classification.State]{
		Operation: "classifications.run", Permission: "classifications:run", Request: asked,
		Decide: func(s classification.State, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a) },
	})
}

// Decide records a person's word on a classification: a correction, or, by the
// queue, what becomes of its review item.
func (x *Documents) Decide(ctx context.Context, c Caller, id string, cmd classification.Decision, queue bool) (Done[classification.State],
	error) {
	if err := cmd.Validate(); err != nil {
		return Done[classification.State]{}, err
	}
	o := Order[classification.State]{Operation: "classifications.correct", Permission: "classifications:correct", ID: id, Request: cmd}
	if queue {
		o.Operation, o.Permission = "reviews.resolve", "reviews:resolve"
	}
	o.Decide = func(s classification.State, a act.Context) ([]event.Payload, error) {
		if s.ClassificationID == "" {
			return nil, ClassificationKind.missing()
		}
		f := classification.Facts{Queue: queue}
		var err error
		if f.Disabled, err = x.DB.DisabledCategories(ctx, c.Tenant); err != nil {
			return nil, err
		}
		config, _, err := x.Intake(ctx, c.Tenant, s.Site)
		if err != nil {
			return nil, err
		}
		f.FourEyes = config.FourEyes(s.Amount, s.Currency)
		return cmd.Decide(s, a, f)
	}
	return Execute(ctx, x.Executor, c, ClassificationKind.Aggregate, o)
}
