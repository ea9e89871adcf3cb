package invoice

import (
	"errors"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/settings"
	"github.com/tallystick/tallystick/render"
)

// facturXMP says of the attached file what Factur-X 1.0 asks for: the properties of its
// namespace, and the schema that describes them, as PDF/A demands.
const facturXMP = `<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"><fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>factur-x.xml</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X</pdfaSchema:schema><pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>` +
	facturProperty + `DocumentFileName` + facturEnd + `name of the attached invoice` + facturLast +
	facturProperty + `DocumentType` + facturEnd + `type of the document` + facturLast +
	facturProperty + `Version` + facturEnd + `version of the standard` + facturLast +
	facturProperty + `ConformanceLevel` + facturEnd + `profile of the attached invoice` + facturLast +
	`</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
`

const (
	facturProperty = `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>`
	facturEnd      = `</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>`
	facturLast     = `</pdfaProperty:description></rdf:li>`
)

// facturX writes a PDF/A-3 for people that carries the CII for programs.
func facturX(d invoicing.InvoiceContent, v Version) ([]byte, error) {
	language := either(v.Language, d.Language)
	t := labelsOf(language)
	title := titleOf(d, t)
	s := d.Seller
	p := render.NewPDF(render.About{Title: title + " " + d.Number, Language: language, Footer: s.LegalName + " · " + d.Number,
		Created: time.Date(d.IssuedOn.Year(), time.Month(d.IssuedOn.Month()), d.IssuedOn.Day(), 0, 0, 0, 0, time.UTC)})
	p.Paragraph(s.LegalName + " · " + strings.Join(postal(s.Address), ", "))
	p.Title(title)
	buyer := append([]string{t["BillTo"], d.Buyer.Name}, postal(d.Buyer.Address)...)
	if n := d.Buyer.VATNumber(); n != "" {
		buyer = append(buyer, t["VAT"]+" "+n)
	}
	p.Block(buyer, heads(d, v, t))
	if d.Reason != "" {
		p.Paragraph(t["Reason"] + ": " + d.Reason)
	}
	columns := []render.Column{{Title: t["Description"], Share: 40, Align: render.Left},
		{Title: t["Quantity"], Share: 11, Align: render.Right},
		{Title: t["UnitPrice"], Share: 15, Align: render.Right}, {Title: t["Rate"], Share: 10, Align: render.Right},
		{Title: t["Net"], Share: 15, Align: render.Right}, {Title: t["Gross"], Share: 15, Align: render.Right}}
	if len(wholes(d)) > 0 { // what a line comes to with tax is known of the whole alone
		columns = columns[:len(columns)-1]
	}
	p.Table(columns, tableOf(d, t, paperOf(d, v)))
	p.Table([]render.Column{{Title: "", Share: 62, Align: render.Right}, {Title: d.Currency, Share: 38, Align: render.Right}}, sumsOf(d, t, paperOf(d, v)))
	for _, l := range d.Legends {
		p.Paragraph(l.Text)
	}
	for _, text := range []string{d.PaymentTerms, d.Note} {
		if text != "" {
			p.Paragraph(text)
		}
	}
	p.Block(registered(d, t), paying(d))
	d.Profile = "" // the metadata name the standard itself
	out, err := p.Archival(render.Attached{Name: "factur-x.xml", Description: "Factur-X invoice", Media: "text/xml", Content: cii(d),
		XMP: facturXMP})
	if errors.Is(err, render.ErrGlyph) {
		return nil, &Unavailable{FacturX, "its fonts lack a character of the document"}
	}
	return out, err
}

func postal(a settings.Address) (lines []string) {
	for _, l := range []string{a.Street, a.Extra, strings.TrimSpace(a.PostalCode + " " + a.City), a.Region, a.Country} {
		if l != "" {
			lines = append(lines, l)
		}
	}
	return lines
}

