package service

import (
	"context"
	"errors"
	"runtime"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/blob"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/einvoice/terms"
	"github.com/tallystick/tallystick/domain/documents/statement"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/orders/orderfile"
	"github.com/tallystick/tallystick/domain/receipt"
	"github.com/tallystick/tallystick/domain/taxreturn"
	"github.com/tallystick/tallystick/eventstore/blobs"
	api "github.com/tallystick/tallystick/http"
	"github.com/tallystick/tallystick/reactors/documents"
	"github.com/tallystick/tallystick/reactors/jobs"
	"github.com/tallystick/tallystick/reactors/sandbox"
)

// documentsParts are what documents, their classification, receipts and returns run on.
type documentsParts struct {
	documents *commands.Documents
}

// openDocuments makes the parts; the stores are connected, nothing runs yet.
func (s *Service) openDocuments(c config.Config) error {
	s.documentsParts = documentsParts{
		documents: &commands.Documents{Executor: s.Executor, DB: s.DB, Room: s.room(c), Last: s.Store.Last, Lines: s.statementLines,
			OrderFaults: s.orderFaults, Terms: s.invoiceTerms},
	}
	x := &documents.Extractor{
		Documents: s.documentsParts.documents, Blobs: s.Blobs, Box: &sandbox.Box{Waived: c.SandboxWaived == "waived"},
		Tools: documents.FindTools(c.ToolsDir),
	}
	s.Works(docs.ExtractJob, x.Handler(runtime.NumCPU()))
	reader := &documents.ReturnReader{Extractor: x, Returns: &commands.Returns{Documents: s.documentsParts.documents}}
	s.Works(taxreturn.ExtractJob, reader.Handler(runtime.NumCPU()))
	s.Works(receipt.BookJob, jobs.Handler{AtOnce: 1, Do: s.bookReceipt})
	return nil
}

// room is what the files of one tenant may hold.
func (s *Service) room(c config.Config) commands.Room {
	return commands.Room{DB: s.DB, BytesMax: int64(c.FilesPerTenant) << 20}
}

// bookReceipt proposes the journal entry of a receipt, where the call that finalised
// it was cut off.
func (s *Service) bookReceipt(ctx context.Context, t *jobs.Task) (string, error) {
	err := s.API.BookReceipt(ctx, t.Caller("book"), t.RecordID)
	if refused := fault.As(err); refused != nil && refused.Code == fault.Blocked {
		return "", jobs.Final("blocked", "the entry cannot be proposed: %s", refused.Blockers[0].Code)
	}
	return "/api/tax-assistant/receipts/" + t.RecordID + "/", err
}

// startDocuments begins the group's work beside the API, until ctx ends. Its metrics
// are registered here.
func (s *Service) startDocuments(ctx context.Context) error { return nil }

// documentsUnready names what of the group is not ready, for /readyz.
func (s *Service) documentsUnready(ctx context.Context) []string { return nil }

// statementLines reads the lines of a statement; none where its client was forgotten.
func (s *Service) statementLines(ctx context.Context, tenant string, x docs.Statement) ([]statement.Line, error) {
	lines, err := documents.Lines(ctx, s.Blobs, tenant, x.Lines)
	if errors.Is(err, blobs.ErrForgotten) || errors.Is(err, blobs.ErrMissing) {
		return nil, nil
	}
	return lines, err
}

// orderFaults reads the faults of a file of orders; none where its client was forgotten.
func (s *Service) orderFaults(ctx context.Context, tenant string, o docs.OrdersFile) ([]orderfile.Fault, error) {
	faults, err := documents.OrderFaults(ctx, s.Blobs, tenant, o)
	if errors.Is(err, blobs.ErrForgotten) || errors.Is(err, blobs.ErrMissing) {
		return nil, nil
	}
	return faults, err
}

// invoiceTerms reads those of an electronic invoice; none where its client was forgotten.
func (s *Service) invoiceTerms(ctx context.Context, tenant string, ref blob.Ref) (*terms.Group, error) {
	said, err := documents.Terms(ctx, s.Blobs, tenant, ref)
	if errors.Is(err, blobs.ErrForgotten) || errors.Is(err, blobs.ErrMissing) {
		return nil, nil
	}
	return said, err
}

// documentsDeps hands the parts to the API.
func (s *Service) documentsDeps() api.DocumentsDeps {
	return api.DocumentsDeps{Documents: s.documentsParts.documents}
}
