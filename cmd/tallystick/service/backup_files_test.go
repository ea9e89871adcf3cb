package service_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/eventstore/blobs"
)

// A backup names the files that were damaged or missing before it was made, is made all the
// same, and so does its restore, which brings everything else. Of who was forgotten since
// nothing is missed.
func TestFilesThatWereUnsoundBeforeABackupAreNamed(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	for _, text := range []string{"One,1\n", "Two,2\n", "Three,3\n"} {
		if status, said, _ := w.upload(t, "owner", "/api/tax-assistant/documents/?site=1", []byte(text), nil); status != 201 {
			t.Fatal(said)
		}
	}
	var all []blobs.Stored
	if err := w.Blobs.Each(t.Context(), func(b blobs.Stored) error { all = append(all, b); return nil }); err != nil || len(all) < 3 {
		t.Fatal(all, err)
	}
	path := func(b blobs.Stored) string {
		return filepath.Join(w.Config.DataDir, "blobs", b.Tenant, b.Ref.Subject, b.Ref.SHA256)
	}
	file, err := os.ReadFile(path(all[0]))
	if err != nil {
		t.Fatal(err)
	}
	file[len(file)-1] ^= 1
	if err := errors.Join(os.WriteFile(path(all[0]), file, 0o600), os.Remove(path(all[1])), os.Remove(path(all[2]))); err != nil {
		t.Fatal(err)
	}
	if err := w.Vault.Destroy(t.Context(), all[2].Tenant, all[2].Ref.Subject); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(openDir(t), "backup")
	m, err := w.Backup(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	told := func(err error) {
		t.Helper()
		for _, says := range []string{": 2, ", all[0].Ref.SHA256 + " is damaged", all[1].Ref.SHA256 + " is missing", "(named by document-"} {
			if !errors.Is(err, service.ErrUnsound) || !strings.Contains(err.Error(), says) {
				t.Errorf("%q is not said: %v", says, err)
			}
		}
	}
	told(service.Unsound(m.Files.Unsound))
	if m, err = service.ReadManifest(dir); err != nil {
		t.Fatal(err)
	}
	told(service.Unsound(m.Files.Unsound))
	s, there := openedFor(t, dir, m, nil)
	defer s.Close()
	_, err = s.Restore(t.Context(), dir, m, there, nil)
	told(err)
	if n, chain := logDigest(t, s.Store); n != m.Log.Events || chain != m.Log.Chain {
		t.Errorf("%d events %s are restored of %d %s", n, chain, m.Log.Events, m.Log.Chain)
	}
}
