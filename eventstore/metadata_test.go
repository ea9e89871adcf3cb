package eventstore

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/event"
)

func FuzzMetadata(f *testing.F) {
	full := event.Metadata{
		CommandID: uuid.MustParse("a3bb189e-8bf9-3888-9912-ace4e6543002"), RequestHash: "ab", Operation: "cases.open", Tenant: "t", Site: -5,
		Pins: map[string]string{"law": "2026", "": ""}, Schema: 1, Time: time.Date(2026, 11, 20, 12, 30, 0, 123456000, time.UTC),
	}
	written, err := json.Marshal(full)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(written)
	for _, s := range []string{
		`{}`, `{ "tenant":"a"}`, `{"Tenant":"a"}`, `{"tenant":"\u00e9"}`, `{"tenant":"é"}`, `{"site":01}`, `{"site":-0}`, `{"site":+1}`, `{"site":1e2}`,
		`{"tenant":"a","tenant":"b"}`, `{"pins":{"a":"b"},"pins":{"c":"d"}}`, `{"pins":null}`, `{"schema":9223372036854775807}`, `{"site":-}`,
		`{"time":"2026-11-20T12:30:00+01:00"}`, `{"time":"2026-11-20"}`, `{"command_id":"{a3bb189e-8bf9-3888-9912-ace4e6543002}"}`, `{"tenant":"a"}x`, `{,}`,
		`{"tenant":"a",}`, `{"other":1}`, "", `null`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) { sameMetadata(t, raw) })
}

type failing interface {
	Errorf(format string, args ...any)
}

func sameMetadata(t failing, raw []byte) {
	var got, want event.Metadata
	gotErr, wantErr := decodeMetadata(raw, &got), json.Unmarshal(raw, &want)
	if (gotErr == nil) != (wantErr == nil) {
		t.Errorf("%s: %v, want %v", raw, gotErr, wantErr)
	}
	if gotErr == nil && !reflect.DeepEqual(got, want) {
		t.Errorf("%s is read as\n%+v\nwant\n%+v", raw, got, want)
	}
}

// What Encode writes is read in the short way unless it has letters that need the
// long one, and the same by both.
func TestMetadata(t *testing.T) {
	word := rapid.OneOf(rapid.StringMatching(`[a-z0-9._:/-]{0,20}`), rapid.String())
	rapid.Check(t, func(t *rapid.T) {
		m := event.Metadata{
			CommandID: uuid.UUID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "command")), RequestHash: word.Draw(t, "hash"),
			Operation: word.Draw(t, "operation"),
			Tenant:    word.Draw(t, "tenant"), Site: rapid.Int64().Draw(t, "site"), Principal: word.Draw(t, "principal"), Role: word.Draw(t, "role"),
			Key: word.Draw(t, "key"), Request: word.Draw(t, "request"), CorrelationID: word.Draw(t, "correlation"),
			CausationID: word.Draw(t, "causation"), Stands: word.Draw(t, "stands"), Mark: word.Draw(t, "mark"),
			Pins: rapid.MapOfN(word, word, 0, 3).Draw(t, "pins"), Schema: rapid.IntRange(math.MinInt, math.MaxInt).Draw(t, "schema"),
			Time: time.UnixMicro(rapid.Int64Range(0, 4e15).Draw(t, "time")).UTC(),
		}
		raw, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		sameMetadata(t, raw)
	})
	raw, err := json.Marshal(event.Metadata{Tenant: "t", Operation: "cases.open", Pins: map[string]string{"law": "2026"}, Schema: 1,
		Time: time.Unix(1, 0).UTC(), Stands: "case-t-1@3", Mark: "pZ_-0w"})
	if err != nil {
		t.Fatal(err)
	}
	if s := (metadataScanner{rest: string(raw)}); !s.metadata(&event.Metadata{}) {
		t.Errorf("not read in the short way: %s", raw)
	}
}

func BenchmarkMetadata(b *testing.B) {
	raw, err := json.Marshal(event.Metadata{
		CommandID: uuid.New(), Tenant: "firm", Principal: "ada", Role: "owner", Operation: "calculate.income", Schema: 1, Time: time.Now().UTC(),
	})
	if err != nil {
		b.Fatal(err)
	}
	for name, decode := range map[string]func([]byte, *event.Metadata) error{
		"json": func(raw []byte, m *event.Metadata) error { return json.Unmarshal(raw, m) }, "short": decodeMetadata,
	} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				var m event.Metadata
				if err := decode(raw, &m); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
