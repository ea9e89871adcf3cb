// Package settings is what a tenant, or one of its sites, has decided about how
// the service works for it: who sells, how invoices are numbered and worded,
// which amounts need a second look, whether draft coverage is accepted, who answers
// for advice.
//
// # Vocabulary
//
// Values are all settings of one scope; each member is optional. A Version is
// what the values are from a day on (EffectiveFrom), until the next version. A
// scope is the tenant (site 0) or a site: a member that a site leaves out is the
// tenant's. A seller is who stands on invoices as supplier.
//
// # Rules
//
// Versions are replaced whole, never merged: who writes says all there is. A
// version for an earlier day than the last corrects the past from that day on;
// invoices and other frozen records keep what they were made with.
//
// # Personal data
//
// A seller's particulars are those that the law has it print on every invoice;
// they are a business's own and stand in the clear, as does the professional who
// answers for advice under their own name. Reasons are no place for people's names.
package settings
