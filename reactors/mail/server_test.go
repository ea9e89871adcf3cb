package mail

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
	"strings"
	"sync"
	"testing"
	"time"
)

// server is an SMTP server on a real socket (RFC 5321, STARTTLS, AUTH PLAIN). answer
// says what it says instead of taking a command: "" = it takes it.
type server struct {
	t        *testing.T
	listener net.Listener
	tls      *tls.Config
	roots    string
	answer   func(command string) string
	bare     bool // it offers no STARTTLS

	mu       sync.Mutex
	received []received
	login    string
}

type received struct {
	from, to string
	message  string
	secure   bool
}

func newServer(t *testing.T, implicit bool) *server {
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
	s := &server{t: t, roots: string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})),
		tls: &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}}
	if s.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	if implicit {
		s.listener = tls.NewListener(s.listener, s.tls)
	}
	t.Cleanup(func() { s.listener.Close() })
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

func (s *server) serve(conn net.Conn) {
	defer func() { conn.Close() }()
	_, secure := conn.(*tls.Conn)
	text := textproto.NewConn(conn)
	say := func(line string) { text.PrintfLine("%s", line) }
	var got received
	say("220 test ESMTP")
	for {
		line, err := text.ReadLine()
		if err != nil {
			return
		}
		verb, rest, _ := strings.Cut(line, " ")
		if s.answer != nil {
			if said := s.answer(line); said == "hang up" {
				return
			} else if said != "" {
				say(said)
				continue
			}
		}
		switch strings.ToUpper(verb) {
		case "EHLO":
			say("250-test")
			if !secure && !s.bare {
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
			got.from = rest
			say("250 2.1.0 ok")
		case "RCPT":
			got.to = strings.Trim(strings.TrimPrefix(rest, "TO:"), "<>")
			say("250 2.1.5 ok")
		case "DATA":
			say("354 go")
			b, err := io.ReadAll(&crlf{r: bufio.NewReader(text.R)})
			if err != nil {
				return
			}
			got.message, got.secure = string(b), secure
			if s.answer != nil {
				if said := s.answer("."); said != "" {
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

func (s *server) got() []received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]received{}, s.received...)
}

func (s *server) channel(scheme string) *SMTP {
	c, err := NewSMTP(scheme+"://books:s3cret@"+s.listener.Addr().String(), s.roots)
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}
