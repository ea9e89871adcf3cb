package service_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
)

// Whichever bit of a manifest is damaged, no part of the backup goes unread for it: the
// manifest is refused, or names a value that the restore will not find.
func TestADamagedManifestHidesNothing(t *testing.T) {
	var whole service.Manifest
	whole.Format, whole.Version, whole.MadeAt = 1, "1.0.0", time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	whole.Log.Form, whole.Log.Events, whole.Log.Chain = "node", 68, "63e1e4"
	whole.Files = &service.ManifestFiles{Count: 3, SHA256: "2c26c2"}
	whole.Vault.Keys, whole.Vault.SHA256 = 13, "f280ca"
	text, err := json.MarshalIndent(whole, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	read := func(text []byte) (service.Manifest, error) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "manifest.json"), text, 0o600); err != nil {
			t.Fatal(err)
		}
		return service.ReadManifest(dir)
	}
	if m, err := read(text); err != nil || !reflect.DeepEqual(m, whole) {
		t.Fatalf("%+v, %v", m, err)
	}
	for i := range text {
		for bit := range 8 {
			damaged := append([]byte(nil), text...)
			damaged[i] ^= 1 << bit
			m, err := read(damaged)
			if err == nil && (m.Files == nil || m.Log.Events == 0 || m.Log.Chain == "" || m.Vault.Keys == 0 || m.Vault.SHA256 == "" ||
				m.Files.Count == 0 || m.Files.SHA256 == "") {
				t.Errorf("bit %d of byte %d: a part is gone: %s", bit, i, damaged)
			}
		}
	}
}
