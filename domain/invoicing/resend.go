package invoicing

import (
	"fmt"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// ResendInvoice sends an invoice to its customer again.
type ResendInvoice struct {
	Formats []string `json:"formats,omitempty" maxItems:"5" enum:"html,json,ubl,cii,facturx" doc:"What is attached; left out: html."`
	Note    string   `json:"note,omitempty" maxLength:"2000" doc:"What stands before the standard text; it says no figure or day that the invoice does not."`
}

// Validate reports a note that nobody can read, or reads otherwise than it stands.
func (c ResendInvoice) Validate() error {
	var f fault.Fields
	f.Text("note", c.Note)
	return f.Err()
}

// Letter is what a document is sent with, in its language.
type Letter struct{ Subject, Text string }

// letters are the standard texts: subject and body, with number, seller, gross and
// currency.
var letters = map[string][2]string{
	"de": {"Rechnung %s von %s", "Guten Tag,\n\nim Anhang finden Sie die Rechnung %s über %s %s.\n\nMit freundlichen Grüßen\n%s\n"},
	"en": {"Invoice %s from %s", "Hello,\n\nattached you will find invoice %s for %s %s.\n\nKind regards\n%s\n"},
	"es": {"Factura %s de %s", "Buenos días:\n\nAdjuntamos la factura %s por %s %s.\n\nUn saludo\n%s\n"},
	"fr": {"Facture %s de %s", "Bonjour,\n\nVous trouverez ci-joint la facture %s d'un montant de %s %s.\n\nCordialement\n%s\n"},
	"it": {"Fattura %s di %s", "Buongiorno,\n\nin allegato trovate la fattura %s di %s %s.\n\nCordiali saluti\n%s\n"},
	"nl": {"Factuur %s van %s", "Goedendag,\n\nbijgaand vindt u factuur %s van %s %s.\n\nMet vriendelijke groet\n%s\n"},
	"pl": {"Faktura %s od %s", "Dzień dobry,\n\nw załączniku przesyłamy fakturę %s na kwotę %s %s.\n\nZ poważaniem\n%s\n"},
	"pt": {"Fatura %s de %s", "Olá,\n\nem anexo encontra a fatura %s no valor de %s %s.\n\nCom os melhores cumprimentos\n%s\n"},
}

// Letter words the message that a document is sent with.
func (d InvoiceContent) Letter(note string) Letter {
	words, ok := letters[d.Language]
	if !ok {
		words = letters["en"]
	}
	l := Letter{fmt.Sprintf(words[0], d.Number, d.Seller.LegalName),
		fmt.Sprintf(words[1], d.Number, d.Gross, d.Currency, d.Seller.LegalName)}
	if note != "" {
		l.Text = note + "\n\n" + l.Text
	}
	return l
}

// Blockers lists what stands against sending a document.
func (c ResendInvoice) Blockers(s State) fault.Blockers {
	var b fault.Blockers
	d, ok := s.Document()
	if ok && d.Buyer.Email == "" {
		b = append(b, fault.Blocker{Code: "no_recipient", Field: "buyer.email",
			Message: "neither the order nor the invoice says the buyer's e-mail address"})
	}
	if ok {
		b = append(b, d.tracing().Beside("note", c.Note, "nothing in the invoice")...)
	}
	return b
}

// Deliver notes what became of a message that carried the document; the same word
// again changes nothing.
func (s State) Deliver(notification string, sent bool, code string) []event.Payload {
	if s.Issued == nil || s.Notified == notification {
		return nil
	}
	status := func(own Status) Status {
		if now := s.Status(); now == PartlyCredited || now == FullyCredited {
			return now
		}
		return own
	}
	if sent {
		return []event.Payload{Sent{notification, status(SentStatus)}}
	}
	return []event.Payload{DeliveryFailed{notification, code, status(Undelivered)}}
}
