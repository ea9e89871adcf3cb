package answer_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/answer/contract"
)

// Places whose law is newer answer a plain question, in English and where the
// lexicon has it in their own language; a figure that rests on less says so.
func TestEasternPlaces(t *testing.T) {
	p, e := everywhere()
	for _, c := range []struct{ question, total string }{
		{"I earn 600,000 pesos gross in the Philippines in 2025, how much income tax?", "54820.00"},
		{"How much income tax do I pay on a taxable income of 800,000 PHP in the Philippines in 2025?", "102500.00"},
		{"What is the income tax on a salary of ₱1.2 million in Manila in 2026?", "189150.00"},
		{"I earn 240,000 yuan gross in China in 2025, how much income tax?", "19080.00"},
		{"2025年在中国年薪24万元，要交多少个人所得税？", "19080.00"},
		{"How much individual income tax on a taxable income of 150,000 RMB in Shanghai in 2025?", "13080.00"},
		{"Freelance income of 200,000 yuan in China in 2025, how much income tax?\nself_employment_form: labour_services", "7480.00"},
		{"I am a minimum wage earner in Cebu with 150,000 pesos in 2025. How much income tax?", "0.00"},
		{"Salary of 1.2 million baht in Thailand in 2025, two children, how much income tax?", "109200.00"},
		{"I earn 600,000 baht gross in Thailand in 2025, how much income tax?", "20600.00"},
		{"How much income tax do I pay on a chargeable income of RM 100,000 in Malaysia in 2026?", "9400.00"},
		{"How much income tax on a salary of 60,000 ringgit in Kuala Lumpur in 2025?", "1610.00"},
		{"I earn 1,200,000 shillings gross in Kenya in 2025, how much income tax?", "238396.00"},
		{"I earn 300,000,000 VND gross in Vietnam in 2025, how much income tax?", "16200000"},
		{"How much income tax on a salary of 180,000,000 rupiah in Jakarta in 2025?", "12000000.00"},
		{"How much personal income tax on a salary of 600,000 THB in Bangkok in 2025?", "20600.00"},
	} {
		out := put(t, p, c.question, e)
		if out.Contract.VerificationStatus != contract.StatusVerified {
			t.Errorf("%q: %s, asks %+v", c.question, out.Contract.VerificationStatus, out.Plan.MissingFacts)
			continue
		}
		if got := out.Contract.Calculations[0].TotalTax.String(); got != c.total {
			t.Errorf("%q: %s, want %s", c.question, got, c.total)
		}
	}
}
