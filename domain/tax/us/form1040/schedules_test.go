package form1040

import "testing"

// wages2025 is a single return of 2025 by the schedule.
func wages2025(wages int64) *Return {
	in := &Return{Year: 2025, Method: Schedule}
	in.You.Age, in.You.Wages = 40, num(wages)
	return in
}

// Schedule SE: 92.35 % of the profit; 12.4 % up to what wages leave of the wage
// base of 176100, 2.9 % on all of it; half is deducted. Nothing below 400.
func TestSelfEmploymentTax(t *testing.T) {
	in := wages2025(0)
	in.You.SelfEmployment = num(50000)
	lineIs(t, "46175 × 15.3 %", in, map[ID]string{S2_4: "7064.775", A1_15: "3532.3875"})
	in.You.Wages = num(150000)
	lineIs(t, "26100 × 12.4 % + 46175 × 2.9 %", in, map[ID]string{S2_4: "4575.475", S2_11: "0"})
	in.You.Wages = num(250000) // 50000 of wages and all of 46175 above 200000
	lineIs(t, "46175 × 2.9 %; 0.9 %", in, map[ID]string{S2_4: "1339.075", S2_11: "865.575"})
	in = wages2025(0)
	in.You.SelfEmployment = num(433)
	lineIs(t, "399.88", in, map[ID]string{S2_4: "0"})
	in.You.SelfEmployment = num(434)
	lineIs(t, "400.80 × 15.3 %", in, map[ID]string{S2_4: "61.322247"})
}

// Form 8960: 3.8 % of the smaller of investment income and the excess of
// adjusted gross income over 200000.
func TestNetInvestmentIncomeTax(t *testing.T) {
	in := wages2025(190000)
	in.Interest = num(30000)
	lineIs(t, "the excess of 20000", in, map[ID]string{S2_12: "760"})
	in.You.Wages = num(300000)
	lineIs(t, "the income of 30000", in, map[ID]string{S2_12: "1140"})
	in.InvestmentDeductions = num(5000)
	lineIs(t, "less its deductions", in, map[ID]string{S2_12: "950"})
}

// Schedule 8812: 50 for each 1,000, or part of one, above 400,000.
func TestChildTaxCreditPhaseOut(t *testing.T) {
	in := wages2025(400000)
	in.Status, in.Children, in.OtherDependents = Joint, 2, 1
	in.Spouse.Age = 40
	lineIs(t, "2 × 2200 + 500", in, map[ID]string{F19: "4900"})
	in.You.Wages = num(400001)
	lineIs(t, "a part of a step", in, map[ID]string{F19: "4850"})
	in.You.Wages = num(420500)
	lineIs(t, "21 steps", in, map[ID]string{F19: "3850"})
}

// Schedule A: medical expenses above 7.5 % of income; state and local taxes up
// to 40,000, less 30 % of income above 500,000, at least 10,000; cash gifts up
// to 60 % and property up to 30 % of income.
func TestItemisedDeductions(t *testing.T) {
	in := wages2025(100000)
	in.Medical, in.StateTaxes, in.PropertyTaxes = num(10000), num(30000), num(15000)
	in.GiftsCash, in.GiftsProperty = num(50000), num(40000)
	lineIs(t, "100000", in, map[ID]string{SA4: "2500", SA5e: "40000", SA14: "60000", F12: "102500", F15: "0"})
	in.You.Wages = num(200000)
	lineIs(t, "200000", in, map[ID]string{SA4: "0", SA5e: "40000", SA14: "90000"})
	in.You.Wages = num(550000)
	lineIs(t, "550000", in, map[ID]string{SA5e: "25000"})
	in.You.Wages = num(700000)
	lineIs(t, "700000", in, map[ID]string{SA5e: "10000"})
}

// The earned income credit is the smaller of that on earned income and that on
// adjusted gross income: 12730 × 34 %, less 15.98 % of 30000 − 23350.
func TestEarnedIncomeCreditOnAdjustedGrossIncome(t *testing.T) {
	in := wages2025(13000)
	in.Children, in.EICChildren = 1, 1
	lineIs(t, "earned income", in, map[ID]string{F27: "4328.2"})
	in.Pensions = num(17000)
	lineIs(t, "adjusted gross income", in, map[ID]string{F27: "3265.53"})
	in.Interest = num(11951) // above the limit on investment income of 11950
	lineIs(t, "investment income", in, map[ID]string{F27: "0"})
}

// Schedule 1: student loan interest up to 2,500, less over 85,000 to 100,000;
// educators up to 300 each.
func TestAdjustments(t *testing.T) {
	in := wages2025(60000)
	in.StudentLoanInterest, in.You.Educator, in.Spouse.Educator = num(3000), num(400), num(400)
	lineIs(t, "limits", in, map[ID]string{A1_21: "2500", A1_11: "300"})
	in.You.Educator = num(0)
	in.You.Wages = num(92500)
	lineIs(t, "half of the range", in, map[ID]string{A1_21: "1250"})
	in.You.Wages = num(100000)
	lineIs(t, "above it", in, map[ID]string{A1_21: "0"})
}
