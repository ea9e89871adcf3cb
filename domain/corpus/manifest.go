package corpus

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/civil"
)

// Limits of a corpus.
const (
	PassageRunesMax = 2000
	PassagesMax     = 2_000_000
)

// Passage is one unit of text during the days that it reads so.
type Passage struct {
	ID       string     `json:"id"`
	Work     string     `json:"work"`     // ELI, /us/usc/…, Akoma Ntoso's IRI, or an address
	Document string     `json:"document"` // title of the work
	Locator  string     `json:"locator"`  // "s. 35(1)"
	Heading  string     `json:"heading,omitempty"`
	Text     string     `json:"text"`
	Language string     `json:"language"`
	From     civil.Date `json:"from"`
	To       civil.Date `json:"to,omitzero"`
	Dated    bool       `json:"dated,omitempty"` // by the source itself
	URL      string     `json:"url,omitempty"`   // of the provision
	SHA256   string     `json:"sha256"`          // of the text
	Told     bool       `json:"told,omitempty"`  // it reads like an instruction
}

// Sealed is p with its hash and its id, which names source, work, place in it, its
// first day and its words: it stays the same in every release that holds it.
func (p Passage) Sealed(source string) Passage {
	p.SHA256 = Digest(p.Text)
	p.ID = "psg-" + Digest(strings.Join([]string{source, p.Work, p.Locator, p.Language, p.From.String(), p.SHA256}, "\x00"))[:24]
	return p
}

// InForce reports whether a passage reads so on some day of a period; a zero end is
// open.
func (p *Passage) InForce(from, to civil.Date) bool {
	return (to.IsZero() || !p.From.After(to)) && (p.To.IsZero() || !p.To.Before(from))
}

// Digest is SHA-256 in hexadecimal digits.
func Digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Document is a work in a manifest.
type Document struct {
	Work     string `json:"work"`
	Title    string `json:"title"`
	Language string `json:"language"`
	Passages int    `json:"passages"`
	SHA256   string `json:"sha256"` // of its passages' texts in force last, in order
}

// Holding is what a release holds of one source.
type Holding struct {
	SourceID  string     `json:"source_id"`
	Version   int        `json:"source_version"`
	About     About      `json:"about"`
	AsOf      civil.Date `json:"as_of"`
	Retrieved civil.Date `json:"retrieved_at"`
	RawSHA256 string     `json:"raw_sha256"`
	Reader    string     `json:"reader"` // "clml/1"
	Texts     blob.Ref   `json:"texts"`  // passages, one JSON object a line
	Documents []Document `json:"documents"`
	Passages  int        `json:"passages"`
	Letters   int        `json:"letters"` // bytes of the texts in force last
}

// Manifest names all that a release holds, sources by name.
type Manifest struct {
	Format   int       `json:"format"`
	Holdings []Holding `json:"sources"`
}

// ManifestFormat is that of the manifests that are written.
const ManifestFormat = 1

// Provenance says how a text of a release came in. It is no part of its identity.
type Provenance struct {
	SourceID    string     `json:"source_id"`
	Version     int        `json:"source_version"`
	URL         string     `json:"url" doc:"Where it was fetched; empty: it was uploaded."`
	RetrievedAt civil.Date `json:"retrieved_at" format:"date"`
	AsOf        civil.Date `json:"as_of" format:"date"`
	ImportedBy  string     `json:"imported_by"`
	ImportedAt  time.Time  `json:"imported_at"`
	ReleaseID   string     `json:"release_id" doc:"The release that it was imported for."`
	RawSHA256   string     `json:"raw_sha256" doc:"Of the bytes as they came."`
	Reader      string     `json:"reader" doc:"What read them, with its version."`
	Licence     string     `json:"licence"`
}

// ManifestFile is a manifest as it is stored.
type ManifestFile struct {
	Manifest   Manifest     `json:"manifest"`
	Provenance []Provenance `json:"provenance"`
}

// Name is the id that answers pin: of the law and the texts together.
func (m Manifest) Name(law string) string {
	text, err := json.Marshal(m)
	if err != nil {
		panic(err) // plain data always encodes
	}
	return "rel-" + Digest(law + "\n" + string(text))[:16]
}

// Find returns what is held of a source.
func (m Manifest) Find(source string) (Holding, bool) {
	for _, h := range m.Holdings {
		if h.SourceID == source {
			return h, true
		}
	}
	return Holding{}, false
}

// With is m with a holding in the place of the source's former one.
func (m Manifest) With(h Holding) Manifest {
	out := Manifest{Format: ManifestFormat, Holdings: []Holding{}}
	placed := false
	for _, old := range m.Holdings {
		if !placed && old.SourceID >= h.SourceID {
			out.Holdings, placed = append(out.Holdings, h), true
		}
		if old.SourceID != h.SourceID {
			out.Holdings = append(out.Holdings, old)
		}
	}
	if !placed {
		out.Holdings = append(out.Holdings, h)
	}
	return out
}

// Passages counts what a manifest holds.
func (m Manifest) Passages() (n int) {
	for _, h := range m.Holdings {
		n += h.Passages
	}
	return n
}

// Letters counts the bytes of what was in force last.
func (m Manifest) Letters() (n int) {
	for _, h := range m.Holdings {
		n += h.Letters
	}
	return n
}

var (
	uscAddress = regexp.MustCompile(`(?i)title(\d+[a-z]?)-section([0-9a-z-]+)`)
	uscPath    = regexp.MustCompile(`^(?:law\.cornell\.edu/uscode/text|legalfix\.com/uscode/text|us/usc)/t?(\d+[a-z]?)/s?([0-9a-z-]+)(/.*)?$`)
	dateEnd    = regexp.MustCompile(`/(enacted|made|created|\d{4}-\d{2}-\d{2})(/.*)?$`)
)

// Provision is the one form of the many addresses that a provision has: without
// scheme, "www", version and fragment; the United States Code by title and section.
func Provision(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		return ""
	}
	if m := uscAddress.FindStringSubmatch(u.RawQuery); m != nil && strings.Contains(u.Host, "uscode") {
		return "usc/" + strings.ToLower(m[1]+"/"+m[2])
	}
	p := strings.Trim(strings.TrimPrefix(strings.ToLower(u.Host), "www.")+"/"+strings.Trim(u.Path, "/"), "/")
	if m := uscPath.FindStringSubmatch(p); m != nil {
		return "usc/" + m[1] + "/" + m[2] + m[3]
	}
	if rest, ok := strings.CutPrefix(p, "legislation.gov.uk/id/"); ok {
		p = "legislation.gov.uk/" + rest
	}
	if strings.HasPrefix(p, "legislation.gov.uk/") {
		p = dateEnd.ReplaceAllString(p, "")
	}
	return p
}

// Within reports whether a provision is another, or a part of it.
func Within(part, whole string) bool {
	return whole != "" && (part == whole || strings.HasPrefix(part, whole+"/"))
}
