package taxid

import (
	"math/rand/v2"
	"testing"
)

type sample struct{ country, kind, number string }

// mixed is one sample of every scheme as it stands, one with spaces and one
// with a wrong last character.
func mixed() []sample {
	rng := rand.New(rand.NewPCG(1, 1))
	var out []sample
	for _, s := range registry.all {
		code := s.Country
		if s.Region != "" {
			code = s.Region
		}
		n := generate(s, rng, s.Scheme.Check)
		out = append(out, sample{code, string(s.Kind), n},
			sample{code, string(s.Kind), n[:len(n)/2] + " " + n[len(n)/2:]},
			sample{code, string(s.Kind), n[:len(n)-1] + "7"})
	}
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// BenchmarkMixed validates identifiers of all schemes in turn, a third of
// them with a wrong last character.
func BenchmarkMixed(b *testing.B) {
	in := mixed()
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		s := &in[i%len(in)]
		if _, err := Validate(s.country, s.kind, s.number); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMillion is the stated aim: a million identifiers in about a second.
func BenchmarkMillion(b *testing.B) {
	in := mixed()
	b.ReportAllocs()
	for b.Loop() {
		for i := range 1_000_000 {
			s := &in[i%len(in)]
			if _, err := Validate(s.country, s.kind, s.number); err != nil {
				b.Fatal(err)
			}
		}
	}
}
