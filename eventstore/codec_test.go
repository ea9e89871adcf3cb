package eventstore_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/eventstore"
)

// box seals by writing backwards; it fails after some texts when told to.
type box struct {
	failAfter int // 0 = never
	forgotten map[string]bool
	sealed    int
}

var errBox = errors.New("the vault is down")

func (b *box) Forget(string, string) {}

func (b *box) Seal(_ context.Context, tenant, subject, plain string) ([]byte, error) {
	if b.sealed++; b.failAfter > 0 && b.sealed > b.failAfter {
		return nil, errBox
	}
	return []byte(tenant + "/" + subject + "/" + reverse(plain)), nil
}

func (b *box) Open(_ context.Context, tenant, subject string, cipher []byte) (string, bool, error) {
	if b.forgotten[subject] {
		return "", true, nil
	}
	text, ok := strings.CutPrefix(string(cipher), tenant+"/"+subject+"/")
	if !ok {
		return "", false, errors.New("sealed for someone else")
	}
	return reverse(text), false, nil
}

func reverse(s string) string {
	r := []rune(s)
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	return string(r)
}

type part struct {
	Title sealed.Text `json:"title"`
}

type noted struct {
	Name  sealed.Text   `json:"name"`
	Parts []part        `json:"parts"`
	Other *sealed.Text  `json:"other,omitempty"`
	Empty sealed.Text   `json:"empty,omitzero"`
	More  []sealed.Text `json:"more"`
	Count int           `json:"count"`
	Plain string        `json:"plain"`
}

func (noted) EventType() string { return "note.noted.v1" }

var notes = event.NewRegistry(event.Category{Name: "note", Types: []event.Type{event.Of[noted]()}})

func note() noted {
	other := sealed.Of("c", "other <&> text")
	return noted{
		Name: sealed.Of("a", "Ada Byron"), Parts: []part{{sealed.Of("a", "first")}, {sealed.Of("b", "second")}}, Other: &other,
		More: []sealed.Text{sealed.Of("b", "much more")}, Count: 3, Plain: "<public>",
	}
}

var meta = event.Metadata{
	CommandID: uuid.MustParse("0192aa00-0000-7000-8000-000000000001"), Tenant: "firm", Operation: "notes.note",
	Time: time.Date(2026, 11, 20, 12, 0, 0, 123456000, time.UTC), Pins: map[string]string{"dataset": "1"},
}

// What is written is read back whole, and nothing personal stands in between.
func TestRoundTrip(t *testing.T) {
	c := &eventstore.Codec{Registry: notes, Box: &box{}}
	proposed, err := c.Encode(t.Context(), "note-firm-1", meta, []event.Payload{note(), noted{}})
	if err != nil || len(proposed) != 2 {
		t.Fatalf("%v, %v", proposed, err)
	}
	for _, word := range []string{"Ada", "first", "second", "other <", "text", "much more"} {
		if strings.Contains(string(proposed[0].Data), word) {
			t.Errorf("the log reads %q: %s", word, proposed[0].Data)
		}
	}
	if !strings.Contains(string(proposed[0].Data), `"<public>"`) {
		t.Errorf("escaped for a browser: %s", proposed[0].Data)
	}
	for i, want := range []noted{note(), {}} {
		raw := eventstore.Raw{Stream: "note-firm-1", Revision: uint64(i), ID: proposed[i].ID, Type: proposed[i].Type, Data: proposed[i].Data,
			Metadata: proposed[i].Metadata}
		got, known, err := c.Decode(t.Context(), raw)
		if err != nil || !known {
			t.Fatalf("%v, %v", known, err)
		}
		if texts(got.Payload.(noted)) != texts(want) || got.ID != eventstore.EventID(meta.CommandID, "note-firm-1", i) {
			t.Errorf("read back as\n%s\nwritten as\n%s", texts(got.Payload.(noted)), texts(want))
		}
		if !got.Meta.Time.Equal(meta.Time) || got.Meta.Operation != meta.Operation || got.Meta.Schema != 1 || got.Meta.Pins["dataset"] != "1" {
			t.Errorf("metadata %+v", got.Meta)
		}
	}
}

