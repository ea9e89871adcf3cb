package proof

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/checkpoint"
)

var update = flag.Bool("update", false, "write golden files")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; it is now\n%s", path, got)
	}
}

// Keys of no log that exists.
const (
	testKey  = "PRIVATE+KEY+test.example/log+f3ad6ba1+AXh14GjqakH8SM95mFEMPHcqx9wk4XNmOmHMJjH0aEvO"
	otherKey = "PRIVATE+KEY+test.example/log+93615f98+AZsoscN/0dvITwZxJ1rxpe8jDwK672/0D3JH5L9Smvqa"
	tenant   = "0192aa00000000000000000000000001"
)

var began = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

func signer(t require, key string) *Signer {
	s, err := ParseSigner(key)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

type require interface{ Fatal(...any) }

// logOf is a log of n events of two tenants in a few streams, whose heads are
// signed after every so many.
type logOf struct {
	events []*Event
	trees  map[string]*forest
	signed map[string]uint64
	next   map[string]uint64
	notes  [][]byte
	signer *Signer
	now    time.Time
}

func makeLog(t require, events, every, streams int) *logOf {
	l := &logOf{trees: map[string]*forest{}, signed: map[string]uint64{}, next: map[string]uint64{}, signer: signer(t, testKey), now: began}
	for n := range events {
		l.now = l.now.Add(time.Minute)
		owner := tenant
		if n%7 == 3 {
			owner = "0"
		}
		l.append(fmt.Sprintf("case-%s-%d", owner, n%streams), "case.happened.v1", map[string]any{"n": n})
		if n%every == every-1 {
			l.publish(t, tenant)
			l.publish(t, "0")
			l.publish(t, TopTree)
		}
	}
	return l
}

func (l *logOf) append(stream, typ string, data any) {
	body, _ := json.Marshal(data)
	meta, _ := json.Marshal(map[string]any{"time": l.now, "tenant": tenant})
	e := &Event{Stream: stream, Revision: l.next[stream], ID: uuid.NewSHA1(uuid.Nil, fmt.Appendf(nil, "%s@%d", stream, l.next[stream])),
		Type:        typ,
		ContentType: "application/json", Data: body, Metadata: meta}
	l.next[stream]++
	l.events = append(l.events, e)
	tree, _ := TreeOf(stream)
	l.tree(tree).add(LeafHash(e.Leaf()))
}

func (l *logOf) tree(name string) *forest {
	if l.trees[name] == nil {
		l.trees[name] = newForest()
	}
	return l.trees[name]
}

func (l *logOf) publish(t require, name string) {
	tree, from := l.tree(name), l.signed[name]
	if tree.Size == from {
		return
	}
	root := tree.Root()
	note, err := l.signer.Sign(name, tree.Size, root, l.now)
	if err != nil {
		t.Fatal(err)
	}
	trail, err := tree.tiles.Trail(from, tree.Size)
	if err != nil {
		t.Fatal(err)
	}
	l.notes = append(l.notes, note)
	l.signed[name] = tree.Size
	l.append(checkpoint.Stream(name, l.now), "checkpoint.published.v1",
		checkpoint.Published{Tree: name, Size: tree.Size, Root: root[:], Note: string(note), From: from, Trail: trail})
}

func check(t require, events []*Event, kept ...[]byte) ([]Summary, []Finding) {
	ring := &Keyring{}
	if err := ring.Trust(signer(t, testKey).PublicKey()); err != nil {
		t.Fatal(err)
	}
	v := &Verifier{Keys: ring}
	for _, e := range events {
		v.Prepare(e)
	}
	for i, note := range kept {
		v.Expect(fmt.Sprintf("kept %d", i), note)
	}
	v.Begin()
	for _, e := range events {
		v.Add(e)
	}
	trees, _, findings := v.End()
	return trees, findings
}

func TestAnHonestLogVerifies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := makeLog(t, rapid.IntRange(1, 300).Draw(t, "events"), rapid.IntRange(1, 120).Draw(t, "every"),
			rapid.IntRange(1, 20).Draw(t, "streams"))
		trees, findings := check(t, l.events, l.notes...)
		if len(findings) > 0 {
			t.Fatal(findings)
		}
		for _, tree := range trees {
			if tree.Covered != l.signed[tree.Tree] {
				t.Fatalf("%+v, signed were %d", tree, l.signed[tree.Tree])
			}
		}
	})
}

