package books

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/chart"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Accounts is the kind of stream that one account of the tenant's is: its own,
// or what it changed of the chart's. The id is the site's number, an underscore
// and the code.
var Accounts = event.Category{Name: "account", Types: []event.Type{event.Of[AccountSet]()}}

// AccountSet says the whole of an account anew.
type AccountSet struct {
	Code      Code        `json:"code"`
	Label     sealed.Text `json:"label"`
	Class     chart.Class `json:"class"`
	Parent    Code        `json:"parent"`
	Role      string      `json:"role"`
	Rate      *money.Dec  `json:"rate"`
	TaxCode   string      `json:"tax_code"`
	FormLines []string    `json:"form_lines"`
	From      civil.Date  `json:"from"`
	To        civil.Date  `json:"to"` // its last day; zero = none
}

func (AccountSet) EventType() string { return "account.set.v1" }

// Code is the number of an account.
type Code string

// AccountID names the stream of an account.
func AccountID(site int64, code Code) string { return strconv.FormatInt(site, 10) + "_" + string(code) }

// Account is an account of a set of books.
type Account struct {
	Code      Code        `json:"code"`
	Name      string      `json:"name"`
	Class     chart.Class `json:"class" enum:"asset,liability,equity,income,expense"`
	Parent    Code        `json:"parent"`
	Role      string      `json:"role" doc:"What the rules of booking look it up by; empty: nothing."`
	Rate      *money.Dec  `json:"rate" doc:"The tax rate that it is for, a fraction; null: any."`
	TaxCode   string      `json:"tax_code"`
	FormLines []string    `json:"form_lines" nullable:"false" doc:"Lines of tax forms that it flows into, as form:line."`
	From      civil.Date  `json:"from" format:"date" doc:"Its first day; empty: always."`
	To        civil.Date  `json:"to" format:"date" doc:"Its last day; empty: none."`
	Own       bool        `json:"own" doc:"The tenant's, or changed by it; else the chart's."`
}

// OfChart is an account as the chart has it.
func OfChart(c *chart.Chart, a chart.Account) Account {
	out := Account{Code: Code(a.Code), Name: a.Name, Class: a.Class, Role: a.Role, Rate: a.Rate, FormLines: []string{}}
	if a.Line != "" {
		out.FormLines = []string{c.Form + ":" + a.Line}
	}
	return out
}

// Active reports whether an account may be posted to on a day.
func (a Account) Active(on civil.Date) bool {
	return !on.Before(a.From) && (a.To.IsZero() || !on.After(a.To))
}

// OwnAccount is the state of an account's stream.
type OwnAccount struct {
	Account
	Exists    bool
	Site      int64
	UpdatedAt time.Time
	Events    int
}

// Evolve is the state after e.
func (s OwnAccount) Evolve(e event.Recorded) OwnAccount {
	s.Events++
	s.UpdatedAt = e.Meta.Time
	if p, ok := e.Payload.(AccountSet); ok {
		s.Exists, s.Site, s.Account = true, e.Meta.Site, p.Account()
	}
	return s
}

// Account is what the event says.
func (p AccountSet) Account() Account {
	lines := p.FormLines
	if lines == nil {
		lines = []string{}
	}
	return Account{p.Code, p.Label.Plain, p.Class, p.Parent, p.Role, p.Rate, p.TaxCode, lines, p.From, p.To, true}
}

// SetAccount adds an account, or changes one; what is nil stays.
type SetAccount struct {
	Code      Code         `json:"code,omitempty" maxLength:"20" doc:"Digits and lower-case letters."`
	Name      *string      `json:"name,omitempty" minLength:"1" maxLength:"200"`
	Class     *chart.Class `json:"class,omitempty" enum:"asset,liability,equity,income,expense"`
	Parent    *Code        `json:"parent,omitempty"`
	TaxCode   *string      `json:"tax_code,omitempty" maxLength:"60"`
	FormLines []string     `json:"form_lines,omitempty" maxItems:"20"`
	From      *civil.Date  `json:"from,omitempty" format:"date"`
	To        *civil.Date  `json:"to,omitempty" pattern:"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$" patternDescription:"a date, or nothing" doc:"Its last day: how an account is deactivated. Empty: none, it is active again."`
}

