package http

import (
	"github.com/tallystick/tallystick/domain/research"
	"github.com/tallystick/tallystick/projections/lawbook"
)

// KnowledgeDeps is what the operations of the group stand on.
type KnowledgeDeps struct {
	// Research is the embedded law as it is searched; the first call may have to
	// wait until it is indexed.
	Research func() *research.Index
	// LawBook is what each tenant lays over the embedded law.
	LawBook *lawbook.Book
	// Corpus is the texts of the law.
	Corpus CorpusDeps
}

// knowledgeSurfaces pins the contracts of the corpus, research, law changes and obligations.
var knowledgeSurfaces = map[string]string{"compliance": "1.0.0", "dashboard": "1.0.0", "memos": "1.0.0", "notices": "1.0.0",
	"obligations": "1.0.0", "planning": "1.0.0", "research": "1.0.0", "rule-packs": "1.0.0"}

// registerKnowledge declares the operations of the corpus, research, law changes and obligations.
func (s *Server) registerKnowledge() {
	s.registerResearch()
	s.registerNotices()
	s.registerPlans()
	s.registerPlanExports()
	s.registerMemos()
	s.registerRulePacks()
	s.registerCoverageProfiles()
	s.registerObligations()
	s.registerCompliance()
	s.registerDashboard()
	s.registerCorpus()
	s.registerReturnPackages()
}
