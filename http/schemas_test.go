package http

import (
	"encoding/json"
	"log/slog"
	"reflect"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/eventstore"
)

// Every member that an answer always shows stands in its schema: a client that
// is generated from the document would not see it otherwise.
func TestSchemasHoldWhatIsShown(t *testing.T) {
	s := New(Deps{
		Log:      &eventstore.Log{Codec: &eventstore.Codec{Registry: eventstore.Registry}},
		Registry: all.Registry(), Logger: slog.New(slog.DiscardHandler), Now: time.Now, Metrics: NewMetrics(), QuestionsPerS: 1, QuestionBurst: 1,
		Version: "1",
	})
	schemas := s.api.OpenAPI().Components.Schemas
	for name := range typeTerms {
		if schemas.Map()[name] == nil {
			t.Errorf("%s is described, and is no type of the document", name)
		}
	}
	looked := 0
	for name, schema := range schemas.Map() {
		of := schemas.TypeFromRef("#/components/schemas/" + name)
		if of == nil || of.Kind() != reflect.Struct || schema.Type != huma.TypeObject {
			continue
		}
		text, err := json.Marshal(reflect.New(of).Interface())
		var shown map[string]json.RawMessage
		if err != nil || json.Unmarshal(text, &shown) != nil {
			continue // the zero value has no JSON of its own
		}
		looked++
		for member := range shown {
			if schema.Properties[member] == nil {
				t.Errorf("%s shows %q, which its schema does not hold", name, member)
			}
		}
	}
	if looked < 100 {
		t.Errorf("%d schemas were looked at", looked)
	}
}
