package rfc3161_test

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"math/big"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/digitorus/timestamp"
	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/eventstore/proof/rfc3161"
	"github.com/tallystick/tallystick/eventstore/proof/rfc3161/rfc3161test"
)

func trusting(t testing.TB, pem []byte) *rfc3161.Authority {
	t.Helper()
	a, err := rfc3161.ParseAuthority(pem)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func client(t *testing.T, url string, pem []byte) *rfc3161.Client {
	t.Helper()
	c, err := rfc3161.NewClient(url, trusting(t, pem))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var imprint = sha256.Sum256([]byte("a checkpoint"))

func TestStamp(t *testing.T) {
	tsa := rfc3161test.New(t)
	at := time.Now().Add(-time.Hour).UTC().Truncate(time.Second)
	tsa.Now = func() time.Time { return at }
	token, said, err := client(t, tsa.URL, tsa.PEM).Stamp(t.Context(), imprint)
	if err != nil || !said.Time.Equal(at) || said.Imprint != imprint || !strings.Contains(said.Authority, "Stamps of the test") {
		t.Fatalf("%+v, %v", said, err)
	}
	if again, err := trusting(t, tsa.PEM).Verify(token); err != nil || again != said {
		t.Errorf("%+v, %v", again, err)
	}
	if read, err := rfc3161.Read(token); err != nil || read != said {
		t.Errorf("%+v, %v", read, err)
	}
	if _, err := trusting(t, rfc3161test.Issue(t, nil).PEM()).Verify(token); err == nil {
		t.Error("a token counts for an authority that did not sign it")
	}
}

// Whatever an authority does wrong, nothing is taken for a time stamp.
func TestWrongAnswers(t *testing.T) {
	tsa := rfc3161test.New(t)
	c := client(t, tsa.URL, tsa.PEM)
	for _, x := range []struct {
		name string
		mood int32
		want error
		says string
	}{
		{"down", rfc3161test.Down, rfc3161.ErrUnreachable, "503"},
		{"rejects", rfc3161test.Rejects, rfc3161.ErrRefused, "rejected"},
		{"wrong imprint", rfc3161test.WrongImprint, rfc3161.ErrRefused, "stamps something else"},
		{"wrong nonce", rfc3161test.WrongNonce, rfc3161.ErrRefused, "nonce"},
		{"no nonce", rfc3161test.NoNonce, rfc3161.ErrRefused, "nonce"},
		{"no certificate", rfc3161test.NoCertificate, rfc3161.ErrRefused, "certificate"},
		{"another authority", rfc3161test.Stranger, rfc3161.ErrRefused, "unknown authority"},
		{"garbage", rfc3161test.Garbage, rfc3161.ErrRefused, ""},
	} {
		tsa.Mood.Store(x.mood)
		token, _, err := c.Stamp(t.Context(), imprint)
		if !errors.Is(err, x.want) || !strings.Contains(err.Error(), x.says) || token != nil {
			t.Errorf("%s: %v", x.name, err)
		}
	}
	tsa.Mood.Store(rfc3161test.Hanging)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, _, err := c.Stamp(ctx, imprint); !errors.Is(err, rfc3161.ErrUnreachable) {
		t.Errorf("hanging: %v", err)
	}
	gone := httptest.NewServer(nil)
	gone.Close()
	address := strings.Replace(gone.URL, "http://", "http://user:secret@", 1)
	if _, _, err := client(t, address, tsa.PEM).Stamp(t.Context(), imprint); !errors.Is(err, rfc3161.ErrUnreachable) ||
		strings.Contains(err.Error(), "secret") {
		t.Errorf("nobody there: %v", err)
	}
	for _, address := range []string{"", "stamps.example", "ftp://stamps.example", "http://"} {
		if _, err := rfc3161.NewClient(address, trusting(t, tsa.PEM)); err == nil {
			t.Errorf("%q is an address", address)
		}
	}
}

// Many may ask at once, and look at what they were given.
func TestConcurrentStamps(t *testing.T) {
	tsa := rfc3161test.New(t)
	c, authority := client(t, tsa.URL, tsa.PEM), trusting(t, tsa.PEM)
	var work sync.WaitGroup
	for n := range 16 {
		work.Go(func() {
			of := sha256.Sum256([]byte{byte(n)})
			token, said, err := c.Stamp(t.Context(), of)
			if err != nil || said.Imprint != of {
				t.Errorf("%d: %v", n, err)
				return
			}
			if again, err := authority.Verify(token); err != nil || again != said {
				t.Errorf("%d: %+v, %v", n, again, err)
			}
		})
	}
	work.Wait()
}

// A certificate that is trusted for something else, or at another time, stamps
// nothing.
func TestCertificates(t *testing.T) {
	usages := func(critical bool, oids ...asn1.ObjectIdentifier) func(*x509.Certificate) {
		return func(c *x509.Certificate) {
			value, err := asn1.Marshal(oids)
			if err != nil {
				t.Fatal(err)
			}
			c.ExtraExtensions[0].Critical, c.ExtraExtensions[0].Value = critical, value
		}
	}
	stamps, signsCode := asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 3, 8}, asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 3, 3}
	request := &timestamp.Request{HashAlgorithm: crypto.SHA256, HashedMessage: imprint[:], Certificates: true}
	for _, x := range []struct {
		name   string
		change func(*x509.Certificate)
		at     time.Duration
		ok     bool
	}{
		{"for time stamping", nil, 0, true},
		{"for time stamping and code signing", usages(true, stamps, signsCode), 0, false},
		{"for code signing", usages(true, signsCode), 0, false},
		{"for time stamping, not critically", usages(false, stamps), 0, false},
		{"for anything", func(c *x509.Certificate) { c.ExtraExtensions = nil }, 0, false},
		{"not valid yet at the time", nil, -36 * time.Hour, false},
		{"no longer valid at the time", nil, 36 * time.Hour, false},
	} {
		id := rfc3161test.Issue(t, x.change)
		answer, err := id.Respond(request, time.Now().Add(x.at).UTC().Truncate(time.Second), rfc3161test.Honest)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := timestamp.ParseResponse(answer)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := trusting(t, id.PEM()).Verify(parsed.RawToken); (err == nil) != x.ok {
			t.Errorf("a certificate %s: %v", x.name, err)
		}
	}
}

