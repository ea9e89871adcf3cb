package config

// Platform are the settings of what every group stands on: jobs, files, settings, links, notifications, feedback.
type Platform struct {
	BlobURL string `env:"BLOB_URL" secret:"url" doc:"s3://key:secret@host/bucket of an S3 service for uploaded and generated files; unset: a folder in the data directory"`
}

// faults are the settings that do not go together.
func (c Platform) faults() []string { return nil }
