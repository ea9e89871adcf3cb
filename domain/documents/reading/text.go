package reading

import (
	"strings"
	"unicode/utf8"
)

// textLinesMax bounds what is read of a text: no receipt has more.
const textLinesMax = 2_000

// PageOfText is a page of text whose columns are its characters: what stands in
// one column of a line stands above the same column of the next.
func PageOfText(text string) Page {
	var p Page
	for row, line := range strings.SplitN(strings.ReplaceAll(text, "\t", "    "), "\n", textLinesMax+1) {
		if row == textLinesMax {
			break
		}
		column := 0
		for _, piece := range strings.SplitAfter(strings.TrimRight(line, "\r"), " ") {
			wide := utf8.RuneCountInString(piece)
			if word := strings.TrimRight(piece, " "); word != "" {
				end := column + utf8.RuneCountInString(word)
				p.Words = append(p.Words, Word{word, Box{column * 100, row * 200, end * 100, row*200 + 120}, 1000})
			}
			column += wide
		}
	}
	return p
}
