package taxreturn

import (
	"errors"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Comparison is what a calculator makes of the figures of a return.
type Comparison struct {
	ID      string         `json:"id" doc:"Which of the form's computations."`
	Status  string         `json:"status" enum:"agrees,computed_differs,not_comparable,needs_facts,unavailable" doc:"not_comparable: the return rests on something that the calculator is not told."`
	Reason  string         `json:"reason" doc:"Of a status other than agrees and computed_differs."`
	Keys    []string       `json:"keys" nullable:"false" doc:"Figures that are missing, or that keep it from being compared."`
	Missing []string       `json:"missing_facts" nullable:"false" doc:"Facts that a person may give."`
	Figures []ComparedLine `json:"figures" nullable:"false" doc:"Each that was compared."`
	Dataset string         `json:"parameter_dataset"`
	Version string         `json:"calculator_version"`
	Tier    string         `json:"coverage_status"`
}

// ComparedLine is one figure beside the calculator's.
type ComparedLine struct {
	Key      string    `json:"key"`
	Line     string    `json:"line"`
	Printed  money.Dec `json:"printed"`
	Computed money.Dec `json:"computed"`
	Agrees   bool      `json:"agrees" doc:"But for the form's own rounding."`
}

// Calculate computes a tax, as tax.Registry does.
type Calculate func(*tax.Request) (tax.Result, error)

// Compare asks the calculators about a packet that was read.
func (s State) Compare(calculate Calculate, o *law.Overlay) []Comparison {
	form, ok := FormByID(s.Form)
	out := []Comparison{}
	if !ok || s.Kind != Packet || s.Status != Extracted && s.Status != Reviewed || s.Forgotten() {
		return out
	}
	for _, c := range form.Computations {
		out = append(out, s.compare(form, c, calculate, o))
	}
	return out
}

func (s State) compare(form Form, c Computation, calculate Calculate, o *law.Overlay) Comparison {
	out, req := s.asked(form, c, o)
	if req == nil {
		return out
	}
	stop := func(status, reason string, keys ...string) Comparison {
		out.Status, out.Reason, out.Keys = status, reason, append(out.Keys, keys...)
		return out
	}
	r, err := calculate(req)
	if err != nil {
		return s.refused(c, out, err)
	}
	out.Dataset, out.Version, out.Tier = r.ParameterDataset, r.CalculatorVersion, string(r.CoverageStatus)
	agrees := true
	for _, key := range sortedKeys(c.Outputs) {
		printed, has := amountOf(s.Figures, key)
		computed, found := outputOf(&r, c.Outputs[key])
		if !has || !found {
			continue
		}
		f, _ := s.Figure(key)
		same := printed.Sub(computed).Abs().Cmp(form.Within) <= 0
		out.Figures = append(out.Figures, ComparedLine{key, f.Line, printed, computed, same})
		if agrees = agrees && same; !same && slices.Contains(c.RestsOn, key) {
			out.Keys = append(out.Keys, key)
		}
	}
	switch {
	case len(out.Keys) > 0:
		out.Figures = []ComparedLine{}
		return stop("not_comparable", "the return rests on figures that the calculator does not find by what it is told")
	case len(out.Figures) == 0:
		return stop("not_comparable", "the return has none of the figures that are compared", sortedKeys(c.Outputs)...)
	case !agrees:
		return stop("computed_differs", "")
	}
	return stop("agrees", "")
}

// asked is what a computation is asked; a nil request where the return does not say
// enough, and then why.
func (s State) asked(form Form, c Computation, o *law.Overlay) (out Comparison, req *tax.Request) {
	out = Comparison{ID: c.ID, Keys: []string{}, Missing: []string{}, Figures: []ComparedLine{}}
	stop := func(status, reason string, keys ...string) {
		out.Status, out.Reason, out.Keys, req = status, reason, append(out.Keys, keys...), nil
	}
	if s.TaxYear == "" {
		stop("not_comparable", "the tax year is not known")
		return out, req
	}
	req = &tax.Request{Jurisdiction: form.Jurisdiction, TaxYear: s.TaxYear, SubRegion: c.Region, IncomeBasis: c.Basis,
		Facts:   map[string]string{},
		Explain: true, Law: o}
	if why, keys := s.incomes(form, c, req); why != "" {
		stop("not_comparable", why, keys...)
		return out, req
	}
	if out.Missing = append(out.Missing, s.facts(c, req)...); len(out.Missing) > 0 {
		stop("needs_facts", "the return does not say these")
	}
	return out, req
}

// Computed is what the calculators make of the figures of a packet under a law, by the
// keys of the figures that they stand beside; what they cannot compute is absent.
func (s State) Computed(calculate Calculate, o *law.Overlay) map[string]ComparedLine {
	out := map[string]ComparedLine{}
	form, ok := FormByID(s.Form)
	if !ok || s.Kind != Packet || s.Status != Extracted && s.Status != Reviewed || s.Forgotten() {
		return out
	}
	for _, c := range form.Computations {
		_, req := s.asked(form, c, o)
		if req == nil {
			continue
		}
		r, err := calculate(req)
		if err != nil {
			continue
		}
		for key, name := range c.Outputs {
			printed, has := amountOf(s.Figures, key)
			if computed, found := outputOf(&r, name); has && found {
				f, _ := s.Figure(key)
				out[key] = ComparedLine{key, f.Line, printed, computed, printed.Sub(computed).Abs().Cmp(form.Within) <= 0}
			}
		}
	}
	return out
}

// incomes puts the figures that are incomes into a request; why says what keeps it
// from being one.
func (s State) incomes(form Form, c Computation, req *tax.Request) (why string, keys []string) {
	for _, key := range c.Zero {
		if d, has := amountOf(s.Figures, key); has && !d.IsZero() {
			keys = append(keys, key)
		}
	}
	if len(keys) > 0 {
		return "the calculator is not told of these figures", keys
	}
	sure := func(key string) {
		if f, has := s.Figure(key); has && !f.Accepted() {
			keys = append(keys, key)
		}
	}
	if c.Income != "" {
		sure(c.Income)
		d, has := amountOf(s.Figures, c.Income)
		if !has || len(keys) > 0 {
			return "the income is not there, or not sure", []string{c.Income}
		}
		req.Income, req.HasIncome = d, true
		return "", nil
	}
	total := money.Zero
	for _, kind := range sortedKeys(c.Components) {
		sum, any := money.Zero, false
		for _, key := range strings.Split(c.Components[kind], "+") {
			sure(key)
			d, has := amountOf(s.Figures, key)
			sum, any = sum.Add(d), any || has
		}
		if total = total.Add(sum); any && !sum.IsZero() {
			req.Components = append(req.Components, tax.Component{Kind: tax.Kind(kind), Amount: sum})
		}
	}
	printed, has := amountOf(s.Figures, c.Total)
	sure(c.Total)
	switch {
	case len(keys) > 0:
		return "these figures are not sure", keys
	case !has || len(req.Components) == 0:
		return "the total of the incomes is not there", []string{c.Total}
	case printed.Sub(total).Abs().Cmp(form.Within) > 0:
		return "the incomes that are known do not make the total", []string{c.Total}
	}
	return "", nil
}

// facts puts what is marked, and what a person said, into a request, and names what
// must be said and is not.
func (s State) facts(c Computation, req *tax.Request) (missing []string) {
	for name, key := range c.Facts {
		if f, has := s.Figure(key); has && f.Accepted() {
			req.Facts[name] = f.Value.Plain
		}
	}
	for _, f := range s.Facts {
		_, marked := c.Facts[f.Name]
		switch {
		case f.Name == "sub_region" && c.Region == "":
			req.SubRegion = f.Value.Plain
		case marked || slices.Contains(c.Ask, f.Name) || slices.Contains(c.Needs, f.Name):
			req.Facts[f.Name] = f.Value.Plain
		}
	}
	for _, name := range slices.Concat(sortedKeys(c.Facts), c.Needs) {
		if req.Facts[name] == "" && (name != "sub_region" || req.SubRegion == "") {
			missing = append(missing, name)
		}
	}
	return missing
}

// refused says why a calculator did not answer.
func (s State) refused(c Computation, out Comparison, err error) Comparison {
	var missing *tax.MissingFacts
	var wrong *tax.InputError
	out.Status, out.Reason = "unavailable", err.Error()
	switch {
	case errors.As(err, &missing):
		out.Status, out.Reason = "needs_facts", "the calculator asks for facts"
		for _, f := range missing.Facts {
			out.Missing = append(out.Missing, f.Name)
		}
	case errors.As(err, &wrong):
		out.Status = "needs_facts"
		for _, f := range wrong.Fields {
			name := strings.TrimPrefix(f.Field, "facts.")
			if _, marked := c.Facts[name]; marked || slices.Contains(c.Ask, name) {
				out.Missing = append(out.Missing, name)
			}
		}
		if len(out.Missing) == 0 {
			out.Status = "not_comparable"
		}
	}
	return out
}

// outputOf is what a result says of one output.
func outputOf(r *tax.Result, name string) (money.Dec, bool) {
	kind, code, _ := strings.Cut(name, ":")
	switch kind {
	case "taxable_income":
		return r.TaxableIncome, true
	case "total_tax":
		return r.TotalTax, true
	case "levy":
		for _, l := range r.Components {
			if l.Code == code {
				return l.Amount, true
			}
		}
	case "step":
		for _, s := range r.Steps {
			if slices.Contains(strings.Split(code, ","), s.Code) {
				return s.Amount, true
			}
		}
	}
	return money.Zero, false
}
