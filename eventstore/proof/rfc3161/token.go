package rfc3161

import (
	"bytes"
	"crypto"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/digitorus/pkcs7"
	"github.com/digitorus/timestamp"
)

// TokenBytesMax bounds a token: it travels in an event.
const TokenBytesMax = 40 << 10

// Stamp is what a token says.
type Stamp struct {
	Imprint   [sha256.Size]byte // of what was stamped
	Time      time.Time         // UTC
	Accuracy  time.Duration     // 0 = not said
	Authority string            // subject of the certificate that signed
}

// Authority is the certificates that are trusted to stamp.
type Authority struct{ roots *x509.CertPool }

// ParseAuthority reads certificates in PEM: of the authority's root, of one that
// leads to it, or of the authority itself.
func ParseAuthority(text []byte) (*Authority, error) {
	a := &Authority{x509.NewCertPool()}
	n := 0
	for {
		var block *pem.Block
		if block, text = pem.Decode(text); block == nil {
			break
		}
		if block.Type != "CERTIFICATE" {
			continue
		}
		c, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("rfc3161: %w", err)
		}
		a.roots.AddCert(c)
		n++
	}
	if n == 0 {
		return nil, errors.New("rfc3161: there is no certificate in it")
	}
	return a, nil
}

// Read says what a token says, once the signature that it brings is found to fit.
// Whose that is was not asked: who knows the authority asks Verify.
func Read(token []byte) (Stamp, error) { return check(token, nil) }

// Verify says what a token of the authority says.
func (a *Authority) Verify(token []byte) (Stamp, error) { return check(token, a.roots) }

func check(token []byte, roots *x509.CertPool) (s Stamp, err error) {
	// What stands in a log may be anything, and the parser was written for what
	// authorities send.
	defer func() {
		if p := recover(); p != nil {
			err = errors.New("rfc3161: not a time stamp token")
		}
	}()
	if len(token) > TokenBytesMax {
		return s, fmt.Errorf("rfc3161: a token of %d bytes; at most %d are taken", len(token), TokenBytesMax)
	}
	p7, t, err := parse(token)
	if err != nil {
		return s, fmt.Errorf("rfc3161: not a time stamp token: %w", err)
	}
	if t.HashAlgorithm != crypto.SHA256 || len(t.HashedMessage) != sha256.Size {
		return s, errors.New("rfc3161: the token is not over a SHA-256")
	}
	signer := p7.GetOnlySigner()
	if signer == nil {
		return s, errors.New("rfc3161: the token does not bring the one certificate that signed it")
	}
	if err := named(p7, signer); err != nil {
		return s, err
	}
	if err := signs(p7, signer, t.Time, roots); err != nil {
		return s, err
	}
	return Stamp{Imprint: [sha256.Size]byte(t.HashedMessage), Time: t.Time.UTC(), Accuracy: t.Accuracy, Authority: signer.Subject.String()},
		nil
}

// parsing is held while a token is parsed: the parser keeps a variable of its
// package, and is not safe for concurrent use.
var parsing sync.Mutex

func parse(token []byte) (*pkcs7.PKCS7, *timestamp.Timestamp, error) {
	parsing.Lock()
	defer parsing.Unlock()
	p7, err := pkcs7.Parse(token)
	if err != nil {
		return nil, nil, err
	}
	t, err := timestamp.Parse(token)
	return p7, t, err
}

// signs checks the signature and, unless roots is nil, that the signer is
// trusted to stamp.
func signs(p7 *pkcs7.PKCS7, signer *x509.Certificate, at time.Time, roots *x509.CertPool) error {
	if err := onlyStamps(signer); err != nil {
		return err
	}
	others := x509.NewCertPool()
	for _, c := range p7.Certificates {
		others.AddCert(c)
	}
	err := p7.VerifyWithOpts(x509.VerifyOptions{
		Roots: roots, Intermediates: others, CurrentTime: at, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageTimeStamping},
	})
	if err != nil {
		return fmt.Errorf("rfc3161: %w", err)
	}
	return nil
}

var oidExtendedKeyUsage = asn1.ObjectIdentifier{2, 5, 29, 37}

// onlyStamps insists that a certificate is for time stamping, critically and for
// nothing else (RFC 3161, section 2.3).
func onlyStamps(c *x509.Certificate) error {
	for _, e := range c.Extensions {
		if e.Id.Equal(oidExtendedKeyUsage) && e.Critical && len(c.UnknownExtKeyUsage) == 0 &&
			len(c.ExtKeyUsage) == 1 && c.ExtKeyUsage[0] == x509.ExtKeyUsageTimeStamping {
			return nil
		}
	}
	return fmt.Errorf("rfc3161: the certificate of %s is not for time stamping alone", c.Subject)
}

var (
	oidTSTInfo              = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 1, 4}
	oidSigningCertificate   = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 2, 12}
	oidSigningCertificateV2 = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 2, 47}
)

// essCertID is ESSCertID and ESSCertIDv2 of RFC 5035; the algorithm is missing
// from the former, and from the latter where it is SHA-256.
type essCertID struct {
	Algorithm pkix.AlgorithmIdentifier `asn1:"optional"`
	Hash      []byte
	Issuer    asn1.RawValue `asn1:"optional"`
}

type signingCertificate struct {
	Certificates []essCertID
	Policies     asn1.RawValue `asn1:"optional"`
}

var oidSHA256, oidSHA384, oidSHA512 = pkcs7.OIDDigestAlgorithmSHA256, pkcs7.OIDDigestAlgorithmSHA384, pkcs7.OIDDigestAlgorithmSHA512

// named insists that what was signed is a time stamp, and names the certificate
// that signed it: without that, another certificate for the same key could be
// put in its place.
func named(p7 *pkcs7.PKCS7, signer *x509.Certificate) error {
	var content asn1.ObjectIdentifier
	if err := p7.UnmarshalSignedAttribute(pkcs7.OIDAttributeContentType, &content); err != nil || !content.Equal(oidTSTInfo) {
		return errors.New("rfc3161: what was signed is not a time stamp")
	}
	var by signingCertificate
	v2 := true
	if p7.UnmarshalSignedAttribute(oidSigningCertificateV2, &by) != nil {
		v2 = false
		if p7.UnmarshalSignedAttribute(oidSigningCertificate, &by) != nil {
			return errors.New("rfc3161: the token does not name its signing certificate")
		}
	}
	if len(by.Certificates) == 0 {
		return errors.New("rfc3161: the token names no signing certificate")
	}
	first := by.Certificates[0]
	var want []byte
	switch algorithm := first.Algorithm.Algorithm; {
	case !v2:
		sum := sha1.Sum(signer.Raw)
		want = sum[:]
	case len(algorithm) == 0 || algorithm.Equal(oidSHA256):
		sum := sha256.Sum256(signer.Raw)
		want = sum[:]
	case algorithm.Equal(oidSHA384):
		sum := sha512.Sum384(signer.Raw)
		want = sum[:]
	case algorithm.Equal(oidSHA512):
		sum := sha512.Sum512(signer.Raw)
		want = sum[:]
	}
	if want == nil || !bytes.Equal(first.Hash, want) {
		return errors.New("rfc3161: the token names another signing certificate than it brings")
	}
	return nil
}