// texts shows a payload with its texts in the clear.
func texts(n noted) string {
	out := fmt.Sprintf("name %s; empty %q; plain %s; count %d", n.Name.Plain, n.Empty.Plain, n.Plain, n.Count)
	for _, p := range n.Parts {
		out += "; part " + p.Title.Plain
	}
	for _, m := range n.More {
		out += "; more " + m.Plain
	}
	if n.Other != nil {
		out += "; other " + n.Other.Plain
	}
	return out
}

// Sealing leaves the caller's payload as it was, slices and pointers too, and
// also when the vault fails half-way.
func TestEncodeLeavesThePayloadAlone(t *testing.T) {
	for failAfter := range 6 {
		payload, before := note(), note()
		c := &eventstore.Codec{Registry: notes, Box: &box{failAfter: failAfter}}
		_, err := c.Encode(t.Context(), "note-firm-1", meta, []event.Payload{payload})
		if failed := failAfter > 0 && failAfter < 5; failed != errors.Is(err, errBox) {
			t.Errorf("failing after %d: %v", failAfter, err)
		}
		if !reflect.DeepEqual(payload, before) {
			t.Errorf("failing after %d, the payload became\n%+v, was\n%+v", failAfter, payload, before)
		}
	}
}

// Personal data without a subject is a mistake of the program's.
func TestTextWithoutSubject(t *testing.T) {
	c := &eventstore.Codec{Registry: notes, Box: &box{}}
	if _, err := c.Encode(t.Context(), "note-firm-1", meta, []event.Payload{noted{Name: sealed.Text{Plain: "Ada"}}}); err == nil {
		t.Error("sealed for nobody")
	}
}

func TestForgottenTextIsReadAsForgotten(t *testing.T) {
	b := &box{forgotten: map[string]bool{}}
	c := &eventstore.Codec{Registry: notes, Box: b}
	proposed, err := c.Encode(t.Context(), "note-firm-1", meta, []event.Payload{note()})
	if err != nil {
		t.Fatal(err)
	}
	b.forgotten["a"] = true
	got, _, err := c.Decode(t.Context(), eventstore.Raw{Stream: "note-firm-1", Type: "note.noted.v1", Data: proposed[0].Data,
		Metadata: proposed[0].Metadata})
	if err != nil {
		t.Fatal(err)
	}
	n := got.Payload.(noted)
	if !n.Name.Forgotten || n.Name.Plain != "" || n.Parts[1].Title.Plain != "second" || n.Parts[1].Title.Forgotten {
		t.Errorf("%+v", n)
	}
}