// A token that brings another certificate of the signer's key than the one that
// it was signed with, under the same issuer and number, does not count.
func TestExchangedCertificate(t *testing.T) {
	_, rootKey, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := func(name string, ca bool) *x509.Certificate {
		c := &x509.Certificate{SerialNumber: big.NewInt(7), Subject: pkix.Name{CommonName: name}, IsCA: ca, BasicConstraintsValid: ca,
			NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
		if ca {
			c.KeyUsage = x509.KeyUsageCertSign
			return c
		}
		usage, err := asn1.Marshal([]asn1.ObjectIdentifier{{1, 3, 6, 1, 5, 5, 7, 3, 8}})
		if err != nil {
			t.Fatal(err)
		}
		c.ExtraExtensions = []pkix.Extension{{Id: asn1.ObjectIdentifier{2, 5, 29, 37}, Critical: true, Value: usage}}
		return c
	}
	issue := func(c, by *x509.Certificate, public any) *x509.Certificate {
		raw, err := x509.CreateCertificate(rand.Reader, c, by, public, rootKey)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := x509.ParseCertificate(raw)
		if err != nil {
			t.Fatal(err)
		}
		return parsed
	}
	self := template("Root", true)
	root := issue(self, self, rootKey.Public())
	signed, other := issue(template("Stamps A", false), root, key.Public()), issue(template("Stamps B", false), root, key.Public())
	stamp := timestamp.Timestamp{HashAlgorithm: crypto.SHA256, HashedMessage: imprint[:], Time: time.Now(), AddTSACertificate: true,
		Policy: asn1.ObjectIdentifier{1, 2, 3}}
	answer, err := stamp.CreateResponseWithOpts(signed, key, crypto.SHA256)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := timestamp.ParseResponse(answer)
	if err != nil {
		t.Fatal(err)
	}
	authority := trusting(t, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root.Raw}))
	if _, err := authority.Verify(parsed.RawToken); err != nil {
		t.Fatalf("as it was signed: %v", err)
	}
	exchanged := bytes.Replace(parsed.RawToken, signed.Raw, other.Raw, 1)
	if bytes.Equal(exchanged, parsed.RawToken) || len(signed.Raw) != len(other.Raw) {
		t.Fatal("nothing was exchanged")
	}
	if _, err := authority.Verify(exchanged); err == nil || !strings.Contains(err.Error(), "another signing certificate") {
		t.Errorf("with another certificate: %v", err)
	}
}

// A token with any bit flipped says nothing, or says what it said: some bits of
// its certificates' wrapping carry no meaning.
func TestFlippedTokens(t *testing.T) {
	tsa := rfc3161test.New(t)
	token, said, err := client(t, tsa.URL, tsa.PEM).Stamp(t.Context(), imprint)
	if err != nil {
		t.Fatal(err)
	}
	authority := trusting(t, tsa.PEM)
	rapid.Check(t, func(t *rapid.T) {
		bad := bytes.Clone(token)
		bad[rapid.IntRange(0, len(bad)-1).Draw(t, "byte")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		if got, err := authority.Verify(bad); err == nil && got != said {
			t.Fatalf("a flipped bit makes it say %+v", got)
		}
	})
}

// Tokens that another implementation made: OpenSSL 3.0 (openssl ts -reply) for
// the text in checkpoint.txt, under a root of its own.
func TestTokensOfOpenSSL(t *testing.T) {
	read := func(name string) []byte {
		content, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	authority, text := trusting(t, read("openssl-root.pem")), read("checkpoint.txt")
	for _, name := range []string{"openssl-sha256.tst", "openssl-sha512.tst"} {
		s, err := authority.Verify(read(name))
		if err != nil || s.Imprint != sha256.Sum256(text) || s.Time.Year() != 2026 {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
	if _, err := authority.Verify(text); err == nil {
		t.Error("a text is a token")
	}
}

func TestParseAuthority(t *testing.T) {
	good := rfc3161test.Issue(t, nil).PEM()
	if _, err := rfc3161.ParseAuthority(append(append([]byte("# two\n"), good...), good...)); err != nil {
		t.Error(err)
	}
	for _, text := range []string{"", "certificate", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
		"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"} {
		if _, err := rfc3161.ParseAuthority([]byte(text)); err == nil {
			t.Errorf("%q is an authority", text)
		}
	}
}

func FuzzRead(f *testing.F) {
	id := rfc3161test.Issue(f, nil)
	answer, err := id.Respond(&timestamp.Request{HashAlgorithm: crypto.SHA256, HashedMessage: imprint[:]}, time.Now(), rfc3161test.Honest)
	if err != nil {
		f.Fatal(err)
	}
	parsed, err := timestamp.ParseResponse(answer)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(parsed.RawToken)
	f.Add([]byte{0x30, 0x80})
	authority := trusting(f, rfc3161test.Issue(f, nil).PEM())
	f.Fuzz(func(t *testing.T, token []byte) {
		rfc3161.Read(token) // returns
		if _, err := authority.Verify(token); err == nil {
			t.Error("a token of nobody counts")
		}
	})
}
