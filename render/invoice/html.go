package invoice

import (
	"bytes"
	_ "embed"
	"html/template"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/money"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"positive": func(d money.Dec) bool { return d.Sign() > 0 },
	"iban":     grouped,
}).Parse(pageText))

type pageData struct {
	invoicing.InvoiceContent
	T         map[string]string
	Title     string
	Direction string
	Version   Version
	Credit    bool
	Worded    bool
	Wholes    []ofWhole
	paper
}

// rightToLeft are languages that are written so; documents' own are not among
// them, names and texts may be.
var rightToLeft = []string{"ar", "fa", "he", "ur"}

func page(d invoicing.InvoiceContent, v Version) ([]byte, error) {
	language := either(v.Language, d.Language)
	x := pageData{InvoiceContent: d, T: labelsOf(language), Version: v, Direction: "ltr", Credit: d.Kind == invoicing.CreditNote,
		paper: paperOf(d, v), Worded: v.Layout >= worded}
	if v.Layout < leveled {
		x.InvoiceContent = onLines(d)
	} else {
		x.Wholes = wholes(d)
	}
	if slices.Contains(rightToLeft, language) {
		x.Direction = "rtl"
	}
	x.InvoiceContent.Language = language
	x.Title = titleOf(d, x.T)
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, x)
	return b.Bytes(), err
}

// grouped writes an IBAN in fours.
func grouped(iban string) string {
	iban = compact(iban)
	var parts []string
	for len(iban) > 4 {
		parts, iban = append(parts, iban[:4]), iban[4:]
	}
	return strings.Join(append(parts, iban), " ")
}
