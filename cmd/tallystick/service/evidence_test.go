package service_test

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"testing"
)

// What a client saved of an answer is what the log holds: its SHA-256 is the
// evidence's, and that of anything else is refused.
func TestAnswersHashAsTheyWereReceived(t *testing.T) {
	w := sharedWorld(t)
	given, _ := w.asked(t, "preparer", answerURL, "How much income tax do I pay on £60,000 in England in 2025-26?")
	sum := func(b []byte) string { h := sha256.Sum256(b); return hex.EncodeToString(h[:]) }
	id := w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "Hashes"}).field(t, "id").(string)
	attach := func(hash string) map[string]any {
		return map[string]any{"kind": "answer", "id": given.header.Get("X-Answer-Id"), "sha256": hash}
	}
	refused := w.must(t, 422, "preparer", "POST", "/api/cases/"+id+"/attachments/", attach(sum(append(slices.Clone(given.body), '\n'))))
	if got := refused.blockers(t); !slices.Equal(got, []string{"evidence_hash_mismatch"}) {
		t.Errorf("blockers %v", got)
	}
	w.must(t, 200, "preparer", "POST", "/api/cases/"+id+"/attachments/", attach(sum(given.body)))
}
