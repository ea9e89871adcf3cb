package corpus

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/civil"
)

// Finding is something that is wrong with a release, or worth a look.
type Finding struct {
	Code   string `json:"code"`
	Where  string `json:"where" doc:"Work and place in it, a file of an archive, or a source; empty: the whole."`
	Detail string `json:"detail"`
}

// Codes of what blocks a release.
const (
	ProvenanceMissing  = "provenance_missing"
	HashMismatch       = "hash_mismatch"
	Unparsed           = "unparsed"
	EmptyDocument      = "empty_document"
	DuplicateLocator   = "duplicate_locator"
	DatesOverlap       = "dates_overlap"
	DateImpossible     = "date_impossible"
	EncodingBroken     = "encoding_broken"
	LanguageMismatch   = "language_mismatch"
	Shrunk             = "shrunk"
	MassChange         = "mass_change"
	IndexIncomplete    = "index_incomplete"
	RetrievalRegressed = "retrieval_regressed"
	// What is refused before it is read.
	ArchiveRefused    = "archive_refused"
	DTDRefused        = "dtd_refused"
	TooLarge          = "too_large"
	TooComplex        = "too_complex"
	PathRefused       = "path_refused"
	FetchFailed       = "fetch_failed"
	AddressNotAllowed = "address_not_allowed"
)

// Codes of warnings.
const (
	InstructionText = "instruction_text"
	Undated         = "undated"
	SecondaryOnly   = "secondary_only"
	ValueNotInText  = "value_not_in_text"
	RemovedExpected = "removed_as_expected"
)

// Checked is what the checks of an import look at.
type Checked struct {
	Source         Source
	Merged         Merged
	Before         Manifest // what the release follows
	Now            []Passage
	Retrieved      civil.Date
	ExpectRemoved  bool
	RawSHA256      string
	ExpectedSHA256 string // as the importer has it; "" = not said
}

// Check says what blocks an import, and what is worth a look.
func Check(c Checked) (errors, warnings []Finding) {
	bad := func(code, where, format string, args ...any) {
		errors = append(errors, Finding{code, where, fmt.Sprintf(format, args...)})
	}
	if c.Source.Licence.Name == "" || c.Source.Publisher == "" || c.RawSHA256 == "" || c.Retrieved.IsZero() {
		bad(ProvenanceMissing, c.Source.ID, "publisher, licence, hash and day of retrieval are needed")
	}
	if c.ExpectedSHA256 != "" && !strings.EqualFold(c.ExpectedSHA256, c.RawSHA256) {
		bad(HashMismatch, c.Source.ID, "the bytes have the hash %s", c.RawSHA256)
	}
	if len(c.Now) == 0 {
		bad(EmptyDocument, c.Source.ID, "no passage was read")
	}
	errors = append(errors, c.Merged.Findings...)
	errors = append(errors, datesOf(c.Merged.Passages)...)
	errors = append(errors, textsOf(c.Now)...)
	gone := c.goneTooMuch()
	if c.ExpectRemoved {
		for i := range gone {
			gone[i].Detail, gone[i].Code = gone[i].Code+": "+gone[i].Detail, RemovedExpected
		}
		warnings = append(warnings, gone...)
	} else {
		errors = append(errors, gone...)
	}
	undated, told := 0, []Finding{}
	for i := range c.Now {
		if !c.Now[i].Dated {
			undated++
		}
		if c.Now[i].Told {
			told = append(told, Finding{InstructionText, c.Now[i].Work + " " + c.Now[i].Locator,
				"reads like an instruction to a machine; it is kept as text"})
		}
	}
	if undated > 0 {
		warnings = append(warnings,
			Finding{Undated, c.Source.ID, fmt.Sprintf("%d passages have no day of their own; they hold from the day as of which they were taken",
				undated)})
	}
	if c.Source.Authority == "secondary" && !primary(c.Before, c.Source) {
		warnings = append(warnings, Finding{SecondaryOnly, c.Source.ID, "no primary source of its places is held"})
	}
	return errors, append(warnings, told...)
}

func primary(m Manifest, s Source) bool {
	return slices.ContainsFunc(m.Holdings, func(h Holding) bool {
		return h.SourceID != s.ID && h.About.Authority == "primary" &&
			slices.ContainsFunc(h.About.Jurisdictions, func(p string) bool { return slices.Contains(s.Jurisdictions, p) })
	})
}

