package http

import (
	"context"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/category"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/classification"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/readmodels"
)

// costCategoryView is a category of a form.
type costCategoryView struct {
	ID         string     `json:"id"`
	Code       string     `json:"code"`
	Label      string     `json:"label" doc:"The tenant's own name, else the tree's."`
	Tree       string     `json:"tree"`
	Form       string     `json:"form" doc:"Empty: of no form."`
	Line       string     `json:"line" doc:"Where it stands on the form of the year; empty: not read for that year."`
	Accounts   []string   `json:"account_roles" nullable:"false" doc:"Roles of the accounts that it takes; it is booked to the first."`
	Deductible *money.Dec `json:"deductible_share" doc:"Of the cost, for the tax on profits; null: no source was read."`
	InputTax   *money.Dec `json:"input_tax_share" doc:"Of its tax; null: as the cost."`
	Disabled   bool       `json:"disabled"`
}

func viewCostCategory(c category.Category, year int, label string, disabled bool) costCategoryView {
	form := ""
	for _, t := range category.Trees() {
		if t.ID == c.Tree {
			form = t.Form
		}
	}
	v := costCategoryView{c.ID, c.Code, c.Label, c.Tree, form, c.Line(year), c.Roles, c.Deductible, c.InputTax, disabled}
	if label != "" {
		v.Label = label
	}
	return v
}

type costCategoryList struct {
	Categories []costCategoryView `json:"categories" nullable:"false"`
	Tree       string             `json:"tree"`
	Form       string             `json:"form"`
	Tier       string             `json:"coverage_status" enum:"covered,beta,draft"`
	Sources    []category.Source  `json:"sources" nullable:"false"`
	Counted
}

// taxYearForm is how a tax year begins: with the year in which it does.
var taxYearForm = regexp.MustCompile(`^[0-9]{4}(-[0-9]{2})?$`)

func yearOf(text string) (int, error) {
	if !taxYearForm.MatchString(text) {
		return 0, fault.Invalid("tax_year", "a year such as 2025, or 2025-26")
	}
	return strconv.Atoi(text[:4])
}

func (s *Server) receipts() *commands.Receipts {
	return &commands.Receipts{Documents: s.Documents, Books: s.Books()}
}

// jurisdiction is the one that is asked for, else the site's.
func (s *Server) jurisdiction(ctx context.Context, c *Call, asked string) (string, error) {
	if asked != "" {
		return asked, nil
	}
	own, err := s.receipts().Jurisdiction(ctx, c.Caller)
	if err == nil && own == "" {
		err = fault.Invalid("jurisdiction", "is demanded: the site has neither books nor a default")
	}
	return own, err
}

func (s *Server) registerCostCategories() {
	type listIn struct {
		Sited
		Fresh
		Jurisdiction string `query:"jurisdiction" pattern:"^[A-Z]{2}$" doc:"ISO 3166-1; left out: that of the site. A place without a form of its own has the generic tree."`
		TaxYear      string `query:"tax_year" maxLength:"7" doc:"For the lines of the form; left out: this year."`
	}
	register(s, Operation{
		Entry: "5.1", ID: "categories.list", Method: http.MethodGet, Path: "/api/tax-assistant/categories/", Surface: "documents",
		Summary: "Categories of a place, as its form has them", Permission: "categories:read",
	}, func(ctx context.Context, c *Call, in *listIn) (*reply[costCategoryList], error) {
		if err := c.after(ctx, in.Fresh, readmodels.CategoryOverrides.Projection); err != nil {
			return nil, err
		}
		place, err := s.jurisdiction(ctx, c, in.Jurisdiction)
		if err != nil {
			return nil, err
		}
		year := s.today(c).Year()
		if in.TaxYear != "" {
			if year, err = yearOf(in.TaxYear); err != nil {
				return nil, err
			}
		}
		t := category.For(place)
		ids := make([]string, len(t.Categories))
		for i, x := range t.Categories {
			ids[i] = x.ID
		}
		found, err := readmodels.CategoryOverrides.List(ctx, s.DB, c.Scope(), readmodels.Page{Limit: len(ids), Order: "updated_at"},
			readmodels.In("id", ids))
		if err != nil {
			return nil, err
		}
		own := map[string]readmodels.CategoryRow{}
		for _, r := range found.Rows {
			own[r.ID] = r
		}
		list := costCategoryList{Categories: []costCategoryView{}, Tree: t.ID, Form: t.Form, Tier: t.Tier, Sources: t.Sources,
			Counted: counted(len(ids), nil)}
		for _, x := range t.Categories {
			list.Categories = append(list.Categories, viewCostCategory(x, year, own[x.ID].Label, own[x.ID].Disabled))
		}
		return &reply[costCategoryList]{Body: list}, nil
	})

	r := &resource[category.Override, costCategoryView]{entry: "5.2", surface: "documents",
		one:  "/api/tax-assistant/categories/{category_id}/",
		kind: commands.CategoryKind, view: func(_ context.Context, c *Call, h commands.Held[category.Override]) (costCategoryView, error) {
			known, _ := category.Find(h.ID)
			return viewCostCategory(known, s.today(c).Year(), h.State.Label, h.State.Disabled), nil
		}}
	registerChange(s, r, Operation{Summary: "Rename a category, or disable it", Describe: "For the whole tenant. Past uses stay as they are."},
		commands.ChangeCategory, func(c *Call, cmd *category.Adjust) { cmd.ID = r.id(c) })
}

