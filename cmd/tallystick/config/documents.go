package config

// Documents are the settings of documents, their classification, receipts and returns.
type Documents struct{}

// faults are the settings that do not go together.
func (c Documents) faults() []string { return nil }
