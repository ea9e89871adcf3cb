package cases

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// model is a case told from the commands that succeeded, and never from its
// state: what must hold before it may be final.
type model struct {
	stage     int // index in Stages
	revision  int
	papers    map[string]*modelPaper
	open      map[string]bool // issues
	reviewer  string
	writers   map[string]bool // since the last reopen, or of the revision before while nobody wrote
	fresh     bool            // nobody wrote since the reopen
	engaged   bool
	approved  int // the revision that the client approved
	answerSum string
}

type modelPaper struct {
	revision int
	evidence string // hash it was linked with; "" = none
	signed   bool
	writer   string
	signer   string
	signedIn int
}

func (m *model) write(by string) {
	if m.fresh {
		m.writers, m.fresh = map[string]bool{}, false
	}
	m.writers[by] = true
}

// may reports whether the model lets someone finalise.
func (m *model) may(by string) bool {
	if m.stage != 3 || !m.engaged || m.approved != m.revision || m.reviewer == "" || m.writers[m.reviewer] || m.writers[by] ||
		len(m.papers) == 0 || len(m.open) > 0 {
		return false
	}
	for _, p := range m.papers {
		if p.evidence != m.answerSum || !p.signed || p.signer == p.writer || p.signedIn == m.revision && m.writers[p.signer] {
			return false
		}
	}
	return true
}

var people = []string{owner, preparer, reviewer, manager, clerk}

// command draws a command that may fit the case or not.
func command(rt *rapid.T, w *world) Command {
	verbs := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 13, 13}
	if w.s.Stage == Final {
		verbs = append(verbs, 10, 10, 10)
	}
	verb := rapid.SampledFrom(verbs).Draw(rt, "verb")
	var paperID, issueID string
	revision := 1
	if n := len(w.s.Workpapers); n > 0 {
		p := w.s.Workpapers[rapid.IntRange(0, n-1).Draw(rt, "workpaper")]
		paperID, revision = p.ID, p.Revision
	}
	if n := len(w.s.Issues); n > 0 {
		issueID = w.s.Issues[rapid.IntRange(0, n-1).Draw(rt, "issue")].ID
	}
	evidence := paper.Evidence
	if rapid.IntRange(0, 9).Draw(rt, "bare") == 0 {
		evidence = nil
	}
	switch verb {
	case 0:
		return WriteWorkpaper{Title: "x", Evidence: evidence}
	case 1:
		return WriteWorkpaper{WorkpaperID: paperID, Title: "x", Evidence: evidence}
	case 2:
		return AddIssue{Title: "x"}
	case 3:
		return ResolveIssue{IssueID: issueID, Resolution: "x"}
	case 4:
		return assign(rapid.SampledFrom(people).Draw(rt, "reviewer"))
	case 5:
		return passed
	case 6:
		return agreed
	case 7:
		return Update{SignOffs: []SignOffWorkpaper{{WorkpaperID: paperID, Revision: revision}}}
	case 8:
		return w.signAll()
	case 9:
		return Update{Title: ptr(rapid.SampledFrom([]string{"one", "two"}).Draw(rt, "title"))}
	case 10:
		return Reopen{Reason: "x"}
	case 11:
		return back(rapid.SampledFrom(Stages()[:4]).Draw(rt, "stage"), rapid.SampledFrom([]string{"", "x"}).Draw(rt, "reason"))
	case 12:
		next := min(len(Stages())-2, 1+indexOf(w.s.Stage))
		return to(Stages()[next])
	}
	return Finalise{}
}

func indexOf(s Stage) int {
	for i, x := range Stages() {
		if x == s {
			return i
		}
	}
	return -1
}

// follow moves the model along with what happened.
func (m *model) follow(by string, events []event.Payload) {
	for _, p := range events {
		switch e := p.(type) {
		case DetailsChanged:
			m.write(by)
		case StageMoved:
			m.stage = indexOf(e.To)
		case ReviewerAssigned:
			m.reviewer = e.Reviewer
		case EngagementChecked:
			m.write(by)
			m.engaged = true
		case WorkpaperAdded:
			m.write(by)
			m.papers[e.WorkpaperID] = &modelPaper{revision: 1, writer: by, evidence: linked(e.Evidence)}
		case WorkpaperRevised:
			m.write(by)
			m.papers[e.WorkpaperID] = &modelPaper{revision: e.Revision, writer: by, evidence: linked(e.Evidence)}
		case WorkpaperSignedOff:
			x := m.papers[e.WorkpaperID]
			x.signed, x.signer, x.signedIn = true, by, m.revision
		case IssueAdded:
			if by != m.reviewer {
				m.write(by)
			}
			m.open[e.IssueID] = true
		case IssueResolved:
			delete(m.open, e.IssueID)
		case ClientApproved:
			m.write(by)
			m.approved = m.revision
		case Finalised:
			m.stage = 4
		case Reopened:
			m.stage, m.revision, m.fresh = 1, m.revision+1, true
		}
	}
}

func linked(evidence []Evidence) string {
	if len(evidence) == 0 {
		return ""
	}
	return evidence[0].SHA256
}

