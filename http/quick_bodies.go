package http

import (
	"sync"

	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/wire"
)

// checkout is what the body of a preview says.
type checkout struct {
	commerce.Cart
	Site    int64      `json:"site,omitempty" minimum:"1"`
	Commit  bool       `json:"commit,omitempty" doc:"Keep the answer as an immutable snapshot; needs cart_id, and commerce_tax:write."`
	Gross   *money.Dec `json:"expected_gross,omitempty" pattern:"^[0-9]{1,20}([.][0-9]{1,4})?$" patternDescription:"a decimal string such as 119.00" doc:"With commit: the total that the customer was shown. When the cart has come to another since, the commit is refused with blocker total_changed, and nothing is kept."`
	Explain bool       `json:"explain,omitempty" doc:"Show every line of the computation."`
}

var checkoutReader = sync.OnceValue(wire.NewReader[checkout])

func (checkout) reader() *wire.Reader[checkout] { return checkoutReader() }
func (checkout) schemaName() string             { return "CheckoutPreviewRequest" }

func (b checkout) faults(whole bool) error {
	fields := fieldsOf(b.Cart.Faults(whole))
	if whole && b.Commit && b.CartID == "" {
		fields.Add("cart_id", "is required to commit")
	}
	if whole && !b.Commit && b.Gross != nil {
		fields.Add("expected_gross", "goes with commit")
	}
	return fields.Err()
}

// salesDocument is what the body of a sales calculation says.
type salesDocument struct {
	indirect.Request
	Site int64 `json:"site,omitempty" minimum:"1"`
}

var salesReader = sync.OnceValue(wire.NewReader[salesDocument])

func (salesDocument) reader() *wire.Reader[salesDocument] { return salesReader() }
func (salesDocument) schemaName() string                  { return "SalesDocument" }
func (b salesDocument) faults(whole bool) error           { return indirect.Faults(b.Request, whole) }
