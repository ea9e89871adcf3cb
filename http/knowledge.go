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
var knowledgeSurfaces = map[string]surface{
	"compliance":  {"1.0.0", "One status of proofs, law and currency, with the remedy of what is amiss."},
	"dashboard":   {"1.0.0", "The tenant at a glance, in one call."},
	"memos":       {"1.0.0", "Memos composed from recorded answers, calculations and research; versioned, approved by another person, sent."},
	"notices":     {"1.0.0", "Letters of tax authorities: their deadlines with each step, cited drafts of the response, and what was sent."},
	"obligations": {"1.0.0", "The calendar of returns by registration, and what was filed."},
	"planning":    {"1.0.0", "Reports that compare scenarios, each through the same calculation as an answer."},
	"research":    {"1.0.0", "Questions of law, answered with dated provisions and passages, or not at all."},
	"rule-packs":  {"1.0.0", "The tenant's own values over the law; what reads one says so."},
}

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
