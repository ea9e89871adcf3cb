package http

// InvoicingDeps is what the operations of the group stand on.
type InvoicingDeps struct{}

// invoicingSurfaces pins the contracts of invoices, credit notes, feeds and exports.
var invoicingSurfaces = map[string]string{}

// registerInvoicing declares the operations of invoices, credit notes, feeds and exports.
func (s *Server) registerInvoicing() {}
