package commerce

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Snapshots is the kind of stream that a committed preview is, with its reversals.
var Snapshots = event.Category{Name: "taxsnapshot", Types: []event.Type{
	event.Of[SnapshotTaken](),
	event.Of[SnapshotPart](),
	event.Upcast(snapshotTakenV1.current),
	event.Of[CheckoutReversed](),
	event.Of[ReversalLines](),
}}

// SnapshotTaken is what was committed, in figures, which say nothing of whose it
// is.
type SnapshotTaken struct {
	SnapshotID    string      `json:"snapshot_id"`
	CartID        string      `json:"cart_id"`
	CartSHA256    string      `json:"cart_sha256"`
	CustomerID    sealed.Text `json:"customer_id,omitzero"`
	Date          civil.Date  `json:"date"` // of supply
	Currency      string      `json:"currency"`
	Net           money.Dec   `json:"net"`
	Tax           money.Dec   `json:"tax"`
	Gross         money.Dec   `json:"gross"`
	Lines         int         `json:"lines"`
	Provider      string      `json:"provider"` // who computed it
	Coverage      string      `json:"coverage_status"`
	PreviewSHA256 string      `json:"preview_sha256"` // of the answer's bytes
	Parts         int         `json:"parts"`          // events that follow, in the same append
}

// snapshotTakenV1 left the customer's id readable.
type snapshotTakenV1 struct {
	SnapshotID    string     `json:"snapshot_id"`
	CartID        string     `json:"cart_id"`
	CartSHA256    string     `json:"cart_sha256"`
	CustomerID    string     `json:"customer_id,omitempty"`
	Date          civil.Date `json:"date"`
	Currency      string     `json:"currency"`
	Net           money.Dec  `json:"net"`
	Tax           money.Dec  `json:"tax"`
	Gross         money.Dec  `json:"gross"`
	Lines         int        `json:"lines"`
	Provider      string     `json:"provider"`
	Coverage      string     `json:"coverage_status"`
	PreviewSHA256 string     `json:"preview_sha256"`
	Parts         int        `json:"parts"`
}

func (t snapshotTakenV1) current() event.Payload {
	now := SnapshotTaken{t.SnapshotID, t.CartID, t.CartSHA256, sealed.Text{}, t.Date, t.Currency, t.Net, t.Tax, t.Gross, t.Lines, t.Provider,
		t.Coverage,
		t.PreviewSHA256, t.Parts}
	if t.CustomerID != "" {
		now.CustomerID = sealed.Of(CustomerSubject(t.CustomerID), t.CustomerID)
	}
	return now
}

// Subject is whose data a snapshot's content is.
func (t SnapshotTaken) Subject() string {
	if t.CustomerID.Subject != "" {
		return t.CustomerID.Subject
	}
	return SnapshotSubject(t.SnapshotID)
}

// SnapshotSubject is whose data the cart of nobody in particular is.
func SnapshotSubject(snapshotID string) string { return "snapshot-" + snapshotID }

// SnapshotPart is a piece of the cart's or the preview's JSON, in order. Both
// speak of the customer, so they are sealed.
type SnapshotPart struct {
	Part     int         `json:"part"`               // from 1
	Of       string      `json:"of"`                 // cart | preview
	Encoding string      `json:"encoding,omitempty"` // "" = JSON; gzip+base64 of it, where it is long
	Content  sealed.Text `json:"content"`
}

func (SnapshotTaken) EventType() string   { return "commerce.snapshot_taken.v2" }
func (snapshotTakenV1) EventType() string { return "commerce.snapshot_taken.v1" }
func (SnapshotPart) EventType() string    { return "commerce.snapshot_part.v1" }

// snapshotPartBytes keeps a sealed part below 64 KiB; a text of more than
// snapshotPlainBytes is compressed, so that a snapshot fits one append.
const (
	snapshotPartBytes  = 40 << 10
	snapshotPlainBytes = 128 << 10
)

// compressed is how a long text stands in its parts.
const compressed = "gzip+base64"

// Snapshot is a committed preview, with what of it was reversed since; the zero Snapshot
// is none.
type Snapshot struct {
	ID          string
	Tenant      string
	Site        int64
	Taken       SnapshotTaken
	Cart        []byte
	Preview     []byte
	CommittedAt time.Time
	CommittedBy string
	CommandID   uuid.UUID // of the commit
	Reversals   []Reversal

	packed, packedCart bool
}

