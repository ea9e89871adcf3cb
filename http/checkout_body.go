package http

import (
	"encoding/json"
	"reflect"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/wire"
)

// checkoutBody is the body of a preview. A plain one is read and validated in
// one pass; any other goes through the schema, as every other body does, and
// only there can it be refused.
type checkoutBody struct {
	checkout
	whole   []byte // what the one pass declined; nil = it is read and valid
	cause   error  // why what it declined cannot be read
	decoded any    // the same, for the schema
}

// checkout is what the body says.
type checkout struct {
	commerce.Cart
	Site    int64 `json:"site,omitempty" minimum:"1"`
	Commit  bool  `json:"commit,omitempty" doc:"Keep the answer as an immutable snapshot; needs cart_id, and commerce_tax:write."`
	Explain bool  `json:"explain,omitempty" doc:"Show every line of the computation."`
}

var checkoutReader = sync.OnceValue(wire.NewReader[checkout])

// Schema documents the body as what it says.
func (b checkoutBody) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[checkout](), true, "CheckoutPreviewRequest")
}

// readPlain is the one pass.
func (b *checkoutBody) readPlain(text []byte) bool { return checkoutReader().Read(text, &b.checkout) }

// UnmarshalJSON reads what the one pass declined; faults wait for Resolve,
// which names them all.
func (b *checkoutBody) UnmarshalJSON(text []byte) error {
	b.whole, b.checkout = append([]byte{}, text...), checkout{}
	if err := json.Unmarshal(b.whole, &b.decoded); err != nil {
		return err
	}
	b.cause = json.Unmarshal(b.whole, &b.checkout)
	return nil
}

// Resolve validates what the one pass declined.
func (b *checkoutBody) Resolve(hc huma.Context, at *huma.PathBuffer) []error {
	if b.whole == nil {
		return nil
	}
	var result huma.ValidateResult
	schemas := callOf(hc.Context()).server.api.OpenAPI().Components.Schemas
	huma.Validate(schemas, b.Schema(schemas), at, huma.ModeWriteToServer, b.decoded, &result)
	if len(result.Errors) == 0 && b.cause != nil {
		return []error{&huma.ErrorDetail{Location: "body", Message: b.cause.Error(), Value: string(b.whole)}}
	}
	return result.Errors
}

// validatesItself leaves the body of an operation to its own Resolve.
func (s *Server) validatesItself(operation string) {
	for i := range s.routes.pending {
		if op := s.routes.pending[i].op; op.OperationID == operation {
			op.SkipValidateBody = true
			return
		}
	}
	panic("http: there is no operation " + operation)
}
