package http

// KnowledgeDeps is what the operations of the group stand on.
type KnowledgeDeps struct{}

// knowledgeSurfaces pins the contracts of the corpus, research, law changes and obligations.
var knowledgeSurfaces = map[string]string{}

// registerKnowledge declares the operations of the corpus, research, law changes and obligations.
func (s *Server) registerKnowledge() {}
