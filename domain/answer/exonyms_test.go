package answer_test

import (
	"fmt"
	"testing"
)

// A British town under the name that another language gives it is the same town: the figure
// is that of the English name, of incomes on either side of where Scotland's scale differs.
func TestTownsUnderTheirNamesElsewhere(t *testing.T) {
	p, e := everywhere()
	for _, c := range []struct{ question, town string }{
		{"Vivo a Londra e guadagno %d sterline l'anno. Income tax 2024-25?", "London"},
		{"Vivo en Londres y gano %d libras al año. Income tax 2024-25?", "London"},
		{"J'habite à Londres et je gagne %d livres par an. Impôt sur le revenu 2024-25 ?", "London"},
		{"J'habite à Édimbourg et je gagne %d livres par an. Impôt sur le revenu 2024-25 ?", "Edinburgh"},
		{"Vivo en Edimburgo y gano %d libras al año. Income tax 2024-25?", "Edinburgh"},
		{"Mieszkam w Londynie i zarabiam %d funtów rocznie. Podatek dochodowy 2024-25?", "London"},
		{"Mieszkam w Edynburgu i zarabiam %d funtów rocznie. Podatek dochodowy 2024-25?", "Edinburgh"},
		{"Asun Lontoossa ja ansaitsen %d puntaa vuodessa. Tulovero 2024-25?", "London"},
		{"Ik woon in Londen en verdien %d pond per jaar. Inkomstenbelasting 2024-25?", "London"},
		{"ロンドン在住、年収%dポンド、2024-25年度の所得税はいくらですか", "London"},
		{"エディンバラ在住、年収%dポンド、2024-25年度の所得税はいくらですか", "Edinburgh"},
		{"我住在伦敦，年薪%d英镑，2024-25税年要交多少所得税？", "London"},
		{"我住在曼彻斯特，年薪%d英镑，2024-25税年要交多少所得税？", "Manchester"},
	} {
		for _, income := range []int{14_000, 31_000, 64_000} {
			plain := put(t, p, fmt.Sprintf("I live in %s and earn £%d a year. Income tax 2024-25?", c.town, income), e)
			q := fmt.Sprintf(c.question, income)
			if out := put(t, p, q, e); figure(&plain) == "" || figure(&out) != figure(&plain) {
				t.Errorf("%q: %q, want %q", q, figure(&out), figure(&plain))
			}
		}
	}
}
