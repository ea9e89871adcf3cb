package notice

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

func itoa(i int) string { return strconv.Itoa(i) }

// wording is the composed text of one language. Verbs take, in this order, what
// the comment beside them names.
type wording struct {
	notice, position, figures, law, enclosures string // headings
	of                                         string // type, place
	reference, dated, years, claims            string // one each
	positions                                  map[string]string
	computed                                   string // question, amount
	uncomputed                                 string // question
	source                                     string // provision, title, address
	enclosed                                   string // number, question, hash
}

var wordings = map[string]wording{
	"en": {
		notice: "The notice", position: "Our position", figures: "Figures", law: "Law", enclosures: "Enclosures",
		of: "This letter answers your notice (%s, %s).", reference: "Your reference: %s.", dated: "Date of the notice: %s.",
		years: "Tax years: %s.", claims: "The notice claims %s.",
		positions: map[string]string{
			Agree:     "We agree with the notice.",
			Disagree:  "We do not agree with the notice, for the reasons below, and ask that it be changed accordingly.",
			Partly:    "We agree with the notice in part; the rest we dispute, for the reasons below, and ask that it be changed accordingly.",
			Extension: "We ask for more time to answer.",
			Documents: "We send the documents that were asked for.",
		},
		computed:   "On the facts \"%s\" the law gives %s.",
		uncomputed: "On the question \"%s\" no figure was computed.",
		source:     "%s: %s (%s)", enclosed: "%d. Answer to \"%s\" (SHA-256 %s)",
	},
	"de": {
		notice: "Der Bescheid", position: "Unser Standpunkt", figures: "Zahlen", law: "Rechtsgrundlagen", enclosures: "Anlagen",
		of: "Dieses Schreiben bezieht sich auf Ihren Bescheid (%s, %s).", reference: "Ihr Zeichen: %s.", dated: "Datum des Bescheids: %s.",
		years: "Veranlagungszeiträume: %s.", claims: "Der Bescheid fordert %s.",
		positions: map[string]string{
			Agree:    "Wir erkennen den Bescheid an.",
			Disagree: "Wir widersprechen dem Bescheid aus den unten genannten Gründen und beantragen, ihn entsprechend zu ändern.",
			Partly: "Wir erkennen den Bescheid teilweise an; im Übrigen widersprechen wir aus den unten genannten Gründen " +
				"und beantragen, ihn zu ändern.",
			Extension: "Wir beantragen eine Fristverlängerung.",
			Documents: "Wir übersenden die angeforderten Unterlagen.",
		},
		computed:   "Auf Grund der Angaben \"%s\" ergibt das Gesetz %s.",
		uncomputed: "Zur Frage \"%s\" wurde kein Betrag berechnet.",
		source:     "%s: %s (%s)", enclosed: "%d. Antwort auf \"%s\" (SHA-256 %s)",
	},
}

// compose writes a response from the notice and its grounds, and from nothing
// else: the same ones give the same text.
func compose(n Recorded, position, language string, found []Found) []Paragraph {
	w := wordings[language]
	sections := []Paragraph{{w.notice, about(n, w)}, {w.position, w.positions[position]}}
	if text := figures(n, w, found); text != "" {
		sections = append(sections, Paragraph{w.figures, text})
	}
	if text := sources(w, found); text != "" {
		sections = append(sections, Paragraph{w.law, text})
	}
	var enclosed []string
	for i, g := range found {
		enclosed = append(enclosed, fmt.Sprintf(w.enclosed, i+1, g.Question, g.SHA256))
	}
	if len(enclosed) > 0 {
		sections = append(sections, Paragraph{w.enclosures, strings.Join(enclosed, "\n")})
	}
	return sections
}

func about(n Recorded, w wording) string {
	lines := []string{fmt.Sprintf(w.of, strings.ReplaceAll(n.Type, "_", " "), n.Jurisdiction)}
	if r := n.Reference.String(); r != "" {
		lines = append(lines, fmt.Sprintf(w.reference, r))
	}
	if !n.Dated.IsZero() {
		lines = append(lines, fmt.Sprintf(w.dated, n.Dated))
	}
	if len(n.TaxYears) > 0 {
		lines = append(lines, fmt.Sprintf(w.years, strings.Join(n.TaxYears, ", ")))
	}
	if n.Amount != nil {
		lines = append(lines, fmt.Sprintf(w.claims, money.Amount{Value: *n.Amount, Currency: n.Currency}))
	}
	return strings.Join(lines, "\n")
}

// figures sets what was computed beside what is claimed. They are not
// subtracted: a notice may claim a balance, where the figure is a year's tax.
func figures(n Recorded, w wording, found []Found) string {
	var lines []string
	for _, g := range found {
		line := fmt.Sprintf(w.uncomputed, g.Question)
		if g.Verified {
			line = fmt.Sprintf(w.computed, g.Question, money.Amount{Value: g.TotalTax, Currency: g.Currency})
		}
		lines = append(lines, line)
	}
	if n.Amount != nil && len(lines) > 0 {
		lines = append(lines, fmt.Sprintf(w.claims, money.Amount{Value: *n.Amount, Currency: n.Currency}))
	}
	return strings.Join(lines, "\n")
}

// sources lists each provision once, by its primary sources where it has any.
func sources(w wording, found []Found) string {
	var lines []string
	seen := map[string]bool{}
	for _, g := range found {
		for _, c := range law.Leading(g.Citations) {
			line := fmt.Sprintf(w.source, c.Locator, c.Title, c.URL)
			if !seen[line] {
				seen[line] = true
				lines = append(lines, line)
			}
		}
	}
	return strings.Join(lines, "\n")
}
