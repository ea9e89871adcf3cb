package readmodels

// RedactCase blanks the texts of a case's row.
func (b *Batch) RedactCase(tenant, id string) {
	Cases.Change(b, Set{"title": "", "client": ""}, tenant, id)
}

// RedactCustomer blanks what speaks of a customer in the rows of exemptions and
// snapshots. Both the row of a text that could be read and that of one that could
// not come out the same: as jsonb, the order of its fields is none of theirs.
func (b *Batch) RedactCustomer(tenant, subject string) {
	b.exec("commerce", `update {schema}.commerce set customer_id = '', content = (content::jsonb - 'note' || '{"customer_id": "", "number": ""}')::json
 where tenant = $1 and subject = $2`, []any{tenant, subject})
	Snapshots.ChangeAll(b, Set{"customer_id": ""}, map[string]any{"tenant": tenant, "subject": subject})
}
