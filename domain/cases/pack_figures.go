package cases

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// figures is what the pack's pages take from one answer or calculation. Every
// figure on them is copied from the record; none is computed here.
type figures struct {
	record       string // "answer 0192…"
	status       string // of an answer
	question     string // that it answered
	claims       []string
	inputs       []input
	risks        []string
	assumptions  []string
	calculations []calculation
	citations    []citation
}

// input is one fact and what it was.
type input struct{ key, value, currency string }

type calculation struct {
	Calculator    string     `json:"calculator"`
	Version       string     `json:"calculator_version"`
	Dataset       string     `json:"parameter_dataset"`
	LawAsOf       string     `json:"law_as_of"`
	LastChecked   string     `json:"source_last_checked"`
	Coverage      string     `json:"coverage_status"`
	Jurisdiction  string     `json:"jurisdiction"`
	SubRegion     string     `json:"sub_region"`
	TaxYear       string     `json:"tax_year"`
	Currency      string     `json:"currency"`
	TaxableIncome string     `json:"taxable_income"`
	TotalTax      string     `json:"total_tax"`
	EffectiveRate string     `json:"effective_rate"`
	MarginalRate  string     `json:"marginal_rate"`
	Assumptions   []string   `json:"assumptions"`
	Bands         []band     `json:"bands"`
	Components    []levy     `json:"components"`
	NetPayable    string     `json:"net_payable"`
	Steps         []step     `json:"steps"`
	Citations     []citation `json:"citations"`
}

type band struct {
	Label  string `json:"label"`
	Amount string `json:"amount"`
	Rate   string `json:"rate"`
	Tax    string `json:"tax"`
}

type levy struct {
	Code    string `json:"code"`
	Kind    string `json:"kind"`
	Amount  string `json:"amount"`
	InTotal bool   `json:"in_total"`
}

type step struct {
	Label       string   `json:"label"`
	Formula     string   `json:"formula"`
	Amount      string   `json:"amount"`
	CitationIDs []string `json:"citation_ids"`
}

type citation struct {
	ID            string `json:"id"`
	Title         string `json:"title"`
	Locator       string `json:"locator"`
	URL           string `json:"url"`
	Excerpt       string `json:"excerpt"`
	EffectiveFrom string `json:"effective_from"`
	EffectiveTo   string `json:"effective_to"`
	RetrievedAt   string `json:"retrieved_at"`
	SHA256        string `json:"sha256"`
}

func readFigures(records []MaterialRecord) ([]figures, error) {
	var all []figures
	for _, r := range records {
		var f figures
		var err error
		if r.Forgotten {
			continue
		}
		switch r.Kind {
		case KindAnswer:
			f, err = readAnswer(r.Bytes)
		case KindCalculation:
			f, err = readCalculation(r.Bytes)
		default:
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.place(), err)
		}
		f.record, f.question = r.place(), r.Question
		all = append(all, f)
	}
	return all, nil
}

func readAnswer(data []byte) (figures, error) {
	var a struct {
		Status string `json:"verification_status"`
		Facts  []struct {
			Key      string `json:"key"`
			Value    string `json:"value"`
			Currency string `json:"currency"`
		} `json:"facts_used"`
		Assumptions  []string      `json:"assumptions"`
		Risks        []string      `json:"risks"`
		Calculations []calculation `json:"calculations"`
		Citations    []citation    `json:"citations"`
		Claims       []struct {
			Text string `json:"text"`
		} `json:"claims"`
	}
	if err := json.Unmarshal(data, &a); err != nil {
		return figures{}, err
	}
	f := figures{status: a.Status, risks: a.Risks, assumptions: a.Assumptions, calculations: a.Calculations, citations: a.Citations}
	for _, c := range a.Claims {
		f.claims = append(f.claims, c.Text)
	}
	for _, x := range a.Facts {
		f.inputs = append(f.inputs, input{x.Key, x.Value, x.Currency})
	}
	return f, nil
}

