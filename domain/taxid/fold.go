package taxid

import (
	"unicode"
	"unicode/utf8"
)

// fold writes the characters that other keyboards, word processors and scripts
// have for the ones a tax number is written in as those: digits of every
// script, full-width letters and signs, dashes, spaces. What has no such
// counterpart stays and is a fault later. One character becomes one character,
// so that positions hold; a number in ASCII comes back as it is.
func fold(number string) string {
	at := 0
	for at < len(number) && number[at] < utf8.RuneSelf {
		at++
	}
	if at == len(number) {
		return number
	}
	out := append(make([]byte, 0, len(number)), number[:at]...)
	for at < len(number) {
		r, size := utf8.DecodeRuneInString(number[at:])
		if c := plainly(r); c != 0 {
			out = append(out, c)
		} else {
			out = append(out, number[at:at+size]...)
		}
		at += size
	}
	return string(out)
}

// plainly is the ASCII character that r stands for, or 0.
func plainly(r rune) byte {
	switch {
	case r < utf8.RuneSelf:
		return byte(r)
	case r >= 0x2010 && r <= 0x2015, r == 0x2212, r == 0xFE58, r == 0xFE63, r == 0xFF0D:
		return '-'
	case unicode.Is(unicode.Zs, r):
		return ' '
	case r >= 0xFF21 && r <= 0xFF3A, r >= 0xFF41 && r <= 0xFF5A,
		r == 0xFF06, r == 0xFF0B, r == 0xFF0E, r == 0xFF0F: // letters, & + . /
		return byte(r - 0xFEE0)
	case !unicode.Is(unicode.Nd, r):
		return 0
	}
	for _, t := range unicode.Nd.R16 {
		if r >= rune(t.Lo) && r <= rune(t.Hi) {
			return byte('0' + (r-rune(t.Lo))%10)
		}
	}
	for _, t := range unicode.Nd.R32 {
		if r >= rune(t.Lo) && r <= rune(t.Hi) {
			return byte('0' + (r-rune(t.Lo))%10)
		}
	}
	return 0
}
