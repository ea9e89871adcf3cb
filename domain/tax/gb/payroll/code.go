package payroll

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/money"
)

// A nation is whose rates a tax code names.
type nation int

const (
	restOfUK nation = iota
	scotland
	wales
)

// A code is a tax code as it is read.
type code struct {
	nation    nation
	number    int  // of an allowance or K code
	added     bool // K: the number is added to the pay
	flat      bool // BR and D: one rate on all pay
	above     int  // of a flat rate: bands above the basic one
	none      bool // NT
	eachAlone bool // W1, M1 or X: each payment stands for itself
}

var codeForm = regexp.MustCompile(`^([SC]?)(?:([0-9]{1,6})[LMNT]|K([0-9]{1,4})|(BR)|D([0-9]))$`)

var errCode = errors.New("must be a tax code, such as 1257L, K475, BR, D0, 0T or NT, with S or C before it for Scotland or Wales, and " +
	"W1, M1 or X behind it where each payment stands for itself")

// parseCode reads a tax code; letters may be small, and a space may stand
// before what makes it stand for itself.
func parseCode(text string) (c code, err error) {
	t := strings.ToUpper(strings.Join(strings.Fields(strings.ReplaceAll(text, "/", " ")), " "))
	for _, mark := range []string{"W1M1", "W1 M1", "W1", "M1", "X"} {
		if rest, ok := strings.CutSuffix(t, mark); ok {
			t, c.eachAlone = strings.TrimSpace(rest), true
			break
		}
	}
	if t == "NT" {
		c.none = true
		return c, nil
	}
	m := codeForm.FindStringSubmatch(t)
	if m == nil || len(t) > 7 {
		return c, errCode
	}
	switch m[1] {
	case "S":
		c.nation = scotland
	case "C":
		c.nation = wales
	}
	switch {
	case m[4] != "":
		c.flat = true
	case m[5] != "":
		d, _ := strconv.Atoi(m[5])
		c.flat, c.above = true, d+1
	case m[3] != "":
		c.number, _ = strconv.Atoi(m[3])
		if c.added = true; c.number == 0 {
			return c, errCode
		}
	default:
		c.number, _ = strconv.Atoi(m[2])
	}
	return c, nil
}

// adjustment is the free or additional pay of one week or month.
func (p *params) adjustment(c code, weekly bool) money.Dec {
	if c.number == 0 {
		return money.Zero
	}
	blocks, rest := (c.number-1)/blockSize, (c.number-1)%blockSize+1
	periods, block := months, p.blockMonthly
	if weekly {
		periods, block = weeks, p.blockWeekly
	}
	year := money.FromInt(int64(rest) * 10).Add(p.addition.Dec)
	return year.QuoRound(money.FromInt(int64(periods)), 4, money.Down).Round(2, money.Up).Add(block.Mul(money.FromInt(int64(blocks))))
}

const (
	blockSize = 500
	weeks     = 52
	months    = 12
)
