// Package npmtest runs tests that need packages of the npm registry, as locked
// in the package-lock.json beside them.
package npmtest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Install copies package.json, package-lock.json and the scripts from the test's
// folder into a temporary one and installs what they name. The command it
// returns runs the first script there, for as long as the test may. It fails without node,
// npm or the registry: such tests bear the tag witness, and `make witness` runs them.
func Install(t *testing.T, scripts ...string) (run func(args ...string) *exec.Cmd) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	t.Cleanup(cancel)
	dir := t.TempDir()
	for _, name := range append([]string{"package.json", "package-lock.json"}, scripts...) {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	install := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline")
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
	return func(args ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), "node", append([]string{scripts[0]}, args...)...)
		cmd.Dir = dir
		return cmd
	}
}
