// Package taxidtest spells tax numbers as people and their keyboards do.
package taxidtest

import "strings"

// Spellings are ways to write one number of ASCII letters and digits, by what they are called.
func Spellings(number string) map[string]string {
	moved := func(letters, digits rune) string {
		return strings.Map(func(c rune) rune {
			switch {
			case c >= '0' && c <= '9':
				return digits + c - '0'
			case c >= 'A' && c <= 'Z' && letters != 0:
				return letters + c - 'A'
			}
			return c
		}, number)
	}
	apart := func(by string) string {
		var parts []string
		for rest := number[2:]; rest != ""; {
			n := min(3, len(rest))
			parts, rest = append(parts, rest[:n]), rest[n:]
		}
		return number[:2] + by + strings.Join(parts, by)
	}
	return map[string]string{
		"plain": number, "lower case": strings.ToLower(number), "full width": moved('Ａ', '０'), "full width, small": moved('ａ', '０'),
		"Arabic digits": moved(0, '٠'), "Persian digits": moved(0, '۰'), "Devanagari digits": moved(0, '०'),
		"spaces": apart(" "), "hyphens": apart("-"), "full stops": apart("."), "non-breaking hyphens": apart("\u2011"),
		"no-break spaces": apart("\u00a0"), "narrow spaces": apart("\u202f"), "ideographic spaces": apart("\u3000"), "dashes": apart("–"),
		"spaces around": "  " + number + "\u3000",
	}
}
