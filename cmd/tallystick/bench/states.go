package bench

import (
	"fmt"
	"strconv"
	"time"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tax/us"
	"github.com/tallystick/tallystick/domain/tax/us/state"
)

// stateYear is the year in which most states are modelled.
const stateYear = 2024

// states measures a return of the United States with the tax of each state, for
// a single filer with wages and a couple with mixed income, beside the federal
// return of the same taxpayers. States that do not model it are left out.
func (r *run) states() error {
	couple := filer("married_joint", "87654.00",
		tax.Component{Kind: tax.Interest, Amount: money.MustParse("1234.56")},
		tax.Component{Kind: tax.Dividends, Amount: money.MustParse("3210.98")},
		tax.Component{Kind: tax.CapitalGains, Amount: money.MustParse("5000.00")})
	couple.Facts["spouse_age"], couple.Facts["qualified_dividends"] = "38", "2000.00"
	for _, c := range []struct {
		name string
		req  tax.Request
	}{{"single, wages", filer("single", "87654.00")}, {"couple, mixed income", couple}} {
		federal, _, err := calculation(us.FederalRegistry(), &c.req, r.scale(1_000))
		if err != nil {
			return err
		}
		slow, measured, allocs := "", time.Duration(0), uint64(0)
		for _, e := range state.Entries {
			req := c.req
			req.SubRegion, req.TaxYear = e.Slug, strconv.Itoa(max(e.Held().From, min(e.Held().To, stateYear)))
			if _, err := all.Registry().Calculate(&req); err != nil {
				continue
			}
			took, n, err := calculation(all.Registry(), &req, r.scale(1_000))
			if err != nil {
				return err
			}
			if took > measured {
				slow, measured, allocs = e.Name, took, n
			}
		}
		r.add(figure{
			name:     "income US with a state, " + c.name,
			measured: fmt.Sprintf("%d ns, %d allocations (%s, the slowest)", measured.Nanoseconds(), allocs, slow),
			floor:    fmt.Sprintf("%d ns without", federal.Nanoseconds()), ratio: fmt.Sprintf("%.2f", float64(federal)/float64(measured)),
			aim: "< 10000 ns", met: measured < placeTimeMax,
		})
	}
	return nil
}

// filer asks for the tax of a filing status on wages and other incomes.
func filer(status, wages string, others ...tax.Component) tax.Request {
	return tax.Request{
		Jurisdiction: "US", TaxYear: strconv.Itoa(stateYear),
		Facts:      map[string]string{"filing_status": status, "age": "40", "children": "0", "other_dependents": "0"},
		Components: append([]tax.Component{{Kind: tax.Employment, Amount: money.MustParse(wages)}}, others...),
	}
}
