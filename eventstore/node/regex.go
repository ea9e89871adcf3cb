package node

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// regex is a regular expression as the real server understands it, which are those of
// .NET: with look-arounds, back-references and classes of Unicode.
//
// An engine that knows those can need time that grows exponentially with the name. Most
// expressions need nothing of it and mean the same to Go's, which cannot: they go there.
// The others are bounded in time and memory, and never run where writers wait.
type regex struct {
	linear   *regexp.Regexp  // nil: only the other will do
	backward *regexp2.Regexp // .NET's engine, ported
}

const (
	// regexTimeout bounds the match of one name. The engine's clock is coarse, so that it
	// may be three times as long.
	regexTimeout = 100 * time.Millisecond
	// regexStackMax bounds what the engine remembers to come back to, in integers.
	regexStackMax = 100_000
)

// compileRegex reads an expression.
func compileRegex(text string) (*regex, error) {
	backward, err := regexp2.Compile(text, regexp2.OptionMaxBacktrackingStackSize(regexStackMax))
	if err != nil {
		return nil, err
	}
	backward.MatchTimeout = regexTimeout
	x := &regex{backward: backward}
	if meansTheSame(text) {
		if x.linear, err = regexp.Compile(text); err != nil {
			x.linear = nil
		}
	}
	return x, nil
}

// meansTheSame reports whether .NET and Go read an expression alike: of ASCII, without
// what begins with "(?" but groups, without classes that have a name, counted repeats, and
// "$", which in .NET stands before a last line feed too.
func meansTheSame(text string) bool {
	class := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c < ' ' || c > '~' || c == '{' || c == '}' || !class && c == '$' || class && c == '[':
			return false
		case c == '\\':
			if i++; i == len(text) || !strings.ContainsRune(`$.*+?|()[]{}^\-/`, rune(text[i])) {
				return false
			}
		case class:
			class = c != ']'
		case c == '[':
			class = true
			if rest := strings.TrimPrefix(text[i+1:], "^"); strings.HasPrefix(rest, "]") {
				return false
			}
		case c == '(' && strings.HasPrefix(text[i+1:], "?") && !strings.HasPrefix(text[i+1:], "?:"):
			return false
		}
	}
	return true
}

// Match reports whether a name matches. Errors: ctx's, and a *callError where that would
// take too long.
func (x *regex) Match(ctx context.Context, name []byte) (matches bool, err error) {
	if x.linear != nil {
		return x.linear.Match(name), nil
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	defer func() {
		if why := recover(); why != nil {
			matches, err = false, invalid("filter regex: %v on %q", why, name)
		}
	}()
	matches, err = x.backward.MatchString(string(name))
	if errors.Is(err, regexp2.ErrBacktrackingStackLimit) {
		return false, invalid("filter regex: too many ways to match %q", name)
	}
	if err != nil {
		return false, invalid("filter regex: not matched with %q within %v", name, regexTimeout)
	}
	return matches, nil
}
