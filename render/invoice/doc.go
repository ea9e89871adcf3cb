// Package invoice renders the documents of package invoicing: HTML for people,
// JSON, and the two syntaxes of EN 16931, UBL 2.1 and UN/CEFACT CII D16B. The same
// document and version give the same bytes.
//
// What EN 16931 cannot say (several taxes on a line, amounts of more than two
// places, supplies outside the scope of VAT beside others) is refused as a format,
// never bent into it.
package invoice
