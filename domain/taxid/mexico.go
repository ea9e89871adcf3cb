package taxid

import "strings"

// Mexico.

var (
	mexicanRFC = official("Procedimiento para la obtención de la clave diferenciadora y dígito verificador del RFC (SAT, released through "+
		"IFAI)",
		"https://www.infomex.org.mx/jspsi/documentos/2005/seguimiento/06101/0610100162005_065.doc")
	mexicanCURP = official("Instructivo normativo para la asignación de la CURP (DOF, Segob)", "https://www.gob.mx/curp/")
)

var mexico = []spec{
	summed("MX", "rfc", Tax, "Registro Federal de Contribuyentes (RFC)", mexicanRFC,
		"3 letters (companies) or 4 (persons), date, 2 characters and a check character modulus 11; the generic XAXX010101000 and "+
			"XEXX010101000 are format only",
		"~~~######???", "~~~~######???").also("vat").letters("&").withEnye().with(mexicanTax),
	summed("MX", "curp", Personal, "Clave Única de Registro de Población (CURP)", mexicanCURP,
		"4 letters, date, sex, state, 3 letters, character and a check digit: weights 18 to 2, modulus 10", "@@@@######@@@@@@?#").
		withEnye().with(mexicanPerson).unmistakable(),
}

// mexicanValue is the place in 0-9 A-N & O-Z space Ñ.
func mexicanValue(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case c == '&':
		return 24
	case c == enye:
		return 38
	case c <= 'N':
		return int(c-'A') + 10
	}
	return int(c-'O') + 25
}

func mexicanTax(b []byte) verdict {
	n := len(b) - 9 // letters of the name
	if n == 4 && unseemlyTax[string(b[:4])] {
		return unseemly
	}
	if !isShortDate(two(b[n:]), two(b[n+2:]), two(b[n+4:])) {
		return dated(false)
	}
	switch string(b) {
	case "XAXX010101000", "XEXX010101000":
		return formatOnly("the generic number for the public or for foreigners; it has no check character")
	}
	sum := 0
	if n == 3 {
		sum = 37 * 13 // a company's missing fourth letter counts as a space
	}
	for i, c := range b[:len(b)-1] {
		sum += mexicanValue(c) * (13 - i - (4 - n))
	}
	return holds(b[len(b)-1] == "0A987654321"[sum%11])
}

func mexicanPerson(b []byte) verdict {
	if unseemlyTax[string(b[:4])] || unseemlyPerson[string(b[:4])] {
		return unseemly
	}
	born := dated(isShortDate(two(b[4:]), two(b[6:]), two(b[8:])))
	if isLetter(b[16]) && born.fault == "" { // a digit until 1999, a letter since 2000
		if later := on(2000+two(b[4:]), two(b[6:]), two(b[8:])); later.fault == "" {
			born = later
		}
	}
	if born.fault != "" {
		return born
	}
	if !has("HMX", b[10]) {
		return bad(FaultComponent, "the letter for sex is H, M or X")
	}
	if !mexicanState(b[11:13]) {
		return bad(FaultComponent, "letters 12 and 13 are not a state")
	}
	sum := 0
	for i, c := range b[:17] {
		v := 0
		switch {
		case isDigit(c):
			v = int(c - '0')
		case c == enye:
			v = 24
		case c <= 'N':
			v = int(c-'A') + 10
		default:
			v = int(c-'O') + 25
		}
		sum += v * (18 - i)
	}
	return holds(int(b[17]-'0') == (10-sum%10)%10).of(born)
}

// Four letters that would make one of these words are issued with an X in
// place of one of them. unseemlyPerson has what the catalogue of the CURP names
// beyond that of the RFC. Both are as python-stdnum lists them, the second as
// the package validate-curp does too; the catalogues themselves were not opened.
var (
	unseemlyTax = setOf("BUEI BUEY CACA CACO CAGA CAGO CAKA CAKO COGE COJA COJE COJI COJO CULO FETO GUEY JOTO KACA KACO KAGA " +
		"KAGO KAKA KOGE KOJO KULO MAME MAMO MEAR MEAS MEON MION MOCO MULA PEDA PEDO PENE PUTA PUTO QULO RATA RUIN")
	unseemlyPerson = setOf("BACA BAKA COGI COLA FALO GETA GUEI JETA KAKO KOGI KOJA KOJE KOJI KOLA LILO LOCA LOCO LOKA LOKO MIAR " +
		"MOKO MULO NACA NACO PIPI PITO POPO ROBA ROBE ROBO SENO TETA VACA VAGA VAGO VAKA VUEI VUEY WUEI WUEY")
	unseemly = bad(FaultComponent, "the first four letters make a word that is never issued; one of them is an X there")
)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

func mexicanState(b []byte) bool {
	switch string(b) {
	case "AS", "BC", "BS", "CC", "CL", "CM", "CS", "CH", "DF", "DG", "GT", "GR", "HG", "JC", "MC", "MN", "MS",
		"NT", "NL", "OC", "PL", "QT", "QR", "SP", "SL", "SR", "TC", "TS", "TL", "VZ", "YN", "ZS", "NE":
		return true
	}
	return false
}
