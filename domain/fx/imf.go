package fx

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
)

// The titles with which the IMF's monthly reports begin, and the table that
// each becomes. The third report, currency units per SDR, is not taken: it is
// the second one's reciprocal, rounded again, and the Fund does not use it.
var imfReports = []struct {
	title, table string
	perUnit      bool // every figure of the report is for one unit of the currency
}{
	{"Representative Exchange Rates for Selected Currencies for ", IMF, false},
	{"SDRs per Currency unit for ", IMFSDR, true},
}

const imfReciprocal = "Currency units per SDR for "

// imfReader is where a report stands.
type imfReader struct {
	file    File
	perUnit bool
	month   string // "March 2026", as the title has it
	days    []civil.Date
	seen    map[string]bool // currency and day
}

// ReadIMF reads the tab-separated form of a monthly report of the IMF. Names
// of currencies that have no code here are left out and listed in Unread.
func ReadIMF(content []byte) (File, error) {
	in := imfReader{seen: map[string]bool{}}
	lines := bufio.NewScanner(bytes.NewReader(bytes.TrimPrefix(content, []byte("\ufeff"))))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "Notes:" {
			break
		}
		if err := in.line(line); err != nil {
			return File{}, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return File{}, err
	}
	if in.file.Table == "" {
		return File{}, fmt.Errorf("line 1: no title of a monthly report, such as %q", imfReports[0].title+"March 2026")
	}
	return in.file, nil
}

func (in *imfReader) line(line string) error {
	cells := strings.Split(line, "\t")
	switch {
	case line == "":
		return nil
	case len(cells) == 1:
		return in.title(line)
	case in.file.Table == "":
		return fmt.Errorf("a row before the title of a report")
	case cells[0] == "Currency":
		return in.heading(cells[1:])
	case in.days == nil:
		return fmt.Errorf("a row before the heading with the days")
	case len(cells) != len(in.days)+1:
		return fmt.Errorf("%d figures for %d days", len(cells)-1, len(in.days))
	}
	return in.row(cells)
}

// title reads a report's title, once more where its second half continues.
func (in *imfReader) title(line string) error {
	if strings.HasPrefix(line, imfReciprocal) {
		return fmt.Errorf("currency units per SDR are rounded reciprocals, which the Fund does not use; take the report of SDRs per currency unit")
	}
	for _, r := range imfReports {
		month, is := strings.CutPrefix(line, r.title)
		if !is {
			continue
		}
		month = strings.TrimSuffix(month, " Continued")
		if in.file.Table != "" && (in.file.Table != r.table || in.month != month) {
			return fmt.Errorf("%q begins another report; import each file by itself", line)
		}
		in.file.Table, in.perUnit, in.month, in.days = r.table, r.perUnit, month, nil
		return nil
	}
	return fmt.Errorf("%q is no title of a monthly report of representative rates or SDRs per currency unit", clipped(line))
}

func (in *imfReader) heading(cells []string) error {
	in.days = make([]civil.Date, len(cells))
	for i, c := range cells {
		day, err := time.Parse("January 02, 2006", strings.TrimSpace(c))
		if err != nil || day.Format("January 2006") != in.month {
			return fmt.Errorf("%q is no day of %s", clipped(c), in.month)
		}
		in.days[i] = civil.FromTime(day)
	}
	return nil
}

// row reads one currency's figures. (1) behind a name marks rates that are in
// terms of the base for one unit of the currency, (2) rates in terms of the
// currency per SDR, which belong to no table here.
func (in *imfReader) row(cells []string) error {
	name := strings.TrimSpace(cells[0])
	perUnit := in.perUnit
	if bare, marked := strings.CutSuffix(name, "(1)"); marked {
		name, perUnit = strings.TrimSpace(bare), true
	}
	code, known := imfNames[strings.ToLower(name)]
	if !known {
		in.file.Unread = append(in.file.Unread, name)
		return nil
	}
	if in.file.Table == IMF && code == "USD" {
		return nil // the base against itself
	}
	for i, text := range cells[1:] {
		text = strings.TrimSpace(text)
		if text == "" || text == "NA" {
			continue
		}
		plain, err := ungrouped(text)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		units, err := parseRate(code, plain)
		if err != nil {
			return err
		}
		at := code + in.days[i].String()
		if in.seen[at] {
			return fmt.Errorf("%s has two rates for %s", code, in.days[i])
		}
		in.seen[at] = true
		in.file.Rates = append(in.file.Rates, Rate{Currency: code, Units: units.Trim(0), Period: oneDay(in.days[i]), PerUnit: perUnit})
	}
	return nil
}

// ungrouped drops the commas of thousands, where they stand as such.
func ungrouped(text string) (string, error) {
	whole, fraction, _ := strings.Cut(text, ".")
	groups := strings.Split(whole, ",")
	for i, g := range groups {
		if len(groups) > 1 && (i > 0 && len(g) != 3 || i == 0 && (len(g) == 0 || len(g) > 3)) || strings.Contains(fraction, ",") {
			return "", fmt.Errorf("%q is no figure", clipped(text))
		}
	}
	return strings.ReplaceAll(text, ",", ""), nil
}

func clipped(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// imfNames are the names under which the Fund's reports list currencies.
var imfNames = map[string]string{
	"algerian dinar": "DZD", "australian dollar": "AUD", "bahrain dinar": "BHD", "bangladeshi taka": "BDT", "botswana pula": "BWP",
	"brazilian real": "BRL", "brunei dollar": "BND", "canadian dollar": "CAD", "chilean peso": "CLP", "chinese yuan": "CNY",
	"colombian peso": "COP", "czech koruna": "CZK", "danish krone": "DKK", "euro": "EUR", "hungarian forint": "HUF",
	"icelandic krona": "ISK", "indian rupee": "INR", "indonesian rupiah": "IDR", "iranian rial": "IRR", "israeli new shekel": "ILS",
	"israeli new sheqel": "ILS", "japanese yen": "JPY", "kazakhstani tenge": "KZT", "korean won": "KRW", "kuwaiti dinar": "KWD",
	"libyan dinar": "LYD", "malaysian ringgit": "MYR", "mauritian rupee": "MUR", "mexican peso": "MXN", "nepalese rupee": "NPR",
	"new zealand dollar": "NZD", "norwegian krone": "NOK", "omani rial": "OMR", "pakistani rupee": "PKR", "peruvian sol": "PEN",
	"philippine peso": "PHP", "polish zloty": "PLN", "qatari riyal": "QAR", "russian ruble": "RUB", "saudi arabian riyal": "SAR",
	"singapore dollar": "SGD", "south african rand": "ZAR", "sri lankan rupee": "LKR", "swedish krona": "SEK", "swiss franc": "CHF",
	"thai baht": "THB", "trinidadian dollar": "TTD", "tunisian dinar": "TND", "u.a.e. dirham": "AED", "u.k. pound": "GBP",
	"u.k. pound sterling": "GBP", "u.s. dollar": "USD", "uruguayan peso": "UYU",
}