func readCalculation(data []byte) (figures, error) {
	var c struct {
		Request map[string]json.RawMessage `json:"request"`
		Result  *calculation               `json:"result"`
	}
	if err := json.Unmarshal(data, &c); err != nil {
		return figures{}, err
	}
	if c.Result == nil {
		c.Result = new(calculation)
		if err := json.Unmarshal(data, c.Result); err != nil {
			return figures{}, err
		}
	}
	f := figures{calculations: []calculation{*c.Result}}
	for key, value := range c.Request {
		var text string
		if json.Unmarshal(value, &text) != nil {
			text = string(value)
		}
		f.inputs = append(f.inputs, input{key, text, ""})
	}
	slices.SortFunc(f.inputs, func(a, b input) int { return strings.Compare(a.key, b.key) })
	return f, nil
}

func factsPage(all []figures) []byte {
	var p page
	p.head(1, "Facts and where each came from")
	var rows [][]string
	for _, f := range all {
		for _, x := range f.inputs {
			rows = append(rows, []string{x.key, x.value, x.currency, f.record})
		}
	}
	if len(rows) == 0 {
		p.line("No answer or calculation among the evidence states a fact.")
		return p.bytes()
	}
	p.table([]string{"fact", "value", "currency", "as taken by"}, rows)
	return p.bytes()
}

func calculationsPage(all []figures) []byte {
	var p page
	p.head(1, "Calculations")
	p.line("Copied from the records, which stand in records/ byte for byte.")
	if len(all) == 0 {
		p.line("The evidence holds no answer and no calculation.")
	}
	for _, f := range all {
		p.head(2, "%s", escape(f.record))
		if f.status != "" {
			p.line("Verification status: %s.", escape(f.status))
		}
		if len(f.assumptions) > 0 {
			p.head(3, "Assumptions")
			p.list(f.assumptions)
		}
		for _, c := range f.calculations {
			p.calculation(c)
		}
		p.citations(f.citations)
	}
	return p.bytes()
}

func (p *page) calculation(c calculation) {
	p.head(3, "%s %s", escape(c.Calculator), escape(c.Version))
	var rows [][]string
	for _, x := range [][2]string{
		{"parameter dataset", c.Dataset}, {"law as of", c.LawAsOf}, {"sources last checked", c.LastChecked},
		{"coverage", c.Coverage}, {"place", c.Jurisdiction}, {"region", c.SubRegion}, {"tax year", c.TaxYear},
		{"currency", c.Currency}, {"taxable income", c.TaxableIncome}, {"total tax", c.TotalTax},
		{"effective rate", c.EffectiveRate}, {"marginal rate", c.MarginalRate},
	} {
		if x[1] != "" {
			rows = append(rows, []string{x[0], x[1]})
		}
	}
	p.table([]string{"", ""}, rows)
	if len(c.Assumptions) > 0 {
		p.head(4, "Assumptions")
		p.list(c.Assumptions)
	}
	if len(c.Steps) > 0 {
		p.head(4, "Steps")
		rows = nil
		for _, s := range c.Steps {
			rows = append(rows, []string{s.Label, s.Formula, s.Amount, strings.Join(s.CitationIDs, ", ")})
		}
		p.table([]string{"step", "formula", "amount", "citations"}, rows)
	}
	p.citations(c.Citations)
}

func (p *page) citations(all []citation) {
	if len(all) == 0 {
		return
	}
	p.head(4, "Citations")
	for _, c := range all {
		p.line("**%s** %s, %s. In force %s; retrieved %s; SHA-256 %s. %s", escape(c.ID), escape(c.Title), escape(c.Locator),
			escape(c.inForce()), escape(stated(c.RetrievedAt)), escape(stated(c.SHA256)), escape(c.URL))
		if c.Excerpt != "" {
			p.quote(c.Excerpt)
		}
	}
}

func (c citation) inForce() string {
	if c.EffectiveTo == "" {
		return "from " + stated(c.EffectiveFrom)
	}
	return stated(c.EffectiveFrom) + " to " + c.EffectiveTo
}

func risksPage(all []figures) []byte {
	var p page
	p.head(1, "Risks")
	some := false
	for _, f := range all {
		if len(f.risks) > 0 {
			some = true
			p.head(2, "%s", escape(f.record))
			p.list(f.risks)
		}
	}
	if !some {
		p.line("No answer among the evidence states a risk. Open points were raised as issues: see issues.md.")
	}
	return p.bytes()
}
