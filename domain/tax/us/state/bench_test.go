package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// BenchmarkOwn is what a state adds to a federal sheet that is computed.
func BenchmarkOwn(b *testing.B) {
	for _, slug := range []string{"indiana", "california", "new_york", "connecticut", "wisconsin"} {
		b.Run(slug, func(b *testing.B) {
			in := wagesOf(2025, form1040.Single, 87654, 0, 0)
			p, err := form1040.ForYear(in.Year)
			if err != nil {
				b.Fatal(err)
			}
			f, e := form1040.NewSheet(p, in, form1040.Nothing), Of(slug)
			if _, err := e.Compute(in, f, false); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if Of(slug).Refuse(in) != "" {
					b.Fatal(slug)
				}
				if _, err := e.Compute(in, f, false); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
