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
