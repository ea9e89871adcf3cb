//go:build saft

package ledger_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tallystick/tallystick/render/ledger"
)

// Files of random books with hostile texts, of one entry and of none, are valid by
// Norway's schema; one without the company's name is not.
func TestSAFTSchema(t *testing.T) {
	schema := filepath.Join(os.Getenv("SAFT"), "Norwegian_SAF-T_Financial_Schema_v_1.30.xsd")
	for _, n := range []int{0, 1, 500} {
		h, entries := norwegian(n)
		if n == 0 {
			h.TaxCodes, h.Contact.IBAN, h.TaxID = nil, "", ""
		}
		run(t, "xmllint", "--noout", "--schema", schema, file(t, ledger.SAFT, h, entries))
	}
	h, entries := norwegian(1)
	h.Company = ""
	if err := exec.Command("xmllint", "--noout", "--schema", schema, file(t, ledger.SAFT, h, entries)).Run(); err == nil {
		t.Error("a company without a name passes")
	}
}
