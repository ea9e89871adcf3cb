// Package config is the service's configuration: one struct, read from the
// environment, each value also from a file named by <NAME>_FILE. Unknown names
// of ours fail, so that a misspelt setting is noticed.
package config

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/eventstore/proof/rfc3161"
)

// Config is everything that can be set.
type Config struct {
	EventStoreURL string `env:"EVENTSTORE_URL" secret:"url" doc:"esdb://… of a cluster; unset: the embedded node"`
	DatabaseURL   string `env:"DATABASE_URL" secret:"url" doc:"postgres://… of version 15 or newer; unset: a private cluster"`

	DataDir         string  `env:"TALLYSTICK_DATA_DIR" default:"data" doc:"where the embedded stores keep their files"`
	Listen          string  `env:"TALLYSTICK_LISTEN" default:"127.0.0.1:8080" doc:"address of the API"`
	OpsListen       string  `env:"TALLYSTICK_OPS_LISTEN" default:"127.0.0.1:8081" doc:"address of probes, metrics and the reference page"`
	LogListen       string  `env:"TALLYSTICK_EVENT_LOG_LISTEN" doc:"loopback address of the embedded node over TCP, without TLS; demo mode only"`
	TLSCert         string  `env:"TALLYSTICK_TLS_CERT" doc:"PEM file of the API's certificate; unset: plain HTTP"`
	TLSKey          string  `env:"TALLYSTICK_TLS_KEY" doc:"PEM file of its key"`
	MasterKey       string  `env:"TALLYSTICK_MASTER_KEY" secret:"value" doc:"64 hex digits; wraps the keys of the vault"`
	CheckpointKey   string  `env:"TALLYSTICK_CHECKPOINT_KEY" secret:"value" doc:"private key that signs the heads of the log, from tallystick checkpoint-key; unset: no proofs"`
	CheckpointTrust string  `env:"TALLYSTICK_CHECKPOINT_PUBLIC_KEYS" doc:"earlier public keys that no rotation in the log vouches for, separated by commas"`
	CheckpointEvery int     `env:"TALLYSTICK_CHECKPOINT_INTERVAL_SECONDS" default:"60" doc:"how often the head of the tree of heads is signed, if it has grown"`
	TenantHeadEvery int     `env:"TALLYSTICK_TENANT_CHECKPOINT_INTERVAL_SECONDS" default:"900" doc:"how often the heads of tenants' trees that have grown are signed, beside those that are asked for"`
	AuditDays       int     `env:"TALLYSTICK_AUDIT_ROWS_DAYS" default:"400" doc:"how long records are listed by the audit log, in whole months; the event log keeps all"`
	StampURL        string  `env:"TALLYSTICK_TIMESTAMP_URL" secret:"url" doc:"authority that time-stamps each checkpoint (RFC 3161), http or https; unset: none"`
	StampCA         string  `env:"TALLYSTICK_TIMESTAMP_CA" doc:"PEM file of the certificate that the authority's time stamps lead to"`
	QuestionsPerS   float64 `env:"TALLYSTICK_QUESTIONS_PER_SECOND" default:"2" doc:"throttle of question endpoints, per principal"`
	QuestionBurst   int     `env:"TALLYSTICK_QUESTION_BURST" default:"60" doc:"questions a principal may ask at once"`
	ClientPatience  float64 `env:"TALLYSTICK_CLIENT_PATIENCE_SECONDS" default:"20" doc:"how long a client may take to send the head of a request, or to accept 64 KiB of a response; a whole request may take four times as long, an uploaded file that time for each 64 KiB"`
	LogLevel        string  `env:"TALLYSTICK_LOG_LEVEL" default:"info" doc:"debug, info, warn or error"`
	NodeName        string  `env:"TALLYSTICK_NODE_NAME" default:"node-1" doc:"names this process in records"`
	ForwardURL      string  `env:"TALLYSTICK_FORWARD_URL" secret:"url" doc:"nats://… (JetStream) or kafka://… to forward events to as CloudEvents; unset: none"`
	ForwardTopic    string  `env:"TALLYSTICK_FORWARD_TOPIC" default:"tallystick.events" doc:"Kafka topic, or beginning of the NATS subjects"`
	ForwardOnly     string  `env:"TALLYSTICK_FORWARD_CATEGORIES" doc:"categories to forward, separated by commas; unset: all but audit"`
	PostgresBinary  string  `env:"TALLYSTICK_POSTGRES_BIN" doc:"folder of initdb and postgres for the private cluster"`

	GatewayListen string `env:"TALLYSTICK_GATEWAY_LISTEN" doc:"address of the read-only EventStoreDB gateway; unset: none"`
	GatewayCert   string `env:"TALLYSTICK_GATEWAY_TLS_CERT" doc:"PEM file of the gateway's certificate"`
	GatewayKey    string `env:"TALLYSTICK_GATEWAY_TLS_KEY" doc:"PEM file of its key"`

	VIESURL        string `env:"TALLYSTICK_VIES_URL" doc:"register of EU VAT numbers, such as https://ec.europa.eu/taxation_customs/vies/rest-api; unset: not asked"`
	HMRCURL        string `env:"TALLYSTICK_HMRC_VAT_URL" doc:"register of UK VAT numbers, such as https://api.service.hmrc.gov.uk; unset: not asked"`
	HMRCClientID   string `env:"TALLYSTICK_HMRC_CLIENT_ID" doc:"application that is subscribed to it"`
	HMRCSecret     string `env:"TALLYSTICK_HMRC_CLIENT_SECRET" secret:"value" doc:"secret of that application"`
	StripeKey      string `env:"TALLYSTICK_STRIPE_KEY" secret:"value" doc:"secret API key for Stripe Tax; unset: off"`
	StripeURL      string `env:"TALLYSTICK_STRIPE_URL" default:"https://api.stripe.com" doc:"address of Stripe's API"`
	AvalaraAccount string `env:"TALLYSTICK_AVALARA_ACCOUNT" doc:"account id for Avalara AvaTax; unset: off"`
	AvalaraKey     string `env:"TALLYSTICK_AVALARA_LICENSE_KEY" secret:"value" doc:"license key of that account"`
	AvalaraCompany string `env:"TALLYSTICK_AVALARA_COMPANY" default:"DEFAULT" doc:"company code there"`
	AvalaraURL     string `env:"TALLYSTICK_AVALARA_URL" default:"https://rest.avatax.com" doc:"address of AvaTax"`

	// The settings of each group stand in the file that bears its name.
	Platform
	Documents
	Books
	Invoicing
	Knowledge
}

