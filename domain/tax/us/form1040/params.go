package form1040

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// byStatus is a number a filing status; pair one for joint returns and one for
// all others; byChildren one for none, one, two and three or more children.
type (
	byStatus   [statuses]number
	pair       struct{ joint, other number }
	byChildren [4]number
)

// number is a number of law with the group of citations behind it.
type number struct {
	money.Dec
	cite group
}

// Params are the parameters of one tax year.
type Params struct {
	Year int

	// groups are the citations of each group.
	groups [][]law.Citation
	cited  cited

	schedules                        [statuses]block.Schedule
	scheduleCite                     [statuses]group
	gainsZeroMax, gains15Max         byStatus
	gainsLow, gainsMiddle, gainsHigh number
	section1250, collectibles        number
	lossLimit                        byStatus
	tableLimit, tableRow             number
	tableSmallRow, tableSmallLimit   number

	standard, aged                              byStatus
	dependentFloor, dependentAdd                number
	studentMax, educatorMax                     number
	studentStart, studentRange                  pair
	senior, seniorRate, tipsMax                 number
	seniorStart, overtimeMax, tipsOvertimeStart pair
	tipsOvertimeStep, carMax, carStep           number
	carStart                                    pair
	hasSchedule1A                               bool

	saltCap, saltStart, saltFloor         byStatus
	saltRate, medicalRate                 number
	giftsRate, giftsPropertyRate          number
	hasSaltPhaseout, has2026Limits        bool
	giftsFloor, limitTop, limitBottom     number
	giftsWithoutItemizing                 pair
	qbiThreshold, qbiRange                byStatus
	qbiRate, qbiWages, qbiWagesAlt        number
	qbiProperty, qbiMinimum, qbiMinIncome number

	wageBase, seOASDI, seMedicare, seMinimum, seShare, seDeduct number
	oasdi, medicare                                             number
	addMedicareRate, niitRate                                   number
	addMedicareStart, niitStart                                 byStatus
	amtExemption, amtStart, amtBreak                            byStatus
	amtPhaseRate, amtLow, amtHigh                               number
	benefitsStart1, benefitsStart2                              pair
	benefitsRate1, benefitsRate2                                number

	childCredit, otherCredit, childStep, childRefund number
	childStart                                       pair
	childRate, childFloor                            number
	eicRate, eicPhaseRate, eicAmount, eicMax         byChildren
	eicOther, eicJoint                               byChildren
	eicEndOther, eicEndJoint                         byChildren
	eicInvestment, eicAgeMin, eicAgeMax              number

	careMax, careRate, careFloor1, careStart1, careFloor2 number
	careStart2, careStep2                                 pair
	hasCareSecond                                         bool
	educationStart, educationRange                        pair
	aotcFull, aotcPart, aotcPartRate, aotcRefund          number
	llcMax, llcRate                                       number
	saverHalf, saverFifth, saverTenth, saverMax           number
	saverShare                                            byStatus
	saverRates                                            [3]number
	elderlyOne, elderlyTwo, elderlySeparate, elderlyRate  number
	elderlyStart                                          byStatus

	povertyLine      [3][2]number // by residence: one person, each further one
	premiumBands     [6]struct{ from, initial, final number }
	premiumIncomeMax number
	hasRepaymentMax  bool
	repaymentMax     [3]struct {
		below         money.Dec // percent of the poverty line
		single, other number
	}
	foreignMax number

	OldestCheck civil.Date
}

// paramsOf keeps what ForYear has read; lists of citations know their
// parameters by address, so that each year is read once.
var paramsOf struct {
	sync.Mutex
	tax.Memo[int, *Params]
}

// yearsMax is more than the years that the law files hold.
const yearsMax = 64

// ForYear returns the parameters of a tax year; the error says what the law
// files do not hold.
func ForYear(year int) (*Params, error) {
	if p, ok := paramsOf.Find(year); ok {
		return p, nil
	}
	paramsOf.Lock()
	defer paramsOf.Unlock()
	if p, ok := paramsOf.Find(year); ok {
		return p, nil
	}
	p, err := read(law.MustOpen("us"), civil.Of(year, 1, 1))
	if err != nil {
		return nil, err
	}
	paramsOf.Keep(year, p, yearsMax)
	return p, nil
}

