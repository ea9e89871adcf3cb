package http

// BooksDeps is what the operations of the group stand on.
type BooksDeps struct{}

// booksSurfaces pins the contracts of the ledger, journals, periods, orders and anomalies.
var booksSurfaces = map[string]string{}

// registerBooks declares the operations of the ledger, journals, periods, orders and anomalies.
func (s *Server) registerBooks() {}
