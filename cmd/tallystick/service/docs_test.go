package service_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocsRun runs every sh block of the walk-throughs and looks for the lines
// that the block after it shows, in order; "…" stands for anything.
func TestDocsRun(t *testing.T) {
	pages, err := filepath.Glob("../../../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	ran := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		blocks := fenced.FindAllStringSubmatch(string(text), -1)
		// The page for analytics needs clients and listeners of its own; see
		// TestAnalyticsWalkthrough.
		if !strings.Contains(string(text), "```sh\n") || filepath.Base(page) == "analytics.md" {
			continue
		}
		ran++
		t.Run(filepath.Base(page), func(t *testing.T) { runBlocks(t, blocks) })
	}
	if ran == 0 {
		t.Error("no page has a block to run")
	}
}

var fenced = regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```$")

func runBlocks(t *testing.T, blocks [][]string) {
	w := freshWorld(t, nil)
	dir := t.TempDir()
	env := append(os.Environ(), "BASE="+w.base, "OPS=http://"+w.Addr("ops"), "DATA="+w.Config.DataDir)
	for name, key := range map[string]string{"KEY": "owner", "PREPARER": "preparer", "REVIEWER": "reviewer", "AUDITOR": "auditor", "STAFF": "staff"} {
		env = append(env, name+"="+w.keys[key])
	}
	state := filepath.Join(dir, "state")
	for i, b := range blocks {
		if b[1] != "sh" {
			continue
		}
		// Variables of one block are there in the next, as in one shell.
		script := fmt.Sprintf("set -euo pipefail; [ ! -e %[1]s ] || . %[1]s\n%[2]s\ndeclare -p CASE POSITION ANSWER EVENT CHECKOUT > %[1]s 2>/dev/null || true", state, b[2])
		cmd := exec.Command("bash", "-c", script)
		cmd.Dir, cmd.Env = dir, env
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s\n%v\n%s", b[2], err, out)
		}
		if i+1 < len(blocks) && blocks[i+1][1] != "sh" {
			checkShown(t, b[2], string(out), blocks[i+1][2])
		}
	}
}

func checkShown(t *testing.T, command, out, shown string) {
	t.Helper()
	rest := out
	for _, line := range strings.Split(strings.TrimRight(shown, "\n"), "\n") {
		parts := strings.Split(line, "…")
		at := 0
		for _, part := range parts {
			i := strings.Index(rest[at:], part)
			if i < 0 {
				t.Errorf("%s\nshows no line %q after what was shown before it:\n%s", command, line, out)
				return
			}
			at += i + len(part)
		}
		rest = rest[at:]
	}
}
