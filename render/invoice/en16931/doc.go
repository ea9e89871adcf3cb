// Package en16931 holds invoices and credit notes of every supply kind against the
// validation rules that CEN's technical committee publishes with EN 16931.
//
// The rules are XSLT in two files, EN16931-UBL-validation.xslt and
// EN16931-CII-validation.xslt of github.com/ConnectingEurope/eInvoicing-EN16931. No
// registry has them: `make einvoices EN16931=folder` takes a folder that holds both.
package en16931
