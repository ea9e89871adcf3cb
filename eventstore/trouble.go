package eventstore

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/tallystick/tallystick/eventstore/internal/cluster"
)

var (
	// ErrWrongRevision: the stream is not at the revision that was expected.
	ErrWrongRevision = errors.New("eventstore: wrong expected revision")
	// ErrTooLarge: the append exceeds what the server takes.
	ErrTooLarge = errors.New("eventstore: append too large")
	// ErrUnavailable: the log is out of reach or missed its deadline.
	ErrUnavailable = errors.New("eventstore: log unavailable")
	// ErrRefused comes with ErrUnavailable: the log is out of reach until somebody
	// corrects its address, its certificate, or the user and that user's rights.
	ErrRefused = errors.New("eventstore: the log refuses this address or user")
	// ErrStreamGone comes with ErrUnavailable: the stream was deleted for good.
	ErrStreamGone = errors.New("eventstore: the stream was deleted")
	// ErrCorrupt comes with ErrUnavailable: the server's stored bytes are damaged
	// where it was to read.
	ErrCorrupt = errors.New("eventstore: the log's stored bytes are damaged")
	// ErrNotUnderstood: the server does not take a request of this form.
	ErrNotUnderstood = errors.New("eventstore: the server did not understand the request")
	// ErrNoPosition comes with ErrUnavailable: the server cannot read the whole log from
	// the position that was given, for no event of it stands there. It is of another log.
	ErrNoPosition = errors.New("eventstore: the log has no such position")
)

// Elsewhere reports whether a read of the whole log failed since it has not the position
// that it was to begin at: the position is of another log.
func Elsewhere(err error) bool {
	return errors.Is(err, ErrNoPosition) || errors.Is(err, ErrNotUnderstood)
}

// Trouble is why the log is out of reach, or refuses appends, nil when it does neither. It
// wraps ErrUnavailable, and ErrRefused where trying again will not do, and holds no
// password.
func (s *Store) Trouble() error {
	for _, of := range []*trouble{&s.reaching, &s.whole} {
		if t := of.Load(); t != nil {
			return t.err
		}
	}
	// Whoever asks may be why nothing is appended that could end it, so it is forgotten.
	if t := s.appending.Load(); t != nil && time.Since(t.at) < appendingMemory {
		return t.err
	}
	return nil
}

// appendingMemory is how long a refused append counts for the next.
const appendingMemory = 30 * time.Second

// trouble is what is wrong with one use of a log: to reach it and read a stream, to read it
// as a whole, or to append. A user may have the rights to the one and not to the others.
type trouble struct{ atomic.Pointer[noted] }

type noted struct {
	err error
	at  time.Time
}

// noteTrouble keeps what is wrong, and logs it when it changes.
func (s *Store) noteTrouble(of *trouble, err error) {
	began, ended := "the event log is out of reach", "the event log is within reach again"
	switch of {
	case &s.appending:
		began, ended = "the event log refuses appends", "the event log takes appends again"
	case &s.whole:
		began, ended = "the event log, read as a whole, is out of reach", "the event log, read as a whole, is within reach again"
	}
	before := of.Load()
	if err == nil {
		if before != nil && of.CompareAndSwap(before, nil) && s.config.Logger != nil {
			s.config.Logger.Info(ended)
		}
		return
	}
	now := s.redacted(Explain(err))
	of.Store(&noted{now, time.Now()})
	if s.config.Logger != nil && (before == nil || lasting(before.err) != lasting(now)) {
		s.config.Logger.Error(began, "error", now)
	}
}

// lasting is what an error says but for the port that each connection has of its own, and
// for how a connection that the other side ends is seen to end: the same trouble is the
// same each time that it is met.
func lasting(err error) string {
	return endedByPeer.ReplaceAllString(ownPort.ReplaceAllString(err.Error(), ""), "the connection was ended")
}

var (
	ownPort     = regexp.MustCompile(`\S+:\d+->`)
	endedByPeer = regexp.MustCompile(`rpc error: .*(connection reset by peer|broken pipe|EOF|before server preface received).*`)
)

// redactedError says the same without the password.
type redactedError struct {
	text string
	error
}

func (e redactedError) Error() string { return e.text }
func (e redactedError) Unwrap() error { return e.error }

func (s *Store) redacted(err error) error {
	if s.password == "" {
		return err
	}
	text := err.Error()
	for _, secret := range []string{s.password, url.QueryEscape(s.password), url.PathEscape(s.password)} {
		text = strings.ReplaceAll(text, secret, "***")
	}
	return redactedError{text, err}
}

// passwordOf is the password in an address, "" without one.
func passwordOf(address string) string {
	_, written, _ := strings.Cut(strings.TrimSuffix(userinfo.FindString(address), "@"), ":")
	if plain, err := url.PathUnescape(written); err == nil {
		return plain
	}
	return written
}

