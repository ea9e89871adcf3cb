package http

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/auditproof"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/readmodels"
)

func (s *Server) auditProofs() *commands.AuditProofs {
	return &commands.AuditProofs{Books: s.Books(), Proofs: s.Checkpoints}
}

// auditProofView is a month's proof.
type auditProofView struct {
	ID       string `json:"id"`
	Site     int64  `json:"site"`
	Status   string `json:"status" enum:"final,provisional"`
	Revision int    `json:"revision" doc:"How often the month was proved with another outcome."`
	auditproof.Content
	PDFSHA256 string    `json:"pdf_sha256"`
	CreatedAt time.Time `json:"created_at"`
	CreatedBy string    `json:"created_by"`
}

func viewAuditProof(s auditproof.State) auditProofView {
	r, _ := s.Latest()
	v := auditProofView{s.ID, s.Site, "final", len(s.Revisions), r.Content, r.PDFSHA256, r.At, r.By}
	if r.Provisional {
		v.Status = "provisional"
	}
	return v
}

// proofIn asks for a month's proof, by body or query.
type proofIn struct {
	Sited
	Written
	Year        int  `query:"year" minimum:"1990" maximum:"9999" doc:"As in the body."`
	Month       int  `query:"month" minimum:"1" maximum:"12" doc:"As in the body."`
	Provisional bool `query:"provisional" doc:"As in the body."`
	Body        *struct {
		Year        int   `json:"year" minimum:"1990" maximum:"9999"`
		Month       int   `json:"month" minimum:"1" maximum:"12"`
		Site        int64 `json:"site,omitempty" minimum:"1" doc:"As the query parameter."`
		Provisional bool  `json:"provisional,omitempty" doc:"Prove although entries of the month are not posted."`
	}
}

// ProofPath names one proof.
type ProofPath struct {
	Sited
	ProofID string `path:"proof_id" maxLength:"64"`
}

func (s *Server) registerAuditProofs() {
	type listIn struct {
		Sited
		Paged
		Fresh
		Status string `query:"status" enum:"final,provisional"`
		Period string `query:"period" pattern:"^[0-9]{4}-[0-9]{2}$"`
		Q      string `query:"q" maxLength:"64" doc:"Part of a root."`
		Order  string `query:"order" enum:"period,-period,created_at,-created_at" default:"-period"`
	}
	type auditProofList struct {
		Proofs []readmodels.AuditProofRow `json:"audit_proofs" nullable:"false"`
		Counts map[string]int64           `json:"status_counts"`
		Counted
	}
	register(s, Operation{
		Entry: "12.4", ID: "proofs.list", Method: http.MethodGet, Path: "/api/audit-proofs/", Surface: "ledger",
		Summary: "List monthly proofs", Permission: "proofs:read",
	}, func(ctx context.Context, c *Call, in *listIn) (*reply[auditProofList], error) {
		if err := c.after(ctx, in.Fresh); err != nil {
			return nil, err
		}
		conds := []readmodels.Cond{readmodels.Is("period", in.Period), readmodels.Search(in.Q)}
		counts, err := readmodels.AuditProofs.Tally(ctx, s.DB, c.Scope(), "status", conds...)
		if err != nil {
			return nil, err
		}
		found, err := readmodels.AuditProofs.List(ctx, s.DB, c.Scope(), in.page(in.Order), append(conds, readmodels.Is("status", in.Status))...)
		if err != nil {
			return nil, err
		}
		return &reply[auditProofList]{Body: auditProofList{found.Rows, counts, countedOf(found)}}, nil
	})

	register(s, Operation{
		Entry: "12.5", ID: "proofs.generate", Method: http.MethodPost, Path: "/api/audit-proofs/", Surface: "ledger",
		Summary: "Prove a month of a site's books", Permission: "proofs:generate", Status: http.StatusCreated, Also: []int{http.StatusOK},
		Errors:   []int{409, 422},
		Describe: "An unchanged month answers the proof that it has (200); a first or changed one is made (201).",
	}, s.generateProof)
	s.registerAuditProof()
}

