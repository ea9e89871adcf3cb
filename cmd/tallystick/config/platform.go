package config

// Platform are the settings of what every group stands on: jobs, files, settings, links, notifications, feedback.
type Platform struct{}

// faults are the settings that do not go together.
func (c Platform) faults() []string { return nil }
