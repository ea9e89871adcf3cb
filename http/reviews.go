package http

import (
	"context"
	"net/http"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/classification"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/intake"
	"github.com/tallystick/tallystick/readmodels"
)

type reviewListIn struct {
	Listing
	Dated
	Status       string `query:"status" enum:"open,resolved,dismissed" doc:"Left out: all."`
	Kind         string `query:"kind" enum:"classification,extraction,duplicate"`
	DocumentType string `query:"document_type" enum:"receipt,invoice,credit_note,bank_statement,payslip,tax_form,return,notice,orders,other"`
	DocumentID   string `query:"document_id" maxLength:"32"`
	Q            string `query:"q" maxLength:"200" doc:"Part of the merchant or file name."`
	Order        string `query:"order" enum:"created_at,-created_at" default:"-created_at"`
}

func (in *reviewListIn) order() string { return in.Order }

func (in *reviewListIn) narrow(c *Call) ([]readmodels.Cond, error) {
	days, err := in.days(c, "created_at")
	return append(days, readmodels.Is("status", in.Status), readmodels.Is("kind", in.Kind), readmodels.Is("document_type", in.DocumentType),
		readmodels.Is("document_id", in.DocumentID), readmodels.Search(in.Q)), err
}

// reviewResolution is a person's word on a review item.
type reviewResolution struct {
	Decision   string                `json:"decision" enum:"accept,correct,split,dismiss" doc:"accept: the best candidate, or all that was read; of a duplicate, that it is one. dismiss: it is nothing, or of a duplicate, another document. correct and split are for classifications."`
	CategoryID string                `json:"category_id,omitempty" maxLength:"60" doc:"With correct."`
	Parts      []classification.Part `json:"parts,omitempty" maxItems:"20" doc:"With split."`
	Reason     string                `json:"reason,omitempty" maxLength:"1000"`
}

// resolvedView is a review item as a decision left it.
type resolvedView struct {
	ID         string    `json:"id"`
	Status     string    `json:"status" enum:"resolved,dismissed"`
	Kind       string    `json:"kind" enum:"classification,extraction,duplicate"`
	Decision   string    `json:"decision"`
	CategoryID string    `json:"category_id" doc:"Of a classification; empty: none."`
	RecordID   string    `json:"record_id"`
	DecidedBy  string    `json:"decided_by"`
	DecidedAt  time.Time `json:"decided_at"`
}

