package form1040

import "testing"

// Schedule R, the example of Publication 524: one spouse 65 or older, the other
// retired on disability with 2,900 of disability income; 2,000 of untaxed
// benefits; adjusted gross income 20,800. Line 12 is 7,500, line 17 5,400, line
// 20 15; the tax left was 11.
// https://www.irs.gov/publications/p524/15046s07.gif-3256245913.html
func TestScheduleROfPublication524(t *testing.T) {
	in := &Return{Year: 2024, Status: Joint, Pensions: num(17900), ExcludedPensions: num(2000)}
	in.You.Age, in.Spouse.Age = 66, 60
	in.Spouse.Wages, in.Spouse.Disability = num(2900), num(2900)
	lineIs(t, "Publication 524", in, map[ID]string{F11: "20800", R10: "7500", R12: "7500", R13: "2000", R15: "10000", R17: "5400", R19: "100",
		R20: "15"})
	in.You.Age = 64
	lineIs(t, "disability income alone", in, map[ID]string{R10: "5000", R12: "2900", R19: "0"})
}

// Schedule R comes before the education and saver's credits and after the
// credits of lines 1 and 2 of Schedule 3: instructions for Schedule R, Credit
// Limit Worksheet. A separate filer must have lived apart (§ 22(e)(1)).
func TestScheduleRIsLimitedToTheTax(t *testing.T) {
	in := &Return{Year: 2024, Method: Schedule, Pensions: num(17000), ForeignTaxCredit: num(20)}
	in.You.Age = 70
	lineIs(t, "45 of tax, 37.50 of credit", in, map[ID]string{F16: "45", R20: "37.50", R21: "25", S3_6d: "25", F22: "0"})
	in.Status = Separate
	lineIs(t, "separate, together", in, map[ID]string{R10: "0", S3_6d: "0"})
	in.LivedApart = true
	lineIs(t, "separate, apart", in, map[ID]string{R10: "3750", R15: "5000"})
}

// One spouse's business bears the deduction for its self-employment tax beside
// the other's loss: Form 8995 instructions, "Determining Your Qualified Business
// Income". 12,000 × 92.35 % × 15.3 % ÷ 2 = 847.773 comes off.
func TestBusinessIncomeBesideASpousesLoss(t *testing.T) {
	in := &Return{Year: 2024, Status: Joint, Method: Schedule, OtherQualifiedBusinessIncome: num(30000), RentalAndPassthrough: num(30000)}
	in.You.Age, in.Spouse.Age = 40, 40
	in.You.SelfEmployment, in.Spouse.SelfEmployment = num(12000), num(-20000)
	lineIs(t, "12000 − 847.773 − 20000 + 30000", in, map[ID]string{Q2: "21152.227"})
}

// A dependent of another may have a child of their own for the earned income
// credit unless they are a qualifying child themselves (§ 32(c)(1)(B)); without
// one they may not claim (§ 32(c)(1)(A)(ii)(III)). Both spouses need a number
// (§ 32(m)).
func TestWhoMayClaimTheEarnedIncomeCredit(t *testing.T) {
	in := wages2025(15000)
	in.Claimable = true
	lineIs(t, "a dependent without a child", in, map[ID]string{E4: "0"})
	in.EICChildren = 1
	lineIs(t, "a dependent with a child", in, map[ID]string{E4: "1"})
	in.ChildOfAnother = true
	lineIs(t, "a child with a child", in, map[ID]string{E4: "0"})

	in = wages2025(15000)
	in.Status, in.EICChildren, in.Children, in.Spouse.Age = Joint, 1, 1, 40
	in.Spouse.NoNumber = true
	lineIs(t, "one spouse without a number", in, map[ID]string{E4: "0", C4: "2200"})
	in.You.NoNumber = true
	lineIs(t, "no number, 2025", in, map[ID]string{E4: "0", C4: "0"})
	in.Year = 2024
	lineIs(t, "no number, 2024", in, map[ID]string{E4: "0", C4: "2000"})
}
