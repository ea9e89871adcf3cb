package taxid

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// defaultSeps are the separators accepted between characters of a number
// unless its scheme says otherwise.
const defaultSeps = " -."

// enye stands for Ñ inside a compacted number, so that one letter is one byte.
const enye = 0xD1

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c >= 'A' && c <= 'Z' }

func allDigits(b []byte) bool {
	for _, c := range b {
		if !isDigit(c) {
			return false
		}
	}
	return len(b) > 0
}

// compact appends the letters and digits of number to dst, upper case,
// without separators.
//
// The number was folded before. Spaces around it are dropped. Between two
// characters one separator of the scheme may stand, or one with a space beside
// it; at either end, or twice in a row, a separator is a fault: it hints at a
// part that got lost. Letters outside ASCII, control characters and the rest
// are faults that name the character and its place.
func (s *spec) compact(dst []byte, number string) ([]byte, Fault) {
	start, end := 0, len(number)
	for start < end && number[start] == ' ' {
		start++
	}
	for end > start && number[end-1] == ' ' {
		end--
	}
	if start == end {
		return dst, Fault{FaultEmpty, "the number is empty"}
	}
	last := byte(0) // the separator just seen, if any
	for i := start; i < end; i++ {
		c := number[i]
		if c >= 'a' && c <= 'z' {
			c -= 0x20
		}
		if isDigit(c) || isLetter(c) || has(s.literal, c) {
			dst, last = append(dst, c), 0
			continue
		}
		if s.enye && c == 0xC3 && i+1 < end && number[i+1]&^0x20 == 0x91 {
			dst, last = append(dst, enye), 0
			i++
			continue
		}
		if !has(s.seps, c) {
			return dst, strange(number, i)
		}
		if len(dst) == 0 || i == end-1 || (last != 0 && last != ' ' && c != ' ') {
			return dst, Fault{FaultSeparator, fmt.Sprintf(
				"the separator %q at position %d has no character of the number on one side", c, position(number, i))}
		}
		if last == 0 || c != ' ' {
			last = c
		}
	}
	return dst, Fault{}
}

func has(set string, c byte) bool {
	for i := 0; i < len(set); i++ {
		if set[i] == c {
			return true
		}
	}
	return false
}

// position counts characters, not bytes, from 1.
func position(number string, i int) int { return utf8.RuneCountInString(number[:i]) + 1 }

func strange(number string, i int) Fault {
	at := position(number, i)
	r, size := utf8.DecodeRuneInString(number[i:])
	switch {
	case r == utf8.RuneError && size <= 1:
		return Fault{FaultCharacter, fmt.Sprintf("byte 0x%02X at position %d is not text in UTF-8", number[i], at)}
	case r < 0x20 || r == 0x7F:
		return Fault{FaultCharacter, fmt.Sprintf("character %d is the control character U+%04X", at, r)}
	case unicode.IsLetter(r) && r > 0x7F:
		return Fault{FaultCharacter, fmt.Sprintf("character %d is the letter U+%04X; write A to Z", at, r)}
	case r > 0x7E:
		return Fault{FaultCharacter, fmt.Sprintf("character %d is U+%04X, which is neither letter, digit nor separator", at, r)}
	}
	return Fault{FaultCharacter, fmt.Sprintf("character %d is %q, which this number does not use", at, r)}
}
