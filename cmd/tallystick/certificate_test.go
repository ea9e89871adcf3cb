package main

import (
	"crypto/tls"
	"crypto/x509"
	"os"
	"testing"
	"time"
)

func TestDemoCertificate(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	make := func(at time.Time) (pem string) {
		t.Helper()
		cert, key, err := demoCertificate(dir, at)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(key); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
		text, err := os.ReadFile(cert)
		if err != nil {
			t.Fatal(err)
		}
		pair, err := tls.LoadX509KeyPair(cert, key)
		if err != nil {
			t.Fatal(err)
		}
		pool := x509.NewCertPool()
		pool.AppendCertsFromPEM(text)
		for _, name := range []string{"127.0.0.1", "localhost"} {
			if _, err := pair.Leaf.Verify(x509.VerifyOptions{DNSName: name, Roots: pool, CurrentTime: at}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		return string(text)
	}
	first := make(now)
	if make(now.Add(100*24*time.Hour)) != first {
		t.Error("a certificate that lasts was made anew")
	}
	if make(now.Add(certificateLife)) == first {
		t.Error("a certificate that has ended was kept")
	}
}
