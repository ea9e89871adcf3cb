package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/eventstore/storetest"
	"github.com/tallystick/tallystick/eventstore/transfer"
	"github.com/tallystick/tallystick/readmodels/pgtest"
)

// A server that refuses the user, or its appends alone, ends every command that works
// on a log with the server's own reason: none tries again, and none says the password.
func TestRefusedUsersEndCommands(t *testing.T) {
	const streams = "/event_store.client.streams.Streams/"
	unknown, denied := status.Error(codes.Unauthenticated, "Unauthenticated"), status.Error(codes.PermissionDenied, "Access Denied")
	dir, public := ownLog(t)
	file, backup := filepath.Join(dir, "log.ndjson"), filepath.Join(dir, "backup")
	for _, c := range []struct {
		name    string
		methods string
		refusal error
		args    []string // %s is the server's address
		at      bool     // the configuration's log is the server
	}{
		{"replay, wrong password", "/", unknown, []string{"replay", "--to", "%s"}, false},
		{"replay, no right to read", streams, denied, []string{"replay", "--to", "%s"}, false},
		{"replay, no right to append", streams + "BatchAppend", denied, []string{"replay", "--to", "%s"}, false},
		{"replay one by one, no right to append", streams + "BatchAppend", denied, []string{"replay", "--one-by-one", "--to", "%s"}, false},
		{"replay from it", "/", unknown, []string{"replay", "--to", "esdb://127.0.0.1:1?tls=false"}, true},
		{"import, wrong password", "/", unknown, []string{"import", file}, true},
		{"import, no right to append", streams + "BatchAppend", denied, []string{"import", file}, true},
		{"export", "/", unknown, []string{"export", filepath.Join(dir, "out")}, true},
		{"verify, wrong password", "/", unknown, []string{"verify", "--key", public, "--from", "%s"}, false},
		{"verify, no right to read", streams, denied, []string{"verify", "--key", public}, true},
		{"restore, wrong password", "/", unknown, []string{"restore", backup}, true},
		{"restore, no right to append", streams + "BatchAppend", denied, []string{"restore", backup}, true},
		{"key", "/", unknown, []string{"key", "list", "--tenant", testTenant}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := storetest.NewStrict(t, 1)
			address := strings.Replace(server.Config().URL, "://", "://me:swordfish@", 1)
			if c.at {
				t.Setenv("EVENTSTORE_URL", address)
				t.Setenv("TALLYSTICK_DATA_DIR", filepath.Join(t.TempDir(), "data"))
			}
			server.Refuse(c.methods, c.refusal)
			args := make([]string, len(c.args))
			for i, a := range c.args {
				args[i] = strings.Replace(a, "%s", address, 1)
			}
			out, err := tool(t, args...)
			if !errors.Is(err, eventstore.ErrRefused) || !strings.Contains(fmt.Sprint(err), status.Convert(c.refusal).Message()) {
				t.Errorf("%s%v", out, err)
			}
			if errors.Is(err, context.DeadlineExceeded) || strings.Contains(out+fmt.Sprint(err), "swordfish") {
				t.Errorf("%s%v", out, err)
			}
		})
	}
}

