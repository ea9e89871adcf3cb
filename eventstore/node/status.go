package node

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/cockroachdb/pebble/v2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/tallystick/tallystick/eventstore/node/internal/store"
)

// Clients tell errors apart by these trailers.
const (
	trailerException = "exception"
	trailerStream    = "stream-name"

	exceptionStreamDeleted   = "stream-deleted"
	exceptionWrongExpected   = "wrong-expected-version"
	exceptionAppendTooBig    = "maximum-append-size-exceeded"
	exceptionAccessDenied    = "access-denied"
	exceptionMissingMetadata = "missing-required-metadata-property"
	exceptionGroupExists     = "persistent-subscription-exists"
	exceptionGroupMissing    = "persistent-subscription-does-not-exist"
	exceptionGroupFull       = "maximum-subscribers-reached"
	exceptionGroupDropped    = "persistent-subscription-dropped"
)

var errClosing = status.Error(codes.Unavailable, "the node is closing")

// callError is a refusal with its trailers, before it is known how it is sent.
type callError struct {
	code     codes.Code
	message  string
	trailers []string // key, value, ...
}

func (e *callError) Error() string { return e.message }

func invalid(format string, args ...any) error {
	return &callError{code: codes.InvalidArgument, message: fmt.Sprintf(format, args...)}
}

// fail turns an error into a gRPC status and sets its trailers on the call.
func (n *Node) fail(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	e := n.classify(err)
	if len(e.trailers) > 0 {
		pairs := make([]string, len(e.trailers))
		for i, v := range e.trailers {
			pairs[i] = headerValue(v)
		}
		_ = grpc.SetTrailer(ctx, metadata.Pairs(pairs...)) // fails only outside a call
	}
	return status.Error(e.code, e.message)
}

func (n *Node) classify(err error) *callError {
	var call *callError
	var deleted *store.StreamDeletedError
	var wrong *store.WrongExpectedError
	switch {
	case errors.As(err, &call):
		return call
	case errors.As(err, &deleted):
		return &callError{codes.FailedPrecondition, fmt.Sprintf("Event stream '%s' is deleted.", deleted.Stream),
			[]string{trailerException, exceptionStreamDeleted, trailerStream, deleted.Stream}}
	case errors.As(err, &wrong):
		return &callError{codes.FailedPrecondition, wrongExpectedMessage(wrong),
			[]string{trailerException, exceptionWrongExpected, trailerStream, wrong.Stream,
				"expected-version", expectedNumber(wrong.Expected), "actual-version", actualNumber(wrong)}}
	case errors.Is(err, store.ErrInvalid):
		return &callError{code: codes.InvalidArgument, message: err.Error()}
	case errors.Is(err, store.ErrFailed), errors.Is(err, store.ErrFull), errors.Is(err, store.ErrClosed):
		return &callError{code: codes.Unavailable, message: err.Error()}
	case errors.Is(err, store.ErrCorrupt), pebble.IsCorruptionError(err): // by a mark that errors.Is does not see
		what, _, _ := strings.Cut(err.Error(), "\n") // Pebble adds a line for machines
		n.log.Error("corrupt record", "error", what)
		return &callError{code: codes.DataLoss, message: what}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		s := status.FromContextError(err)
		return &callError{code: s.Code(), message: s.Message()}
	}
	if s, ok := status.FromError(err); ok {
		return &callError{code: s.Code(), message: s.Message()}
	}
	n.log.Error("call failed", "error", err)
	return &callError{code: codes.Internal, message: err.Error()}
}

func wrongExpectedMessage(e *store.WrongExpectedError) string {
	return fmt.Sprintf("Append failed due to WrongExpectedVersion. Stream: %s, Expected version: %s, Actual version: %s",
		e.Stream, expectedNumber(e.Expected), actualNumber(e))
}

// expectedNumber is the number older protocols used for each condition.
func expectedNumber(e store.Expected) string {
	switch e.Condition {
	case store.Any:
		return "-2"
	case store.NoStream:
		return "-1"
	case store.StreamExists:
		return "-4"
	}
	return strconv.FormatUint(e.Revision, 10)
}

func actualNumber(e *store.WrongExpectedError) string {
	if !e.Exists {
		return "-1"
	}
	return strconv.FormatUint(e.Current, 10)
}

// headerValue percent-encodes what an HTTP/2 header may not carry.
func headerValue(s string) string {
	printable := func(c byte) bool { return c >= ' ' && c <= '~' && c != '%' }
	var b strings.Builder
	for i := range len(s) {
		if printable(s[i]) {
			b.WriteByte(s[i])
		} else {
			fmt.Fprintf(&b, "%%%02X", s[i])
		}
	}
	return b.String()
}

func (e *callError) exception() string {
	if len(e.trailers) > 1 && e.trailers[0] == trailerException {
		return e.trailers[1]
	}
	return ""
}
