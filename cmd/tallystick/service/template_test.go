package service_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
)

// template is the data folder of a service that was started once and did nothing.
var template struct {
	once sync.Once
	dir  string
	err  error
}

// seed gives a world the database that the template has: to make one, and all read models
// in it, takes some seconds of the processor, which would be spent for each world. How it
// is made from nothing is tested where services are started without newWorld.
func seed(c config.Config) error {
	to := filepath.Join(c.DataDir, "postgres")
	if _, err := os.Stat(to); err == nil || c.DatabaseURL != "" || c.EventStoreURL != "" || c.MasterKey != testConfig(c.DataDir).MasterKey {
		return nil
	}
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
	if template.err != nil {
		return template.err
	}
	// As it is, owner and all: PostgreSQL may run as another user. The log that it was made
	// from comes with it, since the read models know the log's first event.
	if out, err := exec.Command("cp", "-a", filepath.Join(template.dir, "postgres"), filepath.Join(template.dir, "log"),
		c.DataDir).CombinedOutput(); err != nil {
		return fmt.Errorf("copy the database and its log: %w: %s", err, out)
	}
	return nil
}
