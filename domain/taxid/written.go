package taxid

import (
	"slices"
	"strings"
	"unicode"
)

// Records that other people wrote (documents, receipts, orders) keep a number as it stands
// there; what is said of it, or compared with it, is said of one of the forms below.

// Written is a number in the characters that it is written in where it comes from: what
// package doc says is read as another character is that one. Case and separators stay,
// spaces around it go.
func Written(number string) string { return strings.TrimSpace(fold(number)) }

// Plain is a number in its letters and digits alone, upper case: what all spellings of one
// number have in common.
func Plain(number string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, fold(number))
}

// Prefix are the two letters that a number begins with, as VAT numbers begin with those of
// their country: DE, EL, XI. "" = it does not, or nothing comes after them.
func Prefix(number string) string {
	number = Plain(number)
	if len(number) < 3 || !isLetter(number[0]) || !isLetter(number[1]) {
		return ""
	}
	return number[:2]
}

// prefixedMin is how long a number with a prefix is at least where nothing else says that
// it has one.
const prefixedMin = 7

// CountryOf is the country whose prefix a number begins with, by ISO 3166-1: Greek ones
// begin with EL; XI stays. "" = it begins with none. The number is not checked.
func CountryOf(number string) string {
	prefix := Prefix(number)
	switch {
	case len(Plain(number)) < prefixedMin:
		return ""
	case prefix == "EL":
		return "GR"
	}
	return prefix
}

// Same reports whether two numbers are one, however they are written, with the prefix of
// the country or without.
func Same(a, b string) bool {
	a, b = Plain(a), Plain(b)
	if a == "" || b == "" {
		return false
	}
	return a == b || CountryOf(a) != "" && a[2:] == b || CountryOf(b) != "" && b[2:] == a
}

// Forms are the forms in which a record may keep a number that is spelt so, each once: in
// letters and digits alone, with and without its prefix, and in its normal form.
func Forms(number string) []string {
	plain := Plain(number)
	if plain == "" {
		return nil
	}
	out := []string{plain}
	if CountryOf(plain) != "" {
		out = append(out, plain[2:])
	}
	for _, r := range Detect(number) {
		if r.Valid {
			out = append(out, r.Normal)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
