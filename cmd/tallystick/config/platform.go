package config

import (
	"fmt"
	"net/url"

	"github.com/tallystick/tallystick/commands/fetchguard"
	"github.com/tallystick/tallystick/domain/notification"
	"github.com/tallystick/tallystick/reactors/mail"
)

// Platform are the settings of what every group stands on: jobs, files, settings, links, notifications, feedback.
type Platform struct {
	BlobURL       string `env:"BLOB_URL" secret:"url" doc:"s3://key:secret@host/bucket of an S3 service for uploaded and generated files; unset: a folder in the data directory"`
	PublicURL     string `env:"TALLYSTICK_PUBLIC_URL" doc:"where clients reach the API, such as https://books.example.com; stands in download links; unset: links are relative"`
	FetchNetworks string `env:"TALLYSTICK_FETCH_NETWORKS" doc:"private networks that addresses named by tenants may lead to, such as 10.1.0.0/16, separated by commas; unset: none"`
	SMTPURL       string `env:"TALLYSTICK_SMTP_URL" secret:"url" doc:"smtp://user:password@host:587 (STARTTLS) or smtps://…:465 of the server that mail goes to; unset: mail is written to the folder spool in the data directory"`
	SMTPRoots     string `env:"TALLYSTICK_SMTP_CA" doc:"PEM certificates of authorities that the mail server's certificate may come from, beside the system's"`
	MailFrom      string `env:"TALLYSTICK_MAIL_FROM" doc:"address that mail comes from, such as books@example.com; needed with TALLYSTICK_SMTP_URL"`
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
	if c.SMTPURL != "" {
		if _, err := mail.NewSMTP(c.SMTPURL, c.SMTPRoots); err != nil {
			out = append(out, fmt.Sprintf("TALLYSTICK_SMTP_URL: %v", err))
		}
	}
	if (c.SMTPURL != "" || c.MailFrom != "") && !notification.Address(c.MailFrom) {
		out = append(out, "TALLYSTICK_MAIL_FROM: needs an address such as books@example.com")
	}
	return out
}

// Guard dials for tenants as the operator allows.
func (c Platform) Guard() *fetchguard.Guard {
	networks, _ := fetchguard.ParseNetworks(c.FetchNetworks) // checked when loaded
	ports, _ := fetchguard.ParsePorts(c.FetchPorts)
	return fetchguard.New(fetchguard.Config{Networks: networks, Ports: ports})
}