var codeForm = regexp.MustCompile(`^[0-9a-z]{1,20}$`)

// Valid reports whether a code has the form that codes have.
func (c Code) Valid() bool { return codeForm.MatchString(string(c)) }

// Decide gives AccountSet; none when it changes nothing. now is the account as
// the books have it, adding whether the caller asks for a new one. Errors:
// fault.Immutable for a code that is taken; fault.NotFound; fault.InvalidInput.
func (c SetAccount) Decide(now Account, known, adding bool, tenant string) ([]event.Payload, error) {
	var bad fault.Fields
	switch {
	case !c.Code.Valid():
		bad.Add("code", "1 to 20 digits and lower-case letters")
	case adding && known:
		return nil, fault.New(fault.Immutable, "account %s exists; PATCH changes it", c.Code)
	case !adding && !known:
		return nil, fault.New(fault.NotFound, "there is no account %s", c.Code)
	}
	after := now
	after.Code = c.Code
	set(&after.Name, c.Name)
	set(&after.Class, c.Class)
	set(&after.Parent, c.Parent)
	set(&after.TaxCode, c.TaxCode)
	set(&after.From, c.From)
	set(&after.To, c.To)
	if c.FormLines != nil {
		after.FormLines = c.FormLines
	}
	if strings.TrimSpace(after.Name) == "" {
		bad.Add("name", "what the account is called")
	}
	if !slices.Contains(chart.Classes(), after.Class) {
		bad.Add("class", "asset, liability, equity, income or expense")
	}
	if known && c.Class != nil && *c.Class != now.Class {
		bad.Add("class", "stands once the account exists: what was posted to it would change sides")
	}
	if !after.To.IsZero() && after.To.Before(after.From) {
		bad.Add("to", "not before from, %s", after.From)
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	if known && same(now, after) {
		return nil, nil
	}
	return []event.Payload{AccountSet{after.Code, sealed.Of("tenant-"+tenant, after.Name), after.Class, after.Parent, after.Role, after.Rate,
		after.TaxCode, after.FormLines, after.From, after.To}}, nil
}

func same(a, b Account) bool {
	return a.Name == b.Name && a.Class == b.Class && a.Parent == b.Parent && a.TaxCode == b.TaxCode && slices.Equal(a.FormLines,
		b.FormLines) &&
		a.From == b.From && a.To == b.To
}

func set[T any](field *T, change *T) {
	if change != nil {
		*field = *change
	}
}

// Ledger is a set of books with its accounts, as posting reads it. It is not
// changed once it is handed out.
type Ledger struct {
	State
	Own    map[Code]Account
	Posted bool
	First  Month // of the oldest entry; zero = none
}

// Account returns the account with a code.
func (l Ledger) Account(code Code) (Account, bool) {
	if a, ok := l.Own[code]; ok {
		return a, true
	}
	c, ok := chart.Find(l.Chart)
	if !ok {
		return Account{}, false
	}
	a, ok := c.Account(string(code))
	return OfChart(c, a), ok
}

// Accounts lists all accounts by code.
func (l Ledger) Accounts() []Account {
	var out []Account
	if c, ok := chart.Find(l.Chart); ok {
		for _, a := range c.Accounts {
			if _, own := l.Own[Code(a.Code)]; !own {
				out = append(out, OfChart(c, a))
			}
		}
	}
	for _, a := range l.Own {
		out = append(out, a)
	}
	slices.SortFunc(out, func(a, b Account) int { return strings.Compare(string(a.Code), string(b.Code)) })
	return out
}

// ForRole is the active account of a role at a rate, else the one of that role
// for any rate.
func (l Ledger) ForRole(role string, rate *money.Dec, on civil.Date) (Account, bool) {
	var fallback Account
	found := false
	for _, a := range l.Accounts() {
		if a.Role != role || !a.Active(on) {
			continue
		}
		if a.Rate == nil {
			fallback, found = a, true
		} else if rate != nil && a.Rate.Equal(*rate) {
			return a, true
		}
	}
	return fallback, found
}