// A demo on somebody's cluster says where that is, without user and password; once its
// user is refused, /readyz says so in the server's words.
func TestDemoOnACluster(t *testing.T) {
	server := storetest.NewStrict(t, 1)
	dir := filepath.Join(t.TempDir(), "data")
	for name, value := range map[string]string{
		"EVENTSTORE_URL": strings.Replace(server.Config().URL, "://", "://me:swordfish@", 1), "DATABASE_URL": pgtest.URL(t),
		"TALLYSTICK_DATA_DIR": dir, "TALLYSTICK_LISTEN": "127.0.0.1:0", "TALLYSTICK_OPS_LISTEN": "127.0.0.1:0",
	} {
		t.Setenv(name, value)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := run(ctx, []string{"demo"}, in)
		in.CloseWithError(err)
		ended <- err
	}()
	said, lines := "", bufio.NewScanner(out)
	for !strings.Contains(said, "Try:") {
		if !lines.Scan() {
			t.Fatal(said, lines.Err())
		}
		said += lines.Text() + "\n"
	}
	go io.Copy(io.Discard, out)
	if strings.Contains(said, "swordfish") || !strings.Contains(said, eventstore.Redacted(server.Config().URL)) {
		t.Error(said)
	}
	text, err := os.ReadFile(filepath.Join(dir, demoFile))
	if err != nil || strings.Contains(string(text), "swordfish") {
		t.Errorf("%s, %v", text, err)
	}
	var facts demoFacts
	if err := json.Unmarshal(text, &facts); err != nil {
		t.Fatal(err)
	}
	server.Refuse("/event_store.client.streams.Streams/", status.Error(codes.PermissionDenied, "Access Denied"))
	for answer := ""; !strings.Contains(answer, "Access Denied"); time.Sleep(50 * time.Millisecond) {
		resp, err := http.Get(facts.OpsURL + "/readyz")
		if err != nil || ctx.Err() != nil {
			t.Fatal(answer, err, ctx.Err())
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if answer = string(body); strings.Contains(answer, "swordfish") {
			t.Fatal(answer)
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// ownLog gives this configuration a log of its own, which replay reads. In dir are the
// same as an export, log.ndjson, and as a backup; its key is public.
func ownLog(t *testing.T) (dir, public string) {
	t.Helper()
	dir = t.TempDir()
	signer, err := proof.ParseSigner(newCheckpointKey(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "log.ndjson")
	events, _ := signedLog(t, signer)
	writeExport(t, file, events)
	writeBackup(t, filepath.Join(dir, "backup"), file)
	t.Setenv("TALLYSTICK_MASTER_KEY", strings.Repeat("ab", 32))
	t.Setenv("DATABASE_URL", pgtest.URL(t))
	t.Setenv("TALLYSTICK_DATA_DIR", filepath.Join(dir, "own"))
	if _, err := tool(t, "import", file); err != nil {
		t.Fatal(err)
	}
	return dir, signer.PublicKey()
}

func newCheckpointKey(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "checkpoint.key")
	if _, err := tool(t, "checkpoint-key", "new", "--name", "test.example/log", "--out", path); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}

// writeBackup makes a backup of an export, as of a cluster, without keys.
func writeBackup(t *testing.T, dir, export string) {
	t.Helper()
	lines, err := os.ReadFile(export)
	if err != nil {
		t.Fatal(err)
	}
	events, chain, err := transfer.Digest(t.Context(), transfer.NewLines(bytes.NewReader(lines)))
	if err != nil {
		t.Fatal(err)
	}
	manifest := fmt.Sprintf(`{"format": 1, "made_at": %q, "log": {"form": "lines", "events": %d, "chain": %q}, "vault": {"sha256": "%x"}}`,
		time.Unix(0, 0).UTC().Format(time.RFC3339), events, chain, sha256.Sum256(nil))
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"manifest.json": manifest, "log.ndjson": string(lines), "vault.jsonl": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Who asks for help starts nothing.
func TestHelpStartsNothing(t *testing.T) {
	t.Setenv("TALLYSTICK_DATA_DIR", filepath.Join(t.TempDir(), "data"))
	t.Chdir(t.TempDir())
	for _, c := range commandList() {
		for _, word := range []string{"-h", "-help", "--help"} {
			if out, err := tool(t, c.name, word); err != nil || !strings.Contains(out, "usage: tallystick "+c.name) || !strings.Contains(out, c.help) {
				t.Errorf("%s %s: %s%v", c.name, word, out, err)
			}
		}
		if c.usage != "" {
			continue
		}
		if _, err := tool(t, c.name, "now"); err == nil || !strings.Contains(err.Error(), "takes no arguments") {
			t.Errorf("%s now: %v", c.name, err)
		}
	}
	if _, err := tool(t, "backup", "--now"); err == nil || !strings.Contains(err.Error(), "name the folder") {
		t.Errorf("backup --now: %v", err)
	}
	for _, dir := range []string{os.Getenv("TALLYSTICK_DATA_DIR"), "."} {
		if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
			t.Errorf("%d files were made in %s", len(entries), dir)
		}
	}
}

// Who serves from a directory in which a service runs is told, and nothing is begun.
func TestOneServiceADirectory(t *testing.T) {
	key := strings.Repeat("ab", 32)
	t.Setenv("TALLYSTICK_MASTER_KEY", key)
	for command, files := range map[string][]string{"serve": nil, "demo": {demoMark, keyFile}} {
		dir, err := os.MkdirTemp("", "tallystick-") // a socket's name is short
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		t.Setenv("TALLYSTICK_DATA_DIR", dir)
		running, err := net.Listen("unix", filepath.Join(dir, "eventlog.sock"))
		if err != nil {
			t.Fatal(err)
		}
		defer running.Close()
		for _, name := range files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(key), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := tool(t, command); err == nil || !strings.Contains(err.Error(), "a service runs in "+dir) {
			t.Errorf("%s: %v", command, err)
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) != len(files)+1 {
			t.Errorf("%s: %d files, %v", command, len(entries), err)
		}
	}
}
