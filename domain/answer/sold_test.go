package answer_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/money"
)

// saleFrame is how a language asks for the tax on something. {x} is what is sold, {p} what the
// price includes.
type saleFrame struct {
	lang, place, on      string
	sold, owned, beside  string // asked of the thing; of something else beside it; of it and more
	denied               string // of what is not the thing
	net, gross, currency string
}

var saleFrames = []saleFrame{
	{"en", "DE", "in Germany", "How much VAT on {x} {at}, 107 euros {p}, 5 May 2025?", "VAT on a machine for our {x} {at}, 107 euros {p}, 5 May 2025?",
		"VAT on {x} and chairs {at}, 107 euros {p}, 5 May 2025?", "VAT on something other than {x} {at}, 107 euros {p}, 5 May 2025?", "net", "gross", "EUR"},
	{"de", "DE", "in Deutschland", "Wie viel Mehrwertsteuer auf {x} {at}, 107 Euro {p}, 5. Mai 2025?",
		"Mehrwertsteuer auf eine Maschine für unser {x} {at}, 107 Euro {p}, 5. Mai 2025?", "Mehrwertsteuer auf {x} und Stühle {at}, 107 Euro {p}, 5. Mai 2025?",
		"Mehrwertsteuer {at}, 107 Euro {p}, 5. Mai 2025, keine {x}?", "netto", "brutto", "EUR"},
	{"fr", "FR", "en France", "Combien de TVA sur {x} {at}, 107 € {p}, le 5 mai 2025 ?", "TVA sur une machine pour mon {x} {at}, 107 € {p}, le 5 mai 2025 ?",
		"TVA sur {x} et des chaises {at}, 107 € {p}, le 5 mai 2025 ?", "TVA {at}, 107 € {p}, le 5 mai 2025, pas de {x} ?", "HT", "TTC", "EUR"},
	{"es", "ES", "en España", "¿Cuánto IVA de {x} {at}, 107 euros {p}, 5 de mayo de 2025?", "IVA de una máquina para mi {x} {at}, 107 euros {p}, 5 de mayo de 2025",
		"IVA de {x} y sillas {at}, 107 euros {p}, 5 de mayo de 2025", "IVA {at}, 107 euros {p}, 5 de mayo de 2025, sin {x}", "sin IVA", "IVA incluido", "EUR"},
	{"it", "IT", "in Italia", "Quanta IVA su {x} {at}, 107 euro {p}, 5 maggio 2025?", "IVA su una macchina per il mio {x} {at}, 107 euro {p}, 5 maggio 2025",
		"IVA su {x} e sedie {at}, 107 euro {p}, 5 maggio 2025", "IVA {at}, 107 euro {p}, 5 maggio 2025, non {x}", "IVA esclusa", "IVA inclusa", "EUR"},
	{"nl", "NL", "in Nederland", "Hoeveel btw op {x} {at}, 107 euro {p}, 5 mei 2025?", "Btw op een machine voor mijn {x} {at}, 107 euro {p}, 5 mei 2025",
		"Btw op {x} en stoelen {at}, 107 euro {p}, 5 mei 2025", "Btw {at}, 107 euro {p}, 5 mei 2025, geen {x}", "exclusief btw", "inclusief btw", "EUR"},
	{"pt", "PT", "em Portugal", "Quanto IVA sobre {x} {at}, 107 euros {p}, 5 de maio de 2025?", "IVA sobre uma máquina para o meu {x} {at}, 107 euros {p}, 5 de maio de 2025",
		"IVA sobre {x} e cadeiras {at}, 107 euros {p}, 5 de maio de 2025", "IVA {at}, 107 euros {p}, 5 de maio de 2025, sem {x}", "sem IVA", "com IVA", "EUR"},
	{"pl", "PL", "w Polsce", "Ile VAT od {x} {at}, 107 zł {p}, 5 maja 2025?", "VAT od maszyny dla mojej {x} {at}, 107 zł {p}, 5 maja 2025",
		"VAT od {x} i krzesła {at}, 107 zł {p}, 5 maja 2025", "VAT {at}, 107 zł {p}, 5 maja 2025, nie {x}", "netto", "brutto", "PLN"},
	{"sv", "SE", "i Sverige", "Hur mycket moms på {x} {at}, 107 kr {p}, 5 maj 2025?", "Moms på en maskin för min {x} {at}, 107 kr {p}, 5 maj 2025",
		"Moms på {x} och stolar {at}, 107 kr {p}, 5 maj 2025", "Moms {at}, 107 kr {p}, 5 maj 2025, inte {x}", "exklusive moms", "inklusive moms", "SEK"},
	{"nb", "NO", "i Norge", "Hvor mye mva på {x} {at}, 107 kr {p}, 5. mai 2025?", "Mva på en maskin for min {x} {at}, 107 kr {p}, 5. mai 2025",
		"Mva på {x} og stoler {at}, 107 kr {p}, 5. mai 2025", "Mva {at}, 107 kr {p}, 5. mai 2025, ikke {x}", "ekskl mva", "inkl mva", "NOK"},
	{"da", "DK", "i Danmark", "Hvor meget moms på {x} {at}, 107 kr {p}, 5. maj 2025?", "Moms på en maskine til min {x} {at}, 107 kr {p}, 5. maj 2025",
		"Moms på {x} og stole {at}, 107 kr {p}, 5. maj 2025", "Moms {at}, 107 kr {p}, 5. maj 2025, ikke {x}", "ekskl. moms", "inkl. moms", "DKK"},
	{"fi", "FI", "Suomessa", "{x} {at}, 107 euroa {p}, 5.5.2025, paljonko ALV?", "ALV koneesta yritykselle {x} {at}, 107 euroa {p}, 5.5.2025",
		"ALV {x} ja tuolit {at}, 107 euroa {p}, 5.5.2025", "ALV {at}, 107 euroa {p}, 5.5.2025, ei {x}", "ilman arvonlisäveroa", "sisältäen veron", "EUR"},
}

