package corpus

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// instructs finds text that speaks to a machine rather than to a taxpayer.
var instructs = regexp.MustCompile(`(?i)(ignore|disregard|forget)\s+(all\s+|any\s+|the\s+|your\s+)*(previous|prior|above|earlier|system)?\s*(instruction|prompt|rule)s?|` +
	`\bsystem prompt\b|\byou are (now )?(an? )?(ai|assistant|language model|chatbot)\b|\b(reveal|print|output) (your|the) (prompt|instructions|key)|` +
	`ignorier\w* (alle|die|vorherig\w*)[^.]{0,30}(anweisung|regel)|ignore[zr]? (toutes )?les instructions|ignor[ae] (todas )?(las instrucciones|as instruções)|` +
	`ignora\w* (tutte )?le (precedenti )?istruzioni|negeer (alle |de )*(vorige |eerdere |bovenstaande )*(instructies|regels|opdrachten)|<\|im_start\|>|\[INST\]`)

// instructing are words without one of which nothing instructs: the law mostly has
// none, and is spared the closer look.
var instructing = []string{"ignor", "disregard", "diſregard", "forget", "prompt", "you are", "reveal", "print", "output",
	"<|im_", "[in", "negeer"}

// Instructs reports whether a text reads like an instruction to a machine, letters
// that are not seen left out.
func Instructs(text string) bool {
	return (!allSeen(text) || stemIn(text)) && looksLikeOne(text)
}

// looksLikeOne is Instructs, letter by letter.
func looksLikeOne(text string) bool {
	lower := strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text))
	return slices.ContainsFunc(instructing, func(stem string) bool { return strings.Contains(lower, stem) }) && instructs.MatchString(lower)
}

// allSeen reports whether no letter of a text is unseen, or stands for another one of
// the stems: what is then not found byte by byte is not there.
func allSeen(text string) bool {
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == 'ſ', r == 'İ', r == '\u212a', r == '\u00ad', r >= 0x600 && unicode.Is(unicode.Cf, r):
			return false
		}
		i += size
	}
	return true
}

// stems are the words of instructing by their first two letters, small ones, and
// begins has a bit of each such pair: it is small enough to stay at hand.
var stems, begins = func() (out map[uint16][]string, bits [1 << 10]uint64) {
	out = map[uint16][]string{}
	for _, stem := range instructing {
		key := uint16(stem[0])<<8 | uint16(stem[1])
		out[key] = append(out[key], stem)
		bits[key>>6] |= 1 << (key & 63)
	}
	return out, bits
}()

// stemIn looks for the stems in a text that allSeen accepts, capitals or not.
func stemIn(text string) bool {
	var pair uint16 // the two letters that were read last
	for i := range len(text) {
		c := text[i]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		if pair = pair<<8 | uint16(c); begins[pair>>6]&(1<<(pair&63)) == 0 {
			continue
		}
		for _, stem := range stems[pair] {
			if rest := text[i-1:]; len(rest) >= len(stem) && strings.EqualFold(rest[:len(stem)], stem) {
				return true
			}
		}
	}
	return false
}
