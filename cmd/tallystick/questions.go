package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/all"
)

// corpus is where the project's own questions lie, from its top folder.
const corpus = "domain/answer/testdata"

// posed is one question with what is expected of it.
type posed struct {
	ID       string      `json:"id"`
	Category string      `json:"category"`
	Language string      `json:"language"`
	Question string      `json:"question"`
	Expect   expectation `json:"expect"`
}

// expectation is an outcome with its figure; also_accept holds complete
// alternatives.
type expectation struct {
	Outcome   contract.Outcome `json:"outcome"` // "" = anything without a figure
	Income    string           `json:"income"`  // on which a figure must rest; "" = not said
	Total     string           `json:"total_tax"`
	Tolerance string           `json:"total_tax_tolerance"`
	Missing   []string         `json:"missing"`
	Also      []expectation    `json:"also_accept"`
}

// questionsCommand puts a corpus of questions to the engine in process and reports
// how they are answered, by language and by category.
func questionsCommand(_ context.Context, args []string, out io.Writer) error {
	var list []posed
	var err error
	switch len(args) {
	case 0:
		list, err = ownQuestions(corpus)
	case 1:
		list, err = readQuestions(args[0])
	default:
		err = errors.New("questions takes at most one file")
	}
	if err != nil {
		return err
	}
	places := all.Jurisdictions()
	planner, env := plan.New(places), answer.Env{AskedOn: civil.FromTime(time.Now().UTC()), Release: "report",
		Calculate: all.Registry().Calculate}
	report := newTally()
	for _, q := range list {
		if _, err := answer.Answer(planner, q.Question, env); err != nil { // reads the law of the place
			return fmt.Errorf("%s: %w", q.ID, err)
		}
		o, took, err := timed(planner, q.Question, env)
		if err != nil {
			return fmt.Errorf("%s: %w", q.ID, err)
		}
		if q.Language == "" {
			q.Language = o.Plan.Language
		}
		report.add(&q, &o, took)
	}
	report.print(out)
	if report.unsafe > 0 {
		return fmt.Errorf("%d answers are unsafe", report.unsafe)
	}
	return nil
}

// timed answers a question five times and returns the shortest time: what else the
// machine does is not the question's.
func timed(p *plan.Planner, question string, env answer.Env) (o answer.Outcome, took time.Duration, err error) {
	took = time.Hour
	for range 5 {
		began := time.Now()
		if o, err = answer.Answer(p, question, env); err != nil {
			return o, 0, err
		}
		took = min(took, time.Since(began))
	}
	return o, took, nil
}

func readQuestions(path string) (list []posed, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if !strings.HasSuffix(path, ".json") {
		return parseQuestions(path, string(text)), nil
	}
	return list, json.Unmarshal(text, &list)
}

// ownQuestions reads the project's lists: incomes, which must be understood, and
// traps, which must get no figure.
func ownQuestions(dir string) (list []posed, err error) {
	for _, name := range []string{"incomes.txt", "traps.txt", "traps_languages.txt"} {
		more, err := readQuestions(filepath.Join(dir, name))
		if err != nil {
			return nil, fmt.Errorf("%w (run from the top folder of the project)", err)
		}
		list = append(list, more...)
	}
	return list, nil
}

// parseQuestions reads lines "income | question" and "question"; comments begin a
// category.
func parseQuestions(path, text string) (list []posed) {
	file := strings.TrimSuffix(filepath.Base(path), ".txt")
	section := file
	for i, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "# "):
			section = file
			if title := strings.TrimSpace(line[2:]); len(title) < 60 {
				section += ": " + title
			}
		case strings.TrimSpace(line) != "":
			q := posed{ID: fmt.Sprintf("%s:%d", file, i+1), Category: section, Question: line}
			if incomes, question, found := strings.Cut(line, " | "); found {
				q.Question, q.Expect = question, expectation{Outcome: contract.Answered, Income: incomes, Missing: []string{"*"}}
			}
			list = append(list, q)
		}
	}
	return list
}

// row is what one language or category came to.
type row struct{ asked, right, unsafe, over int }