func (s *Server) registerReviews() {
	registerList[reviewListIn](s, Operation{
		Entry: "5.5", ID: "reviews.list", Path: "/api/tax-assistant/review-items/", Surface: "documents",
		Summary: "What a person is asked to decide", Permission: "reviews:read",
	}, "review_items", readmodels.ReviewItems, asIs)

	type path struct {
		Sited
		Fresh
		ID string `path:"item_id" maxLength:"64"`
	}
	register(s, Operation{
		Entry: "x.18", ID: "reviews.read", Method: http.MethodGet, Path: "/api/tax-assistant/review-items/{item_id}/", Surface: "documents",
		Summary: "A review item", Permission: "reviews:read",
	}, func(ctx context.Context, c *Call, in *path) (*answer[readmodels.ReviewRow], error) {
		if err := c.after(ctx, in.Fresh, readmodels.ReviewItems.Projection); err != nil {
			return nil, err
		}
		row, ok, err := readmodels.ReviewItems.Find(ctx, s.DB, c.Scope(), in.ID)
		if err == nil && !ok {
			err = fault.New(fault.NotFound, "there is no such review item")
		}
		return &answer[readmodels.ReviewRow]{Body: row}, err
	})

	type resolveIn struct {
		Sited
		Written
		ID   string `path:"item_id" maxLength:"64"`
		Body reviewResolution
	}
	register(s, Operation{
		Entry: "5.6", ID: "reviews.resolve", Method: http.MethodPost, Path: "/api/tax-assistant/review-items/{item_id}/resolve/", Surface: "documents",
		Summary: "Decide a review item", Permission: "reviews:resolve", Errors: []int{409, 412, 422},
		Describe: "Once: 409 afterwards. Above the site's `four_eyes_above`, not by who brought the document.",
	}, func(ctx context.Context, c *Call, in *resolveIn) (*answer[resolvedView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		kind, record, err := commands.SplitReviewID(in.ID)
		if err != nil {
			return nil, err
		}
		v := resolvedView{ID: in.ID, Status: "resolved", Kind: kind, Decision: in.Body.Decision, RecordID: record, DecidedBy: caller.Principal}
		if in.Body.Decision == "dismiss" {
			v.Status = "dismissed"
		}
		if kind == "classification" {
			return s.resolveClassification(ctx, c, caller, record, in.Body, v)
		}
		done, err := s.Documents.DecideReview(ctx, caller, record, docs.DecideReview{Kind: kind, Decision: in.Body.Decision, Reason: in.Body.Reason})
		if err != nil {
			return nil, err
		}
		settled(c, done)
		v.DecidedAt = done.State.UpdatedAt
		return &answer[resolvedView]{ETag: etag(done.Revision), LogPosition: positionOf(done), Body: v}, nil
	})
}

func (s *Server) resolveClassification(ctx context.Context, c *Call, caller commands.Caller, record string, b reviewResolution, v resolvedView) (*answer[resolvedView], error) {
	cmd := classification.Decision{Decision: b.Decision, CategoryID: b.CategoryID, Parts: b.Parts, Reason: b.Reason}
	done, err := s.Documents.Decide(ctx, caller, record, cmd, true)
	if err != nil {
		return nil, err
	}
	settled(c, done)
	v.CategoryID, v.DecidedBy, v.DecidedAt = done.State.CategoryID, done.State.DecidedBy, done.State.DecidedAt
	return &answer[resolvedView]{ETag: etag(done.Revision), LogPosition: positionOf(done), Body: v}, nil
}

// intakeView is how a site takes in its documents.
type intakeView struct {
	Site int64 `json:"site" doc:"0: the tenant's."`
	intake.Config
	Inherited bool      `json:"inherited" doc:"The site has none of its own: this is the tenant's."`
	UpdatedAt time.Time `json:"updated_at"`
	UpdatedBy string    `json:"updated_by"`
}

func (s *Server) registerIntake() {
	type readIn struct{ Sited }
	register(s, Operation{
		Entry: "4.7", ID: "intake.read", Method: http.MethodGet, Path: "/api/tax-assistant/intake-config/", Surface: "documents",
		Summary: "How documents are taken in", Permission: "documents:read",
	}, func(ctx context.Context, c *Call, in *readIn) (*answer[intakeView], error) {
		own, err := commands.IntakeKind.Load(ctx, s.Log, c.Caller, intake.StreamID(c.Caller.Site))
		if err != nil {
			return nil, err
		}
		held, revision, err := s.Documents.Intake(ctx, c.Caller.Tenant, c.Caller.Site)
		if err != nil {
			return nil, err
		}
		v := intakeView{c.Caller.Site, held.Config, c.Caller.Site != 0 && own.State.Events == 0, held.UpdatedAt, held.UpdatedBy}
		return &answer[intakeView]{ETag: etag(revision), Body: v}, nil
	})
	type putIn struct {
		Sited
		Written
		Body intake.Config
	}
	register(s, Operation{
		Entry: "4.7", ID: "intake.configure", Method: http.MethodPut, Path: "/api/tax-assistant/intake-config/", Surface: "documents",
		Summary: "Say how documents are taken in", Permission: "documents:configure", Errors: []int{409, 412},
		Describe: "The whole, anew: of the site, or of the tenant. What was read before stays as it was read; `full=true` reads a document again.",
	}, func(ctx context.Context, c *Call, in *putIn) (*answer[intakeView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.Documents.Configure(ctx, caller, in.Body)
		if err != nil {
			return nil, err
		}
		settled(c, done)
		return &answer[intakeView]{ETag: etag(done.Revision), LogPosition: positionOf(done),
			Body: intakeView{caller.Site, done.State.Config, false, done.State.UpdatedAt, done.State.UpdatedBy}}, nil
	})
}
