package http

import (
	"context"
	"net/http"
	"reflect"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// minPosition is the header by which a call says what it must see.
const minPosition = "X-Min-Log-Position"

// remember waits until this node's memories have what stands in the log up to a position.
func (s *Server) remember(ctx context.Context, at event.Position) error {
	ctx, cancel := context.WithTimeout(ctx, readPatience)
	defer cancel()
	if s.Memories.WaitFor(ctx, at) == nil {
		return nil
	}
	e := fault.New(fault.ReadModelBehind, "this node has not read the log to %s yet; ask again", logPosition(at))
	e.Retry = time.Second
	return e
}

// gateFresh has a call wait for what it must see, whatever it reads or decides by: this
// node's memories, and the read models too where the operation does not name its own.
func (s *Server) gateFresh(c *Call, r *http.Request) error {
	text := r.Header.Get(minPosition)
	if text == "" {
		return nil
	}
	at, err := parsePosition(minPosition, text)
	if err != nil {
		return err
	}
	if err := s.remember(r.Context(), at); err != nil || c.operation.fresh {
		return err
	}
	return s.awaitReadModels(r.Context(), at)
}

// freshness notes whether an operation waits for its read models itself, or has none, and
// documents the header where its input does not.
func (o *Operation) freshness(api huma.API, ho *huma.Operation, in reflect.Type) {
	f, _ := typeOf[Fresh]().FieldByName("MinLogPosition")
	if slices.ContainsFunc(reflect.VisibleFields(in), func(v reflect.StructField) bool { return v.Type == typeOf[Fresh]() }) {
		o.fresh = true
		return
	}
	schema := huma.SchemaFromField(api.OpenAPI().Components.Schemas, f, "")
	ho.Parameters = append(ho.Parameters, &huma.Param{Name: minPosition, In: "header", Schema: schema, Description: schema.Description})
}
