package us

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us/state"
)

// benchmark is one request after another, from the first that has read the law.
func benchmark(b *testing.B, reg *tax.Registry, req tax.Request) {
	b.Helper()
	if _, err := reg.Calculate(&req); err != nil {
		b.Skip(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := reg.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}

// alone has wages; mixed is a couple one of whom has wages, which every state
// models, beside incomes that most do.
func alone(year, region string) tax.Request {
	return earning(filer(year, region, "single"), "employment", "87654")
}

func mixed(year, region string) tax.Request {
	req := earning(filer(year, region, "married_joint", "spouse_age", "38", "qualified_dividends", "2000"),
		"employment", "87654", "interest", "1234.56", "dividends", "3210.98", "capital_gains", "5000")
	return req
}

// BenchmarkCalculate is one request for wages in a state with an income tax.
func BenchmarkCalculate(b *testing.B) {
	for name, explain := range map[string]bool{"plain": false, "explained": true} {
		b.Run(name, func(b *testing.B) {
			req := alone("2025", "indiana")
			req.Explain = explain
			benchmark(b, registry, req)
		})
	}
}

// BenchmarkStates is one request in every state, and without one.
func BenchmarkStates(b *testing.B) {
	for name, of := range map[string]func(year, region string) tax.Request{"alone": alone, "mixed": mixed} {
		b.Run(name+"/federal", func(b *testing.B) { benchmark(b, FederalRegistry(), of("2025", "")) })
		for _, e := range state.Entries {
			b.Run(name+"/"+e.Slug, func(b *testing.B) { benchmark(b, registry, of("2024", e.Slug)) })
		}
	}
}
