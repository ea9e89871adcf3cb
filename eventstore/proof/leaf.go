package proof

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/google/uuid"
	"github.com/transparency-dev/merkle/rfc6962"
)

// Event is what of an event is proved.
type Event struct {
	Stream      string
	Revision    uint64
	ID          uuid.UUID
	Type        string
	ContentType string
	Data        []byte
	Metadata    []byte
}

// HashBytes is the length of every hash here.
const HashBytes = sha256.Size

// Hash is a node of a tree.
type Hash [HashBytes]byte

// eventLeaf is the first field of a leaf and says what it is.
const eventLeaf = "tallystick event v1"

// Leaf is an event as the bytes that are hashed: after the words "tallystick
// event v1" its stream, revision, id, type, content type, data and metadata.
// Every field has its length in bytes before it, four bytes, high byte first;
// the revision is eight bytes, high byte first, and the id sixteen.
func (e *Event) Leaf() []byte { return e.AppendLeaf(nil) }

// AppendLeaf appends Leaf.
func (e *Event) AppendLeaf(b []byte) []byte {
	b = field(b, eventLeaf)
	b = field(b, e.Stream)
	b = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(b, 8), e.Revision)
	b = field(b, e.ID[:])
	b = field(b, e.Type)
	b = field(b, e.ContentType)
	b = field(b, e.Data)
	return field(b, e.Metadata)
}

func field[T string | []byte](b []byte, value T) []byte {
	return append(binary.BigEndian.AppendUint32(b, uint32(len(value))), value...)
}

// LeafHash is SHA-256 of a zero byte and the leaf.
func LeafHash(leaf []byte) Hash {
	h := sha256.New()
	h.Write([]byte{rfc6962.RFC6962LeafHashPrefix})
	h.Write(leaf)
	return Hash(h.Sum(nil))
}

// Hasher hashes events without an allocation each; it is not safe for
// concurrent use.
type Hasher struct{ buffer []byte }

// Hash is LeafHash of the event's leaf.
func (h *Hasher) Hash(e *Event) Hash {
	h.buffer = e.AppendLeaf(append(h.buffer[:0], rfc6962.RFC6962LeafHashPrefix))
	return sha256.Sum256(h.buffer)
}

// children hashes two neighbours into their parent.
func children(left, right Hash) Hash {
	var b [1 + 2*HashBytes]byte
	b[0] = rfc6962.RFC6962NodeHashPrefix
	copy(b[1:], left[:])
	copy(b[1+HashBytes:], right[:])
	return sha256.Sum256(b[:])
}
