package tenancy

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"strings"
)

// tokenPrefix lets scanners for leaked secrets recognise a key.
const tokenPrefix = "tally_"

// secretBytes of randomness stand in a token; they need no slow hash.
const secretBytes = 32

// Token writes the API key for a key id and its random secret.
func Token(keyID string, secret [secretBytes]byte) string {
	return tokenPrefix + keyID + "_" + base64.RawURLEncoding.EncodeToString(secret[:])
}

// KeyID returns the key id that a token names, and whether it has the form of
// a token at all.
func KeyID(token string) (string, bool) {
	rest, ok := strings.CutPrefix(token, tokenPrefix)
	if !ok || len(rest) < 34 || rest[32] != '_' {
		return "", false
	}
	return rest[:32], true
}

// Hash is what is stored of a token.
func Hash(token string) []byte {
	h := sha256.Sum256([]byte(token))
	return h[:]
}

func equal(a, b []byte) bool { return subtle.ConstantTimeCompare(a, b) == 1 }
