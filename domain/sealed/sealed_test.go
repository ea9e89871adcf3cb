package sealed_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/sealed"
)

// A text that was not sealed cannot be written, wherever it stands.
func TestPlainTextIsNeverWritten(t *testing.T) {
	secret := sealed.Of("client-1", "Ada Byron")
	for _, v := range []any{secret, &secret, []sealed.Text{secret}, struct{ Name *sealed.Text }{&secret},
		map[string]sealed.Text{"a": secret}} {
		b, err := json.Marshal(v)
		if !errors.Is(err, sealed.ErrPlain) || strings.Contains(string(b), "Ada") {
			t.Errorf("%T: %s, %v", v, b, err)
		}
	}
}

func TestWireForm(t *testing.T) {
	text := sealed.Of("client-1", "Ada")
	text.Hide([]byte{1, 2, 3})
	b, err := json.Marshal(text)
	if err != nil || string(b) != `{"subject":"client-1","sealed":"AQID"}` {
		t.Fatalf("%s, %v", b, err)
	}
	var back sealed.Text
	if err := json.Unmarshal(b, &back); err != nil || back.Subject != "client-1" || string(back.Cipher) != "\x01\x02\x03" || back.Plain != "" {
		t.Errorf("%+v, %v", back, err)
	}
	text.Show()
	if text.Plain != "Ada" || text.Cipher != nil || text.String() != "Ada" {
		t.Errorf("shown again: %+v", text)
	}
	if json.Unmarshal([]byte(`"plain"`), &back) == nil {
		t.Error("a plain string was read as a sealed text")
	}
}

// Walk reaches every text that can be replaced, and says so of one that cannot.
func TestWalk(t *testing.T) {
	type inner struct{ A, B sealed.Text }
	v := struct {
		One    sealed.Text
		Many   []sealed.Text
		Fixed  [2]sealed.Text
		Far    *inner
		None   *inner
		Nested []inner
		Any    any
		Number int
	}{Many: make([]sealed.Text, 3), Far: &inner{}, Nested: make([]inner, 2), Any: &sealed.Text{}}
	n := 0
	if err := sealed.Walk(&v, func(t *sealed.Text) error { n++; t.Plain = "seen"; return nil }); err != nil || n != 1+3+2+2+4+1 {
		t.Errorf("%d texts, %v", n, err)
	}
	if v.Many[2].Plain != "seen" || v.Nested[1].B.Plain != "seen" || v.Far.A.Plain != "seen" {
		t.Errorf("%+v", v)
	}
	stop := errors.New("stop")
	if err := sealed.Walk(&v, func(*sealed.Text) error { return stop }); err != stop {
		t.Error(err)
	}
	m := map[string]sealed.Text{"a": {}}
	if sealed.Walk(&m, func(*sealed.Text) error { return nil }) == nil {
		t.Error("a text in a map passes, though it cannot be sealed")
	}
}

// What a type may hold is looked up once, and no text is passed over by it: also not in a
// type that holds itself, behind a field that has none, or in one that shows in the value
// alone. A type without any is left alone.
func TestWalkByType(t *testing.T) {
	type figures struct{ Net, Gross int }
	type chain struct {
		Figures figures
		Next    *chain
		Beside  []chain
		Name    sealed.Text
	}
	type holder struct {
		Plain  []figures
		By     map[string]figures
		Any    any
		Chains []*chain
		hidden sealed.Text
	}
	count := func(v any) (n int) {
		t.Helper()
		if err := sealed.Walk(v, func(*sealed.Text) error { n++; return nil }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := count(&chain{Next: &chain{Next: &chain{}}, Beside: []chain{{Beside: []chain{{}, {}}}}}); n != 6 {
		t.Errorf("%d of 6 texts of a chain", n)
	}
	if n := count(&holder{Any: &chain{}, Chains: []*chain{nil, {}, {Next: &chain{}}}, hidden: sealed.Of("a", "b")}); n != 4 {
		t.Errorf("%d of 4 texts", n)
	}
	if n := count(&holder{Plain: make([]figures, 3), By: map[string]figures{"a": {}}, Any: figures{}}); n != 0 {
		t.Errorf("%d texts where there are none", n)
	}
}

// What is shown is shown wherever it stands: a text that was forgotten as null, one that
// is still sealed not at all; and nothing that is no text differs from its JSON.
func TestReadable(t *testing.T) {
	shown := sealed.Of("client-1", "Ada & <Byron>")
	shown.Hide([]byte{1})
	shown.Show()
	type inner struct {
		Name  sealed.Text  `json:"name"`
		Other *sealed.Text `json:"other,omitempty"`
	}
	value := struct {
		inner
		List []inner                `json:"list"`
		Map  map[string]sealed.Text `json:"map"`
		None map[string]sealed.Text `json:"none,omitempty"`
		N    int                    `json:"n"`
	}{inner{Name: shown}, []inner{{Name: shown, Other: &sealed.Text{Forgotten: true}}}, map[string]sealed.Text{"b": shown, "a": shown}, nil, 7}
	ada, err := json.Marshal("Ada & <Byron>")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.ReplaceAll(`{"name":ADA,"list":[{"name":ADA,"other":null}],"map":{"a":ADA,"b":ADA},"n":7}`, "ADA", string(ada))
	if got, err := sealed.Readable(value); err != nil || string(got) != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
	hidden := sealed.Of("client-1", "Ada")
	hidden.Hide([]byte{1})
	for _, v := range []any{hidden, &hidden, []sealed.Text{hidden}, map[string]sealed.Text{"a": hidden}, inner{Name: hidden}} {
		if got, err := sealed.Readable(v); err == nil || strings.Contains(string(got), "AQ==") {
			t.Errorf("%T: %s, %v", v, got, err)
		}
	}
}
