package taxid

import (
	"strings"
	"testing"
)

// The valid numbers that ASIC prints beside its rule:
// https://asic.gov.au/for-business/registering-a-company/steps-to-register-a-company/australian-company-numbers/australian-company-number-digit-check
const asicNumbers = `000000019 000250000 000500005 000750005 001000004 001250004 001500009 001749999 001999999
	002249998 002499998 002749993 002999993 003249992 003499992 003749988 003999988 004249987 004499987 004749982
	004999982 005249981 005499981 005749986 005999977 006249976 006499976 006749980 006999980 007249989 007499989
	007749975 007999975 008249974 008499974 008749979 008999979 009249969 009499969 009749964 009999964 010249966
	010499966 010749961`

// spoilt replaces the check digit or letter by the next of its kind.
func spoilt(number string) string {
	last := number[len(number)-1]
	switch last {
	case '9':
		last = '0'
	case 'Z':
		last = 'A'
	default:
		last++
	}
	return number[:len(number)-1] + string(last)
}

func TestNumbersThatAuthoritiesPrint(t *testing.T) {
	check := func(country, kind, number string) {
		t.Helper()
		if r, err := Validate(country, kind, number); err != nil || !r.Valid || r.Check != LevelChecksum {
			t.Errorf("%s %s %s: %+v, %v", country, kind, number, r.Faults, err)
		}
		if r, err := Validate(country, kind, spoilt(number)); err != nil || r.Valid {
			t.Errorf("%s %s %s with another check character passes: %v", country, kind, number, err)
		}
	}
	for _, n := range strings.Fields(asicNumbers) {
		check("AU", "acn", n)
	}
	// https://ordenacionjuego.es/ca/calculo-digito-control
	check("ES", "nif", "12345678Z")
	// The Belastingdienst's example of a number of a sole trader, as it has
	// https://www.p3nl.nl/ondernemers/eenmanszaken-2-nummers-voor-de-btw/ print it.
	check("NL", "vat", "NL000099998B57")
}
