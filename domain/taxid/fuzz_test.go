package taxid

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzValidate(f *testing.F) {
	for _, s := range []string{"", " ", "\x00", "DE129273398", "１２３", "Ñ", "\xc3", "ñ\xc3\x91", "--", ". . .", "+*", "9999999999999999999999",
		strings.Repeat("9", MaxInput), strings.Repeat("Ñ", MaxInput/2), strings.Repeat(" ", MaxInput+1), "FRFR123456789", "EL\u0660\u0661",
		"131052+308T"} {
		f.Add(s)
	}
	for _, v := range vectors {
		f.Add(v.number)
	}
	f.Fuzz(func(t *testing.T, in string) {
		Detect(in)
		for _, s := range registry.all {
			code := s.Country
			if s.Region != "" {
				code = s.Region
			}
			r, err := Validate(code, string(s.Kind), in)
			if err != nil {
				if len(in) <= MaxInput {
					t.Fatalf("%s: %v", s.ID, err)
				}
				continue
			}
			if r.Valid != (len(r.Faults) == 0) || r.Valid != (r.Normal != "") || r.Input != in {
				t.Fatalf("%s contradicts itself: %+v", s.ID, r)
			}
			for _, fault := range r.Faults {
				if fault.Code == "" || fault.Message == "" || len(fault.Message) > 300 || !utf8.ValidString(fault.Message) {
					t.Fatalf("%s: fault %+v", s.ID, fault)
				}
			}
			if r.Valid {
				if again, _ := Validate(code, string(s.Kind), r.Normal); again.Normal != r.Normal {
					t.Fatalf("%s: normal form of %q is not stable: %q, then %q %v", s.ID, in, r.Normal, again.Normal, again.Faults)
				}
			}
		}
	})
}
