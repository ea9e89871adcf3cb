package amount

import (
	"testing"

	"github.com/tallystick/tallystick/domain/answer/token"
)

// Numbers in words are read in the languages that spell them their own way; what
// is no number, or a small one, is left alone.
func TestSpelled(t *testing.T) {
	s := NewSpelled()
	for _, c := range []struct {
		lang, text string
		want       int64
	}{
		{"de", "siebzigtausend Euro", 70000}, {"de", "fünfundsechzigtausend", 65000}, {"de", "hundertzwanzigtausend", 120000},
		{"de", "zweihundertfünfzigtausendvierhundert", 250400}, {"de", "siebzig Tausend", 70000}, {"de", "tausendsassa", 0}, {"de", "siebzig", 0},
		{"fr", "cent vingt mille euros", 120000}, {"fr", "quatre-vingt-dix mille", 90000}, {"fr", "soixante et onze mille cinq cents", 71500},
		{"fr", "six", 0},
		{"es", "treinta y cinco mil", 35000}, {"es", "ciento veinte mil quinientos", 120500}, {"pt", "sessenta e dois mil", 62000},
		{"it", "cinquantamila", 50000}, {"it", "trentacinquemilacinquecento", 35500}, {"it", "ventottomila", 28000},
		{"nl", "zestigduizend", 60000}, {"nl", "vijfenvijftigduizend", 55000}, {"pl", "sześćdziesiąt tysięcy złotych", 60000},
		{"sv", "sexhundratusen", 600000}, {"nb", "femhundretusen", 500000}, {"da", "tres tusind", 60000}, {"fi", "kuusikymmentätuhatta", 60000},
		{"de", "drei vier tausend", 0},
	} {
		if got, _ := s.At(token.Cut(c.text), 0, []string{c.lang}); got != c.want {
			t.Errorf("%s %q: %d, not %d", c.lang, c.text, got, c.want)
		}
	}
}
