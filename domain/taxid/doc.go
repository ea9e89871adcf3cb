// Package taxid checks tax numbers without asking anyone: VAT and GST
// numbers, numbers of companies and of persons, of a hundred countries.
//
// It is pure: no clock, no network, no state. Whether a number was issued, and
// whether its holder is registered today, is for a register to say, in another
// package; a Result here never claims it.
//
// # Vocabulary
//
//   - scheme: one kind of number of one country, with the stable id
//     "country.kind": "de.vat", "in.gstin", "us.ein".
//   - kind: the scheme's name inside its country. A scheme may have aliases
//     ("gst" for "gstin", "vat" where one number serves for VAT too).
//   - family: vat, company, personal or tax; groups kinds across countries.
//   - shape: the pattern a number has once separators and prefix are gone;
//     # is a digit, @ a letter, ? either, ~ a letter or a sign of that
//     number, anything else stands for itself.
//   - level: how deep the check went: format or checksum. A scheme names the
//     deepest it allows. A variant without check digit inside a scheme that has
//     one (a birth number of 1950, GBGD001) is reported as format, with its own
//     words in Result.Checked.
//   - fault: what is wrong, as a code and a sentence.
//   - normal form: upper case, no separators, with the prefix where the law
//     writes one (EL for Greece, CHE for Switzerland, T for Japan). Old forms
//     that miss a leading zero get it. Letters and signs that carry meaning
//     stay: the century sign of a Finnish code, the + of a Swedish centenarian.
//
// # Normalisation
//
// Digits of every script are read as 0 to 9, full-width letters and signs as
// their ASCII ones, the dashes of typography and the minus as a hyphen, the
// spaces of typography as a space. Spaces around the number are dropped, ASCII
// letters are read as upper case.
// Between two characters one separator may stand: space, hyphen or full stop,
// or what the scheme says instead (a slash in a Czech birth number, only a
// space where - belongs to the number). Different separators may mix, as in
// 12.345.678/0001-95. A separator at either end or two in a row is a fault,
// and so is everything else: letters outside ASCII (but Ñ in Mexico), control
// characters, marks that turn the direction of a text, soft hyphens.
// Input over MaxInput bytes is an error, not a Result.
//
// # Order of checks
//
// Characters, separators, prefix, length, shape, parts (dates, ranges, codes),
// check digit. The first that fails is the fault that is reported; what comes
// after it was not looked at, and Result.Check says so.
//
// # Dates
//
// Many numbers begin with a date of birth or registration. Validate asks that
// it be one; Result.On holds it against a day of the caller's, and a number whose
// date lies after that day is not valid (fault "future"). A number that leaves
// the century open is never refused so.
//
// # No invented checksums
//
// Where no rule is published and no independent descriptions agree, the level
// is format: Indian PAN, Kenyan PIN, the letter of a Tunisian matricule, old
// eight-digit Australian file numbers. Where an authority stopped keeping its
// rule, as Denmark did for CPR numbers in 2007, the rule is not applied.
//
// # Sources
//
// Every scheme names its source, with the date of the last look and a tier:
// primary (the authority's words were read), primary_unread (the authority's
// document is named, but the rule was taken from descriptions that agree),
// secondary (only others describe it, or only the authority is known). For VAT
// numbers of the Union that is the Commission's "VIES VAT number construction
// rules", for personal numbers its "TIN Algorithms". The module docstrings of
// python-stdnum were the guide to where specifications are; no code, sentence
// or test of it is used here. What both accept and refuse was compared on
// random numbers: the check digits agree wherever both have them.
//
// # Why not a library
//
// invopop/gobl 0.308.0 has tax identities for 22 of these countries, mostly
// the VAT number alone, in packages that bring a schema generator, a signing
// library and a YAML parser along; a country it does not know passes in
// silence. Where both look at a check digit they agree. It leaves out the
// alphanumeric CNPJ, letters in French keys, the check characters of RFC and
// UEN, and the TPV suffix. The algorithms are a few lines each, so they are
// written here, and a pure package stays pure.
package taxid
