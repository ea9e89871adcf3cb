package feeds

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/domain/taxreturn"
)

// A bundle of what nobody signs, or of whom nobody knows, is not made.
func TestRequestBundle(t *testing.T) {
	const subject = "customer-0192aa00000000000000000000000001"
	today := civil.Of(2026, 11, 23)
	for what, c := range map[string]struct {
		cmd  RequestBundle
		f    BundleFacts
		code string
		fits fault.Code
	}{
		"unsigned":  {RequestBundle{Format: EvidenceFormat}, BundleFacts{}, "checkpoint_missing", fault.Blocked},
		"forgotten": {RequestBundle{PrivacyFormat, subject, false}, BundleFacts{Forgotten: true}, "subject_forgotten", fault.Blocked},
		"unknown":   {RequestBundle{PrivacyFormat, subject, false}, BundleFacts{}, "", fault.NotFound},
	} {
		c.f.Today = today
		_, err := c.cmd.Decide(Export{}, actAt(), c.f)
		if f := fault.As(err); f == nil || f.Code != c.fits || c.code != "" && !blockersOf(err)[c.code] {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, vague := range []RequestBundle{{Format: PrivacyFormat}, {PrivacyFormat, subject, true}} {
		if vague.Validate() == nil {
			t.Errorf("%+v says neither one nor all", vague)
		}
	}
	if (RequestBundle{PrivacyFormat, "somebody", false}).Validate() == nil {
		t.Error("a subject of no kind is taken")
	}
	for format, wants := range map[string]bool{EvidenceFormat: true, PrivacyFormat: true, "csv": false} {
		if (Wants(format) != "") != wants {
			t.Errorf("%s: %q", format, Wants(format))
		}
	}
	s := Export{ID: "a", Request: ExportRequested{Subject: subject}}
	if s.Subject() != subject {
		t.Error("what is known of a subject does not go with it")
	}
}

// A file is withheld where every record that names it is of a kind that whoever asks
// may not open, whatever else is said of other files; one forgotten is nowhere.
func TestInventory(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 3)) // seeded: a failure comes again
	kinds := []string{"document", taxreturn.Category.Name, Exports.Name}
	for range 500 {
		x := &Inventory{}
		const files = 6
		var by [files]map[string]bool
		gone := map[int]bool{}
		ref := func(n int) blob.Ref {
			return blob.Ref{Subject: fmt.Sprintf("client-%d", n), SHA256: strings.Repeat("a", 64), Bytes: 1}
		}
		for n := range 20 {
			file, kind := r.IntN(files), kinds[r.IntN(len(kinds))]
			if by[file] == nil {
				by[file] = map[string]bool{}
			}
			by[file][kind] = true
			x.Take(fmt.Sprintf("%s-t-%d", kind, n), ExportCompleted{File: ref(file)})
			if r.IntN(20) == 0 {
				gone[file] = true
				x.Take(fmt.Sprintf("privacy-t-%d", n), privacy.Forgotten{Subject: ref(file).Subject})
			}
		}
		for _, without := range [][]access.Permission{nil, {"cases:read"}, {"returns:write"}} {
			listed := x.Files(without)
			for n := range files {
				if by[n] == nil {
					continue
				}
				got := listed[0]
				listed = listed[1:]
				returns := by[n][taxreturn.Category.Name]
				shown := by[n]["document"] || returns && !slices.Contains(without, "returns:write")
				want := FileWithheld
				switch {
				case gone[n]:
					want = FileForgotten
				case shown:
					want = FileKept
				case !returns:
					want = FileExport
				}
				if got.State != want || got.Ref != ref(n) {
					t.Fatalf("%v, named by %v, without %v: want %s", got, by[n], without, want)
				}
			}
		}
	}
}

// Evidence with returns is for those alone who may open returns; without them, for
// each who may have evidence.
func TestOpens(t *testing.T) {
	for _, c := range []struct {
		r     ExportRequested
		needs string
	}{
		{ExportRequested{Format: EvidenceFormat}, "[exports:evidence returns:write]"},
		{ExportRequested{Format: EvidenceFormat, Without: []access.Permission{"returns:write"}}, "[exports:evidence]"},
		{ExportRequested{Format: PrivacyFormat}, "[privacy:export]"}, {ExportRequested{Format: "csv"}, "[]"},
	} {
		if got := fmt.Sprint(c.r.Opens()); got != c.needs {
			t.Errorf("%+v needs %s", c.r, got)
		}
	}
}