// classificationView is what a cost was classified as.
type classificationView struct {
	ID           string                    `json:"id"`
	Site         int64                     `json:"site"`
	Status       string                    `json:"status" enum:"classified,open,resolved,dismissed" doc:"open: a person decides."`
	DocumentID   string                    `json:"document_id"`
	Text         string                    `json:"text"`
	Jurisdiction string                    `json:"jurisdiction"`
	TaxYear      int                       `json:"tax_year"`
	Tree         string                    `json:"tree"`
	Category     *costCategoryView         `json:"category" doc:"null: none is sure."`
	Role         string                    `json:"account_role"`
	Confidence   float64                   `json:"confidence" minimum:"0" maximum:"1"`
	Method       string                    `json:"method" doc:"rule, history, code, lexicon or person; empty: none had anything to say."`
	Evidence     string                    `json:"evidence"`
	Candidates   []classificationCandidate `json:"candidates" nullable:"false"`
	Parts        []classification.Part     `json:"parts" nullable:"false"`
	History      int                       `json:"history" doc:"How many earlier decisions of this tenant were read."`
	ReviewItemID *string                   `json:"review_item_id"`
	DecidedBy    string                    `json:"decided_by"`
	Reason       string                    `json:"reason"`
	CreatedAt    time.Time                 `json:"created_at"`
	CreatedBy    string                    `json:"created_by"`
	UpdatedAt    time.Time                 `json:"updated_at"`
}

type classificationCandidate struct {
	Category   costCategoryView `json:"category"`
	Confidence float64          `json:"confidence" minimum:"0" maximum:"1"`
	Method     string           `json:"method"`
}

// viewOwnCategory shows a category as the tenant names it.
func (s *Server) viewOwnCategory(ctx context.Context, c *Call, x category.Category, year int) (costCategoryView, error) {
	own, err := commands.CategoryKind.Load(ctx, s.Log, c.Caller, x.ID)
	return viewCostCategory(x, year, own.State.Label, own.State.Disabled), err
}

func viewClassification(ctx context.Context, call *Call, h commands.Held[classification.State]) (classificationView, error) {
	x := h.State
	v := classificationView{ID: h.ID, Site: x.Site, Status: x.Status, DocumentID: x.DocumentID, Text: x.Text.String(),
		Jurisdiction: x.Jurisdiction, TaxYear: x.Year,
		Tree: x.Tree, Role: x.Role, Confidence: float64(x.Score) / 1000, Method: x.Method, Evidence: x.Evidence.String(),
		Candidates: []classificationCandidate{}, Parts: append([]classification.Part{}, x.Parts...), History: x.History, DecidedBy: x.DecidedBy,
		Reason: x.Reason.String(), CreatedAt: x.CreatedAt, CreatedBy: x.CreatedBy, UpdatedAt: x.UpdatedAt}
	if c, ok := category.Find(x.CategoryID); ok {
		shown, err := call.server.viewOwnCategory(ctx, call, c, x.Year)
		if err != nil {
			return v, err
		}
		v.Category = &shown
	}
	for _, y := range x.Candidates {
		if c, ok := category.Find(y.CategoryID); ok {
			shown, err := call.server.viewOwnCategory(ctx, call, c, x.Year)
			if err != nil {
				return v, err
			}
			v.Candidates = append(v.Candidates, classificationCandidate{shown, float64(y.Score) / 1000, y.Method})
		}
	}
	if x.Made.CategoryID == "" || x.Status == classification.Open || x.Status == classification.Dismissed {
		id := "classification_" + h.ID
		v.ReviewItemID = &id
	}
	return v, nil
}

// classifyBody asks for the category of a cost.
type classifyBody struct {
	Text        string `json:"text,omitempty" maxLength:"4000"`
	DocumentID  string `json:"document_id,omitempty" maxLength:"32"`
	Transaction *struct {
		Description string     `json:"description,omitempty" maxLength:"1000"`
		Merchant    string     `json:"merchant,omitempty" maxLength:"200"`
		MCC         string     `json:"mcc,omitempty" pattern:"^[0-9]{4}$" doc:"Merchant category code, ISO 18245."`
		Amount      *money.Dec `json:"amount,omitempty"`
		Currency    string     `json:"currency,omitempty" pattern:"^[A-Z]{3}$"`
		Date        civil.Date `json:"date,omitzero" format:"date"`
	} `json:"transaction,omitempty"`
	Jurisdiction string `json:"jurisdiction,omitempty" pattern:"^[A-Z]{2}$" doc:"Left out: that of the site."`
	TaxYear      string `json:"tax_year,omitempty" maxLength:"7" doc:"Left out: that of the transaction's day, else this year."`
}

