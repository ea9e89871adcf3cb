package answer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/contract"
)

// whole are questions that have a figure, one for each country and language here.
var whole = map[string]string{
	"GB": "I earn a salary of £60,000 in England in 2025-26. How much income tax do I pay?",
	"US": "Single, Texas, $60,000 wages 2025. Federal income tax?",
	"DE": "Ledig, Berlin, zu versteuerndes Einkommen 50.000 € 2025. Einkommensteuer?",
	"FR": "Célibataire à Lyon, revenu imposable 40 000 € en 2024. Impôt sur le revenu ?",
	"NL": "Amsterdam 2025, loon € 50.000. Inkomstenbelasting?",
	"PT": "Lisboa 2025, solteiro, 30.000 € de salário. IRS?",
	"NO": "Jeg tjener 600 000 kr i lønn i Oslo i 2025. Hvor mye skatt betaler jeg?",
}

// TestMoneyHiddenGoesToAPerson holds that money of which an authority is not to
// know is escalated, and that what is declared is not.
func TestMoneyHiddenGoesToAPerson(t *testing.T) {
	p, e := everywhere()
	for place, phrases := range map[string][]string{
		"GB": {"nobody tells HMRC about the tips", "I'd rather the taxman didn't hear about the rest", "with side money nobody needs to know of",
			"I pay my builder without an invoice"},
		"US": {"the IRS has no way of knowing about my tips", "what if I leave the 1099 off", "claiming my dog as a dependent",
			"cash jobs that the IRS can't trace"},
		"DE": {"den Zweitjob mache ich bar auf die Hand", "mein Chef zahlt den Rest schwarz", "die Hälfte läuft ohne Rechnung",
			"Mieteinnahmen verschweige ich"},
		"FR": {"sans compter ce que je ne déclare pas", "le reste sans facture"},
		"NL": {"de huur van mijn kamer geef ik niet op", "contant zodat de fiscus het niet ziet", "de fooien hou ik buiten de boeken"},
		"PT": {"o aluguer não declaro", "com recibos médicos comprados", "o resto sem recibo"},
		"NO": {"litt uten kvittering ved siden av", "leieinntekten fører jeg ikke opp", "resten som Skatteetaten ikke ser"},
	} {
		for _, phrase := range phrases {
			for _, asked := range []string{phrase + ". " + whole[place], strings.TrimRight(whole[place], "? ") + "? " + phrase + "."} {
				if out := put(t, p, asked, e); out.Contract.VerificationStatus != contract.StatusHumanReview {
					t.Errorf("%q is %s", asked, out.Contract.VerificationStatus)
				}
			}
		}
	}
	for place, phrase := range map[string]string{"NL": "Ik ben een zwart koffie drinker", "GB": "I do not evade anything",
		"US": "I am paid in cash and fully declared"} {
		asked := fmt.Sprintf("%s. %s", phrase, whole[place])
		if out := put(t, p, asked, e); out.Contract.VerificationStatus == contract.StatusHumanReview {
			t.Errorf("%q is escalated", asked)
		}
	}
}
