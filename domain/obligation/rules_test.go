package obligation_test

import (
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/obligation"
)

// dues lists the days of one form of a registration by period, as of the year after.
func dues(t *testing.T, form, from, to string, reg commerce.Record[commerce.Registration]) map[string]obligation.Obligation {
	t.Helper()
	found, unknown := list(to, from, to, nil, reg)
	if len(unknown) > 0 {
		t.Fatalf("%s: %+v", form, unknown)
	}
	out := map[string]obligation.Obligation{}
	for _, o := range found {
		if o.Form == form {
			out[o.Period] = o
		}
	}
	return out
}

// stating is a registration that says how often statements are made.
func stating(country, every string) commerce.Record[commerce.Registration] {
	r := registration(country, "standard", map[string]string{"DE": "month", "IE": "two_months", "FR": "month"}[country], "2010-01-01", "")
	r.Versions[0].Content.Statements = every
	if country == "FR" {
		r.Versions[0].Content.ReturnDay = 24
	}
	return r
}

// Days of statements that the authorities, or those who file them, publish.
func TestPublishedDaysOfStatements(t *testing.T) {
	for _, c := range []struct{ country, every, period, due string }{
		{"DE", "month", "2011-02", "2011-03-25"}, // Weimann/Lang's example
		{"DE", "quarter", "2026-Q1", "2026-04-27"},
		{"DE", "year", "2024", "2025-01-27"}, // the 25th is a Saturday
		{"DE", "year", "2026", "2027-01-25"},
		{"IT", "month", "2025-09", "2025-10-27"}, // Confapi's notice: the 25th is a Saturday
		{"IT", "quarter", "2025-Q1", "2025-04-28"},
		{"BE", "month", "2025-01", "2025-02-20"}, // RSM's table
		{"BE", "quarter", "2025-Q1", "2025-04-25"},
		{"BE", "quarter", "2024-Q3", "2024-10-20"},
		{"AT", "month", "2020-01", "2020-02-29"},
		{"NL", "quarter", "2026-Q1", "2026-04-30"},
		{"ES", "month", "2026-02", "2026-03-20"},
		{"ES", "quarter", "2026-Q2", "2026-07-20"},
		{"IE", "month", "2025-01", "2025-02-23"},
		// The French customs' calendar of 2021.
		{"FR", "month", "2020-12", "2021-01-13"}, {"FR", "month", "2021-01", "2021-02-11"}, {"FR", "month", "2021-02", "2021-03-11"},
		{"FR", "month", "2021-03", "2021-04-13"}, {"FR", "month", "2021-04", "2021-05-15"}, {"FR", "month", "2021-05", "2021-06-11"},
		{"FR", "month", "2021-06", "2021-07-12"}, {"FR", "month", "2021-07", "2021-08-12"}, {"FR", "month", "2021-08", "2021-09-11"},
		{"FR", "month", "2021-09", "2021-10-12"}, {"FR", "month", "2021-10", "2021-11-13"}, {"FR", "month", "2021-11", "2021-12-11"},
	} {
		r := stating(c.country, c.every)
		found, _ := list("2027-06-01", "2010-01-01", "2027-06-01", nil, r)
		form := map[string]string{"DE": "de-ecsl", "IT": "it-ecsl", "BE": "be-ecsl", "AT": "at-ecsl", "NL": "nl-ecsl", "ES": "es-ecsl",
			"IE": "ie-ecsl", "FR": "fr-ecsl"}[c.country]
		i := slices.IndexFunc(found, func(o obligation.Obligation) bool { return o.Form == form && o.Period == c.period })
		if i < 0 || found[i].On.String() != c.due || found[i].Condition == "" || !found[i].Outside {
			t.Errorf("%s %s: %+v, want %s", c.country, c.period, found[max(i, 0)], c.due)
		}
	}
}

