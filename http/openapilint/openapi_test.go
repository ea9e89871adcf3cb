package openapilint

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestDocumentIsValid validates docs/openapi.json, which is derived from the
// code. In CI it must run; elsewhere it is skipped where node and npm are
// missing.
func TestDocumentIsValid(t *testing.T) {
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
	defer cancel()
	dir := t.TempDir()
	for _, name := range []string{"package.json", "package-lock.json", "validate.mjs"} {
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
	document, err := filepath.Abs("../../docs/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	validate := exec.CommandContext(ctx, "node", "validate.mjs", document)
	validate.Dir = dir
	if out, err := validate.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
