package proof

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
)

// Signer is a private key with the name of the log that it speaks for. Each
// tree's checkpoints are signed with it in the tree's own name.
type Signer struct {
	log     string
	private ed25519.PrivateKey
}

// NewKey draws a key pair for a log's name, in the forms of C2SP's signed-note:
// PRIVATE+KEY+… and name+hash+key.
func NewKey(random io.Reader, log string) (private, public string, err error) {
	if err := checkName(log); err != nil {
		return "", "", err
	}
	return note.GenerateKey(random, log)
}

func checkName(log string) error {
	if log == "" || strings.ContainsAny(log, " +\n\t") || strings.HasSuffix(log, "/") {
		return fmt.Errorf("proof: %q is no name of a log; take one such as example.com/tallystick", log)
	}
	return nil
}

// algorithmEd25519 is the first byte of a key of signed notes.
const algorithmEd25519 = 1

// ParseSigner reads a private key as NewKey writes it.
func ParseSigner(private string) (*Signer, error) {
	if _, err := note.NewSigner(private); err != nil {
		return nil, errors.New("proof: not a private key of signed notes (PRIVATE+KEY+name+hash+key)")
	}
	parts := strings.SplitN(private, "+", 5)
	raw, err := base64.StdEncoding.DecodeString(parts[4])
	if err != nil || len(raw) != 1+ed25519.SeedSize || raw[0] != algorithmEd25519 {
		return nil, errors.New("proof: not an Ed25519 key")
	}
	if err := checkName(parts[2]); err != nil {
		return nil, err
	}
	return &Signer{parts[2], ed25519.NewKeyFromSeed(raw[1:])}, nil
}

// Log is the name of the log.
func (s *Signer) Log() string { return s.log }

// PublicKey is what a verifier is given: name+hash+key.
func (s *Signer) PublicKey() string { return publicKey(s.log, s.public()) }

func (s *Signer) public() ed25519.PublicKey { return s.private.Public().(ed25519.PublicKey) }

func publicKey(name string, key ed25519.PublicKey) string {
	text, err := note.NewEd25519VerifierKey(name, key)
	if err != nil {
		panic("proof: " + err.Error()) // the key has its length
	}
	return text
}

// VerifierKey is a public key in the name of one of its log's trees. Notes are signed
// in that name, which is their origin, so that any verifier of signed notes takes
// it as it stands (C2SP signed-note, tlog-checkpoint).
func VerifierKey(public, tree string) (string, error) {
	t, err := parsePublic(public)
	if err != nil {
		return "", err
	}
	return publicKey(t.log+"/"+tree, t.key), nil
}

// named is the signer in one name; it is a note.Signer.
type named struct {
	name    string
	private ed25519.PrivateKey
}

func (n named) Name() string { return n.name }
func (n named) KeyHash() uint32 {
	return hashOf(publicKey(n.name, n.private.Public().(ed25519.PublicKey)))
}
func (n named) Sign(msg []byte) ([]byte, error) { return ed25519.Sign(n.private, msg), nil }

// hashOf reads the hash out of name+hash+key.
func hashOf(public string) uint32 {
	v, err := note.NewVerifier(public)
	if err != nil {
		return 0
	}
	return v.KeyHash()
}

// Sign makes a checkpoint of a tree.
func (s *Signer) Sign(tree string, size uint64, root Hash, at time.Time) ([]byte, error) {
	c := Checkpoint{Log: s.log, Tree: tree, Size: size, Root: root, Time: at}
	return note.Sign(&note.Note{Text: c.Text()}, named{c.Origin(), s.private})
}

const rotationLine = "tallystick checkpoint key rotation"

// Rotate says that next follows this key; both sign it, so that whoever trusts
// either trusts the other.
func (s *Signer) Rotate(next *Signer, at time.Time) ([]byte, error) {
	if next.log != s.log {
		return nil, fmt.Errorf("proof: a key of %s cannot follow one of %s", next.log, s.log)
	}
	text := fmt.Sprintf("%s\n%s\n%s\n%s%s\n", rotationLine, s.PublicKey(), next.PublicKey(), timeLine, at.UTC().Format(timeFormat))
	return note.Sign(&note.Note{Text: text}, named{s.log, s.private}, named{s.log, next.private})
}

