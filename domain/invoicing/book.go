package invoicing

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
)

// Book names a run of numbers, and the part in which to look for one that was
// taken after a day.
type Book struct {
	Site   int64  `json:"site"`
	Year   int    `json:"year"`
	Series string `json:"series"` // capital letters and digits
	Part   int    `json:"part"`   // from 1
}

// StreamID is the stream of a part.
func (b Book) StreamID() string {
	return fmt.Sprintf("%d_%d_%s_%d", b.Site, b.Year, strings.ToLower(b.Series), b.Part)
}

// Next is the part that follows.
func (b Book) Next() Book {
	b.Part++
	return b
}

// Same reports whether two are parts of one book.
func (b Book) Same(o Book) bool { return b.Site == o.Site && b.Year == o.Year && b.Series == o.Series }

// Number is a sequence number as it stands on the document: series, site, year,
// and the number, which is unique among all that one tenant issues.
func (b Book) Number(sequence int64) string {
	const digits = 5
	n := strconv.FormatInt(sequence, 10)
	return fmt.Sprintf("%s-%d-%d-%s%s", b.Series, b.Site, b.Year, strings.Repeat("0", max(0, digits-len(n))), n)
}

// PartMax is how many numbers a part takes before the next begins; an append that
// begins below it may end beyond.
const PartMax = 900

// Tail is all of a book that the next number depends on.
type Tail struct {
	Sequence int64      `json:"sequence"`
	IssuedOn civil.Date `json:"issued_on,omitzero"`
	SHA256   string     `json:"sha256,omitempty"`
}

// Part is one part of a book as its events leave it.
type Part struct {
	Tail
	Count   int                 // of numbers
	Numbers map[string]Numbered // by document
}

// Evolve applies one event, in place: a part is long, and its reader's own.
func (p *Part) Evolve(e event.Recorded) {
	switch x := e.Payload.(type) {
	case BookContinued:
		p.Tail = x.Tail
	case Numbered:
		if p.Numbers == nil {
			p.Numbers = map[string]Numbered{}
		}
		p.Numbers[x.DocumentID] = x
		p.Tail, p.Count = Tail{x.Sequence, x.IssuedOn, x.SHA256}, p.Count+1
	}
}

// Waiting is a document that wants a number.
type Waiting struct {
	DocumentID    string
	Kind          Kind
	DraftedOn     civil.Date
	ContentSHA256 string
}

// Take gives waiting documents the next numbers. A document that has one keeps it.
// Days never go back: one that was drafted on an earlier day than the last number's
// takes that day.
func (b Book) Take(p Part, waiting []Waiting) []Numbered {
	tail := p.Tail
	var out []Numbered
	for _, w := range waiting {
		if _, has := p.Numbers[w.DocumentID]; has {
			continue
		}
		day := w.DraftedOn
		if day.Before(tail.IssuedOn) {
			day = tail.IssuedOn
		}
		n := Numbered{DocumentID: w.DocumentID, Kind: w.Kind, Sequence: tail.Sequence + 1, Number: b.Number(tail.Sequence + 1), IssuedOn: day,
			ContentSHA256: w.ContentSHA256}
		n.SHA256 = n.chain(tail.SHA256)
		tail = Tail{n.Sequence, n.IssuedOn, n.SHA256}
		out = append(out, n)
	}
	return out
}

// chain is the hash of a number's place: over the one before and all it says.
func (n Numbered) chain(before string) string {
	h := sha256.New()
	for _, s := range []string{before, n.DocumentID, string(n.Kind), n.Number, strconv.FormatInt(n.Sequence, 10), n.IssuedOn.String(),
		n.ContentSHA256} {
		fmt.Fprintf(h, "%d:%s", len(s), s)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Chained reports whether a number follows a tail without a gap, in its chain and
// not before its day.
func (n Numbered) Chained(t Tail) bool {
	return n.Sequence == t.Sequence+1 && !n.IssuedOn.Before(t.IssuedOn) && n.SHA256 == n.chain(t.SHA256)
}
