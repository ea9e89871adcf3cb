package corporate

import (
	"strings"

	"github.com/tallystick/tallystick/domain/tax"
)

// Names of the facts.
const (
	factClass         = "company_class"
	factStart         = "period_start"
	factEnd           = "period_end"
	factAssociated    = "associated_companies"
	factDistributions = "exempt_distributions"
	factInvestment    = "close_investment_holding"
)

// Company classes; every place has the standard one.
const (
	standard = "standard"
	small    = "small"
)

// class is a kind of company with rates of its own.
type class struct{ name, is string }

func (p *place) classNames() []string {
	out := []string{standard}
	for _, c := range p.classes {
		out = append(out, c.name)
	}
	return out
}

const section = "Your company"

func (p *place) facts() []tax.Fact {
	list := []tax.Fact{
		{
			Name: factStart, Type: "date",
			Prompt: "On which day does the company's accounting period begin?", Reason: "Rates and limits are those of the period.",
			Assumption: "The company's period begins with the tax year.",
		},
		{
			Name: factEnd, Type: "date",
			Prompt: "On which day does the company's accounting period end?", Reason: "Limits shrink with a period shorter than a year.",
			Assumption: "The company's period is twelve months long.",
		},
	}
	if p.relief {
		list = append(list, reliefFacts...)
	}
	if len(p.classes) > 0 {
		list = append(list, p.classFact())
	}
	if p.other != nil {
		list = append(list, *p.other)
	}
	list = append(list, p.more...)
	for i := range list {
		list[i].Section, list[i].TaxTypes = section, taxTypes
	}
	return list
}

// reliefFacts are what marginal relief asks for.
var reliefFacts = []tax.Fact{
	{
		Name: factAssociated, Type: "integer", Max: "10000",
		Prompt:  "How many associated companies does the company have, in any part of the period?",
		Reason:  "The limits of the small profits rate are divided among associated companies.",
		Assumed: "0", Assumption: "The company has no associated companies.",
		Hints:  []string{"associated", "group", "subsidiary", "subsidiaries"},
		Counts: []string{"associated company", "associated companies"},
	},
	{
		Name: factDistributions, Type: "decimal",
		Prompt:  "What exempt distributions did the company receive, other than from its own group?",
		Reason:  "They count against the limits of the small profits rate, although they are not taxed.",
		Assumed: "0", Assumption: "The company received no exempt distributions.",
	},
	{
		Name: factInvestment, Type: "boolean",
		Prompt: "Is the company a close investment-holding company?", Reason: "Such a company has the main rate, whatever its profit.",
		Assumed: "false", Assumption: "The company is not a close investment-holding company.",
	},
}

func (p *place) classFact() tax.Fact {
	var prompt strings.Builder
	for i, c := range p.classes {
		switch {
		case i == 0:
			prompt.WriteString("Is your company ")
		default:
			prompt.WriteString(", or ")
		}
		prompt.WriteString(c.is + " (" + c.name + ")")
	}
	f := tax.Fact{
		Name: factClass, Type: "choice", Choices: p.classNames(),
		Prompt: prompt.String() + ", or none of that (standard)?", Reason: "Such a company has its own rates.",
		Assumed: standard, Assumption: "The company is taxed at the standard rates.",
		Hints: []string{"small company", "small business", "small business corporation", "sbc", "sme", "startup"},
	}
	f.Ask = p.usual == "" && !p.seldom
	if p.usual != "" {
		f.Assumed = p.usual
		for _, c := range p.classes {
			if c.name == p.usual {
				f.Assumption = "The company is " + c.is + "."
			}
		}
	}
	return f
}
