package proof_test

import (
	"crypto/rand"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"

	"github.com/tallystick/tallystick/eventstore/proof"
)

// A verifier that knows nothing of this service takes a checkpoint with the key in
// the tree's name, and with no other.
func TestAStandardVerifierTakesTheNote(t *testing.T) {
	private, public, err := proof.NewKey(rand.Reader, "example.com/tallystick")
	if err != nil {
		t.Fatal(err)
	}
	signer, err := proof.ParseSigner(private)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := signer.Sign("0192aa", 7, proof.Hash{1}, time.Unix(1_800_000_000, 0))
	if err != nil {
		t.Fatal(err)
	}
	for tree, taken := range map[string]bool{"0192aa": true, "top": false} {
		key, err := proof.VerifierKey(public, tree)
		if err != nil {
			t.Fatal(err)
		}
		v, err := note.NewVerifier(key)
		if err != nil {
			t.Fatal(err)
		}
		n, err := note.Open(signed, note.VerifierList(v))
		if (err == nil) != taken {
			t.Errorf("tree %s: %v", tree, err)
		}
		if taken && (!strings.HasPrefix(n.Text, "example.com/tallystick/0192aa\n7\n") || len(n.Sigs) != 1 || len(n.UnverifiedSigs) != 0) {
			t.Errorf("%+v", n)
		}
	}
	if _, err := proof.VerifierKey("no key", "top"); err == nil {
		t.Error("no key is taken for one")
	}
}
