package cases

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/sealed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// cipher is a text as the log holds it: sealed, whatever the words were.
func cipher(word string) sealed.Text {
	return sealed.Text{Subject: subject(caseID), Cipher: []byte("sealed:" + word)}
}

const (
	caseID  = "0192aa00000000000000000000000001"
	paperID = "0192aa00000000000000000000000002"
	issueID = "0192aa00000000000000000000000003"
)

// samples holds one event of each type with every field set.
func samples() []event.Payload {
	evidence := Evidence{KindAnswer, "0192aa00000000000000000000000009", sum1, cipher("evidence"), cipher("note"), sealed.Text{}}
	content := Content{cipher("title"), cipher("body"), cipher("conclusion"), []Evidence{evidence, {Kind: KindURL, Ref: "https://www.gov.uk/income-tax-rates"}, {Kind: KindURL, Address: cipher("address")}}, robot}
	return []event.Payload{
		Opened{caseID, cipher("title"), cipher("client"), year, "GB-SCT", cipher("scope"), cipher("exclusions")},
		DetailsChanged{ptr(cipher("title")), ptr(cipher("client")), &year, ptr("GB"), ptr(cipher("scope")), ptr(cipher("exclusions"))},
		StageMoved{Review, Preparation, cipher("reason")},
		ReviewerAssigned{reviewer, manager},
		EngagementChecked{Passed, day("2026-11-01"), cipher("note")},
		WorkpaperAdded{paperID, content},
		WorkpaperRevised{paperID, 2, content},
		WorkpaperSignedOff{paperID, 2, cipher("note")},
		IssueAdded{issueID, cipher("title"), cipher("detail"), paperID, robot},
		IssueResolved{issueID, cipher("resolution")},
		RecordAttached{"0192aa00000000000000000000000004", KindRecord, "invoice/inv1", sum1, cipher("note"), robot},
		ClientApproved{2, cipher("name"), day("2026-11-20"), "email", cipher("note"), &evidence},
		DraftCoverageAccepted{cipher("reason"), []Pinned{{KindAnswer, "0192aa00000000000000000000000009", sum1}}},
		WaiverGranted{"0192aa00000000000000000000000005", finaliserIsPreparer, cipher("reason"), day("2026-12-31")},
		Finalised{2, []Pinned{{KindAnswer, "0192aa00000000000000000000000009", sum1}}, []string{"0192aa00000000000000000000000005"},
			[]Person{{preparer, cipher("name")}}},
		Reopened{3, cipher("reason")},
	}
}

func golden(name string) string { return filepath.Join("testdata", "events", name+".json") }

func pretty(t *testing.T, p event.Payload) []byte {
	t.Helper()
	data, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return indent(data)
}

// The shape of every event is frozen: what the log holds decodes, and encodes
// to the same bytes.
func TestEventsAreFrozen(t *testing.T) {
	known := map[string]bool{}
	for _, p := range samples() {
		known[p.EventType()] = true
		if *update {
			if err := os.WriteFile(golden(p.EventType()), pretty(t, p), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden(p.EventType()))
		if err != nil {
			t.Errorf("%s has no golden file: %v", p.EventType(), err)
			continue
		}
		if got := pretty(t, p); !bytes.Equal(got, want) {
			t.Errorf("%s is written as\n%s\nfrozen as\n%s", p.EventType(), got, want)
		}
	}
	for _, typ := range Category.Types {
		data, err := os.ReadFile(golden(typ.Name))
		if err != nil {
			t.Errorf("%s has no golden file: %v", typ.Name, err)
			continue
		}
		p, err := typ.Decode(data)
		if err != nil {
			t.Errorf("%s: %v", typ.Name, err)
			continue
		}
		if got := pretty(t, p); !bytes.Equal(got, data) {
			t.Errorf("%s is read and written back as\n%s\nfrozen as\n%s", typ.Name, got, data)
		}
		if !known[typ.Name] {
			t.Errorf("%s has no sample", typ.Name)
		}
	}
	files, err := filepath.Glob(golden("*"))
	if err != nil || len(files) != len(Category.Types) {
		t.Errorf("%d golden files for %d types (%v)", len(files), len(Category.Types), err)
	}
}

// What a person typed never reaches the log readable.
func TestFreeTextIsSealed(t *testing.T) {
	w := newWorld()
	secret := "s3cret"
	link := EvidenceLink{Kind: KindAnswer, Ref: "answer1", Title: secret, Note: secret}
	w.facts.Records[Ref{KindAnswer, "answer1"}] = Record{SHA256: sum1, Coverage: "draft"}
	w.must(t, preparer, Open{Title: secret, Client: secret, Scope: secret, Exclusions: secret})
	w.must(t, preparer, WriteWorkpaper{Title: secret, Body: secret, Conclusion: secret, Evidence: []EvidenceLink{link}})
	w.must(t, preparer, AddIssue{Title: secret, Detail: secret})
	w.must(t, reviewer, ResolveIssue{IssueID: w.s.Issues[0].ID, Resolution: secret})
	w.must(t, preparer, Attach{Kind: KindDocument, ID: "doc1", Note: secret})
	waivers := waive(finaliserIsPreparer, "2026-12-31").Waivers
	waivers[0].Reason = secret
	more := secret + secret
	w.must(t, owner, Update{
		Title: &more, Client: &more, Scope: &more, Exclusions: &more, Reviewer: &reviewer, Waivers: waivers,
		Engagement:  &EngagementCheck{Passed, day("2026-11-01"), secret},
		Approval:    &ClientApproval{secret, day("2026-11-20"), "email", secret, &link},
		AcceptDraft: &AcceptDraft{secret}, Stage: ptr(Preparation), Reason: secret,
	})
	u := w.signAll()
	u.SignOffs[0].Note = secret
	w.must(t, reviewer, u)
	sealedTexts := 0
	for _, e := range w.history {
		count := func(x *sealed.Text) error {
			if x.Plain != "" {
				sealedTexts++
				if x.Subject != w.s.Subject() {
					t.Errorf("%s: a text of %q", e.Type, x.Subject)
				}
			}
			return nil
		}
		if err := sealed.Walk(addressable(e.Payload), count); err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(redacted(e.Payload))
		if err != nil || strings.Contains(string(data), secret) {
			t.Errorf("%s lets a text through: %s (%v)", e.Type, data, err)
		}
	}
	if sealedTexts != 26 {
		t.Errorf("%d texts are sealed, 26 were typed", sealedTexts)
	}
}
