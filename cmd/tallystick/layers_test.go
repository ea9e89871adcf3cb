package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/tallystick/tallystick/"

// layers name, for each top folder, what it may import of the others. Imports
// go one way; nothing imports cmd.
var layers = map[string][]string{
	"domain":      {},
	"migrations":  {},
	"render":      {"domain"},
	"eventstore":  {"domain"},
	"readmodels":  {"domain", "migrations"},
	"commands":    {"domain", "eventstore", "readmodels", "projections", "render"},
	"projections": {"domain", "eventstore", "readmodels"},
	"reactors":    {"domain", "eventstore", "readmodels", "commands", "projections", "render"},
	"http":        {"domain", "eventstore", "readmodels", "commands", "projections", "render"},
	"cmd":         {"domain", "eventstore", "readmodels", "commands", "projections", "reactors", "http", "migrations", "render"},
}

// impure is what a package under domain may not import: I/O, clocks cannot be
// named by import, randomness and databases can.
var impure = []string{
	"os", "os/exec", "net", "net/http", "io/ioutil", "database/sql", "math/rand", "math/rand/v2", "crypto/rand", "log", "log/slog", "syscall",
	"github.com/jackc/", "github.com/EventStore/", "github.com/cockroachdb/", "google.golang.org/grpc", "github.com/danielgtaylor/huma",
}

// TestLayers reads the imports of every file that is no test.
func TestLayers(t *testing.T) {
	root := "../.."
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		if d.IsDir() {
			if name := d.Name(); rel != "." && (strings.HasPrefix(name, ".") || name == "testdata" || name == "data" || name == "bin") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || !strings.Contains(rel, "/") {
			return nil
		}
		files++
		checkFile(t, path, filepath.ToSlash(rel))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 100 {
		t.Errorf("only %d files were read", files)
	}
}

func checkFile(t *testing.T, path, rel string) {
	t.Helper()
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := parser.ParseFile(token.NewFileSet(), path, source, parser.ImportsOnly)
	if err != nil {
		t.Errorf("%s: %v", rel, err)
		return
	}
	layer, _, _ := strings.Cut(rel, "/")
	may, known := layers[layer]
	if !known {
		return // scripts and docs
	}
	// Helpers of tests stand between the layers that they help to test.
	if dir := filepath.Dir(rel); strings.HasSuffix(dir, "test") {
		return
	}
	for _, spec := range f.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		if own, ok := strings.CutPrefix(name, module); ok {
			other, _, _ := strings.Cut(own, "/")
			if other != layer && !slices.Contains(may, other) {
				t.Errorf("%s imports %s: %s stands below it", rel, own, layer)
			}
			continue
		}
		if layer == "domain" && forbidden(name) {
			t.Errorf("%s imports %s: the domain is pure", rel, name)
		}
		if strings.HasPrefix(name, "github.com/EventStore/") && layer != "eventstore" {
			t.Errorf("%s imports %s outside eventstore", rel, name)
		}
	}
}

func forbidden(name string) bool {
	return slices.ContainsFunc(impure, func(bad string) bool {
		return name == bad || strings.HasSuffix(bad, "/") && strings.HasPrefix(name, bad) || strings.HasPrefix(name, bad+"/") &&
			strings.Contains(bad, ".")
	})
}
