package statement

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

var (
	// :61: value date, entry date, direction, funds code, amount, type, reference.
	line61    = regexp.MustCompile(`^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d[\d,]*)([NFS]...)([^/\n]*)(?://([^\n]*))?`)
	balance60 = regexp.MustCompile(`^([CD])(\d{6})([A-Z]{3})?(\d[\d,]*)`)
	// Only those of the message and of its neighbours: a text that is wrapped before ":26:37"
	// begins no field.
	fieldTag = regexp.MustCompile(`(?m)^:(20|21|25P?|28C?|13D?|34F|60[FM]|61|62[FM]|64|65|86|90[CD]|NS):`)
	subfield = regexp.MustCompile(`\?(\d{2})`)
)

// MT940 reads customer statement messages; ok is false where text is none.
func MT940(text string) (all []Statement, ok bool, err error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if !strings.Contains(text, ":20:") || !strings.Contains(text, ":25:") || !strings.Contains(text, ":60") {
		return nil, false, nil
	}
	var s *Statement
	last := ""
	for _, f := range fields940(text) {
		if f.tag == "20" {
			all = append(all, Statement{Lines: []Line{}})
			s = &all[len(all)-1]
		}
		if s == nil {
			return nil, true, fmt.Errorf("%w: the tag 20 is not its first", ErrUnreadable)
		}
		if err := s.field940(f.tag, f.text, last); err != nil {
			return nil, true, err
		}
		last = f.tag
	}
	for i := range all {
		all[i].account940()
		all[i].finish()
	}
	return all, true, nil
}

// account940 leaves out the currency that some banks write behind the account.
func (s *Statement) account940() {
	if account, behind := strings.CutSuffix(s.Account, s.Currency); behind && s.Currency != "" {
		s.Account = strings.TrimRight(account, " /")
	}
}

type field940 struct{ tag, text string }

func fields940(text string) []field940 {
	at := fieldTag.FindAllStringSubmatchIndex(text, -1)
	fields := make([]field940, len(at))
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		body := text[m[1]:end]
		if cut := strings.Index(body, "\n-"); cut >= 0 && (i+1 == len(at) || text[at[i+1][2]:at[i+1][3]] == "20") {
			body = body[:cut]
		}
		fields[i] = field940{text[m[2]:m[3]], strings.TrimSpace(body)}
	}
	return fields
}

func (s *Statement) field940(tag, text, last string) error {
	switch tag {
	case "25", "25P":
		if s.Account != "" || strings.Contains(text, "\n") && tag == "25" {
			return fmt.Errorf("%w: :25: is %q, and no account alone", ErrUnreadable, head(text, 40))
		}
		text, _, _ = strings.Cut(text, "\n") // behind it, in 25P, the bank
		s.Account = text
		if _, account, ok := strings.Cut(text, "/"); ok {
			s.Account = account
		}
	case "28C":
		s.Number = text
	case "60F", "60M", "62F", "62M":
		m := balance60.FindStringSubmatch(text)
		if m == nil {
			return fmt.Errorf("%w: :%s: is %q", ErrUnreadable, tag, head(text, 40))
		}
		amount, err := amount940(m[1], m[4])
		if err != nil {
			return err
		}
		on, err := day940(m[2])
		if err != nil {
			return err
		}
		if m[3] == "" && s.Currency == "" {
			return fmt.Errorf("%w: :%s: names no currency", ErrUnreadable, tag)
		}
		s.Currency = cmp.Or(m[3], s.Currency)
		if tag[:2] == "60" {
			s.Opening, s.From = &amount, on
		} else {
			s.Closing, s.To = &amount, on
		}
	case "61":
		return s.line940(text)
	case "86":
		if n := len(s.Lines); n > 0 && last == "61" {
			describe940(&s.Lines[n-1], text)
		}
	}
	return nil
}

