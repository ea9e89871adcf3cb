package config

// Knowledge are the settings of the corpus, research, law changes and obligations.
type Knowledge struct{}

// faults are the settings that do not go together.
func (c Knowledge) faults() []string { return nil }
