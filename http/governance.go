package http

import (
	"context"
	"net/http"

	"github.com/tallystick/tallystick/domain/access"
)

type rbacRow struct {
	Permission access.Permission `json:"permission"`
	Roles      []access.Role     `json:"roles" nullable:"false"`
}

type rbacMatrix struct {
	Roles       []access.Role `json:"roles" nullable:"false" doc:"The eight tenant roles."`
	Accounts    []access.Role `json:"accounts" nullable:"false" doc:"Account kinds of the platform."`
	Permissions []rbacRow     `json:"permissions" nullable:"false"`
	Count       int           `json:"count"`
}

func (s *Server) registerGovernance() {
	register(s, Operation{
		Entry: "20.2", ID: "rbac.matrix", Method: http.MethodGet, Path: "/api/staff/rbac/", Surface: "governance",
		Summary: "Permissions by role", Permission: "rbac:read",
	}, func(ctx context.Context, c *Call, in *struct{}) (*reply[rbacMatrix], error) {
		m := rbacMatrix{Roles: access.TenantRoles(), Accounts: []access.Role{access.Staff, access.Superuser},
			Count: len(access.Table.Permissions)}
		for _, p := range access.Table.Permissions {
			row := rbacRow{Permission: p, Roles: []access.Role{}}
			for _, r := range access.Table.Roles {
				if access.Table.Allows(r, p) {
					row.Roles = append(row.Roles, r)
				}
			}
			m.Permissions = append(m.Permissions, row)
		}
		return &reply[rbacMatrix]{Body: m}, nil
	})
}
