package mail

import (
	"context"
	"errors"
	"os"
	"path/filepath"
)

// Spool writes each message to <Dir>/<tenant>/<subject>/<id>.eml, for a service that
// has no mail server. A message that is sent again replaces the file.
type Spool struct{ Dir string }

// Name of the channel.
func (Spool) Name() string { return "spool" }

// Deliver writes a message and syncs it.
func (s Spool) Deliver(_ context.Context, e Envelope, message []byte) error {
	dir := filepath.Join(s.Dir, e.Tenant, e.About)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(dir, ".*") // 0600
	if err != nil {
		return err
	}
	_, err = file.Write(message)
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), filepath.Join(dir, e.ID+".eml"))
	}
	if err != nil {
		os.Remove(file.Name())
		return err
	}
	return synced(dir)
}

func synced(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Forget removes what was written for a subject.
func (s Spool) Forget(_ context.Context, tenant, subject string) error {
	return os.RemoveAll(filepath.Join(s.Dir, tenant, subject))
}
