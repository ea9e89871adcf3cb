package documents

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/reactors/sandbox"
)

// heicSample is a photograph that the decoder's own module brings for its tests.
func heicSample(t *testing.T, name string) []byte {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/gen2brain/heic").Output()
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// A photograph as telephones keep them is decoded in the sandbox, within its memory.
func TestHEIC(t *testing.T) {
	for _, name := range []string{"test.heic", "gray.heic", "test8.heic"} {
		content := heicSample(t, name)
		size, ok := sizeOfHEIC(content)
		if !ok || size.Width < 100 || size.Height < 100 {
			t.Fatalf("%s announces %+v", name, size)
		}
		out, err := (&sandbox.Box{}).Run(t.Context(), sandbox.Job{Parser: parseImage, Stdin: bytes.NewReader(content), Timeout: pageTimeout,
			OutputMax: 2 * pixelsMax})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		head, picture, _ := bytes.Cut(out, []byte("\n"))
		g, ok := grayOf(picture)
		if _, turned := turnedOf(string(head)); !ok || !turned {
			t.Fatalf("%s is no picture: %q", name, head)
		}
		if dark, light := brightest(g, g.Rect, 5), brightest(g, g.Rect, 95); light-dark < 50 {
			t.Errorf("%s: nothing stands on it, from %d to %d", name, dark, light)
		}
	}
}

// A HEIC file that announces too much is refused before it is decoded, and what is none
// is no picture.
func TestHostileHEIC(t *testing.T) {
	sample := heicSample(t, "test.heic")
	large := bytes.Clone(sample)
	for at := 0; ; {
		next := bytes.Index(large[at:], []byte("ispe"))
		if next < 0 {
			break
		}
		at += next
		binary.BigEndian.PutUint32(large[at+8:], 9000)
		binary.BigEndian.PutUint32(large[at+12:], 9000)
		at += 4
	}
	wide := bytes.Clone(sample)
	binary.BigEndian.PutUint32(wide[bytes.Index(wide, []byte("ispe"))+8:], 1<<31)
	noSize := bytes.ReplaceAll(sample, []byte("ispe"), []byte("free"))
	for name, c := range map[string]struct {
		file []byte
		code string
	}{"81 megapixels": {large, "too_complex"}, "a side of 2^31": {wide, "too_complex"}, "no size": {noSize, "unreadable"},
		"cut": {sample[:len(sample)/2], "unreadable"}, "a head alone": {sample[:16], "unreadable"}} {
		var out bytes.Buffer
		if err := grayscale(nil, bytes.NewReader(c.file), &out); err != nil || strings.TrimSpace(out.String()) != c.code {
			t.Errorf("%s: %.40q, %v", name, out.String(), err)
		}
	}
}
