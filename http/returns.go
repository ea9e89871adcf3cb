package http

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/taxreturn"
	"github.com/tallystick/tallystick/readmodels"
)

// returnView is a return in full.
type returnView struct {
	ID           string            `json:"id"`
	Site         int64             `json:"site" doc:"0: tenant-wide."`
	Kind         string            `json:"kind" enum:"packet,draft_package"`
	Status       string            `json:"status" enum:"received,extracted,reviewed,rejected,failed"`
	Code         string            `json:"code" doc:"Why it was rejected or failed; empty: it was not."`
	Jurisdiction string            `json:"jurisdiction" doc:"Empty: not known."`
	TaxYear      string            `json:"tax_year" doc:"As its place writes it; empty: not known."`
	Form         string            `json:"form" doc:"Id of the form; empty: not known."`
	FormTier     string            `json:"form_tier" doc:"How well the form is known; empty: not at all."`
	ClientRef    string            `json:"client_ref"`
	Filename     string            `json:"filename" doc:"As its sender calls it."`
	SHA256       string            `json:"sha256" doc:"Of the file as it came."`
	Bytes        int64             `json:"bytes"`
	MediaType    string            `json:"media_type" doc:"Told by its bytes."`
	Extraction   string            `json:"extraction" doc:"form_fields, text_layer, ocr, text or none; empty: not read yet."`
	Pages        int               `json:"pages"`
	Summary      returnSummary     `json:"summary"`
	Figures      []figureView      `json:"figures" nullable:"false" doc:"By the rows of its form; a line that is blank is absent."`
	Facts        map[string]string `json:"facts" doc:"What persons said that it does not say."`
	Checks       []taxreturn.Check `json:"checks" nullable:"false" doc:"What was looked at; what could not be is absent."`
	Comparisons  []comparisonView  `json:"comparisons" nullable:"false" doc:"What the calculators make of its figures, now; empty where its form has none."`
	SnapshotID   *string           `json:"snapshot_id" doc:"Calculation that a package was built from; null: it is none."`
	CaseID       *string           `json:"case_id" doc:"Case that a package was made for; null: none."`
	JobID        *string           `json:"job_id" doc:"That reads it; null: none."`
	StatusURL    *string           `json:"status_url" doc:"Of the job; null: none."`
	Editors      []string          `json:"editors" nullable:"false" doc:"Ids of the principals who edited it; none of them reviews it, nor does who uploaded it."`
	ReviewedBy   *string           `json:"reviewed_by" doc:"null: nobody yet."`
	ReviewedAt   *time.Time        `json:"reviewed_at" doc:"null: not yet."`
	Waiver       string            `json:"waiver" doc:"Why an owner who is alone reviewed what they uploaded or edited; empty: somebody else reviewed it."`
	Forgotten    bool              `json:"forgotten" doc:"Its client was forgotten: the file and its texts are gone."`
	CreatedAt    time.Time         `json:"created_at"`
	CreatedBy    string            `json:"created_by"`
	UpdatedAt    time.Time         `json:"updated_at"`
}

// returnSummary is what a return comes to.
type returnSummary struct {
	Income     string `json:"income" doc:"Decimal; empty: not known, like those below."`
	Tax        string `json:"tax"`
	Refund     string `json:"refund" doc:"What is paid back."`
	BalanceDue string `json:"balance_due" doc:"What is still to be paid; negative: it is paid back."`
	Currency   string `json:"currency" doc:"Empty: not known."`
}

type figureView struct {
	Key        string        `json:"key"`
	Part       string        `json:"part" doc:"Schedule or section of the form; empty: it has none."`
	Line       string        `json:"line" doc:"As it is printed; empty: the form numbers none."`
	Value      string        `json:"value" doc:"A decimal, or one of the choices of the figure."`
	Raw        string        `json:"raw" doc:"As it is printed."`
	Currency   string        `json:"currency" doc:"Empty: no amount."`
	Source     string        `json:"source" enum:"extracted,edited,computed"`
	Page       int           `json:"page" doc:"From 1; 0: it stands on no page."`
	Box        *reading.Box  `json:"box" doc:"Where on the page, in ten-thousandths of its width and height; null: on no page."`
	Confidence float64       `json:"confidence" minimum:"0" maximum:"1"`
	Accepted   bool          `json:"accepted" doc:"A person gave their word, or it is sure enough to be relied on without."`
	Reason     string        `json:"reason" doc:"Of an edit."`
	Step       string        `json:"step" doc:"Of the calculation that a package's figure comes from; empty: none."`
	EditedBy   *string       `json:"edited_by" doc:"null: nobody."`
	EditedAt   *time.Time    `json:"edited_at" doc:"null: never."`
	Earlier    []earlierView `json:"earlier" nullable:"false" doc:"What edits replaced, the first first."`
}

type earlierView struct {
	Value    string     `json:"value"`
	Source   string     `json:"source" enum:"extracted,edited,computed"`
	Reason   string     `json:"reason"`
	EditedBy *string    `json:"edited_by" doc:"null: it was read."`
	EditedAt *time.Time `json:"edited_at" doc:"null: it was read."`
}

