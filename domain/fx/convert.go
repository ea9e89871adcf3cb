package fx

import (
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// RateMissing is the code of a day without a published rate.
const RateMissing = "exchange_rate_missing"

// MissingDay is what to do on a day without a rate.
type MissingDay string

const (
	Previous MissingDay = "previous" // the last rate before it
	Next     MissingDay = "next"     // the first rate after it
	Error    MissingDay = "error"    // refuse; also when nothing is named
)

// reachDays is how far Previous and Next go: over a weekend with holidays
// around it, not over the end of a table.
const reachDays = 7

// ratePlaces is how many digits a stated cross rate has after the point.
const ratePlaces = 12

// Request asks for a conversion.
type Request struct {
	Amount     money.Dec  `json:"amount" pattern:"^-?[0-9]{1,15}([.][0-9]{1,6})?$" patternDescription:"a decimal string such as 100.00" example:"100.00"`
	From       string     `json:"from" pattern:"^[A-Za-z]{3}$" example:"EUR" doc:"ISO 4217."`
	To         string     `json:"to" pattern:"^[A-Za-z]{3}$" example:"USD" doc:"ISO 4217."`
	Date       civil.Date `json:"date" format:"date" doc:"The day whose rate applies."`
	Source     string     `json:"source,omitempty" maxLength:"40" doc:"A table: ecb, hmrc-monthly, imf-representative, imf-sdr, or ecb-embedded, the dated snapshot; left out: the only imported one that has both currencies, else the snapshot."`
	MissingDay MissingDay `json:"missing_day,omitempty" enum:"previous,next,error" doc:"What to do on a day without a rate; left out: error."`
	Rounding   string     `json:"rounding,omitempty" enum:"half_up,half_even,half_down,down,up" doc:"To the minor units of the currency; left out: half_up."`
	AskedOn    civil.Date `json:"-"` // the day of asking, for the table's age
}

// Leg is one published rate that was used.
type Leg struct {
	Base     string       `json:"base"`
	Currency string       `json:"currency"`
	Units    money.Dec    `json:"units"`              // of Currency for one Base
	PerUnit  bool         `json:"per_unit,omitempty"` // the figure is published of Base, for one Currency
	Period   civil.Period `json:"period"`
}

// Result is a conversion.
type Result struct {
	Amount       money.Dec  `json:"amount"`
	From         string     `json:"from"`
	To           string     `json:"to"`
	Converted    money.Dec  `json:"converted"`
	Rate         money.Dec  `json:"rate"` // of To for one From, to 12 places
	Cross        bool       `json:"cross_rate"`
	Legs         []Leg      `json:"legs" nullable:"false"` // none, from the base of the table to itself
	Date         civil.Date `json:"date"`                  // asked for
	RateDate     civil.Date `json:"rate_date"`             // the day whose rates were used
	MissingDay   MissingDay `json:"missing_day,omitempty"`
	Rounding     string     `json:"rounding"`
	MinorUnits   int        `json:"minor_units"`
	Source       string     `json:"source"`
	Publisher    string     `json:"publisher"`
	URL          string     `json:"url"`
	Retrieved    civil.Date `json:"retrieved_at"`
	Embedded     bool       `json:"embedded" doc:"The rate is from the snapshot that is built in, not from an import."`
	AsOf         civil.Date `json:"as_of" format:"date" doc:"The last day of the table."`
	TableAgeDays int        `json:"table_age_days"` // from as_of to the day of asking
}

var roundings = map[string]money.Rounding{"": money.HalfUp, "half_up": money.HalfUp, "half_even": money.HalfEven,
	"half_down": money.HalfDown, "down": money.Down, "up": money.Up}

// Convert converts at the rates of one of the tables. A fault of the request
// is a *tax.InputError; a rate that was not published is a *refusal.Blocked
// with code exchange_rate_missing that names the nearest days.
func Convert(tables []*Table, q Request) (Result, error) {
	q.From, q.To = strings.ToUpper(q.From), strings.ToUpper(q.To)
	places, err := check(q)
	if err != nil {
		return Result{}, err
	}
	t, blocked := choose(tables, q)
	if blocked != nil {
		return Result{}, blocked
	}
	r := Result{Legs: []Leg{}, Amount: q.Amount, From: q.From, To: q.To, Date: q.Date, Rounding: q.Rounding, MinorUnits: places,
		Source: t.ID, Publisher: t.Publisher, URL: t.URL, Retrieved: t.Retrieved, Embedded: t.Embedded, AsOf: t.last,
		TableAgeDays: t.age(q.AskedOn)}
	if r.Rounding == "" {
		r.Rounding = "half_up"
	}
	day, substituted, blocked := t.day(q)
	if blocked != nil {
		return Result{}, blocked
	}
	if substituted {
		r.MissingDay = q.MissingDay
	}
	r.RateDate = day
	// The amount times above ÷ below is what it comes to, through the base.
	above, below := money.One, money.One
	for i, c := range []string{q.From, q.To} {
		rate, _, _ := t.on(c, day)
		if rate == nil || i == 1 && q.From == q.To {
			continue // the base has none
		}
		r.Legs = append(r.Legs, Leg{t.Base, c, rate.Units, rate.PerUnit, rate.Period})
		switch {
		case q.From == q.To:
		case rate.PerUnit == (i == 0):
			above = above.Mul(rate.Units)
		default:
			below = below.Mul(rate.Units)
		}
	}
	r.Cross = len(r.Legs) == 2
	r.Rate = above.QuoRound(below, ratePlaces, money.HalfEven)
	r.Converted = q.Amount.Mul(above).QuoRound(below, places, roundings[q.Rounding])
	return r, nil
}

// Faults names everything that is malformed in a request; it is nil or a
// *tax.InputError.
func Faults(q Request) error {
	q.From, q.To = strings.ToUpper(q.From), strings.ToUpper(q.To)
	_, err := check(q)
	return err
}

func check(q Request) (places int, err error) {
	var in tax.InputError
	if q.Date.IsZero() {
		in.Add("date", "the day whose rate applies, YYYY-MM-DD")
	}
	if _, known := minorUnits(q.From, q.Date); !known {
		in.Add("from", "the ISO 4217 code of a currency in use on the day, such as EUR")
	}
	places, known := minorUnits(q.To, q.Date)
	if !known {
		in.Add("to", "the ISO 4217 code of a currency in use on the day, such as EUR")
	}
	if q.MissingDay != "" && q.MissingDay != Previous && q.MissingDay != Next && q.MissingDay != Error {
		in.Add("missing_day", "previous, next or error")
	}
	if _, ok := roundings[q.Rounding]; !ok {
		in.Add("rounding", "half_up, half_even, half_down, down or up")
	}
	return places, in.Err()
}

// minorUnits are those of a currency that was in use on a day.
func minorUnits(code string, on civil.Date) (int, bool) {
	if on.IsZero() {
		return money.MinorUnits(code)
	}
	return money.MinorUnitsIn(code, on.Year(), on.Month())
}

// age is how many days before the day of asking the table ends.
func (t *Table) age(asked civil.Date) int {
	if asked.IsZero() || !asked.After(t.last) {
		return 0
	}
	return t.last.DaysUntil(asked)
}

func (t *Table) has(currency string) bool {
	return currency == t.Base || len(t.rates[currency]) > 0
}

// choose picks the table; two that could serve must be chosen by name. The
// embedded one serves where no imported one could, or when it is named.
func choose(tables []*Table, q Request) (*Table, *refusal.Blocked) {
	serves := func(t *Table) bool {
		return t.has(q.From) && t.has(q.To) && (q.Source == "" || q.Source == t.ID)
	}
	var fit []*Table
	var ids []string
	for _, t := range tables {
		if serves(t) {
			fit = append(fit, t)
			ids = append(ids, t.ID)
		}
	}
	switch {
	case len(fit) == 1:
		return fit[0], nil
	case len(fit) > 1:
		return nil, refusal.New(RateMissing, "source", "name one of the tables that have both: %s", strings.Join(ids, ", "))
	case serves(Snapshot()):
		return Snapshot(), nil
	case q.Source != "":
		return nil, refusal.New(RateMissing, "source", "the table %s is not imported, or has no rates of both %s and %s", q.Source, q.From, q.To)
	}
	return nil, refusal.New(RateMissing, "source", "no imported table has rates of both %s and %s", q.From, q.To)
}

// day finds the day whose rates serve both currencies.
func (t *Table) day(q Request) (day civil.Date, substituted bool, b *refusal.Blocked) {
	has := func(d civil.Date) bool {
		for _, c := range []string{q.From, q.To} {
			if c == t.Base {
				continue
			}
			if rate, _, _ := t.on(c, d); rate == nil {
				return false
			}
		}
		return true // the base itself needs no rate
	}
	if has(q.Date) {
		return q.Date, false, nil
	}
	step := map[MissingDay]int{Previous: -1, Next: 1}[q.MissingDay]
	for n := 1; step != 0 && n <= reachDays; n++ {
		if d := q.Date.AddDays(step * n); has(d) {
			return d, true, nil
		}
	}
	if t.Embedded {
		return day, false, refusal.New(RateMissing, "date",
			"no imported table has rates of both %s and %s, and the snapshot that is built in holds %s only (%d days old), not %s; import the publisher's file",
			q.From, q.To, t.last, t.age(q.AskedOn), q.Date)
	}
	return day, false, refusal.New(RateMissing, "date",
		"%s published no rate of %s to %s for %s; the nearest are %s; the table ends on %s (%d days ago)",
		t.Publisher, q.From, q.To, q.Date, t.nearest(q), t.last, t.age(q.AskedOn))
}

// nearest names the days before and after that have rates.
func (t *Table) nearest(q Request) string {
	c := q.From
	if c == t.Base {
		c = q.To
	}
	_, before, after := t.on(c, q.Date)
	if exact, _, _ := t.on(c, q.Date); exact != nil { // the other currency is the one without
		_, before, after = t.on(q.To, q.Date)
	}
	var days []string
	if before != nil {
		days = append(days, before.Period.To.String())
	}
	if after != nil {
		days = append(days, after.Period.From.String())
	}
	if len(days) == 0 {
		return "none"
	}
	return strings.Join(days, " and ")
}
