package answer_test

import (
	"reflect"
	"testing"

	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/coverage"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// profiles stand for every row, as setting says of it; ok false leaves a row out.
func profiles(setting func(coverage.Row) (coverage.Setting, bool)) coverage.State {
	var seeded coverage.Seeded
	for _, j := range books.All() {
		for i := range j.Coverage {
			r := coverage.RowOf(j.Code, &j.Coverage[i])
			if s, ok := setting(r); ok {
				seeded.Profiles = append(seeded.Profiles, coverage.Kept{ID: r.ID(), Setting: s})
			}
		}
	}
	return coverage.State{}.Evolve(event.Recorded{Payload: seeded})
}

// Profiles for everything change no answer; a profile less makes no figure of its
// row, and of no other.
func TestProfilesNarrow(t *testing.T) {
	hundred := money.MustParse("100")
	whole := profiles(func(coverage.Row) (coverage.Setting, bool) {
		return coverage.Setting{TierMin: tax.Draft, Enabled: true}, true
	})
	for name, c := range map[string]struct {
		profiles coverage.State
		gb       contract.Status
	}{
		"disabled": {profiles(func(r coverage.Row) (coverage.Setting, bool) {
			return coverage.Setting{TierMin: tax.Draft, Enabled: r.Jurisdiction != "GB"}, true
		}), contract.StatusUnsupported},
		"left out": {profiles(func(r coverage.Row) (coverage.Setting, bool) {
			return coverage.Setting{TierMin: tax.Draft, Enabled: true}, r.Jurisdiction != "GB"
		}), contract.StatusUnsupported},
		"over": {profiles(func(r coverage.Row) (coverage.Setting, bool) {
			s := coverage.Setting{TierMin: tax.Draft, Enabled: true}
			if r.Jurisdiction == "GB" {
				s.ReviewOver = &hundred
			}
			return s, true
		}), contract.StatusHumanReview},
	} {
		for question, place := range map[string]string{
			"How much income tax do I pay on £60,000 in England in 2025-26?":   "GB",
			"How much income tax do I pay on £60,000 in Scotland in 2025-26?":  "GB",
			"How much income tax do I pay on 60,000 EUR in Germany in 2025?":   "DE",
			"How much income tax does one pay in England in 2025-26?":          "GB-asked",
			"Compare the income tax on 60,000 in England 2025-26 and Atlantis": "",
		} {
			plain := ask(t, question, env())
			all := env()
			all.Profiles = whole
			if got := ask(t, question, all); !reflect.DeepEqual(got.Contract, plain.Contract) {
				t.Errorf("%q: whole profiles changed the answer from %s to %s", question, plain.Contract.VerificationStatus,
					got.Contract.VerificationStatus)
			}
			narrow := env()
			narrow.Profiles = c.profiles
			got := ask(t, question, narrow).Contract
			switch {
			case place == "GB" && got.VerificationStatus != c.gb:
				t.Errorf("%s: %q is %s", name, question, got.VerificationStatus)
			case place == "DE" && !reflect.DeepEqual(got, plain.Contract):
				t.Errorf("%s: %q changed to %s", name, question, got.VerificationStatus)
			}
			for _, fault := range contract.Check(got) {
				t.Errorf("%s: %q: %s", name, question, fault)
			}
		}
		for _, incomplete := range []bool{false, true} {
			q := tax.Request{Jurisdiction: "GB", TaxYear: "2025-26", SubRegion: "scotland", Income: money.MustParse("60000"), HasIncome: !incomplete}
			job, err := answer.IncomeJob(books, q)
			if err != nil {
				t.Fatal(err)
			}
			narrow := env()
			narrow.Profiles = c.profiles
			got := answer.Compute(job, narrow)
			if want := c.gb; !(incomplete && name == "over") && got.Contract.VerificationStatus != want ||
				got.Contract.VerificationStatus == contract.StatusVerified {
				t.Errorf("%s: the calculation is %s", name, got.Contract.VerificationStatus)
			}
		}
	}
}

// A place that a firm does not offer is declined before anything is asked, whatever the
// request leaves out; while one row that it could be of is offered, facts are asked.
func TestCoverageComesBeforeFacts(t *testing.T) {
	for _, j := range books.All() {
		last := coverage.RowOf(j.Code, &j.Coverage[len(j.Coverage)-1])
		enabled := func(on func(coverage.Row) bool) coverage.State {
			return profiles(func(r coverage.Row) (coverage.Setting, bool) {
				return coverage.Setting{TierMin: tax.Draft, Enabled: on(r)}, true
			})
		}
		off := enabled(func(r coverage.Row) bool { return r.Jurisdiction != j.Code })
		one := enabled(func(r coverage.Row) bool { return r.Jurisdiction != j.Code || r == last })
		for leave := range 8 { // bits: year, region, income
			q := tax.Request{Jurisdiction: j.Code, TaxType: last.TaxType}
			if leave&1 == 0 {
				q.TaxYear = last.TaxYear
			}
			if leave&2 == 0 {
				q.SubRegion = last.Region
			}
			if leave&4 == 0 {
				q.Income, q.HasIncome = money.MustParse("60000"), true
			}
			for state, refused := range map[*coverage.State]bool{&off: true, &one: false} {
				job, err := answer.IncomeJob(books, q)
				if err != nil {
					t.Fatalf("%s: %v", last.ID(), err)
				}
				e := env()
				e.Profiles = *state
				if got := answer.Compute(job, e); (got.Stopped == answer.StepCoverage) != refused {
					t.Errorf("%s, leaving out %03b, refused %v: stopped at %q, %s", last.ID(), leave, refused, got.Stopped,
						got.Contract.VerificationStatus)
				}
			}
		}
	}
}

// A tier that the row has and the request does not is refused after computing.
func TestTierOfTheRequestCounts(t *testing.T) {
	beta := env()
	beta.Profiles = profiles(func(coverage.Row) (coverage.Setting, bool) {
		return coverage.Setting{TierMin: tax.Covered, Enabled: true}, true
	})
	for _, q := range []string{"Income tax on 60,000 EUR in Germany in 2025?",
		"How much income tax do I pay on £60,000 in England in 2025-26?"} {
		plain, got := ask(t, q, env()).Contract, ask(t, q, beta).Contract
		if (plain.CoverageStatus == tax.Covered) != (got.VerificationStatus == contract.StatusVerified) {
			t.Errorf("%q is %s at %s", q, got.VerificationStatus, plain.CoverageStatus)
		}
	}
}
