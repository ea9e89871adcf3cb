package reading

import (
	"slices"
	"strings"
)

// Template says where the fields of one sort of document stand: after which words.
type Template struct {
	Name     string          `json:"name" minLength:"1" maxLength:"100"`
	Contains []string        `json:"contains" minItems:"1" maxItems:"10" doc:"Words that all stand on a document of the sort."`
	Fields   []TemplateField `json:"fields" minItems:"1" maxItems:"20"`
}

// TemplateField is one field of a template.
type TemplateField struct {
	Name  string `json:"name" enum:"number,date,supply_date,due_date,net,tax,gross"`
	After string `json:"after" minLength:"1" maxLength:"100" doc:"The words that stand before the value in its line."`
}

// Faults says what is wrong with a template.
func (t Template) Faults() (all []string) {
	if strings.TrimSpace(t.Name) == "" || len(t.Contains) == 0 || len(t.Fields) == 0 {
		all = append(all, "needs a name, words that it contains, and fields")
	}
	for _, c := range t.Contains {
		if len(plainWords(c)) < 3 {
			all = append(all, "words of fewer than three letters stand on every document")
		}
	}
	for i, f := range t.Fields {
		known := slices.Contains([]string{Number, Date, SupplyDate, DueDate, Net, Tax, Gross}, f.Name)
		twice := slices.ContainsFunc(t.Fields[:i], func(x TemplateField) bool { return x.Name == f.Name })
		if !known || twice || plainWords(f.After) == "" {
			all = append(all, "each field is one of number, date, supply_date, due_date, net, tax, gross, once, after words")
		}
	}
	return all
}

// byTemplate is how sure a template makes a value, in thousandths.
const byTemplate = 980

// Apply reads the fields of a template that fits the pages; nil where it does not.
// Where its words stand in several lines whose values differ, the field is left
// out.
func (t Template) Apply(pages []Page, language string) []Found {
	r := reader{}
	var text strings.Builder
	for _, p := range pages {
		for _, l := range Lines(p) {
			r.lines = append(r.lines, l)
			text.WriteString(" " + plainWords(l.Text()) + " ")
		}
	}
	for _, c := range t.Contains {
		if !strings.Contains(text.String(), " "+plainWords(c)+" ") {
			return nil
		}
	}
	r.sign, r.habit = signOf(r.lines), habitOf(r.lines, language)
	var out []Found
	for _, f := range t.Fields {
		var values []Found
		for _, l := range r.lines {
			if v, ok := r.after(l, f); ok {
				values = append(values, v)
			}
		}
		if len(values) > 0 && !slices.ContainsFunc(values, func(v Found) bool { return v.Value != values[0].Value }) {
			out = append(out, values[0])
		}
	}
	return out
}

// after is the value that follows the words of a field in a line.
func (r *reader) after(l Line, f TemplateField) (Found, bool) {
	want := strings.Fields(plainWords(f.After))
	plain := make([][]string, len(l.Words))
	for i, w := range l.Words {
		plain[i] = strings.Fields(plainWords(w.Text))
	}
	for i := range l.Words {
		end, ok := matchAt(plain, i, want)
		if !ok {
			continue
		}
		switch f.Name {
		case Date, SupplyDate, DueDate:
			for _, d := range dates(l, r.habit) {
				if d.first > end && d.sure {
					return found(f.Name, d.date.String(), l.Page, l.Words[d.first:d.last+1], byTemplate), true
				}
			}
		case Number:
			if end+1 < len(l.Words) && strings.ContainsAny(l.Words[end+1].Text, "0123456789") {
				return found(f.Name, strings.Trim(l.Words[end+1].Text, "#:.,;()"), l.Page, l.Words[end+1:end+2], byTemplate), true
			}
		default:
			for _, x := range figures(l, r.sign) {
				if x.first > end && x.sure && x.cents {
					return found(f.Name, x.value.String(), l.Page, l.Words[x.first:x.last+1], byTemplate), true
				}
			}
		}
	}
	return Found{}, false
}
