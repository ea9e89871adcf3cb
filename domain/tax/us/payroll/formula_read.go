package payroll

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// A formulaReader reads the parameters of a formula; what the file does not
// hold on the day is left out.
type formulaReader struct {
	*law.Reader
	tables []string // of the certificate
}

func (r *formulaReader) num(name string) money.Dec {
	if !r.Has(name) {
		return money.Zero
	}
	return r.Num(name).Dec
}

func (r *formulaReader) table(name string) map[string]money.Dec {
	if !r.Has(name) {
		return nil
	}
	out, _ := r.Table(name)
	return out
}

func (r *formulaReader) text(name, otherwise string) string {
	if !r.Has(name) {
		return otherwise
	}
	out, _ := r.Text(name)
	return out
}

func (r *formulaReader) rounding(name, otherwise string) block.Rounding {
	return block.MustRounding(r.text(name, otherwise))
}

func (r *formulaReader) steps(name string) map[string]steps {
	return readSteps(r.Reader, name, r.tables)
}

func (r *formulaReader) schedules(name string) map[string]*schedule {
	out := map[string]*schedule{}
	for _, table := range r.tables {
		if r.Has(name + "_" + table) {
			out[table] = readAnnual(r.Reader, name+"_"+table)
		}
	}
	return out
}

func readFormula(law *law.Reader) *formula {
	r := &formulaReader{law, []string{single, married, twoIncomes, headStatus, anyStatus}}
	names := r.certificate()
	f := &formula{
		how: r.text("withholding_how", ""), names: names, note: r.text("withholding_note", ""), days: r.num("withholding_days"),
		rounding: r.rounding("withholding_rounding", "none"), annual: r.rounding("withholding_annual_rounding", "none"),
		parts:     r.rounding("withholding_period_rounding", "half up to 0.01 dollar"),
		schedules: r.schedules("withholding_schedule"), whole: r.schedules("withholding_whole"),
		high: r.schedules("withholding_high"), highFrom: r.num("withholding_high_from"),
		deduction: r.table("withholding_deduction"), lowIncome: r.table("withholding_low_income"),
		deductionFrom: r.table("withholding_deduction_from"), deductionSpan: r.table("withholding_deduction_span"),
		deductionSteps: r.steps("withholding_deduction_by_wages"), allowanceSteps: r.steps("withholding_allowance_by_wages"),
		allowance: r.num("withholding_allowance"), further: r.num("withholding_further_allowance"), credit: r.num("withholding_credit"),
		allowanceEnds: r.table("withholding_allowance_ends"), marriedFrom: r.num("withholding_married_from"),
		own: r.table("withholding_own_allowances"), ownCount: r.table("withholding_own_allowances_count"),
		percent: r.num("withholding_percent"), percentMost: r.num("withholding_percent_most"), amount: r.text("withholding_amount", ""),
		federal: r.text("withholding_federal", ""), federalMost: r.steps("withholding_federal_most"),
		contributionsMost: r.num("withholding_contributions_most"),
		added:             []map[string]steps{r.steps("withholding_phase_out"), r.steps("withholding_recapture")},
		shareCredited:     r.steps("withholding_credit_share"),
		personal:          r.table("withholding_personal_credit"), personalFrom: r.table("withholding_personal_credit_from"),
		personalFor: r.num("withholding_personal_credit_rate"),
		perPeriod: periodAmounts{
			deduction: map[string]map[string]money.Dec{single: r.table("withholding_period_single"), married: r.table("withholding_period_married")},
			allowance: r.table("withholding_period_allowance"), ifClaimed: r.table("withholding_period_if_claimed"),
			floor: r.table("withholding_period_floor"), floorClaimed: r.table("withholding_period_floor_if_claimed"),
			headCredit: r.table("withholding_period_head_credit"), furtherCredit: r.table("withholding_period_further_credit"),
		},
	}
	r.localities(f)
	r.printed(f)
	f.cite = r.Citations()
	return f
}

// certificate reads the tables that the state's certificate names, as "single
// f, married c; d, none": the table of each status, and those that an employee
// has only by choice. It is nil where the certificate names none.
func (r *formulaReader) certificate() map[string]string {
	text := r.text("withholding_tables", "")
	if text == "" {
		return nil
	}
	names := map[string]string{}
	ofStatus, chosen, _ := strings.Cut(text, ";")
	for _, pair := range strings.Split(ofStatus, ",") {
		if words := strings.Fields(pair); len(words) == 2 {
			names[words[0]] = words[1]
			r.tables = append(r.tables, words[1])
		}
	}
	for _, table := range strings.Split(chosen, ",") {
		r.tables = append(r.tables, strings.Fields(table)...)
	}
	slices.Sort(r.tables)
	r.tables = slices.Compact(r.tables)
	return names
}

// localities reads the income taxes of localities that the state's tables
// include: rates by locality, and by locality and table bands of marginal
// rates or of rates on all.
func (r *formulaReader) localities(f *formula) {
	f.local = r.table("withholding_local")
	f.localBands, f.onBand = map[string]*schedule{}, map[string]*schedule{}
	for _, name := range strings.Fields(r.text("withholding_local_graduated", "")) {
		for _, table := range r.tables {
			key := name + "_" + table
			if r.Has("withholding_local_" + key) {
				f.localBands[key] = readAnnual(r.Reader, "withholding_local_"+key)
			}
			if r.Has("withholding_local_whole_" + key) {
				f.onBand[key] = readAnnual(r.Reader, "withholding_local_whole_"+key)
			}
		}
	}
}

// printed reads the tables that the guide prints for the payroll periods.
func (r *formulaReader) printed(f *formula) {
	if f.how != byPrinted {
		return
	}
	f.printed = map[string]map[string]*schedule{}
	for _, table := range r.tables {
		for _, frequency := range Frequencies() {
			name := "withholding_table_" + table + "_" + frequency
			if !r.Has(name) {
				continue
			}
			if f.printed[table] == nil {
				f.printed[table] = map[string]*schedule{}
			}
			f.printed[table][frequency] = readAnnual(r.Reader, name)
		}
	}
}

// readAnnual reads a schedule; the tax at the foot of each row is what the
// guide prints, or follows from the rows below where it prints none.
func readAnnual(r *law.Reader, name string) *schedule {
	if r.Has(name + "_base") {
		return readSchedule(r, name)
	}
	bands := block.NewSchedule(r.Schedule(name))
	s := &schedule{}
	for i := range bands.Bands {
		b := &bands.Bands[i]
		s.rows = append(s.rows, row{b.From, bands.Tax(b.From), b.Rate})
	}
	return s
}
