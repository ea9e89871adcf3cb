package service_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/readmodels/pg"
)

// template is the data folder of a service that was started once and did nothing: to
// make a cluster, its database and all read models takes some seconds of the processor.
// How they are made from nothing is tested where services are started without newWorld.
var template struct {
	once sync.Once
	dir  string
	err  error
}

func templateDir() (string, error) {
	template.once.Do(func() {
		if template.dir, template.err = os.MkdirTemp("", "tallystick-template-"); template.err != nil {
			return
		}
		if template.err = os.Chmod(template.dir, 0o755); template.err != nil {
			return
		}
		s, err := startService(testConfig(template.dir))
		if template.err = err; err == nil {
			s.Close()
		}
	})
	return template.dir, template.err
}

// fromTemplate copies folders of the template as they are, owner and all: PostgreSQL may
// run as another user.
func fromTemplate(into string, folders ...string) error {
	dir, err := templateDir()
	if err != nil {
		return err
	}
	args := []string{"-a"}
	for _, f := range folders {
		args = append(args, filepath.Join(dir, f))
	}
	if out, err := exec.Command("cp", append(args, into)...).CombinedOutput(); err != nil {
		return fmt.Errorf("copy the template: %w: %s", err, out)
	}
	return nil
}

// databases is one PostgreSQL for all worlds; a server for each would take
// seconds of the processor to start and to end. Nothing in it outlives the tests, so it
// does not wait for the disk. Its database tallystick is the template's.
var databases struct {
	once    sync.Once
	dir     string
	cluster *pg.Cluster
	err     error
	made    atomic.Int64
	copying sync.Mutex
}

const templateDatabase = "tallystick"

func startServer() (*pg.Cluster, error) {
	databases.once.Do(func() {
		if databases.dir, databases.err = os.MkdirTemp("", "tallystick-server-"); databases.err != nil {
			return
		}
		if databases.err = os.Chmod(databases.dir, 0o755); databases.err != nil {
			return
		}
		if databases.err = fromTemplate(databases.dir, "postgres"); databases.err != nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		databases.cluster, databases.err = pg.Start(ctx, filepath.Join(databases.dir, "postgres"),
			"fsync=off", "full_page_writes=off", "max_connections=400")
	})
	return databases.cluster, databases.err
}

// newDatabase is the address of a database of the server, a copy of another, and what
// drops it.
func newDatabase(from string) (url string, drop func(), err error) {
	cluster, err := startServer()
	if err != nil {
		return "", nil, err
	}
	name := fmt.Sprintf("world_%d", databases.made.Add(1))
	do := func(sql string, names ...any) error {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		conn, err := pgx.Connect(ctx, cluster.URL("postgres"))
		if err != nil {
			return err
		}
		defer conn.Close(ctx)
		_, err = conn.Exec(ctx, fmt.Sprintf(sql, names...))
		return err
	}
	databases.copying.Lock() // a database is copied while nobody is at it
	defer databases.copying.Unlock()
	if err := do("create database %s template %s strategy file_copy", name, from); err != nil {
		return "", nil, err
	}
	if from == templateDatabase { // what is granted on a database itself is not copied with it
		if err := do("grant create on database %s to tallystick_writer", name); err != nil {
			return "", nil, err
		}
	}
	return cluster.URL(name), func() {
		if err := do("drop database %s with (force)", name); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}, nil
}

// emptyDatabase is one in which nothing was made, for as long as the test runs.
func emptyDatabase(t *testing.T) (url string) {
	t.Helper()
	url, drop, err := newDatabase("template1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(drop)
	return url
}

// ownServer has a world run a PostgreSQL of its own, as the service does by itself.
func ownServer(c *config.Config) { c.DatabaseURL = ownServerURL }

const ownServerURL = "own"

// seed gives a world the database that the template has, and the log that it was made
// from: the read models know the log's first event. drop takes the database away.
func seed(c *config.Config) (drop func(), err error) {
	own := c.DatabaseURL == ownServerURL
	if own {
		c.DatabaseURL = ""
	}
	drop = func() {}
	switch {
	case c.DatabaseURL != "" || c.EventStoreURL != "" || c.MasterKey != testConfig(c.DataDir).MasterKey:
		return drop, nil
	case own:
		return drop, fromTemplate(c.DataDir, "postgres", "log")
	}
	if c.DatabaseURL, drop, err = newDatabase(templateDatabase); err != nil {
		return nil, err
	}
	return drop, fromTemplate(c.DataDir, "log")
}

// cleanTemplates ends and removes what the worlds shared.
func cleanTemplates() error {
	var err error
	if databases.cluster != nil {
		err = databases.cluster.Stop()
	}
	for _, dir := range []string{databases.dir, template.dir} {
		if dir != "" {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}
	return err
}
