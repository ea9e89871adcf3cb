package category

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// A slip of one letter in any code finds that code.
func TestOneSlipFindsTheCode(t *testing.T) {
	const seed = 98
	random := rand.New(rand.NewPCG(seed, seed))
	for _, c := range All() {
		for range 20 {
			at := random.IntN(len(c.Code))
			slip := c.Code[:at] + c.Code[at+1:]
			if random.IntN(2) == 0 {
				slip = c.Code[:at] + string(rune('a'+random.IntN(26))) + c.Code[at+1:]
			}
			if _, is := Get(slip); is {
				continue
			}
			if near := Nearest(slip); !slices.Contains(near, c.Code) {
				t.Errorf("seed %d: %q is near %v, not %s", seed, slip, near, c.Code)
			}
		}
	}
}

// The words that people use lead to codes that have them, never to more than
// three, and what is like nothing leads to the catalogue alone.
func TestWordsFindCodes(t *testing.T) {
	for sent, want := range map[string]string{"restaurant": "restaurant_services", "food_and_drink": "food", "Groceries food": "food",
		"hotel": "hotel_accommodation", "book": "books", "software digital": "digital_services", "CLOTHES clothing": "clothing",
		"insurances": "insurance", "general": "goods_standard"} {
		near := Nearest(sent)
		if !slices.Contains(near, want) || len(near) > 3 {
			t.Errorf("%q is near %v, want %s", sent, near, want)
		}
		if text := Wanted(sent); !strings.Contains(text, Path) || !strings.Contains(text, near[0]) {
			t.Errorf("%q: %s", sent, text)
		}
	}
	for _, sent := range []string{"", "zzqqxx", "  ", "日本", "_"} {
		if text := Wanted(sent); len(Nearest(sent)) != 0 || !strings.Contains(text, Path) {
			t.Errorf("%q: %s", sent, text)
		}
	}
}

// The path that is named is one of the published operations.
func TestThePathIsPublished(t *testing.T) {
	published, err := os.ReadFile("../../../docs/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(published), `"`+strings.TrimSuffix(Path, "/")+`"`) {
		t.Errorf("%s is no path of docs/openapi.json", Path)
	}
}

// Narrower categories lie within one that lies within none, and are of its
// nature.
func TestPartsLieWithinAWhole(t *testing.T) {
	parts := 0
	for _, c := range All() {
		if c.Within == "" {
			if c.Apart || c.Whole() != c {
				t.Errorf("%s is apart from nothing", c.Code)
			}
			continue
		}
		parts++
		whole, held := Get(c.Within)
		if !held || whole.Within != "" || whole.Nature != c.Nature || whole.Standard || c.Whole() != whole ||
			!slices.Contains(Parts(whole.Code), c) {
			t.Errorf("%s lies within %q: %+v", c.Code, c.Within, whole)
		}
	}
	if parts == 0 || len(Parts("")) != 0 {
		t.Errorf("%d parts, %d of none", parts, len(Parts("")))
	}
}
