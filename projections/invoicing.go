package projections

// invoicing lists the projections of invoices, credit notes, feeds and exports.
func invoicing() []Projection { return nil }
