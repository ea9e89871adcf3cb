// Package corpus brings the texts of the law in, as jobs: fetched through the guard
// or uploaded, read in the sandbox, laid over what was held, checked, indexed on every
// node. What is refused is refused by name, and leaves nothing behind.
package corpus

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/corpus"
	"github.com/tallystick/tallystick/domain/corpus/reading"
	"github.com/tallystick/tallystick/reactors/sandbox"
)

// parser is the name of the reader in the sandbox.
const parser = "corpus.read"

func init() { sandbox.Register(parser, readInBox) }

// Limits of an upload, and of what an archive holds.
const (
	RawBytesMax   = 512 << 20
	entriesMax    = 50_000
	unpackedMax   = 4 << 30
	ratioMax      = 100
	ratioFrom     = 1 << 20 // small files may well compress better
	fileBytesMax  = 256 << 20
	readBytesMax  = 1 << 30 // of passages that a reader writes
	readMemoryMax = 4 << 30
)

// told is a line of what the reader writes: a passage, or what is wrong with a file.
type told struct {
	Passage *corpus.Passage `json:"p,omitempty"`
	Finding *corpus.Finding `json:"f,omitempty"`
}

// readInBox reads a file or an archive of files. args: the format, and the options as
// JSON.
func readInBox(args []string, in io.Reader, out io.Writer) error {
	var o reading.Options
	if len(args) != 2 {
		return fmt.Errorf("corpus: %d arguments", len(args))
	}
	if err := json.Unmarshal([]byte(args[1]), &o); err != nil {
		return err
	}
	content, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(out)
	e := json.NewEncoder(w)
	err = Unpack(args[0], content, o, func(p *corpus.Passage, f *corpus.Finding) error { return e.Encode(told{p, f}) })
	if err != nil {
		return err
	}
	return w.Flush()
}

// Unpack reads bytes of a format, or an archive of files of it: each passage, and what
// is wrong with which file, is given to say.
func Unpack(format string, content []byte, o reading.Options, say func(*corpus.Passage, *corpus.Finding) error) error {
	one := func(name string, content []byte) error {
		o.File = name
		found, err := reading.File(format, content, o)
		if r := reading.RefusalOf(err); r != nil {
			return say(nil, &corpus.Finding{Code: r.Code, Where: name, Detail: r.Says})
		}
		if err != nil {
			return err
		}
		for i := range found {
			if err := say(&found[i], nil); err != nil {
				return err
			}
		}
		return nil
	}
	if !archived(content) {
		return one("", content)
	}
	files, refused := entries(content)
	if refused != nil {
		return say(nil, refused)
	}
	left := int64(unpackedMax)
	for _, f := range files {
		text, refused := unpacked(f, &left)
		if refused != nil {
			return say(nil, refused)
		}
		if err := one(f.Name, text); err != nil {
			return err
		}
	}
	return nil
}

// archived reports whether bytes begin as an archive does, one of no files too.
func archived(content []byte) bool {
	return bytes.HasPrefix(content, []byte("PK\x03\x04")) || bytes.HasPrefix(content, []byte("PK\x05\x06"))
}

// media are files beside the texts that publishers put into archives.
var media = []string{".jpg", ".jpeg", ".png", ".gif", ".css", ".svg"}

// entries are the files of an archive, by name; its names are looked at before any of
// it is unpacked, and are never used as paths.
func entries(content []byte) ([]*zip.File, *corpus.Finding) {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, &corpus.Finding{Code: corpus.ArchiveRefused, Detail: "it is no whole archive"}
	}
	if len(archive.File) > entriesMax {
		return nil, &corpus.Finding{Code: corpus.ArchiveRefused, Detail: fmt.Sprintf("it holds %d files, more than %d", len(archive.File),
			entriesMax)}
	}
	var out []*zip.File
	seen := map[string]bool{}
	var total uint64
	for _, f := range archive.File {
		name := f.Name
		shown := strings.ToValidUTF8(corpus.Cut(name, 120), "\ufffd")
		switch {
		case strings.ContainsAny(name, "\\:\x00") || !fs.ValidPath(strings.TrimSuffix(name, "/")):
			return nil, &corpus.Finding{Code: corpus.PathRefused, Where: shown, Detail: "its name leads elsewhere"}
		case f.Mode()&fs.ModeSymlink != 0 || f.Mode()&fs.ModeType != 0 && !f.Mode().IsDir():
			return nil, &corpus.Finding{Code: corpus.PathRefused, Where: shown, Detail: "it is no plain file"}
		case f.Flags&1 != 0:
			return nil, &corpus.Finding{Code: corpus.ArchiveRefused, Where: shown, Detail: "it is encrypted"}
		case seen[name]:
			return nil, &corpus.Finding{Code: corpus.ArchiveRefused, Where: shown, Detail: "it stands twice"}
		case f.UncompressedSize64 > fileBytesMax:
			return nil, &corpus.Finding{Code: corpus.TooLarge, Where: shown, Detail: fmt.Sprintf("it has %d bytes, more than %d",
				f.UncompressedSize64, int64(fileBytesMax))}
		}
		seen[name] = true
		if total += f.UncompressedSize64; total > unpackedMax {
			return nil, &corpus.Finding{Code: corpus.ArchiveRefused, Detail: "its files have more than 4 GiB"}
		}
		if !f.Mode().IsDir() && !slices.Contains(media, strings.ToLower(path.Ext(name))) {
			out = append(out, f)
		}
	}
	if len(out) == 0 {
		return nil, &corpus.Finding{Code: corpus.ArchiveRefused, Detail: "it holds no file of text"}
	}
	slices.SortFunc(out, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

// unpacked is a file's bytes. What its head says of its size is not believed.
func unpacked(f *zip.File, left *int64) ([]byte, *corpus.Finding) {
	bomb := func(says string) *corpus.Finding {
		return &corpus.Finding{Code: corpus.ArchiveRefused, Where: corpus.Cut(f.Name, 120), Detail: says}
	}
	r, err := f.Open()
	if err != nil {
		return nil, bomb("it cannot be unpacked")
	}
	defer r.Close()
	most := min(int64(fileBytesMax), *left, max(ratioFrom, int64(f.CompressedSize64)*ratioMax))
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	switch {
	case int64(len(text)) > most:
		return nil, bomb(fmt.Sprintf("it grows to more than %d bytes from %d", most, f.CompressedSize64))
	case err != nil:
		return nil, bomb("it cannot be unpacked")
	case archived(text):
		return nil, bomb("it is an archive within an archive")
	}
	*left -= int64(len(text))
	return text, nil
}
