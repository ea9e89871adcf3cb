package reading

import (
	"strings"

	"github.com/tallystick/tallystick/domain/taxid"
)

// codes finds what carries its own check digits: IBANs, and tax identifiers that
// a label or their country's letters announce.
func (r *reader) codes() {
	for i, l := range r.lines {
		if _, has := r.get(IBAN); !has {
			r.ibanIn(l)
		}
		if _, has := r.get(IssuerTaxID); !has {
			r.taxIDIn(i, l)
		}
	}
}

func (r *reader) ibanIn(l Line) {
	for i := range l.Words {
		text := strings.TrimLeft(l.Words[i].Text, ":.,;")
		if text == "" || text[0]|0x20 < 'a' || text[0]|0x20 > 'z' {
			continue // no country begins so
		}
		if place := strings.ToUpper(strings.TrimRight(text, ":.,;")); len(place) >= 2 && lengthsIBAN[place[:2]] == 0 {
			continue // no country that has them
		}
		text = ""
		for j := i; j < len(l.Words) && len(text) < 34; j++ {
			text += strings.ToUpper(strings.Trim(l.Words[j].Text, ":.,;"))
			if len(text) >= 15 && ValidIBAN(text) {
				r.add(found(IBAN, text, l.Page, l.Words[i:j+1], 990))
				return
			}
		}
	}
}

// lengthsIBAN are those of the countries whose IBANs are read, by the SWIFT
// registry of IBAN formats (ISO 13616), as python-stdnum carries it
// (https://github.com/arthurdejong/python-stdnum/blob/master/stdnum/iban.dat, checked
// 2026-11-22). Costa Rica is left out: its length has changed since.
var lengthsIBAN = map[string]int{
	"AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29, "CH": 21, "CY": 28,
	"CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "ES": 24, "FI": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23,
	"GL": 18, "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20,
	"LB": 28, "LC": 32, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MR": 27, "MT": 31,
	"MU": 30, "NL": 18, "NO": 15, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "SA": 24, "SE": 24,
	"SI": 19, "SK": 24, "SM": 27, "ST": 25, "TL": 23, "TN": 24, "TR": 26, "VG": 24, "XK": 20,
}

// ValidIBAN checks length and check digits (ISO 7064, modulus 97).
func ValidIBAN(iban string) bool {
	if len(iban) < 15 || lengthsIBAN[iban[:2]] != len(iban) {
		return false
	}
	rest := 0
	for _, c := range iban[4:] + iban[:4] {
		switch {
		case c >= '0' && c <= '9':
			rest = (rest*10 + int(c-'0')) % 97
		case c >= 'A' && c <= 'Z':
			rest = (rest*100 + int(c-'A') + 10) % 97
		default:
			return false
		}
	}
	return rest == 1
}

// taxIDIn takes what follows a label of a tax identifier, where its check digits
// are right for some scheme.
func (r *reader) taxIDIn(i int, l Line) {
	for _, m := range r.marked[i] {
		if m.what != taxIDLabel && m.what != taxLabel {
			continue
		}
		text := ""
		for j := m.last + 1; j < len(l.Words) && j <= m.last+6; j++ {
			text += strings.ToUpper(strings.Trim(l.Words[j].Text, ":.,;()#"))
			if len(text) < 8 || !strings.ContainsAny(text, "0123456789") {
				continue
			}
			for _, result := range taxid.Detect(text) {
				if result.Valid && m.what == taxIDLabel {
					r.add(found(IssuerTaxID, text, l.Page, l.Words[m.last+1:j+1], byLabel+60))
					return
				}
			}
		}
	}
}
