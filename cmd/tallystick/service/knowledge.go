package service

import (
	"context"
	"sync"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/domain/research"
	"github.com/tallystick/tallystick/domain/tax/all"
	api "github.com/tallystick/tallystick/http"
)

// knowledgeParts are what the corpus, research, law changes and obligations run on.
type knowledgeParts struct{ research func() *research.Index }

// openKnowledge makes the parts; the stores are connected, nothing runs yet.
func (s *Service) openKnowledge(c config.Config) error {
	s.research = sync.OnceValue(func() *research.Index {
		index, err := research.New(all.Jurisdictions())
		if err != nil {
			panic(err) // the law and its terms are embedded, and tested
		}
		return index
	})
	return nil
}

// startKnowledge begins the group's work beside the API, until ctx ends. Its metrics
// are registered here.
func (s *Service) startKnowledge(context.Context) error {
	go s.research() // so that no question has to wait for it
	return nil
}

// knowledgeUnready names what of the group is not ready, for /readyz.
func (s *Service) knowledgeUnready(ctx context.Context) []string { return nil }

// knowledgeDeps hands the parts to the API.
func (s *Service) knowledgeDeps() api.KnowledgeDeps { return api.KnowledgeDeps{Research: s.research} }
