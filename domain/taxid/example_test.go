package taxid_test

import (
	"fmt"

	"github.com/tallystick/tallystick/domain/taxid"
)

func ExampleValidate() {
	r, err := taxid.Validate("DE", "vat", "DE 129 273 398")
	fmt.Println(err, r.Scheme, r.Valid, r.Check, r.Normal)
	fmt.Println(r.Checked)

	r, _ = taxid.Validate("DE", "vat", "DE 129 273 399")
	fmt.Println(r.Valid, r.Faults[0].Code, "-", r.Faults[0].Message)

	_, err = taxid.Validate("FR", "gstin", "1")
	fmt.Println(err)
	// Output:
	// <nil> de.vat true checksum DE129273398
	// 9 digits, the first not 0 (as described); check digit ISO 7064 MOD 11,10
	// false check_digit - the check digit does not fit the rest of the number
	// kind: "gstin" is not a number of FR; known are vat, nif, siren, siret
}
