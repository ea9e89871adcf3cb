package config

import "strings"

// Knowledge are the settings of the corpus, research, law changes and obligations.
type Knowledge struct {
	CorpusHosts string `env:"TALLYSTICK_CORPUS_HOSTS" default:"www.legislation.gov.uk,www.gesetze-im-internet.de,uscode.house.gov,www.ecfr.gov,www.irishstatutebook.ie" doc:"hosts that texts of the law are fetched from, separated by commas"`
}

// Hosts are those that texts of the law are fetched from.
func (c Knowledge) Hosts() []string {
	return strings.FieldsFunc(c.CorpusHosts, func(r rune) bool { return r == ',' || r == ' ' })
}

// faults are the settings that do not go together.
func (c Knowledge) faults() []string { return nil }
