package journal

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/tallystick/tallystick/domain/canonical"
	"github.com/tallystick/tallystick/domain/civil"
)

// PayloadFormat names the payload's shape.
const PayloadFormat = "tallystick.journal.v1"

// Payload is what an ERP system is told of a posted entry. It names the entry by
// its id: the number is the rank in the log and stands beside it. Texts about
// people are not in it; a rendering adds the memo.
type Payload struct {
	Format       string     `json:"format"`
	EntryID      string     `json:"entry_id"`
	Site         int64      `json:"site"`
	Origin       Origin     `json:"origin"`
	Journal      Book       `json:"journal"`
	FiscalYear   string     `json:"fiscal_year"`
	YearBegins   civil.Date `json:"fiscal_year_begins"`
	Date         civil.Date `json:"date"`
	TaxDate      civil.Date `json:"tax_date"`
	Currency     string     `json:"currency"`
	BaseCurrency string     `json:"base_currency"`
	Exchange     *Exchange  `json:"exchange"`
	Reverses     string     `json:"reverses"`
	Sources      []Source   `json:"sources"`
	Lines        []Line     `json:"lines"`
	ApprovedBy   string     `json:"approver"`
}

// Canonical is the payload's RFC 8785 form.
func (p Payload) Canonical() ([]byte, error) { return canonical.JSON(p) }

// Digest is the SHA-256 of the canonical form, in hex.
func (p Payload) Digest() (string, error) {
	text, err := p.Canonical()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
