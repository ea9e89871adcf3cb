// Package token cuts a question into words, numbers and signs, and joins them
// to phrases. It knows nothing of tax.
//
// # Vocabulary
//
// A Token is a word, a number with its separators, or one sign. Its Text is
// folded: lower case, without diacritics, so that "Zürich" and "ZURICH" are
// one word; Raw is what was written. A Matcher finds the longest of many
// phrases at a token; phrases are cut by the same lexer as questions.
//
// # Rules
//
//   - A hyphen between two letters is a space: "take-home" is "take home".
//   - An apostrophe cuts, and a possessive s falls away: "England's" is
//     "england". "U.K." is one word, "uk".
//   - Chinese, Japanese, Korean and Thai letters are a word each.
//   - Digits are joined by . , ' and by the spaces of a thousands grouping:
//     "45 000,50" is one number. A full-width comma joins groups of three alone.
package token

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Kind is what a Token is.
type Kind uint8

// Word, Number and Sign are the three kinds.
const (
	Word Kind = iota
	Number
	Sign
)

// Token is one word, number or sign of a text.
type Token struct {
	Text  string // folded
	Raw   string // as written
	Kind  Kind
	Glued bool // nothing stands between it and the token before it
	Caps  bool // a word whose letters are all capitals
	Title bool // a word that begins with a capital
	S     bool // an apostrophe and an s fell away behind it: a possessive, or "is"
	Odd   bool // a number beside numerals that it cannot be read with (½, ², ६)
}

// Cut splits a text. It never fails: what is no word and no number is a sign.
func Cut(text string) []Token {
	l := lexer{text: text, out: make([]Token, 0, len(text)/4+4)}
	for l.at < len(text) {
		l.next()
	}
	return l.out
}

type lexer struct {
	text  string
	at    int
	space bool // a gap before the next token
	begun bool
	out   []Token
}

func (l *lexer) next() {
	r, size := utf8.DecodeRuneInString(l.text[l.at:])
	switch {
	case r == '\n':
		l.emit(Token{Text: "\n", Raw: "\n", Kind: Sign}, size)
		l.space = true
	case unicode.IsSpace(r):
		l.at += size
		l.space = true
	case invisible(r):
		l.at += size
	case digit(r) >= 0:
		l.number()
	case unicode.IsNumber(r):
		if n := len(l.out); n > 0 && !l.space && l.out[n-1].Kind == Number {
			l.out[n-1].Odd = true
		}
		l.emit(Token{Text: l.text[l.at : l.at+size], Raw: l.text[l.at : l.at+size], Kind: Number, Odd: true}, size)
	case ownWord(r):
		raw := l.text[l.at : l.at+size]
		l.emit(Token{Text: Fold(raw), Raw: raw, Kind: Word}, size)
	case unicode.IsLetter(r) || r == '_':
		l.word()
	case apostrophe(r):
		l.apostrophe(size)
	case dash(r) && l.joinsLetters(size):
		l.at += size
		l.space = true
	default:
		raw := l.text[l.at : l.at+size]
		l.emit(Token{Text: sign(r, raw), Raw: raw, Kind: Sign}, size)
	}
}

func (l *lexer) emit(t Token, size int) {
	t.Glued = l.begun && !l.space
	l.out = append(l.out, t)
	l.at += size
	l.space, l.begun = false, true
}

// number reads digits joined by separators.
func (l *lexer) number() {
	end, group := l.digits(l.at)
	for {
		r, size := utf8.DecodeRuneInString(l.text[end:])
		tail, n := l.digits(end + size)
		switch {
		case n == 0, r == '，' && n != 3: // in a list: "2024，2025"
		case r == '，', r == '．':
			end, group = tail, n
			continue
		case r == '.' || r == ',' || apostrophe(r):
			end, group = tail, n
			continue
		case groupSpace(r) && group <= 3 && n == 3 && (!l.letterAt(tail) || l.euroAt(tail)):
			end, group = tail, n
			continue
		}
		break
	}
	raw := l.text[l.at:end]
	t := Token{Text: plainDigits(raw), Raw: raw, Kind: Number}
	if n := len(l.out); n > 0 && !l.space && l.out[n-1].Kind == Number {
		l.out[n-1].Odd, t.Odd = true, true
	}
	l.emit(t, end-l.at)
}

// digits returns where the digits from at end, and how many they are.
func (l *lexer) digits(at int) (end, n int) {
	for end = at; end < len(l.text); n++ {
		r, size := utf8.DecodeRuneInString(l.text[end:])
		if digit(r) < 0 {
			break
		}
		end += size
	}
	return end, n
}

// word reads letters, combining marks and underscores.
func (l *lexer) word() {
	if end, n := l.initials(); n > 1 {
		raw := l.text[l.at:end]
		t := wordToken(strings.ReplaceAll(raw, ".", ""))
		t.Raw = raw
		l.emit(t, end-l.at)
		return
	}
	end := l.at
	for end < len(l.text) {
		r, size := utf8.DecodeRuneInString(l.text[end:])
		if invisible(r) || !(unicode.IsLetter(r) || unicode.IsMark(r) || r == '_') || ownWord(r) {
			break
		}
		end += size
	}
	l.emit(wordToken(l.text[l.at:end]), end-l.at)
}

