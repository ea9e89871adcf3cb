package documents

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/tallystick/tallystick/reactors/sandbox"
)

// Tools are the programs that turn pages into words. One that is missing is "".
type Tools struct {
	PDFInfo, PDFToText, PDFToPPM, Tesseract string // absolute paths

	read     []string // what they may read beside themselves
	env      []string
	tessdata string
}

// FindTools looks for the programs in the folder into which scripts/setup.sh unpacks
// them, and where they are installed.
func FindTools(unpacked string) Tools {
	t := Tools{read: []string{"/lib", "/lib64", "/usr/lib", "/etc/ld.so.cache", "/usr/share/poppler", "/etc/fonts", "/usr/share/fonts"}}
	find := func(name string) string {
		path := filepath.Join(unpacked, "usr", "bin", name)
		if _, missing := os.Stat(path); unpacked == "" || missing != nil {
			var err error
			if path, err = exec.LookPath(name); err != nil {
				return ""
			}
		}
		path, err := filepath.Abs(path)
		if err != nil {
			return ""
		}
		return path
	}
	t.PDFInfo, t.PDFToText, t.PDFToPPM, t.Tesseract = find("pdfinfo"), find("pdftotext"), find("pdftoppm"), find("tesseract")
	if root, err := filepath.Abs(unpacked); err == nil {
		if libraries, _ := filepath.Glob(filepath.Join(root, "usr", "lib", "*-linux-gnu")); len(libraries) > 0 {
			t.env = append(t.env, "LD_LIBRARY_PATH="+libraries[0])
			t.read = append(t.read, filepath.Join(root, "usr", "lib"), filepath.Join(root, "usr", "share"))
		}
		for _, pattern := range []string{filepath.Join(root, "usr/share/tesseract-ocr/*/tessdata"), "/usr/share/tesseract-ocr/*/tessdata"} {
			if found, _ := filepath.Glob(pattern); len(found) > 0 && t.tessdata == "" {
				t.tessdata = found[0]
			}
		}
	}
	if t.tessdata != "" {
		t.read = append(t.read, t.tessdata)
		t.env = append(t.env, "TESSDATA_PREFIX="+t.tessdata)
	}
	// One process a core, each with one thread.
	t.env = append(t.env, "OMP_THREAD_LIMIT=1", "LC_ALL=C.UTF-8")
	return t
}

// Environment is what the programs are told of where they stand, for whoever runs one
// unconfined.
func (t Tools) Environment() []string { return slices.Concat(os.Environ(), t.env) }

// Text is how the words of a PDF that comes on standard input are read; its Program is
// "" where there is none.
func (t Tools) Text() sandbox.Job {
	return sandbox.Job{Program: t.PDFToText, Args: []string{"-enc", "UTF-8", "-", "-"}, Env: t.env, Read: t.read}
}
