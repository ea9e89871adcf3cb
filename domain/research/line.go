package research

import (
	"maps"
	"slices"
	"strings"
)

// Line is a finding in one line, in words of no language: its title, the value with its
// unit, the days on which it holds, and where it stands. A passage is quoted as far as
// its licence allows.
func (f Finding) Line() string {
	var b strings.Builder
	b.WriteString(f.Title)
	if value := f.shown(); value != "" {
		b.WriteString(": " + value)
	}
	if days := strings.Trim(f.From.String()+" – "+f.To.String(), " "); days != "–" {
		b.WriteString(", " + days)
	}
	at := f.Locator
	if len(f.Citations) > 0 {
		at = f.Citations[0].Locator
	}
	if at != "" {
		b.WriteString(" (" + at + ")")
	}
	return b.String()
}

func (f Finding) shown() string {
	var parts []string
	switch {
	case f.Kind == "passage" && f.Excerpt != "":
		return "“" + f.Excerpt + "”"
	case f.DueOn != nil:
		return f.DueOn.String()
	case f.Value != nil:
		return strings.TrimSpace(f.Value.String() + " " + f.Unit)
	case len(f.Table) > 0:
		for _, k := range slices.Sorted(maps.Keys(f.Table)) {
			parts = append(parts, k+" "+f.Table[k].String())
		}
	case len(f.Bands) > 0:
		for _, x := range f.Bands {
			part := strings.TrimSpace(x.Label + " " + x.Rate.String())
			if x.To != nil {
				part += " ≤ " + x.To.String()
			}
			parts = append(parts, part)
		}
	default:
		return f.Text
	}
	return strings.TrimSpace(strings.Join(parts, "; ") + " " + f.Unit)
}
