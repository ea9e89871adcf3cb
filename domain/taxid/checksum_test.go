package taxid

import (
	"testing"

	"pgregory.net/rapid"
)

func digits(t *rapid.T, n int) []byte {
	return []byte(rapid.StringOfN(rapid.RuneFrom([]rune("0123456789")), n, n, n).Draw(t, "digits"))
}

// primitives for which exactly one check digit fits every payload, and every
// substitution of a digit shows.
var strong = map[string]check{
	"luhn": luhn, "iso11_10": iso11_10, "verhoeff": verhoeff,
	"ean13": ean13, "ones": tail(10, minus10, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
}

func TestStrongPrimitives(t *testing.T) {
	for name, c := range strong {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				b := digits(t, 13)
				fits := 0
				good := byte(0)
				for d := byte('0'); d <= '9'; d++ {
					b[12] = d
					if c(b).fault == "" {
						fits, good = fits+1, d
					}
				}
				if fits != 1 {
					t.Fatalf("%d check digits fit %s", fits, b[:12])
				}
				b[12] = good
				at := rapid.IntRange(0, 12).Draw(t, "at")
				add := rapid.IntRange(1, 9).Draw(t, "add")
				b[at] = '0' + (b[at]-'0'+byte(add))%10
				if c(b).fault == "" {
					t.Fatalf("substitution at %d unseen: %s", at, b)
				}
			})
		})
	}
}

// Modulus 11 with weights that are no multiple of 11 sees every substitution
// and every swap of neighbours whose weights differ.
func TestModulus11(t *testing.T) {
	c := tail(11, minus11, 3, 2, 7, 6, 5, 4, 3, 2)
	rapid.Check(t, func(t *rapid.T) {
		b := digits(t, 9)
		good := byte(0)
		for d := byte('0'); d <= '9'; d++ {
			b[8] = d
			if c(b).fault == "" {
				good = d
			}
		}
		if good == 0 {
			return // the remainder for which no number is issued
		}
		b[8] = good
		at := rapid.IntRange(0, 7).Draw(t, "at")
		if b[at] != b[at+1] {
			b[at], b[at+1] = b[at+1], b[at]
			if c(b).fault == "" {
				t.Fatalf("swap at %d unseen: %s", at, b)
			}
			b[at], b[at+1] = b[at+1], b[at]
		}
		b[at] = '0' + (b[at]-'0'+byte(rapid.IntRange(1, 9).Draw(t, "add")))%10
		if c(b).fault == "" {
			t.Fatalf("substitution at %d unseen: %s", at, b)
		}
	})
}

// MOD 97-10: check digits made by the standard's own formula fit, and every
// substitution shows.
func TestISO97(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := append(digits(t, 12), "00"...)
		n := 98 - iso97(b)
		b[12], b[13] = byte('0'+n/10), byte('0'+n%10)
		if iso97(b) != 1 {
			t.Fatalf("%s is not 1 modulo 97", b)
		}
		at := rapid.IntRange(0, 13).Draw(t, "at")
		b[at] = '0' + (b[at]-'0'+byte(rapid.IntRange(1, 9).Draw(t, "add")))%10
		if iso97(b) == 1 {
			t.Fatalf("substitution at %d unseen: %s", at, b)
		}
	})
}

// The standards print these examples.
func TestStandardExamples(t *testing.T) {
	if luhn([]byte("79927398713")).fault != "" || luhn([]byte("79927398710")).fault == "" {
		t.Error("Luhn: 79927398713")
	}
	if iso11_10([]byte("07945")).fault != "" {
		t.Error("ISO 7064 MOD 11,10: 0794 has the check digit 5")
	}
	if iso11_2([]byte("07940")).fault != "" {
		t.Error("ISO 7064 MOD 11-2: 0794 has the check character 0")
	}
	if iso97([]byte("79444")) != 1 {
		t.Error("ISO 7064 MOD 97-10: 794 has the check digits 44")
	}
	if verhoeff([]byte("2363")).fault != "" {
		t.Error("Verhoeff: 236 has the check digit 3")
	}
}

func TestDates(t *testing.T) {
	for _, d := range []struct {
		y, m, d int
		ok      bool
	}{{2000, 2, 29, true}, {1900, 2, 29, false}, {2024, 2, 29, true}, {2023, 2, 29, false},
		{2023, 4, 31, false}, {2023, 13, 1, false}, {2023, 0, 1, false}, {2023, 12, 31, true}, {2023, 1, 0, false}} {
		if isDate(d.y, d.m, d.d) != d.ok {
			t.Errorf("%v", d)
		}
	}
}
