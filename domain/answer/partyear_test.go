package answer_test

import (
	"fmt"
	"testing"
)

// begun are ways to say that work began or ended; %s is a month. whole are months and
// years that leave the year whole.
var begun = []struct {
	question string // that lacks nothing
	frames   []string
	months   []string
	wholes   []string
}{
	{"Leeds, salary £40,000, 2025-26. Income tax?", []string{"I started in %s.", "I was hired in %s.", "I quit in %s.", "Employed since %s.",
		"As of %s I have a job.", "I started, with nothing before."}, []string{"September 2025", "October", "1 November 2025"},
		[]string{"I started in March 2019.", "I was hired on 1 April 2025.", "I have worked since 2019.", "The shop was closed."}},
	{"Ledig, Berlin, 50.000 € brutto 2025, keine Kirche. Einkommensteuer?", []string{"Ich habe im %s angefangen.", "Eingestellt im %s.",
		"Ab %s arbeite ich.", "Vorher nichts."}, []string{"Oktober", "September 2025"},
		[]string{"Ich habe im Oktober 2019 angefangen."}},
	{"Célibataire, Lyon, revenu net imposable 45 000 € en 2024. Impôt sur le revenu ?", []string{"Embauché en %s.",
		"J'ai commencé en %s.", "Depuis %s je travaille."}, []string{"septembre 2024", "octobre"}, []string{"Embauché en septembre 2015."}},
	{"Madrid, soltero, base liquidable 40.000 € 2024. ¿IRPF?", []string{"Empecé en %s.", "Trabajo desde %s."}, []string{"octubre de 2024"},
		[]string{"Empecé en octubre de 2011."}},
	{"Oslo, lønn 600 000 kr 2025. Skatt?", []string{"Jeg begynte i %s.", "Jeg har jobbet fra %s."}, []string{"september 2025"},
		[]string{"Jeg begynte i september 2015."}},
}

// Pay of which a part of the year is said is not taken for the year's.
func TestPayOfAPartOfTheYear(t *testing.T) {
	p, e := everywhere()
	for _, c := range begun {
		out := put(t, p, c.question, e)
		before := figure(&out)
		if before == "" {
			t.Errorf("%q is %s (%s)", c.question, out.Contract.VerificationStatus, out.Code)
		}
		for _, frame := range c.frames {
			for _, month := range c.months {
				sentence := frame
				if containsVerb(frame) {
					sentence = fmt.Sprintf(frame, month)
				}
				q := sentence + " " + c.question
				if out := put(t, p, q, e); figure(&out) != "" {
					t.Errorf("%q is %s", q, figure(&out))
				}
			}
		}
		for _, sentence := range c.wholes {
			q := sentence + " " + c.question
			if out := put(t, p, q, e); figure(&out) != before && !unread(&out) {
				t.Errorf("%q is %q (%s), %s without the sentence", q, figure(&out), out.Code, before)
			}
		}
	}
}

// An amount that is clearly for something else, and changes no tax of the place, does
// not stand in the way; one that may change it is asked about.
func TestAmountsForSomethingElse(t *testing.T) {
	p, e := everywhere()
	for _, c := range []struct {
		question     string
		idle, stakes []string
	}{
		{"Salary £41,000, Bristol, 2025-26. How much income tax?", []string{"My rent is £950 a month.", "I have a car loan of £12,000.",
			"We bought a house for £310,000.", "My mortgage is £180,000."},
			[]string{"I have £9,000 in savings.", "I pay £2,000 into a pension.", "I donate £500 to charity.", "The savings of £9,000 pay interest.",
				"I let a room for £4,000.", "I sold shares bought for £12,000."}},
		{"Célibataire, Lyon, revenu net imposable 45 000 € en 2024. Impôt sur le revenu ?", nil, []string{"Mon loyer est de 800 €.",
			"J'ai 5 000 € d'épargne.", "Je donne 500 € à une association.", "Je verse 2 000 € de pension alimentaire."}},
		{"Ledig, Berlin, 50.000 € brutto 2025, keine Kirche. Einkommensteuer?", []string{"Meine Miete kostet 900 €.", "Mein Kredit ist 20.000 €."},
			[]string{"Ich spende 500 €.", "Die Zinsen sind 800 €."}},
		{"Wellington, salary $80,000, tax year 2025-26. Income tax?", []string{"My rent is $650 a week.", "I bought a car for $21,000."},
			[]string{"I donate $500 to charity."}},
		{"Single, Austin, Texas, W-2 wages of $80,000 in 2024. Federal income tax?", []string{"We bought a house for $310,000."},
			[]string{"My rent is $1,900 a month.", "My mortgage is $250,000.", "I have a student loan of $30,000."}},
		{"Oslo, lønn 600 000 kr 2025. Skatt?", nil, []string{"Jeg har et lån på 2 000 000 kr."}},
		{"Utrecht 2026, loon 50.000 euro bruto. Hoeveel inkomstenbelasting?", nil, []string{"Mijn hypotheek is 300.000 euro."}},
	} {
		out := put(t, p, c.question, e)
		before := figure(&out)
		for i, sentence := range append(c.idle, c.stakes...) {
			want := before
			if i >= len(c.idle) {
				want = ""
			}
			q := sentence + " " + c.question
			if out := put(t, p, q, e); figure(&out) != want {
				t.Errorf("%q is %q (%s: %v), want %q", q, figure(&out), out.Code, out.Plan.MissingFacts, want)
			}
		}
	}
}

// A sale to a business elsewhere, or in a territory with rates of its own, is not the
// domestic one.
func TestSalesThatAreNotDomestic(t *testing.T) {
	p, e := everywhere()
	for _, c := range []struct {
		question, want string
		others         []string
	}{
		{"VAT at 20% on £1,000 net, London, 12 May 2025", "200.00", []string{"my client is a company", "for a business customer",
			"sold to a customer in another EU country", "an export"}},
		{"TVA au taux normal sur 1 000 € HT, France, 12/05/2025", "200.00", []string{"à La Réunion", "en Guadeloupe", "à Cayenne",
			"pour une entreprise belge", "client assujetti", "en Corse"}},
		{"Umsatzsteuer auf 1.000 € netto, Deutschland, 12.5.2025, Regelsatz", "190.00", []string{"innergemeinschaftliche Lieferung",
			"Kunde ist Unternehmer", "auf Helgoland", "an eine GmbH in Österreich"}},
		{"VAT 23% od 1000 zł netto, Polska, 12.05.2025", "230.00", []string{"odběratel czeski", "nabywca z UE", "firma z zagranicy",
			"dostawa wewnątrzwspólnotowa"}},
	} {
		if out := put(t, p, c.question+"?", e); figure(&out) != c.want {
			t.Errorf("%q is %q (%s)", c.question, figure(&out), out.Code)
		}
		for _, other := range c.others {
			q := c.question + ", " + other + "?"
			if out := put(t, p, q, e); figure(&out) != "" {
				t.Errorf("%q is %s", q, figure(&out))
			}
		}
	}
}
