package tax

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/money"
)

// Calculate answers a request from the jurisdiction that it names.
//
// It does the checks that every place shares, so that a jurisdiction's Compute
// sees only a canonical year, region, currency and basis, amounts within their
// limits and facts of their types. It fails with, in this order of precedence:
// *InputError (every fault at once), *Unavailable, *MissingFacts. The request
// is not changed.
func (r *Registry) Calculate(in *Request) (Result, error) {
	q, err := r.read(in)
	if err != nil {
		return Result{}, err
	}
	if q.gap != "" {
		return Result{}, q.place.unavailable(&q.Request, q.gap)
	}
	if err := q.place.missing(q.row, &q.Request); err != nil {
		return Result{}, err
	}
	row := q.row.CoverageRow
	if row.Law = in.Law; row.Law.Fault(strings.ToLower(q.place.Code)) != nil {
		return Result{}, q.place.unavailable(&q.Request,
			"what is laid over the law of the place by a rule pack does not fit its formulas any more")
	}
	out, err := q.place.Compute(&q.Request, row)
	if err != nil {
		return Result{}, err
	}
	if err := q.place.narrow(&out, &q.Request); err != nil {
		return Result{}, err
	}
	q.place.finish(&out, in, &q.Request, q.row, q.region)
	return out, nil
}

// Check fails with the *InputError that Calculate would fail with, if any.
func (r *Registry) Check(in *Request) error {
	_, err := r.read(in)
	var malformed *InputError
	if errors.As(err, &malformed) {
		return malformed
	}
	return nil
}

// question is a request in canonical form, with what answers it.
type question struct {
	Request
	row    *row
	region *Region
	gap    string // why no row answers it; "" = one does
	faults InputError
	room   [8]factValue // for what is given, of which there is seldom more
}

// read checks what every place shares, and then what the place asks.
func (r *Registry) read(in *Request) (*question, error) {
	q, err := r.questionOf(in)
	if err != nil {
		return nil, err
	}
	if p := q.place; len(q.faults.Fields) == 0 && q.gap == "" && p.Check != nil && in.Law.Fault(strings.ToLower(p.Code)) == nil {
		p.Check(&q.Request, &q.faults)
		q.faults.Contradicting = len(q.faults.Fields) > 0
	}
	return q, q.faults.Err()
}

// questionOf reads a request and notes what is malformed; it fails where there
// is no such place.
func (r *Registry) questionOf(in *Request) (*question, error) {
	p, err := r.placeOf(in)
	if err != nil {
		return nil, err
	}
	q := &question{Request: *in}
	q.place = p
	faults := &q.faults
	if q.TaxType == "" {
		q.TaxType = IndividualIncome
	}
	q.row, q.region, q.gap = p.locate(&q.Request, faults)
	p.checkMoney(&q.Request, q.row, faults)
	p.checkKinds(&q.Request, q.row, &q.gap, faults)
	p.checkResidence(&q.Request, q.row, &q.gap, faults)
	q.given = p.readFacts(q.room[:0], in.Facts, q.row, faults)
	return q, nil
}

func (r *Registry) placeOf(in *Request) (*place, error) {
	if p := r.places[in.Jurisdiction]; p != nil {
		return p, nil
	}
	code := strings.ToUpper(in.Jurisdiction)
	if p := r.places[code]; p != nil {
		return p, nil
	}
	var faults InputError
	switch {
	case code == "UK":
		faults.Add("jurisdiction", "the ISO 3166-1 code of the United Kingdom is GB")
	case code == "EL":
		faults.Add("jurisdiction", "the ISO 3166-1 code of Greece is GR")
	case len(code) != 2 || code[0] < 'A' || code[0] > 'Z' || code[1] < 'A' || code[1] > 'Z':
		faults.Add("jurisdiction", "must be an ISO 3166-1 alpha-2 code, such as GB")
	default:
		taxType := in.TaxType
		if taxType == "" {
			taxType = IndividualIncome
		}
		return nil, &Unavailable{code, in.TaxYear, taxType, taxpayerOf(taxType), "the jurisdiction is not covered"}
	}
	return nil, faults.Err()
}

func taxpayerOf(taxType string) string {
	if taxType == CorporateIncome {
		return "company"
	}
	return "individual"
}

func (p *place) unavailable(req *Request, reason string) error {
	return &Unavailable{p.Code, req.TaxYear, req.TaxType, taxpayerOf(req.TaxType), reason}
}

// locate makes year and region canonical and finds their row. A gap is the
// reason why there is none.
func (p *place) locate(req *Request, faults *InputError) (r *row, g *Region, gap string) {
	yearGood := false
	if p.types[req.TaxType][req.TaxYear] {
		yearGood = true
	} else if label, err := p.YearForm.Canonical(req.TaxYear); err != nil {
		faults.Add("tax_year", "%s", err)
	} else {
		req.TaxYear, yearGood = label, true
	}
	g = p.checkRegion(req, faults)
	switch {
	case g != nil && g.Uncovered != "":
		return nil, g, g.Uncovered
	case !yearGood:
		return nil, g, ""
	case p.types[req.TaxType] == nil:
		return nil, g, fmt.Sprintf("%s is not modelled", req.TaxType)
	case !p.types[req.TaxType][req.TaxYear]:
		return nil, g, "the tax year is not covered"
	}
	r = p.row(req.TaxYear, req.TaxType, g)
	switch {
	case r == nil && (g != nil || p.RegionRule != RegionRequired):
		gap = "the region is not covered in this tax year"
	case r == nil:
		return nil, g, "" // the absent region is a fault already
	case req.ParameterDataset != "" && req.ParameterDataset != r.Dataset:
		faults.Add("parameter_dataset", "is not a dataset of this place and year; there is %s", r.Dataset)
	}
	return r, g, gap
}

