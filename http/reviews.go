package http

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/classification"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/intake"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/domain/receipt"
	"github.com/tallystick/tallystick/domain/review"
	"github.com/tallystick/tallystick/readmodels"
)

type reviewListIn struct {
	Listing
	Dated
	Status       string `query:"status" enum:"open,resolved,dismissed" doc:"Left out: all."`
	Kind         string `query:"kind" enum:"classification,extraction,duplicate,match,journal,commerce_difference"`
	DocumentType string `query:"document_type" enum:"receipt,invoice,credit_note,bank_statement,payslip,tax_form,return,notice,orders,other" doc:"Only items of documents of a type."`
	DocumentID   string `query:"document_id" maxLength:"32"`
	Q            string `query:"q" maxLength:"200" doc:"Part of the merchant or file name."`
	Order        string `query:"order" enum:"created_at,-created_at" default:"-created_at"`
}

func (in *reviewListIn) order() string { return in.Order }

func (in *reviewListIn) narrow(c *Call) ([]readmodels.Cond, error) {
	days, err := in.days(c, "created_at")
	return append(days, readmodels.Is("status", in.Status), readmodels.Is("kind", in.Kind), readmodels.Is("document_type", in.DocumentType),
		readmodels.Is("document_id", in.DocumentID), readmodels.Search(in.Q), reviewsSeen(c)), err
}

// reviewsSeen keeps the items of records that the caller may read.
func reviewsSeen(c *Call) readmodels.Cond {
	var kinds []string
	for _, k := range review.Readable(c.Caller.Role) {
		kinds = append(kinds, string(k))
	}
	return readmodels.In("kind", kinds)
}

// reviewResolution is a person's word on a review item.
type reviewResolution struct {
	Decision   string                `json:"decision" enum:"accept,correct,split,dismiss" doc:"accept: the best candidate, or all that was read; of a duplicate, that it is one; of an entry, that it is approved; of a difference, that the source's word is taken. correct: another category or match, or that an entry is returned. split: of classifications. dismiss: it is nothing; of a duplicate, another document; of a match, no entry; of an entry, that it is rejected; of a difference, that ours stays."`
	CategoryID string                `json:"category_id,omitempty" maxLength:"60" doc:"With correct, of a classification."`
	Match      *receipt.Match        `json:"match,omitempty" doc:"With correct, of a match: the entry that the receipt is."`
	Parts      []classification.Part `json:"parts,omitempty" maxItems:"20" doc:"With split."`
	Reason     string                `json:"reason,omitempty" maxLength:"1000" doc:"Demanded where an entry is returned or rejected, and of a difference."`
}

// resolvedView is a review item as a decision left it.
type resolvedView struct {
	ID         string    `json:"id"`
	Status     string    `json:"status" enum:"resolved,dismissed"`
	Kind       string    `json:"kind" enum:"classification,extraction,duplicate,match,journal,commerce_difference"`
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
	}, func(ctx context.Context, c *Call, in *path) (*reply[readmodels.ReviewRow], error) {
		if err := c.after(ctx, in.Fresh, readmodels.ReviewItems.Projection); err != nil {
			return nil, err
		}
		row, ok, err := readmodels.ReviewItems.Find(ctx, s.DB, c.Scope(), in.ID)
		if err == nil && (!ok || !slices.Contains(review.Readable(c.Caller.Role), review.Kind(row.Kind))) {
			err = fault.New(fault.NotFound, "there is no such review item")
		}
		return &reply[readmodels.ReviewRow]{Body: row}, err
	})

	type resolveIn struct {
		Sited
		Written
		ID   string `path:"item_id" maxLength:"64"`
		Body reviewResolution
	}
	register(s, Operation{
		Entry: "5.6", ID: "reviews.resolve", Method: http.MethodPost, Path: "/api/tax-assistant/review-items/{item_id}/resolve/",
		Surface: "documents",
		Summary: "Decide a review item", Permission: "reviews:resolve", Errors: []int{409, 412, 422},
		Describe: "Once: 409 afterwards. Above the site's `four_eyes_above`, not by who brought the document. An entry is decided by who may approve " +
			"it (`accounting:approve`), under the rules of approval. Where a source's word on an order is taken, the reversal of what was posted and a new " +
			"journal entry are proposed; an order that stands on an invoice is credited first.",
	}, func(ctx context.Context, c *Call, in *resolveIn) (*reply[resolvedView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		return s.resolveReview(ctx, c, caller, in.ID, in.Body)
	})
}

