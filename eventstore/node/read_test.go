package node_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/tallystick/tallystick/eventstore/node"
)

func TestReadStreamDirections(t *testing.T) {
	c := startClient(t, node.Options{})
	mustAppend(t, c, "s", esdb.NoStream{}, events("e", 10)...)
	cases := []struct {
		from  esdb.StreamPosition
		back  bool
		count uint64
		want  string
	}{
		{esdb.Start{}, false, 3, "[0 1 2]"},
		{esdb.Revision(7), false, 99, "[7 8 9]"},
		{esdb.Revision(10), false, 99, "[]"},
		{esdb.End{}, false, 99, "[]"},
		{esdb.End{}, true, 3, "[9 8 7]"},
		{esdb.Revision(2), true, 99, "[2 1 0]"},
		{esdb.Revision(50), true, 2, "[9 8]"},
		{esdb.Start{}, true, 5, "[0]"},
		{esdb.Start{}, false, math.MaxUint64, "[0 1 2 3 4 5 6 7 8 9]"},
	}
	for _, x := range cases {
		o := esdb.ReadStreamOptions{From: x.from}
		if x.back {
			o.Direction = esdb.Backwards
		}
		list, err := readStream(t, c, "s", o, x.count)
		if got := fmt.Sprint(revisions(list)); err != nil || got != x.want {
			t.Errorf("from %v backwards %v count %d: got %s, %v, want %s", x.from, x.back, x.count, got, err, x.want)
		}
	}
	_, err := readStream(t, c, "none", esdb.ReadStreamOptions{}, 1)
	wantCode(t, err, esdb.ErrorCodeResourceNotFound)
}

// More events than fit a page, in both directions.
func TestReadAcrossPages(t *testing.T) {
	c := startClient(t, node.Options{})
	const total = 1700
	for i := range total / 100 {
		mustAppend(t, c, "s", esdb.Any{}, events(fmt.Sprint("p", i), 100)...)
	}
	forwards, err := readStream(t, c, "s", esdb.ReadStreamOptions{}, math.MaxUint64)
	if err != nil || len(forwards) != total {
		t.Fatalf("%d events, %v", len(forwards), err)
	}
	backwards, err := readStream(t, c, "s", esdb.ReadStreamOptions{Direction: esdb.Backwards, From: esdb.End{}}, math.MaxUint64)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(backwards)
	all := readAll(t, c, esdb.ReadAllOptions{}, math.MaxUint64)
	allBack := readAll(t, c, esdb.ReadAllOptions{Direction: esdb.Backwards, From: esdb.End{}}, math.MaxUint64)
	slices.Reverse(allBack)
	for _, list := range [][]*esdb.RecordedEvent{backwards, all, allBack} {
		if len(list) != total {
			t.Fatalf("%d events, want %d", len(list), total)
		}
		for i := range list {
			if list[i].EventID != forwards[i].EventID || list[i].Position != forwards[i].Position || list[i].EventNumber != uint64(i) {
				t.Fatalf("event %d is %v, want %v", i, list[i], forwards[i])
			}
		}
	}
	for i := 1; i < total; i++ {
		if forwards[i].Position.Commit <= forwards[i-1].Position.Commit {
			t.Fatalf("position %d follows %d", forwards[i].Position.Commit, forwards[i-1].Position.Commit)
		}
	}
}

// $all is inclusive forwards and exclusive backwards.
func TestReadAllPositions(t *testing.T) {
	c := startClient(t, node.Options{})
	mustAppend(t, c, "a", esdb.NoStream{}, events("a", 3)...)
	mustAppend(t, c, "b", esdb.NoStream{}, events("b", 3)...)
	all := readAll(t, c, esdb.ReadAllOptions{}, 99)
	if len(all) != 6 {
		t.Fatalf("%d events", len(all))
	}
	at := all[2].Position
	if list := readAll(t, c, esdb.ReadAllOptions{From: at}, 2); list[0].EventID != all[2].EventID || list[1].EventID != all[3].EventID {
		t.Errorf("forwards from %v: %v", at, list)
	}
	if list := readAll(t, c, esdb.ReadAllOptions{From: at, Direction: esdb.Backwards}, 99); len(list) != 2 ||
		list[0].EventID != all[1].EventID {
		t.Errorf("backwards from %v: %v", at, list)
	}
	if list := readAll(t, c, esdb.ReadAllOptions{From: esdb.End{}}, 99); len(list) != 0 {
		t.Errorf("forwards from the end: %v", list)
	}
	if list := readAll(t, c, esdb.ReadAllOptions{From: esdb.Start{}, Direction: esdb.Backwards}, 99); len(list) != 0 {
		t.Errorf("backwards from the start: %v", list)
	}
}

