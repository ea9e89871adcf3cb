package readmodels_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/readmodels"
)

// What a change of many rows names must be what an index begins with: looking at each row
// of a tenant for each event, the read models would fall behind as the tenant grows.
func TestAChangeNamesWhatAnIndexFinds(t *testing.T) {
	db := preparedTable(t, "samples", samples.Table)
	const found = ""
	for _, x := range []struct {
		where string // columns
		want  string
	}{
		{"tenant book id", found},
		{"tenant book id title", found}, // all of the key, and more
		{"tenant book owner", found},
		{"tenant book", found},
		{"tenant owner", "no index of samples finds what has owner, tenant"},      // its index begins with the book
		{"tenant book note", "no index of samples finds what has book, note"},     // notes are searched, not looked up
		{"tenant book owner note", "no index of samples finds what has book, no"}, // all of the owner's
	} {
		where := map[string]any{}
		for _, column := range strings.Fields(x.where) {
			where[column] = "a"
		}
		for name, change := range map[string]func(b *readmodels.Batch){
			"change": func(b *readmodels.Batch) { samples.ChangeAll(b, readmodels.Set{"title": "b"}, where) },
			"remove": func(b *readmodels.Batch) { samples.RemoveAll(b, where) },
			"each":   func(b *readmodels.Batch) { samples.ChangeEach(b, readmodels.Set{"title": "b"}, where) },
		} {
			b := readmodels.NewBatch(readmodels.SchemaOf("samples", 1))
			change(b)
			err := db.Try(context.Background(), []readmodels.Move{{Name: "samples", Version: 1, From: place(0), To: place(1), Batch: b}})
			switch want := x.want; {
			case want == found || name == "each":
				if err != nil {
					t.Errorf("%s by %s: %v", name, x.where, err)
				}
			case err == nil || !strings.Contains(err.Error(), want):
				t.Errorf("%s by %s: %v, want %s", name, x.where, err, want)
			}
		}
	}
}
