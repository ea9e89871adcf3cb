// Package law holds the parameters of tax law: every rate, threshold and
// allowance as dated, cited data, one folder of YAML files a place.
//
// # Vocabulary
//
// A Book is all parameters of one place. A Parameter has one unit and a list of
// dated Values; each Value holds a number, a table of named numbers, a schedule
// of bands or a text (a rounding rule, say), and cites at least one Source.
// A Source is primary (statute, gazette, the authority's own publication) or
// secondary. A Reader resolves a Book at a date and remembers what it used.
//
// # File format
//
//	place: GB
//	sources:
//	  ita-2007:
//	    title: Income Tax Act 2007
//	    publisher: legislation.gov.uk
//	    kind: primary                 # primary | secondary
//	    url: https://www.legislation.gov.uk/ukpga/2007/3
//	    checked: 2026-11-20           # the day it was read for this file
//	parameters:
//	  personal_allowance:
//	    title: Personal allowance
//	    unit: GBP/year                # ISO 4217, GBP/year, rate, count, years, days, rule
//	    values:
//	      - from: 2021-04-06
//	        to: 2028-04-05            # optional; else until the next value, or open
//	        value: "12570"            # or table: {single: "1"}, bands: [...], text: "..."
//	        enacted_on: 2021-06-10    # optional
//	        known_from: 2021-03-03    # optional
//	        cite:
//	          - {source: ita-2007, at: s. 35(1)}
//	          - {source: fa-2021, at: s. 5, url: https://…, excerpt: "…"}
//	      - still_valid_on: 2028-04-06  # the value before, confirmed from that day on
//	        cite: [...]
//	  basic_bands:
//	    title: Bands outside Scotland
//	    unit: GBP/year
//	    values:
//	      - from: 2023-04-06
//	        bands:
//	          - {label: Basic rate, to: "37700", rate: "0.20"}
//	          - {label: Higher rate, to: "125140", rate: "0.40"}
//	          - {label: Additional rate, rate: "0.45"}
//	        cite: [...]
//
// Sources that several places cite stand once, in sources.yaml beside the
// folders; a folder cites them by name and must not give the name to another.
//
// A value that was read again for a later period and had not changed is given
// as still_valid_on, with its own dates and citations, and is not repeated; the
// value before must reach up to that day.
//
// Numbers are quoted strings. Values are listed in the order of their dates and
// never overlap; a gap means that no law is known there, and reading a
// parameter in a gap is an error, never the neighbouring value. Reading a file
// that breaks any of this, or that lacks a unit, source, provision, URL or
// check date, is an error that names the file, the parameter and the date.
package law
