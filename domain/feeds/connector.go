package feeds

import (
	"encoding/base64"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// Connectors is the kind of stream that a connector is.
var Connectors = event.Category{Name: "connector", Types: []event.Type{event.Of[ConnectorSet](), event.Of[ConnectorRemoved]()}}

// Kinds of connectors.
const (
	Webhook = "webhook" // the file is posted to an address
	Bucket  = "bucket"  // put into a bucket of a service with the interface of S3
	SFTP    = "sftp"    // put into a folder of an SFTP server
	ERPNext = "erpnext" // kept as a private file of an ERPNext site
)

// ConnectorSet says the whole of a connector anew.
type ConnectorSet struct {
	ConnectorPlan
}

// ConnectorRemoved ends it for good.
type ConnectorRemoved struct {
	Code string `json:"code"` // removed
}

func (ConnectorSet) EventType() string     { return "connector.set.v1" }
func (ConnectorRemoved) EventType() string { return "connector.removed.v1" }

// ConnectorPlan is where completed exports can be sent. It holds no secret: SecretRef
// names one that the operator has configured for the tenant and the address's host.
type ConnectorPlan struct {
	Kind      string            `json:"kind" enum:"webhook,bucket,sftp,erpnext"`
	Direction string            `json:"direction" enum:"out" doc:"out: exports are sent there."`
	URL       string            `json:"url" maxLength:"500" doc:"Where: https://host/path of a webhook, https://host of a bucket's service or ERPNext site, sftp://host of a server. It carries no credentials and no query."`
	Settings  ConnectorSettings `json:"settings" required:"false"`
	SecretRef string            `json:"secret_ref" pattern:"^[a-z][a-z0-9_-]{0,63}$" doc:"Name of a secret that the operator has configured for this tenant and host; never the secret itself."`
	Disabled  bool              `json:"disabled" required:"false" doc:"Nothing is sent by it."`
}

// ConnectorSettings are what a kind needs beside its address.
type ConnectorSettings struct {
	Bucket  string `json:"bucket,omitempty" maxLength:"63" doc:"Of kind bucket: its name."`
	Region  string `json:"region,omitempty" maxLength:"40" doc:"Of kind bucket; empty: the service tells."`
	Folder  string `json:"folder,omitempty" maxLength:"200" doc:"Of kinds bucket and sftp: what stands before the file's name, such as exports/2026; empty: nothing."`
	HostKey string `json:"host_key,omitempty" maxLength:"60" doc:"Of kind sftp, needed: fingerprint of the server's key, as ssh-keygen -lf prints it (SHA256:…). A server with another key is refused."`
}

var (
	secretRefs = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,63}$`)
	buckets    = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$`)
	regions    = regexp.MustCompile(`^[a-z0-9-]{0,40}$`)
	folders    = regexp.MustCompile(`^([A-Za-z0-9_][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*)*)?$`)
)

// Validate reports every malformed field.
func (p ConnectorPlan) Validate() error {
	var f fault.Fields
	if !slices.Contains([]string{Webhook, Bucket, SFTP, ERPNext}, p.Kind) {
		f.Add("kind", "webhook, bucket, sftp or erpnext")
	}
	if p.Direction != "out" {
		f.Add("direction", "out")
	}
	p.address(&f)
	if !secretRefs.MatchString(p.SecretRef) {
		f.Add("secret_ref", "the name of a configured secret: small letters, digits, - and _, at most 64")
	}
	s := p.Settings
	if p.Kind == Bucket && !buckets.MatchString(s.Bucket) {
		f.Add("settings.bucket", "the name of a bucket: 3 to 63 small letters, digits, dots and hyphens")
	}
	if p.Kind != Bucket && s.Bucket != "" || p.Kind != Bucket && s.Region != "" {
		f.Add("settings", "bucket and region are of kind bucket alone")
	}
	if !regions.MatchString(s.Region) {
		f.Add("settings.region", "small letters, digits and hyphens")
	}
	if p.Kind != Bucket && p.Kind != SFTP && s.Folder != "" {
		f.Add("settings.folder", "is of kinds bucket and sftp alone")
	}
	if !folders.MatchString(s.Folder) {
		f.Add("settings.folder", "names of letters, digits, dots, - and _ that do not begin with a dot, separated by /")
	}
	if p.Kind == SFTP && !fingerprint(s.HostKey) {
		f.Add("settings.host_key", "the fingerprint of the server's key, such as SHA256: and 43 characters of base64")
	}
	if p.Kind != SFTP && s.HostKey != "" {
		f.Add("settings.host_key", "is of kind sftp alone")
	}
	return f.Err()
}

func (p ConnectorPlan) address(f *fault.Fields) {
	u, err := url.Parse(p.URL)
	scheme := "https"
	if p.Kind == SFTP {
		scheme = "sftp"
	}
	switch {
	case err != nil || u.Hostname() == "" || len(p.URL) > 500:
		f.Add("url", "an absolute address such as %s://host.example", scheme)
	case u.Scheme != scheme:
		f.Add("url", "begins with %s://", scheme)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		f.Add("url", "carries no credentials, query or fragment; a secret is configured by the operator and named by secret_ref")
	case p.Kind != Webhook && strings.Trim(u.Path, "/") != "":
		f.Add("url", "is a host without a path")
	}
}

// fingerprint reports whether text is the SHA-256 fingerprint of a key.
func fingerprint(text string) bool {
	sum, ok := strings.CutPrefix(text, "SHA256:")
	raw, err := base64.RawStdEncoding.DecodeString(sum)
	return ok && err == nil && len(raw) == 32
}

// Host is the host of the address, with its port where it names one.
func (p ConnectorPlan) Host() string {
	u, err := url.Parse(p.URL)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Host)
}

// Connector is a connector as its events leave it.
type Connector struct{ Planned[ConnectorPlan] }

// Evolve is the state after e.
func (s Connector) Evolve(e event.Recorded) Connector {
	switch p := e.Payload.(type) {
	case ConnectorSet:
		s.Planned = s.set(e, p.ConnectorPlan)
	case ConnectorRemoved:
		s.Planned = s.remove(e)
	}
	return s
}

// ConnectorFacts are what a connector is decided with: what stands against its
// address.
type ConnectorFacts struct{ Address []fault.Blocker }

// Decide sets the connector; the same plan again changes nothing.
func (p ConnectorPlan) Decide(s Connector, _ act.Context, f ConnectorFacts) ([]event.Payload, error) {
	changes, err := s.changes(p, "connector")
	if err != nil {
		return nil, err
	}
	if err := fault.Blockers(f.Address).Err(); err != nil {
		return nil, err
	}
	if !changes {
		return nil, nil
	}
	return []event.Payload{ConnectorSet{p}}, nil
}

// RemoveConnector ends a connector.
type RemoveConnector struct{}

// Validate: there is nothing to say.
func (RemoveConnector) Validate() error { return nil }

// Decide ends the connector.
func (RemoveConnector) Decide(s Connector, _ act.Context) ([]event.Payload, error) {
	if s.Removed {
		return nil, nil
	}
	return []event.Payload{ConnectorRemoved{"removed"}}, nil
}
