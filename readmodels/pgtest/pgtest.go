// Package pgtest gives each test a database of its own, in one private
// PostgreSQL cluster a test process.
package pgtest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tallystick/tallystick/readmodels"
	"github.com/tallystick/tallystick/readmodels/pg"
)

var shared struct {
	once    sync.Once
	dir     string
	cluster *pg.Cluster
	err     error
	made    atomic.Int64
}

// Main runs a package's tests and then stops the cluster, if one was started.
func Main(m *testing.M) {
	code := m.Run()
	if shared.cluster != nil {
		shared.cluster.Stop()
	}
	if shared.dir != "" {
		os.RemoveAll(shared.dir)
	}
	os.Exit(code)
}

// patience bounds what no test waits for when all is well.
const patience = time.Minute

// start makes a cluster in a folder that the server's user can reach. Nothing
// in it outlives the tests, so it does not wait for the disk.
func start() (dir string, c *pg.Cluster, err error) {
	if dir, err = os.MkdirTemp("", "tallystick-pgtest-"); err != nil {
		return "", nil, err
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		return dir, nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c, err = pg.Start(ctx, filepath.Join(dir, "postgres"), "fsync=off", "synchronous_commit=off", "full_page_writes=off")
	return dir, c, err
}

// Cluster starts a cluster of the test's own, for tests that stop it.
func Cluster(t testing.TB) *pg.Cluster {
	t.Helper()
	dir, c, err := start()
	t.Cleanup(func() {
		if c != nil {
			c.Stop()
		}
		os.RemoveAll(dir)
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// URL is the address of a new, empty database of the shared cluster.
func URL(t testing.TB) string {
	t.Helper()
	shared.once.Do(func() { shared.dir, shared.cluster, shared.err = start() })
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return database(t, shared.cluster, fmt.Sprintf("test_%d", shared.made.Add(1)))
}

func database(t testing.TB, c *pg.Cluster, name string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := c.CreateDatabase(ctx, name); err != nil {
		t.Fatal(err)
	}
	return c.URL(name)
}

// Open connects to a database and prepares it.
func Open(t testing.TB, url string) *readmodels.DB {
	t.Helper()
	db, err := readmodels.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := db.Prepare(ctx); err != nil {
		t.Fatal(err)
	}
	return db
}

// DB is a prepared new database of the shared cluster.
func DB(t testing.TB) *readmodels.DB {
	t.Helper()
	return Open(t, URL(t))
}

// On is a prepared new database of a cluster of the test's own.
func On(t testing.TB, c *pg.Cluster) *readmodels.DB {
	t.Helper()
	return Open(t, database(t, c, "test"))
}
