// Package en16931 holds invoices and credit notes of every supply kind against the
// validation rules that CEN's technical committee publishes with EN 16931, and those that
// name a profile against Peppol's and KoSIT's.
//
// The rules are XSLT in five files: EN16931-UBL-validation.xslt and
// EN16931-CII-validation.xslt of github.com/ConnectingEurope/eInvoicing-EN16931,
// PEPPOL-EN16931-UBL.xslt of OpenPeppol's BIS Billing 3.0, XRechnung-UBL-validation.xslt and
// XRechnung-CII-validation.xslt of KoSIT's XRechnung 3.0. No registry has them: `make
// einvoices EN16931=folder` takes a folder that holds them all. Held last against
//
//   - EN 16931's 1.3.16 (30 March 2026), which the files say;
//   - Peppol BIS Billing 3.0.21 (May 2026, mandatory since 17 August 2026); its XSLT says no
//     release, its SHA-256 is 8c6b935b1bc0bb17d29d949b0aa27ecc62021b613b9fba173cd6bfec6b3f0008;
//   - KoSIT's 2.5.0 for XRechnung 3.0.2, which the files say.
//
// The test logs the hashes of the files that it was given.
package en16931