func (s *Statement) line940(text string) error {
	m := line61.FindStringSubmatch(text)
	if m == nil {
		return fmt.Errorf("%w: :61: is %q", ErrUnreadable, head(text, 40))
	}
	amount, err := amount940(m[3], m[5])
	if err != nil {
		return err
	}
	l := Line{Amount: amount, Reference: strings.TrimSpace(m[7])}
	if l.ValueOn, err = valued940(m[1]); err != nil {
		return err
	}
	l.BookedOn = l.ValueOn
	if m[2] != "" { // month and day: of the year that is nearest to the value date
		if l.BookedOn, err = nearest(l.ValueOn, m[2]); err != nil {
			return err
		}
	}
	if l.Reference == "NONREF" {
		l.Reference = strings.TrimSpace(m[8])
	}
	if s.Lines = append(s.Lines, l); len(s.Lines) > LinesMax {
		return fmt.Errorf("%w: it has more than %d lines", ErrUnreadable, LinesMax)
	}
	return nil
}

func nearest(value civil.Date, monthDay string) (civil.Date, error) {
	var best civil.Date
	for year := value.Year() - 1; year <= value.Year()+1; year++ {
		d, err := civil.Parse(fmt.Sprintf("%04d-%s-%s", year, monthDay[:2], monthDay[2:]))
		if err == nil && (best.IsZero() || distance(d, value) < distance(best, value)) {
			best = d
		}
	}
	if best.IsZero() {
		return best, fmt.Errorf("%w: %q is no day", ErrUnreadable, monthDay)
	}
	return best, nil
}

func distance(a, b civil.Date) int {
	n := a.DaysUntil(b)
	return max(n, -n)
}

// amount940 reads 1234,5 with its direction: D and RC take money away.
func amount940(direction, text string) (money.Dec, error) {
	text = strings.TrimSuffix(strings.Replace(text, ",", ".", 1), ".")
	amount, err := money.Parse(plainNumber(text))
	if err != nil {
		return amount, fmt.Errorf("%w: %q is no amount", ErrUnreadable, head(text, 40))
	}
	if direction == "D" || direction == "RC" {
		amount = amount.Neg()
	}
	return amount, nil
}

func plainNumber(s string) string {
	s = strings.TrimLeft(s, "0")
	if s == "" || s[0] == '.' {
		s = "0" + s
	}
	return s
}

func day940(text string) (civil.Date, error) {
	d, err := civil.Parse("20" + text[:2] + "-" + text[2:4] + "-" + text[4:])
	if err != nil {
		err = fmt.Errorf("%w: %q is no day", ErrUnreadable, text)
	}
	return d, err
}

// valued940 is day940 of a value date. Banks that count thirty days a month value at the 30th
// of February, which is its last day.
func valued940(text string) (civil.Date, error) {
	d, err := day940(text)
	if month, day := text[2:4], text[4:]; err != nil && month == "02" && (day == "29" || day == "30") {
		if first, is := day940(text[:2] + "0301"); is == nil {
			return first.AddDays(-1), nil
		}
	}
	return d, err
}

// describe940 reads :86:, with the subfields that German and Dutch banks use:
// ?20 to ?29 and ?60 to ?63 purpose, ?31 account, ?32 and ?33 name.
func describe940(l *Line, text string) {
	flat := strings.ReplaceAll(text, "\n", "")
	at := subfield.FindAllStringSubmatchIndex(flat, -1)
	if len(at) == 0 {
		l.Description = strings.Join(strings.Fields(strings.ReplaceAll(text, "\n", " ")), " ")
		return
	}
	var purpose []string
	for i, m := range at {
		end := len(flat)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		code, value := flat[m[2]:m[3]], strings.TrimSpace(flat[m[1]:end])
		switch {
		case code >= "20" && code <= "29", code >= "60" && code <= "63":
			purpose = append(purpose, value)
		case code == "31":
			l.PartyIBAN = value
		case code == "32" || code == "33":
			l.Party = strings.TrimSpace(l.Party + " " + value)
		}
	}
	l.Description = strings.Join(purpose, " ")
}