// resolveReview carries a decision to the record that the item is of.
func (s *Server) resolveReview(ctx context.Context, c *Call, caller commands.Caller, id string, b reviewResolution) (*reply[resolvedView],
	error) {
	kind, record, ok := review.Parse(id)
	if !ok || !slices.Contains(review.Readable(caller.Role), kind) {
		return nil, fault.New(fault.NotFound, "there is no such review item")
	}
	v := resolvedView{ID: id, Status: "resolved", Kind: string(kind), Decision: b.Decision, RecordID: record, DecidedBy: caller.Principal}
	if b.Decision == "dismiss" {
		v.Status = "dismissed"
	}
	switch kind {
	case review.Classification:
		return s.resolveClassification(ctx, c, caller, record, b, v)
	case review.Match:
		done, err := s.receipts().DecideMatch(ctx, caller, record, receipt.DecideMatch{Decision: b.Decision, Match: b.Match})
		return resolved(c, done, err, v, done.State.UpdatedAt)
	case review.Journal:
		done, err := s.Books().Step(ctx, caller, record, journal.Review{Decision: b.Decision, Reason: b.Reason})
		return resolved(c, done, err, v, done.State.UpdatedAt)
	case review.Difference:
		choice := map[string]orders.Choice{"accept": orders.TakeTheirs, "dismiss": orders.KeepOurs}[b.Decision]
		done, err := s.Books().DecideDifference(ctx, caller, record, orders.DecideDifference{Choice: choice, Reason: b.Reason})
		return resolved(c, done, err, v, done.State.UpdatedAt)
	}
	done, err := s.Documents.DecideReview(ctx, caller, record, docs.DecideReview{Kind: string(kind), Decision: b.Decision, Reason: b.Reason})
	return resolved(c, done, err, v, done.State.UpdatedAt)
}

// resolved answers with what a decision left.
func resolved[S any](c *Call, done commands.Done[S], err error, v resolvedView, at time.Time) (*reply[resolvedView], error) {
	if err != nil {
		return nil, err
	}
	settled(c, done)
	v.DecidedAt = at
	return &reply[resolvedView]{ETag: etag(done.Revision), LogPosition: positionOf(done), Body: v}, nil
}

func (s *Server) resolveClassification(ctx context.Context, c *Call, caller commands.Caller, record string, b reviewResolution,
	v resolvedView) (*reply[resolvedView], error) {
	cmd := classification.Decision{Decision: b.Decision, CategoryID: b.CategoryID, Parts: b.Parts, Reason: b.Reason}
	done, err := s.Documents.Decide(ctx, caller, record, cmd, true)
	v.CategoryID, v.DecidedBy = done.State.CategoryID, done.State.DecidedBy
	return resolved(c, done, err, v, done.State.DecidedAt)
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
	}, func(ctx context.Context, c *Call, in *readIn) (*reply[intakeView], error) {
		own, err := commands.IntakeKind.Load(ctx, s.Log, c.Caller, intake.StreamID(c.Caller.Site))
		if err != nil {
			return nil, err
		}
		held, revision, err := s.Documents.Intake(ctx, c.Caller.Tenant, c.Caller.Site)
		if err != nil {
			return nil, err
		}
		v := intakeView{c.Caller.Site, held.Config, c.Caller.Site != 0 && own.State.Events == 0, held.UpdatedAt, held.UpdatedBy}
		return &reply[intakeView]{ETag: etag(revision), Body: v}, nil
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
	}, func(ctx context.Context, c *Call, in *putIn) (*reply[intakeView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.Documents.Configure(ctx, caller, in.Body)
		if err != nil {
			return nil, err
		}
		settled(c, done)
		return &reply[intakeView]{ETag: etag(done.Revision), LogPosition: positionOf(done),
			Body: intakeView{caller.Site, done.State.Config, false, done.State.UpdatedAt, done.State.UpdatedBy}}, nil
	})
}
