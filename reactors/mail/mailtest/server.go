// Package mailtest is a mail server for tests, on a socket of its own.
package mailtest

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/textproto"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Server is an SMTP server on a real socket (RFC 5321, STARTTLS, AUTH PLAIN).
type Server struct {
	Roots  string                      // PEM of the certificate that it shows
	Answer func(command string) string // what it says instead of taking a command, "." for a message; "" = it takes it
	Bare   bool                        // it offers no STARTTLS

	listener net.Listener
	tls      *tls.Config
	mu       sync.Mutex
	received []Received
	login    string
}

// Received is a message as it was sent, its lines ended by CRLF.
type Received struct {
	From, To string
	Message  string
	Secure   bool // it came over TLS
}

// New is a server until the test ends; implicit speaks TLS from the first byte.
func New(t *testing.T, implicit bool) *Server {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, c, c, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Roots: string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})),
		tls: &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}}
	if s.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	if implicit {
		s.listener = tls.NewListener(s.listener, s.tls)
	}
	t.Cleanup(s.Close)
	go func() {
		for {
			conn, err := s.listener.Accept()
			if err != nil {
				return
			}
			go s.serve(conn)
		}
	}()
	return s
}

func (s *Server) serve(conn net.Conn) {
	defer func() { conn.Close() }()
	_, secure := conn.(*tls.Conn)
	text := textproto.NewConn(conn)
	say := func(line string) { text.PrintfLine("%s", line) }
	var got Received
	say("220 test ESMTP")
	for {
		line, err := text.ReadLine()
		if err != nil {
			return
		}
		verb, rest, _ := strings.Cut(line, " ")
		if s.Answer != nil {
			if said := s.Answer(line); said == "hang up" {
				return
			} else if said != "" {
				say(said)
				continue
			}
		}
		switch strings.ToUpper(verb) {
		case "EHLO":
			say("250-test")
			if !secure && !s.Bare {
				say("250-STARTTLS")
			}
			say("250 AUTH PLAIN")
		case "STARTTLS":
			say("220 go")
			conn = tls.Server(conn, s.tls)
			text, secure = textproto.NewConn(conn), true
		case "AUTH":
			login, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(rest, "PLAIN "))
			s.mu.Lock()
			s.login = string(login)
			s.mu.Unlock()
			say("235 2.7.0 yes")
		case "MAIL":
			got.From = rest
			say("250 2.1.0 ok")
		case "RCPT":
			got.To = strings.Trim(strings.TrimPrefix(rest, "TO:"), "<>")
			say("250 2.1.5 ok")
		case "DATA":
			say("354 go")
			b, err := io.ReadAll(&crlf{r: bufio.NewReader(text.R)})
			if err != nil {
				return
			}
			got.Message, got.Secure = string(b), secure
			if s.Answer != nil {
				if said := s.Answer("."); said != "" {
					say(said)
					continue
				}
			}
			s.mu.Lock()
			s.received = append(s.received, got)
			s.mu.Unlock()
			say("250 2.0.0 queued")
		case "QUIT":
			say("221 bye")
			return
		default:
			say("500 5.5.1 what")
		}
	}
}

// crlf reads a message up to its final dot, as it was sent: textproto's reader would
// change the ends of its lines.
type crlf struct {
	r    *bufio.Reader
	rest []byte
	done bool
}

func (c *crlf) Read(p []byte) (int, error) {
	for len(c.rest) == 0 {
		if c.done {
			return 0, io.EOF
		}
		line, err := c.r.ReadString('\n')
		if err != nil {
			return 0, err
		}
		if c.done = line == ".\r\n"; !c.done {
			c.rest = []byte(strings.TrimPrefix(line, "."))
		}
	}
	n := copy(p, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

// Got are the messages that it took.
func (s *Server) Got() []Received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.received)
}

// Login is what the last caller logged in with (AUTH PLAIN, decoded).
func (s *Server) Login() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.login
}

// Address is its host and port.
func (s *Server) Address() string { return s.listener.Addr().String() }

// Close has it take nobody more.
func (s *Server) Close() { s.listener.Close() }
