package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

const (
	gatewayCertFile = "gateway-ca.pem"
	gatewayKeyFile  = "gateway-key.pem"
	// certificateLife is how long a demo's certificate is good; one that ends
	// within certificateSpare is made anew.
	certificateLife  = 365 * 24 * time.Hour
	certificateSpare = 24 * time.Hour
)

// demoCertificate returns the files of a self-signed certificate of this machine
// for the demo's gateway, made where there is none that lasts. Clients trust it
// by naming its own file as the authority.
func demoCertificate(dataDir string, now time.Time) (cert, key string, err error) {
	cert, key = filepath.Join(dataDir, gatewayCertFile), filepath.Join(dataDir, gatewayKeyFile)
	if lasts(cert, now) {
		if _, err := os.Stat(key); err == nil {
			return cert, key, nil
		}
	}
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return "", "", err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return "", "", err
	}
	template := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "Tallystick demo"},
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(certificateLife),
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		IsCA: true, BasicConstraintsValid: true,
	}
	certDER, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		return "", "", err
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return "", "", err
	}
	return cert, key, errors.Join(
		writeAtomically(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER})),
		writeAtomically(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certDER})),
	)
}

// lasts reports whether a certificate is there and will be good for a while.
func lasts(path string, now time.Time) bool {
	text, err := os.ReadFile(path)
	if err != nil {
		return false
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return false
	}
	c, err := x509.ParseCertificate(block.Bytes)
	return err == nil && now.Add(certificateSpare).Before(c.NotAfter)
}
