package form1040

import "github.com/tallystick/tallystick/domain/money"

const (
	formS2 = "Schedule 2"
	formS3 = "Schedule 3"
)

var schedule2Lines = []Line{
	{ID: S2_1, Form: formS2, No: "1a", Label: "Excess advance premium tax credit repayment", Law: "IRC § 36B(f)(2)",
		How: "Form 8962 line 29, or as given", Calc: func(s *Sheet) money.Dec { return s.At(P29).Add(s.in.AdvancePremiumRepayment) }},
	{ID: S2_2, Form: formS2, No: "2", Label: "Alternative minimum tax", Law: "IRC § 55", How: "Form 6251 line 11",
		Calc: func(s *Sheet) money.Dec { return s.At(M11) }},
	{ID: S2_3, Form: formS2, No: "3", Label: "Additions to tax", Law: "IRC §§ 36B(f), 55", How: "1a + 2",
		Calc: func(s *Sheet) money.Dec { return s.sum(S2_1, S2_2) }},
	{ID: S2_4, Form: formS2, No: "4", Label: "Self-employment tax", Law: "IRC § 1401", How: "Schedule SE line 12, both taxpayers",
		Calc: func(s *Sheet) money.Dec { return s.sum(SE12, SE12+seLines) }},
	{ID: S2_11, Form: formS2, No: "11", Label: "Additional Medicare Tax", Law: "IRC §§ 1401(b)(2), 3101(b)(2)", How: "Form 8959 line 18",
		Calc: func(s *Sheet) money.Dec { return s.At(MED18) }},
	{ID: S2_12, Form: formS2, No: "12", Label: "Net investment income tax", Law: "IRC § 1411", How: "Form 8960 line 17",
		Calc: func(s *Sheet) money.Dec { return s.At(N17) }},
	given(S2_18, formS2, "18", "Other taxes found elsewhere", "IRC §§ 72(t), 3101, 3111", func(r *Return) money.Dec { return r.OtherTaxes }),
	{ID: S2_21, Form: formS2, No: "21", Label: "Other taxes", Law: "IRC §§ 1401, 1411, 3101", How: "4 + 11 + 12 + other taxes",
		Calc: func(s *Sheet) money.Dec { return s.sum(S2_4, S2_11, S2_12, S2_18) }},
}

var schedule3Lines = []Line{
	{ID: S3_1, Form: formS3, No: "1", Label: "Foreign tax credit", Law: "IRC §§ 27, 901", How: "as given, at most Form 1040 line 18",
		Calc: func(s *Sheet) money.Dec { return money.Min(s.in.ForeignTaxCredit, s.At(F18)) }},
	{ID: S3_2, Form: formS3, No: "2", Label: "Child and dependent care credit", Law: "IRC § 21", How: "Form 2441 line 11",
		Calc: func(s *Sheet) money.Dec { return s.At(K11) }},
	{ID: S3_3, Form: formS3, No: "3", Label: "Education credits", Law: "IRC § 25A", How: "Form 8863 line 19",
		Calc: func(s *Sheet) money.Dec { return s.At(H19) }},
	{ID: S3_4, Form: formS3, No: "4", Label: "Retirement savings contributions credit", Law: "IRC § 25B", How: "Form 8880 line 12",
		Calc: func(s *Sheet) money.Dec { return s.At(V12) }},
	{ID: S3_6d, Form: formS3, No: "6d", Label: "Credit for the elderly or the disabled", Law: "IRC § 22", How: "Schedule R line 22",
		Calc: func(s *Sheet) money.Dec { return s.At(R22) }},
	{ID: S3_7, Form: formS3, No: "7", Label: "Other nonrefundable credits found elsewhere", Law: "IRC §§ 23 to 25E, 38",
		How: "as given, at most the tax that is left", Calc: func(s *Sheet) money.Dec {
			return money.Min(s.in.OtherCredits, s.At(F18).Sub(s.sum(S3_1, S3_2, S3_3, S3_4, S3_6d)).Positive())
		}},
	{ID: S3_8, Form: formS3, No: "8", Label: "Nonrefundable credits", Law: "IRC § 26(a)", How: "1 + 2 + 3 + 4 + 6d + 7",
		Calc: func(s *Sheet) money.Dec { return s.sum(S3_1, S3_2, S3_3, S3_4, S3_6d, S3_7) }},
	{ID: S3_9, Form: formS3, No: "9", Label: "Net premium tax credit", Law: "IRC § 36B", How: "Form 8962 line 26, or as given",
		Calc: func(s *Sheet) money.Dec { return s.At(P26).Add(s.in.NetPremiumCredit) }},
	given(S3_14, formS3, "14", "Other payments and refundable credits found elsewhere", "IRC § 6401(b)",
		func(r *Return) money.Dec { return r.OtherRefunds }),
	{ID: S3_15, Form: formS3, No: "15", Label: "Other payments and refundable credits", Law: "IRC § 6401(b)", How: "9 + 14",
		Calc: func(s *Sheet) money.Dec { return s.sum(S3_9, S3_14) }},
}
