package config

import (
	"fmt"
	"net/url"

	"github.com/tallystick/tallystick/commands/fetchguard"
)

// Platform are the settings of what every group stands on: jobs, files, settings, links, notifications, feedback.
type Platform struct {
	BlobURL       string `env:"BLOB_URL" secret:"url" doc:"s3://key:secret@host/bucket of an S3 service for uploaded and generated files; unset: a folder in the data directory"`
	PublicURL     string `env:"TALLYSTICK_PUBLIC_URL" doc:"where clients reach the API, such as https://books.example.com; stands in download links; unset: links are relative"`
	FetchNetworks string `env:"TALLYSTICK_FETCH_NETWORKS" doc:"private networks that addresses named by tenants may lead to, such as 10.1.0.0/16, separated by commas; unset: none"`
	FetchPorts    string `env:"TALLYSTICK_FETCH_PORTS" doc:"ports that such addresses may have beside their scheme's own, separated by commas"`
}

// faults are the settings that do not go together.
func (c Platform) faults() (out []string) {
	if u, err := url.Parse(c.PublicURL); c.PublicURL != "" && (err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" ||
		u.Scheme != "http" && u.Scheme != "https") {
		out = append(out, "TALLYSTICK_PUBLIC_URL: needs http or https and a host")
	}
	if _, err := fetchguard.ParseNetworks(c.FetchNetworks); err != nil {
		out = append(out, fmt.Sprintf("TALLYSTICK_FETCH_NETWORKS: %v", err))
	}
	if _, err := fetchguard.ParsePorts(c.FetchPorts); err != nil {
		out = append(out, fmt.Sprintf("TALLYSTICK_FETCH_PORTS: %v", err))
	}
	return out
}

// Guard dials for tenants as the operator allows.
func (c Platform) Guard() *fetchguard.Guard {
	networks, _ := fetchguard.ParseNetworks(c.FetchNetworks) // checked when loaded
	ports, _ := fetchguard.ParsePorts(c.FetchPorts)
	return fetchguard.New(fetchguard.Config{Networks: networks, Ports: ports})
}
