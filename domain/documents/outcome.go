package documents

import (
	"slices"

	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/event"
)

// Outcome is what an extraction found.
type Outcome struct {
	Type       Type
	Language   string
	Extraction string
	Pages      int
	Unreadable bool
	Found      []reading.Found
	Statements []Statement
	Accept     int // how sure a value must be to stand without a person, in thousandths; 0 = AcceptScore
	Orders     *OrdersFile
	Invoice    blob.Ref // business terms of an electronic invoice; zero = it is none
}

// Decide gives Extracted. What a person corrected or confirmed stays as it is; a
// document that was settled meanwhile is left alone.
func (o Outcome) Decide(s State, k Known) ([]event.Payload, error) {
	if s.Status != StatusReceived && s.Status != StatusExtracting {
		return nil, nil
	}
	fields := []Field{}
	for _, f := range s.Fields {
		if f.State != StateExtracted {
			fields = append(fields, f)
		}
	}
	for _, f := range o.Found {
		if _, has := fieldOf(fields, f.Name); has {
			continue
		}
		fields = append(fields, Field{
			Name: f.Name, Value: sealedOf(s.Subject(), f.Value), Raw: sealedOf(s.Subject(), f.Raw), Page: f.Page, Box: f.Box,
			Method: o.Extraction, Score: f.Score, State: StateExtracted,
		})
	}
	kind := o.Type
	if s.Said != "" {
		kind = s.Said
	}
	k.Unreadable = o.Unreadable
	k.Different, k.Orders = s.Duplicate == Different, o.Orders
	e := Extracted{
		Type: kind, Language: o.Language, Extraction: o.Extraction, Pages: o.Pages, Fields: fields, Statements: o.Statements,
		Checks: Examine(kind, fields, o.Statements, k), Duplicates: k.Duplicates, Accept: o.Accept, Orders: o.Orders, Invoice: o.Invoice,
	}
	e.Review = reviewOf(kind, fields, e.Checks, o.Accept)
	return []event.Payload{e}, nil
}

// With puts what templates find before what labels found, in the order of the
// templates; a template that does not fit says nothing.
func (o Outcome) With(templates []reading.Template, pages []reading.Page) Outcome {
	for _, t := range templates {
		better := t.Apply(pages, o.Language)
		for _, f := range better {
			o.Found = slices.DeleteFunc(slices.Clone(o.Found), func(x reading.Found) bool { return x.Name == f.Name })
			o.Found = append(o.Found, f)
		}
		if better != nil {
			break
		}
	}
	return o
}

// OutcomeOf reads the fields of words. language is the one of their letters; "" =
// not known. how says where the words come from, said what the document is; "" = not
// said, then its words tell.
func OutcomeOf(pages []reading.Page, language, how string, said Type) Outcome {
	if language == "" {
		language = reading.Language(pages)
	}
	sheets := reading.SheetsOf(pages)
	o := Outcome{Language: language, Extraction: how, Pages: len(pages), Found: sheets.Read(language)}
	words := 0
	for _, p := range pages {
		words += len(p.Words)
		o.Unreadable = o.Unreadable || len(p.Words) == 0
	}
	if words == 0 {
		o.Extraction = "none"
	}
	if o.Type = said; said == "" {
		o.Type = Type(sheets.Kind(o.Found))
	}
	switch o.Type {
	case "payslip":
		o.Found = sheets.Payslip(language)
	case "return", "tax_form":
		o.Found = slices.DeleteFunc(o.Found, ofSale) // its totals are none of a sale: returns are read by their lines
	}
	return o
}

func ofSale(f reading.Found) bool {
	return f.Name == reading.Net || f.Name == reading.Tax || f.Name == reading.Gross
}

// OutcomeOfText reads the fields of text without a page. Its values stand nowhere
// that could be shown.
func OutcomeOfText(text, language string, said Type) Outcome {
	o := OutcomeOf([]reading.Page{reading.PageOfText(text)}, language, "text", said)
	o.Pages = 0
	for i := range o.Found {
		o.Found[i].Page, o.Found[i].Box = 0, reading.Box{}
	}
	return o
}