// Law is what the covered years are read by, each on its last day.
var Law = tax.ByYear("us", tax.Calendar, func() []tax.CoverageRow { return tax.CoverageOf("us", tax.IndividualIncome) }, read)

// Under returns the parameters of a tax year as a tenant reads the law; nil is the
// embedded law alone.
func Under(o *law.Overlay, year int) (*Params, error) {
	if len(o.Layers("us")) > 0 {
		if p := Law.In(o)[strconv.Itoa(year)]; p != nil {
			return p, nil
		}
	}
	return ForYear(year)
}

// read reads the law of the year that begins on a day.
func read(book *law.Book, first civil.Date) (*Params, error) {
	year := first.Year()
	r := newReader(book.On(civil.Of(year, 12, 31)))
	p := &Params{Year: year}
	r.rates(p)
	r.deductions(p)
	r.itemized(p)
	r.taxes(p)
	r.credits(p)
	r.premium(p)
	p.foreignMax = r.Num("foreign_income_max")
	if err := r.Err(); err != nil {
		return nil, fmt.Errorf("federal return %d: %w", year, err)
	}
	p.groups, p.OldestCheck = r.groups, r.OldestCheck()
	return p, nil
}

// reader numbers the citations of what it reads.
type reader struct {
	*law.Reader
	groups [][]law.Citation
	known  map[*law.Citation]group // by the first of a group
}

func newReader(r *law.Reader) *reader {
	return &reader{Reader: r, groups: make([][]law.Citation, 1), known: map[*law.Citation]group{}}
}

// group numbers the citations of one value of law.
func (r *reader) group(cites []law.Citation) group {
	if len(cites) == 0 {
		return 0
	}
	g, ok := r.known[&cites[0]]
	if !ok {
		if len(r.groups) == groupsMax {
			panic("form1040: more parameters than a group can number")
		}
		g = group(len(r.groups))
		r.groups, r.known[&cites[0]] = append(r.groups, cites), g
	}
	return g
}

// Num reads a number.
func (r *reader) Num(name string) number {
	n := r.Reader.Num(name)
	return number{n.Dec, r.group(n.Cite)}
}

// Entry reads one number of a table.
func (r *reader) Entry(name, key string) number {
	n := r.Reader.Entry(name, key)
	return number{n.Dec, r.group(n.Cite)}
}

// status reads a table by filing status. QSS names the entry that a surviving
// spouse takes: the law says "joint return or surviving spouse" in some places
// and "joint return" in others.
func (r *reader) status(name, qss string) (b byStatus) {
	for i, key := range [statuses]string{"single", "joint", "separate", "head", qss} {
		b[i] = r.Entry(name, key)
	}
	return b
}

func (r *reader) pair(name string) pair {
	return pair{r.Entry(name, "joint"), r.Entry(name, "other")}
}

func (r *reader) children(name string) (b byChildren) {
	for i, key := range [4]string{"none", "one", "two", "three"} {
		b[i] = r.Entry(name, key)
	}
	return b
}

func (r *reader) rates(p *Params) {
	for i, key := range [statuses]string{"single", "joint", "separate", "head", "joint"} {
		p.schedules[i] = block.NewSchedule(r.Schedule("rates_" + key))
		p.scheduleCite[i] = r.group(p.schedules[i].Cite)
	}
	p.gainsZeroMax, p.gains15Max = r.status("capital_gains_zero_max", "joint"), r.status("capital_gains_15_max", "joint")
	p.gainsLow, p.gainsMiddle, p.gainsHigh = r.Num("capital_gains_rate_low"), r.Num("capital_gains_rate_middle"),
		r.Num("capital_gains_rate_high")
	p.section1250, p.collectibles = r.Num("section_1250_rate"), r.Num("collectibles_rate")
	p.lossLimit = r.status("capital_loss_limit", "joint")
	p.tableLimit, p.tableRow = r.Entry("tax_table", "limit"), r.Entry("tax_table", "row")
	p.tableSmallRow, p.tableSmallLimit = r.Entry("tax_table", "small_row"), r.Entry("tax_table", "small_limit")
}

