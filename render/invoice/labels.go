package invoice

// labels are the words on a page, in the order of words.
var labels = map[string][]string{
	"en": {"Invoice", "Credit note", "Number", "Date", "Date of supply", "Due", "Bill to", "Description", "Quantity", "Unit price", "Net",
		"Tax",
		"Total", "Already paid", "Amount due", "VAT no.", "Tax no.", "Register", "Corrects invoice", "Replaces invoice", "Reason", "Rate",
		"Order", "Copy", "Discount", "Freight", "Gross", "Your reference", "Amount credited", "Deposit invoice", "Supply expected"},
	"de": {"Rechnung", "Rechnungskorrektur", "Nummer", "Datum", "Leistungsdatum", "Fällig", "Rechnung an", "Beschreibung", "Menge",
		"Einzelpreis", "Netto",
		"Steuer", "Gesamtbetrag", "Bereits bezahlt", "Zahlbetrag", "USt-IdNr.", "Steuernummer", "Register", "Berichtigt Rechnung",
		"Ersetzt Rechnung",
		"Grund", "Satz", "Auftrag", "Ausfertigung", "Rabatt", "Versand", "Brutto", "Ihre Referenz", "Minderungsbetrag",
		"Anzahlungsrechnung", "Leistung voraussichtlich"},
	"fr": {"Facture", "Avoir", "Numéro", "Date", "Date de livraison", "Échéance", "Facturé à", "Désignation", "Quantité", "Prix unitaire",
		"HT", "TVA",
		"Total TTC", "Déjà payé", "Net à payer", "N° TVA", "N° fiscal", "RCS", "Corrige la facture", "Remplace la facture", "Motif", "Taux",
		"Commande", "Exemplaire", "Remise", "Port", "TTC", "Votre référence", "Montant crédité", "Facture d'acompte", "Livraison prévue"},
	"es": {"Factura", "Factura rectificativa", "Número", "Fecha", "Fecha de operación", "Vencimiento", "Cliente", "Descripción", "Cantidad",
		"Precio unitario",
		"Base", "IVA", "Total", "Ya pagado", "Importe a pagar", "NIF-IVA", "NIF", "Registro", "Rectifica la factura", "Sustituye la factura",
		"Motivo",
		"Tipo", "Pedido", "Copia", "Descuento", "Envío", "Bruto", "Su referencia", "Importe abonado",
		"Factura de anticipo", "Operación prevista"},
	"it": {"Fattura", "Nota di credito", "Numero", "Data", "Data operazione", "Scadenza", "Cliente", "Descrizione", "Quantità",
		"Prezzo unitario",
		"Imponibile", "IVA", "Totale", "Già pagato", "Importo dovuto", "Partita IVA", "Codice fiscale", "Registro", "Rettifica la fattura",
		"Sostituisce la fattura", "Motivo", "Aliquota", "Ordine", "Copia", "Sconto", "Trasporto", "Lordo", "Vostro riferimento",
		"Importo accreditato", "Fattura di acconto", "Operazione prevista"},
	"nl": {"Factuur", "Creditnota", "Nummer", "Datum", "Leverdatum", "Vervaldatum", "Factuur aan", "Omschrijving", "Aantal", "Stukprijs",
		"Netto", "Btw",
		"Totaal", "Al betaald", "Te betalen", "Btw-nr.", "Fiscaal nr.", "Register", "Corrigeert factuur", "Vervangt factuur", "Reden", "Tarief",
		"Bestelling", "Exemplaar", "Korting", "Verzending", "Bruto", "Uw referentie", "Gecrediteerd bedrag",
		"Voorschotfactuur", "Levering verwacht"},
	"pl": {"Faktura", "Faktura korygująca", "Numer", "Data", "Data dostawy", "Termin płatności", "Nabywca", "Opis", "Ilość",
		"Cena jednostkowa", "Netto",
		"VAT", "Razem", "Zapłacono", "Do zapłaty", "NIP (VAT UE)", "NIP", "Rejestr", "Koryguje fakturę", "Zastępuje fakturę", "Powód", "Stawka",
		"Zamówienie", "Egzemplarz", "Rabat", "Wysyłka", "Brutto", "Państwa numer", "Kwota korekty", "Faktura zaliczkowa",
		"Przewidywana dostawa"},
	"pt": {"Fatura", "Nota de crédito", "Número", "Data", "Data da operação", "Vencimento", "Cliente", "Descrição", "Quantidade",
		"Preço unitário",
		"Base", "IVA", "Total", "Já pago", "Valor a pagar", "NIF IVA", "NIF", "Registo", "Retifica a fatura", "Substitui a fatura", "Motivo",
		"Taxa",
		"Encomenda", "Exemplar", "Desconto", "Portes", "Bruto", "A sua referência", "Valor creditado",
		"Fatura de adiantamento", "Operação prevista"},
}

// words name the labels for the template.
var words = []string{"Invoice", "CreditNote", "Number", "Date", "Supplied", "Due", "BillTo", "Description", "Quantity", "UnitPrice", "Net",
	"Tax", "Total",
	"Prepaid", "Payable", "VAT", "TaxNo", "Register", "Corrects", "Replaces", "Reason", "Rate", "Order", "Copy", "Discount", "Freight",
	"Gross",
	"Reference", "CreditAmount", "DepositInvoice", "Expected"}

// labelsOf are the words of a language, English where there are none of it.
func labelsOf(language string) map[string]string {
	list, ok := labels[language]
	if !ok {
		list = labels["en"]
	}
	out := map[string]string{}
	for i, w := range words {
		out[w] = list[i]
	}
	return out
}
