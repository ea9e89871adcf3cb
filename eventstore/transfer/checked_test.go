package transfer

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

// mixedLog is a log that others write to as well, as a reader finds it.
type mixedLog []eventstore.Raw

func logOf(events ...eventstore.Raw) mixedLog {
	for i := range events {
		events[i].Position = event.Position{Commit: uint64(i+1) * 10, Prepare: uint64(i+1) * 10}
		events[i].ID, events[i].ContentType, events[i].Data = uuid.New(), contentJSON, []byte("{}")
	}
	return events
}

func (l mixedLog) ReadAll(_ context.Context, from event.Position, count int) (page []eventstore.Raw, _ error) {
	for _, e := range l {
		if !e.Position.Less(from) && len(page) < count {
			page = append(page, e)
		}
	}
	return page, nil
}

func (l mixedLog) Head(context.Context) (event.Position, bool, error) {
	return l[len(l)-1].Position, true, nil
}

func (l mixedLog) AppendCopies(context.Context, []eventstore.Raw) (eventstore.Appended, error) {
	return eventstore.Appended{}, errors.New("read only")
}

func of(stream string, revision uint64) eventstore.Raw {
	return eventstore.Raw{Stream: stream, Revision: revision, Type: "case.noted.v1"}
}

// A copy of a log has the service's own streams, of whoever was asked for, and nothing else
// of a cluster that others use too. What a restore would refuse is refused when it is made.
func TestWholeTakesWhatCanBeBroughtBack(t *testing.T) {
	for name, c := range map[string]struct {
		log    mixedLog
		tenant string
		want   int // -1: refused
	}{
		"another application's streams": {logOf(of("case-aa-1", 0), of("orders-1", 5), of("orders-aa-1", 5), of("$stats", 9), of("$$case-aa-1", 0),
			of("case-aa-1", 1)), "", 2},
		"of one tenant":             {logOf(of("case-aa-1", 0), of("case-bb-1", 0), of("case-aa-1", 1)), "aa", 2},
		"a beginning was scavenged": {logOf(of("case-aa-1", 3), of("case-aa-1", 4)), "", -1},
		"a part was scavenged":      {logOf(of("case-aa-1", 0), of("case-aa-1", 2)), "", -1},
		"a stream was ended":        {logOf(of("case-aa-1", 0), of("case-aa-1", 1<<63-1)), "", -1},
		"of another tenant, ended":  {logOf(of("case-aa-1", 0), of("case-bb-1", 1<<63-1)), "aa", 1},
	} {
		from, err := Whole(t.Context(), c.log, c.tenant)
		if err != nil {
			t.Fatal(err)
		}
		n, _, err := Digest(t.Context(), from)
		if (c.want < 0) != errors.Is(err, ErrGap) || c.want >= 0 && (err != nil || n != c.want) {
			t.Errorf("%s: %d events, %v", name, n, err)
		}
	}
}

// A file that is not what was exported is told: of fewer lines, of more, of another byte.
func TestExportsAreReadBack(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log.ndjson")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	first, second := line(t, "case-aa-1", 0), line(t, "case-aa-1", 1)
	write(first + second)
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n, chain, err := Digest(t.Context(), NewLines(f))
	if err != nil {
		t.Fatal(err)
	}
	want := Report{Copied: n, Chain: chain}
	if err := ReadBack(t.Context(), name, want); err != nil {
		t.Error(err)
	}
	for what, text := range map[string]string{"a line is missing": first, "a line too many": first + second + line(t, "case-aa-1", 2),
		"in another order": second + first, "another event": first + line(t, "case-bb-1", 0), "cut off": first + second[:len(second)/2]} {
		write(text)
		if ReadBack(t.Context(), name, want) == nil {
			t.Errorf("%s, and it was taken for what was exported", what)
		}
	}
	if ReadBack(t.Context(), name+".gone", want) == nil {
		t.Error("a file that is not there was read back")
	}
}
