//go:build witness

package clients

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestWitnessClients holds that what is generated is up to date, then compiles
// both clients and has each ask for a figure, open a case and read it back.
func TestWitnessClients(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	fresh := t.TempDir()
	run(t, exec.CommandContext(ctx, "../scripts/clients.sh", fresh))
	for _, name := range []string{"go/client.gen.go", "typescript/src/schema.d.ts"} {
		if !bytes.Equal(read(t, name), read(t, filepath.Join(fresh, name))) {
			t.Errorf("clients/%s is out of date: make clients", name)
		}
	}

	demo := startDemo(ctx, t)
	const want = "tax 11432.00 GBP\ncase listed\nproblem invalid_input\n"
	example := exec.CommandContext(ctx, "go", "run", "./example", demo.BaseURL, demo.Keys["preparer"], "example in Go")
	example.Dir = "go"
	if got := run(t, example); got != want {
		t.Errorf("in Go: %q, not %q", got, want)
	}

	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("typescript")); err != nil {
		t.Fatal(err)
	}
	in := func(name string, args ...string) *exec.Cmd {
		cmd := exec.CommandContext(ctx, name, args...)
		cmd.Dir = dir
		return cmd
	}
	run(t, in("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"))
	run(t, in("node_modules/.bin/tsc"))
	if got := run(t, in("node", "dist/example.js", demo.BaseURL, demo.Keys["preparer"], "example in TypeScript")); got != want {
		t.Errorf("in TypeScript: %q, not %q", got, want)
	}
}

type demoFacts struct {
	BaseURL string            `json:"base_url"`
	OpsURL  string            `json:"ops_url"`
	Keys    map[string]string `json:"keys"`
}

// startDemo runs the demo on free ports until the test ends.
func startDemo(ctx context.Context, t *testing.T) demoFacts {
	t.Helper()
	dir, err := os.MkdirTemp("", "tallystick-clients-") // PostgreSQL's user cannot reach t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	binary, err := filepath.Abs("../bin/tallystick") // scripts/clients.sh has built it
	if err != nil {
		t.Fatal(err)
	}

	data := filepath.Join(dir, "data")
	var log bytes.Buffer
	cmd := exec.CommandContext(ctx, binary, "demo")
	cmd.Env = append(os.Environ(), "TALLYSTICK_DATA_DIR="+data, "TALLYSTICK_LISTEN=127.0.0.1:0", "TALLYSTICK_OPS_LISTEN=127.0.0.1:0",
		"TALLYSTICK_GATEWAY_LISTEN=127.0.0.1:0", "TALLYSTICK_EVENT_LOG_LISTEN=127.0.0.1:0")
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		<-ended
	})
	for {
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("the demo ended: %v\n%s", err, log.String())
		case <-ctx.Done():
			t.Fatalf("the demo did not begin\n%s", log.String())
		case <-time.After(100 * time.Millisecond):
		}
		var facts demoFacts
		content, err := os.ReadFile(filepath.Join(data, "demo.json"))
		if err != nil || json.Unmarshal(content, &facts) != nil {
			continue
		}
		resp, err := http.Get(facts.OpsURL + "/readyz")
		if err != nil {
			continue
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			return facts
		}
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func run(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var out, log strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &log
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s%s", cmd, err, out.String(), log.String())
	}
	return out.String()
}