// comparisonView is what a calculator makes of a return.
type comparisonView struct{ taxreturn.Comparison }

func (s *Server) returns() *commands.Returns {
	return &commands.Returns{Documents: s.Documents, Books: s.Books()}
}

func (s *Server) viewReturn(_ context.Context, c *Call, h commands.Held[taxreturn.State]) (returnView, error) {
	r := h.State
	v := returnView{ID: r.ID, Site: r.Site, Kind: r.Kind, Status: r.Status, Code: r.Code, Jurisdiction: r.Jurisdiction, TaxYear: r.TaxYear,
		Form: r.Form, ClientRef: r.ClientRef.String(), Filename: r.Filename.String(), SHA256: r.Blob.SHA256, Bytes: r.Blob.Bytes,
		MediaType:  r.Media,
		Extraction: r.Extraction, Pages: r.Pages, Figures: []figureView{}, Facts: map[string]string{}, Checks: append([]taxreturn.Check{},
			r.Checks...),
		Comparisons: []comparisonView{}, Editors: append([]string{}, r.Editors...), Forgotten: r.Forgotten(), CreatedAt: r.CreatedAt,
		Waiver: r.Waiver.String(), CreatedBy: r.CreatedBy, UpdatedAt: r.UpdatedAt}
	if form, ok := taxreturn.FormByID(r.Form); ok {
		v.FormTier = form.Tier
	}
	sum := taxreturn.SummaryOf(r.Form, r.Figures)
	v.Summary = returnSummary{sum.Income, sum.Tax, sum.Refund, sum.BalanceDue, ""}
	for _, f := range r.Figures {
		v.Figures = append(v.Figures, viewFigure(f))
		if f.Currency != "" {
			v.Summary.Currency = f.Currency
		}
	}
	for _, f := range r.Facts {
		v.Facts[f.Name] = f.Value.String()
	}
	for i := range v.Checks {
		v.Checks[i].Keys = append([]string{}, v.Checks[i].Keys...)
	}
	law, err := s.laid(c)
	if err != nil {
		return v, err
	}
	for _, x := range r.Compare(s.Registry.Calculate, law) {
		v.Comparisons = append(v.Comparisons, comparisonView{x})
	}
	if r.SnapshotID != "" {
		v.SnapshotID = &r.SnapshotID
	}
	if r.CaseID != "" {
		v.CaseID = &r.CaseID
	}
	if r.JobID != "" {
		queued := Queued(r.JobID)
		v.JobID, v.StatusURL = &r.JobID, &queued.StatusURL
	}
	if r.ReviewedBy != "" {
		v.ReviewedBy, v.ReviewedAt = &r.ReviewedBy, &r.ReviewedAt
	}
	return v, nil
}

func viewFigure(f taxreturn.Figure) figureView {
	v := figureView{Key: f.Key, Part: f.Part, Line: f.Line, Value: f.Value.String(), Raw: f.Raw.String(), Currency: f.Currency,
		Source: f.Source,
		Page:   f.Page, Confidence: float64(f.Score) / 1000, Accepted: f.Accepted(), Reason: f.Reason.String(), Step: f.Step,
		Earlier: []earlierView{}}
	if f.Box != (reading.Box{}) {
		v.Box = &f.Box
	}
	if f.By != "" {
		v.EditedBy, v.EditedAt = &f.By, &f.At
	}
	for _, e := range f.Before {
		x := earlierView{Value: e.Value.String(), Source: e.Source, Reason: e.Reason.String()}
		if e.By != "" {
			x.EditedBy, x.EditedAt = &e.By, &e.At
		}
		v.Earlier = append(v.Earlier, x)
	}
	return v
}

type returnListIn struct {
	Listing
	Dated
	Status       string `query:"status" enum:"received,extracted,reviewed,rejected,failed"`
	Kind         string `query:"kind" enum:"packet,draft_package"`
	Jurisdiction string `query:"jurisdiction" maxLength:"2"`
	TaxYear      string `query:"tax_year" maxLength:"20"`
	Form         string `query:"form" maxLength:"40"`
	ClientRef    string `query:"client_ref" maxLength:"100"`
	Q            string `query:"q" maxLength:"200" doc:"Part of the file name or the client's reference."`
	Order        string `query:"order" enum:"created_at,-created_at,updated_at,-updated_at" default:"-created_at"`
}

func (in *returnListIn) order() string { return in.Order }

func (in *returnListIn) narrow(c *Call) ([]readmodels.Cond, error) {
	days, err := in.days(c, "created_at")
	return append(days, readmodels.Is("status", in.Status), readmodels.Is("kind", in.Kind), readmodels.Is("jurisdiction", in.Jurisdiction),
		readmodels.Is("tax_year", in.TaxYear), readmodels.Is("form", in.Form), readmodels.Is("client_ref", in.ClientRef),
		readmodels.Search(in.Q)), err
}