// initials reads single letters with points between them, as in U.K. or p.a.,
// and returns how many letters they are.
func (l *lexer) initials() (end, n int) {
	at := l.at
	for at < len(l.text) {
		r, size := utf8.DecodeRuneInString(l.text[at:])
		if !unicode.IsLetter(r) || l.letterAt(at+size) {
			break
		}
		n, at, end = n+1, at+size, at+size
		if at >= len(l.text) || l.text[at] != '.' {
			break
		}
		at++
	}
	if n > 1 && end < len(l.text) && l.text[end] == '.' {
		end++
	}
	return end, n
}

func wordToken(raw string) Token {
	t := Token{Text: Fold(raw), Raw: raw, Kind: Word, Caps: true}
	for i, r := range raw {
		switch {
		case unicode.IsUpper(r):
			t.Title = t.Title || i == 0
		case unicode.IsLetter(r):
			t.Caps = false
		}
	}
	return t
}

// apostrophe drops a possessive s, or cuts.
func (l *lexer) apostrophe(size int) {
	rest := l.text[l.at+size:]
	if l.begun && !l.space && l.out[len(l.out)-1].Kind == Word && len(rest) > 0 && (rest[0] == 's' || rest[0] == 'S') &&
		!l.letterAt(l.at+size+1) {
		l.out[len(l.out)-1].S = true
		l.at += size + 1
		l.space = true
		return
	}
	l.at += size
	l.space = true
}

func (l *lexer) joinsLetters(size int) bool {
	if !l.begun || l.space || l.out[len(l.out)-1].Kind != Word {
		return false
	}
	return l.letterAt(l.at + size)
}

func (l *lexer) letterAt(at int) bool {
	if at >= len(l.text) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(l.text[at:])
	return unicode.IsLetter(r)
}

// euroAt reports the letter by which people abbreviate the euro behind digits: "74 000e".
func (l *lexer) euroAt(at int) bool {
	return (l.text[at] == 'e' || l.text[at] == 'E') && !l.letterAt(at+1)
}

// Fold returns s in lower case and without Latin diacritics.
func Fold(s string) string {
	ascii, lower := true, true
	for i := 0; i < len(s); i++ {
		ascii = ascii && s[i] < utf8.RuneSelf
		lower = lower && (s[i] < 'A' || s[i] > 'Z')
	}
	if ascii {
		if lower {
			return s
		}
		return strings.ToLower(s)
	}
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(s)) {
		switch {
		case r >= 0x300 && r <= 0x36f:
		case plain[r] != "":
			b.WriteString(plain[r])
		default:
			b.WriteRune(r)
		}
	}
	return norm.NFC.String(b.String())
}

// plain spells letters that do not decompose.
var plain = map[rune]string{'ß': "ss", 'ø': "o", 'æ': "ae", 'œ': "oe", 'ł': "l", 'đ': "d", 'ı': "i", 'þ': "th", 'ð': "d"}

// digit returns the value of an ASCII or full-width digit, else -1.
func digit(r rune) int {
	switch {
	case r >= '0' && r <= '9':
		return int(r - '0')
	case r >= '０' && r <= '９':
		return int(r - '０')
	}
	return -1
}

// plainDigits writes full-width digits, points and commas as ASCII, every
// apostrophe as ' and every kind of space as a space.
func plainDigits(raw string) string {
	for i := 0; ; i++ {
		if i == len(raw) {
			return raw
		}
		if raw[i] >= utf8.RuneSelf {
			break
		}
	}
	return strings.Map(func(r rune) rune {
		switch d := digit(r); {
		case d >= 0:
			return rune('0' + d)
		case apostrophe(r):
			return '\''
		case groupSpace(r):
			return ' '
		case r == '，':
			return ','
		case r == '．':
			return '.'
		}
		return r
	}, raw)
}

// sign names a sign by its plainest form.
func sign(r rune, raw string) string {
	switch {
	case dash(r):
		return "-"
	case r == '￡' || r == '₤':
		return "£"
	case r == '￥':
		return "¥"
	case r == '＄' || r == '﹩':
		return "$"
	case r == '％' || r == '٪' || r == '﹪':
		return "%"
	case r == '⁄' || r == '／':
		return "/"
	}
	return raw
}

func apostrophe(r rune) bool { return r == '\'' || r == '’' || r == 'ʼ' || r == '‘' }

func dash(r rune) bool {
	return r == '-' || r == '−' || r == '－' || r >= '‐' && r <= '―'
}

// groupSpace reports a space that may stand between groups of thousands.
func groupSpace(r rune) bool {
	return r == ' ' || r == '\u00a0' || r == '\u202f' || r == '\u2009' || r == '\u2007'
}

// invisible reports runes that show nothing: zero-width and direction marks.
func invisible(r rune) bool {
	return r == '\u00ad' || r == '\ufeff' || r >= '\u200b' && r <= '\u200f' || r >= '\u202a' && r <= '\u202e' ||
		r >= '\u2060' && r <= '\u2069'
}

// Spaceless reports a word of a script that is written without spaces, so that
// what touches it is no part of it.
func (t *Token) Spaceless() bool {
	r, _ := utf8.DecodeRuneInString(t.Text)
	return t.Kind == Word && ownWord(r)
}

// ownWord reports letters of scripts that are written without spaces.
func ownWord(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
}
