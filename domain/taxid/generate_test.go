package taxid

import (
	"math/rand/v2"
	"strings"
)

// generate makes a number that the scheme accepts at the wanted level: random
// characters in a random shape, then every check character, until one holds.
func generate(s *spec, rng *rand.Rand, level Level) string {
	for range 20_000_000 {
		shape := s.Shapes[rng.IntN(len(s.Shapes))]
		body := fill(s, shape, rng)
		for _, last := range lastCharacters(shape) {
			if last != 0 {
				body[len(body)-1] = last
			}
			text := strings.ReplaceAll(s.keep+string(body), "\xd1", "Ñ")
			if r := s.validate(text); r.Valid && r.Check == level {
				return text
			}
		}
	}
	return ""
}

func fill(s *spec, shape string, rng *rand.Rand) []byte {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	body := []byte(shape)
	for i, c := range body {
		switch c {
		case '#':
			body[i] = byte('0' + rng.IntN(10))
		case '@':
			body[i] = letters[rng.IntN(26)]
		case '?':
			body[i] = ("0123456789" + letters)[rng.IntN(36)]
		case '~':
			set := letters + s.literal
			body[i] = set[rng.IntN(len(set))]
		}
	}
	return body
}

func lastCharacters(shape string) []byte {
	switch shape[len(shape)-1] {
	case '#':
		return []byte("0123456789")
	case '@':
		return []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	case '?':
		return []byte("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	}
	return []byte{0}
}
