package law

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"sync"
)

// Release names the law that is embedded in this binary: the digest of every
// file, so that two binaries of one release hold the same law to the byte.
var Release = sync.OnceValue(func() string {
	h := sha256.New()
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := files.ReadFile(path)
		fmt.Fprintf(h, "%s\x00%d\x00", path, len(text))
		h.Write(text)
		return err
	})
	if err != nil {
		panic(err) // the files are embedded
	}
	return "law-" + hex.EncodeToString(h.Sum(nil))[:16]
})