func TestDecodeRefusals(t *testing.T) {
	c := &eventstore.Codec{Registry: notes, Box: &box{}}
	proposed, err := c.Encode(t.Context(), "note-firm-1", meta, []event.Payload{note()})
	if err != nil {
		t.Fatal(err)
	}
	sound := proposed[0].Metadata
	_, _, err = c.Decode(t.Context(), eventstore.Raw{Stream: "note-firm-1", Type: "note.burnt.v3", Metadata: sound})
	var unknown *event.ErrUnknownType
	if !errors.As(err, &unknown) || unknown.Type != "note.burnt.v3" {
		t.Errorf("an unknown type: %v", err)
	}
	if _, known, err := c.Decode(t.Context(), eventstore.Raw{Stream: "$stats-1", Type: "x", Data: []byte("garbage")}); known || err != nil {
		t.Errorf("another's stream: %v, %v", known, err)
	}
	noted := func(metadata string) eventstore.Raw {
		return eventstore.Raw{Stream: "note-firm-1", Type: "note.noted.v1", Data: proposed[0].Data, Metadata: []byte(metadata)}
	}
	for name, raw := range map[string]eventstore.Raw{
		"data":                {Stream: "note-firm-1", Type: "note.noted.v1", Data: []byte("{"), Metadata: sound},
		"metadata":            {Stream: "note-firm-1", Type: "note.noted.v1", Data: proposed[0].Data, Metadata: []byte("{")},
		"absent metadata":     {Stream: "note-firm-1", Type: "note.noted.v1", Data: proposed[0].Data},
		"another's metadata":  {Stream: "note-other-1", Type: "note.noted.v1", Data: proposed[0].Data, Metadata: sound},
		"no command":          noted(`{"tenant":"firm","schema":1,"time":"2026-11-20T12:00:00Z"}`),
		"no time":             noted(`{"command_id":"a3bb189e-8bf9-3888-9912-ace4e6543002","tenant":"firm","schema":1}`),
		"no schema":           noted(`{"command_id":"a3bb189e-8bf9-3888-9912-ace4e6543002","tenant":"firm","time":"2026-11-20T12:00:00Z"}`),
		"a stranger's type":   {Stream: "note-firm-1", Type: "thing.happened", Data: []byte("{}")},
		"a tombstone's place": {Stream: "note-firm-1", Type: "$streamDeleted"},
	} {
		var damaged *eventstore.DamagedError
		if _, _, err := c.Decode(t.Context(), raw); !errors.As(err, &damaged) || damaged.Stream != raw.Stream {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Event ids derive from command, stream and index; frozen, since a retry by a
// newer version must propose the same.
func TestEventID(t *testing.T) {
	seen := map[uuid.UUID]bool{}
	for _, stream := range []string{"note-firm-1", "note-firm-2"} {
		for i := range 10 {
			seen[eventstore.EventID(meta.CommandID, stream, i)] = true
		}
	}
	if len(seen) != 20 {
		t.Errorf("%d ids of 20", len(seen))
	}
	if got := eventstore.EventID(uuid.NameSpaceDNS, "note-firm-1", 0).String(); got != frozenEventID {
		t.Errorf("id %s, frozen %s", got, frozenEventID)
	}
}

// frozenEventID is UUIDv5 of the DNS namespace and "note-firm-1#0".
const frozenEventID = "19412663-de25-5252-800b-dd5d1684d89f"

func TestReveal(t *testing.T) {
	b := &box{forgotten: map[string]bool{"b": true}}
	c := &eventstore.Codec{Registry: notes, Box: b}
	proposed, err := c.Encode(t.Context(), "note-firm-1", meta, []event.Payload{note()})
	if err != nil {
		t.Fatal(err)
	}
	open, err := c.Reveal(t.Context(), eventstore.Raw{Stream: "note-firm-1", Type: "note.noted.v1", Data: proposed[0].Data})
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		Name  map[string]any
		Parts []struct{ Title map[string]any }
	}
	if err := json.Unmarshal(open, &v); err != nil {
		t.Fatal(err)
	}
	if v.Name["text"] != "Ada Byron" || v.Name["sealed"] != nil || v.Parts[1].Title["forgotten"] != true || v.Parts[1].Title["text"] != nil {
		t.Errorf("%s", open)
	}
	for _, data := range []string{`{ "a" : 1.50 }`, `not JSON`, `{"subject":"x","sealed":17}`, `{"subject":"x","sealed":"AQ==","more":1}`, `{"sealed":"AQ=="}`} {
		same, err := c.Reveal(t.Context(), eventstore.Raw{Stream: "note-firm-1", Data: []byte(data)})
		if err != nil || string(same) != data {
			t.Errorf("%s became %s, %v", data, same, err)
		}
	}
	// Sealed for another tenant: an error, never a text.
	if out, err := c.Reveal(t.Context(), eventstore.Raw{Stream: "note-other-1", Data: proposed[0].Data}); err == nil {
		t.Errorf("opened in another tenant's stream: %s", out)
	}
}
