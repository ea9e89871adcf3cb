package fault

// Codes of invoices, credit notes, feeds and exports.
const (
	CreditNoteRequired Code = iota + 400
)

// invoicingCodes begin at 400; a new code goes to the end, with its row.
var invoicingCodes = []row{
	{"credit_note_required", "The document is issued; a credit note corrects it", KindImmutable},
}
