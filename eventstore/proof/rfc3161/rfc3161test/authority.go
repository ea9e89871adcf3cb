// Package rfc3161test runs a time stamping authority within a test, whose
// answers can be made wrong in every way that a client must notice.
package rfc3161test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/digitorus/timestamp"
)

// Ways in which an authority can answer.
const (
	Honest int32 = iota
	Down         // 503
	Rejects
	WrongImprint
	WrongNonce
	NoNonce
	NoCertificate
	Stranger // signed by another authority
	Garbage
	Hanging // answers when the caller has left
)

// Authority is a running one.
type Authority struct {
	URL  string
	PEM  []byte       // its root
	Mood atomic.Int32 // how it answers
	Now  func() time.Time
	Seen atomic.Int64 // requests

	issuer, stranger Identity
}

// Identity is a root and a certificate under it that may stamp.
type Identity struct {
	root, leaf *x509.Certificate
	key        *ecdsa.PrivateKey
}

// New starts an authority that ends with the test.
func New(t testing.TB) *Authority {
	t.Helper()
	a := &Authority{Now: time.Now, issuer: Issue(t, nil), stranger: Issue(t, nil)}
	a.PEM = a.issuer.pem()
	server := httptest.NewServer(http.HandlerFunc(a.serve))
	t.Cleanup(server.Close)
	a.URL = server.URL
	return a
}

func (i Identity) pem() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: i.root.Raw})
}

// Issue makes a root and a certificate for stamping under it, which change may
// alter before it is signed.
func Issue(t testing.TB, change func(*x509.Certificate)) Identity {
	t.Helper()
	fail := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	rootKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	fail(err)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	fail(err)
	serial, err := rand.Int(rand.Reader, big.NewInt(1<<60))
	fail(err)
	root := &x509.Certificate{SerialNumber: serial, Subject: pkix.Name{CommonName: "Root of the test"},
		NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: time.Now().Add(48 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	usage, err := asn1.Marshal([]asn1.ObjectIdentifier{{1, 3, 6, 1, 5, 5, 7, 3, 8}})
	fail(err)
	leaf := &x509.Certificate{SerialNumber: new(big.Int).Add(serial, big.NewInt(1)), Subject: pkix.Name{CommonName: "Stamps of the test"},
		NotBefore: time.Now().Add(-24 * time.Hour), NotAfter: time.Now().Add(24 * time.Hour), KeyUsage: x509.KeyUsageDigitalSignature,
		ExtraExtensions: []pkix.Extension{{Id: asn1.ObjectIdentifier{2, 5, 29, 37}, Critical: true, Value: usage}}}
	if change != nil {
		change(leaf)
	}
	rootRaw, err := x509.CreateCertificate(rand.Reader, root, root, rootKey.Public(), rootKey)
	fail(err)
	root, err = x509.ParseCertificate(rootRaw)
	fail(err)
	leafRaw, err := x509.CreateCertificate(rand.Reader, leaf, root, key.Public(), rootKey)
	fail(err)
	leaf, err = x509.ParseCertificate(leafRaw)
	fail(err)
	return Identity{root, leaf, key}
}

// PEM is the root of an identity.
func (i Identity) PEM() []byte { return i.pem() }

// Respond answers a request in an identity's name.
func (i Identity) Respond(request *timestamp.Request, at time.Time, mood int32) ([]byte, error) {
	imprint := request.HashedMessage
	if mood == WrongImprint {
		other := sha256.Sum256([]byte("something else"))
		imprint = other[:]
	}
	nonce := request.Nonce
	switch {
	case mood == NoNonce:
		nonce = nil
	case mood == WrongNonce && nonce != nil:
		nonce = new(big.Int).Add(nonce, big.NewInt(1))
	}
	stamp := timestamp.Timestamp{HashAlgorithm: request.HashAlgorithm, HashedMessage: imprint, Time: at, Nonce: nonce,
		Policy: asn1.ObjectIdentifier{1, 3, 6, 1, 4, 1, 99999, 1}, AddTSACertificate: mood != NoCertificate}
	return stamp.CreateResponseWithOpts(i.leaf, i.key, crypto.SHA256)
}

func (a *Authority) serve(w http.ResponseWriter, r *http.Request) {
	a.Seen.Add(1)
	mood := a.Mood.Load()
	body, err := io.ReadAll(r.Body)
	request, parseErr := timestamp.ParseRequest(body)
	if err != nil || parseErr != nil || r.Header.Get("Content-Type") != "application/timestamp-query" {
		http.Error(w, "not a time stamp request", http.StatusBadRequest)
		return
	}
	by := a.issuer
	var answer []byte
	switch mood {
	case Down:
		http.Error(w, "later", http.StatusServiceUnavailable)
		return
	case Hanging:
		<-r.Context().Done()
		return
	case Garbage:
		answer = []byte("0\x82no time stamp")
	case Rejects:
		answer, err = timestamp.CreateErrorResponse(timestamp.Rejection, timestamp.TimeNotAvailable)
	case Stranger:
		by = a.stranger
		fallthrough
	default:
		answer, err = by.Respond(request, a.Now().UTC().Truncate(time.Second), mood)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/timestamp-reply")
	w.Write(answer)
}
