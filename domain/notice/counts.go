package notice

import (
	"fmt"
	"slices"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/money"
)

// count is a number in words that counts what is neither money nor per cent.
type count struct {
	from, to int
	figure   string
	share    bool // it is a part of a whole
}

// countsIn finds what a text counts in words, from two on: in its own language whatever is
// counted, in another time and parts alone. One is an article too, and no figure.
func countsIn(finder *amount.Finder, tokens []token.Token, language string) (out []count) {
	for i := 0; i < len(tokens); {
		c := shareAt(tokens, i)
		for _, l := range slices.Compact(append([]string{language}, letters...)) {
			if c.to > i {
				break
			}
			v, to := numberAt(finder, tokens, i, l)
			if v > 1 && to < len(tokens) && parts[tokens[to].Text] > 0 {
				c = count{i, to + 1, fmt.Sprintf("%d/%d", v, parts[tokens[to].Text]), true}
				break
			}
			if v > 1 && (l == language && !ambiguous[tokens[i].Text] || countsUnits(tokens, to)) {
				c = count{i, to, money.FromInt(v).String(), false}
			}
		}
		if c.to > i {
			out = append(out, c)
			i = c.to
			continue
		}
		i++
	}
	return out
}

// shareAt reads a part of one in words, such as "a third of".
func shareAt(tokens []token.Token, i int) (c count) {
	if i > 0 && notShares[tokens[i-1].Text] {
		return c
	}
	shares().At(tokens, i, func(found []string, n int) { c = count{i, i + n, found[0], true} })
	return c
}

// numberAt reads a number under a thousand in words of a language; those of a thousand and
// more are sums.
func numberAt(finder *amount.Finder, tokens []token.Token, i int, language string) (v int64, end int) {
	if tokens[i].Kind != token.Word {
		return 0, i
	}
	if language == "en" {
		return englishNumber(tokens, i)
	}
	if v, end = finder.Spelled.Small(tokens, i, []string{language}); end == i {
		v, end = finder.Spelled.Small(tokens[:i+1], i, []string{language}) // "due e tre" are two numbers
	}
	return v, end
}

// countsUnits reports whether what stands at a token, or after one word, is what time is
// counted in.
func countsUnits(tokens []token.Token, at int) bool {
	if at+1 < len(tokens) && between[tokens[at].Text] {
		at++
	}
	return at < len(tokens) && tokens[at].Kind == token.Word && units[tokens[at].Text]
}
