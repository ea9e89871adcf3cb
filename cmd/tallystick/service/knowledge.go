package service

import (
	"context"
	"sync"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/compliance"
	"github.com/tallystick/tallystick/domain/research"
	"github.com/tallystick/tallystick/domain/tax/all"
	api "github.com/tallystick/tallystick/http"
	"github.com/tallystick/tallystick/projections/lawbook"
	"github.com/tallystick/tallystick/reactors/jobs"
)

// knowledgeParts are what the corpus, research, law changes and obligations run on.
type knowledgeParts struct {
	research func() *research.Index
	LawBook  *lawbook.Book
	corpusParts
}

// researchIndex is of the embedded law, thus one for every service of a process.
var researchIndex = sync.OnceValue(func() *research.Index {
	index, err := research.New(all.Jurisdictions())
	if err != nil {
		panic(err) // the law and its terms are embedded, and tested
	}
	return index
})

// openKnowledge makes the parts; the stores are connected, nothing runs yet.
func (s *Service) openKnowledge(c config.Config) error {
	s.research = researchIndex
	memos := &commands.Memos{Notices: &commands.Notices{Executor: s.Executor, Zone: s.Directory.Zone}, Notifications: s.Notifications}
	s.Notified(commands.MemoMail, memos.Told)
	s.Notified(commands.NoticeMail, memos.Notices.Told)
	s.Works(compliance.RefreshJob, jobs.Handler{Do: s.refreshes})
	s.LawBook = lawbook.New(s.Logger, all.Resolvers())
	s.openCorpus(c)
	return nil
}

// startKnowledge begins the group's work beside the API, until ctx ends. Its metrics
// are registered here.
func (s *Service) startKnowledge(ctx context.Context) error {
	s.run(func() { s.keepFed(ctx, "the rule packs in memory", func() error { return s.LawBook.Run(ctx, s.Log) }) })
	s.startCorpus(ctx)
	go s.research() // so that no question has to wait for it
	return nil
}

// knowledgeUnready names what of the group is not ready, for /readyz.
func (s *Service) knowledgeUnready(ctx context.Context) []string {
	if !s.LawBook.CaughtUp() {
		return []string{"the rule packs have not been read"}
	}
	return s.corpusUnready()
}

// knowledgeDeps hands the parts to the API.
func (s *Service) knowledgeDeps() api.KnowledgeDeps {
	return api.KnowledgeDeps{Research: s.research, LawBook: s.LawBook, Corpus: s.corpusDeps()}
}
