// Package en16931 holds invoices and credit notes of every supply kind against the
// validation rules that CEN's technical committee publishes with EN 16931, and those that
// name a profile against Peppol's and KoSIT's.
//
// The rules are XSLT in five files: EN16931-UBL-validation.xslt and
// EN16931-CII-validation.xslt of github.com/ConnectingEurope/eInvoicing-EN16931,
// PEPPOL-EN16931-UBL.xslt of OpenPeppol's BIS Billing 3.0, XRechnung-UBL-validation.xslt and
// XRechnung-CII-validation.xslt of KoSIT's XRechnung 3.0. No registry has them: `make
// einvoices EN16931=folder` takes a folder that holds them all.
package en16931
