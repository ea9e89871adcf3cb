package settings

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/fault"
)

// ElectronicAddress is where somebody takes electronic documents (BT-34, BT-49 of EN 16931).
type ElectronicAddress struct {
	Scheme string `json:"scheme" maxLength:"4" doc:"Of the list EAS: 0088 a GLN, 0204 a Leitweg-ID, 0208 a Belgian enterprise number, 9930 a German VAT number, EM an e-mail address."`
	ID     string `json:"id" maxLength:"100" doc:"As its scheme writes it."`
}

// addressSchemes are the codes of the list EAS (Electronic Address Scheme) of the European
// Commission, as rule BR-CL-25 of EN 16931's validation artefacts 1.3.16 has them.
var addressSchemes = strings.Fields(`0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 0190
	0191 0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216 0217 0218 0219 0220 0221 0225
	0230 0235 0240 0242 0244 0245 0246 0248 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934
	9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959 AN AQ AS AU EM`)

// addressForms are the forms of ids whose scheme has one, and their check digits: Peppol
// BIS Billing 3.0 (2026.5), PEPPOL-COMMON-R040 to R053. A Leitweg-ID is two to twelve
// digits, perhaps a fine part, and two check digits.
var addressForms = map[string]struct {
	form  *regexp.Regexp
	check func(string) bool
	says  string
}{
	"0007": {regexp.MustCompile(`^[0-9]{10}$`), luhn, "a Swedish organisation number: 10 digits, the last a check digit"},
	"0088": {regexp.MustCompile(`^[0-9]{8,14}$`), gln, "a GLN: digits, the last a check digit"},
	"0096": {regexp.MustCompile(`^[0-9]{10}$`), nil, "a Danish P number: 10 digits"},
	"0151": {regexp.MustCompile(`^[0-9]{11}$`), abn, "an Australian Business Number: 11 digits, of them check digits"},
	"0184": {regexp.MustCompile(`^(DK)?[0-9]{8}$`), nil, "a Danish CVR number: 8 digits"},
	"0192": {regexp.MustCompile(`^[0-9]{9}$`), norwegian, "a Norwegian organisation number: 9 digits, the last a check digit"},
	"0198": {regexp.MustCompile(`^DK[0-9]{8}$`), nil, "a Danish SE number: DK and 8 digits"},
	"0204": {regexp.MustCompile(`^[0-9]{2,12}(-[A-Za-z0-9]{1,30})?-[0-9]{2}$`), nil, "a Leitweg-ID such as 04011000-12345-03"},
	"0208": {regexp.MustCompile(`^[0-9]{10}$`), belgian, "a Belgian enterprise number: 10 digits, the last two check digits"},
}

var addressID = regexp.MustCompile(`^[!-~]{1,100}$`)

// CheckElectronic adds a fault for an address that no such scheme has. The zero address is
// none, and right.
func CheckElectronic(f *fault.Fields, name string, a ElectronicAddress) {
	if a == (ElectronicAddress{}) {
		return
	}
	switch {
	case !slices.Contains(addressSchemes, a.Scheme):
		f.Add(name+".scheme", "a code of the list EAS, such as 0088, 0204, 9930 or EM")
	case a.Scheme == "EM":
		if !IsEmail(a.ID) {
			f.Add(name+".id", "an address such as books@example.com")
		}
	case !a.HasForm():
		f.Add(name+".id", "%s", addressForms[a.Scheme].says)
	case !addressID.MatchString(a.ID):
		f.Add(name+".id", "1 to 100 characters of ASCII, without blanks")
	}
}

// HasForm reports whether an id has the form, and the check digits, that its scheme asks
// for; of a scheme that asks for none, every id has.
func (a ElectronicAddress) HasForm() bool {
	form, formed := addressForms[a.Scheme]
	return !formed || form.form.MatchString(a.ID) && (form.check == nil || form.check(a.ID))
}

func digit(id string, at int) int { return int(id[at] - '0') }

// gln checks a GLN's last digit (GS1: weights 3 and 1 from the right).
func gln(id string) bool {
	sum := 0
	for i := range len(id) - 1 {
		weight := 1
		if (len(id)-2-i)%2 == 0 {
			weight = 3
		}
		sum += weight * digit(id, i)
	}
	return (10-sum%10)%10 == digit(id, len(id)-1)
}

// norwegian checks a number's last digit (modulus 11).
func norwegian(id string) bool {
	sum := 0
	for i, weight := range []int{3, 2, 7, 6, 5, 4, 3, 2} {
		sum += weight * digit(id, i)
	}
	return (11-sum%11)%11 == digit(id, 8)
}

// belgian checks a number's last two digits (modulus 97).
func belgian(id string) bool {
	rest := 0
	for i := range 8 {
		rest = (rest*10 + digit(id, i)) % 97
	}
	return 97-rest == digit(id, 8)*10+digit(id, 9)
}

// luhn checks a number's last digit.
func luhn(id string) bool {
	sum := 0
	for i := range len(id) - 1 {
		d := digit(id, len(id)-2-i)
		if i%2 == 0 {
			d = d*2/10 + d*2%10
		}
		sum += d
	}
	return (10-sum%10)%10 == digit(id, len(id)-1)
}

// abn checks an Australian Business Number (modulus 89).
func abn(id string) bool {
	sum := (digit(id, 0) - 1) * 10
	for i := 1; i < len(id); i++ {
		sum += digit(id, i) * (2*i - 1)
	}
	return sum%89 == 0
}
