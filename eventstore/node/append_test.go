package node_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/tallystick/tallystick/eventstore/node"
)

func TestAppendExpectedRevision(t *testing.T) {
	c := startClient(t, node.Options{})
	refused := func(stream string, expected esdb.ExpectedRevision) {
		t.Helper()
		_, err := c.AppendToStream(testContext(t), stream, esdb.AppendToStreamOptions{ExpectedRevision: expected}, event(stream+"-refused"))
		wantCode(t, err, esdb.ErrorCodeWrongExpectedVersion)
	}
	refused("a", esdb.StreamExists{})
	refused("a", esdb.Revision(0))
	if r := mustAppend(t, c, "a", esdb.NoStream{}, event("a0")); r.NextExpectedVersion != 0 {
		t.Fatalf("first revision is %d", r.NextExpectedVersion)
	}
	refused("a", esdb.NoStream{})
	refused("a", esdb.Revision(1))
	mustAppend(t, c, "a", esdb.Revision(0), event("a1"))
	mustAppend(t, c, "a", esdb.StreamExists{}, event("a2"))
	r := mustAppend(t, c, "a", esdb.Any{}, event("a3"), event("a4"))
	if r.NextExpectedVersion != 4 {
		t.Fatalf("revision after five events is %d", r.NextExpectedVersion)
	}
	list, err := readStream(t, c, "a", esdb.ReadStreamOptions{}, 10)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(revisions(list)); got != "[0 1 2 3 4]" {
		t.Fatalf("revisions %s", got)
	}
	if list[4].Position.Commit != r.CommitPosition {
		t.Fatalf("position %d was answered, %d is stored", r.CommitPosition, list[4].Position.Commit)
	}
}

// The check for a repeated append comes before the check of the revision.
func TestAppendRepeated(t *testing.T) {
	c := startClient(t, node.Options{})
	first := mustAppend(t, c, "s", esdb.NoStream{}, events("x", 3)...)
	mustAppend(t, c, "s", esdb.Revision(2), event("y"))
	again := mustAppend(t, c, "s", esdb.NoStream{}, events("x", 3)...)
	if *again != *first {
		t.Fatalf("first answer %+v, repeated answer %+v", first, again)
	}
	if prefix := mustAppend(t, c, "s", esdb.Any{}, events("x", 2)...); prefix.NextExpectedVersion != 1 {
		t.Fatalf("repeating the first two events answered revision %d", prefix.NextExpectedVersion)
	}
	// The same first id followed by something else is no repetition.
	_, err := c.AppendToStream(testContext(t), "s", esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, event("x-0"), event("z"))
	wantCode(t, err, esdb.ErrorCodeWrongExpectedVersion)
	// Ids count per stream.
	if r := mustAppend(t, c, "other", esdb.NoStream{}, event("x-0")); r.NextExpectedVersion != 0 {
		t.Fatalf("an id of another stream counted as repeated: %+v", r)
	}
	if list, _ := readStream(t, c, "s", esdb.ReadStreamOptions{}, 10); len(list) != 4 {
		t.Fatalf("%d events after repeated appends, want 4", len(list))
	}
}

func TestAppendKeepsBytes(t *testing.T) {
	c := startClient(t, node.Options{})
	var all []byte
	for i := range 256 {
		all = append(all, byte(i))
	}
	cases := []esdb.EventData{event("json"), event("binary"), event("empty")}
	cases[1].ContentType, cases[1].Data, cases[1].Metadata = esdb.ContentTypeBinary, all, bytes.Repeat(all, 3)
	cases[2].Data, cases[2].Metadata = nil, nil
	cases[2].EventType = "týpe ✓"
	mustAppend(t, c, "bytes-ü", esdb.NoStream{}, cases...)
	list, err := readStream(t, c, "bytes-ü", esdb.ReadStreamOptions{}, 10)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range cases {
		got := list[i]
		if got.EventID != want.EventID || got.EventType != want.EventType || !bytes.Equal(got.Data, want.Data) || !bytes.Equal(got.UserMetadata,
			want.Metadata) {
			t.Errorf("event %d: got %+v, want %+v", i, got, want)
		}
	}
	if list[0].ContentType != "application/json" || list[1].ContentType != "application/octet-stream" {
		t.Errorf("content types %q, %q", list[0].ContentType, list[1].ContentType)
	}
}

func TestAppendTooBig(t *testing.T) {
	c := startClient(t, node.Options{})
	huge := event("huge")
	huge.Data = bytes.Repeat([]byte("x"), node.AppendBytesMax+1)
	_, err := c.AppendToStream(testContext(t), "s", esdb.AppendToStreamOptions{}, huge)
	wantStatus(t, err, codes.InvalidArgument, "Maximum Append Size of 1048576 Exceeded")
	half := events("half", 3)
	for i := range half {
		half[i].Data = bytes.Repeat([]byte("x"), node.AppendBytesMax/2)
	}
	_, err = c.AppendToStream(testContext(t), "s", esdb.AppendToStreamOptions{}, half...)
	wantStatus(t, err, codes.InvalidArgument, "Maximum Append Size")
	_, err = readStream(t, c, "s", esdb.ReadStreamOptions{}, 1)
	wantCode(t, err, esdb.ErrorCodeResourceNotFound)

	huge.Data, huge.Metadata = huge.Data[:node.AppendBytesMax], make([]byte, 2<<20) // data alone counts
	mustAppend(t, c, "s", esdb.NoStream{}, huge)
	list, err := readStream(t, c, "s", esdb.ReadStreamOptions{}, 1)
	if err != nil || len(list) != 1 || !bytes.Equal(list[0].Data, huge.Data) {
		t.Fatalf("an event of just the allowed size does not come back: %v", err)
	}
}

// wantStatus looks at the gRPC status: the client has no code of its own for
// everything.
func wantStatus(t testing.TB, err error, code codes.Code, message string) {
	t.Helper()
	s, ok := status.FromError(err)
	for e := err; !ok && e != nil; {
		u, wraps := e.(interface{ Unwrap() error })
		if !wraps {
			break
		}
		e = u.Unwrap()
		s, ok = status.FromError(e)
	}
	if s.Code() != code || !strings.Contains(s.Message(), message) {
		t.Fatalf("error is %v, want %s with %q", err, code, message)
	}
}
