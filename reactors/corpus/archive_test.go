package corpus_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/corpus"
	"github.com/tallystick/tallystick/domain/corpus/reading"
	texts "github.com/tallystick/tallystick/reactors/corpus"
)

func archive(t *testing.T, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		w, err := z.Create(files[i])
		if err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(files[i+1]))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Pages of one archive are works of their own: what stands under the same heading in
// two of them stands at two places.
func TestPagesOfAnArchive(t *testing.T) {
	var got []string
	err := texts.Unpack("html", archive(t, "b.html", "<title>B</title><h1>One</h1><p>Second.</p>", "a.html", "<h1>One</h1><p>First.</p>", "c.css", "x"),
		reading.Options{Language: "en", URL: "https://www.gov.uk/guide", Title: "Guide"}, func(p *corpus.Passage, f *corpus.Finding) error {
			if f != nil {
				return fmt.Errorf("%v", *f)
			}
			got = append(got, p.Work+"|"+p.Document+"|"+p.Locator+"|"+p.Text)
			return nil
		})
	want := []string{"gov.uk/guide#a.html|Guide|One|First.", "gov.uk/guide#b.html|B|One|Second."}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
}

// An archive of nothing is named so.
func TestArchiveOfNothing(t *testing.T) {
	for _, content := range [][]byte{archive(t), archive(t, "a.css", "x"), archive(t, "folder/", "")} {
		var found []corpus.Finding
		err := texts.Unpack("clml", content, reading.Options{}, func(_ *corpus.Passage, f *corpus.Finding) error {
			found = append(found, *f)
			return nil
		})
		if err != nil || len(found) != 1 || found[0].Code != corpus.ArchiveRefused {
			t.Errorf("%v, %v", found, err)
		}
	}
}
