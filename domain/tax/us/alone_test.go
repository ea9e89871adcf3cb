package us

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"

	"github.com/tallystick/tallystick/domain/tax"
)

var aloneSeed = flag.Uint64("alone-seed", 20261127, "of the requests of TestInTurnAsAlone")

// mixedRequests are plain households of several years in states or in none, some of whom
// explain, and some of whom have what few have.
func mixedRequests(r *rand.Rand, n int) []tax.Request {
	regions := Jurisdiction().Regions
	out := make([]tax.Request, n)
	for i := range out {
		req := plainHousehold(r)
		req.TaxYear, req.Explain = strconv.Itoa(2022+r.IntN(4)), r.IntN(3) == 0
		if r.IntN(4) > 0 {
			req.SubRegion = regions[r.IntN(len(regions))].Slug
		} else {
			req.SubRegion = federalOnly
		}
		for name, most := range map[string]int{"foreign_tax_credit": 500, "retirement_savings": 2000, "medical_expenses": 30000,
			"hsa_deduction": 3000, "ira_distributions": 9000} {
			if r.IntN(8) == 0 {
				req.Facts[name] = strconv.Itoa(1 + r.IntN(most))
			}
		}
		out[i] = req
	}
	return out
}

// answer is a result, or why there is none.
type answer struct {
	result tax.Result
	err    error
}

func (a *answer) String() string {
	if a.err != nil {
		return a.err.Error()
	}
	text, err := json.Marshal(a.result)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func answerTo(reg *tax.Registry, req *tax.Request) *answer {
	got, err := reg.Calculate(req)
	return &answer{got, err}
}

// A request is answered as if it were the only one, whatever was computed before it and
// whatever is computed beside it: nothing of another return is in its figures, its sentences
// or its citations, nor comes into them later.
func TestInTurnAsAlone(t *testing.T) {
	const n, callers = 64, 4
	t.Logf("seed %d", *aloneSeed)
	r := rand.New(rand.NewPCG(*aloneSeed, 1))
	requests := mixedRequests(r, n)
	alone, computed := make([]string, n), 0
	for i := range requests {
		works = sync.Pool{New: works.New}
		a := answerTo(tax.NewRegistry(Jurisdiction()), &requests[i])
		if alone[i] = a.String(); a.err == nil {
			computed++
		}
	}
	if computed < n/2 {
		t.Errorf("%d of %d are computed", computed, n)
	}
	shared := tax.NewRegistry(Jurisdiction())
	var answers [callers][2 * n]*answer
	var orders [callers][]int
	var all sync.WaitGroup
	for c := range callers {
		orders[c] = append(r.Perm(n), r.Perm(n)...)
		all.Go(func() {
			for at, i := range orders[c] {
				answers[c][at] = answerTo(shared, &requests[i])
			}
		})
	}
	all.Wait()
	for c := range callers {
		for at, i := range orders[c] {
			if got := answers[c][at].String(); got != alone[i] {
				t.Fatalf("seed %d, request %d (%+v), as number %d of caller %d:\n%s\nalone:\n%s", *aloneSeed, i, requests[i], at, c, got, alone[i])
			}
		}
	}
}
