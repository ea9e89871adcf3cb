// Package tenancy is who there is: tenants, their sites, the principals that
// act in them, and the API keys by which a principal is known.
//
// # Vocabulary
//
// A Tenant is one firm; tenant "0" is the platform, whose principals are staff.
// A Site is a part of a tenant with a positive number. A Principal is a person
// or a service with one role and its grants of sites; it is the actor in every
// record. A Key belongs to a principal and is stored only as a hash: a second
// or rotated key is the same actor.
//
// # Streams
//
// tenant-<tenant>-settings, sitebook-<tenant>-0 (the book allocates the
// numbers), principal-<tenant>-<id>, key-<tenant>-<id>.
package tenancy
