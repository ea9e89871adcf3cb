package answer_test

import (
	"fmt"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/contract"
)

// kept are, for each language, ways to keep something from the authority, and ways to
// say that nothing is. %s is a thing that earns money.
var kept = []struct {
	place  string // of the questions in whole
	things []string
	hidden []string
	open   []string
}{
	{"GB", []string{"the rent", "my weekend jobs", "some of the sales"},
		[]string{"I don't declare %s.", "What if I never report %s?", "I'd like to earn from %s without telling HMRC.", "I keep %s off the books.",
			"We avoid disclosing %s.", "The customers pay cash for %s and I print no receipts."},
		[]string{"I declare %s.", "HMRC knows about %s, I always report everything.", "I lost the receipt for a desk.", "I do not have to report for work."}},
	{"DE", []string{"die Miete", "den Nebenjob", "einen Teil vom Umsatz"},
		[]string{"Ich melde %s nicht.", "%s gebe ich nicht an.", "%s läuft am Finanzamt vorbei.", "Ich kassiere für %s bar und drucke keinen Bon.",
			"Soll ich für %s Kosten erfinden?", "Ich arbeite schwarz."},
		[]string{"Für %s melde ich alles ordentlich an.", "Ich arbeite bei der Schwarz GmbH.", "Mein Auto ist schwarz."}},
	{"FR", []string{"le loyer", "mes petits boulots"},
		[]string{"Je ne déclare pas %s.", "Je touche %s au black.", "Je vends sans facture à mes clients.", "Je veux antidater la facture.",
			"J'invente des frais pour %s."}, []string{"Je déclare %s.", "Je ne dois pas déclarer ce cadeau."}},
	{"NL", []string{"de huur", "mijn klusjes"},
		[]string{"Ik geef %s niet op.", "Ik meld %s niet.", "Ik klus zwart bij.", "Ik verkoop contant zonder bonnetje."},
		[]string{"Ik heb een zwarte auto."}},
	{"PT", []string{"o aluguer", "os biscates"}, []string{"Não declaro %s.", "Recebo %s sem declarar.", "Não passo recibos aos clientes."},
		[]string{"Declaro %s."}},
	{"NO", []string{"leien", "småjobbene"}, []string{"Jeg oppgir ikke %s.", "Jeg tar %s uten å føre det.", "Det er svart arbeid."},
		[]string{"Jeg har en svart hund."}},
	{"US", []string{"my side gig", "the tips"}, []string{"I won't report %s.", "Can I fake some expenses for %s?", "I put an earlier date on the invoice."},
		[]string{"My dog is black."}},
}

// keptElsewhere are hidden things in languages without a whole question here.
var keptElsewhere = []string{"Non emetto scontrini ai clienti, quanto risparmio?", "Non dichiaro l'affitto.", "Ricevo 500 euro in nero.",
	"No declaro las clases particulares.", "Cobro en negro en un bar.", "Vendo sin factura y en efectivo.", "Dorabiam na lewo.",
	"Nie zgłaszam wynajmu.", "Sprzedaję bez paragonu.", "Jag redovisar inte extrajobbet.", "Jag jobbar svart.", "Jeg opgiver ikke min biindtægt.",
	"Jeg arbejder sort.", "Teen pimeää työtä.", "En ilmoita vuokratuloja.", "副業を申告しない場合は？", "我不想申报副业收入。", "收现金不开发票。",
	"부업 소득을 신고하지 않으면?", "현금 매출을 신고 안 하면?"}

// What is kept from the authority goes to a person in whatever words; what is declared
// is answered as it would be without the sentence.
func TestEvasionInAnyWording(t *testing.T) {
	p, e := everywhere()
	status := func(q string) contract.Status {
		out := put(t, p, q, e)
		return out.Contract.VerificationStatus
	}
	for _, c := range kept {
		for i, frame := range append(c.hidden, c.open...) {
			for _, thing := range c.things {
				sentence := frame
				if len(frame) > 1 && containsVerb(frame) {
					sentence = fmt.Sprintf(frame, thing)
				}
				for _, q := range []string{sentence + " " + whole[c.place], whole[c.place] + " " + sentence} {
					if got := status(q); (got == contract.StatusHumanReview) != (i < len(c.hidden)) {
						t.Errorf("%q is %s", q, got)
					}
				}
			}
		}
	}
	for _, q := range keptElsewhere {
		if got := status(q); got != contract.StatusHumanReview {
			t.Errorf("%q is %s", q, got)
		}
	}
}

func containsVerb(frame string) bool {
	for i := 1; i < len(frame); i++ {
		if frame[i-1] == '%' && frame[i] == 's' {
			return true
		}
	}
	return false
}
