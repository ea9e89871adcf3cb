package answer

import (
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
)

// regionNames are the ways to write a part of a place.
func regionNames(g *tax.Region) []string {
	names := []string{g.Slug, strings.ToUpper(g.Slug), g.Name, " " + g.Slug + " "}
	if g.Code != "" {
		names = append(names, g.Code, strings.ToLower(g.Code))
	}
	if len(g.Code) > 3 {
		names = append(names, g.Code[3:], strings.ToLower(g.Code[3:]))
	}
	return names
}

// A part of a place is the same part however it is written, for the calculator, for a
// calculation by request and for a line below a question: by slug, by name, by ISO
// 3166-2, by the code without the country.
func TestPartsOfPlacesByAnyName(t *testing.T) {
	books, p := all.Registry(), func() func(string) []string {
		planner, _ := realEnv()
		return func(question string) []string {
			out, err := planner.Plan(question, "")
			if err != nil {
				t.Fatal(err)
			}
			return out.SubRegions
		}
	}()
	for _, j := range books.All() {
		if j.RegionRule == tax.NoRegions {
			continue
		}
		for i := range j.Regions {
			g := &j.Regions[i]
			for _, name := range regionNames(g) {
				if got := books.Region(j.Code, name); got != g {
					t.Errorf("%s: %q is %v, want %s", j.Code, name, got, g.Slug)
					continue
				}
				req := tax.Request{Jurisdiction: j.Code, SubRegion: name, Income: money.FromInt(1), HasIncome: true}
				job, err := IncomeJob(books, req)
				if err != nil {
					t.Errorf("%s: %q: %v", j.Code, name, err)
					continue
				}
				said := ""
				for _, f := range job.Facts {
					if f.Key == "sub_region" {
						said = f.Value
					}
				}
				if said != g.Slug || job.Case.RegionName != g.Name {
					t.Errorf("%s: a request for %q is one for %s, %s; want %s", j.Code, name, said, job.Case.RegionName, g.Slug)
				}
				if g.Uncovered != "" || j.RegionRule == tax.RegionOptional {
					continue
				}
				got := p("How much income tax do I pay?\njurisdiction: " + j.Code + "\nsub_region: " + name)
				if len(got) != 1 || got[0] != g.Slug {
					t.Errorf("%s: a question for %q is one for %v, want %s", j.Code, name, got, g.Slug)
				}
			}
		}
		for _, wrong := range []string{"ZZZ", j.Code + "-", "-" + j.Code, j.Code + "-ZZ9", "XX-01", "nowhere_at_all"} {
			if got := books.Region(j.Code, wrong); got != nil {
				t.Errorf("%s: %q is %s", j.Code, wrong, got.Slug)
			}
		}
	}
}
