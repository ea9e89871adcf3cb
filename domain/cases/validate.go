package cases

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
)

// Bounds of what one command may carry, so that every event stays well under
// 64 KiB once its texts are sealed.
const (
	lineBytesMax      = 300
	noteBytesMax      = 2_000
	bodyBytesMax      = 16_000
	workpaperBytesMax = 28_000 // all texts of one workpaper together
	evidenceMax       = 50
	signOffsMax       = 200
	waiversMax        = 10
	urlBytesMax       = 2_000
)

var (
	idForm        = regexp.MustCompile(`^[0-9a-f]{32}$`)
	recordForm    = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,63}$`)
	collectionRef = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,31}/[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)
	shaForm       = regexp.MustCompile(`^[0-9a-f]{64}$`)
	placeForm     = regexp.MustCompile(`^[A-Z]{2}(-[A-Z0-9]{1,3})?$`)
)

// checks collects faults of a command.
type checks struct{ fault.Fields }

// text checks a text of at most max bytes; an empty one passes unless required.
func (c *checks) text(field, v string, max int, required bool) {
	switch {
	case v == "" && required:
		c.Add(field, "must not be empty")
	case len(v) > max:
		c.Add(field, "is longer than %d bytes", max)
	default:
		c.Text(field, v)
	}
}

func (c *checks) id(field, v string) {
	if !idForm.MatchString(v) {
		c.Add(field, "must be an id of 32 hex digits")
	}
}

func (c *checks) oneOf(field, v string, values ...string) {
	if !slices.Contains(values, v) {
		c.Add(field, "must be one of %s", strings.Join(values, ", "))
	}
}

func (c *checks) date(field string, d civil.Date) {
	if d.IsZero() {
		c.Add(field, "must be a date such as 2026-04-06")
	}
}

func (c *checks) period(field string, p civil.Period) {
	c.date(field+".from", p.From)
	c.date(field+".to", p.To)
	if !p.From.IsZero() && !p.To.IsZero() && p.To.Before(p.From) {
		c.Add(field+".to", "must not be before from")
	}
}

func (c *checks) jurisdiction(field, v string) {
	if !placeForm.MatchString(v) {
		c.Add(field, "must be an ISO 3166 code such as GB or GB-SCT")
	}
}

func (c *checks) sha256(field, v string) {
	if v != "" && !shaForm.MatchString(v) {
		c.Add(field, "must be a SHA-256 of 64 lower-case hex digits")
	}
}

// ref checks the reference to a record of a kind.
func (c *checks) ref(field, kind, ref string) {
	switch kind {
	case KindURL:
		u, err := url.Parse(ref)
		if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil ||
			len(ref) > urlBytesMax || !utf8.ValidString(ref) || strings.ContainsFunc(ref, unicode.IsControl) {
			c.Add(field, "must be an http or https address of at most %d bytes, without credentials", urlBytesMax)
		}
	case KindCase:
		c.id(field, ref)
	case KindRecord:
		if !collectionRef.MatchString(ref) {
			c.Add(field, "must name the collection and the id, such as invoice/0192")
		}
	default:
		if !recordForm.MatchString(ref) {
			c.Add(field, "must be the id of the record")
		}
	}
}

func (c *checks) evidence(field string, l EvidenceLink) {
	c.oneOf(field+".kind", l.Kind, KindAnswer, KindCalculation, KindDocument, KindCase, KindRecord, KindURL)
	c.ref(field+".ref", l.Kind, l.Ref)
	c.sha256(field+".sha256", l.SHA256)
	c.text(field+".title", l.Title, lineBytesMax, false)
	c.text(field+".note", l.Note, noteBytesMax, false)
}

// index writes the name of a list's element: "evidence[2]".
func index(field string, i int) string { return field + "[" + strconv.Itoa(i) + "]" }
