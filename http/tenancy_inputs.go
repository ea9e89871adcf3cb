package http

import (
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// Inputs of what is done with principals, keys and sites, each with the command
// that it comes to.
type (
	principalCreateIn struct {
		Written
		Body struct {
			Name  string      `json:"name" minLength:"1" maxLength:"200" doc:"Kept encrypted."`
			Kind  string      `json:"kind" enum:"person,service"`
			Role  access.Role `json:"role" enum:"owner,admin,tax_manager,preparer,reviewer,bookkeeper,auditor,viewer"`
			Sites grantView   `json:"sites" required:"false"`
		}
	}
	principalChangeIn struct {
		Written
		ID   string `path:"principal_id" maxLength:"32"`
		Body struct {
			Role     *access.Role `json:"role,omitempty" enum:"owner,admin,tax_manager,preparer,reviewer,bookkeeper,auditor,viewer"`
			Sites    *grantView   `json:"sites,omitempty"`
			Disabled *bool        `json:"disabled,omitempty"`
		}
	}
	keyIssueIn struct {
		Written
		Body struct {
			Principal string     `json:"principal" maxLength:"32"`
			Label     string     `json:"label,omitempty" maxLength:"100"`
			ExpiresAt *time.Time `json:"expires_at,omitempty"`
		}
	}
	siteAddIn struct {
		Written
		Body struct {
			Name     string `json:"name" minLength:"1" maxLength:"200"`
			TimeZone string `json:"time_zone,omitempty" maxLength:"60" doc:"IANA; left out, the tenant's."`
			Country  string `json:"country,omitempty" maxLength:"2" doc:"ISO 3166-1: where the site is."`
		}
	}
)

func (in *principalCreateIn) command() tenancy.CreatePrincipal {
	return tenancy.CreatePrincipal{Name: in.Body.Name, Kind: in.Body.Kind, Role: in.Body.Role, Sites: in.Body.Sites.grant()}
}

func (in *principalChangeIn) command() tenancy.ChangePrincipal {
	cmd := tenancy.ChangePrincipal{Role: in.Body.Role, Disabled: in.Body.Disabled}
	if in.Body.Sites != nil {
		g := in.Body.Sites.grant()
		cmd.Sites = &g
	}
	return cmd
}

func (in *keyIssueIn) command() tenancy.IssueKey {
	return tenancy.IssueKey{Principal: in.Body.Principal, Label: in.Body.Label, ExpiresAt: in.Body.ExpiresAt}
}

func (in *siteAddIn) command() tenancy.AddSite {
	return tenancy.AddSite{Name: in.Body.Name, TimeZone: in.Body.TimeZone, Country: in.Body.Country}
}

func (in *principalCreateIn) Resolve(hc huma.Context) []error { return examine(hc, in) }
func (in *principalChangeIn) Resolve(hc huma.Context) []error { return examine(hc, in) }
func (in *keyIssueIn) Resolve(hc huma.Context) []error        { return examine(hc, in) }
func (in *siteAddIn) Resolve(hc huma.Context) []error         { return examine(hc, in) }

func (in *principalCreateIn) faults(*Call, bool) fault.Fields {
	return fieldsOf(in.command().Validate())
}
func (in *principalChangeIn) faults(*Call, bool) fault.Fields {
	return fieldsOf(in.command().Validate())
}
func (in *keyIssueIn) faults(*Call, bool) fault.Fields { return fieldsOf(in.command().Validate()) }
func (in *siteAddIn) faults(*Call, bool) fault.Fields  { return fieldsOf(in.command().Validate()) }