// Whatever is done to one covered event is found, and the event is named.
func TestTamperingIsNamed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		every := rapid.IntRange(2, 60).Draw(t, "every")
		l := makeLog(t, rapid.IntRange(every, 200).Draw(t, "events"), every, rapid.IntRange(1, 9).Draw(t, "streams"))
		covered := map[string]uint64{}
		var places []int
		for i, e := range l.events {
			tree, _ := TreeOf(e.Stream)
			if covered[tree]++; covered[tree] <= l.signed[tree] {
				places = append(places, i)
			}
		}
		at := rapid.SampledFrom(places).Draw(t, "at")
		e := *l.events[at]
		events := append([]*Event(nil), l.events...)
		events[at] = &e
		wants := []string{fmt.Sprintf("%s@%d ", e.Stream, e.Revision)}
		switch rapid.SampledFrom([]string{"data", "metadata", "id", "type", "content type", "drop", "insert"}).Draw(t, "what") {
		case "data":
			e.Data = bytes.Clone(e.Data)
			e.Data[rapid.IntRange(0, len(e.Data)-1).Draw(t, "byte")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		case "metadata":
			e.Metadata = bytes.Clone(e.Metadata)
			e.Metadata[rapid.IntRange(0, len(e.Metadata)-1).Draw(t, "byte")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		case "id":
			e.ID[rapid.IntRange(0, 15).Draw(t, "byte")] ^= 1
		case "type":
			e.Type += "x"
		case "content type":
			e.ContentType = "application/octet-stream"
		case "drop":
			events = append(events[:at:at], events[at+1:]...)
			wants = []string{fmt.Sprintf("%s@%d: is missing", e.Stream, e.Revision), "dropped", "cut off"}
		case "insert":
			forged := e
			forged.Stream, forged.Revision = e.Stream[:strings.LastIndexByte(e.Stream, '-')]+"-forged", 0
			events = append(events[:at:at], append([]*Event{&forged}, events[at:]...)...)
			wants = []string{forged.Stream + "@0 "}
		}
		_, findings := check(t, events, l.notes...)
		for _, f := range findings {
			for _, want := range wants {
				if strings.Contains(f.String(), want) {
					return
				}
			}
		}
		t.Fatalf("no finding names %v: %v", wants, findings)
	})
}

// What findings say, to be read by a person.
func TestFindings(t *testing.T) {
	l := makeLog(t, 40, 20, 3)
	var out strings.Builder
	show := func(what string, events []*Event, kept ...[]byte) {
		_, findings := check(t, events, kept...)
		fmt.Fprintf(&out, "# %s\n", what)
		for _, f := range findings {
			fmt.Fprintln(&out, f)
		}
		fmt.Fprintln(&out)
	}
	change := func(at int, f func(e *Event)) []*Event {
		events := append([]*Event(nil), l.events...)
		e := *events[at]
		f(&e)
		events[at] = &e
		return events
	}
	show("honest", l.events, l.notes...)
	show("one flipped byte", change(10, func(e *Event) { e.Data = []byte(`{"n":11}`) }))
	show("dropped", append(append([]*Event(nil), l.events[:10]...), l.events[11:]...))
	show("the last covered event of a tenant dropped", append(append([]*Event(nil), l.events[:19]...), l.events[20:]...))
	show("inserted", append(append(append([]*Event(nil), l.events[:10]...), &Event{Stream: "case-" + tenant + "-forged",
		Type: "case.happened.v1",
		ID:   l.events[0].ID, ContentType: "application/json", Metadata: l.events[9].Metadata}), l.events[10:]...))
	moved := append([]*Event(nil), l.events...)
	moved[11], moved[12] = moved[12], moved[11]
	show("reordered", moved)
	show("cut off", l.events[:30], l.notes...)
	show("a checkpoint dropped", append(append([]*Event(nil), l.events[:20]...), l.events[21:]...))
	show("a checkpoint of a stranger", append(append([]*Event(nil), l.events...), forgedHead(t, l)))
	late := makeLog(t, 40, 20, 3)
	late.now = began
	late.append("case-"+tenant+"-late", "case.happened.v1", map[string]any{})
	show("back-dated, after the last checkpoint", late.events)
	again := makeLog(t, 40, 20, 4)
	show("another history, signed with the same key, beside a checkpoint that was kept", again.events, l.notes[0])
	long := makeLog(t, 200, 20, 3)
	show("inserted where no checkpoint covers it",
		append(append(append([]*Event(nil), long.events[:30]...), &Event{Stream: "case-0192aa0000000000000000000000ffff-forged",
			Type: "case.happened.v1", ContentType: "application/json", Metadata: long.events[30].Metadata}), long.events[30:]...))
	wide := makeLog(t, 3000, 3000, 3)
	events := append([]*Event(nil), wide.events...)
	e := *events[2000]
	e.Data = []byte("x")
	events[2000] = &e
	show("one flipped byte among 3000 that were signed at once", events)
	golden(t, "findings.txt", out.String())
}

func forgedHead(t *testing.T, l *logOf) *Event {
	root := l.tree(tenant).Root()
	size := l.tree(tenant).Size
	note, err := signer(t, otherKey).Sign(tenant, size, root, l.now)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := json.Marshal(checkpoint.Published{Tree: tenant, Size: size, Root: root[:], Note: string(note)})
	return &Event{Stream: "checkpoint-" + tenant + "-forged", Type: "checkpoint.published.v1", ContentType: "application/json", Data: body}
}

