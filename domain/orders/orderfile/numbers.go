package orderfile

import (
	"regexp"
	"strings"

	"github.com/tallystick/tallystick/domain/money"
)

// numberStyle is how a table writes decimals.
type numberStyle struct {
	sign string // of decimals: . or ,
	// sure says that some number shows it; otherwise 1.234 could be either.
	sure bool
}

var (
	thousand = regexp.MustCompile(`^-?[1-9]\d{0,2}[.,]\d{3}$`)
	fraction = regexp.MustCompile(`^-?\d+[.,]\d+$`)
)

// styleOf learns it from all numbers: a point, and where cells are not separated by
// commas, a comma if there is one.
func styleOf(comma rune, columns []column, rows []record) numberStyle {
	style := numberStyle{sign: ".", sure: comma == ','}
	if style.sure {
		return style
	}
	decisive := map[string]bool{}
	for _, row := range rows {
		for i, c := range columns {
			if !c.dec || i >= len(row.cells) {
				continue
			}
			text := strings.TrimSpace(row.cells[i])
			if strings.Contains(text, ",") {
				style.sign = ","
			}
			if fraction.MatchString(text) && !thousand.MatchString(text) {
				decisive[text[strings.IndexAny(text, ".,"):][:1]] = true
			}
		}
	}
	style.sure = decisive[style.sign]
	return style
}

// decimal is a number as money.Parse reads it; problem "" = it is one.
func (s numberStyle) decimal(text string) (said, problem string) {
	other := map[string]string{".": ",", ",": "."}[s.sign]
	switch {
	case strings.Contains(text, other):
		return "", "is no decimal as the file writes them, with " + s.sign + " alone and no sign between thousands"
	case !s.sure && thousand.MatchString(text):
		return "", "could be read in two ways: nothing in the file tells whether " + s.sign + " stands before decimals or between thousands"
	}
	said = strings.Replace(text, s.sign, ".", 1)
	if _, err := money.Parse(said); err != nil {
		return "", "is no decimal such as 1234" + s.sign + "50"
	}
	return said, ""
}