// Evolve adds an event.
func (s Snapshot) Evolve(e event.Recorded) Snapshot {
	switch p := e.Payload.(type) {
	case SnapshotTaken:
		s.ID, s.Tenant, s.Site, s.Taken = p.SnapshotID, e.Meta.Tenant, e.Meta.Site, p
		s.CommittedAt, s.CommittedBy, s.CommandID = e.Meta.Time, e.Meta.Principal, e.Meta.CommandID
	case SnapshotPart:
		into := &s.Cart
		if p.Of == "preview" {
			into = &s.Preview
		}
		*into = append((*into)[:len(*into):len(*into)], p.Content.Plain...)
		s.packed = s.packed || p.Encoding == compressed && p.Of == "preview"
		s.packedCart = s.packedCart || p.Encoding == compressed && p.Of == "cart"
		if p.Part == s.Taken.Parts {
			s.unpack()
		}
	case CheckoutReversed, ReversalLines:
		s.reverse(e)
	}
	return s
}

// unpack reads what came compressed; what cannot be read is not there.
func (s *Snapshot) unpack() {
	if s.packedCart {
		s.Cart = decompress(s.Cart)
	}
	if s.packed {
		s.Preview = decompress(s.Preview)
	}
}

func compress(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(text)
	if err = errors.Join(err, w.Close()); err != nil {
		return nil, err
	}
	return base64.StdEncoding.AppendEncode(nil, b.Bytes()), nil
}

func decompress(text []byte) []byte {
	packed, err := base64.StdEncoding.DecodeString(string(text))
	if err != nil {
		return nil
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		return nil
	}
	return plain
}

// Revision is where its content ends in its stream; what follows are reversals.
func (s Snapshot) Revision() uint64 { return uint64(s.Taken.Parts) }

// Whole reports whether the content can still be read: it is forgotten with
// its customer's key.
func (s Snapshot) Whole() bool {
	sum := sha256.Sum256(s.Preview)
	return hex.EncodeToString(sum[:]) == s.Taken.PreviewSHA256
}

var snapshotSpace = uuid.MustParse("b0f4f9a6-0d0c-5a43-9b6a-3b6e1c5c0d51")

// SnapshotID is the id of the one snapshot that a cart of a site can have.
func SnapshotID(tenant string, site int64, cartID string) string {
	return act.Compact(uuid.NewSHA1(snapshotSpace, fmt.Appendf(nil, "%s\x00%d\x00%s", tenant, site, cartID)))
}

// Commit makes a preview a snapshot.
type Commit struct {
	Cart    Cart
	Preview Preview
}

// SameCart refuses a cart that was committed with other content.
func (s Snapshot) SameCart(cartSHA256 string) error {
	if s.ID != "" && s.Taken.CartSHA256 != cartSHA256 {
		return fault.New(fault.Immutable, "cart %s was committed with other content; a changed cart needs a cart_id of its own", s.Taken.CartID)
	}
	return nil
}

// Decide gives the snapshot's events; none when the same cart is committed
// already.
func (c Commit) Decide(s Snapshot) ([]event.Payload, error) {
	if err := s.SameCart(c.Preview.CartSHA256); err != nil || s.ID != "" {
		return nil, err
	}
	cart, err := json.Marshal(c.Cart)
	if err != nil {
		return nil, err
	}
	preview, err := json.Marshal(c.Preview)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(preview)
	r := c.Preview.Result
	taken := SnapshotTaken{
		SnapshotID: c.Preview.SnapshotID, CartID: c.Cart.CartID, CartSHA256: c.Preview.CartSHA256,
		Date: r.Date, Currency: r.Currency, Net: r.Net, Tax: r.Tax, Gross: r.Gross, Lines: len(c.Cart.Lines),
		Provider: c.Preview.Provider.Used, Coverage: string(r.CoverageStatus), PreviewSHA256: hex.EncodeToString(sum[:]),
	}
	if c.Cart.CustomerID != "" {
		taken.CustomerID = sealed.Of(CustomerSubject(c.Cart.CustomerID), c.Cart.CustomerID)
	}
	subject := taken.Subject()
	var parts []event.Payload
	for _, x := range []struct {
		of   string
		text []byte
	}{{"cart", cart}, {"preview", preview}} {
		text, encoding := x.text, ""
		if len(text) > snapshotPlainBytes {
			encoding = compressed
			if text, err = compress(text); err != nil {
				return nil, err
			}
		}
		for len(text) > 0 {
			n := cut(text, snapshotPartBytes)
			parts = append(parts, SnapshotPart{len(parts) + 1, x.of, encoding, sealed.Of(subject, string(text[:n]))})
			text = text[n:]
		}
	}
	taken.Parts = len(parts)
	return append([]event.Payload{taken}, parts...), nil
}

// cut is where text can be parted within max bytes, without parting a
// character.
func cut(text []byte, max int) int {
	if len(text) <= max {
		return len(text)
	}
	n := max
	for n > 1 && text[n]&0xC0 == 0x80 {
		n--
	}
	return n
}
