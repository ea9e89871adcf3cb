package link

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// Resource is what a link is for.
type Resource struct {
	Kind string // "invoice"
	ID   string // 32 hex digits
}

// StreamID is the id of the stream that holds a resource's links.
func (r Resource) StreamID() string { return strings.ReplaceAll(r.Kind, "-", "") + "_" + r.ID }

// Claim is what a link says.
type Claim struct {
	Link      string // id of the link
	Tenant    string
	Resource  Resource
	Format    string
	Checksum  string // SHA-256 of the bytes, 64 hex digits
	ExpiresAt time.Time
}

// Signer signs claims and opens tokens with one key.
type Signer struct {
	key []byte
	id  string
}

// NewSigner returns a signer; key is secret and at least 32 bytes long.
func NewSigner(key []byte) *Signer {
	sum := sha256.Sum256(append([]byte("tallystick link signing key\x00"), key...))
	return &Signer{key: key, id: hex.EncodeToString(sum[:4])}
}

// KeyID names the key without telling anything of it.
func (s *Signer) KeyID() string { return s.id }

var base = base64.RawURLEncoding.Strict()

// Sign makes the token of a claim.
func (s *Signer) Sign(c Claim) string {
	body := strings.Join([]string{
		s.id, c.Link, c.Tenant, c.Resource.Kind, c.Resource.ID, c.Format, c.Checksum, strconv.FormatInt(c.ExpiresAt.Unix(), 10),
	}, "\x00")
	return base.EncodeToString([]byte(body)) + "." + base.EncodeToString(s.mac(body))
}

func (s *Signer) mac(body string) []byte {
	h := hmac.New(sha256.New, s.key)
	h.Write([]byte(body))
	return h.Sum(nil)
}

// tokenMax bounds what is looked at.
const tokenMax = 1000

// Open returns what a token claims, if this key signed it and it has not expired.
func (s *Signer) Open(token string, now time.Time) (Claim, bool) {
	head, tail, ok := strings.Cut(token, ".")
	if !ok || len(token) > tokenMax {
		return Claim{}, false
	}
	body, err1 := base.DecodeString(head)
	mac, err2 := base.DecodeString(tail)
	if err1 != nil || err2 != nil || !hmac.Equal(mac, s.mac(string(body))) {
		return Claim{}, false
	}
	p := strings.Split(string(body), "\x00")
	if len(p) != 8 || p[0] != s.id {
		return Claim{}, false
	}
	expires, err := strconv.ParseInt(p[7], 10, 64)
	if err != nil || now.Unix() >= expires {
		return Claim{}, false
	}
	return Claim{
		Link: p[1], Tenant: p[2], Resource: Resource{p[3], p[4]}, Format: p[5], Checksum: p[6], ExpiresAt: time.Unix(expires, 0).UTC(),
	}, true
}
