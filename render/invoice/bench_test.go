package invoice_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/render/invoice"
)

// BenchmarkRender writes one invoice of a few lines in each format.
func BenchmarkRender(b *testing.B) {
	d := content(0)
	for _, f := range invoice.Formats() {
		b.Run(string(f), func(b *testing.B) {
			for b.Loop() {
				if _, err := invoice.Render(f, d, invoice.Version{Number: 1, Layout: invoicing.Layout}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
