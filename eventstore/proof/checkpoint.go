package proof

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
)

// TopTree is the name of the tree of published heads; tenants' trees have the
// tenant's id.
const TopTree = "top"

// Checkpoint is the head of a tree at one size.
type Checkpoint struct {
	Log  string // the name that all trees of a log share; the name of its keys
	Tree string // tenant, or TopTree
	Size uint64
	Root Hash
	Time time.Time // of signing, UTC, whole microseconds
}

// Origin is the first line of a checkpoint, and the name of its signature.
func (c Checkpoint) Origin() string { return c.Log + "/" + c.Tree }

const (
	timeLine   = "time "
	timeFormat = "2006-01-02T15:04:05.000000Z"
)

// Text is the text that is signed: four lines. The last is an extension line,
// by which back-dated events are found.
func (c Checkpoint) Text() string {
	return fmt.Sprintf("%s\n%d\n%s\n%s%s\n", c.Origin(), c.Size, base64.StdEncoding.EncodeToString(c.Root[:]), timeLine,
		c.Time.UTC().Format(timeFormat))
}

// parseCheckpoint reads what Text writes, and nothing else.
func parseCheckpoint(text string) (c Checkpoint, err error) {
	lines := strings.Split(text, "\n")
	if len(lines) != 5 || lines[4] != "" {
		return c, errors.New("proof: a checkpoint has four lines")
	}
	slash := strings.LastIndexByte(lines[0], '/')
	if slash <= 0 || slash == len(lines[0])-1 {
		return c, fmt.Errorf("proof: the origin %q names no tree", lines[0])
	}
	c.Log, c.Tree = lines[0][:slash], lines[0][slash+1:]
	if c.Size, err = strconv.ParseUint(lines[1], 10, 63); err != nil {
		return c, fmt.Errorf("proof: the size of a checkpoint: %w", err)
	}
	root, err := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || len(root) != HashBytes {
		return c, errors.New("proof: the root of a checkpoint is not 32 bytes in base64")
	}
	c.Root = Hash(root)
	at, ok := strings.CutPrefix(lines[3], timeLine)
	if c.Time, err = time.Parse(timeFormat, at); err != nil || !ok {
		return c, fmt.Errorf("proof: the time of a checkpoint: %q", lines[3])
	}
	if c.Text() != text {
		return c, errors.New("proof: the checkpoint is not in its one form")
	}
	return c, nil
}

// Open verifies a checkpoint's signature and returns it with the public key
// that signed it, in the log's name.
//
// Errors: a note that no trusted key signed; a text that is no checkpoint; a
// signature in another name than the origin.
func (k *Keyring) Open(signed []byte) (Checkpoint, string, error) {
	n, err := note.Open(signed, k)
	if err != nil {
		return Checkpoint{}, "", fmt.Errorf("proof: %w", err)
	}
	c, err := parseCheckpoint(n.Text)
	if err != nil {
		return Checkpoint{}, "", err
	}
	for _, sig := range n.Sigs {
		if t, ok := k.find(sig.Name, sig.Hash); ok && sig.Name == c.Origin() {
			return c, publicKey(t.log, t.key), nil
		}
	}
	return Checkpoint{}, "", fmt.Errorf("proof: no signature is by %s", c.Origin())
}

// Head reads a checkpoint without asking who signed it: what a note says,
// before it is known whether to believe it.
func Head(signed []byte) (Checkpoint, error) {
	text, _, ok := strings.Cut(string(signed), "\n\n")
	if !ok {
		return Checkpoint{}, errors.New("proof: not a signed note")
	}
	return parseCheckpoint(text + "\n")
}

// InclusionProof is what proves one leaf, beside the leaf itself.
type InclusionProof struct {
	Index      uint64
	Hashes     []Hash
	Checkpoint []byte // signed note
}

const proofHeader = "c2sp.org/tlog-proof@v1"

// Text writes the proof in the form of C2SP's tlog-proof.
func (p InclusionProof) Text() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nindex %d\n", proofHeader, p.Index)
	for _, h := range p.Hashes {
		b.WriteString(base64.StdEncoding.EncodeToString(h[:]) + "\n")
	}
	b.WriteString("\n")
	b.Write(p.Checkpoint)
	return []byte(b.String())
}

// ParseInclusionProof reads what Text writes.
func ParseInclusionProof(text []byte) (p InclusionProof, err error) {
	head, signed, ok := strings.Cut(string(text), "\n\n")
	lines := strings.Split(head, "\n")
	if !ok || len(lines) < 2 || lines[0] != proofHeader {
		return p, errors.New("proof: not a " + proofHeader)
	}
	lines = lines[1:]
	if strings.HasPrefix(lines[0], "extra ") && len(lines) > 1 {
		lines = lines[1:] // nothing authenticates it
	}
	index, ok := strings.CutPrefix(lines[0], "index ")
	if p.Index, err = strconv.ParseUint(index, 10, 63); err != nil || !ok {
		return p, fmt.Errorf("proof: the index of an inclusion proof: %q", lines[0])
	}
	for _, line := range lines[1:] {
		h, err := base64.StdEncoding.DecodeString(line)
		if err != nil || len(h) != HashBytes {
			return p, errors.New("proof: a hash of an inclusion proof is not 32 bytes in base64")
		}
		p.Hashes = append(p.Hashes, Hash(h))
	}
	p.Checkpoint = []byte(signed)
	return p, nil
}

// Verify checks that the tree of the checkpoint, which a trusted key signed,
// holds the event.
func (p InclusionProof) Verify(keys *Keyring, e *Event) (Checkpoint, error) {
	c, _, err := keys.Open(p.Checkpoint)
	if err != nil {
		return c, err
	}
	if tree, covered := TreeOf(e.Stream); !covered || tree != c.Tree {
		return c, fmt.Errorf("proof: %s is no stream of the tree %s", e.Stream, c.Tree)
	}
	if err := VerifyInclusion(p.Index, c.Size, LeafHash(e.Leaf()), p.Hashes, c.Root); err != nil {
		return c, fmt.Errorf("proof: %s@%d is not leaf %d of the tree: %w", e.Stream, e.Revision, p.Index, err)
	}
	return c, nil
}
