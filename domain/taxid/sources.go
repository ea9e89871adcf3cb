package taxid

// Tier says how close to the law's own words the rule of a scheme stands.
type Tier string

// The tiers.
const (
	// TierPrimary: the authority's own text of the structure, and of the check
	// digit where there is one, was read on its site or in a stored copy. Where
	// Checked adds "as described", that part of the rule stands elsewhere.
	TierPrimary Tier = "primary"
	// TierPrimaryUnread: the source names the authority's document on this
	// number, but it was not opened: the rule is taken from independent
	// descriptions that agree, and whether the document spells out every step
	// is not confirmed.
	TierPrimaryUnread Tier = "primary_unread"
	// TierSecondary: no authority's publication of the rule is known; the
	// source is where others describe it, or the authority's own site where
	// not even that is known (Checked is then empty).
	TierSecondary Tier = "secondary"
)

// Source is where the rule of a scheme stands.
type Source struct {
	Title   string `json:"title"`
	URL     string `json:"url"`
	Checked string `json:"checked"` // date of the last look, YYYY-MM-DD; "" where no document was opened
	Tier    Tier   `json:"tier"`
}

// The days on which documents were read.
const (
	checkedOn   = "2026-11-20"
	checkedNext = "2026-11-21"
	checkedLast = "2026-11-22"
)

func official(title, url string) Source { return Source{title, url, "", TierPrimaryUnread} }
func read(title, url string) Source     { return Source{title, url, checkedOn, TierPrimary} }
func opened(title, url string) Source   { return Source{title, url, checkedNext, TierPrimary} }
func described(title, url string) Source {
	return Source{title, url, checkedOn, TierSecondary}
}

// told is where others describe a rule, read on the second day.
func told(title, url string) Source { return Source{title, url, checkedNext, TierSecondary} }

// stdnum is a rule as the module of python-stdnum describes it; what this
// package accepts and refuses was compared with it on random numbers.
func stdnum(title, module string) Source {
	return told(title+", as python-stdnum describes it", "https://github.com/arthurdejong/python-stdnum/blob/006192e/stdnum/"+module)
}

// named is a rule for which only the authority is known, not a document.
func named(title, url string) Source { return Source{title, url, "", TierSecondary} }

// listed is a number whose sheet the OECD lists; where the sheet itself stands
// could not be confirmed.
func listed(jurisdiction string) Source {
	return named(jurisdiction+": structure (the OECD lists a sheet of the jurisdiction for the Common Reporting Standard)",
		"https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/")
}

// oecd is a jurisdiction's own statement of its numbers, published by the
// OECD for the Common Reporting Standard.
func oecd(jurisdiction, file string) Source {
	return official(jurisdiction+": information on tax identification numbers (OECD, Common Reporting Standard)",
		"https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/"+file)
}

var (
	viesRules = official("VIES VAT number construction rules, functional description, version 15.0 (European Commission, DG TAXUD)",
		"https://studylib.net/doc/7254793/vat-number-construction-rules")
	graoEGN = opened("Единен граждански номер: структура и контролна цифра (ГРАО)", "http://www.grao.bg/esgraon.html")
	euTIN   = official("TIN Algorithms, Public, Functional Specification (European Commission, DG TAXUD)",
		"https://ec.europa.eu/taxation_customs/tin/specs/FS-TIN%20Algorithms-Public.docx")
)

// summed begins a scheme with a check digit, plain one without.
func summed(country string, kind Kind, f Family, name string, src Source, checked string, shapes ...string) spec {
	return spec{Scheme: Scheme{Country: country, Kind: kind, Family: f, Name: name, Shapes: shapes,
		Check: LevelChecksum, Checked: checked, Source: src}}
}

func plain(country string, kind Kind, f Family, name string, src Source, checked string, shapes ...string) spec {
	s := summed(country, kind, f, name, src, checked, shapes...)
	s.Check = LevelFormat
	return s
}

// prefix names the letters a caller may write before the number; the first
// of them stands in the normal form.
func (s spec) prefix(p ...string) spec { s.strip, s.keep = p, p[0]; return s }

// drops names letters a caller may write that are no part of the number.
func (s spec) drops(p ...string) spec { s.strip = p; return s }

func (s spec) with(c ...check) spec       { s.check = all(c...); return s }
func (s spec) also(k ...Kind) spec        { s.Aliases = k; return s }
func (s spec) separators(set string) spec { s.seps = set; return s }
func (s spec) padded(n int) spec          { s.pad = n; return s }
func (s spec) letters(set string) spec    { s.literal = set; return s }
func (s spec) withEnye() spec             { s.enye = true; return s }
func (s spec) unmistakable() spec         { s.distinct = true; return s }
func (s spec) in(region string) spec      { s.Region = region; return s }
