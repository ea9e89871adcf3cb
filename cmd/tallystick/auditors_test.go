package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/reactors/sandbox"
	"github.com/tallystick/tallystick/readmodels/pgtest"
)

// asTool makes the test binary be the tool.
const asTool = "RUN_AS_TALLYSTICK"

func TestMain(m *testing.M) {
	sandbox.Enter()
	if os.Getenv(asTool) != "" {
		os.Unsetenv(asTool)
		main()
		return
	}
	pgtest.Main(m)
}

// The walk-through for auditors runs as it stands, on free ports.
func TestAuditorsWalkThrough(t *testing.T) {
	for _, tool := range []string{"bash", "curl", "jq"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Fatalf("the walk-through needs %s", tool)
		}
	}
	page, err := os.ReadFile("../../docs/auditors.md")
	if err != nil {
		t.Fatal(err)
	}
	var script strings.Builder
	for _, block := range regexp.MustCompile("(?s)```bash\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		script.WriteString(block[1])
	}
	text := script.String()
	for _, port := range []string{"18080", "18081", "12113", "12114"} {
		text = strings.ReplaceAll(text, "127.0.0.1:"+port, freeAddress(t))
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	wrapper := fmt.Sprintf("#!/bin/sh\n%s=1 exec %q \"$@\"\n", asTool, os.Args[0])
	if err := os.WriteFile(filepath.Join(dir, "bin", "tallystick"), []byte(wrapper), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", "-c", "set -u; trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT\n"+text+"\nrm -rf \"$TALLYSTICK_DATA_DIR\"*")
	cmd.Dir = dir
	for _, pair := range os.Environ() {
		if !strings.HasPrefix(pair, "TALLYSTICK_") || strings.HasPrefix(pair, "TALLYSTICK_POSTGRES_BIN=") {
			cmd.Env = append(cmd.Env, pair)
		}
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v", err)
	}
	rest := string(out)
	for _, want := range []string{"\n— demo.tallystick.invalid/", "is event ", `{"from":`, `{"ok":true,"checked":1}`, "sha256 over all of them",
		"books of", " 2025-03 ", ".march.pdf is the proof of 2025-03, site 1", "The log is what was signed.",
		"3 finding(s)", "(case.reopened.v1 ", "is not what was signed: it was changed",
		"carries a mark that is not of this service", "carries a mark that is not of this service", "exit status 1",
		".other.pdf: is the PDF of no month's last proof", "exit status 1"} {
		_, after, ok := strings.Cut(rest, want)
		if !ok {
			t.Fatalf("nothing says %q after what came before it:\n%s", want, out)
		}
		rest = after
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