func (s *Server) generateProof(ctx context.Context, c *Call, in *proofIn) (*reply[auditProofView], error) {
	if b := in.Body; b != nil {
		var differ fault.Fields
		if in.Year != 0 && in.Year != b.Year {
			differ.Add("year", "is %d in the body and %d in the query", b.Year, in.Year)
		}
		if in.Month != 0 && in.Month != b.Month {
			differ.Add("month", "is %d in the body and %d in the query", b.Month, in.Month)
		}
		if in.Provisional && !b.Provisional {
			differ.Add("provisional", "is asked for in the query and not in the body")
		}
		if err := differ.Err(); err != nil {
			return nil, err
		}
		in.Year, in.Month, in.Provisional = b.Year, b.Month, b.Provisional
		if err := c.narrow(b.Site); err != nil {
			return nil, err
		}
	}
	caller, err := c.writer(in.Written)
	if err != nil {
		return nil, err
	}
	var bad fault.Fields
	if in.Year == 0 {
		bad.Add("year", "such as 2026")
	}
	if in.Month == 0 {
		bad.Add("month", "1 to 12")
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	done, err := s.auditProofs().Generate(ctx, caller, books.MonthOf(civil.Of(in.Year, in.Month, 1)), in.Provisional)
	if err != nil {
		return nil, err
	}
	wroteBy(c, done)
	a := &reply[auditProofView]{ETag: etag(done.Revision), LogPosition: positionOf(done), Body: viewAuditProof(done.State)}
	if !done.Nothing {
		a.Status, a.Location = http.StatusCreated, "/api/audit-proofs/"+done.ID+"/"
	}
	return a, nil
}

func (s *Server) registerAuditProof() {
	register(s, Operation{
		Entry: "x.18", ID: "proofs.read", Method: http.MethodGet, Path: "/api/audit-proofs/{proof_id}/", Surface: "ledger",
		Summary: "A monthly proof", Permission: "proofs:read",
	}, func(ctx context.Context, c *Call, in *struct{ ProofPath }) (*reply[auditProofView], error) {
		state, revision, err := s.auditProofs().Proof(ctx, c.Caller, in.ProofID)
		if err != nil {
			return nil, err
		}
		return &reply[auditProofView]{ETag: etag(revision), Body: viewAuditProof(state)}, nil
	})

	register(s, Operation{
		Entry: "12.6", ID: "proofs.verify", Method: http.MethodPost, Path: "/api/audit-proofs/{proof_id}/verify/", Surface: "ledger",
		Summary: "Work a monthly proof out anew from the log", Permission: "proofs:read",
		Describe: "Answers 200 either way: `ok`, and what differs by name.",
	}, func(ctx context.Context, c *Call, in *struct{ ProofPath }) (*reply[auditproof.Verified], error) {
		out, err := s.auditProofs().Verify(ctx, c.Caller, in.ProofID)
		return &reply[auditproof.Verified]{Body: out}, err
	})

	register(s, Operation{
		Entry: "12.7", ID: "proofs.pdf", Method: http.MethodGet, Path: "/api/audit-proofs/{proof_id}/pdf/", Surface: "ledger", Stream: true,
		Summary: "Download a monthly proof as PDF", Permission: "proofs:read", Media: []string{pdfMedia}, Hashed: true,
		Describe: "The same bytes at every download; `X-Content-SHA256` is the hash that stands in the proof's event.",
	}, func(ctx context.Context, c *Call, in *struct{ ProofPath }) (*huma.StreamResponse, error) {
		state, _, err := s.auditProofs().Proof(ctx, c.Caller, in.ProofID)
		if err != nil {
			return nil, err
		}
		latest, _ := state.Latest()
		pdf, err := commands.RenderProof(state.ID, latest.Content)
		if err != nil {
			return nil, err
		}
		if commands.Hash(pdf) != latest.PDFSHA256 {
			return nil, fault.New(fault.Internal, "the PDF no longer has the hash that was recorded; it is not handed out")
		}
		return s.download(ctx, c, pdfMedia, "proof-"+latest.Period.String()+".pdf", pdf), nil
	})
}