// Setting is one value with what is known of it.
type Setting struct {
	Name, Value, Doc, Default string
	Secret                    string // "", "value" or "url"
}

// Load reads the environment, given as os.Environ gives it.
func Load(environ []string) (Config, error) {
	env := map[string]string{}
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		env[name] = value
	}
	var c Config
	var faults []string
	known := map[string]bool{}
	each(&c, func(f reflect.StructField, v reflect.Value) {
		name := f.Tag.Get("env")
		known[name], known[name+"_FILE"] = true, true
		text, err := lookup(env, name, f.Tag.Get("default"))
		if err == nil {
			err = set(v, text)
		}
		if err != nil {
			faults = append(faults, fmt.Sprintf("%s: %v", name, err))
		}
	})
	for name := range env {
		if strings.HasPrefix(name, "TALLYSTICK_") && !known[name] {
			faults = append(faults, name+": no such setting")
		}
	}
	if c.MasterKey != "" {
		if raw, err := hex.DecodeString(c.MasterKey); err != nil || len(raw) != 32 {
			faults = append(faults, "TALLYSTICK_MASTER_KEY: needs 64 hex digits")
		}
	}
	if _, err := c.CheckpointSigner(); err != nil {
		faults = append(faults, fmt.Sprintf("TALLYSTICK_CHECKPOINT_KEY: %v", err))
	}
	for _, public := range c.TrustedKeys() {
		if err := new(proof.Keyring).Trust(public); err != nil {
			faults = append(faults, fmt.Sprintf("TALLYSTICK_CHECKPOINT_PUBLIC_KEYS: %v", err))
		}
	}
	if err := c.checkStamps(); err != nil {
		faults = append(faults, err.Error())
	}
	if !(c.ClientPatience > 0) {
		faults = append(faults, "TALLYSTICK_CLIENT_PATIENCE_SECONDS: must be above 0")
	}
	if (c.TLSCert == "") != (c.TLSKey == "") {
		faults = append(faults, "TALLYSTICK_TLS_CERT: goes with TALLYSTICK_TLS_KEY")
	}
	if (c.GatewayCert == "") != (c.GatewayKey == "") {
		faults = append(faults, "TALLYSTICK_GATEWAY_TLS_CERT: goes with TALLYSTICK_GATEWAY_TLS_KEY")
	}
	if c.HMRCURL != "" && (c.HMRCClientID == "" || c.HMRCSecret == "") {
		faults = append(faults, "TALLYSTICK_HMRC_VAT_URL: goes with TALLYSTICK_HMRC_CLIENT_ID and TALLYSTICK_HMRC_CLIENT_SECRET")
	}
	if (c.AvalaraAccount == "") != (c.AvalaraKey == "") {
		faults = append(faults, "TALLYSTICK_AVALARA_ACCOUNT: goes with TALLYSTICK_AVALARA_LICENSE_KEY")
	}
	faults = slices.Concat(faults, c.Platform.faults(), c.Documents.faults(), c.Books.faults(), c.Invoicing.faults(), c.Knowledge.faults())
	if len(faults) > 0 {
		sort.Strings(faults)
		return c, fmt.Errorf("configuration: %s", strings.Join(faults, "; "))
	}
	return c, nil
}

