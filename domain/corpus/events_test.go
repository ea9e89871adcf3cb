package corpus_test

import (
	"flag"
	"testing"

	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/corpus"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/sealed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestEventsAreFrozen(t *testing.T) {
	day := civil.MustParse("2026-11-20")
	about := corpus.About{Title: "Income Tax Act 2007", Publisher: "The National Archives", Jurisdictions: []string{"GB"},
		Products: []string{"individual_income"},
		Kind:     "statute", Authority: "primary", Languages: []string{"en"}, URL: "https://www.legislation.gov.uk/ukpga/2007/3/data.xml", Format: "clml",
		Licence: corpus.Licence{Name: "OGL 3.0", URL: "https://example.org/ogl", Attribution: "Crown", ExcerptCharsMax: 500}, CadenceDays: 90}
	file := blob.Ref{Subject: corpus.FilesOf, SHA256: "ab", Bytes: 7}
	why := sealed.Text{Subject: corpus.FilesOf, Cipher: []byte("sealed")}
	standing := corpus.Standing{ReleaseID: "r1", Release: "rel-1", Law: "law-1", Manifest: file, Report: file, Passages: 3,
		Decisions: []corpus.Decided{{Parameter: "gb:x@2020-01-01", Open: true, CitationIDs: []string{"gb:x@2020-01-01#1"}, Reason: why}}}
	eventtest.Golden(t, *update, []event.Payload{
		corpus.SourceRegistered{SourceID: "ita", About: about}, corpus.SourceEdited{Version: 2, About: about, Status: corpus.Paused},
		corpus.SourceChecked{On: day, ReleaseID: "r1"},
		corpus.ImportRequested{ReleaseID: "r1", SourceID: "ita", Version: 2, Raw: file, URL: about.URL, Retrieved: day, AsOf: day, SHA256: "ab",
			ExpectRemoved: true},
		corpus.Read{Raw: file, Passages: file, Count: 3, Reader: "clml/1", Findings: file},
		corpus.Validated{Base: "r0", Law: "law-1", Release: "rel-1", Manifest: file, Texts: file, Report: file, Documents: 1, Passages: 3,
			Added:   1,
			Removed: 1, Changed: 1, Errors: 1, Warnings: 1, Conflicts: 1, Codes: []string{"shrunk"}},
		corpus.ValidationRequested{ReleaseID: "r1"}, corpus.ImportFailed{JobID: "j1", Code: "dtd_refused", Where: "a.xml",
			Says: "it declares a document type"},
		corpus.Promoted{Standing: standing, Before: "r0", Waiver: why}, corpus.RollbackRequested{To: "r0", Reason: why},
		corpus.RollbackDone{From: "r1", To: "r0", Reason: why}, corpus.RollbackFailed{JobID: "j1", Code: "index_incomplete"},
	}, corpus.Sources, corpus.Releases, corpus.Lives)
}