func (r *reader) deductions(p *Params) {
	p.standard = r.status("standard_deduction", "joint")
	married, unmarried := r.Entry("standard_deduction_aged", "married"), r.Entry("standard_deduction_aged", "unmarried")
	p.aged = byStatus{Single: unmarried, Joint: married, Separate: married, Head: unmarried, SurvivingSpouse: married}
	p.dependentFloor, p.dependentAdd = r.Num("standard_deduction_dependent_floor"), r.Num("standard_deduction_dependent_add")
	p.studentMax, p.educatorMax = r.Num("student_loan_max"), r.Num("educator_max")
	p.studentStart, p.studentRange = r.pair("student_loan_phaseout_start"), r.pair("student_loan_phaseout_range")
	if p.hasSchedule1A = r.Has("senior_deduction"); p.hasSchedule1A {
		p.senior, p.seniorRate, p.seniorStart = r.Num("senior_deduction"), r.Num("senior_deduction_phaseout_rate"),
			r.pair("senior_deduction_phaseout_start")
		p.tipsMax, p.overtimeMax = r.Num("tips_max"), r.pair("overtime_max")
		p.tipsOvertimeStart, p.tipsOvertimeStep = r.pair("tips_overtime_phaseout_start"), r.Num("tips_overtime_reduction")
		p.carMax, p.carStart, p.carStep = r.Num("car_loan_interest_max"), r.pair("car_loan_interest_phaseout_start"),
			r.Num("car_loan_interest_reduction")
	}
	p.qbiThreshold, p.qbiRange = r.status("qbi_threshold", "single"), r.status("qbi_phase_in_range", "single")
	p.qbiRate, p.qbiWages = r.Num("qbi_rate"), r.Num("qbi_wage_rate")
	p.qbiWagesAlt, p.qbiProperty = r.Num("qbi_wage_alternative_rate"), r.Num("qbi_property_rate")
	if r.Has("qbi_minimum_deduction") {
		p.qbiMinimum, p.qbiMinIncome = r.Num("qbi_minimum_deduction"), r.Num("qbi_minimum_income")
	}
}

func (r *reader) itemized(p *Params) {
	p.saltCap = r.status("salt_cap", "single")
	if p.hasSaltPhaseout = r.Has("salt_phaseout_start"); p.hasSaltPhaseout {
		p.saltStart, p.saltFloor, p.saltRate = r.status("salt_phaseout_start", "single"), r.status("salt_floor", "single"),
			r.Num("salt_phaseout_rate")
	}
	p.medicalRate, p.giftsRate, p.giftsPropertyRate = r.Num("medical_floor_rate"), r.Num("charity_limit_rate"),
		r.Num("charity_noncash_limit_rate")
	if p.has2026Limits = r.Has("charity_floor_rate"); p.has2026Limits {
		p.giftsFloor, p.giftsWithoutItemizing = r.Num("charity_floor_rate"), r.pair("charity_nonitemizer_max")
		p.limitTop, p.limitBottom = r.Entry("itemized_limitation_fraction", "numerator"), r.Entry("itemized_limitation_fraction", "denominator")
	}
}

func (r *reader) taxes(p *Params) {
	p.wageBase, p.seOASDI, p.seMedicare = r.Num("social_security_wage_base"), r.Num("se_oasdi_rate"), r.Num("se_medicare_rate")
	p.seMinimum, p.seShare, p.seDeduct = r.Num("se_minimum"), r.Num("se_net_earnings_rate"), r.Num("se_deduction_rate")
	p.oasdi, p.medicare = r.Num("oasdi_rate_employee"), r.Num("medicare_rate_employee")
	p.addMedicareRate, p.addMedicareStart = r.Num("additional_medicare_rate"), r.status("additional_medicare_threshold", "single")
	p.niitRate, p.niitStart = r.Num("niit_rate"), r.status("niit_threshold", "qss")
	p.amtExemption, p.amtStart, p.amtBreak = r.status("amt_exemption", "joint"), r.status("amt_exemption_phaseout_start", "joint"),
		r.status("amt_28_threshold", "joint")
	p.amtPhaseRate, p.amtLow, p.amtHigh = r.Num("amt_exemption_phaseout_rate"), r.Num("amt_rate_low"), r.Num("amt_rate_high")
	p.benefitsStart1, p.benefitsStart2 = r.pair("benefits_threshold_1"), r.pair("benefits_threshold_2")
	p.benefitsRate1, p.benefitsRate2 = r.Num("benefits_rate_1"), r.Num("benefits_rate_2")
}

