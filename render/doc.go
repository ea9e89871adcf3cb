// Package render writes documents: CSV, XLSX, ZIP and PDF. It is pure: the same
// input gives the same bytes, without a clock, randomness or I/O.
//
// # Vocabulary
//
// A Cell is one value of a table with its type: a text, a number, a date. What a
// person or an outsider wrote is a text, and stays one: a spreadsheet never runs
// it. A Sheet is a named table. A File is an entry of a ZIP.
//
// # Fonts
//
// PDFs embed the Go fonts (BSD licence), which hold the Latin, Greek and Cyrillic
// scripts of WGL4. A document with a character that they lack is refused rather
// than written with a hole in it.
package render
