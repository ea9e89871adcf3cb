package transfer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/node"
)

// seed of every generated log in this package.
const seed = 20261120

// server is a node of the test's own.
type server struct {
	dir  string
	node *node.Node
}

func (x *server) config() eventstore.Config {
	return eventstore.Config{Socket: filepath.Join(x.dir, "s")}
}

func (x *server) start(t testing.TB) {
	t.Helper()
	n, err := node.Open(node.Options{Dir: filepath.Join(x.dir, "log")})
	if err != nil {
		t.Fatal(err)
	}
	os.Remove(x.config().Socket)
	l, err := net.Listen("unix", x.config().Socket)
	if err != nil {
		t.Fatal(err)
	}
	x.node = n
	go n.Serve(l)
}

func freshServer(t testing.TB) (*server, *eventstore.Store) {
	t.Helper()
	x := &server{dir: t.TempDir()}
	x.start(t)
	s, err := eventstore.Connect(x.config())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		x.node.Close()
	})
	return x, s
}

// freshLog is a client of a node of the test's own.
func freshLog(t testing.TB) *eventstore.Store {
	t.Helper()
	_, s := freshServer(t)
	return s
}

// fill writes a log of several tenants' streams in mixed order, with binary
// events, empty bytes and one large event.
func fill(t testing.TB, s *eventstore.Store, events int) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, uint64(events)))
	next := map[string]uint64{}
	for left := events; left > 0; {
		stream := fmt.Sprintf("case-%s-%d", []string{"aa", "bb"}[random.IntN(2)], random.IntN(5))
		n := min(left, 1+random.IntN(4))
		var run []eventstore.Raw
		for i := range n {
			e := eventstore.Raw{
				Stream: stream, Revision: next[stream] + uint64(i), ID: uuid.New(), Type: "case.noted.v1", ContentType: contentJSON,
				Data: fmt.Appendf(nil, `{"n":%d,  "spaces kept": "ä<&>"}`, random.IntN(1000)), Metadata: []byte(`{"tenant":"aa"}`),
			}
			switch random.IntN(6) {
			case 0:
				e.ContentType, e.Data = contentBinary, []byte{0, 255, 10, 13, byte(random.IntN(256))}
			case 1:
				e.Metadata = nil
			case 2:
				e.Data = bytes.Repeat([]byte("x"), random.IntN([]int{200_000, 3000, 3000, 3000, 3000, 3000, 3000, 3000}[random.IntN(8)]))
				e.ContentType = contentBinary
			}
			run = append(run, e)
		}
		if _, err := s.AppendCopies(t.Context(), run); err != nil {
			t.Fatal(err)
		}
		next[stream] += uint64(n)
		left -= n
	}
}

