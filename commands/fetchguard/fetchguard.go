package fetchguard

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"code.dny.dev/ssrf"

	"github.com/tallystick/tallystick/domain/fault"
)

// Guard dials for tenants. It is safe for concurrent use.
type Guard struct {
	dialer    *net.Dialer
	ports     []int // that the operator lists beside the schemes' own
	patience  time.Duration
	bodyMax   int64
	redirects int
	transport *http.Transport
}

// Config is what the operator may change.
type Config struct {
	Networks []netip.Prefix // private networks that tenants may reach
	Ports    []int          // further ports
	Patience time.Duration  // of a whole fetch; 0 = 15 s
	BodyMax  int64          // bytes, after decompression; 0 = 2 MiB
}

const (
	patienceDefault = 15 * time.Second
	bodyMaxDefault  = 2 << 20
	redirectsMax    = 5
	headerMax       = 64 << 10
)

// ParseNetworks reads a list such as "10.1.0.0/16,fd00::/8".
func ParseNetworks(list string) (out []netip.Prefix, err error) {
	for _, text := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' }) {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("%q is no network such as 10.1.0.0/16", text)
		}
		out = append(out, p)
	}
	return out, nil
}

// ParsePorts reads a list such as "8443,2222".
func ParsePorts(list string) (out []int, err error) {
	for _, text := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' }) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > 65535 {
			return nil, fmt.Errorf("%q is no port", text)
		}
		out = append(out, n)
	}
	return out, nil
}

// New returns a guard.
func New(c Config) *Guard {
	g := &Guard{ports: c.Ports, patience: c.Patience, bodyMax: c.BodyMax, redirects: redirectsMax}
	if g.patience == 0 {
		g.patience = patienceDefault
	}
	if g.bodyMax == 0 {
		g.bodyMax = bodyMaxDefault
	}
	var v4, v6 []netip.Prefix
	for _, p := range c.Networks {
		if p.Addr().Is4() {
			v4 = append(v4, p)
		} else {
			v6 = append(v6, p)
		}
	}
	guardian := ssrf.New(ssrf.WithAnyPort(), ssrf.WithAllowedV4Prefixes(v4...), ssrf.WithAllowedV6Prefixes(v6...))
	g.dialer = &net.Dialer{Timeout: g.patience, Control: guardian.Safe}
	g.transport = &http.Transport{
		Proxy: nil, DialContext: g.dialer.DialContext, TLSHandshakeTimeout: g.patience, ResponseHeaderTimeout: g.patience,
		MaxResponseHeaderBytes: headerMax, DisableKeepAlives: true, ForceAttemptHTTP2: true,
	}
	return g
}

// Schemes that a kind of address may have, each with its own port.
var (
	Endpoint = []string{"https"}         // webhooks, APIs
	Page     = []string{"https", "http"} // what is read for its content
	SFTP     = []string{"sftp"}
)

var ownPorts = map[string]int{"https": 443, "http": 80, "sftp": 22}

// Check says whether an address may be named at all; where its host leads is only
// known when it is dialled. An address that names a refused network outright is
// refused here too.
//
// Errors: fault.Blocked with address_not_allowed.
func (g *Guard) Check(address string, schemes []string) (*url.URL, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || u.Hostname() == "" || u.Opaque != "":
		return nil, refused(address, "it is no absolute address")
	case !slices.Contains(schemes, u.Scheme):
		return nil, refused(address, "its scheme is not "+strings.Join(schemes, " or "))
	case u.User != nil:
		return nil, refused(u.Redacted(), "it carries credentials")
	}
	port := ownPorts[u.Scheme]
	if text := u.Port(); text != "" {
		if port, err = strconv.Atoi(text); err != nil {
			return nil, refused(address, "its port is none")
		}
	}
	if port != ownPorts[u.Scheme] && !slices.Contains(g.ports, port) {
		return nil, refused(address, fmt.Sprintf("port %d is not listed by the operator", port))
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil {
		network := "tcp4"
		if ip.Unmap().Is6() {
			network = "tcp6"
		}
		if err := g.dialer.Control(network, netip.AddrPortFrom(ip.Unmap(), uint16(port)).String(), nil); err != nil {
			return nil, refused(address, "it leads to a network that is closed")
		}
	}
	return u, nil
}

func refused(address, why string) error {
	var b fault.Blockers
	b.Add("address_not_allowed", "%s: %s", address, why)
	return b.Err()
}

// Client is an HTTP client that follows redirects within the rules.
func (g *Guard) Client(schemes []string) *http.Client {
	return &http.Client{Transport: g.transport, Timeout: g.patience, CheckRedirect: func(r *http.Request, via []*http.Request) error {
		if len(via) > g.redirects {
			return fmt.Errorf("more than %d redirects", g.redirects)
		}
		_, err := g.Check(r.URL.String(), schemes)
		return err
	}}
}

// Fetched is what an address answered.
type Fetched struct {
	URL         string // after redirects
	Status      int
	ContentType string
	Body        []byte
}

// Get fetches what an address holds.
//
// Errors: fault.Blocked with address_not_allowed; ErrTooLong; whatever the network
// says.
func (g *Guard) Get(ctx context.Context, address string, schemes []string) (Fetched, error) {
	if _, err := g.Check(address, schemes); err != nil {
		return Fetched{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, g.patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return Fetched{}, refused(address, "it is no absolute address")
	}
	return g.Do(req, schemes)
}

// Do sends a request whose address has been checked, and reads the answer.
func (g *Guard) Do(req *http.Request, schemes []string) (Fetched, error) {
	resp, err := g.Client(schemes).Do(req)
	if err != nil {
		return Fetched{}, Explain(req.URL.Redacted(), err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, g.bodyMax+1))
	if err != nil {
		return Fetched{}, err
	}
	if int64(len(body)) > g.bodyMax {
		return Fetched{}, fmt.Errorf("%w of %d bytes", ErrTooLong, g.bodyMax)
	}
	return Fetched{resp.Request.URL.String(), resp.StatusCode, resp.Header.Get("Content-Type"), body}, nil
}

// ErrTooLong reports a body beyond the limit.
var ErrTooLong = errors.New("fetchguard: the body exceeds the limit")

// Dial opens a connection to a host and port, such as an SFTP server's.
func (g *Guard) Dial(ctx context.Context, u *url.URL) (net.Conn, error) {
	port := u.Port()
	if port == "" {
		port = strconv.Itoa(ownPorts[u.Scheme])
	}
	conn, err := g.dialer.DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if err != nil {
		return nil, Explain(u.Redacted(), err)
	}
	return conn, nil
}

// Explain turns the refusal of a dialled address into its blocker; other errors
// stay.
func Explain(address string, err error) error {
	if errors.Is(err, ssrf.ErrProhibitedIP) || errors.Is(err, ssrf.ErrProhibitedNetwork) || errors.Is(err, ssrf.ErrProhibitedPort) ||
		errors.Is(err, ssrf.ErrInvalidHostPort) {
		return refused(address, "it leads to a network that is closed")
	}
	if f := fault.As(err); f != nil {
		return f
	}
	return err
}