// Whatever is asked, in whatever order: a final case stays as it is, a case is
// made final exactly when the model allows it, history and state agree, and
// deciding reads nothing but its arguments and changes none of them.
func TestAnyCourseOfACase(t *testing.T) {
	finals, reopened := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld()
		m := &model{revision: 1, papers: map[string]*modelPaper{}, open: map[string]bool{}, writers: map[string]bool{}, answerSum: answerSum1}
		w.know(m.answerSum)
		start(rt, w, m)
		var packs [][]byte
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			by, c := rapid.SampledFrom(people).Draw(rt, "by"), command(rt, w)
			if rapid.IntRange(0, 30).Draw(rt, "drift") == 30 {
				m.answerSum = map[string]string{answerSum1: answerSum2, answerSum2: answerSum1}[m.answerSum]
				w.know(m.answerSum)
			}
			if c.Validate() != nil {
				continue
			}
			a, f := w.context(by), w.known(c.Needs(w.s))
			before, copyOf := w.s, Fold(w.history)
			events, err := c.Decide(before, a, f)
			again, errAgain := c.Decide(before, a, f)
			if !reflect.DeepEqual(events, again) || !reflect.DeepEqual(err, errAgain) {
				rt.Fatalf("%T decides differently the second time", c)
			}
			holdAgainst(rt, m, w, by, c, events, err)
			for i, p := range events {
				w.record(a, i, p)
			}
			m.follow(by, events)
			if !reflect.DeepEqual(before, copyOf) {
				rt.Fatalf("%T changed the state that it was decided on", c)
			}
			if !reflect.DeepEqual(Fold(w.history), w.s) {
				rt.Fatal("the history folds to another state")
			}
			if _, ok := c.(Finalise); ok && err == nil {
				finals++
				packs = append(packs, packOf(rt, w, m.revision))
			}
			if _, ok := c.(Reopen); ok && err == nil {
				reopened++
			}
		}
		for i, p := range packs {
			if !bytes.Equal(p, packOf(rt, w, i+1)) {
				rt.Fatalf("the pack of revision %d changed", i+1)
			}
		}
	})
	t.Logf("%d times final, %d times reopened", finals, reopened)
	if !t.Failed() && (finals == 0 || reopened == 0) {
		t.Errorf("%d cases became final and %d were reopened: the test proves nothing", finals, reopened)
	}
}

// start opens the case and, most of the time, takes it close to the end, so that
// finalising and what follows are seen often.
func start(rt *rapid.T, w *world, m *model) {
	steps := []struct {
		by string
		c  func() Command
	}{
		{preparer, is2(full)}, {preparer, is2(passed)}, {preparer, is2(paper)}, {manager, is2(assign(reviewer))},
		{preparer, is2(agreed)}, {preparer, is2(to(Preparation))}, {preparer, is2(to(Review))}, {preparer, is2(to(Approval))},
		{reviewer, func() Command { return w.signAll() }},
	}
	if rapid.IntRange(0, 2).Draw(rt, "depth") == 0 {
		steps = steps[:1]
	}
	for _, s := range steps {
		events, err := w.do(s.by, s.c())
		if err != nil {
			rt.Fatal(err)
		}
		m.follow(s.by, events)
	}
	m.writers[preparer] = true
}

func is2(c Command) func() Command { return func() Command { return c } }

func packOf(rt *rapid.T, w *world, revision int) []byte {
	history, err := Cut(w.history, revision)
	if err != nil {
		rt.Fatal(err)
	}
	s := Fold(history)
	var m Material
	for _, e := range s.final().Evidence {
		m.Records = append(m.Records, MaterialRecord{Kind: e.Kind, ID: e.Ref, Bytes: []byte(answers[e.SHA256])})
	}
	data, err := Pack(history, s, m, outline)
	if err != nil {
		rt.Fatal(err)
	}
	return data
}

// answers are the two contents that the linked answer has by turns.
var (
	answerSum1, answerSum2 = hashOf(answerJSON), hashOf(answerJSON + " ")
	answers                = map[string]string{answerSum1: answerJSON, answerSum2: answerJSON + " "}
)

func (w *world) know(answerSum string) {
	w.facts.Records[Ref{KindAnswer, "answer1"}] = Record{SHA256: answerSum, Coverage: "covered"}
}

// holdAgainst compares an outcome with what the model says.
func holdAgainst(rt *rapid.T, m *model, w *world, by string, c Command, events []event.Payload, err error) {
	var e *fault.Error
	if err != nil && (!errors.As(err, &e) || len(events) > 0) {
		rt.Fatalf("%T: %v, with %d events", c, err, len(events))
	}
	_, reopen := c.(Reopen)
	_, finalise := c.(Finalise)
	switch isFinal := m.stage == 4; {
	case isFinal && !reopen && (e == nil || e.Code != fault.Immutable && e.Code != fault.NotFound):
		rt.Fatalf("%T on a final case: %s", c, outcome(events, err))
	case reopen && isFinal != (err == nil):
		rt.Fatalf("reopened in stage %d: %s", m.stage, outcome(events, err))
	case finalise && m.may(by) != (err == nil):
		rt.Fatalf("finalised by %s: %s, model %+v", by[:1], outcome(events, err), *m)
	}
	if e != nil && e.Code == fault.Blocked && len(e.Blockers) == 0 {
		rt.Fatalf("%T is blocked by nothing", c)
	}
}
