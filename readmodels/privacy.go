package readmodels

// RedactCase blanks the texts of a case's row.
func (b *Batch) RedactCase(tenant, id string) {
	b.exec("cases", `update {schema}.cases set title = '', client = '' where tenant = $1 and id = $2`, []any{tenant, id})
}