type tally struct {
	languages, categories map[string]*row
	whole                 row
	unsafe                int
	wrong                 []string
	times                 []time.Duration
}

func newTally() *tally { return &tally{languages: map[string]*row{}, categories: map[string]*row{}} }

func (t *tally) add(q *posed, o *answer.Outcome, took time.Duration) {
	got := o.Contract.Outcome()
	right, unsafe := false, got == contract.Answered
	for _, e := range append([]expectation{q.Expect}, q.Expect.Also...) {
		if fits := e.met(o, got); fits {
			right, unsafe = true, false
		}
	}
	over := q.Expect.Outcome == contract.Answered && got == contract.Asked && !right
	t.times = append(t.times, took)
	for _, r := range []*row{t.at(t.languages, q.Language), t.at(t.categories, q.Category), &t.whole} {
		r.asked++
		r.count(right, unsafe, over)
	}
	switch {
	case unsafe:
		t.unsafe++
		t.wrong = append(t.wrong, "unsafe  "+q.ID+"  "+q.Question)
	case !right:
		t.wrong = append(t.wrong, string(got)+"  "+q.ID+"  "+q.Question)
	}
}

func (r *row) count(right, unsafe, over bool) {
	for n, is := range map[*int]bool{&r.right: right, &r.unsafe: unsafe, &r.over: over} {
		if is {
			*n++
		}
	}
}

func (t *tally) at(rows map[string]*row, name string) *row {
	if rows[name] == nil {
		rows[name] = &row{}
	}
	return rows[name]
}

// met reports an outcome that is as expected. An income that is understood may
// still need other facts.
func (e *expectation) met(o *answer.Outcome, got contract.Outcome) bool {
	switch {
	case e.Outcome == "":
		return got != contract.Answered
	case slices.Contains(e.Missing, "*"):
		return e.understood(o)
	case got != e.Outcome:
		return false
	case got == contract.Answered && e.Total != "":
		return near(o.Contract.Calculations[0].TotalTax, e.Total, e.Tolerance)
	}
	return true
}

// understood reports that neither income, place nor year is asked back, and that
// what is computed rests on the incomes.
func (e *expectation) understood(o *answer.Outcome) bool {
	for _, m := range o.Contract.MissingFacts {
		switch m.Key {
		case "income", "income_period", "jurisdiction", "residence", "tax_year":
			return false
		}
	}
	var incomes []string
	for _, r := range o.Requests {
		incomes = append(incomes, strings.TrimSuffix(r.Income.String(), ".00"))
	}
	want := strings.Split(strings.ReplaceAll(e.Income, " ", ""), ",")
	sort.Strings(incomes)
	sort.Strings(want)
	return len(o.Requests) == 0 || slices.Equal(slices.Compact(incomes), slices.Compact(want))
}

func near(got money.Dec, want, tolerance string) bool {
	w, err := money.Parse(want)
	if err != nil {
		return false
	}
	limit, err := money.Parse(tolerance)
	if err != nil {
		limit = money.Zero
	}
	difference := got.Sub(w)
	if difference.Sign() < 0 {
		difference = difference.Neg()
	}
	return !difference.Greater(limit)
}

func (t *tally) print(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, table := range []struct {
		name string
		rows map[string]*row
	}{{"language", t.languages}, {"category", t.categories}, {"", map[string]*row{"all": &t.whole}}} {
		fmt.Fprintf(w, "%s\tquestions\tas expected\tunsafe\tover-asked\n", table.name)
		names := make([]string, 0, len(table.rows))
		for name := range table.rows {
			names = append(names, name)
		}
		sort.Strings(names)
		for _, name := range names {
			r := table.rows[name]
			fmt.Fprintf(w, "%s\t%d\t%.1f %%\t%d\t%d\n", name, r.asked, 100*float64(r.right)/float64(r.asked), r.unsafe, r.over)
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	for _, line := range t.wrong {
		fmt.Fprintln(out, line)
	}
	if n := len(t.times); n > 0 {
		slices.Sort(t.times)
		fmt.Fprintf(out, "\nin process, the best of five: p50 %d µs, p99 %d µs\n", t.times[n/2].Microseconds(), t.times[n*99/100].Microseconds())
	}
}