func (f *saleFrame) ask(form, thing string, gross bool) string {
	price := f.net
	if gross {
		price = f.gross
	}
	return strings.NewReplacer("{x}", thing, "{at}", f.on, "{p}", price).Replace(form)
}

// A question names what is sold in every language: its figure is the one that the calculator
// gives for the category, and where that refuses, the question asks or goes to a person.
func TestWhatIsSoldHasTheRateOfTheCalculator(t *testing.T) {
	p, e := everywhere()
	heard, figures := 0, 0
	for i := range saleFrames {
		f := &saleFrames[i]
		words := lexicon.Load().Language(f.lang)
		for _, code := range lexicon.Load().SoldCategories() {
			names := words.SoldNames(code)
			if len(names) == 0 {
				t.Errorf("%s has no name in %s", code, f.lang)
				continue
			}
			for k, name := range names {
				question := f.ask(f.sold, name, k%2 == 1)
				out := put(t, p, question, e)
				if !slices.Contains(out.Contract.FactsUsed, contract.FactUsed{Key: "category", Value: code}) {
					t.Errorf("%q: %s not heard: %v", question, code, out.Contract.FactsUsed)
					continue
				}
				heard++
				if asCalculated(t, question, code, f, k%2 == 1, &out) {
					figures++
				}
			}
		}
	}
	if heard < 1000 || figures < 300 {
		t.Errorf("%d questions were heard, %d of them answered", heard, figures)
	}
}

// asCalculated compares an answer with the calculator, and reports a figure.
func asCalculated(t *testing.T, question, code string, f *saleFrame, gross bool, out *answer.Outcome) bool {
	t.Helper()
	at := indirect.Address{Country: f.place}
	want, err := indirect.Calculate(indirect.Request{Date: civil.Of(2025, 5, 5), Currency: f.currency, PricesIncludeTax: gross, PerformedAt: &at,
		Seller: indirect.Seller{Address: at, Status: "business", Registrations: []string{f.place}},
		Buyer:  indirect.Buyer{Address: at, Status: "consumer"},
		Lines:  []indirect.Line{{ID: "1", Category: code, Quantity: money.One, UnitPrice: money.FromInt(107)}}}, indirect.Env{})
	c := &out.Contract
	switch {
	case err != nil:
		if c.VerificationStatus == contract.StatusVerified {
			t.Errorf("%q: %s, though the calculator says %v", question, c.Calculations[0].TotalTax, err)
		}
		return false
	case len(c.Calculations) != 1:
		t.Errorf("%q: %s %v, want %s", question, c.VerificationStatus, c.MissingFacts, want.Tax)
		return false
	}
	got := &c.Calculations[0]
	if !got.TotalTax.Equal(want.Tax) || len(c.Citations) == 0 {
		t.Errorf("%q: %s with %d citations, want %s", question, got.TotalTax, len(c.Citations), want.Tax)
	}
	if claim := c.Claims[0].Text; !strings.Contains(claim, "at a rate of "+got.StatutoryRate.String()) || !strings.Contains(claim, "2025-05-05") {
		t.Errorf("%q: the claim %q lacks the rate or the day", question, claim)
	}
	return true
}

