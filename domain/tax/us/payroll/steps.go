package payroll

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// steps is an amount that depends on the annual wages: a table of law whose
// keys are the edges, "from_26000" for the wages from there on and
// "over_24000" for those above. Below the first edge the amount is zero.
type steps []step

type step struct {
	edge   money.Dec
	above  bool // the step begins above its edge
	amount money.Dec
}

func (s steps) at(wages money.Dec) money.Dec {
	out := money.Zero
	for i := range s {
		if st := &s[i]; wages.Greater(st.edge) || !st.above && wages.Equal(st.edge) {
			out = st.amount
		}
	}
	return out
}

// readSteps reads the step tables of a name, by table of the certificate.
func readSteps(r *law.Reader, name string, tables []string) map[string]steps {
	out := map[string]steps{}
	for _, table := range tables {
		if !r.Has(name + "_" + table) {
			continue
		}
		values, _ := r.Table(name + "_" + table)
		var s steps
		for key, amount := range values {
			how, edge, _ := strings.Cut(key, "_")
			s = append(s, step{money.MustParse(edge), how == "over", amount})
		}
		slices.SortFunc(s, func(a, b step) int { return a.edge.Cmp(b.edge) })
		out[table] = s
	}
	return out
}
