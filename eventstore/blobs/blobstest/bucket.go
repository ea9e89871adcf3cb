// Package blobstest is a bucket for tests, in memory and behind TLS.
package blobstest

import (
	"encoding/pem"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// Bucket is the URL of a bucket that several processes may share, until the test ends.
func Bucket(t *testing.T) (url string) {
	t.Helper()
	back := s3mem.New()
	if err := back.CreateBucket("tally"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewTLSServer(gofakes3.New(back).Server())
	t.Cleanup(server.Close)
	ca := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	return "s3://key:secret@" + strings.TrimPrefix(server.URL, "https://") + "/tally/files?region=us-east-1&ca=" + ca
}
