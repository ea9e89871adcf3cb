package memo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/notice"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// source is a record that a text rests on, as it is now.
type source struct {
	kind string
	notice.Found
}

// wording is the composed text of one language.
type wording struct {
	question, calculation, computed, uncomputed, draft, law, cited, researched, calculated string
}

var wordings = map[string]wording{
	"en": {question: "Question %d", calculation: "Calculation %d", calculated: "The calculation \"%s\" comes to %s.",
		computed:   "On the question \"%s\" the law gives a total tax of %s.",
		uncomputed: "On the question \"%s\" no figure was computed.",
		draft:      "This figure rests on draft coverage and is not exact.", law: "Law", cited: "%s: %s (%s)",
		researched: "On the question \"%s\" the law that is cited below was found."},
	"de": {question: "Frage %d", calculation: "Berechnung %d", calculated: "Die Berechnung \"%s\" ergibt %s.",
		computed:   "Zur Frage \"%s\" ergibt das Gesetz eine Steuer von insgesamt %s.",
		uncomputed: "Zur Frage \"%s\" wurde kein Betrag berechnet.",
		draft:      "Dieser Betrag beruht auf ungeprüften Grundlagen und ist nicht genau.",
		law:        "Rechtsgrundlagen", cited: "%s: %s (%s)", researched: "Zur Frage \"%s\" wurde das unten genannte Recht gefunden."},
}

// compose writes a text from its sources, and from nothing else.
func compose(language string, found []source) []notice.Paragraph {
	w := wordings[language]
	out := []notice.Paragraph{}
	var provisions []string
	for i, s := range found {
		heading, text := w.question, fmt.Sprintf(w.uncomputed, s.Question)
		switch {
		case s.kind == KindCalculation && s.Verified:
			heading, text = w.calculation, fmt.Sprintf(w.calculated, s.Question, s.TotalTax.String()+" "+s.Currency)
			if s.Draft {
				text += " " + w.draft
			}
		case s.kind == KindResearch:
			text = strings.Join(append([]string{fmt.Sprintf(w.researched, s.Question)}, s.Findings...), "\n")
		case s.Verified:
			text = fmt.Sprintf(w.computed, s.Question, s.TotalTax.String()+" "+s.Currency)
			if s.Draft {
				text += " " + w.draft
			}
		}
		out = append(out, notice.Paragraph{Heading: fmt.Sprintf(heading, i+1), Text: text})
		for _, c := range law.Leading(s.Citations) {
			if line := fmt.Sprintf(w.cited, c.Locator, c.Title, c.URL); !slices.Contains(provisions, line) {
				provisions = append(provisions, line)
			}
		}
	}
	if len(provisions) > 0 {
		out = append(out, notice.Paragraph{Heading: w.law, Text: strings.Join(provisions, "\n")})
	}
	return out
}

// untraced lists the figures of a person's text that no source holds, each once, in
// their order.
func untraced(language, title string, composed, written []notice.Paragraph, found []source) []string {
	texts := []string{title}
	for _, x := range written {
		texts = append(texts, x.Heading, x.Text)
	}
	return tracing(language, composed, found).Untraced(texts...)
}

// tracing is what the figures of a text may rest on.
func tracing(language string, composed []notice.Paragraph, found []source) *notice.Tracing {
	t := notice.NewTracing(language)
	for i, x := range composed {
		if x.Heading == wordings[language].law || i < len(found) && found[i].kind == KindResearch { // its lines name provisions
			t.Name(x.Heading, x.Text)
			continue
		}
		t.Say(x.Heading, x.Text)
	}
	for _, s := range found {
		t.Take(s.Found)
	}
	return t
}