// Days of returns that are made elsewhere, as those who file them publish them; of periods
// that no rule is held for, none.
func TestPublishedDaysOfReturnsElsewhere(t *testing.T) {
	for _, c := range []struct{ country, form, every, period, due string }{
		{"BE", "be-vat", "month", "2025-01", "2025-02-20"}, // RSM's table
		{"BE", "be-vat", "quarter", "2025-Q1", "2025-04-25"},
		{"BE", "be-vat", "quarter", "2024-Q3", ""},
		{"NL", "nl-ob", "quarter", "2025-Q3", "2025-10-31"}, // Herben's table
		{"NL", "nl-ob", "month", "2026-01", "2026-02-28"},
		{"NL", "nl-ob", "year", "2025", ""},
		{"AT", "at-uva", "month", "2026-01", "2026-03-15"}, // Pummerer's example
		{"AT", "at-uva", "month", "2026-11", "2027-01-15"}, // that of the law
		{"AT", "at-uva", "quarter", "2025-Q4", "2026-02-15"},
		{"ES", "es-303", "quarter", "2026-Q1", "2026-04-20"}, // Sage's table
		{"ES", "es-303", "quarter", "2026-Q4", "2027-01-30"},
		{"ES", "es-303", "month", "2026-01", ""},
		{"IT", "it-lipe", "", "2023-Q4", "2024-02-29"}, // Bardelli's table
		{"IT", "it-lipe", "month", "2024-Q1", "2024-05-31"},
		{"IT", "it-lipe", "quarter", "2024-Q2", "2024-09-30"},
		{"IT", "it-lipe", "month", "2024-Q3", "2024-12-02"}, // 30 November is a Saturday
		{"IT", "it-lipe", "month", "2024-Q4", "2025-02-28"},
		{"DE", "de-ust", "year", "2025", "2026-07-31"},
		{"DE", "de-ust", "month", "2025", "2026-07-31"},
		{"DE", "de-ust", "year", "2026", "2027-08-02"}, // 31 July is a Saturday
		{"DE", "de-ust", "year", "2023", ""},
	} {
		found, unknown := list("2027-12-01", "2023-01-01", "2027-12-01", nil, registration(c.country, "standard", c.every, "2020-01-01", ""))
		i := slices.IndexFunc(found, func(o obligation.Obligation) bool { return o.Form == c.form && o.Period == c.period })
		switch {
		case c.due == "" && (i >= 0 || len(found) == 0 && len(unknown) == 0):
			t.Errorf("%s %s has a day, or nothing says why not: %+v %+v", c.form, c.period, found, unknown)
		case c.due != "" && (i < 0 || found[i].On.String() != c.due || !found[i].Outside || found[i].Condition != "" || len(unknown) > 0):
			t.Errorf("%s %s: %+v %+v, want %s", c.form, c.period, found, unknown, c.due)
		}
	}
}

// Days of returns of years, as those who publish or file them say, beside returns of other
// periods and without such; where the law asks for none, there is none.
func TestReturnsOfYears(t *testing.T) {
	for _, c := range []struct{ country, form, returns, period, due string }{
		{"AT", "at-u1", "month", "2024", "2025-06-30"}, // acon's calendar of 2025
		{"AT", "at-u1", "year", "2025", "2026-06-30"},
		{"IT", "it-iva", "", "2024", "2025-04-30"},
		{"IT", "it-iva", "month", "2026", "2027-04-30"},
		{"ES", "es-390", "quarter", "2019", "2020-01-30"}, // Asesorias' example
		{"ES", "es-390", "month", "2019", ""},             // who makes monthly returns keeps books with the authority
		{"BE", "be-listing", "quarter", "2025", "2026-03-31"},
		{"BE", "be-listing", "month", "2024", "2025-03-31"},
		{"FR", "fr-ca12", "year", "2014", "2015-05-05"}, // APGA's example: 2 May is a Saturday
		{"FR", "fr-ca12", "year", "2017", "2018-05-03"}, // LégiFiscal's of two years
		{"FR", "fr-ca12", "year", "2020", "2021-05-04"},
		{"FR", "fr-ca12", "year", "2026", "2027-05-04"},
		{"FR", "fr-ca12", "year", "2027", ""},
		{"GB", "gb-vat", "year", "2025", "2026-02-28"},
		{"AU", "au-gst", "year", "2024-07/P1Y", "2025-10-31"},
		{"AU", "au-gst", "year", "2025-07/P1Y", "2026-11-02"},  // 31 October is a Saturday
		{"US-TX", "us-tx-sales", "year", "2015", "2016-01-20"}, // that of the handbook
		{"US-CA", "us-ca-sales", "year", "2025", "2026-01-31"},
		{"US-FL", "us-fl-sales", "year", "2025", "2026-01-20"},
		{"US-FL", "us-fl-sales", "half_year", "2025-H1", "2025-07-21"},
		{"US-NY", "us-ny-sales", "year", "2023-03/P1Y", "2024-03-20"}, // the Department's form of 2024
		{"NZ", "nz-gst101a", "year", "2025", ""},
	} {
		found, _ := list("2029-12-01", "2014-01-01", "2029-12-01", nil, registration(c.country, "standard", c.returns, "2013-01-01", ""))
		days := []string{}
		for _, o := range found {
			if o.Form == c.form && o.Period == c.period {
				days = append(days, o.On.String())
			}
		}
		if c.due == "" && len(days) > 0 || c.due != "" && !slices.Equal(days, []string{c.due}) {
			t.Errorf("%s %s of %s returns: due %v, want %q", c.form, c.period, c.returns, days, c.due)
		}
	}
	_, unknown := list("2027-12-01", "2027-01-01", "2029-01-01", nil, registration("FR", "standard", "year", "2013-01-01", ""))
	if len(unknown) != 1 || unknown[0].Missing != "rule" {
		t.Errorf("after the last year of a regime, nothing says that its rule ended: %+v", unknown)
	}
}

