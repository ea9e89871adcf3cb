package gb

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// beside appends what stands beside the tax: National Insurance and student
// loan repayments.
func (p *params) beside(w *tax.Work, in *person, out []tax.Levy) []tax.Levy {
	if in.employed {
		out = append(out, tax.Levy{Code: "ni_class_1_employee", Kind: tax.LevySocial, Amount: p.class1.on(w, in)})
	}
	if in.trades && in.employment.IsZero() {
		four, two := p.class4.on(w, in)
		out = append(out, tax.Levy{Code: "ni_class_4", Kind: tax.LevySocial, Amount: four})
		if !p.class4.class2.IsZero() {
			out = append(out, tax.Levy{Code: "ni_class_2", Kind: tax.LevySocial, Amount: two})
		}
	}
	earned := in.employment.Add(in.trading)
	if threshold, repays := p.loans.thresholds[in.loan]; repays {
		out = append(out, tax.Levy{Code: "student_loan", Kind: tax.LevyRepayment,
			Amount: repay(w, "student_loan", "Student loan repayment", earned, threshold, p.loans.rate, p.loans.cite)})
	}
	if in.postgraduate {
		out = append(out, tax.Levy{Code: "postgraduate_loan", Kind: tax.LevyRepayment,
			Amount: repay(w, "postgraduate_loan", "Postgraduate loan repayment", earned, p.loans.postThreshold, p.loans.postRate, p.loans.postCite)})
	}
	return out
}

// on is employee Class 1 over an annual earnings period, category A.
func (n *class1) on(w *tax.Work, in *person) money.Dec {
	if in.overAge {
		w.Step("ni_class_1_employee", "National Insurance: none over State Pension age", money.Zero, nil, "0")
		return money.Zero
	}
	due := w.Round(block.Within(in.employment, n.threshold, n.limit).Mul(n.main).
		Add(block.Above(in.employment, n.limit).Mul(n.upper)), n.rounding)
	w.Step("ni_class_1_employee", "National Insurance, employee Class 1", due, n.cite,
		"{} × (min({}, {}) − {}) + {} × ({} − {}), each part not below 0",
		n.main, in.employment, n.limit, n.threshold, n.upper, in.employment, n.limit)
	return due
}

// on is Class 4 on the year's profits, and Class 2 where the year has it.
func (n *class4) on(w *tax.Work, in *person) (four, two money.Dec) {
	if in.overAge {
		w.Step("ni_class_4", "National Insurance: none over State Pension age", money.Zero, nil, "0")
		return money.Zero, money.Zero
	}
	four = w.Round(block.Within(in.trading, n.lower, n.limit).Mul(n.main).Add(block.Above(in.trading, n.limit).Mul(n.upper)), penny)
	two = block.Cliff(in.trading, n.lower, n.class2)
	w.Step("ni_class_4", "National Insurance, Class 4", four, n.cite,
		"{} × (min({}, {}) − {}) + {} × ({} − {}), each part not below 0",
		n.main, in.trading, n.limit, n.lower, n.upper, in.trading, n.limit)
	if !n.class2.IsZero() {
		w.Step("ni_class_2", "National Insurance, Class 2, when profits exceed the lower limit", two, n.cite, "{} if {} > {}", n.class2,
			in.trading, n.lower)
	}
	return four, two
}

func repay(w *tax.Work, code, label string, earned, threshold, rate money.Dec, cite []law.Citation) money.Dec {
	due := w.Round(block.Above(earned, threshold).Mul(rate), penny)
	w.Step(code, label, due, cite, "{} × max(0, {} − {})", rate, earned, threshold)
	return due
}
