// Package ledger writes posted journal entries as the files that other programs
// take: CSV, XLSX, DATEV, FEC, hledger, beancount, OFX, the GoBD archive and SAF-T.
// Writers are pure: the same entries come to the same bytes, and none holds more
// than one entry, so that a file may be longer than the memory.
//
// # Vocabulary
//
// A Head is what a file says of the books as a whole. An Entry is a posted journal
// entry with its lines, in the order of booking date, journal and number.
//
// # Sources
//
//   - DATEV: format 700, category 21, version 13: 125 columns, CP1252, amounts
//     without sign beside S or H, days as DDMM (columns as in the public
//     implementations ledermann/datev and the interface description's change list;
//     DATEV's own portal was not opened).
//   - FEC: Livre des procédures fiscales, art. A. 47 A-1: 18 columns, separated by
//     tabs; amounts with a comma, days as YYYYMMDD.
//   - hledger and beancount: their journal formats, tried with hledger 1.25 and
//     beancount 2.3.5.
//   - OFX 2.2.0 statements.
//   - SAF-T Financial 1.30 of Norway: the schema that Skatteetaten publishes
//     (github.com/Skatteetaten/saf-t), which `make saft` holds files against. The
//     parties of receivables and payables are not among its masters.
//
// # Hostile texts
//
// A text that a spreadsheet would take for a formula gets an apostrophe wherever a
// spreadsheet might open the file; line breaks and separators inside texts become
// blanks in the formats that know no quoting.
package ledger