// Accounting years are those of the books, whatever month they end in: they join, and a
// filed one is told by its name. Without books, no day is known.
func TestAccountingYears(t *testing.T) {
	reg := registration("IE", "standard", "two_months", "2013-01-01", "")
	for month := range 13 {
		asked := obligation.Asked{Tenant: "t", Registrations: []commerce.Record[commerce.Registration]{reg}, Today: day("2027-01-01"),
			Sites: func(string) []int64 { return []int64{1} }, From: day("2020-01-01"), To: day("2027-01-01"), YearEnd: func(int64) int { return month }}
		found, unknown := obligation.Embedded().List(asked)
		var years []obligation.Obligation
		for _, o := range found {
			if o.Form == "ie-rtd" {
				years = append(years, o)
			}
		}
		if month == 0 {
			if len(years) > 0 || len(unknown) != 1 || unknown[0].Missing != "books" {
				t.Errorf("no books: %+v %+v", years, unknown)
			}
			continue
		}
		for i, o := range years {
			due := civil.Of(o.EndsOn.Year(), o.EndsOn.Month()+1, 23)
			if o.EndsOn.Month() != month || o.On != due || i > 0 && o.StartOn != years[i-1].EndsOn.AddDays(1) || o.StartOn.DaysUntil(o.EndsOn) < 364 {
				t.Errorf("month %d: %s from %s to %s, due %s", month, o.Period, o.StartOn, o.EndsOn, o.On)
			}
		}
		if len(years) < 6 || len(unknown) > 0 {
			t.Fatalf("month %d: %+v %+v", month, years, unknown)
		}
		last := years[len(years)-1]
		asked.Registrations = nil
		asked.Filed = map[string]obligation.FiledReturn{last.ID: {Site: 1, Form: last.Form, Period: last.Period,
			Filing: obligation.Filing{On: last.On}}}
		alone, _ := obligation.Embedded().List(asked)
		if len(alone) != 1 || alone[0].StartOn != last.StartOn || alone[0].EndsOn != last.EndsOn || alone[0].On != last.On {
			t.Errorf("month %d: filed alone: %+v, want %+v", month, alone, last)
		}
	}
}

// What is filed bears its period's name, however the authority cuts its years.
func TestEveryPeriodCanBeFiled(t *testing.T) {
	form := reflect.TypeFor[obligation.File]()
	field, _ := form.FieldByName("Period")
	most, err := strconv.Atoi(field.Tag.Get("maxLength"))
	if err != nil {
		t.Fatal(err)
	}
	for _, place := range []string{"US-NY", "AU", "GB", "DE"} {
		for _, every := range []string{"month", "quarter", "year"} {
			found, _ := list("2027-12-01", "2024-01-01", "2027-12-01", nil, registration(place, "standard", every, "2013-01-01", ""))
			for _, o := range found {
				if len(o.Period) > most {
					t.Errorf("%s %s: a return of %s cannot be said to be filed", place, o.Form, o.Period)
				}
			}
		}
	}
}

