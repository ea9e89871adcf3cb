package plan

import (
	"strconv"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/tax"
)

// Jobs that a question counts before it says what each of them pays: "two jobs in Leeds: £18,000
// and £22,500". Nobody is said to go there to work; the place is where the question is set.

// countedJobs reads how many jobs a clause counts that begins with nothing else and names no
// person; 0 if the tokens from..to are no such noun.
func (r *reader) countedJobs(from, to int) (n int) {
	if to != from+1 || !lexicon.Is(lexicon.Jobs, r.word(from)) && !lexicon.Is(lexicon.Job, r.word(from)) {
		return 0
	}
	i := from - 1
	for ; i >= 0 && !r.pause(i) && r.word(i) != ":"; i-- {
		if v, err := strconv.Atoi(r.countBefore(i + 1)); err == nil && n == 0 {
			n = v
			continue
		}
		if r.ownerAt(i) != nobody || r.at(plainWord, i) == nil && r.word(i) != "part" && r.word(i) != "time" && r.word(i) != "-" {
			return 0
		}
	}
	for k := to; k < len(r.tokens) && !r.stop(k); k++ {
		if r.ownerAt(k) != nobody {
			return 0
		}
	}
	return n
}

// bindJobs takes as wages the amounts, as many as a question counts jobs, that stand behind
// them with no word of their own.
func (r *reader) bindJobs() {
	for i := range r.spans[kindWord] {
		k := &r.spans[kindWord][i]
		n := r.countedJobs(k.from, k.to)
		if n < 2 || k.code != string(tax.Employment) {
			continue
		}
		behind := 0
		for x := range r.sums {
			if s := &r.sums[x]; s.role != unbound && s.role != incomeSum || s.From < k.to || s.period != "" || s.kindAt != nil && s.kindAt != k {
				return
			}
			behind++
		}
		if r.jobsOpen = behind > 0 && behind < n; behind != n {
			return
		}
		r.jobs = [2]int{k.to, r.sums[len(r.sums)-1].From}
		for x := range r.sums {
			s := &r.sums[x]
			s.role, s.kind, s.kindAt, s.noun, s.weak = incomeSum, tax.Employment, k, k, false
		}
	}
}

// jobsUnsaid is why an amount is asked about that may be of one job of several.
const jobsUnsaid = "The question counts several jobs and does not say what each of them pays; the annual total of the income is needed."

// markJobs marks what says between counted jobs and their amounts that they pay.
func (r *reader) markJobs(known []bool) {
	for i := r.jobs[0] - 2; i >= 0 && !r.pause(i) && (r.word(i) == "part" || r.word(i) == "time" || r.word(i) == "-"); i-- {
		known[i] = true // "two part-time jobs"
	}
	for i := r.jobs[0]; i < r.jobs[1]; i++ {
		known[i] = known[i] || lexicon.Is(lexicon.JobPays, r.tokens[i].Text)
	}
}
