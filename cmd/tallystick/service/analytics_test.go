package service_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
)

const repository = "../../.."

// block is a fenced part of a document.
type block struct{ kind, text string }

// blocks splits a document into its fenced parts.
func blocks(t *testing.T, path string) (all []block) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, path))
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split("\n"+string(text), "\n```")
	if len(parts)%2 != 1 {
		t.Fatalf("%s: a block is not closed", path)
	}
	for i := 1; i < len(parts); i += 2 {
		kind, body, _ := strings.Cut(parts[i], "\n")
		all = append(all, block{kind, body + "\n"})
	}
	return all
}

const boundary = "=== end of block ==="

// TestAnalyticsWalkthrough runs docs/analytics.md: its shell blocks in one shell,
// its program as a program, each followed by what it must print.
func TestAnalyticsWalkthrough(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, func(c *config.Config) { c.LogListen = "127.0.0.1:0" })
	dir := t.TempDir()
	root, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	script := "set -euo pipefail\n"
	var wants []string
	for _, b := range blocks(t, "docs/analytics.md") {
		switch b.kind {
		case "sh":
			script += b.text + "echo; echo '" + boundary + "'\n"
			wants = append(wants, "")
		case "go":
			file := filepath.Join(dir, "main.go")
			if err := os.WriteFile(file, []byte(b.text), 0o644); err != nil {
				t.Fatal(err)
			}
			script += fmt.Sprintf("(cd %q && go run %q 2>/dev/null)\necho; echo '%s'\n", root, file, boundary)
			wants = append(wants, "")
		case "json":
			wants[len(wants)-1] += b.text
		default:
			t.Fatalf("a block of kind %q", b.kind)
		}
	}
	cmd := exec.CommandContext(t.Context(), "bash", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "BASE="+w.base, "KEY="+w.keys["auditor"], "OWNER="+w.keys["owner"], "TENANT="+w.tenant,
		"ESDB=esdb://"+w.Addr("log")+"?tls=false")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s\n%s", err, errs.String(), out)
	}
	got := strings.Split(string(out), boundary)
	if len(wants) == 0 || len(got) != len(wants)+1 {
		t.Fatalf("%d outputs of %d blocks", len(got)-1, len(wants))
	}
	for i, want := range wants {
		if want == "" {
			t.Errorf("block %d says nothing of what it prints", i+1)
		}
		rest := got[i]
		for _, piece := range strings.FieldsFunc(want, func(r rune) bool { return r == '…' || r == '\n' }) {
			_, after, found := strings.Cut(rest, piece)
			if !found {
				t.Errorf("block %d does not print %q (in this order):\n%s", i+1, piece, got[i])
				break
			}
			rest = after
		}
	}
}