func (r *reader) credits(p *Params) {
	p.childCredit, p.otherCredit, p.childStep = r.Num("ctc_per_child"), r.Num("odc_per_dependent"), r.Num("ctc_phaseout_per_step")
	p.childRefund, p.childStart = r.Num("actc_max_per_child"), r.pair("ctc_phaseout_start")
	p.childRate, p.childFloor = r.Num("actc_rate"), r.Num("actc_earned_income_floor")
	p.eicRate, p.eicPhaseRate = r.children("eic_rate"), r.children("eic_phaseout_rate")
	p.eicAmount, p.eicMax = r.children("eic_earned_income_amount"), r.children("eic_max")
	p.eicOther, p.eicJoint = r.children("eic_phaseout_other"), r.children("eic_phaseout_joint")
	p.eicEndOther, p.eicEndJoint = r.children("eic_end_other"), r.children("eic_end_joint")
	p.eicInvestment, p.eicAgeMin, p.eicAgeMax = r.Num("eic_investment_income_max"), r.Num("eic_age_min"), r.Num("eic_age_max")
	p.careMax, p.careRate = r.Num("care_expenses_max"), r.Num("care_rate_max")
	p.careFloor1, p.careStart1 = r.Num("care_rate_floor_1"), r.Num("care_phaseout_start_1")
	if p.hasCareSecond = r.Has("care_phaseout_start_2"); p.hasCareSecond {
		p.careStart2, p.careStep2, p.careFloor2 = r.pair("care_phaseout_start_2"), r.pair("care_phaseout_step_2"), r.Num("care_rate_floor_2")
	}
	p.educationStart, p.educationRange = r.pair("education_phaseout_start"), r.pair("education_phaseout_range")
	p.aotcFull, p.aotcPart = r.Num("aotc_full_max"), r.Num("aotc_part_max")
	p.aotcPartRate, p.aotcRefund = r.Num("aotc_part_rate"), r.Num("aotc_refundable_rate")
	p.llcMax, p.llcRate = r.Num("llc_expenses_max"), r.Num("llc_rate")
	p.saverHalf, p.saverFifth, p.saverTenth = r.Entry("savers_agi_limits", "half"), r.Entry("savers_agi_limits", "fifth"),
		r.Entry("savers_agi_limits", "tenth")
	p.saverMax, p.saverShare = r.Num("savers_contributions_max"), r.status("savers_status_share", "single")
	p.elderlyOne, p.elderlyTwo = r.Entry("elderly_amounts", "one"), r.Entry("elderly_amounts", "two")
	p.elderlySeparate, p.elderlyRate = r.Entry("elderly_amounts", "separate"), r.Num("elderly_credit_rate")
	p.elderlyStart = r.status("elderly_income_limits", "single")
	p.saverRates = [3]number{r.Entry("savers_rates", "half"), r.Entry("savers_rates", "fifth"), r.Entry("savers_rates", "tenth")}
}

// premium reads the parameters of the premium tax credit.
func (r *reader) premium(p *Params) {
	for i, place := range residenceNames {
		p.povertyLine[i] = [2]number{r.Entry("poverty_line", place), r.Entry("poverty_line", place+"_more")}
	}
	for i := range p.premiumBands {
		b, key := &p.premiumBands[i], fmt.Sprintf("b%d", i+1)
		b.from, b.initial, b.final = r.Entry("premium_band_from", key), r.Entry("premium_band_initial", key), r.Entry("premium_band_final", key)
	}
	if r.Has("premium_income_max") {
		p.premiumIncomeMax = r.Num("premium_income_max")
	}
	if p.hasRepaymentMax = r.Has("premium_repayment_max"); !p.hasRepaymentMax {
		return
	}
	for i, below := range []int64{200, 300, repaymentEnd} {
		limit := &p.repaymentMax[i]
		limit.below = money.FromInt(below)
		limit.single, limit.other = r.Entry("premium_repayment_max", fmt.Sprintf("single_%d", below)),
			r.Entry("premium_repayment_max", fmt.Sprintf("other_%d", below))
	}
}

// Schedule returns the rate schedule of a filing status.
func (p *Params) Schedule(s Status) *block.Schedule { return &p.schedules[s] }

// SocialSecurityBase returns the contribution and benefit base of the year.
func (p *Params) SocialSecurityBase() money.Dec { return p.wageBase.Dec }