var userinfo = regexp.MustCompile(`//[^/?#@\s]*@`)

// Redacted is the address of a log without user and password.
func Redacted(url string) string { return userinfo.ReplaceAllString(url, "//") }

// classify maps the errors of calls to this package's, and notes those that somebody must
// mend.
func (s *Store) classify(c *connection, err error) error { return s.classifyAs(&s.reaching, c, err) }

// classifyRead is classify for what a read or subscription asked for.
func (s *Store) classifyRead(q query, c *connection, err error) error {
	if q.stream == "" && (err == nil || statusOf(err) == codes.PermissionDenied) {
		return s.classifyAs(&s.whole, c, err)
	}
	return s.classify(c, err)
}

func (s *Store) classifyAs(use *trouble, c *connection, err error) error {
	if err == nil {
		for _, t := range []*trouble{&s.reaching, use} { // who appends has reached it
			if t.Load() != nil {
				s.noteTrouble(t, nil)
			}
		}
		return nil
	}
	if isOurs(err) {
		if errors.Is(err, ErrRefused) { // of one append of a batch
			s.noteTrouble(use, err)
		}
		return err
	}
	var follows *cluster.NotLeaderError
	var official *esdb.Error
	code := statusOf(err)
	switch {
	case errors.As(err, &follows):
		s.members.Named(follows.Leader)
		s.discard(c)
	case errors.As(err, &official):
		switch official.Code() {
		case esdb.ErrorCodeConnectionClosed, esdb.ErrorUnavailable, esdb.ErrorCodeNotLeader, esdb.ErrorCodeUnknown:
			s.discard(c)
		}
	case code == codes.Unavailable:
		s.discard(c)
	case code == codes.DeadlineExceeded || errors.Is(err, context.DeadlineExceeded):
		s.members.Late(c.address)
		if s.members.IsCluster() || c.address != s.esdb.Address {
			s.discard(c) // who leads is asked again
		}
	}
	err = Explain(err)
	if errors.Is(err, ErrRefused) {
		s.noteTrouble(use, err)
	}
	return s.redacted(err)
}

func isOurs(err error) bool {
	for _, ours := range []error{ErrWrongRevision, ErrTooLarge, ErrUnavailable, ErrNotUnderstood} {
		if errors.Is(err, ours) {
			return true
		}
	}
	return false
}

// Explain wraps what a call to a server failed with into the errors of this package.
func Explain(err error) error {
	if isOurs(err) {
		return err
	}
	var official *esdb.Error
	if errors.As(err, &official) {
		switch official.Code() {
		case esdb.ErrorCodeWrongExpectedVersion:
			return fmt.Errorf("%w: %w", ErrWrongRevision, err)
		case esdb.ErrorCodeStreamDeleted:
			return fmt.Errorf("%w: %w: %w", ErrUnavailable, ErrStreamGone, err)
		case esdb.ErrorCodeAccessDenied, esdb.ErrorCodeUnauthenticated:
			return fmt.Errorf("%w: %w: %w", ErrUnavailable, ErrRefused, err)
		}
	}
	text, code := err.Error(), statusOf(err)
	switch {
	case strings.Contains(text, "maximum-append-size"), strings.Contains(strings.ToLower(text), "maximum append"),
		code == codes.ResourceExhausted:
		return fmt.Errorf("%w: %w", ErrTooLarge, err)
	case strings.Contains(text, "ReadAllResult: "), strings.Contains(text, "from an invalid position"):
		return fmt.Errorf("%w: %w: %w", ErrUnavailable, ErrNoPosition, err)
	case code == codes.InvalidArgument:
		return fmt.Errorf("%w: %w", ErrNotUnderstood, err)
	case code == codes.FailedPrecondition && strings.Contains(text, "is deleted"):
		return fmt.Errorf("%w: %w: %w", ErrUnavailable, ErrStreamGone, err)
	case code == codes.DataLoss:
		return fmt.Errorf("%w: %w: %w", ErrUnavailable, ErrCorrupt, err)
	case code == codes.Unauthenticated, code == codes.PermissionDenied, neverAnswers(text):
		return fmt.Errorf("%w: %w: %w", ErrUnavailable, ErrRefused, err)
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, err)
}

// neverAnswers recognises what gRPC says only in words: names and certificates that
// are wrong.
func neverAnswers(text string) bool {
	for _, sign := range []string{"x509:", "authentication handshake failed", "no such host", "produced zero addresses",
		"first record does not look like a TLS"} {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return false
}

// statusOf finds the gRPC status in a chain of errors.
func statusOf(err error) codes.Code {
	var s interface{ GRPCStatus() *status.Status }
	if errors.As(err, &s) {
		return s.GRPCStatus().Code()
	}
	return codes.Unknown
}
