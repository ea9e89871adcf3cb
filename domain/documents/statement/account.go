package statement

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/documents/reading"
)

// accountOf tells whose statement a table is: by a column that says the same account in
// every line, else by what stands above the head, the one IBAN there or what a word such
// as account number names. "" = it does not say, or is of several accounts.
func accountOf(above [][]Cell, c columns, rows [][]Cell) string {
	account, lines := "", 0
	for _, row := range rows {
		if !c.isLine(row) {
			continue
		}
		said := plainAccount(c.text(row, "account"))
		if lines++; said == "" || lines > 1 && said != account {
			account = ""
			break
		}
		account = said
	}
	if _, has := c.at["account"]; has {
		return account
	}
	return accountAbove(above)
}

func accountAbove(above [][]Cell) string {
	ibans, named := map[string]bool{}, ""
	for _, row := range above {
		for i, cell := range row {
			label, value, _ := strings.Cut(cell.Text, ":")
			if value = plainAccount(value); value == "" && i+1 < len(row) {
				value = plainAccount(row[i+1].Text)
			}
			if named == "" && isAccountWord(label) {
				named = value
			}
			for _, text := range []string{plainAccount(cell.Text), value} {
				if reading.ValidIBAN(text) {
					ibans[text] = true
				}
			}
		}
	}
	if len(ibans) == 1 {
		for iban := range ibans {
			return iban
		}
	}
	if len(ibans) > 1 {
		return ""
	}
	return named
}

func isAccountWord(text string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	return slices.Contains(heads["account"], text) || slices.Contains(accountWords, text)
}

// accountWords name the account above a table; as the head of a column they may name
// whose money it was.
var accountWords = []string{"iban", "konto", "kontonummer", "compte", "cuenta", "conto", "rachunek"}

// plainAccount is an account as it is compared: of "DE89 3704 0044 … / Giro" the first
// part, without spaces. "" = text names none.
func plainAccount(text string) string {
	text, _, _ = strings.Cut(text, " / ")
	text = strings.ToUpper(strings.Join(strings.Fields(text), ""))
	digits := 0
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r >= 'A' && r <= 'Z' || r == '-' || r == '/' || r == '.' || r == '*':
		default:
			return ""
		}
	}
	if digits < accountDigitsMin || len(text) > accountMax {
		return ""
	}
	return text
}

// An account's number has at least four digits, as those have of which the last ones alone are shown.
const (
	accountDigitsMin = 4
	accountMax       = 40
)