func TestReadTruncatedByMetadata(t *testing.T) {
	c := startClient(t, node.Options{})
	mustAppend(t, c, "s", esdb.NoStream{}, events("e", 10)...)
	set := func(change func(*esdb.StreamMetadata)) {
		t.Helper()
		m := esdb.StreamMetadata{}
		change(&m)
		if _, err := c.SetStreamMetadata(testContext(t), "s", esdb.AppendToStreamOptions{}, m); err != nil {
			t.Fatal(err)
		}
	}
	want := func(o esdb.ReadStreamOptions, numbers string) {
		t.Helper()
		list, err := readStream(t, c, "s", o, 99)
		if got := fmt.Sprint(revisions(list)); err != nil || got != numbers {
			t.Errorf("read %s, %v, want %s", got, err, numbers)
		}
	}
	set(func(m *esdb.StreamMetadata) { m.SetMaxCount(3) })
	want(esdb.ReadStreamOptions{}, "[7 8 9]")
	want(esdb.ReadStreamOptions{Direction: esdb.Backwards, From: esdb.End{}}, "[9 8 7]")
	want(esdb.ReadStreamOptions{Direction: esdb.Backwards, From: esdb.Revision(3)}, "[]")
	mustAppend(t, c, "s", esdb.Revision(9), event("e-10"))
	want(esdb.ReadStreamOptions{}, "[8 9 10]")

	set(func(m *esdb.StreamMetadata) { m.SetTruncateBefore(9) })
	want(esdb.ReadStreamOptions{From: esdb.Revision(2)}, "[9 10]")

	// All expired is a plain end, not a missing stream.
	set(func(m *esdb.StreamMetadata) { m.SetMaxAge(time.Second) })
	deadline := time.Now().Add(testTimeout)
	for {
		list, err := readStream(t, c, "s", esdb.ReadStreamOptions{}, 99)
		if err != nil {
			t.Fatalf("expired stream: %v", err)
		}
		if len(list) == 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("events never expired")
		}
		time.Sleep(100 * time.Millisecond)
	}
	if all := readAll(t, c, esdb.ReadAllOptions{}, 99); len(all) != 14 {
		t.Errorf("$all has %d events, want all 14", len(all))
	}
}

func TestMetadataRoundTrip(t *testing.T) {
	c := startClient(t, node.Options{})
	acl := esdb.Acl{}
	acl.AddReadRoles("admin")
	m := esdb.StreamMetadata{}
	m.SetMaxCount(5)
	m.SetAcl(acl)
	m.AddCustomProperty("owner", "ledger")
	for range 3 { // a metadata stream keeps one event
		if _, err := c.SetStreamMetadata(testContext(t), "s", esdb.AppendToStreamOptions{}, m); err != nil {
			t.Fatal(err)
		}
	}
	got, err := c.GetStreamMetadata(testContext(t), "s", esdb.ReadStreamOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if count := got.MaxCount(); count == nil || *count != 5 || got.CustomProperties()["owner"] != "ledger" || got.Acl() == nil {
		t.Errorf("metadata came back as %+v", got)
	}
	list, err := readStream(t, c, "$$s", esdb.ReadStreamOptions{}, 99)
	if err != nil || fmt.Sprint(revisions(list)) != "[2]" {
		t.Errorf("metadata stream has %v, %v", revisions(list), err)
	}
	// The stream itself does not exist, but its metadata does.
	_, err = readStream(t, c, "s", esdb.ReadStreamOptions{}, 1)
	wantCode(t, err, esdb.ErrorCodeResourceNotFound)
	mustAppend(t, c, "s", esdb.StreamExists{}, event("e"))
}

func TestReadResolvesLinks(t *testing.T) {
	c := startClient(t, node.Options{})
	mustAppend(t, c, "s", esdb.NoStream{}, events("e", 2)...)
	link := func(name, target string) esdb.EventData {
		e := event(name)
		e.EventType, e.Data, e.ContentType = "$>", []byte(target), esdb.ContentTypeBinary
		return e
	}
	mustAppend(t, c, "links", esdb.NoStream{}, link("l0", "1@s"), link("l1", "7@s"), link("l2", "nonsense"))
	stream, err := c.ReadStream(testContext(t), "links", esdb.ReadStreamOptions{ResolveLinkTos: true}, 9)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	for i, want := range []string{"e-1", "", ""} {
		e, err := stream.Recv()
		if err != nil {
			t.Fatal(err)
		}
		if e.Link == nil || e.Link.EventNumber != uint64(i) {
			t.Errorf("link %d: %+v", i, e.Link)
		}
		if want == "" && e.Event != nil || want != "" && (e.Event == nil || e.Event.EventID != event(want).EventID) {
			t.Errorf("link %d resolves to %+v, want %q", i, e.Event, want)
		}
	}
	plain, err := readStream(t, c, "links", esdb.ReadStreamOptions{}, 1)
	if err != nil || plain[0].EventType != "$>" {
		t.Errorf("without resolving: %v, %v", plain, err)
	}
}

func TestDeleteAndRecreate(t *testing.T) {
	c := startClient(t, node.Options{})
	ctx := testContext(t)
	mustAppend(t, c, "s", esdb.NoStream{}, events("e", 3)...)
	_, err := c.DeleteStream(ctx, "s", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Revision(7)})
	wantStatus(t, err, 9, "WrongExpectedVersion")
	r, err := c.DeleteStream(ctx, "s", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Revision(2)})
	if err != nil || r.Position.Commit == 0 {
		t.Fatalf("delete: %+v, %v", r, err)
	}
	_, err = readStream(t, c, "s", esdb.ReadStreamOptions{}, 1)
	wantCode(t, err, esdb.ErrorCodeResourceNotFound)
	_, err = c.AppendToStream(ctx, "s", esdb.AppendToStreamOptions{ExpectedRevision: esdb.StreamExists{}}, event("no"))
	wantCode(t, err, esdb.ErrorCodeStreamDeleted)

	if r := mustAppend(t, c, "s", esdb.NoStream{}, event("new")); r.NextExpectedVersion != 3 {
		t.Fatalf("a recreated stream starts at %d, want 3", r.NextExpectedVersion)
	}
	list, err := readStream(t, c, "s", esdb.ReadStreamOptions{}, 99)
	if err != nil || fmt.Sprint(revisions(list)) != "[3]" {
		t.Fatalf("recreated stream: %v, %v", revisions(list), err)
	}
	if all := readAll(t, c, esdb.ReadAllOptions{}, 99); len(all) != 6 { // 3, delete, undelete, 1
		t.Errorf("$all has %d events", len(all))
	}
}