// goneTooMuch is what an import takes away without being asked to.
func (c *Checked) goneTooMuch() (out []Finding) {
	var works []string
	for w := range c.Merged.gone {
		works = append(works, w)
	}
	slices.Sort(works)
	for _, w := range works {
		if gone, held := c.Merged.gone[w], c.Merged.held[w]; gone*5 > held {
			out = append(out, Finding{Shrunk, w, fmt.Sprintf("%d of 1000 letters are gone", gone*1000/max(held, 1))})
		}
	}
	if all := c.Before.Letters(); all > 0 && c.Merged.touched*10 > all*3 {
		out = append(out, Finding{MassChange, c.Source.ID, fmt.Sprintf("%d of 1000 letters of the release are gone or read otherwise",
			c.Merged.touched*1000/all)})
	}
	return out
}

var firstDay, lastDay = civil.MustParse("1200-01-01"), civil.MustParse("2200-12-31")

// datesOf looks at the days of passages that stand in order.
func datesOf(all []Passage) (out []Finding) {
	for i := range all {
		p := &all[i]
		where := p.Work + " " + p.Locator
		if p.From.Before(firstDay) || p.From.After(lastDay) || !p.To.IsZero() && p.To.Before(p.From) {
			out = append(out, Finding{DateImpossible, where, p.From.String() + " to " + p.To.String()})
		}
		if i > 0 && keyOf(&all[i-1]) == keyOf(p) && (all[i-1].To.IsZero() || !all[i-1].To.Before(p.From)) {
			out = append(out, Finding{DatesOverlap, where, "two texts hold on " + p.From.String()})
		}
	}
	return out
}

// garbled is UTF-8 that was read as Latin letters once.
var garbled = regexp.MustCompile(`Ã[\x{80}-\x{BF}]|â€[\x{80}-\x{BF}™œ“”]|Â[§£°\x{A0}]`)

// wordsFew is how many known words a text has before its language is doubted.
const wordsFew = 40

func textsOf(now []Passage) (out []Finding) {
	common := commonWords()
	counts := map[string]map[string]int{} // by declared language, known words of each
	for i := range now {
		p := &now[i]
		if strings.ContainsRune(p.Text, '\uFFFD') || garbled.MatchString(p.Text) {
			out = append(out, Finding{EncodingBroken, p.Work + " " + p.Locator,
				"its letters were read in another encoding than they were written in"})
		}
		base, _, _ := strings.Cut(strings.ToLower(p.Language), "-")
		if counts[base] == nil {
			counts[base] = map[string]int{}
		}
		for _, w := range strings.Fields(strings.ToLower(p.Text)) {
			for _, l := range common[w] {
				counts[base][l]++
			}
		}
	}
	for declared, found := range counts {
		best := declared
		for l, n := range found {
			if n > found[best] || n == found[best] && best != declared && l < best {
				best = l
			}
		}
		if _, known := languagesKnown[declared]; known && best != declared && found[best] >= wordsFew && found[best] > 2*found[declared] {
			out = append(out, Finding{LanguageMismatch, "", fmt.Sprintf("said to be %s, reads as %s", declared, best)})
		}
	}
	slices.SortFunc(out, func(a, b Finding) int { return strings.Compare(a.Code+a.Where+a.Detail, b.Code+b.Where+b.Detail) })
	return out
}

// languagesKnown has the words by which a language is told; each is common in it and
// rare in the others.
var languagesKnown = map[string]string{
	"en": "the of and that which shall under any this for with",
	"de": "der die und nicht des den dem wird sind oder nach werden",
	"fr": "les des est une dans aux pour par sont qui cette ou",
	"es": "los las del que para por una con sus esta como y",
	"it": "che della delle dei nel sono alla gli con per dell il",
	"nl": "het van een voor niet met wordt bij aan op dat deze",
	"pt": "dos das não uma ao pela pelo ou são nos os em",
	"pl": "nie się oraz jest przez lub które dla od przepisów po o",
	"sv": "och att som för inte skall eller med av den är ska",
}

var commonWords = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for l, words := range languagesKnown {
		for _, w := range strings.Fields(words) {
			out[w] = append(out[w], l)
		}
	}
	return out
})