// Keyring is the public keys that are trusted. It is a note.Verifiers.
type Keyring struct {
	keys []trusted
}

type trusted struct {
	log string
	key ed25519.PublicKey
}

// Trust adds a public key as NewKey or PublicKey writes it.
func (k *Keyring) Trust(public string) error {
	t, err := parsePublic(public)
	if err == nil {
		k.add(t)
	}
	return err
}

func parsePublic(public string) (trusted, error) {
	public = strings.TrimSpace(public)
	v, err := note.NewVerifier(public)
	if err != nil {
		return trusted{}, fmt.Errorf("proof: %q is no public key (name+hash+key)", public)
	}
	raw, err := base64.StdEncoding.DecodeString(strings.SplitN(public, "+", 3)[2])
	if err != nil || len(raw) != 1+ed25519.PublicKeySize || raw[0] != algorithmEd25519 {
		return trusted{}, errors.New("proof: not an Ed25519 key")
	}
	return trusted{v.Name(), raw[1:]}, nil
}

func (k *Keyring) add(t trusted) {
	if !k.trusts(t) {
		k.keys = append(k.keys, t)
	}
}

func (k *Keyring) trusts(t trusted) bool {
	return slices.ContainsFunc(k.keys, func(have trusted) bool { return have.log == t.log && have.key.Equal(t.key) })
}

// Public lists the keys, in the order in which they were added.
func (k *Keyring) Public() []string {
	out := make([]string, len(k.keys))
	for i, t := range k.keys {
		out[i] = publicKey(t.log, t.key)
	}
	return out
}

// Verifier finds the key of a signature: in the log's name, or in that of one
// of its trees.
func (k *Keyring) Verifier(name string, hash uint32) (note.Verifier, error) {
	if t, ok := k.find(name, hash); ok {
		return note.NewVerifier(publicKey(name, t.key))
	}
	return nil, &note.UnknownVerifierError{Name: name, KeyHash: hash}
}

func (k *Keyring) find(name string, hash uint32) (trusted, bool) {
	for _, t := range k.keys {
		tree, isTree := strings.CutPrefix(name, t.log+"/")
		if name != t.log && (!isTree || strings.Contains(tree, "/")) {
			continue
		}
		if hashOf(publicKey(name, t.key)) == hash {
			return t, true
		}
	}
	return trusted{}, false
}

// Follow takes rotations as Rotate writes them and trusts every key that one of
// its own vouches for, in whatever order they come. It returns how many it
// could not follow.
func (k *Keyring) Follow(rotations ...[]byte) (unknown int) {
	left := rotations
	for {
		var rest [][]byte
		for _, r := range left {
			if !k.follow(r) {
				rest = append(rest, r)
			}
		}
		if len(rest) == len(left) || len(rest) == 0 {
			return len(rest)
		}
		left = rest
	}
}

func (k *Keyring) follow(rotation []byte) bool {
	n, err := note.Open(rotation, k)
	if err != nil {
		return false
	}
	lines := strings.Split(n.Text, "\n")
	if len(lines) != 5 || lines[0] != rotationLine {
		return false
	}
	old, err1 := parsePublic(lines[1])
	next, err2 := parsePublic(lines[2])
	if err1 != nil || err2 != nil || old.log != next.log {
		return false
	}
	// Both must have signed: the new one, so that nobody takes over another's
	// key, and the old one, so that nobody appoints themselves.
	both := &Keyring{keys: []trusted{old, next}}
	signed, err := note.Open(rotation, both)
	if err != nil || len(signed.Sigs) != 2 {
		return false
	}
	hashes := map[uint32]bool{}
	for _, sig := range signed.Sigs {
		hashes[sig.Hash] = sig.Name == old.log
	}
	if !hashes[hashOf(publicKey(old.log, old.key))] || !hashes[hashOf(publicKey(next.log, next.key))] {
		return false
	}
	if !k.trusts(old) && !k.trusts(next) {
		return false
	}
	k.add(old)
	k.add(next)
	return true
}

// IsRotation reports whether a text sets out to be a rotation.
func IsRotation(text []byte) bool { return strings.HasPrefix(string(text), rotationLine+"\n") }