// A statement is owed only where there were such supplies: what the books do not show
// is never overdue, and what they show is.
func TestStatementsAreConditional(t *testing.T) {
	asked := obligation.Asked{Tenant: "t", Registrations: []commerce.Record[commerce.Registration]{stating("DE", "month")},
		Sites: func(string) []int64 { return []int64{1} }, Today: day("2026-06-10"), From: day("2026-01-01"), To: day("2026-12-31")}
	statuses := func() map[string]string {
		out := map[string]string{}
		found, _ := obligation.Embedded().List(asked)
		for _, o := range found {
			if o.Form == "de-ecsl" {
				out[o.Period] = o.Status
			}
		}
		return out
	}
	if s := statuses(); s["2026-03"] != obligation.Conditional || s["2026-05"] != obligation.Conditional || s["2026-06"] != obligation.Open {
		t.Errorf("nothing is known: %v", s)
	}
	asked.Supplied = func(site int64, country string, start, end civil.Date) bool {
		return site == 1 && country == "DE" && (start == day("2026-03-01") && end == day("2026-03-31") || start == day("2026-05-01"))
	}
	if s := statuses(); s["2026-03"] != obligation.Overdue || s["2026-04"] != obligation.Conditional || s["2026-05"] != obligation.IsDue {
		t.Errorf("of March and May: %v", s)
	}
}

// The day of the CA3 is that which the authority gave; another than the law's, or none,
// is asked for.
func TestAssignedDay(t *testing.T) {
	for given, want := range map[int]string{15: "2026-04-15", 19: "2026-04-19", 24: "2026-04-24", 0: "", 18: "", 28: ""} {
		r := registration("FR", "standard", "month", "2025-01-01", "")
		r.Versions[0].Content.ReturnDay = given
		found, unknown := list("2026-11-01", "2026-04-01", "2026-04-30", nil, r)
		switch {
		case want == "" && (len(found) > 0 || len(unknown) != 1 || unknown[0].Missing != "return_day"):
			t.Errorf("%d: %v %v", given, found, unknown)
		case want != "" && (len(found) != 1 || found[0].On.String() != want || found[0].Period != "2026-03" || found[0].Outside):
			t.Errorf("%d: %+v %v", given, found, unknown)
		}
	}
}

// Days that the states publish, and such as follow from what they say of weekends.
func TestPublishedDaysOfStates(t *testing.T) {
	for _, c := range []struct{ state, returns, period, due string }{
		{"NY", "quarter", "2019-12/P3M", "2020-03-20"}, // the Department's calendar of 2020
		{"NY", "month", "2020-01", "2020-02-20"},
		{"PA", "quarter", "2026-Q1", "2026-04-20"},
		{"PA", "month", "2026-01", "2026-02-20"},
		{"IL", "quarter", "2026-Q1", "2026-04-20"},
		{"IL", "month", "2025-08", "2025-09-22"},
		{"OH", "month", "2021-04", "2021-05-24"}, // Brown County's example
		{"OH", "half_year", "2026-H1", "2026-07-23"},
		{"OH", "half_year", "2025-H2", "2026-01-23"},
		{"NJ", "", "2025-Q1", "2025-04-21"},
		{"WA", "month", "2020-03", "2020-04-27"}, // the Department's dates of 2020
		{"WA", "month", "2020-06", "2020-07-27"},
		{"WA", "month", "2020-09", "2020-10-26"},
		{"WA", "quarter", "2020-Q3", "2020-11-02"},
		{"WA", "quarter", "2020-Q4", "2021-02-01"},
		{"WA", "year", "2020", "2021-04-15"},
		{"GA", "month", "2025-03", "2025-04-21"}, // the Department's dates of 2024 and 2025
		{"GA", "month", "2025-08", "2025-09-22"},
		{"GA", "quarter", "2025-Q2", "2025-07-21"},
		{"GA", "quarter", "2024-Q1", "2024-04-22"},
		{"GA", "year", "2025", "2026-01-20"},
		{"NC", "month", "2026-01", "2026-02-20"},
		{"NC", "quarter", "2025-Q4", "2026-01-31"},
		{"VA", "quarter", "2026-Q1", "2026-04-20"},
		{"VA", "month", "2026-05", "2026-06-22"},
		{"MA", "month", "2021-04", "2021-05-30"}, // Avalara's example
		{"MA", "month", "2023-01", "2023-03-02"}, // VATupdate's, and that of a leap year
		{"MA", "month", "2024-01", "2024-03-01"},
	} {
		form := "us-" + lower(c.state) + "-sales"
		got := dues(t, form, "2016-01-01", "2027-06-01", registration("US-"+c.state, "standard", c.returns, "2015-01-01", ""))[c.period]
		if got.On.String() != c.due || !got.Outside {
			t.Errorf("%s %s is due on %s, want %s", c.state, c.period, got.On, c.due)
		}
	}
}

func lower(state string) string { return string([]byte{state[0] | 0x20, state[1] | 0x20}) }

