package obligation_test

import (
	"flag"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/filing"
	"github.com/tallystick/tallystick/domain/obligation"
	"github.com/tallystick/tallystick/domain/sealed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func day(s string) civil.Date { return civil.MustParse(s) }

func TestEventsAreFrozen(t *testing.T) {
	at := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	text := sealed.Text{Subject: "books-1", Cipher: []byte("sealed")}
	eventtest.Golden(t, *update, []event.Payload{obligation.Filed{Form: "gb-vat", Period: "2026-Q3", On: day("2026-11-02"), Reference: text,
		KnownAt:     at,
		LogPosition: 812, Return: text, SHA256: "ab"}}, obligation.Category)
}

func registration(country, scheme, returns, from, to string) commerce.Record[commerce.Registration] {
	country, region, _ := strings.Cut(country, "-")
	r := commerce.Registration{Country: country, Region: region, Standing: "registered", Scheme: scheme, Returns: returns}
	r.EffectiveFrom = day(from)
	if to != "" {
		r.EffectiveTo = day(to)
	}
	out := commerce.Record[commerce.Registration]{ID: strings.Repeat("a", 31) + strings.ToLower(country[:1]), Site: 1}
	out.Versions = append(out.Versions, commerce.Version[commerce.Registration]{Content: r})
	return out
}

func list(today, from, to string, filed map[string]obligation.FiledReturn,
	regs ...commerce.Record[commerce.Registration]) ([]obligation.Obligation, []obligation.Undetermined) {
	return obligation.Embedded().List(obligation.Asked{Tenant: "t", Registrations: regs, Today: day(today), From: day(from), To: day(to),
		Filed:   filed,
		YearEnd: func(int64) int { return 12 }, Sites: func(string) []int64 { return []int64{1} }})
}

// The days that the authorities publish.
func TestPublishedDays(t *testing.T) {
	for _, c := range []struct{ country, scheme, returns, period, due string }{
		{"GB", "standard", "quarter", "2016-Q2", "2016-08-07"}, // HMRC's own example
		{"GB", "standard", "quarter", "2026-Q1", "2026-05-07"},
		{"GB", "standard", "month", "2025-01", "2025-03-07"},
		{"GB", "standard", "quarter", "2025-Q4", "2026-02-07"}, // a Saturday: nothing rolls
		{"DE", "standard", "month", "2026-08", "2026-09-10"},
		{"DE", "standard", "month", "2026-09", "2026-10-12"}, // the 10th is a Saturday
		{"DE", "standard", "quarter", "2025-Q4", "2026-01-12"},
		{"IE", "standard", "two_months", "2025-B1", "2025-03-23"},
		{"IE", "standard", "two_months", "2025-B6", "2026-01-23"},
		{"AU", "standard", "quarter", "2025-Q3", "2025-10-28"},
		{"AU", "standard", "quarter", "2024-Q4", "2025-02-28"},
		{"AU", "standard", "quarter", "2026-Q1", "2026-04-28"},
		{"AU", "standard", "month", "2025-05", "2025-06-23"}, // the 21st is a Saturday
		{"NZ", "standard", "month", "2026-03", "2026-05-07"},
		{"NZ", "standard", "month", "2026-11", "2027-01-15"},
		{"NZ", "standard", "month", "2026-04", "2026-05-28"},
		{"FR", "union_oss", "", "2026-Q1", "2026-04-30"},
		{"DE", "non_union_oss", "", "2025-Q4", "2026-01-31"},
		{"IE", "ioss", "", "2025-02", "2025-03-31"},
		{"US-CA", "standard", "quarter", "2025-Q2", "2025-07-31"}, // the CDTFA's own table
		{"US-CA", "standard", "month", "2025-06", "2025-07-31"},
		{"US-TX", "standard", "quarter", "2025-Q4", "2026-01-20"},
		{"US-FL", "standard", "month", "2025-08", "2025-09-22"}, // the 20th is a Saturday
		{"US-FL", "standard", "month", "2020-12", "2021-01-20"}, // Inauguration Day is the District of Columbia's
	} {
		found, unknown := list("2027-06-01", "2016-01-01", "2027-06-01", nil, registration(c.country, c.scheme, c.returns, "2015-01-01", ""))
		got := ""
		for _, o := range found {
			if o.Period == c.period {
				got = o.On.String()
				if len(o.Steps) == 0 || len(o.Citations) == 0 || o.Steps[len(o.Steps)-1].To != o.On {
					t.Errorf("%s %s: the day does not rest on its steps: %+v", c.country, c.period, o.Due)
				}
			}
		}
		if got != c.due || len(unknown) > 0 {
			t.Errorf("%s %s %s is due on %s, want %s; %v", c.country, c.scheme, c.period, got, c.due, unknown)
		}
	}
}

// For every country, kind of period and twenty years: the periods join without a gap,
// each has a form and reads as one there, and no day comes before its period is over.
func TestPeriodsJoin(t *testing.T) {
	for _, r := range [][3]string{{"GB", "standard", "month"}, {"GB", "standard", "quarter"}, {"DE", "standard", "month"},
		{"DE", "standard", "quarter"},
		{"IE", "standard", "two_months"}, {"IE", "standard", "month"}, {"AU", "standard", "quarter"}, {"AU", "standard", "month"},
		{"NZ", "standard", "month"}, {"ES", "union_oss", ""}} {
		found, _ := list("2035-01-01", "2016-06-01", "2036-01-01", nil, registration(r[0], r[1], r[2], "2014-02-17", ""))
		var end civil.Date
		found = slices.DeleteFunc(found, func(o obligation.Obligation) bool { return o.Outside }) // such as that of the year
		for i, o := range found {
			if i > 0 && o.StartOn != end.AddDays(1) || !o.On.After(o.EndsOn) {
				t.Fatalf("%v: %s begins on %s after %s, is due on %s", r, o.Period, o.StartOn, end, o.On)
			}
			end = o.EndsOn
			p, err := filing.ParsePeriod(o.Period)
			if _, ok := filing.Find(o.Form); !ok || err != nil || p.First != o.StartOn.String()[:7] || p.Last != o.EndsOn.String()[:7] {
				t.Fatalf("%v: %s %s: %v %v", r, o.Form, o.Period, p, err)
			}
		}
		if len(found) < 70 {
			t.Errorf("%v: %d obligations", r, len(found))
		}
	}
}

func TestStatuses(t *testing.T) {
	reg := registration("GB", "standard", "quarter", "2026-02-10", "2026-08-01")
	found, _ := list("2026-08-07", "2026-01-01", "2027-12-31", nil, reg)
	var got []string
	for _, o := range found {
		got = append(got, o.Period+" "+o.Status)
	}
	if want := "2026-Q1 overdue, 2026-Q2 due, 2026-Q3 open"; strings.Join(got, ", ") != want {
		t.Errorf("%v, want %s", got, want)
	}
	filed, _ := list("2026-08-08", "2026-01-01", "2027-12-31", map[string]obligation.FiledReturn{found[1].ID: {Filing: obligation.Filing{On: day("2026-08-08")}}}, reg)
	if filed[1].Status != obligation.IsFiled || !filed[1].Late || filed[0].Late {
		t.Errorf("%+v", filed)
	}
}

// What was filed is listed once, whatever the registrations say by then: for every form,
// kind of period and change of the past.
func TestFiledStaysListed(t *testing.T) {
	for _, c := range [][3]string{{"GB", "standard", "quarter"}, {"DE", "standard", "month"}, {"IE", "standard", "two_months"},
		{"AU", "standard", "quarter"}, {"NZ", "standard", "month"}, {"ES", "union_oss", ""}} {
		before, _ := list("2026-11-01", "2024-01-01", "2026-11-01", nil, registration(c[0], c[1], c[2], "2023-01-01", ""))
		filed := map[string]obligation.FiledReturn{}
		for _, o := range before {
			filed[o.ID] = obligation.FiledReturn{Site: o.Site, Form: o.Form, Period: o.Period, Filing: obligation.Filing{On: o.On.AddDays(1)}}
		}
		later := registration(c[0], c[1], c[2], "2026-06-01", "")
		ended := registration(c[0], c[1], c[2], "2023-01-01", "2023-12-31")
		retired := registration(c[0], c[1], c[2], "2023-01-01", "")
		retired.RetiredOn = day("2023-02-01")
		for what, regs := range map[string][]commerce.Record[commerce.Registration]{"begins later": {later}, "ended": {ended},
			"retired": {retired}, "gone": nil, "the same": {registration(c[0], c[1], c[2], "2023-01-01", "")}} {
			after, _ := list("2026-11-01", "2024-01-01", "2026-11-01", filed, regs...)
			if len(after) != len(before) {
				t.Fatalf("%v, %s: %d listed, %d were filed", c, what, len(after), len(before))
			}
			for i, o := range after {
				was := before[i]
				if o.ID != was.ID || o.Status != obligation.IsFiled || !o.Late || o.On != was.On || o.StartOn != was.StartOn ||
					o.EndsOn != was.EndsOn || len(o.Citations) != len(was.Citations) {
					t.Errorf("%v, %s: %+v, was %+v", c, what, o, was)
				}
			}
		}
	}
}

// A site's own registration stands in place of the whole tenant's, while it stands.
func TestOwnRegistration(t *testing.T) {
	wide, own := registration("GB", "standard", "month", "2026-01-01", ""), registration("GB", "standard", "quarter", "2026-04-01", "2026-06-30")
	wide.Site, own.ID = 0, strings.Repeat("b", 32)
	found, _ := list("2026-11-01", "2026-01-01", "2026-11-01", nil, wide, own)
	var got []string
	for _, o := range found {
		got = append(got, o.Period)
	}
	if want := "2026-01 2026-02 2026-03 2026-Q2 2026-07 2026-08"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}

// The Union's rule is that of its Member States alone, and what no books can be made
// into is no obligation with a day.
func TestOSSElsewhere(t *testing.T) {
	if found, unknown := list("2026-11-01", "2026-01-01", "2026-11-01", nil, registration("GB", "union_oss", "", "2025-01-01",
		"")); len(found) > 0 || len(unknown) != 1 || unknown[0].Missing != "rule" {
		t.Errorf("%v %v", found, unknown)
	}
	found, unknown := obligation.Embedded().List(obligation.Asked{Tenant: "t", Today: day("2026-11-01"), From: day("2026-01-01"),
		To:            day("2026-11-01"),
		Registrations: []commerce.Record[commerce.Registration]{registration("IE", "non_union_oss", "", "2025-01-01", "")},
		Unmade:        func(form string, site int64) string { return form + " of another currency" }})
	if len(found) > 0 || len(unknown) != 1 || unknown[0].Missing != "books" || unknown[0].Reason != "eu-oss of another currency" {
		t.Errorf("%v %v", found, unknown)
	}
}

// What is not known is named, and has no day.
func TestUndetermined(t *testing.T) {
	state := registration("US", "standard", "month", "2025-01-01", "")
	state.Versions[0].Content.Region = "MN"
	found, unknown := list("2026-08-07", "2026-01-01", "2026-12-31", nil, registration("GB", "standard", "", "2025-01-01", ""),
		registration("FR", "standard", "month", "2025-01-01", ""), registration("NZ", "standard", "quarter", "2025-01-01", ""), state)
	missing := map[string]string{}
	for _, u := range unknown {
		missing[u.Country] = u.Missing
		if (u.Country == "FR" && !strings.Contains(u.Reason, "CA3")) || (u.Country == "US" && !strings.Contains(u.Reason, "state")) {
			t.Errorf("%s: %s", u.Country, u.Reason)
		}
	}
	if len(found) != 0 || len(unknown) != 4 || missing["GB"] != "returns" || missing["FR"] != "return_day" || missing["NZ"] != "rule" ||
		missing["US"] != "rule" {
		t.Errorf("%v\n%v", found, unknown)
	}
}

func TestFiling(t *testing.T) {
	found, _ := list("2026-08-07", "2026-07-01", "2026-09-01", nil, registration("GB", "standard", "quarter", "2025-01-01", ""))
	facts := obligation.Facts{Obligation: found[0], Today: day("2026-08-07"), KnownAt: time.Date(2026, 8, 7, 0, 0, 0, 0, time.UTC),
		Position: 9, Return: "{}", SHA256: "ab"}
	good := obligation.File{Form: "gb-vat", Period: "2026-Q2", On: day("2026-08-05"), Reference: "1234"}
	events, err := good.Decide(obligation.State{}, act.Context{}, facts)
	if err != nil || len(events) != 1 {
		t.Fatal(err)
	}
	s := obligation.State{}.Evolve(event.Recorded{Stream: "obligation-" + strings.Repeat("0", 32) + "-" + found[0].ID, Payload: events[0]})
	if _, err := good.Decide(s, act.Context{}, facts); fault.As(err) == nil || fault.As(err).Code != fault.Immutable {
		t.Errorf("filed twice: %v", err)
	}
	for name, change := range map[string]func(*obligation.File, *obligation.Facts){
		"form":      func(c *obligation.File, _ *obligation.Facts) { c.Form = "ie-vat3" },
		"period":    func(c *obligation.File, _ *obligation.Facts) { c.Period = "2026-Q1" },
		"future":    func(c *obligation.File, _ *obligation.Facts) { c.On = day("2026-08-08") },
		"too early": func(c *obligation.File, _ *obligation.Facts) { c.On = day("2026-03-31") },
		"against":   func(_ *obligation.File, f *obligation.Facts) { f.Against.Add("unposted_entries", "one") },
		"no site":   func(_ *obligation.File, f *obligation.Facts) { f.Obligation.Site = 0 },
		"too large": func(_ *obligation.File, f *obligation.Facts) { f.Return = strings.Repeat("x", 50<<10) },
	} {
		c, f := good, facts
		change(&c, &f)
		if _, err := c.Decide(obligation.State{}, act.Context{}, f); err == nil {
			t.Errorf("%s was filed", name)
		}
	}
	facts.Against.Add("unposted_entries", "one")
	good.Draft = true
	if _, err := good.Decide(obligation.State{}, act.Context{}, facts); err != nil {
		t.Error(err)
	}
}

func TestReadRefuses(t *testing.T) {
	const source = "sources: {s: {title: a, publisher: b, kind: secondary, url: 'https://x.example/', checked: 2026-01-01}, " +
		"p: {title: a, publisher: b, kind: primary, url: 'https://x.example/', checked: 2026-01-01}}\n"
	if _, err := obligation.Read([]byte(source + "rules: [{form: a, country: GB, periods: [month], says: x, day: 3, provision: p, sources: [p]}]")); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"one source":   source + "rules: [{form: a, country: GB, periods: [month], says: x, day: 3, provision: p, sources: [s]}]",
		"no provision": source + "rules: [{form: a, country: GB, periods: [month], says: x, day: 3, sources: [p]}]",
		"two days": source +
			"rules: [{form: a, country: GB, periods: [month], says: x, day: 3, last_of_month: true, provision: p, sources: [p]}]",
		"bare roll": source +
			"rules: [{form: a, country: GB, periods: [month], says: x, day: 3, provision: p, sources: [p], roll_place: DE}]",
		"strange": "rule: []",
	} {
		if _, err := obligation.Read([]byte(text)); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}

// A return that is made outside is recorded with its day and reference alone, of a site
// without books too; of another, figures are frozen or it is refused.
func TestFiledOutside(t *testing.T) {
	found, _ := list("2026-02-01", "2026-01-01", "2026-03-01", nil, registration("US-TX", "standard", "quarter", "2025-01-01", ""))
	if len(found) != 1 || !found[0].Outside {
		t.Fatalf("%+v", found)
	}
	o := found[0]
	o.Site = 0
	cmd := obligation.File{Form: o.Form, Period: o.Period, On: day("2026-01-19"), Reference: "01-114/1"}
	payloads, err := cmd.Decide(obligation.State{}, act.Context{}, obligation.Facts{Obligation: o, Today: day("2026-02-01")})
	if err != nil {
		t.Fatal(err)
	}
	f := payloads[0].(obligation.Filed)
	if f.SHA256 != "" || f.Return.Plain != "" || f.Reference.Plain != "01-114/1" || f.Form != "us-tx-sales" {
		t.Errorf("%+v", f)
	}
	o.Outside = false
	if _, err := cmd.Decide(obligation.State{}, act.Context{}, obligation.Facts{Obligation: o, Today: day("2026-02-01")}); err == nil {
		t.Error("a return without books was frozen")
	}
}
