package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/smtp"
	"net/textproto"
	"net/url"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/notification"
)

// SMTP hands messages to one server, always encrypted: from the first byte
// (smtps), or by STARTTLS, which the server must offer (smtp).
type SMTP struct {
	host, address string
	implicit      bool // TLS from the first byte
	user, secret  string
	tls           *tls.Config
}

// deliveryMax bounds a delivery: a server may take minutes to look at what it got.
const deliveryMax = 5 * time.Minute

// NewSMTP reads smtp://user:password@host:587 or smtps://…:465. roots are PEM
// certificates of authorities to believe beside the system's; "" = none.
func NewSMTP(address, roots string) (*SMTP, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
		return nil, errors.New("needs smtp://user:password@host:587 or smtps://user:password@host:465")
	}
	s := &SMTP{host: u.Hostname(), implicit: u.Scheme == "smtps", user: u.User.Username()}
	s.secret, _ = u.User.Password()
	port := u.Port()
	if port == "" {
		port = map[bool]string{true: "465", false: "587"}[s.implicit]
	}
	s.address = net.JoinHostPort(s.host, port)
	s.tls = &tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12}
	if roots != "" {
		if s.tls.RootCAs, err = x509.SystemCertPool(); err != nil {
			s.tls.RootCAs = x509.NewCertPool()
		}
		if !s.tls.RootCAs.AppendCertsFromPEM([]byte(roots)) {
			return nil, errors.New("the certificates of authorities are no PEM")
		}
	}
	return s, nil
}

// Name of the channel.
func (*SMTP) Name() string { return "smtp" }

// Deliver hands a message over; nil means that the server answered 250 to it.
func (s *SMTP) Deliver(ctx context.Context, e Envelope, message []byte) error {
	ctx, cancel := context.WithTimeout(ctx, deliveryMax)
	defer cancel()
	raw, err := (&net.Dialer{Timeout: 30 * time.Second}).DialContext(ctx, "tcp", s.address)
	if err != nil {
		return err
	}
	defer raw.Close()
	defer context.AfterFunc(ctx, func() { raw.SetDeadline(time.Unix(1, 0)) })()
	conn := raw
	if s.implicit {
		conn = tls.Client(conn, s.tls)
	}
	c, err := smtp.NewClient(conn, s.host)
	if err != nil {
		return refusal("greeting", err)
	}
	if !s.implicit {
		if ok, _ := c.Extension("STARTTLS"); !ok {
			return &RefusedError{notification.Refusal{Code: "tls_missing", Reply: "the mail server offers no STARTTLS"}}
		}
		if err := c.StartTLS(s.tls); err != nil {
			return refusal("tls", err)
		}
	}
	if s.user != "" {
		if err := c.Auth(smtp.PlainAuth("", s.user, s.secret, s.host)); err != nil {
			return refusal("auth", err)
		}
	}
	if err := c.Mail(e.From); err != nil {
		return refusal("sender", err)
	}
	if err := c.Rcpt(e.To); err != nil {
		return refusal("recipient", err)
	}
	if err := handOver(c, message); err != nil {
		return refusal("message", err)
	}
	c.Quit() // it has the message, whatever it says now
	return nil
}

func handOver(c *smtp.Client, message []byte) error {
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(message); err != nil {
		return err
	}
	return w.Close()
}

// refusal is what a server's answer means. What concerns this service's account
// with the server passes, since an operator can mend it: only the recipient and
// the message are refused for good.
func refusal(step string, err error) error {
	var said *textproto.Error
	if !errors.As(err, &said) {
		if errors.Is(err, io.EOF) {
			return fmt.Errorf("the mail server ended the connection at %s", step)
		}
		return err
	}
	r := notification.Refusal{Code: step + "_refused", Reply: fmt.Sprintf("%d %s", said.Code, said.Msg)}
	if said.Code >= 500 && (step == "recipient" || step == "message") {
		r.Permanent = true
	}
	// 5.1.x speaks of the address itself, 5.2.1 of a mailbox that is closed (RFC 3463).
	enhanced, _, _ := strings.Cut(said.Msg, " ")
	r.Address = r.Permanent && step == "recipient" && (strings.HasPrefix(enhanced, "5.1.") || enhanced == "5.2.1")
	return &RefusedError{r}
}
