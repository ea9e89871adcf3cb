package config

// Invoicing are the settings of invoices, credit notes, feeds and exports.
type Invoicing struct{}

// faults are the settings that do not go together.
func (c Invoicing) faults() []string { return nil }
