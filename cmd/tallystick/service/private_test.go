package service_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
)

// Nobody else on the machine reads what the service keeps in its folder, whatever mask it
// is started with and though its folders were made open before. What is published anyway
// stands apart: heads, which anybody may hold against the log.
func TestOthersReadNothing(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, func(c *config.Config) {
		ownServer(c)
		for _, open := range []string{"log", "blobs"} {
			if err := os.MkdirAll(filepath.Join(c.DataDir, open), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	})
	id, _ := w.openCase(t, "Ada Byron")
	w.finishReview(t, id)
	w.publish(t)
	root := w.Config.DataDir
	if err := os.Chmod(root, 0o755); err != nil {
		t.Fatal(err)
	}
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // PostgreSQL removes files of its own meanwhile
		}
		info, err := d.Info()
		name, _ := filepath.Rel(root, path)
		switch {
		case err != nil || path == root:
			return nil
		case strings.HasPrefix(name, "checkpoints"+string(filepath.Separator)):
			return nil
		case d.IsDir() && info.Mode().Perm()&0o005 == 0:
			files++
			return filepath.SkipDir // nobody enters it
		case !d.IsDir() && info.Mode().Perm()&0o006 != 0:
			t.Errorf("%s has the mode %v, in folders that others can enter", name, info.Mode())
		}
		files++
		return nil
	})
	if err != nil || files < 2 {
		t.Errorf("%d looked at, %v", files, err)
	}
}