// The forms that others must be able to make for themselves.
func TestForms(t *testing.T) {
	e := &Event{Stream: "case-" + tenant + "-1", Revision: 258, ID: uuid.MustParse("0192aa00-0000-4000-8000-00000000000f"),
		Type:        "case.opened.v1",
		ContentType: "application/json", Data: []byte(`{"a":1}`), Metadata: []byte(`{}`)}
	s := signer(t, testKey)
	hash := LeafHash(e.Leaf())
	var h Hasher
	if h.Hash(e) != hash {
		t.Error("the two ways to hash a leaf differ")
	}
	note, err := s.Sign(tenant, 1, hash, began)
	if err != nil {
		t.Fatal(err)
	}
	rotation, err := s.Rotate(signer(t, otherKey), began)
	if err != nil {
		t.Fatal(err)
	}
	line, err := MarshalLines([]*Event{e})
	if err != nil {
		t.Fatal(err)
	}
	p := InclusionProof{Index: 0, Hashes: []Hash{hash}, Checkpoint: note}
	golden(t, "forms.txt", fmt.Sprintf("# leaf\n%x\n\n# its hash\n%x\n\n# line\n%s\n# checkpoint\n%s\n# inclusion proof\n%s\n# rotation\n%s",
		e.Leaf(), hash, line, note, p.Text(), rotation))
	again, err := ParseInclusionProof(p.Text())
	if err != nil || !bytes.Equal(again.Text(), p.Text()) {
		t.Errorf("%v", err)
	}
	if err := ReadLines(bytes.NewReader(line), func(got *Event) error {
		if !bytes.Equal(got.Leaf(), e.Leaf()) {
			t.Error("a line is read as another event")
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

func TestKeyring(t *testing.T) {
	first, second := signer(t, testKey), signer(t, otherKey)
	third, _, err := NewKey(zeros{}, "test.example/log")
	if err != nil {
		t.Fatal(err)
	}
	foreign, _, err := NewKey(zeros{}, "other.example/log")
	if err != nil {
		t.Fatal(err)
	}
	rotate := func(from, to *Signer) []byte {
		note, err := from.Rotate(to, began)
		if err != nil {
			t.Fatal(err)
		}
		return note
	}
	chain := [][]byte{rotate(second, signer(t, third)), rotate(first, second)}
	for _, trusted := range []*Signer{first, second, signer(t, third)} {
		ring := &Keyring{}
		if err := ring.Trust(trusted.PublicKey()); err != nil {
			t.Fatal(err)
		}
		if unknown := ring.Follow(chain...); unknown != 0 || len(ring.Public()) != 3 {
			t.Errorf("%d unknown, %v", unknown, ring.Public())
		}
	}
	if _, err := first.Rotate(signer(t, foreign), began); err == nil {
		t.Error("a key of another log follows")
	}
	ring := &Keyring{}
	if err := ring.Trust(first.PublicKey()); err != nil {
		t.Fatal(err)
	}
	// Signed by the new key alone, or by the old one alone, a rotation is none.
	text := string(rotate(first, second))
	body, signatures, _ := strings.Cut(text, "\n\n")
	lines := strings.SplitAfter(signatures, "\n")
	for _, one := range lines[:2] {
		if ring.Follow([]byte(body+"\n\n"+one)) != 1 {
			t.Error("a rotation with one signature was followed")
		}
	}
	note, err := first.Sign("top", 1, Hash{}, began)
	if err != nil {
		t.Fatal(err)
	}
	if _, public, err := ring.Open(note); err != nil || public != first.PublicKey() {
		t.Errorf("%s, %v", public, err)
	}
	for _, other := range []string{
		strings.Replace(string(note), "log/top\n1\n", "log/top\n2\n", 1),
		strings.Replace(string(note), "/top", "/0", 2),
		strings.Replace(string(note), "\n1\n", "\n01\n", 1),
		"", "\n\n", body + "\n\n" + signatures,
	} {
		if _, _, err := ring.Open([]byte(other)); err == nil {
			t.Errorf("opened %q", other)
		}
	}
	for _, name := range []string{"", "a b", "a+b", "a/", "a\nb"} {
		if _, _, err := NewKey(zeros{}, name); err == nil {
			t.Errorf("%q is the name of a log", name)
		}
	}
}

// zeros draws no chance; keys of it are for tests.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }

func FuzzCheckpointText(f *testing.F) {
	f.Add("test.example/log/top\n1\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\ntime 2026-11-20T09:00:00.000000Z\n")
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := parseCheckpoint(text); err == nil && c.Text() != text {
			t.Errorf("%q is read as %q", text, c.Text())
		}
		ParseInclusionProof([]byte(text))
	})
}
