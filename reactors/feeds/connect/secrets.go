package connect

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/commands/fetchguard"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/feeds"
)

// Secret is what lets a tenant's exports in at one host.
type Secret struct {
	Tenant string `json:"tenant"` // its id
	Name   string `json:"name"`   // what connectors call it
	Host   string `json:"host"`   // "erp.example.com", with a port where the address has one
	User   string `json:"user"`   // SFTP: the user; bucket: the access key; ERPNext: the API key; webhook: none
	Secret string `json:"secret"` // SFTP: a password, or a private key in PEM; else the key that User goes with, or signs
}

// Secrets are those that the operator has configured.
type Secrets []Secret

var names = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,63}$`)

// ParseSecrets reads a list of secrets, as JSON.
func ParseSecrets(text string) (list Secrets, err error) {
	if text == "" {
		return nil, nil
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&list); err != nil {
		return nil, errors.New("needs a JSON list of {tenant, name, host, user, secret}")
	}
	for i, s := range list {
		switch {
		case s.Tenant == "" || s.Secret == "" || !names.MatchString(s.Name):
			return nil, fmt.Errorf("secret %d needs tenant, name (small letters, digits, - and _) and secret", i+1)
		case s.Host == "" || s.Host != strings.ToLower(s.Host) || strings.ContainsAny(s.Host, "/@ "):
			return nil, fmt.Errorf("secret %d: host is a host in small letters, with a port where the address has one", i+1)
		case slices.ContainsFunc(list[:i], func(o Secret) bool { return o.Tenant == s.Tenant && o.Name == s.Name && o.Host == s.Host }):
			return nil, fmt.Errorf("secret %d: tenant, name and host are there before", i+1)
		}
	}
	return list, nil
}

// find is the secret of a connector.
func (list Secrets) find(tenant string, p feeds.ConnectorPlan) (Secret, bool) {
	at := slices.IndexFunc(list, func(s Secret) bool { return s.Tenant == tenant && s.Name == p.SecretRef && s.Host == p.Host() })
	if at < 0 {
		return Secret{}, false
	}
	return list[at], true
}

// Outlets are the places that exports can be sent to; see commands.Outlets.
type Outlets struct {
	Guard   *fetchguard.Guard
	Secrets Secrets
}

// Check says what stands against an address.
func (o *Outlets) Check(p feeds.ConnectorPlan) []fault.Blocker {
	schemes := fetchguard.Endpoint
	if p.Kind == feeds.SFTP {
		schemes = fetchguard.SFTP
	}
	_, err := o.Guard.Check(p.URL, schemes)
	if f := fault.As(err); f != nil {
		return f.Blockers
	}
	return nil
}

// Has reports whether a secret of the plan's name serves the tenant and host.
func (o *Outlets) Has(tenant string, p feeds.ConnectorPlan) bool {
	_, ok := o.Secrets.find(tenant, p)
	return ok
}
