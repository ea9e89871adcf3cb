package statement

import (
	"fmt"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// OFX reads bank and card statements of OFX 1 (SGML) and 2 (XML); ok is false
// where text is none. The ledger balance is the closing one; the format has no
// opening balance. Where the ledger balance is of the day on which the lines end, the
// opening one is what it is less the lines, by which is told whether one statement follows
// another.
func OFX(text string) (all []Statement, ok bool, err error) {
	at := strings.Index(text, "<OFX>")
	if at < 0 {
		return nil, false, nil
	}
	var s *Statement
	var l *Line
	inLedger, to, asOf := false, "", civil.Date{}
	for _, e := range elements(text[at:]) {
		switch e.name {
		case "STMTRS", "CCSTMTRS":
			all = append(all, Statement{Lines: []Line{}})
			s = &all[len(all)-1]
		case "STMTTRN":
			if s != nil {
				s.Lines = append(s.Lines, Line{})
				if len(s.Lines) > LinesMax {
					return nil, true, fmt.Errorf("%w: it has more than %d lines", ErrUnreadable, LinesMax)
				}
				l = &s.Lines[len(s.Lines)-1]
			}
		case "/STMTTRN":
			l = nil
		case "LEDGERBAL", "/LEDGERBAL":
			inLedger = e.name == "LEDGERBAL"
		case "/STMTRS", "/CCSTMTRS":
			if s != nil {
				s.openingOFX(asOf)
			}
			s, asOf = nil, civil.Date{}
		}
		if s == nil || e.value == "" {
			continue
		}
		switch {
		case l != nil:
			err = l.ofx(e)
		case e.name == "CURDEF":
			s.Currency = e.value
		case e.name == "ACCTID":
			s.Account = e.value
		case e.name == "DTSTART":
			s.From, err = dayOFX(e.value)
		case e.name == "DTEND":
			to = e.value
			s.To, err = dayOFX(to)
		case e.name == "BALAMT" && inLedger:
			var amount money.Dec
			if amount, err = amountOFX(e.value); err == nil {
				s.Closing = &amount
			}
		case e.name == "DTASOF" && inLedger:
			asOf, err = dayOFX(e.value)
		}
		if err != nil {
			return nil, true, err
		}
	}
	for i := range all {
		for _, l := range all[i].Lines {
			if l.BookedOn.IsZero() {
				return nil, true, fmt.Errorf("%w: a line has no day", ErrUnreadable)
			}
		}
		all[i].finish()
	}
	if len(all) == 0 {
		return nil, true, fmt.Errorf("%w: it holds no statement", ErrUnreadable)
	}
	return all, true, nil
}

// openingOFX takes the opening balance from the closing one, where that is of the day asOf
// on which the statement ends.
func (s *Statement) openingOFX(asOf civil.Date) {
	if s.Closing == nil || s.To.IsZero() || asOf != s.To || s.mixed() {
		return
	}
	opening := s.Closing.Sub(s.Sum())
	s.Opening, s.Follows = &opening, true
}

func (l *Line) ofx(e element) (err error) {
	switch e.name {
	case "DTPOSTED":
		l.BookedOn, err = dayOFX(e.value)
	case "DTAVAIL":
		l.ValueOn, err = dayOFX(e.value)
	case "TRNAMT":
		l.Amount, err = amountOFX(e.value)
	case "FITID":
		l.Reference = e.value
	case "NAME":
		l.Party = e.value
	case "MEMO":
		l.Description = e.value
	}
	return err
}

// element is a tag and the text up to the next: in OFX 1 values are not closed.
type element struct{ name, value string }

func elements(text string) []element {
	var all []element
	for {
		open := strings.IndexByte(text, '<')
		if open < 0 {
			return all
		}
		end := strings.IndexByte(text[open:], '>')
		if end < 0 {
			return all
		}
		name := text[open+1 : open+end]
		text = text[open+end+1:]
		next := strings.IndexByte(text, '<')
		if next < 0 {
			next = len(text)
		}
		all = append(all, element{strings.ToUpper(strings.TrimSpace(name)), unescape(strings.TrimSpace(text[:next]))})
	}
}

func unescape(s string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&nbsp;", " ", "&amp;", "&").Replace(s)
}

func dayOFX(text string) (civil.Date, error) {
	if len(text) < 8 {
		return civil.Date{}, fmt.Errorf("%w: %q is no day", ErrUnreadable, head(text, 40))
	}
	d, err := civil.Parse(text[:4] + "-" + text[4:6] + "-" + text[6:8])
	if err != nil {
		err = fmt.Errorf("%w: %q is no day", ErrUnreadable, text[:8])
	}
	return d, err
}

func amountOFX(text string) (money.Dec, error) {
	plain := strings.TrimPrefix(strings.Replace(text, ",", ".", 1), "+")
	minus := strings.HasPrefix(plain, "-")
	d, err := money.Parse(plainNumber(strings.TrimPrefix(plain, "-")))
	if err != nil {
		return d, fmt.Errorf("%w: %q is no amount", ErrUnreadable, head(text, 40))
	}
	if minus {
		d = d.Neg()
	}
	return d, nil
}
