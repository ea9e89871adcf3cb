// Package access holds who may do what: the reviewed table of permissions by
// role, embedded, and nothing beside it.
//
// # Vocabulary
//
// A Role is one of the eight tenant roles. Staff and superuser are account
// kinds that own no tenant; their columns stand in the same table, and no
// permission is both a tenant role's and theirs, save reading the API
// description.
package access

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
)

// Role is a column of the table.
type Role string

const (
	Owner      Role = "owner"
	Admin      Role = "admin"
	TaxManager Role = "tax_manager"
	Preparer   Role = "preparer"
	Reviewer   Role = "reviewer"
	Bookkeeper Role = "bookkeeper"
	Auditor    Role = "auditor"
	Viewer     Role = "viewer"
	Staff      Role = "staff"     // account kind
	Superuser  Role = "superuser" // account kind
)

// Permission is a row of the table: "cases:write".
type Permission string

//go:embed roles.csv
var table string

// Matrix is the table.
type Matrix struct {
	Roles       []Role
	Permissions []Permission
	allowed     map[Permission]map[Role]bool
}

// Table is the reviewed table.
var Table = mustParse(table)

func mustParse(text string) *Matrix {
	m, err := parse(text)
	if err != nil {
		panic(err)
	}
	return m
}

func parse(text string) (*Matrix, error) {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("access: roles.csv: %w", err)
	}
	m := &Matrix{allowed: map[Permission]map[Role]bool{}}
	for _, name := range rows[0][1:] {
		m.Roles = append(m.Roles, Role(name))
	}
	for _, row := range rows[1:] {
		p := Permission(row[0])
		if m.allowed[p] != nil {
			return nil, fmt.Errorf("access: roles.csv: %s stands twice", p)
		}
		m.Permissions = append(m.Permissions, p)
		m.allowed[p] = map[Role]bool{}
		for i, cell := range row[1:] {
			switch cell {
			case "x":
				m.allowed[p][m.Roles[i]] = true
			case "":
			default:
				return nil, fmt.Errorf("access: roles.csv: %s × %s holds %q", p, m.Roles[i], cell)
			}
		}
	}
	return m, nil
}

// Allows reports whether a role has a permission. An unknown permission is
// nobody's.
func (m *Matrix) Allows(r Role, p Permission) bool { return m.allowed[p][r] }

// Known reports whether the table has a permission.
func (m *Matrix) Known(p Permission) bool { return m.allowed[p] != nil }

// TenantRoles returns the eight roles a tenant's principal can hold.
func TenantRoles() []Role {
	return slices.DeleteFunc(slices.Clone(Table.Roles), func(r Role) bool { return r.IsStaff() })
}

// IsTenantRole reports whether r is one of the eight.
func IsTenantRole(r Role) bool { return slices.Contains(TenantRoles(), r) }

// IsStaff reports whether r is an account kind of the platform.
func (r Role) IsStaff() bool { return r == Staff || r == Superuser }
