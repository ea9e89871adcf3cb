package overlay_test

import (
	"errors"
	"flag"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/overlay"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func dec(s string) *money.Dec { d := money.MustParse(s); return &d }

var bill = map[string]overlay.PackSource{"bill": {Title: "Finance Bill", Publisher: "Parliament", Kind: "primary",
	URL: "https://bills.parliament.uk/bills/1", Checked: "2026-11-20"}}

// allowance is a pack that sets the personal allowance from a day on.
func allowance(from, to, value string) overlay.Pack {
	return overlay.Pack{Place: "GB", Sources: bill, Parameters: map[string]overlay.PackParameter{"personal_allowance": {Unit: "GBP/year",
		Values: []overlay.PackValue{{From: from, To: to, Value: dec(value), Cite: []overlay.PackCite{{Source: "bill", At: "cl. 1"}}}}}}}
}

func income(o *law.Overlay, place, year, region, amount string) (tax.Result, error) {
	return all.Registry().Calculate(&tax.Request{Jurisdiction: place, TaxYear: year, SubRegion: region, Income: money.MustParse(amount),
		HasIncome: true, Law: o})
}

func laid(t *testing.T, packs map[string]overlay.Standing) *law.Overlay {
	t.Helper()
	o, err := overlay.Lay(packs, all.Resolvers())
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// A value is read during its period alone, and only what reads it changes.
func TestWhatReadsAPackIsDraftAndSaysSo(t *testing.T) {
	o := laid(t, map[string]overlay.Standing{"acme": {Version: 3, Pack: allowance("2025-04-06", "2026-04-05", "15000")}})
	plain, err := income(nil, "GB", "2025-26", "england", "60000")
	if err != nil {
		t.Fatal(err)
	}
	got, err := income(o, "GB", "2025-26", "england", "60000")
	if err != nil {
		t.Fatal(err)
	}
	// 2,430 more of allowance at 40 %.
	if plain.TotalTax.Sub(got.TotalTax).String() != "972.00" || got.CoverageStatus != tax.Draft || !slices.Equal(got.RulePacks,
		[]string{"acme.v3"}) ||
		got.ParameterDataset != plain.ParameterDataset+"+acme.v3" || !strings.Contains(strings.Join(got.Assumptions, " "), "acme.v3") {
		t.Errorf("%s after %s: %+v", got.TotalTax, plain.TotalTax, got)
	}
	if !slices.ContainsFunc(got.Citations, func(c law.Citation) bool { return c.ID == "acme.v3:gb:personal_allowance@2025-04-06#1" }) {
		t.Errorf("%+v", got.Citations)
	}
	for _, other := range [][3]string{{"GB", "2024-25", "england"}, {"GB", "2026-27", "england"}, {"IE", "2025", ""}} {
		with, err := income(o, other[0], other[1], other[2], "60000")
		without, plainErr := income(nil, other[0], other[1], other[2], "60000")
		switch {
		case (err == nil) != (plainErr == nil):
			t.Errorf("%v: %v, %v", other, err, plainErr)
		case err == nil && (!with.TotalTax.Equal(without.TotalTax) || with.CoverageStatus != without.CoverageStatus || with.RulePacks != nil ||
			with.ParameterDataset != without.ParameterDataset):
			t.Errorf("%v changed: %+v", other, with)
		}
	}
	// An income that is taxable already reads no allowance of its own, but cites it
	// with the rest; what is cited is said.
	again, _ := income(nil, "GB", "2025-26", "england", "60000")
	if !again.TotalTax.Equal(plain.TotalTax) || again.CoverageStatus != plain.CoverageStatus {
		t.Error("the embedded law has changed")
	}
}

// Every parameter that calculators read can be laid over with the value that it has:
// each figure stays as it was.
func TestAPackOfTheLawsOwnValuesChangesNoFigure(t *testing.T) {
	reg := all.Registry()
	tried := 0
	for _, folder := range []string{"gb", "ie", "de", "fr", "au", "nl", "za"} {
		book := law.MustOpen(folder)
		reads, err := law.Reads(folder, all.Resolvers())
		if err != nil {
			t.Fatal(folder, err)
		}
		p := overlay.Pack{Place: strings.ToUpper(folder), Sources: bill, Parameters: map[string]overlay.PackParameter{}}
		for name := range reads {
			q := book.Parameters[name]
			if q == nil || q.Values[0].Text != "" || len(p.Parameters) == 20 {
				continue
			}
			var values []overlay.PackValue
			for _, v := range q.Values {
				out := overlay.PackValue{From: v.From.String(), To: v.To.String(), Value: v.Value, Table: v.Table,
					Cite: []overlay.PackCite{{Source: "bill", At: "cl. 2"}}}
				for _, b := range v.Bands {
					out.Bands = append(out.Bands, overlay.PackBand{Label: b.Label, To: b.To, Rate: b.Rate})
				}
				values = append(values, out)
			}
			p.Parameters[name] = overlay.PackParameter{Unit: q.Unit, Values: values}
		}
		if _, err := publish(overlay.State{}, p, nil); err != nil {
			t.Errorf("%s: %v", folder, err)
			continue
		}
		o := laid(t, map[string]overlay.Standing{"same": {Version: 1, Pack: p}})
		j := reg.Find(strings.ToUpper(folder))
		for _, row := range j.Coverage {
			with, err := income(o, j.Code, row.TaxYear, row.Region, "60000")
			without, plainErr := income(nil, j.Code, row.TaxYear, row.Region, "60000")
			if (err == nil) != (plainErr == nil) || err == nil && !with.TotalTax.Equal(without.TotalTax) {
				t.Errorf("%s %s %s: %s, not %s (%v)", j.Code, row.TaxYear, row.Region, with.TotalTax, without.TotalTax, err)
			}
			tried++
		}
	}
	if tried < 20 {
		t.Errorf("only %d rows were tried", tried)
	}
}

func publish(s overlay.State, p overlay.Pack, standing map[string]overlay.Standing) ([]event.Payload, error) {
	c := overlay.PublishPack{Pack: p, Reason: "the bill was passed", ID: "acme"}
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return c.Decide(s, act.Context{Tenant: "firm", Principal: "p"}, overlay.Env{Resolvers: all.Resolvers(), Standing: standing})
}

// Everything that is unmet is said at once, each by its code and field.
func TestEveryBlockerAtOnce(t *testing.T) {
	p := overlay.Pack{Place: "GB", Sources: map[string]overlay.PackSource{"x": {Title: "X"}}, Parameters: map[string]overlay.PackParameter{
		"personal_allowance": {Unit: "EUR", Values: []overlay.PackValue{
			{Value: dec("1")},
			{From: "2025-04-06", To: "2025-04-01", Value: dec("13000"), Cite: []overlay.PackCite{{Source: "ghost", At: ""}}},
		}},
		"main_bands": {Values: []overlay.PackValue{{From: "2025-04-06",
			Bands: []overlay.PackBand{{Label: "a", To: dec("5"), Rate: money.MustParse("20")}},
			Cite:  []overlay.PackCite{{Source: "x", At: "s. 1"}}}}},
		"allowance_rounding": {Values: []overlay.PackValue{{From: "2025-04-06", Value: dec("1"),
			Cite: []overlay.PackCite{{Source: "x", At: "s. 1"}}}}},
		"invented": {Values: []overlay.PackValue{{From: "2025-04-06", Value: dec("1"), Cite: []overlay.PackCite{{Source: "x", At: "s. 1"}}}}},
	}}
	_, err := publish(overlay.State{}, p, nil)
	f := fault.As(err)
	if f == nil || f.Code != fault.Blocked {
		t.Fatal(err)
	}
	for _, want := range []string{"citation_missing", "source_incomplete", "effective_date_missing", "dates_overlap", "unit_mismatch",
		"schedule_invalid",
		"parameter_unknown", "parameter_locked"} {
		if !slices.ContainsFunc(f.Blockers, func(b fault.Blocker) bool { return b.Code == want && b.Field != "" }) {
			t.Errorf("%s is not said: %v", want, f.Blockers)
		}
	}
	for _, place := range []string{"XX", "US"} { // none, and one whose calculator reads no packs
		p := allowance("2025-04-06", "", "1")
		p.Place = place
		if _, err := publish(overlay.State{}, p, nil); !errors.Is(err, &fault.Error{Code: fault.Blocked}) {
			t.Errorf("%s: %v", place, err)
		}
	}
	if _, err := publish(overlay.State{}, allowance("2025-06-01", "2025-09-30", "13000"), nil); err == nil ||
		fault.As(err).Blockers[0].Code != "parameter_unknown" {
		t.Errorf("a value that no year begins with: %v", err)
	}
	standing := map[string]overlay.Standing{"other": {Version: 1, Pack: allowance("2025-10-06", "", "14000")}}
	if _, err := publish(overlay.State{}, allowance("2025-04-06", "2025-10-05", "13000"), standing); err != nil {
		t.Errorf("next to each other: %v", err)
	}
	if _, err := publish(overlay.State{}, allowance("2025-04-06", "2025-10-06", "13000"), standing); err == nil {
		t.Error("two packs set one day")
	}
}

// The same content again changes nothing; a retired pack is published anew.
func TestVersions(t *testing.T) {
	var s overlay.State
	step := func(c overlay.PublishPack) int {
		t.Helper()
		c.ID, c.Reason = "acme", "why"
		payloads, err := c.Decide(s, act.Context{Tenant: "firm"}, overlay.Env{Resolvers: all.Resolvers()})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range payloads {
			s = s.Evolve(event.Recorded{Payload: p, Meta: event.Metadata{Time: time.Unix(0, 0)}})
		}
		return len(payloads)
	}
	a, b := overlay.PublishPack{Pack: allowance("2025-04-06", "", "13000")}, overlay.PublishPack{Pack: allowance("2025-04-06", "", "14000")}
	if got := []int{step(a), step(a), step(b), step(overlay.PublishPack{Retire: true}), step(overlay.PublishPack{Retire: true}),
		step(b)}; !slices.Equal(got, []int{1, 0, 1, 1, 0, 1}) {
		t.Error(got)
	}
	if len(s.Editions) != 3 || s.Retired || !s.Editions[1].Retired {
		t.Errorf("%+v", s)
	}
	for _, id := range []string{"", "A", "a_b", "a--b", "-a", strings.Repeat("a", 61), "a/b"} {
		if err := (overlay.PublishPack{ID: id, Reason: "r", Pack: a.Pack}).Validate(); err == nil {
			t.Errorf("%q is taken for a name", id)
		}
	}
}

func TestEventsAreFrozen(t *testing.T) {
	reason := sealed.Text{Subject: "tenant-firm", Cipher: []byte("sealed")}
	p := allowance("2025-04-06", "2026-04-05", "13000")
	p.Parameters["main_bands"] = overlay.PackParameter{Values: []overlay.PackValue{{From: "2025-04-06", Bands: []overlay.PackBand{
		{Label: "Basic rate", To: dec("37700"), Rate: money.MustParse("0.20")}, {Label: "Higher rate", Rate: money.MustParse("0.40")}},
		Cite: []overlay.PackCite{{Source: "bill", At: "cl. 2", URL: "https://bills.parliament.uk/bills/1#2"}}}}}
	p.Parameters["savings_allowance"] = overlay.PackParameter{Values: []overlay.PackValue{{From: "2025-04-06",
		Table: map[string]money.Dec{"basic": money.MustParse("1000")}}}}
	eventtest.Golden(t, *update, []event.Payload{
		overlay.Published{PackID: "acme", Version: 1, Origin: overlay.ByHand, Content: p, SHA256: p.Digest(), Reason: reason},
		overlay.Retired{Version: 1, Reason: reason},
	}, overlay.Category)
}