// CheckpointSigner is the key that signs checkpoints; nil where none is set.
func (c Config) CheckpointSigner() (*proof.Signer, error) {
	if c.CheckpointKey == "" {
		return nil, nil
	}
	return proof.ParseSigner(c.CheckpointKey)
}

// StampAuthority is whose time stamps count; nil where none is set.
func (c Config) StampAuthority() (*rfc3161.Authority, error) {
	if c.StampCA == "" {
		return nil, nil
	}
	text, err := os.ReadFile(c.StampCA)
	if err != nil {
		return nil, fmt.Errorf("TALLYSTICK_TIMESTAMP_CA: %w", err)
	}
	authority, err := rfc3161.ParseAuthority(text)
	if err != nil {
		return nil, fmt.Errorf("TALLYSTICK_TIMESTAMP_CA: %w", err)
	}
	return authority, nil
}

func (c Config) checkStamps() error {
	if (c.StampURL == "") != (c.StampCA == "") {
		return errors.New("TALLYSTICK_TIMESTAMP_URL: goes with TALLYSTICK_TIMESTAMP_CA, by which its answers are checked")
	}
	if c.StampURL != "" {
		if _, err := rfc3161.NewClient(c.StampURL, nil); err != nil {
			return fmt.Errorf("TALLYSTICK_TIMESTAMP_URL: %w", err)
		}
	}
	_, err := c.StampAuthority()
	return err
}

// TrustedKeys are the earlier public keys of checkpoints.
func (c Config) TrustedKeys() []string {
	return strings.FieldsFunc(c.CheckpointTrust, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' })
}

// each calls f for every setting, those of the groups too.
func each(c *Config, f func(reflect.StructField, reflect.Value)) {
	eachField(reflect.ValueOf(c).Elem(), f)
}

func eachField(v reflect.Value, f func(reflect.StructField, reflect.Value)) {
	for i := range v.NumField() {
		if field := v.Type().Field(i); field.Anonymous {
			eachField(v.Field(i), f)
		} else {
			f(field, v.Field(i))
		}
	}
}

// lookup takes NAME, else the content of the file that NAME_FILE names.
func lookup(env map[string]string, name, otherwise string) (string, error) {
	path, fromFile := env[name+"_FILE"]
	if value, ok := env[name]; ok {
		if fromFile {
			return "", fmt.Errorf("is set both here and by %s_FILE", name)
		}
		return value, nil
	}
	if !fromFile {
		return otherwise, nil
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("%s_FILE: %w", name, err)
	}
	return strings.TrimSpace(string(content)), nil
}

func set(v reflect.Value, text string) error {
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Int:
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return fmt.Errorf("%q is not a positive whole number", text)
		}
		v.SetInt(int64(n))
	case reflect.Float64:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || n <= 0 {
			return fmt.Errorf("%q is not a positive number", text)
		}
		v.SetFloat(n)
	}
	return nil
}

// Settings lists every value, secrets redacted.
func (c Config) Settings() []Setting {
	var out []Setting
	each(&c, func(f reflect.StructField, v reflect.Value) {
		s := Setting{Name: f.Tag.Get("env"), Value: fmt.Sprint(v.Interface()), Doc: f.Tag.Get("doc"),
			Default: f.Tag.Get("default"), Secret: f.Tag.Get("secret")}
		if s.Value != "" {
			switch s.Secret {
			case "value":
				s.Value = "[redacted]"
			case "url":
				s.Value = redactURL(s.Value)
			}
		}
		out = append(out, s)
	})
	return out
}

// passwords are the settings of a connection that nobody else may read, as
// parameters of a URL or as words of a PostgreSQL connection string.
var passwords = regexp.MustCompile(`(?i)((?:^|[?&;\s])(?:ssl)?(?:password|passwd|pwd|passphrase|secret|token|access_key|secret_key|key)\s*=\s*)('(?:[^'\\]|\\.)*'|[^&;\s]*)`)

// redactURL hides what stands between :// and @, and every password.
func redactURL(url string) string {
	if scheme, rest, ok := strings.Cut(url, "://"); ok {
		authority := len(rest)
		if i := strings.IndexAny(rest, "/?#"); i >= 0 && strings.LastIndex(rest, "@") < i {
			authority = i
		}
		if at := strings.LastIndex(rest[:authority], "@"); at >= 0 {
			url = scheme + "://[redacted]" + rest[at:]
		}
	}
	return passwords.ReplaceAllString(url, "${1}[redacted]")
}
