package projections_test

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/projections"
	"github.com/tallystick/tallystick/readmodels"
)

var update = flag.Bool("update", false, "write the shapes of new versions")

// The tables of a version are frozen with it: whoever changes a column, an index or
// what is counted raises the version and writes its shape with -update, which
// never changes one that is there.
func TestShapesAreFrozen(t *testing.T) {
	for _, p := range projections.All(eventstore.Registry.Categories()) {
		path := filepath.Join("testdata", "shapes", fmt.Sprintf("%s_v%d.sql", p.Name, p.Version))
		shape := readmodels.Shape(p.Name, p.Version, p.Tables)
		frozen, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) && *update {
			if err = os.MkdirAll(filepath.Dir(path), 0o755); err == nil {
				err = os.WriteFile(path, []byte(shape), 0o644)
			}
			frozen = []byte(shape)
		}
		if err != nil {
			t.Errorf("%v: write it with -update", err)
			continue
		}
		if string(frozen) != shape {
			t.Errorf("%s: the tables are no longer those of version %d; raise it in the projection. They are\n%s", path, p.Version, shape)
		}
	}
}