func TestTombstone(t *testing.T) {
	c := startClient(t, node.Options{})
	ctx := testContext(t)
	mustAppend(t, c, "s", esdb.NoStream{}, event("e"))
	r, err := c.TombstoneStream(ctx, "s", esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Revision(0)})
	if err != nil || r.Position.Commit == 0 {
		t.Fatalf("tombstone: %+v, %v", r, err)
	}
	_, err = readStream(t, c, "s", esdb.ReadStreamOptions{}, 1)
	wantCode(t, err, esdb.ErrorCodeStreamDeleted)
	for _, expected := range []esdb.ExpectedRevision{esdb.Any{}, esdb.NoStream{}, esdb.Revision(0)} {
		_, err = c.AppendToStream(ctx, "s", esdb.AppendToStreamOptions{ExpectedRevision: expected}, event("e"))
		wantCode(t, err, esdb.ErrorCodeStreamDeleted)
	}
	_, err = c.DeleteStream(ctx, "s", esdb.DeleteStreamOptions{})
	var e *esdb.Error
	if !errors.As(err, &e) || e.Code() != esdb.ErrorCodeStreamDeleted {
		t.Errorf("delete after tombstone: %v", err)
	}
	all := readAll(t, c, esdb.ReadAllOptions{}, 99)
	if last := all[len(all)-1]; last.EventType != "$streamDeleted" || last.EventNumber != math.MaxInt64 {
		t.Errorf("the tombstone in $all is %+v", last)
	}
}

func TestProtectedStreamsLoseNothing(t *testing.T) {
	o := node.Options{Dir: t.TempDir(), Protect: func(stream string) bool { return stream == "case-t1-1" }}
	c := startClient(t, o)
	ctx := testContext(t)
	denied := func(what string, err error) {
		t.Helper()
		if err == nil {
			t.Fatalf("%s was allowed", what)
		}
		wantCode(t, err, esdb.ErrorCodeAccessDenied)
	}
	mustAppend(t, c, "case-t1-1", esdb.NoStream{}, events("e", 5)...)
	_, err := c.DeleteStream(ctx, "case-t1-1", esdb.DeleteStreamOptions{})
	denied("delete", err)
	_, err = c.TombstoneStream(ctx, "case-t1-1", esdb.TombstoneStreamOptions{})
	denied("tombstone", err)
	for _, data := range []string{`{"$maxCount":1}`, `{"$maxAge":1}`, `{"$tb":3}`, `{"$tb":null}`, `{"$acl":{},"$maxCount":0}`} {
		m := event("meta")
		m.EventType, m.Data = "$metadata", []byte(data)
		_, err = c.AppendToStream(ctx, "$$case-t1-1", esdb.AppendToStreamOptions{}, m)
		denied(data, err)
	}
	allowed := esdb.StreamMetadata{}
	allowed.AddCustomProperty("owner", "x")
	if _, err := c.SetStreamMetadata(ctx, "case-t1-1", esdb.AppendToStreamOptions{}, allowed); err != nil {
		t.Errorf("harmless metadata: %v", err)
	}
	if list, err := readStream(t, c, "case-t1-1", esdb.ReadStreamOptions{}, 99); len(list) != 5 {
		t.Errorf("%d of 5 events left, %v", len(list), err)
	}
	mustAppend(t, c, "other-1", esdb.NoStream{}, event("o"))
	if _, err := c.DeleteStream(ctx, "other-1", esdb.DeleteStreamOptions{}); err != nil {
		t.Errorf("delete of an ordinary stream: %v", err)
	}
}
