package rfc3161

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/url"
	"time"

	"github.com/digitorus/timestamp"
)

var (
	// ErrUnreachable: the authority did not answer, or said that it cannot now.
	ErrUnreachable = errors.New("rfc3161: the authority is out of reach")
	// ErrRefused: what it answered is no time stamp of the request.
	ErrRefused = errors.New("rfc3161: the authority's answer does not count")
)

// Client asks an authority for time stamps. It is safe for concurrent use.
type Client struct {
	url       string
	authority *Authority
	http      *http.Client
}

// patience bounds one request.
const patience = 10 * time.Second

// NewClient prepares to ask the authority at a URL (http or https: tokens are
// signed); its answers are checked against trusted.
func NewClient(address string, trusted *Authority) (*Client, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("rfc3161: the authority's address is no http or https URL")
	}
	return &Client{address, trusted, &http.Client{Timeout: patience}}, nil
}

// Stamp has a SHA-256 stamped, and returns the token and what it says.
//
// Errors wrap ErrUnreachable or ErrRefused.
func (c *Client) Stamp(ctx context.Context, imprint [sha256.Size]byte) ([]byte, Stamp, error) {
	nonce, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 64))
	if err != nil {
		return nil, Stamp{}, err
	}
	request := &timestamp.Request{HashAlgorithm: crypto.SHA256, HashedMessage: imprint[:], Certificates: true, Nonce: nonce}
	query, err := request.Marshal()
	if err != nil {
		return nil, Stamp{}, err
	}
	answer, err := c.post(ctx, query)
	if err != nil {
		return nil, Stamp{}, err
	}
	t, err := parseResponse(answer)
	if err != nil {
		return nil, Stamp{}, fmt.Errorf("%w: %v", ErrRefused, err)
	}
	if t.Nonce == nil || t.Nonce.Cmp(nonce) != 0 {
		return nil, Stamp{}, fmt.Errorf("%w: it does not repeat the nonce", ErrRefused)
	}
	s, err := c.authority.Verify(t.RawToken)
	if err != nil {
		return nil, Stamp{}, fmt.Errorf("%w: %v", ErrRefused, err)
	}
	if s.Imprint != imprint {
		return nil, Stamp{}, fmt.Errorf("%w: it stamps something else", ErrRefused)
	}
	return t.RawToken, s, nil
}

// parseResponse reads what any server may have sent.
func parseResponse(answer []byte) (t *timestamp.Timestamp, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.New("it is no time stamp response")
		}
	}()
	parsing.Lock()
	defer parsing.Unlock()
	return timestamp.ParseResponse(answer)
}

func (c *Client) post(ctx context.Context, query []byte) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(query))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/timestamp-query")
	request.Header.Set("Accept", "application/timestamp-reply")
	response, err := c.http.Do(request)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err // the address may hold credentials
		}
		return nil, fmt.Errorf("%w: %v", ErrUnreachable, err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, TokenBytesMax+4096))
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrUnreachable, err)
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%w: it answers %s", ErrUnreachable, response.Status)
	}
	return answer, nil
}
