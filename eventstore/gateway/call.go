package gateway

import (
	"context"
	"encoding/base64"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
)

// permission is what a principal needs to read the log.
const permission access.Permission = "events:read"

// call is one call on its way.
type call struct {
	server    *Server
	stream    grpc.ServerStream
	operation string
	route     string
	token     string
	request   string // id
	started   time.Time
	key       tenancy.Key
	principal tenancy.Principal
}

// begin establishes who calls.
//
// Errors: fault.StoreUnavailable while keys may be out of date;
// fault.Unauthenticated; fault.RoleForbidden.
func (s *Server) begin(stream grpc.ServerStream, operation, route string) (*call, error) {
	c := &call{server: s, stream: stream, operation: operation, route: route, started: s.Now(), request: uuid.Must(uuid.NewV7()).String()}
	if !s.Directory.Ready() {
		return c, unready()
	}
	token, refusal := password(stream.Context())
	var err error
	if refusal == "" {
		c.token = token
		_, refusal, err = c.check()
	}
	if refusal != "" {
		class := "unknown"
		if route == routeRead {
			class = "known"
		}
		s.strangers.Count(class, refusal)
		return c, strange()
	}
	return c, err
}

// check asks the directory who holds the key now; refusal is why it opens
// nothing.
func (c *call) check() (p tenancy.Principal, refusal string, err error) {
	if !c.server.Directory.Ready() {
		return p, "", unready()
	}
	key, p, refusal := c.server.Directory.Authenticate(c.token, c.server.Now())
	if refusal != "" {
		return p, refusal, strange()
	}
	if !c.known() {
		c.key, c.principal = key, p // records keep who called
	}
	if !access.Table.Allows(p.Role, permission) {
		return p, "", fault.New(fault.RoleForbidden, "role %s lacks %s", p.Role, permission)
	}
	return p, "", nil
}

// known reports whether the caller has been established.
func (c *call) known() bool { return c.key.ID != "" }

func strange() error {
	return fault.New(fault.Unauthenticated, "send HTTP Basic credentials with an API key as the password")
}

func unready() error { return fault.New(fault.StoreUnavailable, "the event log is out of reach") }

// password finds the API key among a call's credentials.
func password(ctx context.Context) (token, refusal string) {
	md, _ := metadata.FromIncomingContext(ctx)
	values := md.Get("authorization")
	if len(values) != 1 {
		return "", "no_credentials"
	}
	scheme, encoded, _ := strings.Cut(values[0], " ")
	plain, err := base64.StdEncoding.DecodeString(strings.TrimSpace(encoded))
	_, token, ok := strings.Cut(string(plain), ":")
	if !strings.EqualFold(scheme, "Basic") || err != nil || !ok {
		return "", "malformed"
	}
	return token, ""
}

// recordPatience bounds the wait for an audit record.
const recordPatience = 5 * time.Second

// record makes the call's record durable, with the reason where it was refused.
func (c *call) record(outcome string, cause error) error {
	// The record is due whether or not the caller is still there.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.stream.Context()), recordPatience)
	defer cancel()
	meta := event.Metadata{
		Operation: c.operation, Tenant: c.principal.Tenant, Principal: c.principal.ID, Role: string(c.principal.Role),
		Key: c.key.ID, Request: c.request, CorrelationID: c.request,
	}
	httpStatus := 200
	var refused []event.Payload
	if f := refusalOf(cause); f != nil {
		httpStatus = answers[f.Code.Kind()].http
		refused = append(refused, audit.CallRefused{Status: httpStatus, Code: f.Code.Name(), Reason: f.Error()})
	}
	payloads := append([]event.Payload{audit.CallRecorded{
		Method: "GRPC", Route: c.route, Status: httpStatus, Outcome: outcome,
		DurationUs: c.server.Now().Sub(c.started).Microseconds(),
	}}, refused...)
	return c.server.Recorder.Record(ctx, meta, payloads...)
}

// refusalOf returns what a call was refused with; nil where it was not, as when
// the caller left.
func refusalOf(err error) *fault.Error {
	if err == nil || errors.Is(err, errLeft) {
		return nil
	}
	if f := fault.As(err); f != nil {
		return f
	}
	if errors.Is(err, eventstore.ErrNoPosition) {
		return fault.Invalid("position", "is of another log: this one has no event there")
	}
	if errors.Is(err, eventstore.ErrUnavailable) {
		return fault.Wrap(err, fault.StoreUnavailable, "the event log is out of reach")
	}
	return fault.Wrap(err, fault.Internal, "an unexpected fault; the request id names it in the log")
}

// refused records a refusal and says it in the protocol's words.
func (c *call) refused(err error) error {
	c.server.observeRefusal(err)
	if c.known() {
		outcome := "refused"
		if k := refusalOf(err).Code.Kind(); k == fault.KindInternal || k == fault.KindUnavailable {
			outcome = "failed"
		}
		if recordErr := c.record(outcome, err); recordErr != nil {
			c.server.Logger.Warn("audit record failed", "request", c.request, "error", recordErr)
			err = unready()
		}
	}
	return c.answer(err)
}

// errLeft: the caller has ended the call.
var errLeft = errors.New("gateway: the caller left")

// answers says how a kind of refusal is answered; others do not occur.
var answers = map[fault.Kind]struct {
	code codes.Code
	http int // in records, as those of the API
}{
	fault.KindInvalid:         {codes.InvalidArgument, 400},
	fault.KindUnauthenticated: {codes.Unauthenticated, 401},
	fault.KindForbidden:       {codes.PermissionDenied, 403},
	fault.KindMethod:          {codes.PermissionDenied, 405},
	fault.KindThrottled:       {codes.ResourceExhausted, 429},
	fault.KindInternal:        {codes.Internal, 500},
	fault.KindUnavailable:     {codes.Unavailable, 503},
}

// answer turns the end of a call into its gRPC status, with the trailer by which
// clients recognise a refused access.
func (c *call) answer(err error) error {
	if errors.Is(err, errLeft) {
		return status.FromContextError(context.Canceled).Err()
	}
	f := refusalOf(err)
	if f == nil {
		return nil
	}
	a := answers[f.Code.Kind()]
	if a.code == codes.PermissionDenied {
		c.stream.SetTrailer(metadata.Pairs("exception", "access-denied"))
	}
	if a.code == codes.Internal {
		c.server.Logger.Error("a call of the gateway failed", "request", c.request, "error", err)
	}
	return status.Error(a.code, f.Detail)
}