// For every rule, kind of period and twelve years: periods join, a day comes after its
// period and within 62 days of it, steps join and end on it, a day that rolls is no
// weekend, and it moves by four days at most. Each weekday is met before it rolls, and
// a leap year's February.
func TestEveryRuleOnEveryWeekday(t *testing.T) {
	for _, x := range obligation.Embedded().Rules {
		for _, every := range x.Periods {
			country := x.Country
			if x.Region != "" {
				country += "-" + x.Region
			}
			scheme := "standard"
			if len(x.Schemes) > 0 {
				country, scheme = "IE", x.Schemes[0]
			}
			returns := every
			if scheme != "standard" || x.Always != "" {
				returns = ""
			}
			if x.Never { // never the return itself: beside what it stands
				returns = x.Beside[0]
			}
			reg := registration(country, scheme, returns, "2013-01-01", "")
			if x.Statement {
				reg.Versions[0].Content.Returns, reg.Versions[0].Content.Statements = "month", every
			}
			if len(x.Assigned) > 0 {
				reg.Versions[0].Content.ReturnDay = x.Assigned[0]
			}
			found, _ := list("2036-01-01", "2023-01-01", "2034-12-31", nil, reg)
			var last civil.Date
			weekdays := map[time.Weekday]bool{}
			n := 0
			for _, o := range found {
				if o.Form != x.Form {
					continue
				}
				if n++; n > 1 && o.StartOn != last.AddDays(1) || !o.On.After(o.EndsOn) || o.EndsOn.DaysUntil(o.On) > 62 &&
					every != "year" && x.Form != "au-bas" && x.Form != "it-lipe" {
					t.Fatalf("%s %s: from %s to %s, due on %s", x.Form, o.Period, o.StartOn, o.EndsOn, o.On)
				}
				last = o.EndsOn
				weekdays[o.Steps[0].To.Weekday()] = true
				at := o.EndsOn
				for _, s := range o.Steps {
					if s.From != at || s.Provision == "" {
						t.Fatalf("%s %s: steps do not join: %+v", x.Form, o.Period, o.Steps)
					}
					at = s.To
				}
				if at != o.On || o.Steps[0].To.DaysUntil(o.On) > 4 || len(o.Citations) < len(x.Sources) {
					t.Fatalf("%s %s: %+v", x.Form, o.Period, o.Due)
				}
				if w := o.On.Weekday(); x.RollPlace != "" && (w == time.Saturday || w == time.Sunday) {
					t.Errorf("%s %s ends on a %s", x.Form, o.Period, w)
				}
			}
			least, kinds := 11, 6
			if every == "year" && !x.From.IsZero() {
				least = 9 // held for fewer
			}
			if x.WorkingDay > 0 {
				least, kinds = 4, 4 // of working days, of a regime that ends
			}
			if n < least || len(weekdays) < kinds {
				t.Errorf("%s of each %s: %d periods, on %v", x.Form, every, n, weekdays)
			}
		}
	}
}

// A period's name reads back as the period, of each kind and rule.
func TestFiledStaysListedUnderItsPeriod(t *testing.T) {
	for _, reg := range []commerce.Record[commerce.Registration]{registration("US-NY", "standard", "quarter", "2020-01-01", ""),
		registration("US-OH", "standard", "half_year", "2020-01-01", ""), registration("US-WA", "standard", "year", "2020-01-01", ""),
		stating("FR", "month")} {
		before, _ := list("2026-11-01", "2023-01-01", "2026-10-31", nil, reg)
		filed := map[string]obligation.FiledReturn{}
		for _, o := range before {
			filed[o.ID] = obligation.FiledReturn{Site: o.Site, Form: o.Form, Period: o.Period, Filing: obligation.Filing{On: o.On}}
		}
		after, _ := list("2026-11-01", "2023-01-01", "2026-10-31", filed)
		if len(before) < 3 || len(after) != len(before) {
			t.Fatalf("%d of %d", len(after), len(before))
		}
		for _, o := range after {
			was := before[slices.IndexFunc(before, func(b obligation.Obligation) bool { return b.ID == o.ID })]
			if o.Late || o.Form != "fr-ca3" && (o.On != was.On || o.StartOn != was.StartOn || o.EndsOn != was.EndsOn ||
				o.Condition != was.Condition || o.Outside != was.Outside || o.Status != obligation.IsFiled) {
				t.Errorf("%+v, was %+v", o, was)
			}
		}
	}
}