type returnItem struct {
	readmodels.ReturnRow
	Summary returnSummary `json:"summary"`
}

const returnList = "/api/tax-assistant/returns/"

func (s *Server) registerReturns() {
	r := &resource[taxreturn.State, returnView]{surface: "returns", list: returnList, one: returnList + "{return_id}/",
		kind: commands.ReturnKind, view: s.viewReturn}
	types := []FormField{
		{Name: "jurisdiction", Doc: "Where the sender knows; else the packet tells.", BytesMax: 2},
		{Name: "tax_year", Doc: "As the place writes it, such as 2024-25; with the jurisdiction or form.", BytesMax: 20},
		{Name: "form", Doc: "What it is, where the sender knows.", Enum: taxreturn.FormIDs(), BytesMax: 40},
		{Name: "client_ref", Doc: "Your own reference of the client whose return it is.", BytesMax: 100},
		{Name: "language", Doc: "Of its letters (ISO 639-2); left out, its words tell.", Enum: docs.Languages, BytesMax: 3},
	}
	register(s, Operation{
		Entry: "6.1", ID: "returns.upload", Method: http.MethodPost, Path: r.list, Surface: r.surface, Summary: "Upload a return packet",
		Permission: "returns:write", Status: http.StatusCreated, Also: []int{http.StatusOK}, Upload: &UploadForm{Fields: types,
			Check: func(fields map[string]string) error { return returnOf(fields).Validate() }},
		Errors: []int{409, 422},
		Describe: "A PDF with form fields, with text or scanned, a picture, or plain text. The same bytes of the same client and site are the first " +
			"return: 200. Reading is a job: poll `status_url`.",
	}, s.uploadReturn)
	registerList[returnListIn](s, Operation{
		Entry: "6.2", ID: "returns.list", Path: r.list, Surface: r.surface, Summary: "List returns with what they come to",
		Permission: "returns:read",
	}, "returns", readmodels.Returns, func(_ *Call, row readmodels.ReturnRow) returnItem {
		return returnItem{row, returnSummary{row.Income, row.Tax, row.Refund, row.BalanceDue, row.Currency}}
	})
	registerRead(s, r, Operation{Entry: "6.3", ID: "returns.read", Permission: "returns:read",
		Summary: "A return: its figures by line, and what the calculators make of them"})
	registerChange(s, r, Operation{
		Entry: "6.3", Summary: "Edit figures, or mark it reviewed", Permission: "returns:write", Parts: commands.ReturnParts,
		Describe: "Edits need `If-Match` and a reason, and keep what stood there. `status: reviewed` ends it, by who neither uploaded nor edited it. A draft " +
			"package is not edited: its figures are its calculation's.",
	}, s.returns().Change())
	type downloadIn struct{ Sited }
	register(s, Operation{
		Entry: "6.4", ID: "returns.download", Method: http.MethodGet, Path: r.one + "download/", Surface: r.surface, Stream: true,
		Summary: "Download the original", Permission: "returns:write", Media: originalMedia(), Hashed: true,
		Describe: "The bytes as they came; `X-Content-SHA256` is their hash. There are no links to it.",
	}, func(ctx context.Context, c *Call, in *downloadIn) (*huma.StreamResponse, error) {
		h, err := commands.ReturnKind.Load(ctx, s.Log, c.Caller, r.id(c))
		if err != nil {
			return nil, err
		}
		name := h.State.Filename.String()
		if name == "" {
			name = "return-" + h.ID
		}
		return s.streamFile(ctx, c, h.State.Media, name, h.State.Blob)
	})
}

// returnOf is what a form says of a return.
func returnOf(fields map[string]string) taxreturn.Receive {
	return taxreturn.Receive{Jurisdiction: fields["jurisdiction"], TaxYear: fields["tax_year"], Form: fields["form"],
		ClientRef: fields["client_ref"], Language: fields["language"]}
}

func (s *Server) uploadReturn(ctx context.Context, c *Call, in *uploadIn) (*reply[returnView], error) {
	u, err := s.receive(ctx, c)
	if err != nil {
		return nil, err
	}
	defer u.Discard()
	caller, err := c.writer(in.Written)
	if err != nil {
		return nil, err
	}
	file := u.Files[0]
	cmd := returnOf(u.Fields)
	cmd.Filename, cmd.Media = file.Name, file.Media
	done, err := s.returns().Receive(ctx, caller, commands.ReturnUpload{Staged: file.Staged, Receive: cmd})
	if err != nil {
		return nil, err
	}
	settled(c, done)
	v, err := s.viewReturn(ctx, c, commands.Held[taxreturn.State]{ID: done.ID, State: done.State})
	if err != nil {
		return nil, err
	}
	a := &reply[returnView]{ETag: etag(done.Revision), LogPosition: positionOf(done), Body: v}
	if !done.Nothing {
		a.Status, a.Location = http.StatusCreated, returnList+done.ID+"/"
	}
	return a, nil
}
