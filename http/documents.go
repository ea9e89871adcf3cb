package http

// DocumentsDeps is what the operations of the group stand on.
type DocumentsDeps struct{}

// documentsSurfaces pins the contracts of documents, their classification, receipts and returns.
var documentsSurfaces = map[string]string{}

// registerDocuments declares the operations of documents, their classification, receipts and returns.
func (s *Server) registerDocuments() {}
