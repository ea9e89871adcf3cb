package node

import (
	"regexp"
	"strings"
)

// lookahead is a regular expression that may begin with look-aheads, as those of
// the real server may: "^(?!\\$)" is how its users leave system events out. Of .NET's
// expressions, look-aheads elsewhere, look-behinds and back-references are refused.
type lookahead struct {
	must, mustNot []*regexp.Regexp // from the beginning
	rest          *regexp.Regexp
}

// compileRegex reads an expression.
func compileRegex(text string) (*lookahead, error) {
	l := &lookahead{}
	rest, anchored := strings.CutPrefix(text, "^")
	for anchored {
		inner, negative, after, ok := cutLookahead(rest)
		if !ok {
			break
		}
		ahead, err := regexp.Compile("^(?:" + inner + ")")
		if err != nil {
			return nil, err
		}
		if rest = after; negative {
			l.mustNot = append(l.mustNot, ahead)
		} else {
			l.must = append(l.must, ahead)
		}
	}
	if anchored {
		rest = "^" + rest
	}
	var err error
	l.rest, err = regexp.Compile(rest)
	return l, err
}

// cutLookahead cuts a look-ahead off the beginning of an expression.
func cutLookahead(text string) (inner string, negative bool, rest string, ok bool) {
	if !strings.HasPrefix(text, "(?!") && !strings.HasPrefix(text, "(?=") {
		return "", false, text, false
	}
	depth, class := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return text[3:i], text[2] == '!', text[i+1:], true
			}
		}
	}
	return "", false, text, false
}

// Match reports whether a name matches.
func (l *lookahead) Match(name []byte) bool {
	for _, e := range l.must {
		if !e.Match(name) {
			return false
		}
	}
	for _, e := range l.mustNot {
		if e.Match(name) {
			return false
		}
	}
	return l.rest.Match(name)
}
