package plan

import (
	"regexp"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
)

// A tax code is what an employer of the United Kingdom deducts by. Its letters are no
// place ("my tax code is BR"), its digits no amount; and one that is not the personal
// allowance's tells of other income, benefits or debts, without which the tax of a year is
// not known.

// codeForm is a tax code as HMRC writes it (gov.uk, Tax codes, seen on 2026-11-28): letters
// of a country, the code, and what makes it one of a single pay day.
var codeForm = regexp.MustCompile(`^[SC]?(\d{1,4}[LMNT]|0T|BR|D[0-3]|NT|K\d{1,4})(W1|M1|X)?$`)

// dayForm is what makes a code one of a single pay day, apart from it.
var dayForm = regexp.MustCompile(`^(W1|M1|X)$`)

// allowanceForm is a code that stands for an allowance alone, a tenth of it without what is
// below ten.
var allowanceForm = regexp.MustCompile(`^[SC]?(\d{1,4})L(W1|M1|X)?$`)

// codeReach is how many tokens a tax code may begin behind the word at most ("for this job
// is BR"), and codeLength how many it has at most: "S 1257 L M 1".
const (
	codeReach  = 5
	codeLength = 5
)

// taxCodes finds the tax codes that a question names beside the word, masks them, and keeps
// the first that tells of more than an allowance.
func (r *reader) taxCodes() {
	for i := range r.tokens {
		end := i + lexicon.IsAt(lexicon.TaxCode, r.tokens, i)
		named := end > i
		if !named && r.word(i) != "code" {
			continue
		}
		for at := max(0, i-codeLength); at < len(r.tokens) && (at < i || named && at < end+codeReach); at++ {
			text, to := r.codeAt(at)
			if to == 0 || at < i && to != i {
				continue
			}
			fill(r.noPlace[at:to])
			fill(r.masked[at:to])
			fill(r.masked[i:end])
			if !allowanceCode(text) && r.taxCode == (span{}) {
				r.taxCode = span{text, at, to}
			}
			break
		}
	}
}

// codeAt returns the tax code that begins at a token: written in one, and then, perhaps
// apart, what makes it one of a single pay day.
func (r *reader) codeAt(at int) (text string, to int) {
	raw, to := r.unspaced(at)
	// "is" and "to" are words; BR and NT are codes in capitals alone.
	if raw != strings.ToUpper(raw) && len(raw) < 4 || !codeForm.MatchString(strings.ToUpper(raw)) {
		return "", 0
	}
	if apart, end := r.unspaced(to); dayForm.MatchString(apart) {
		raw, to = raw+apart, end
	}
	return strings.ToUpper(raw), to
}

// unspaced returns what is written in one from a token on, "" where it began before or is a
// sign.
func (r *reader) unspaced(at int) (raw string, to int) {
	if at >= len(r.tokens) || at > 0 && r.tokens[at].Glued && r.tokens[at-1].Kind != token.Sign {
		return "", at
	}
	for to = at; to < len(r.tokens) && (to == at || r.tokens[to].Glued) && r.tokens[to].Kind != token.Sign; to++ {
		raw += r.tokens[to].Raw
	}
	return raw, to
}

// allowanceCode reports the code of somebody who has the personal allowance and nothing else
// that a code tells of, in any of the years here: £12,570 since 2021-22, £12,500, £11,850.
func allowanceCode(code string) bool {
	m := allowanceForm.FindStringSubmatch(code)
	return m != nil && (m[1] == "1257" || m[1] == "1250" || m[1] == "1185")
}

// askOfTaxCode asks for the income that a tax code tells of and the question does not.
func (r *reader) askOfTaxCode() {
	p := &r.out
	if r.taxCode == (span{}) || len(p.Cases) == 0 || len(p.Triggers)+len(p.Gaps) > 0 || r.indirect() || r.said["income"] != "" {
		return
	}
	r.ask(contract.Ask("income", "A tax code"+r.quoted(r.taxCode.from, r.taxCode.to)+
		" tells what an employer deducts, and that there is other income, a benefit or a debt; the tax of the year depends on all that is earned "+
		"in it.", incomePrompt(p.Cases[0].Jurisdiction, nil)))
}
