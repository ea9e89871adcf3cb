package config

// Books are the settings of the ledger, journals, periods, orders and anomalies.
type Books struct{}

// faults are the settings that do not go together.
func (c Books) faults() []string { return nil }
