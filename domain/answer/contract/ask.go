package contract

import "strings"

// AskFact returns a MissingFact in the declared words of a jurisdiction, without
// the figures of law that some of them explain themselves with: a figure in an
// answer that is not verified is nobody's. Declarations keep theirs in brackets,
// or in an example at the end, which go.
func AskFact(name, reason, prompt string) MissingFact {
	return Ask(name, withoutRemarks(reason), withoutRemarks(prompt))
}

// withoutRemarks drops what stands in brackets, and an example at the end, where
// it holds a figure.
func withoutRemarks(text string) string {
	for from := 0; ; {
		open := strings.Index(text[from:], "(")
		if open < 0 {
			break
		}
		open += from
		end := strings.Index(text[open:], ")")
		if end < 0 {
			break
		}
		end += open + 1
		if lawful(text[open:end]) {
			text = strings.TrimRight(text[:open], " ") + text[end:]
			from = min(open, len(text))
			continue
		}
		from = end
	}
	if head, tail, found := strings.Cut(text, " such as "); found && lawful(tail) {
		text = head + "?"
	}
	return text
}

// lawful reports a text with a figure that could be one of law. Small bare
// integers may stay: ages, days, sections.
func lawful(text string) bool {
	for _, f := range Figures(text) {
		if !small(f) {
			return true
		}
	}
	return false
}

func small(figure string) bool {
	return len(figure) <= 3 && !strings.HasPrefix(figure, "£") && !strings.Contains(figure, ".")
}
