package classification

import "strings"

// codes are the merchant category codes (ISO 18245) that leave no doubt what was
// bought, with the role of the account. A code under which many kinds of things are
// sold, and a restaurant's, whose meals may be travel, staff or entertainment, is
// left out.
//
// Source: https://github.com/greggles/mcc-codes/blob/main/mcc_codes.csv, checked
// 2026-11-22.
var codes = map[string]string{
	"4011": "expense.travel", "4111": "expense.travel", "4112": "expense.travel", "4121": "expense.travel", "4131": "expense.travel",
	"4511": "expense.travel", "7011": "expense.travel", "4722": "expense.travel",
	"4215": "expense.freight_out", "4214": "expense.freight_out",
	"4784": "expense.vehicle", "5533": "expense.vehicle", "5532": "expense.vehicle", "5541": "expense.vehicle", "5542": "expense.vehicle",
	"7523": "expense.vehicle", "7538": "expense.vehicle", "7542": "expense.vehicle", "7549": "expense.vehicle", "7531": "expense.vehicle",
	"4814": "expense.telecom", "4816": "expense.internet", "4900": "expense.energy",
	"5111": "expense.office", "5734": "expense.software", "5192": "expense.books",
	"6300": "expense.insurance", "6513": "expense.rent", "7311": "expense.advertising",
	"7276": "expense.bookkeeping", "8111": "expense.professional", "8249": "expense.training", "8244": "expense.training",
	"7379": "expense.repairs", "7629": "expense.repairs", "7699": "expense.repairs",
}

// lexiconRow is words that speak for a kind of cost.
type lexiconRow struct {
	role    string
	phrases []string
}

// lexiconRows are read as phrases of whole words; none is sure by itself.
var lexiconRows = func() (rows []lexiconRow) {
	for _, line := range strings.Split(strings.TrimSpace(lexiconText), "\n") {
		role, phrases, _ := strings.Cut(line, ":")
		row := lexiconRow{role: strings.TrimSpace(role)}
		for _, p := range strings.Split(phrases, ",") {
			row.phrases = append(row.phrases, " "+strings.TrimSpace(p)+" ")
		}
		rows = append(rows, row)
	}
	return rows
}()

// lexiconEntry is a phrase of the lexicon, with a space before and after it.
type lexiconEntry struct {
	role, phrase string
	place        int // in the lexicon
}

// lexiconByWord is the lexicon by the first word of each phrase.
var lexiconByWord = func() map[string][]lexiconEntry {
	by, place := map[string][]lexiconEntry{}, 0
	for _, row := range lexiconRows {
		for _, phrase := range row.phrases {
			first, _, _ := strings.Cut(phrase[1:], " ")
			by[first] = append(by[first], lexiconEntry{row.role, phrase, place})
			place++
		}
	}
	return by
}()

const lexiconText = `
expense.travel: train, railway, rail, flight, airline, airways, airport, taxi, cab, uber, hotel, hostel, bahn, zug, flug, fahrkarte, sncf, billet, vol, tren, vuelo, treno, trein, pociąg, bilet, lodging, ferry, tram, metro, bus ticket
expense.vehicle: petrol, diesel, fuel, gasoline, unleaded, parking, car wash, tyre, tyres, tire, mot test, benzin, super e10, tankstelle, tanken, parkhaus, parken, essence, gazole, carburant, stationnement, gasolina, benzina, brandstof, paliwo, parkeren, oil change, garage
expense.office: stationery, paper, pens, toner, ink cartridge, envelopes, büromaterial, papier, schreibwaren, papeterie, fournitures de bureau, papelería, cancelleria, kantoorartikelen, stapler, notebook
expense.telecom: phone, mobile, telephone, telekom, mobilfunk, téléphone, teléfono, telefono, telefoon, sim card, roaming
expense.internet: broadband, internet, hosting, domain, webspace, glasfaser, dsl, fibre
expense.post: postage, stamps, royal mail, post office, briefmarken, porto, deutsche post, la poste, timbre, correos, poste italiane, postnl, poczta
expense.software: software, licence, license, subscription, saas, cloud, app store, lizenz, abonnement logiciel, antivirus
expense.books: books, book, journal, newspaper, magazine, buch, bücher, zeitschrift, livre, libro, boek, książka
expense.training: training, course, seminar, workshop, conference, fortbildung, schulung, formation, curso, corso, cursus, szkolenie
expense.professional: solicitor, solicitors, lawyer, attorney, legal, notary, rechtsanwalt, anwalt, notar, avocat, abogado, avvocato, advocaat, adwokat, consulting
expense.bookkeeping: accountant, accountants, accountancy, bookkeeping, audit, steuerberater, buchhaltung, comptable, expert comptable, gestoría, commercialista, boekhouder, księgowość
expense.advertising: advertising, advert, ads, marketing, flyer, flyers, banner, werbung, anzeige, publicité, publicidad, pubblicità, reclame, reklama, business cards
expense.insurance: insurance, versicherung, assurance, seguro, assicurazione, verzekering, ubezpieczenie, premium
expense.rent: rent, lease, office space, coworking, miete, loyer, alquiler, affitto, huur, czynsz
expense.energy: electricity, gas bill, water bill, heating, strom, stadtwerke, fernwärme, électricité, edf, electricidad, energia elettrica, stroom, prąd
expense.entertainment: restaurant, dinner, lunch, catering, brasserie, bistro, cafe, café, coffee, pizzeria, gasthaus, gaststätte, bewirtung, trattoria, ristorante, restaurante, eetcafe, restauracja
expense.repairs: repair, repairs, maintenance, reparatur, wartung, réparation, reparación, riparazione, reparatie, naprawa
expense.tools: drill, screwdriver, hammer, tools, hardware store, werkzeug, bohrer, baumarkt, outillage, bricolage, ferretería, ferramenta, gereedschap, narzędzia
expense.supplies: cleaning, detergent, gloves, supplies, reinigungsmittel, nettoyage, limpieza, pulizia, schoonmaak
expense.bank_charges: bank charges, account fee, card fee, payment fee, transaction fee, kontoführung, kontoführungsgebühr, frais bancaires, comisión bancaria, spese bancarie, bankkosten
expense.interest: interest, zinsen, intérêts, intereses, interessi, rente, odsetki
expense.fees_dues: membership, chamber of commerce, ihk, handelskammer, cotisation, cuota de socio, lidmaatschap
expense.freight_out: courier, shipping, delivery charge, freight, paket, versand, dhl, ups, fedex, colissimo, envío, spedizione, verzending, wysyłka
expense.subcontractors: subcontractor, freelance, contractor, fremdleistung, sous traitance, subcontrata, subappalto, onderaannemer
goods: wholesale, resale, merchandise, grosshandel, großhandel, handelsware, marchandises, mercancías, merci, groothandel, hurtownia
`