func (p *place) checkRegion(req *Request, faults *InputError) *Region {
	if req.SubRegion == "" && p.Apart.Covers(req.Scope) {
		req.SubRegion, req.apart = p.Apart.Region, true
	}
	if req.SubRegion == "" {
		if p.RegionRule == RegionAlways || p.RegionRule == RegionRequired && p.rows[rowKey{req.TaxYear, req.TaxType, ""}] == nil {
			faults.Add("sub_region", "is required, because rates differ: one of %s", p.slugs())
		}
		return nil
	}
	if p.RegionRule == NoRegions {
		faults.Add("sub_region", "%s has no sub-regions here; leave it out", p.Code)
		return nil
	}
	g := p.region(req.SubRegion)
	if g == nil {
		faults.Add("sub_region", "%q is not known; one of %s", req.SubRegion, p.slugs())
		return nil
	}
	req.SubRegion = g.Slug
	return g
}

func (p *place) slugs() string {
	var out []string
	for i := range p.Regions {
		if p.Regions[i].Uncovered == "" {
			out = append(out, p.Regions[i].Slug)
		}
	}
	return strings.Join(out, ", ")
}

// checkMoney checks currency, basis and every amount, and fills Income.
func (p *place) checkMoney(req *Request, r *row, faults *InputError) {
	if req.Currency != "" && req.Currency != p.Currency {
		faults.Add("currency", "must be %s; amounts are not converted", p.Currency)
	}
	req.Currency = p.Currency
	if !req.HasIncome && len(req.Components) == 0 {
		faults.Add("income", `is required, as a decimal string such as "60000.00"`)
	}
	if req.HasIncome {
		if message := amountFault(req.Income, p.minor, false); message != "" {
			p.addAmountFault("income", message, req.Income, p.defaultKind(), faults)
		}
	}
	sum := money.Zero
	for i := range req.Components {
		c := &req.Components[i]
		if message := amountFault(c.Amount, p.minor, false); message != "" {
			p.addAmountFault(fmt.Sprintf("components[%d].amount", i), message, c.Amount, c.Kind, faults)
		}
		sum = sum.Add(c.Amount)
	}
	if len(req.Components) == 0 {
		return
	}
	p.checkPersons(req, faults)
	if req.HasIncome && !sum.Equal(req.Income) {
		faults.Add("components", "add up to %s, but income is %s", sum, req.Income)
	}
	req.Income, req.HasIncome = sum, true
}

func (j *Jurisdiction) defaultKind() Kind {
	if len(j.Kinds) > 0 {
		return j.Kinds[0]
	}
	return Employment
}

// addAmountFault notes the fault of an amount, and for a negative one where a
// loss can be given.
func (p *place) addAmountFault(field, message string, d money.Dec, kind Kind, faults *InputError) {
	if d.Sign() < 0 {
		message += "; a loss is not modelled for this kind of income"
		for _, f := range p.ordered {
			if f.LossOf == kind {
				message = "must not be negative; give a loss as facts." + f.Name
			}
		}
	}
	faults.Add(field, "%s", message)
}

var kinds = []Kind{Employment, SelfEmployment, Pension, Interest, Dividends, Property, CapitalGains, OtherIncome}

// checkKinds refuses unknown kinds and bases, and names what is not modelled.
func (p *place) checkKinds(req *Request, r *row, gap *string, faults *InputError) {
	for i := range req.Components {
		switch k := req.Components[i].Kind; {
		case !slices.Contains(kinds, k):
			faults.Add(fmt.Sprintf("components[%d].kind", i), "%q is not known; one of %s", k, joinKinds(kinds))
		case r != nil && *gap == "" && !slices.Contains(r.Kinds, k):
			*gap = fmt.Sprintf("income of the kind %s is not modelled", k)
		}
	}
	switch {
	case req.IncomeBasis == "":
		req.IncomeBasis = p.defaultBasis()
	case req.IncomeBasis != Gross && req.IncomeBasis != Taxable:
		faults.Add("income_basis", "must be gross or taxable")
	case *gap == "" && req.IncomeBasis != p.defaultBasis() && !slices.Contains(p.Bases, req.IncomeBasis):
		*gap = fmt.Sprintf("a %s income is not modelled as the starting point", req.IncomeBasis)
	}
}

func (j *Jurisdiction) defaultBasis() Basis {
	if len(j.Bases) > 0 {
		return j.Bases[0]
	}
	return Gross
}

func joinKinds(ks []Kind) string {
	out := make([]string, len(ks))
	for i, k := range ks {
		out[i] = string(k)
	}
	return strings.Join(out, ", ")
}

func (p *place) checkResidence(req *Request, r *row, gap *string, faults *InputError) {
	if req.Residence == nil {
		return
	}
	status := req.Residence.Status
	switch status {
	case "full_year", "non_resident":
	case "part_year":
		if req.Residence.From.IsZero() && req.Residence.To.IsZero() {
			faults.Add("residence", "part_year needs from, to or both, as dates")
		}
	default:
		faults.Add("residence.status", "must be full_year, part_year or non_resident")
		return
	}
	if !req.Residence.From.IsZero() && !req.Residence.To.IsZero() && req.Residence.To.Before(req.Residence.From) {
		faults.Add("residence.to", "lies before residence.from")
	}
	if r != nil && *gap == "" && !slices.Contains(r.Residence, status) {
		*gap = fmt.Sprintf("a taxpayer with residence %s is not modelled", status)
	}
}
