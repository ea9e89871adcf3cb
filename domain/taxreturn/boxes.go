package taxreturn

import (
	"slices"
	"strings"
	"unicode"

	"github.com/tallystick/tallystick/domain/documents/reading"
)

// box is one of the numbered boxes of a form in columns: its number and label stand above
// what is written into it, in the same column.
type box struct {
	label []reading.Word // its number first
	value *reading.Word  // what is written into it; nil = nothing
}

// In ten-thousandths of a page's width: how far to the right of a box's number another
// column may begin, and how wide a number may be, which are aligned by their right sides.
const (
	columnGap  = 2_000
	numberWide = 400
)

// boxesOf are the boxes of a page whose amounts stand in squares below their labels; none
// where the page has no such squares.
func boxesOf(p reading.Page) (all []box) {
	heads := headsOf(reading.Lines(p))
	for _, h := range heads {
		left, right := h.Box.Right-numberWide, 10_000
		for _, other := range heads {
			if other.Box.Left > h.Box.Left+columnGap {
				right = min(right, other.Box.Left)
			}
		}
		column := reading.Page{Number: p.Number}
		for _, w := range p.Words {
			if w.Box.Left >= left && w.Box.Left < right && w.Box.Bottom > h.Box.Top {
				column.Words = append(column.Words, w)
			}
		}
		if b, ok := boxAt(reading.Lines(column), heads, h); ok {
			all = append(all, b)
		}
	}
	return all
}

// headsOf are the numbers of boxes: each begins a line, or a column of one, before its label.
func headsOf(lines []reading.Line) (all []reading.Word) {
	for _, l := range lines {
		for j, w := range l.Words {
			begins := j == 0 || w.Box.Left-l.Words[j-1].Box.Right > 200
			labelled := j+1 < len(l.Words) && l.Words[j+1].Box.Left < w.Box.Right+300 && strings.ContainsFunc(l.Words[j+1].Text, unicode.IsLetter)
			if begins && labelled && isLine(w.Text) {
				all = append(all, w)
			}
		}
	}
	return all
}

// boxAt reads the box whose number is the first of a column, down to the next number; ok is
// false where no squares for an amount are there.
func boxAt(column []reading.Line, heads []reading.Word, first reading.Word) (b box, ok bool) {
	const most = 8 // lines of a label
	for i, l := range column[:min(len(column), most+1)] {
		next := func(w reading.Word) bool { return w.Box.Top > first.Box.Top && slices.Contains(heads, w) }
		if slices.ContainsFunc(l.Words, next) {
			return b, false
		}
		if value, squares := inSquares(l.Words); i > 0 && squares {
			b.value = value
			return b, true
		}
		b.label = append(b.label, joined(l).Words...)
	}
	return b, false
}

// inSquares reads what is written into squares that begin with the sign of the pound and
// have two for pence behind a dot: "£ 1 2 3 • 0 0"; nil where nothing is, ok is false where
// these are no squares.
func inSquares(words []reading.Word) (value *reading.Word, ok bool) {
	if words[0].Text != "£" {
		return nil, false
	}
	whole, pence, dotted := "", "", false
	var at reading.Word
	at.Score = 1000
	for _, w := range words[1:] {
		text := strings.ReplaceAll(w.Text, ",", "")
		before, after, dot := strings.Cut(strings.Map(func(r rune) rune {
			if r == '•' || r == '·' || r == '∙' {
				return '.'
			}
			return r
		}, text), ".")
		if dot && dotted || strings.Trim(before+after, "0123456789") != "" {
			return nil, false
		}
		if dotted {
			after, before = before, ""
		}
		whole, pence, dotted = whole+before, pence+after, dotted || dot
		at.Box, at.Score = at.Box.Join(w.Box), min(at.Score, w.Score)
	}
	switch {
	case !dotted || len(pence) != 2 && pence != "" || len(whole) > 12:
		return nil, false
	case whole == "":
		return nil, true
	case pence == "":
		pence = "00"
	}
	at.Text = whole + "." + pence
	return &at, true
}

// rowsOfBoxes are the boxes of a page that hold something, as rows whose amount stands at
// the end; boxed reports whether the page has boxes at all.
func rowsOfBoxes(p reading.Page) (rows []row, boxed bool) {
	all := boxesOf(p)
	for _, b := range all {
		if b.value != nil {
			rows = append(rows, rowOf(reading.Line{Page: p.Number, Words: append(b.label, *b.value)}))
		}
	}
	return rows, len(all) > 0
}

// joined puts a capital letter back to the word that it was cut from: some forms draw the
// first letter of a label by itself, and nothing stands between.
func joined(l reading.Line) reading.Line {
	out := l
	out.Words = nil
	for _, w := range l.Words {
		if n := len(out.Words); n > 0 && begins(out.Words[n-1], w) {
			out.Words[n-1] = reading.Word{Text: out.Words[n-1].Text + w.Text, Box: out.Words[n-1].Box.Join(w.Box),
				Score: min(out.Words[n-1].Score, w.Score)}
			continue
		}
		out.Words = append(out.Words, w)
	}
	return out
}

// begins reports whether a is one capital letter right before b, which begins with a small one.
func begins(a, b reading.Word) bool {
	const gap = 8 // of rounding, in ten-thousandths of the page's width
	first := []rune(a.Text)
	small := strings.IndexFunc(b.Text, unicode.IsLower) == 0
	return len(first) == 1 && unicode.IsUpper(first[0]) && small && b.Box.Left-a.Box.Right <= gap && b.Box.Left >= a.Box.Left
}
