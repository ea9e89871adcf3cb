package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/eventstore/proof"
)

// keptFile is a checkpoint that was kept, or the time stamp of one.
type keptFile struct {
	path string
	text []byte
}

func readKept(kept []string) (all []keptFile, err error) {
	for _, path := range kept {
		info, err := os.Stat(path)
		if errors.Is(err, os.ErrNotExist) && len(kept) == 1 && filepath.Base(path) == "checkpoints" {
			return nil, nil // none was kept
		}
		if err != nil {
			return nil, err
		}
		files := []string{path}
		if info.IsDir() {
			if files, err = filepath.Glob(filepath.Join(path, "[^.]*")); err != nil {
				return nil, err
			}
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				return nil, err
			}
			all = append(all, keptFile{f, text})
		}
	}
	return all, nil
}

func (f keptFile) expect(v *proof.Verifier) {
	if strings.HasSuffix(f.path, service.StampSuffix) {
		v.ExpectStamp(f.path, f.text)
		return
	}
	v.Expect(f.path, wholeNote(f.text))
}