// What is sold is not heard where it is somebody's place of business, one of several things,
// denied, or a part of another name.
func TestWhatIsNotSoldIsNotHeard(t *testing.T) {
	p, e := everywhere()
	quiet := func(question string) {
		t.Helper()
		out := put(t, p, question, e)
		for _, fact := range out.Contract.FactsUsed {
			if fact.Key == "category" {
				t.Errorf("%q: heard %s", question, fact.Value)
			}
		}
	}
	for i := range saleFrames {
		f := &saleFrames[i]
		words := lexicon.Load().Language(f.lang)
		for n, code := range lexicon.Load().SoldCategories() {
			names := words.SoldNames(code)
			if len(names) == 0 {
				continue
			}
			for _, form := range []string{f.owned, f.beside, f.denied} {
				quiet(f.ask(form, names[0], n%2 == 0))
			}
			for _, other := range []string{"qwertzian", "Xyloment"} { // words of no list, before and behind
				quiet(f.ask(f.sold, other+" "+names[0], n%2 == 0))
				quiet(f.ask(f.sold, names[0]+" "+other, n%2 == 0))
			}
		}
	}
	for _, question := range []string{
		"VAT on a food truck in Germany, 100 euro net, 5 May 2025", "Book a hotel in Berlin for 107 euro gross on 5 May 2025, how much VAT?",
		"We own a hotel in Germany. VAT on 100 euro net, 5 May 2025?", "VAT on our hotel in Germany, 100 euro net, 5 May 2025",
		"I sold my restaurant in Germany for 100000 euro net on 5 May 2025, VAT?", "VAT on food for cats in Germany, 100 euro net, 5 May 2025",
		"VAT on books and newspapers in Germany, 100 euro net, 5 May 2025", "VAT on books in electronic form, Germany, 100 euro net, 5 May 2025",
	} {
		quiet(question)
	}
}

// A reply names a category or a class of rates, and sets aside what was heard.
func TestRepliesNameWhatIsSold(t *testing.T) {
	p, e := everywhere()
	for reply, want := range map[string]string{"rate: standard": "19.00", "rate: reduced": "7.00", "rate: books": "7.00", "category: hotel": "7.00",
		"category: professional_services": "19.00", "rate: zero": "rate", "rate: exempt": "rate", "rate: banana": "rate", "rate_class: reduced": "7.00"} {
		out := put(t, p, "VAT in Germany on 100 euro net, 5 May 2025\n"+reply, e)
		got := ""
		for i := range out.Contract.Calculations {
			got = out.Contract.Calculations[i].TotalTax.String()
		}
		for _, m := range out.Contract.MissingFacts {
			got = m.Key
		}
		if got != want {
			t.Errorf("%s: %s, want %s", reply, got, want)
		}
	}
}

// No name stands for two categories in a language, and every category is one of the catalogue.
func TestNamesOfWhatIsSoldAreOfOneCategory(t *testing.T) {
	for i := range lexicon.Load().Languages {
		l := &lexicon.Load().Languages[i]
		of := map[string]string{}
		for _, code := range lexicon.Load().SoldCategories() {
			if _, known := category.Get(code); !known {
				t.Errorf("%s is no category", code)
			}
			for _, name := range l.SoldNames(code) {
				if other := of[name]; other != "" {
					t.Errorf("%s: %q is of %s and of %s", l.Code, name, other, code)
				}
				of[name] = code
			}
		}
	}
}

// An amount that is the tax itself, or the price of one piece of several, is not the amount of the
// sale; one beside it is.
func TestTheAmountOfASaleIsNotItsTaxNorAPiecesPrice(t *testing.T) {
	p, e := everywhere()
	const tail = " in Germany, standard rate, 5 May 2025"
	for question, want := range map[string]string{
		"VAT of 25 euros on 100 euros net" + tail:                                                "19.00",
		"25 euros of VAT on 100 net" + tail:                                                      "19.00",
		"VAT 25 euros, 100 euros net" + tail:                                                     "19.00",
		"The VAT was 19 euros" + tail + ". The net price?":                                       "amount",
		"VAT on 3 chairs at 20 euros net" + tail:                                                 "amount",
		"VAT on chairs at 20 euros net each" + tail:                                              "amount",
		"VAT on 20 euros net per person" + tail:                                                  "amount",
		"25 euros billed on 100 net" + tail + ", what VAT?":                                      "amount",
		"100 euros net" + tail + ", what VAT?":                                                   "19.00",
		"VAT on an exempt sale of 100 euros net in Germany, 5 May 2025":                          "rate",
		"VAT on zero rated goods, NZ$100 plus GST, New Zealand, 5 May 2025":                      "rate",
		"VAT on exempt books in Germany, 100 euros net, 5 May 2025":                              "rate",
		"VAT at the reduced rate on books in Germany, 100 euros net, 5 May 2025":                 "7.00",
		"VAT on books at 19% in Germany, 100 euros net, 5 May 2025\nrate: books":                 "7.00",
		"VAT on books at 19% in Germany, 100 euros net, 5 May 2025\nrate: standard":              "19.00",
		"VAT on books, standard rate, in Germany, 100 euros net, 5 May 2025\ncategory: clothing": "19.00",
	} {
		out := put(t, p, question, e)
		var got []string
		for i := range out.Contract.Calculations {
			got = append(got, out.Contract.Calculations[i].TotalTax.String())
		}
		for _, m := range out.Contract.MissingFacts {
			got = append(got, m.Key)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %s %v, want %s", question, out.Contract.VerificationStatus, got, want)
		}
	}
}
