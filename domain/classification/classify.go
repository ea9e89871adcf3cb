package classification

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tallystick/tallystick/domain/category"
)

// Input is what is classified.
type Input struct {
	Text     string // all that is known of the cost, in words
	Merchant string // as it is written; "" = not known
	MCC      string // ISO 18245; "" = none
	Tree     *category.Tree
	Year     int
}

// Rule is a tenant's own: a text that occurs in the merchant or the words.
type Rule struct {
	Contains   string `json:"contains" minLength:"2" maxLength:"100" doc:"Part of the merchant's name or of the words, whatever their case."`
	CategoryID string `json:"category_id" maxLength:"60"`
}

// Known is what a tenant knows.
type Known struct {
	Rules    []Rule
	History  map[string]int  // decisions for this merchant by category
	Disabled map[string]bool // categories
}

// Result is what a classification finds.
type Result struct {
	CategoryID, Role string
	Score            int
	Method           string
	Evidence         string
	Candidates       []Candidate
	History          int
}

// Classify finds the category.
func Classify(in Input, k Known) Result {
	words := appendWords(append(make([]byte, 0, len(in.Merchant)+len(in.Text)+16), ' '), in.Merchant)
	words = appendWords(words, in.Text)
	all := append(rules(in, k, words), history(in, k)...)
	all = append(append(all, code(in)...), lexicon(in, words)...)
	all = slices.DeleteFunc(all, func(f finding) bool { return k.Disabled[f.CategoryID] })
	slices.SortStableFunc(all, func(a, b finding) int { return cmp.Compare(b.Score, a.Score) })
	r := Result{}
	for _, n := range k.History {
		r.History += n
	}
	for _, f := range all {
		if len(r.Candidates) < 3 && !slices.ContainsFunc(r.Candidates, func(c Candidate) bool { return c.CategoryID == f.CategoryID }) {
			r.Candidates = append(r.Candidates, f.Candidate)
		}
	}
	if len(all) == 0 {
		return r
	}
	best := all[0]
	r.Score, r.Method, r.Evidence = best.Score, best.Method, best.evidence
	if best.Score >= AcceptScore {
		r.CategoryID, r.Role = best.CategoryID, best.Role
	}
	return r
}

type finding struct {
	Candidate
	evidence string
}

// appendWords appends the words of a text in lower case, with a space around each, to
// what ends in a space.
func appendWords(into []byte, text string) []byte {
	within := false
	for _, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			if within {
				into, within = append(into, ' '), false
			}
			continue
		}
		into, within = utf8.AppendRune(into, unicode.ToLower(r)), true
	}
	if within {
		into = append(into, ' ')
	}
	return into
}

// Words are what a rule looks for; "" = nothing that a text could be told by.
func (r Rule) Words() string {
	return string(bytes.TrimSpace(r.look(nil)))
}

// look is what a rule looks for, with a space around each word; nil as for Words. It is
// written over scratch.
func (r Rule) look(scratch []byte) []byte {
	look := appendWords(append(scratch[:0], ' '), r.Contains)
	if utf8.RuneCount(look) < len("  ")+2 {
		return nil
	}
	return look
}

func rules(in Input, k Known, words []byte) (out []finding) {
	var scratch [120]byte
	for _, r := range k.Rules {
		look := r.look(scratch[:])
		if look == nil || !bytes.Contains(words, bytes.TrimSpace(look)) {
			continue
		}
		if c, ok := category.Find(r.CategoryID); ok && c.Tree == in.Tree.ID {
			out = append(out, finding{Candidate{c.ID, c.Roles[0], ruleScore, ByRule}, fmt.Sprintf("your rule for %q", r.Contains)})
		}
	}
	return out
}

// history speaks where three decisions or more agree and none differs; else what
// was decided most often is a candidate.
func history(in Input, k Known) (out []finding) {
	total := 0
	for _, n := range k.History {
		total += n
	}
	ids := make([]string, 0, len(k.History))
	for id := range k.History {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		c, ok := category.Find(id)
		if !ok || c.Tree != in.Tree.ID {
			continue
		}
		score := weakScore
		if n := k.History[id]; n == total && n >= historyLeast {
			score = historyScore
		}
		out = append(out, finding{Candidate{id, c.Roles[0], score, ByHistory}, fmt.Sprintf("%d of %d earlier decisions for %s", k.History[id],
			total, in.Merchant)})
	}
	return out
}

func code(in Input) []finding {
	role, ok := codes[in.MCC]
	if !ok {
		return nil
	}
	c, ok := in.Tree.Of(role)
	if !ok {
		return nil
	}
	return []finding{{Candidate{c.ID, role, codeScore, ByCode}, "merchant category code " + in.MCC}}
}

// lexicon counts the words that speak for each role; several for one are surer
// than one, and those for another take from it.
func lexicon(in Input, words []byte) (out []finding) {
	byRole := map[string][]string{}
	var order []string
	for _, e := range lexiconOf(words) {
		if byRole[e.role] == nil {
			order = append(order, e.role)
		}
		byRole[e.role] = append(byRole[e.role], strings.TrimSpace(e.phrase))
	}
	for _, role := range order {
		c, ok := in.Tree.Of(role)
		if !ok {
			continue
		}
		score := 600
		if len(byRole[role]) > 1 && len(byRole) == 1 {
			score = lexiconScore
		} else if len(byRole) > 1 {
			score = weakScore
		}
		out = append(out, finding{Candidate{c.ID, role, score, ByLexicon}, "words: " + strings.Join(byRole[role], ", ")})
	}
	return out
}

// lexiconOf are the entries that stand in words, in the order of the lexicon: found by
// the first word of each.
func lexiconOf(words []byte) (out []lexiconEntry) {
	for at := 0; at+1 < len(words); {
		end := at + 1 + bytes.IndexByte(words[at+1:], ' ')
		for _, e := range lexiconByWord[string(words[at+1:end])] {
			if len(words)-at >= len(e.phrase) && string(words[at:at+len(e.phrase)]) == e.phrase {
				out = append(out, e)
			}
		}
		at = end
	}
	slices.SortFunc(out, func(a, b lexiconEntry) int { return cmp.Compare(a.place, b.place) })
	return slices.Compact(out)
}
