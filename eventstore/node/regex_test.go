package node

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// randomExpression writes an expression of what both engines are said to read alike.
func randomExpression(r *rand.Rand, depth int) string {
	atom := func() string {
		switch r.IntN(7) {
		case 0:
			return "."
		case 1:
			return `\` + string(`$.*+?|()[]{}^\-/`[r.IntN(16)])
		case 2:
			class := "["
			if r.IntN(3) == 0 {
				class += "^"
			}
			for range 1 + r.IntN(3) {
				class += []string{"a", "b-d", `\]`, `\\`, "-", "$", "1", "0-9", "|"}[r.IntN(9)]
			}
			return class + "]"
		case 3:
			if depth > 0 {
				return []string{"(", "(?:"}[r.IntN(2)] + randomExpression(r, depth-1) + ")"
			}
		case 4:
			return "^"
		}
		return string("abcd-_1/ $"[r.IntN(9)])
	}
	var b strings.Builder
	for range 1 + r.IntN(4) {
		b.WriteString(atom() + []string{"", "", "", "*", "+", "?", "*?", "|"}[r.IntN(8)])
	}
	return b.String()
}

// What goes to Go's engine means the same to .NET's: on random expressions and names.
func TestLinearExpressionsMeanTheSame(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	r := rand.New(rand.NewPCG(seed, 21))
	taken, matched := 0, 0
	for range 4000 {
		text := randomExpression(r, 2)
		x, err := compileRegex(text)
		if err != nil || x.linear == nil {
			continue
		}
		taken++
		for range 20 {
			name := ""
			for range r.IntN(8) {
				name += string("abcd-_1/$.()[]^\\é\n"[r.IntN(18)])
			}
			want, err := x.backward.MatchString(name)
			if err != nil {
				continue // it takes .NET's too long, and what it would say is not known
			}
			if got, _ := x.Match(t.Context(), []byte(name)); got != want {
				t.Fatalf("seed %d: %q on %q: Go says %v, .NET %v", seed, text, name, got, want)
			}
			if want {
				matched++
			}
		}
	}
	if taken < 1000 || matched < 1000 {
		t.Errorf("seed %d: %d expressions taken, %d matches: the test is blind", seed, taken, matched)
	}
}

// What the engines read otherwise goes to .NET's.
func TestWhatGoReadsOtherwise(t *testing.T) {
	for text, names := range map[string][2]string{ // a name that matches, and one that does not
		`^a$`:              {"a\n", "ab"},
		`^\w$`:             {"é", "-"},
		`^\d$`:             {"٣", "x"},
		`^[a-d-[bc]]$`:     {"a", "b"},
		`^(?i:K)$`:         {"k", "x"},
		`^(?<n>a)(?(n)b)$`: {"ab", "a"},
	} {
		x, err := compileRegex(text)
		if err != nil {
			t.Fatal(err)
		}
		if x.linear != nil {
			t.Errorf("%s is taken for one that both read alike", text)
		}
		for i, name := range names {
			if got, err := x.Match(t.Context(), []byte(name)); err != nil || got != (i == 0) {
				t.Errorf("%s on %q: %v, %v", text, name, got, err)
			}
		}
	}
}

// endless takes a time that doubles with each letter of the name, and no engine's
// shortcut is known for it.
const endless = `^(?:(a|aa)\1?)+$(?<!b)`

// An expression that would take for ever ends with an error, and one whose caller has
// gone does not begin.
func TestSlowExpressionsEnd(t *testing.T) {
	x, err := compileRegex(endless)
	if err != nil {
		t.Fatal(err)
	}
	name := []byte(strings.Repeat("a", 200) + "b")
	var refused *callError
	if _, err := x.Match(t.Context(), name); !errors.As(err, &refused) {
		t.Errorf("got %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.Match(ended, name); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Whatever is sent as an expression, a match ends without a panic.
func TestAnyExpressionIsSafe(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	r := rand.New(rand.NewPCG(seed, 22))
	parts := []string{"(", ")", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?<n>", "(?(1)", "|", "*", "+", "?", "*?", "{2}", "{0,9}", "a", "b", ".", "^",
		"$", `\b`, `\B`, `\1`, `\k<n>`, `\w`, `\W`, `\p{L}`, `\G`, `\A`, `\z`, "[a-z-[b]]", "[^", "]", "(?i)", "(?m)", "(?x)", "é", "\xff"}
	compiled := 0
	for range 3000 {
		var text strings.Builder
		for range 1 + r.IntN(12) {
			text.WriteString(parts[r.IntN(len(parts))])
		}
		x, err := compileRegex(text.String())
		if err != nil {
			continue
		}
		compiled++
		for _, name := range []string{"", "ab", "abab-é", "a\xff\n"} {
			var refused *callError
			if _, err := x.Match(t.Context(), []byte(name)); err != nil && !errors.As(err, &refused) {
				t.Fatalf("seed %d: %q on %q: %v", seed, text.String(), name, err)
			}
		}
	}
	if compiled < 200 {
		t.Errorf("seed %d: %d expressions compiled: the test is blind", seed, compiled)
	}
}

// A group whose filter an earlier release took as Go reads it goes on.
func TestStoredFiltersGoOn(t *testing.T) {
	before := &filterConfig{Regex: `^\Qa.b\E(?P<x>c)`}
	if _, err := before.compile(); err == nil {
		t.Fatal(".NET's engine reads it too: take another")
	}
	f, err := before.stored()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"a.bc": true, "aXbc": false} {
		if got, err := f.match(t.Context())([]byte(name), nil); err != nil || got != want {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, err := (&filterConfig{Regex: "("}).stored(); err == nil {
		t.Error("what no engine reads is taken")
	}
}

func BenchmarkRegex(b *testing.B) {
	name := []byte("case-0192f0c4a1b27c3d9e8f001122334455-0192f0c4a1b27c3d9e8f001122334466")
	for _, text := range []string{`^case-`, `^(?!\$)`, `^(\w)\w*-.*\1`} {
		x, err := compileRegex(text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				_, _ = x.Match(b.Context(), name)
			}
		})
		only := &regex{backward: x.backward}
		b.Run(text+" backward", func(b *testing.B) {
			for b.Loop() {
				_, _ = only.Match(b.Context(), name)
			}
		})
	}
}