// heads are number, days and references.
func heads(d invoicing.InvoiceContent, v Version, t map[string]string) (lines []string) {
	add := func(label, value string) {
		if value != "" {
			lines = append(lines, t[label]+": "+value)
		}
	}
	add("Number", d.Number)
	add("Date", d.IssuedOn.String())
	add("Supplied", d.SuppliedOn.String())
	add("Expected", d.ExpectedOn.String())
	add("Due", d.DueOn.String())
	add("Order", d.OrderReference)
	add("Reference", d.Buyer.Reference)
	if d.Original != nil {
		add("Corrects", d.Original.Number+" ("+d.Original.IssuedOn.String()+")")
	}
	if d.Replaces != nil {
		add("Replaces", d.Replaces.Number+" ("+d.Replaces.IssuedOn.String()+")")
	}
	if v.Number > 1 {
		add("Copy", money.FromInt(int64(v.Number)).String()+" ("+v.On.String()+")")
	}
	return lines
}

func tableOf(d invoicing.InvoiceContent, t map[string]string, p paper) (rows [][]string) {
	parts := wholes(d)
	for _, l := range d.Lines {
		what := []string{l.Description}
		if l.SKU != "" {
			what[0] += " " + l.SKU
		}
		if l.Allowance.Sign() > 0 {
			what = append(what, t["Discount"]+" −"+p.Amount(l.Allowance))
		}
		if l.Charge.Sign() > 0 {
			what = append(what, t["Freight"]+" +"+p.Amount(l.Charge))
		}
		row := []string{strings.Join(what, " · "), p.Amount(l.Quantity), p.Amount(l.UnitPrice), p.Percent(l.Taxes[0].Rate),
			p.Amount(l.Own()), p.Amount(l.Gross)}
		if len(parts) > 0 {
			row = row[:len(row)-1]
		}
		rows = append(rows, row)
	}
	return rows
}

func sumsOf(d invoicing.InvoiceContent, t map[string]string, p paper) [][]string {
	var rows [][]string
	for _, x := range wholes(d) {
		if x.Charge {
			rows = append(rows, []string{t["Freight"] + " " + p.Percent(x.Tax.Rate), "+" + p.Amount(x.Amount)})
		} else {
			rows = append(rows, []string{t["Discount"] + " " + p.Percent(x.Tax.Rate), "−" + p.Amount(x.Amount)})
		}
	}
	rows = append(rows, []string{t["Net"], p.Amount(d.Net)})
	for _, x := range d.Taxes {
		rows = append(rows, []string{t["Tax"] + " " + p.Percent(x.Rate) + " (" + p.Amount(x.Base) + ")", p.Amount(x.Tax)})
	}
	total := t["Total"]
	if d.Kind == invoicing.CreditNote {
		total = t["CreditAmount"]
	}
	rows = append(rows, []string{total, p.Amount(d.Gross)})
	if d.Prepaid.Sign() > 0 {
		rows = append(rows, []string{t["Prepaid"], "−" + p.Amount(d.Prepaid)}, []string{t["Payable"], p.Amount(d.Due)})
	}
	return rows
}

func registered(d invoicing.InvoiceContent, t map[string]string) (lines []string) {
	s := d.Seller
	for _, x := range [][2]string{{t["VAT"], s.TaxID}, {t["TaxNo"], s.TaxNumber}, {strings.TrimSpace(t["Register"] + " " + s.Register),
		s.RegistrationNumber}} {
		if x[1] != "" {
			lines = append(lines, x[0]+" "+x[1])
		}
	}
	if s.LegalNotes != "" {
		lines = append(lines, s.LegalNotes)
	}
	return lines
}

func paying(d invoicing.InvoiceContent) (lines []string) {
	s := d.Seller
	if s.IBAN != "" {
		lines = append(lines, "IBAN "+grouped(s.IBAN))
	}
	if s.BIC != "" {
		lines = append(lines, "BIC "+s.BIC)
	}
	for _, x := range []string{s.Email, s.Phone} {
		if x != "" {
			lines = append(lines, x)
		}
	}
	return lines
}
