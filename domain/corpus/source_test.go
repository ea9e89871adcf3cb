package corpus_test

import (
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/corpus"
	"github.com/tallystick/tallystick/domain/fault"
)

// A source names places that are countries, or the Union, each that is none by its place
// in the list.
func TestSourcePlaces(t *testing.T) {
	for _, c := range []struct{ places, refused []string }{
		{[]string{"GB"}, nil}, {[]string{"DE", "EU", "US"}, nil}, {nil, []string{"jurisdictions"}},
		{[]string{"UK"}, []string{"jurisdictions[0]"}}, {[]string{"GB", "ZZ", "gb", "GBR", ""}, []string{"jurisdictions[1]", "jurisdictions[2]",
			"jurisdictions[3]", "jurisdictions[4]"}},
	} {
		source := corpus.RegisterSource{ID: "acts", About: corpus.About{Title: "Acts", Publisher: "A", Jurisdictions: c.places, Kind: "statute",
			Authority: "primary", Languages: []string{"en"}, Format: "clml", Licence: corpus.Licence{Name: "L"}, CadenceDays: 90}}
		var refused []string
		if f := fault.As(source.Validate()); f != nil {
			for _, e := range f.Fields {
				refused = append(refused, e.Field)
			}
		}
		if !slices.Equal(refused, c.refused) {
			t.Errorf("%v: %v refused, want %v", c.places, refused, c.refused)
		}
	}
}