type classifyIn struct {
	Sited
	Written
	Body classifyBody
}

func (s *Server) registerClassifications() {
	for _, o := range []Operation{
		{Entry: "5.3", ID: "classifications.run", Path: "/api/tax-assistant/classifications/"},
		{Entry: "24.2", ID: "classifications.typed", Path: "/api/v1/tax-assistant/classify"},
	} {
		o.Method, o.Surface, o.Permission, o.Errors, o.Status = http.MethodPost, "documents", "classifications:run", []int{409},
			http.StatusCreated
		o.Summary = "Classify a cost: text, a document or a transaction"
		o.Describe = "At once. The result names its method and evidence: your rule, your own decisions for the merchant, the merchant's category code, or words. " +
			"Below a confidence of 0.8 there is no category but candidates, and a review item."
		register(s, o, s.classify)
	}
	r := &resource[classification.State, classificationView]{entry: "x.18", surface: "documents", list: "/api/tax-assistant/classifications/",
		one: "/api/tax-assistant/classifications/{classification_id}/", kind: commands.ClassificationKind, view: viewClassification}
	registerRead(s, r, Operation{ID: "classifications.read", Summary: "A classification", Permission: "classifications:run"})

	type correctIn struct {
		Sited
		Written
		ID   string `path:"classification_id" maxLength:"64"`
		Body struct {
			CategoryID string `json:"category_id" minLength:"1" maxLength:"60"`
			Reason     string `json:"reason,omitempty" maxLength:"1000"`
		}
	}
	register(s, Operation{
		Entry: "5.4", ID: "classifications.correct", Method: http.MethodPost,
		Path:    "/api/tax-assistant/classifications/{classification_id}/corrections/",
		Surface: "documents", Summary: "Say what a cost really is", Permission: "classifications:correct", Errors: []int{409, 412, 422},
		Describe: "It teaches this tenant alone.",
	}, func(ctx context.Context, c *Call, in *correctIn) (*reply[classificationView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.Documents.Decide(ctx, caller, in.ID, classification.Decision{Decision: "correct", CategoryID: in.Body.CategoryID,
			Reason: in.Body.Reason}, false)
		if err != nil {
			return nil, err
		}
		return answerClassification(ctx, c, done)
	})
}

func answerClassification(ctx context.Context, c *Call, done commands.Done[classification.State]) (*reply[classificationView], error) {
	settled(c, done)
	v, err := viewClassification(ctx, c, commands.Held[classification.State]{ID: done.ID, State: done.State})
	return &reply[classificationView]{ETag: etag(done.Revision), LogPosition: positionOf(done), Body: v}, err
}

// query is what a body asks, with what it leaves to the site.
func (s *Server) classifyQuery(ctx context.Context, c *Call, b classifyBody) (q commands.Classify, err error) {
	given := 0
	for _, said := range []bool{b.Text != "", b.DocumentID != "", b.Transaction != nil} {
		if said {
			given++
		}
	}
	if given != 1 {
		return q, fault.Invalid("body", "exactly one of text, document_id and transaction")
	}
	q = commands.Classify{Text: b.Text, DocumentID: b.DocumentID, Year: s.today(c).Year()}
	if t := b.Transaction; t != nil {
		q.Text, q.Merchant, q.MCC, q.Currency = t.Merchant+" "+t.Description, t.Merchant, t.MCC, t.Currency
		if t.Amount != nil {
			q.Amount = t.Amount.String()
		}
		if !t.Date.IsZero() {
			q.Year = t.Date.Year()
		}
	}
	if b.TaxYear != "" {
		if q.Year, err = yearOf(b.TaxYear); err != nil {
			return q, err
		}
	}
	q.Jurisdiction, err = s.jurisdiction(ctx, c, b.Jurisdiction)
	return q, err
}

func (s *Server) classify(ctx context.Context, c *Call, in *classifyIn) (*reply[classificationView], error) {
	caller, err := c.writer(in.Written)
	if err != nil {
		return nil, err
	}
	q, err := s.classifyQuery(ctx, c, in.Body)
	if err != nil {
		return nil, err
	}
	done, err := s.Documents.Classify(ctx, caller, q)
	if err != nil {
		return nil, err
	}
	a, err := answerClassification(ctx, c, done)
	if err == nil {
		a.Status, a.Location = http.StatusCreated, "/api/tax-assistant/classifications/"+done.ID+"/"
	}
	return a, err
}
