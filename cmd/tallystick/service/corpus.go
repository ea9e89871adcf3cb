package service

import (
	"context"
	"path/filepath"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/commands/fetchguard"
	"github.com/tallystick/tallystick/domain/corpus"
	"github.com/tallystick/tallystick/domain/tenancy"
	api "github.com/tallystick/tallystick/http"
	"github.com/tallystick/tallystick/projections/corpusbook"
	"github.com/tallystick/tallystick/reactors/documents"
	"github.com/tallystick/tallystick/reactors/jobs"
	"github.com/tallystick/tallystick/reactors/sandbox"

	texts "github.com/tallystick/tallystick/reactors/corpus"
)

// corpusParts are what the texts of the law run on.
type corpusParts struct {
	CorpusBook *corpusbook.Book
	// Corpus is the work of its jobs; a test may have it fetch elsewhere.
	Corpus *texts.Work
}

// fetchPatience is how long a whole code may take to come.
const fetchPatience = 10 * time.Minute

func (s *Service) openCorpus(c config.Config) {
	s.CorpusBook = corpusbook.New()
	networks, _ := fetchguard.ParseNetworks(c.FetchNetworks) // checked when loaded
	ports, _ := fetchguard.ParsePorts(c.FetchPorts)
	tools := documents.FindTools(c.ToolsDir)
	s.Corpus = &texts.Work{
		Commands: &commands.Corpus{Executor: s.Executor, Staff: func() []tenancy.Principal { return s.Directory.Principals(tenancy.Platform) }},
		Keeper: &texts.Keeper{Dir: filepath.Join(c.DataDir, "corpus"), Node: c.NodeName, Blobs: s.Blobs, Book: s.CorpusBook, Nodes: s.DB,
			Logger: s.Logger},
		Box:       &sandbox.Box{Waived: c.SandboxWaived == "waived"},
		PDFToText: func() sandbox.Job { return tools.Text() },
		Guard:     fetchguard.New(fetchguard.Config{Networks: networks, Ports: ports, Patience: fetchPatience, BodyMax: texts.RawBytesMax}),
		Hosts:     c.Hosts(),
	}
	s.Works(corpus.ImportJob, s.Corpus.Handler(s.Corpus.Import))
	s.Works(corpus.ValidateJob, s.Corpus.Handler(s.Corpus.Validate))
	s.Works(corpus.RollbackJob, jobs.Handler{Do: s.Corpus.RollBack, Abandon: s.Corpus.AbandonRollBack})
}

func (s *Service) startCorpus(ctx context.Context) {
	s.run(func() { s.keepFed(ctx, "the corpus in memory", func() error { return s.CorpusBook.Run(ctx, s.Log) }) })
	s.whenPrepared(ctx, func() { s.Corpus.Run(ctx) })
}

// corpusUnready names what of the corpus is not ready: a node takes part once it holds
// the live release's index.
func (s *Service) corpusUnready() []string {
	if !s.CorpusBook.CaughtUp() {
		return []string{"the corpus has not been read"}
	}
	if name, _, ok := s.CorpusBook.Serving(); ok {
		if _, err := s.Corpus.Index(name); err != nil {
			return []string{"the index of the live release is being built"}
		}
	}
	return nil
}

func (s *Service) corpusDeps() api.CorpusDeps {
	return api.CorpusDeps{Book: s.CorpusBook, Commands: s.Corpus.Commands, Texts: s.Corpus}
}
