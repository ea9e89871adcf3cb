package us

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax"
)

// calculateOnce reads the law before the clock runs.
func calculateOnce(b *testing.B, req tax.Request) {
	b.Helper()
	if _, err := registry.Calculate(&req); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkCalculate is one request for wages in a state with an income tax.
func BenchmarkCalculate(b *testing.B) {
	for name, explain := range map[string]bool{"plain": false, "explained": true} {
		b.Run(name, func(b *testing.B) {
			req := earning(filer("2025", "indiana", "single"), "employment", "87654")
			req.Explain = explain
			calculateOnce(b, req)
			b.ReportAllocs()
			b.ResetTimer()
			for b.Loop() {
				if _, err := registry.Calculate(&req); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
