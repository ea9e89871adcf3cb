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

// Install copies package.json, package-lock.json and the script from the test's
// folder into a temporary one and installs what they name. The command it
// returns runs the script there. In CI it must succeed; elsewhere the test is
// skipped where node, npm or the registry cannot be had.
func Install(t *testing.T, script string) (run func(args ...string) *exec.Cmd) {
	t.Helper()
	unavailable := t.Skipf
	if os.Getenv("CI") == "true" {
		unavailable = t.Fatalf
	}
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			unavailable("%s is not installed: %v", tool, err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	t.Cleanup(cancel)
	dir := t.TempDir()
	for _, name := range []string{"package.json", "package-lock.json", script} {
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
		unavailable("npm ci: %v\n%s", err, out)
	}
	return func(args ...string) *exec.Cmd {
		cmd := exec.CommandContext(ctx, "node", append([]string{script}, args...)...)
		cmd.Dir = dir
		return cmd
	}
}
