package officialclient

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/eventstore/node"
)

const clientModule = "github.com/EventStore/EventStore-Client-Go/v4"

// groups are the suite's top-level tests that concern a node, with the number of
// their subtests that must pass (groups of subtests not counted) and those that
// the suite itself skips when there is no TLS. Left out are TestProjections
// (server-side projections), TestPlugins (client certificates), and what tests
// the client alone: parsing of connection strings, positions and metadata.
var groups = []struct {
	name    string
	passed  int
	skipped []string
}{
	{name: "TestStreams", passed: 20, skipped: []string{
		"AppendTests/appendToSystemStreamWithIncorrectCredentials",
		"ReadStreamTests/readStreamWithCredentialsOverride",
	}},
	{name: "TestPersistentSubscriptions", passed: 36},
	{name: "TestExpectations", passed: 5},
}

func TestOfficialClientSuite(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs another module's tests")
	}
	module := copyModule(t)
	binary := buildSuite(t, module)
	for _, group := range groups {
		t.Run(group.name, func(t *testing.T) {
			t.Parallel()
			passed, skipped := runGroup(t, module, binary, group.name)
			if len(passed) != group.passed {
				t.Errorf("%d subtests passed, want %d: %q", len(passed), group.passed, passed)
			}
			if !slices.Equal(skipped, group.skipped) {
				t.Errorf("skipped %q, want %q", skipped, group.skipped)
			}
			t.Logf("%d passed, %d skipped", len(passed), len(skipped))
		})
	}
}

// copyModule copies the client's module out of the read-only module cache and
// puts our databases where its containers were.
func copyModule(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", clientModule).Output()
	if err != nil {
		t.Fatalf("find %s: %v", clientModule, err)
	}
	module := filepath.Join(t.TempDir(), "client")
	if err := copyTree(module, strings.TrimSpace(string(out))); err != nil {
		t.Fatal(err)
	}
	databases, err := os.ReadFile("testdata/databases.go")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(module, "esdb", "containers_test.go"), databases, 0o644); err != nil {
		t.Fatal(err)
	}
	return module
}

// copyTree makes the copy writable, so that it can be removed.
func copyTree(to, from string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(to, strings.TrimPrefix(path, from))
		if d.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, b, 0o644)
	})
}

// buildSuite compiles the suite within our own dependencies, which the module
// cache already holds: it needs no network.
func buildSuite(t *testing.T, module string) string {
	t.Helper()
	dir := t.TempDir()
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		t.Fatal(err)
	}
	gomod := strings.TrimSpace(string(out))
	mod, err := os.ReadFile(gomod)
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(strings.TrimSuffix(gomod, ".mod") + ".sum")
	if err != nil {
		t.Fatal(err)
	}
	modfile := filepath.Join(dir, "suite.mod")
	mod = append(mod, fmt.Sprintf("\nreplace %s => %s\n", clientModule, module)...)
	if err := errors.Join(os.WriteFile(modfile, mod, 0o644), os.WriteFile(filepath.Join(dir, "suite.sum"), sum, 0o644)); err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(dir, "suite")
	build := exec.Command("go", "test", "-c", "-mod=mod", "-modfile="+modfile, "-o", binary, clientModule+"/esdb")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", build, err, out)
	}
	return binary
}

// runGroup runs one top-level test against two fresh nodes and returns its leaf
// subtests.
func runGroup(t *testing.T, module, binary, name string) (passed, skipped []string) {
	t.Helper()
	run := exec.Command("go", "tool", "test2json", "-t", binary,
		"-test.run=^"+name+"$", "-test.v=test2json", "-test.timeout=4m")
	run.Dir = filepath.Join(module, "esdb")
	run.Env = append(os.Environ(),
		"EVENTSTORE_INSECURE=true", "CLUSTER=false",
		"TALLYSTICK_EMPTY="+serve(t, emptyDatabase(t)),
		"TALLYSTICK_POPULATED="+serve(t, populatedDatabase(t, filepath.Join(module, "resources", "test"))))
	out, err := run.CombinedOutput()
	results := parseResults(t, name, out)
	for test, action := range results {
		if hasSubtests(results, test) {
			continue
		}
		switch action {
		case "pass":
			passed = append(passed, test)
		case "skip":
			skipped = append(skipped, test)
		default:
			t.Errorf("%s: %s", test, action)
		}
	}
	if err != nil {
		t.Errorf("%v\n%s", err, readable(out))
	}
	slices.Sort(passed)
	slices.Sort(skipped)
	return passed, skipped
}

type testEvent struct{ Action, Test, Output string }

// parseResults returns the final action of every subtest, named without its
// top-level test.
func parseResults(t *testing.T, name string, out []byte) map[string]string {
	t.Helper()
	results := map[string]string{}
	for line := range bytes.Lines(out) {
		var e testEvent
		if json.Unmarshal(line, &e) != nil {
			continue
		}
		test, isSub := strings.CutPrefix(e.Test, name+"/")
		if isSub && slices.Contains([]string{"pass", "fail", "skip"}, e.Action) {
			results[test] = e.Action
		}
	}
	return results
}

func hasSubtests(results map[string]string, test string) bool {
	for other := range results {
		if strings.HasPrefix(other, test+"/") {
			return true
		}
	}
	return false
}

func readable(out []byte) string {
	var b strings.Builder
	for line := range bytes.Lines(out) {
		var e testEvent
		if json.Unmarshal(line, &e) == nil {
			b.WriteString(e.Output)
		} else {
			b.Write(line)
		}
	}
	return b.String()
}

// serve runs a node on a loopback port until the test ends.
func serve(t *testing.T, dir string) (endpoint string) {
	t.Helper()
	n, err := node.Open(node.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- n.Serve(l) }()
	t.Cleanup(func() {
		if err := errors.Join(n.Close(), <-served); err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}