func digest(t *testing.T, log Log) (int, string) {
	t.Helper()
	from, err := ToHead(t.Context(), log, "")
	if err != nil {
		t.Fatal(err)
	}
	n, chain, err := Digest(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	return n, chain
}

func source(t *testing.T, log Log) Source {
	t.Helper()
	from, err := ToHead(t.Context(), log, "")
	if err != nil {
		t.Fatal(err)
	}
	return from
}

// faulty is a log that goes wrong on purpose.
type faulty struct {
	Log
	appendsLeft int  // after so many appends it is gone; -1 = never
	lost        int  // so many answers are lost although the append happened
	corrupt     bool // the last byte of every event's data is turned
}

var errGone = errors.New("gone")

func (f *faulty) AppendCopies(ctx context.Context, copies []eventstore.Raw) (eventstore.Appended, error) {
	if f.appendsLeft == 0 {
		return eventstore.Appended{}, errGone
	}
	f.appendsLeft--
	at, err := f.Log.AppendCopies(ctx, copies)
	if err == nil && f.lost > 0 {
		f.lost--
		return at, eventstore.ErrUnavailable
	}
	return at, err
}

func (f *faulty) ReadAll(ctx context.Context, from event.Position, count int) ([]eventstore.Raw, error) {
	page, err := f.Log.ReadAll(ctx, from, count)
	for i := range page {
		if n := len(page[i].Data); f.corrupt && n > 0 {
			page[i].Data[n-1] ^= 1
		}
	}
	return page, err
}

func TestCopyResumesAfterInterruptions(t *testing.T) {
	a, b := freshLog(t), freshLog(t)
	fill(t, a, 1500)
	interruptions := 0
	var last Report
	for appends := 1; ; appends *= 4 {
		report, err := Copy(t.Context(), source(t, a), &faulty{Log: b, appendsLeft: appends, lost: 2}, nil)
		last = report
		if err == nil {
			break
		}
		if !errors.Is(err, errGone) {
			t.Fatal(err)
		}
		interruptions++
	}
	if interruptions < 3 || last.Present == 0 {
		t.Fatalf("%d interruptions, %+v: the copy was never resumed", interruptions, last)
	}
	n, chain := digest(t, a)
	if m, copied := digest(t, b); n != 1500 || m != n || copied != chain || last.Chain != chain || last.Present+last.Copied != n {
		t.Errorf("%d events %s, copied %d %s, reported %+v", n, chain, m, copied, last)
	}
	fill2 := eventstore.Raw{Stream: "key-aa-later", ID: uuid.New(), Type: "t", ContentType: contentJSON, Data: []byte("{}")}
	if _, err := a.AppendCopies(t.Context(), []eventstore.Raw{fill2}); err != nil {
		t.Fatal(err)
	}
	more, err := Copy(t.Context(), source(t, a), b, nil)
	if err != nil || more.Present != 1500 || more.Copied != 1 {
		t.Errorf("carrying on: %+v, %v", more, err)
	}
}

func TestCopyRefusesATargetWithOtherEvents(t *testing.T) {
	a := freshLog(t)
	fill(t, a, 50)
	t.Run("before", func(t *testing.T) {
		b := freshLog(t)
		fill(t, b, 7)
		before, _ := digest(t, b)
		if _, err := Copy(t.Context(), source(t, a), b, nil); !errors.Is(err, ErrForeign) {
			t.Errorf("%v", err)
		}
		if after, _ := digest(t, b); after != before {
			t.Errorf("%d events were written to a target that was refused", after-before)
		}
	})
	t.Run("after", func(t *testing.T) {
		b := freshLog(t)
		if _, err := Copy(t.Context(), source(t, a), b, nil); err != nil {
			t.Fatal(err)
		}
		other := eventstore.Raw{Stream: "case-cc-1", ID: uuid.New(), Type: "t", ContentType: contentJSON, Data: []byte("{}")}
		if _, err := b.AppendCopies(t.Context(), []eventstore.Raw{other}); err != nil {
			t.Fatal(err)
		}
		if _, err := Copy(t.Context(), source(t, a), b, nil); !errors.Is(err, ErrForeign) {
			t.Errorf("%v", err)
		}
	})
	t.Run("same ids, one byte off", func(t *testing.T) {
		b := freshLog(t)
		if _, err := Copy(t.Context(), source(t, a), &faulty{Log: b, appendsLeft: -1, corrupt: true}, nil); !errors.Is(err, ErrDiffers) {
			t.Errorf("a target that turns bytes: %v", err)
		}
	})
}

func TestCopyRefusesAStreamWithoutItsBeginning(t *testing.T) {
	lines := line(t, "case-aa-1", 3)
	if _, err := Copy(t.Context(), NewLines(strings.NewReader(lines)), freshLog(t), nil); !errors.Is(err, ErrGap) {
		t.Errorf("%v", err)
	}
}

func line(t *testing.T, stream string, revision uint64) string {
	t.Helper()
	var b bytes.Buffer
	one := &list{[]eventstore.Raw{{Stream: stream, Revision: revision, ID: uuid.New(), Type: "t", ContentType: contentJSON,
		Data: []byte("{}")}}}
	if _, err := Export(t.Context(), one, &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

type list struct{ events []eventstore.Raw }

func (l *list) Next(context.Context) (eventstore.Raw, error) {
	if len(l.events) == 0 {
		return eventstore.Raw{}, io.EOF
	}
	e := l.events[0]
	l.events = l.events[1:]
	return e, nil
}

func TestExportAndImport(t *testing.T) {
	a, b := freshLog(t), freshLog(t)
	fill(t, a, 400)
	n, chain := digest(t, a)
	var file bytes.Buffer
	exported, err := Export(t.Context(), source(t, a), &file)
	if err != nil || exported.Copied != n || exported.Chain != chain {
		t.Fatalf("%+v, %v; the log has %d, %s", exported, err, n, chain)
	}
	if lines := bytes.Count(file.Bytes(), []byte("\n")); lines != n {
		t.Errorf("%d lines for %d events", lines, n)
	}
	imported, err := Copy(t.Context(), NewLines(bytes.NewReader(file.Bytes())), b, nil)
	if err != nil || imported.Copied != n || imported.Chain != chain {
		t.Errorf("%+v, %v", imported, err)
	}
	again, err := Copy(t.Context(), NewLines(bytes.NewReader(file.Bytes())), b, nil)
	if err != nil || again.Present != n || again.Copied != 0 {
		t.Errorf("a second import: %+v, %v", again, err)
	}
	cut := file.Bytes()[:file.Len()-10]
	if _, err := Copy(t.Context(), NewLines(bytes.NewReader(cut)), freshLog(t), nil); err == nil || !strings.Contains(err.Error(), "cut off") {
		t.Errorf("a file that was cut off: %v", err)
	}
}

func TestExportOfOneTenant(t *testing.T) {
	a, b := freshLog(t), freshLog(t)
	fill(t, a, 200)
	from, err := ToHead(t.Context(), a, "bb")
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	report, err := Export(t.Context(), from, &file)
	if err != nil || report.Copied == 0 || report.Copied == 200 {
		t.Fatalf("%+v, %v", report, err)
	}
	if bytes.Contains(file.Bytes(), []byte(`"stream":"case-aa`)) {
		t.Error("the export of one tenant holds another's stream")
	}
	if imported, err := Copy(t.Context(), NewLines(&file), b, nil); err != nil || imported.Copied != report.Copied {
		t.Errorf("%+v, %v", imported, err)
	}
}

func TestLinesNameWhatIsWrong(t *testing.T) {
	good := line(t, "case-aa-1", 0)
	for _, c := range []struct{ from, to, want string }{
		{`"stream":`, `"straem":`, "straem"},
		{`"content_type":"application/json"`, `"content_type":"text/plain"`, "text/plain"},
		{`"position":"0/0"`, `"position":"zero"`, "zero"},
		{`"data":"e30="`, `"data":"***"`, "base64"},
		{`"type":"t"`, `"type":""`, "type"},
	} {
		bad := strings.Replace(good, c.from, c.to, 1)
		if bad == good {
			t.Fatalf("%s is not in %s", c.from, good)
		}
		_, err := NewLines(strings.NewReader(good + bad)).all(t)
		if err == nil || !strings.Contains(err.Error(), "line 2") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.to, err)
		}
	}
}

func (l *Lines) all(t *testing.T) (n int, err error) {
	for {
		if _, err := l.Next(t.Context()); err != nil {
			return n, err
		}
		n++
	}
}
