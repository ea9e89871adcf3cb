package canonical_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gowebpki/jcs"

	"github.com/tallystick/tallystick/domain/canonical"
)

// texts are pieces of names and strings: plain, of other scripts, and all that has more than
// one spelling.
var texts = []string{"", "a", "account", "tax_code", "B", "aa", "a!", "a\"", "é", "日本", "\U0001F600", "ﬀ", "\u2028", "<b>", "&", "\\", "\n", "\x01",
	"\x7f", "10.00", " ", "{", "]"}

var numbers = []any{0, 7, -7, 123456789012345, int64(1234567890123456), int64(9007199254740993), 1.5, -0.25, 1e21, 1e-7, json.Number("-0"),
	json.Number("1.0"), json.Number("1e3"), json.Number("100"), true, false, nil}

func pick[T any](r *rand.Rand, all []T) T { return all[r.IntN(len(all))] }

func text(r *rand.Rand) string {
	if r.IntN(3) > 0 {
		return pick(r, texts[:6])
	}
	return pick(r, texts) + pick(r, texts)
}

func value(r *rand.Rand, depth int) any {
	switch n := r.IntN(6); {
	case n == 0 && depth > 0:
		out := map[string]any{}
		for range r.IntN(6) {
			out[text(r)] = value(r, depth-1)
		}
		return out
	case n == 1 && depth > 0:
		out := []any{}
		for range r.IntN(5) {
			out = append(out, value(r, depth-1))
		}
		return out
	case n < 4:
		return text(r)
	}
	if r.IntN(3) > 0 {
		return r.IntN(1000) - 100
	}
	return pick(r, numbers)
}

// Whatever is written has the text that the reference has for it, whichever way it took.
func TestAsTheReferenceHasIt(t *testing.T) {
	const seed = 8785
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	for range 50_000 {
		members := map[string]any{}
		for range 1 + r.IntN(5) {
			members[text(r)] = value(r, 3)
		}
		// In any order: a map is written in the order of its names.
		var parts []string
		for name, v := range members {
			n, _ := json.Marshal(name)
			w, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, fmt.Sprintf("%s:%s", n, w))
		}
		same(t, []byte("{"+strings.Join(parts, ",")+"}"))
		got, err := canonical.JSON(members)
		if err != nil {
			t.Fatal(err)
		}
		plain, _ := json.Marshal(members)
		if want, err := jcs.Transform(plain); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%s\nis written as %s\nnot as     %s", plain, got, want)
		}
	}
}

func same(t *testing.T, in []byte) {
	t.Helper()
	got, err := canonical.Text(in)
	want, wantErr := jcs.Transform(in)
	if (err != nil) != (wantErr != nil) || err == nil && !bytes.Equal(got, want) {
		t.Fatalf("%s\nis written as %s, %v\nnot as     %s, %v", in, got, err, want, wantErr)
	}
}

// What is no text of JSON is refused as the reference refuses it.
func FuzzText(f *testing.F) {
	for _, s := range []string{`{"b":1,"a":[true,null,"x"]}`, `{"a":1,"a":2}`, `[1,]`, `{"a":01}`, `{"a":-}`, `{"a" :1}`, `"a`, `{"a":1}x`, ``, `[`, `{"":{}}`,
		`{"a":1e5}`, `[-0]`, "{\"a\":\"\x01\"}", "{\"a\":\"\xff\"}", `[1 2]`, `truefalse`, `{"é":1,"e":2}`, `nullx`, "[1]\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) < 2000 {
			same(t, in)
		}
	})
}

func BenchmarkPlain(b *testing.B) {
	in := map[string]any{"format": "tallystick.journal.v1", "lines": []any{map[string]any{"side": "debit", "account": "1200", "amount": "10.00"},
		map[string]any{"side": "credit", "account": "8400", "amount": "10.00", "base_amount": "10.00"}}, "date": "2026-03-04", "site": 1}
	text, _ := json.Marshal(in)
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			canonical.Text(text)
		}
	})
	b.Run("reference", func(b *testing.B) {
		for b.Loop() {
			jcs.Transform(text)
		}
	})
}
