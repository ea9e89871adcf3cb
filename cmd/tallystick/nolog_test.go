package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/eventstore"
)

// At an address where no event log answers every command that works on one ends before it
// begins, and says why: what it never reached is not waited for as an outage is.
func TestAddressesOfNoLogEndCommands(t *testing.T) {
	dir, public := ownLog(t)
	closed := httptest.NewServer(http.NotFoundHandler())
	refused := strings.TrimPrefix(closed.URL, "http://")
	closed.Close()
	other := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(other.Close)
	for name, address := range map[string]string{
		"a port that refuses":  "esdb://me:swordfish@" + refused + "?tls=false",
		"another server":       "esdb://me:swordfish@" + strings.TrimPrefix(other.URL, "http://") + "?tls=false",
		"members of none":      "esdb://me:swordfish@" + refused + "," + strings.TrimPrefix(other.URL, "http://") + "?tls=false",
		"members, by one name": "esdb+discover://me:swordfish@" + refused + "?tls=false",
	} {
		for _, args := range [][]string{
			{"replay", "--to", address}, {"import", filepath.Join(dir, "log.ndjson")}, {"export", filepath.Join(dir, "out")},
			{"verify", "--key", public, "--from", address}, {"verify", "--key", public}, {"restore", filepath.Join(dir, "backup")},
		} {
			t.Run(name+", "+args[0], func(t *testing.T) {
				if args[len(args)-1] != address {
					t.Setenv("EVENTSTORE_URL", address)
					t.Setenv("TALLYSTICK_DATA_DIR", filepath.Join(t.TempDir(), "data"))
				}
				out, err := tool(t, args...)
				if said := fmt.Sprint(err); !errors.Is(err, eventstore.ErrUnavailable) || errors.Is(err, context.DeadlineExceeded) ||
					!strings.Contains(said, "the log does not answer: ") || strings.Contains(out+said, "swordfish") {
					t.Errorf("%s%v", out, err)
				}
			})
		}
	}
}

// What is wrong with the log's address is said while a private database is still made for
// the service, which may take longer than an operator looks at a new process.
func TestTheLogIsSpokenToBeforeTheDatabaseStands(t *testing.T) {
	bin, err := os.MkdirTemp("", "tallystick-bin-") // which the user of a database may enter, as not the test's own
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(bin) })
	enough := filepath.Join(bin, "enough")
	if err := os.Chmod(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"initdb":   "while [ ! -e " + enough + " ]; do sleep 0.05; done; exit 1",
		"postgres": "echo 'postgres (PostgreSQL) 17.0'",
	} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr := os.Stderr
	os.Stderr = write
	t.Cleanup(func() { os.Stderr = stderr })
	for name, value := range map[string]string{
		"EVENTSTORE_URL": "esdb://me:swordfish@127.0.0.1:1?tls=false", "TALLYSTICK_POSTGRES_BIN": bin, "DATABASE_URL": "",
		"TALLYSTICK_DATA_DIR": filepath.Join(t.TempDir(), "data"), "TALLYSTICK_MASTER_KEY": strings.Repeat("ab", 32),
	} {
		t.Setenv(name, value)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, []string{"serve"}, write)
		write.Close()
	}()
	said := ""
	for lines := bufio.NewScanner(read); !strings.Contains(said, "connection refused"); said += lines.Text() + "\n" {
		if !lines.Scan() {
			t.Fatalf("%s%v", said, <-ended)
		}
	}
	if !strings.Contains(said, "the event log is out of reach") || strings.Contains(said, "swordfish") {
		t.Error(said)
	}
	if err := os.WriteFile(enough, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil {
		t.Error("it serves without a database")
	}
}
