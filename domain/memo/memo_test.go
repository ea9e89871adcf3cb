package memo_test

import (
	"flag"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/memo"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/notice"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/domain/tax/law"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const (
	answerID         = "0192aa00000000000000000000000001"
	writer, reviewer = "writer", "reviewer"
)

var answer = memo.Key{Kind: memo.KindAnswer, ID: answerID}

// world is one memo and what is known beside it.
type world struct {
	t     *testing.T
	s     memo.State
	facts memo.Facts
}

func newWorld(t *testing.T) *world {
	return &world{t: t, facts: memo.Facts{Sent: map[string]bool{}, Adviser: "Byron LLP", Sources: map[memo.Key]notice.Found{answer: {
		SHA256: "aa", Question: "How much tax on £60,000?", Verified: true, TotalTax: money.MustParse("11432.00"), Currency: "GBP",
		Figures: []string{"60000", "11432.00"}, Citations: []law.Citation{{ID: "gb:x", Title: "ITA 2007", Locator: "s. 35", URL: "https://x",
			EffectiveFrom: civil.Of(2025, 4, 6)}}}}}}
}

func (w *world) as(who string) act.Context {
	return act.Context{CommandID: uuid.MustParse("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), Tenant: "firm", Principal: who, Role: "owner"}
}

func (w *world) take(who string, payloads []event.Payload, err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
	for _, p := range payloads {
		w.s = w.s.Evolve(event.Recorded{Payload: p, Meta: event.Metadata{Principal: who, Time: time.Unix(0, 0)}})
	}
}

// refused holds an error to the codes of its blockers.
func (w *world) refused(err error, codes ...string) {
	w.t.Helper()
	f := fault.As(err)
	if f == nil {
		w.t.Fatalf("%v, not %v", err, codes)
	}
	var got []string
	for _, b := range f.Blockers {
		got = append(got, b.Code)
	}
	if !slices.Equal(got, codes) {
		w.t.Errorf("refused for %v, not %v", got, codes)
	}
}

func (w *world) compose(kind string) {
	c := memo.Compose{Type: kind, ClientRef: "c1", MemoText: memo.MemoText{Title: "Tax for 2025-26",
		Sources: []memo.Ref{{Kind: memo.KindAnswer, ID: answerID}}}}
	if err := c.Validate(); err != nil {
		w.t.Fatal(err)
	}
	payloads, err := c.Decide(w.s, w.as(writer), w.facts)
	w.take(writer, payloads, err)
}

func (w *world) edit(who string, e memo.Edit) error {
	payloads, err := e.Decide(w.s, w.as(who), w.facts)
	if err == nil {
		w.take(who, payloads, nil)
	}
	return err
}

// A figure typed by hand blocks approval; one that a source holds does not; and who
// wrote does not approve.
func TestFiguresAndFourEyes(t *testing.T) {
	w := newWorld(t)
	w.compose("tax_memo")
	text := func(s string) []notice.Paragraph { return []notice.Paragraph{{Heading: "Result", Text: s}} }
	if err := w.edit(writer, memo.Edit{MemoText: memo.MemoText{Sections: text("The tax is 11432.00, and you could save 5250.")}}); err != nil {
		t.Fatal(err)
	}
	if got := w.s.Last().Untraced.String(); got != "5250" {
		t.Errorf("untraced: %q", got)
	}
	w.refused(w.edit(reviewer, memo.Edit{Approve: 2}), "figure_untraced")
	if err := w.edit(writer, memo.Edit{MemoText: memo.MemoText{Sections: text("The tax is 11432.00 on 60,000.")}}); err != nil {
		t.Fatal(err)
	}
	w.refused(w.edit(writer, memo.Edit{Approve: 3}), "separation_of_duties")
	w.refused(w.edit(writer, memo.Edit{Approve: 3, Waiver: "alone"}), "separation_of_duties")
	_, err := memo.Send{Version: 3, Recipients: []string{"r"}}.Decide(w.s, w.facts)
	w.refused(err, "draft_not_approved")
	if err := w.edit(reviewer, memo.Edit{Approve: 3}); err != nil {
		t.Fatal(err)
	}
	found := w.facts.Sources[answer]
	found.SHA256 = "bb"
	w.facts.Sources[answer] = found
	_, err = memo.Send{Version: 3, Recipients: []string{"r"}}.Decide(w.s, w.facts)
	w.refused(err, "evidence_hash_mismatch")
}

// Words above the document say nothing that nobody approved.
func TestMessageAboveTheMemo(t *testing.T) {
	for message, want := range map[string][]string{"": nil, "Dear Ada, the tax is £11,432 for 2025-26.": nil,
		"You owe £5,000.": {"figure_untraced"}, "Pay by 31 March 2027.": {"figure_untraced"}, "You have three weeks.": {"figure_untraced"}} {
		w := newWorld(t)
		w.compose("tax_memo")
		if err := w.edit(reviewer, memo.Edit{Approve: 1}); err != nil {
			t.Fatal(err)
		}
		_, err := memo.Send{Version: 1, DocumentSHA256: "dd", Recipients: []string{"a"}, Message: message}.Decide(w.s, w.facts)
		if want == nil && err != nil {
			t.Errorf("%q: %v", message, err)
		} else if want != nil {
			w.refused(err, want...)
		}
	}
}

// A figure typed by hand blocks approval however it is written.
func TestFiguresByHand(t *testing.T) {
	for _, by := range []string{"You could save 2000 GBP.", "You could save 1950 pounds.",
		"You could save sixty million pounds.", "The rate is twenty per cent.", "You could save 2 thousand.",
		"It is due on 2027-03-15.", "It is due on the fifteenth of March.", "You have three years.", "Two thirds are exempt."} {
		w := newWorld(t)
		w.compose("tax_memo")
		if err := w.edit(writer, memo.Edit{MemoText: memo.MemoText{Sections: []notice.Paragraph{{Heading: "Tax",
			Text: "The tax is 11432.00. " + by}}}}); err != nil {
			t.Fatal(err)
		}
		w.refused(w.edit(reviewer, memo.Edit{Approve: 2}), "figure_untraced")
	}
}

// Advice needs an adviser, a stale or draft answer is named, all at once.
func TestEveryBlockerAtOnce(t *testing.T) {
	w := newWorld(t)
	w.compose("advice")
	found := w.facts.Sources[answer]
	found.Superseded, found.Escalated, found.Draft = true, true, true
	w.facts.Sources[answer], w.facts.Adviser = found, ""
	w.refused(w.edit(writer, memo.Edit{Approve: 1}), "responsible_adviser_missing", "law_superseded_or_stale",
		"answer_escalated_without_conclusion",
		"draft_coverage_not_accepted", "separation_of_duties")
}

// One refused recipient does not fail the others; what was sent is final, and the same
// sending again is completed, not repeated.
func TestSending(t *testing.T) {
	w := newWorld(t)
	w.compose("client_letter")
	if err := w.edit(reviewer, memo.Edit{Approve: 1}); err != nil {
		t.Fatal(err)
	}
	send := memo.Send{Version: 1, DocumentSHA256: "dd", Recipients: []string{"a", "b"}}
	payloads, err := send.Decide(w.s, w.facts)
	w.take(writer, payloads, err)
	if payloads, err = send.Decide(w.s, w.facts); err != nil || len(payloads) != 0 {
		t.Errorf("the same again: %v, %v", payloads, err)
	}
	if _, err = (memo.Send{Version: 1, Recipients: []string{"c"}}).Decide(w.s, w.facts); fault.As(err) == nil {
		t.Error("it goes to others, too")
	}
	w.take("", memo.End(w.s, "n1", "failed"), nil)
	if len(memo.End(w.s, "n1", "failed")) != 0 || w.s.Status != memo.StatusSending {
		t.Errorf("after the first: %s", w.s.Status)
	}
	w.take("", memo.End(w.s, "n2", "sent"), nil)
	if w.s.Status != memo.StatusSent {
		t.Errorf("after both: %s", w.s.Status)
	}
	if err := w.edit(writer, memo.Edit{MemoText: memo.MemoText{Title: "Another"}}); fault.As(err) == nil ||
		fault.As(err).Code != fault.Immutable {
		t.Errorf("edited after it was sent: %v", err)
	}
}

func TestEventsAreFrozen(t *testing.T) {
	text := func(word string) sealed.Text {
		return sealed.Text{Subject: "customer-1", Cipher: []byte("sealed:" + word)}
	}
	eventtest.Golden(t, *update, []event.Payload{
		memo.Composed{MemoID: answerID, Type: "advice", Language: "en", ClientRef: text("client"), CaseID: answerID, Supersedes: answerID},
		memo.Edited{Version: 1, Title: text("title"), Sections: []memo.Section{{Heading: text("heading"), Text: text("text")}},
			Sources: []memo.Source{{Kind: "answer", ID: answerID, SHA256: "aa"}}, Draft: true, Untraced: text("5250")},
		memo.Approved{Version: 1, Waiver: text("alone")},
		memo.SendStarted{Version: 1, DocumentSHA256: "dd", Recipients: []string{"a"}},
		memo.Delivered{NotificationID: answerID, Outcome: "sent", Status: memo.StatusSent},
	}, memo.Category)
}
