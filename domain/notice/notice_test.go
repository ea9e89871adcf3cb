package notice_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/notice"
	"github.com/tallystick/tallystick/domain/tax/law"
)

const (
	writer   = "0192bb00000000000000000000000001"
	approver = "0192bb00000000000000000000000002"
	answerID = "0192bb00000000000000000000000003"
	hash     = "aa11"
)

func day(s string) civil.Date { return civil.MustParse(s) }

func dec(s string) money.Dec {
	d, err := money.Parse(s)
	if err != nil {
		panic(err)
	}
	return d
}

// world is a notice under decisions, one command after another.
type world struct {
	t     *testing.T
	state notice.State
	facts notice.Facts
	now   time.Time
}

type command interface {
	Validate() error
	Decide(notice.State, act.Context, notice.Facts) ([]event.Payload, error)
}

func (w *world) try(who, role string, c command) error {
	w.t.Helper()
	if err := c.Validate(); err != nil {
		return err
	}
	w.now = w.now.Add(time.Minute)
	a := act.Context{CommandID: uuid.NewSHA1(uuid.Nil, []byte(w.now.String())), Now: w.now, Principal: who, Role: role}
	events, err := c.Decide(w.state, a, w.facts)
	for _, p := range events {
		w.state = w.state.Evolve(event.Recorded{Payload: p, Meta: event.Metadata{Principal: who, Time: w.now}})
	}
	return err
}

func (w *world) do(who string, c command) {
	w.t.Helper()
	if err := w.try(who, "preparer", c); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) refused(who string, c command, codes ...string) {
	w.t.Helper()
	f := fault.As(w.try(who, "owner", c))
	if f == nil {
		w.t.Fatalf("%T was not refused", c)
	}
	text := f.Error()
	for _, code := range codes {
		if !strings.Contains(text, code) {
			w.t.Errorf("%T: %s, want %s", c, text, code)
		}
	}
	if len(f.Blockers) != 0 && len(f.Blockers) != len(codes) {
		w.t.Errorf("%T: %d blockers, want %d: %s", c, len(f.Blockers), len(codes), text)
	}
}

func received(t *testing.T) *world {
	w := &world{t: t, now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), facts: notice.Facts{
		Known: map[notice.Ref]bool{}, Grounds: map[notice.Ref]notice.Found{{Kind: "answer", ID: answerID}: {
			SHA256: hash, Question: "Tax on 60,000 in Germany in 2024?", Verified: true, TotalTax: dec("14415.00"), Currency: "EUR",
			Figures:   []string{"60000", "14415"},
			Citations: []law.Citation{{Locator: "§ 32a EStG", Title: "Einkommensteuergesetz", URL: "https://www.gesetze-im-internet.de/estg/"}},
		}},
	}}
	amount := dec("16000.00")
	w.do(writer, notice.RecordNotice{Jurisdiction: "DE", SubRegion: "DE-BY", Type: "bescheid", Reference: "123/456", Dated: day("2026-02-23"),
		Amount: &amount, ClientRef: "client 7", TaxYears: []string{"2024"}})
	return w
}

// TestLife goes from the letter to the response that was sent.
func TestLife(t *testing.T) {
	w := received(t)
	if due := w.state.Notice.Deadline.DueOn; due == nil || due.String() != "2026-03-27" {
		t.Fatalf("due on %v", due)
	}
	if w.state.Status != notice.Open || w.state.Overdue(day("2026-03-27")) || !w.state.Overdue(day("2026-03-28")) {
		t.Errorf("%s", w.state.Status)
	}
	disagree := notice.DraftResponse{Position: notice.Disagree}
	w.refused(writer, disagree, "nothing_to_cite")
	disagree.Grounds = []notice.GroundRef{{Kind: "answer", ID: answerID}}
	w.do(writer, disagree)
	last, _ := w.state.Last()
	var all strings.Builder
	for _, s := range last.Sections {
		all.WriteString(s.Heading.Plain + "\n" + s.Text.Plain + "\n")
	}
	for _, want := range []string{"14415.00 EUR", "16000.00 EUR", "§ 32a EStG", "123/456", hash} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("the response lacks %q:\n%s", want, all.String())
		}
	}
	send := notice.SendResponse{Version: 1, Channel: notice.Outside, On: day("2026-03-02"), Reference: "RR 1"}
	w.refused(approver, send, "draft_not_approved")
	w.refused(writer, notice.DraftResponse{Approve: 1}, "separation_of_duties")
	w.do(approver, notice.DraftResponse{Approve: 1})
	w.refused(approver, notice.DraftResponse{Approve: 1}, "immutable")
	w.do(writer, disagree)
	if w.state.Status != notice.Drafted {
		t.Error("a new version did not void the approval")
	}
	w.refused(approver, send, "version")
	w.do(approver, notice.DraftResponse{Approve: 2})
	send.Version, send.On = 2, day("2026-03-28")
	w.refused(approver, send, "sent_on") // in the future
	w.now = time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC)
	w.refused(approver, send, "late_reason_missing")
	send.LateReason = "the post was on strike"
	w.do(approver, send)
	w.refused(writer, disagree, "immutable")
	w.refused(writer, send, "immutable")
}

// TestFiguresAreTraced lets a person's text stand in a draft, and no further.
func TestFiguresAreTraced(t *testing.T) {
	for _, c := range []struct{ text, untraced string }{
		{"You claim 16,000.00 where 14,415 is due.", ""},
		{"For 2024 we owe nothing; your letter of 2026-02-23.", ""},
		{"We owe 14,416.", "14416"},
		{"Pay €9 and 14415, then 12.5 %.", "9; 12.5"},
	} {
		w := received(t)
		w.do(writer, notice.DraftResponse{Position: notice.Partly, Grounds: []notice.GroundRef{{Kind: "answer", ID: answerID}},
			Sections: []notice.Paragraph{{Heading: "Reasons", Text: c.text}}})
		last, _ := w.state.Last()
		if last.Untraced.Plain != c.untraced {
			t.Errorf("%q: untraced %q, want %q", c.text, last.Untraced.Plain, c.untraced)
		}
		if c.untraced != "" {
			w.refused(approver, notice.DraftResponse{Approve: 1}, "figure_untraced")
		} else {
			w.do(approver, notice.DraftResponse{Approve: 1})
		}
	}
}

// TestGroundsAreLookedUpAgain refuses what has changed under a response.
func TestGroundsAreLookedUpAgain(t *testing.T) {
	key := notice.Ref{Kind: "answer", ID: answerID}
	for code, change := range map[string]func(*notice.Found){
		"evidence_hash_mismatch":              func(f *notice.Found) { f.SHA256 = "bb22" },
		"law_superseded_or_stale":             func(f *notice.Found) { f.Superseded = true },
		"draft_coverage_not_accepted":         func(f *notice.Found) { f.Draft = true },
		"answer_escalated_without_conclusion": func(f *notice.Found) { f.Escalated = true },
	} {
		w := received(t)
		w.do(writer, notice.DraftResponse{Position: notice.Disagree, Grounds: []notice.GroundRef{{Kind: "answer", ID: answerID}}})
		found := w.facts.Grounds[key]
		change(&found)
		w.facts.Grounds[key] = found
		w.refused(approver, notice.DraftResponse{Approve: 1}, code)
	}
	w := received(t)
	w.refused(writer, notice.DraftResponse{Position: notice.Disagree,
		Grounds: []notice.GroundRef{{Kind: "answer", ID: answerID, SHA256: "cc33"}}},
		"evidence_hash_mismatch")
	w.refused(writer, notice.DraftResponse{Position: notice.Agree, Grounds: []notice.GroundRef{{Kind: "answer", ID: strings.Repeat("0", 32)}}},
		"grounds[0].id")
}

// TestOneAlone lets only an owner approve what they wrote, where nobody else may.
func TestOneAlone(t *testing.T) {
	w := received(t)
	w.do(writer, notice.DraftResponse{Position: notice.Extension})
	waived := notice.DraftResponse{Approve: 1, Waiver: "sole practitioner"}
	w.refused(writer, waived, "separation_of_duties")
	w.facts.Alone = true
	if err := w.try(writer, "preparer", waived); err == nil {
		t.Error("a preparer waived the second person")
	}
	if err := w.try(writer, "owner", waived); err != nil || w.state.Approval.Waiver.Plain != "sole practitioner" {
		t.Errorf("%v", err)
	}
}

// A line is one, of text.
func TestLines(t *testing.T) {
	for _, text := range []string{"\u202e000,5£", "a\nb", "a\u2028b", "a\tb", " "} {
		var f fault.Fields
		if notice.CheckLine(&f, "title", text); len(f) != 1 {
			t.Errorf("%q: %v", text, f)
		}
	}
}

// TestRecordRefuses names each malformed field at once.
func TestRecordRefuses(t *testing.T) {
	minus := dec("-1")
	err := notice.RecordNotice{Jurisdiction: "Germany", Type: "Bescheid 1", Amount: &minus, Currency: "EURO", DocumentID: "x", Reference: " ",
		TaxYears: []string{"last year"}, Received: day("2026-01-01")}.Validate()
	f := fault.As(err)
	if f == nil {
		t.Fatal("it passed")
	}
	for _, field := range []string{"jurisdiction", "type", "notice_date", "amount", "currency", "document_id", "reference", "tax_years"} {
		if !strings.Contains(f.Error(), field+":") {
			t.Errorf("%s is not named: %s", field, f.Error())
		}
	}
	for field, c := range map[string]notice.RecordNotice{
		"notice_date":   {Dated: day("0001-01-01")},
		"received_on":   {Dated: day("2026-01-01"), Received: day("9999-12-31")},
		"stated_due_on": {StatedDue: day("1899-12-31")},
	} {
		c.Jurisdiction, c.Type = "GB", "closure_notice"
		if f := fault.As(c.Validate()); f == nil || len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %v", field, f)
		}
	}
	w := &world{t: t, now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
	w.refused(writer, notice.RecordNotice{Jurisdiction: "GB", Type: "closure_notice", StatedDue: day("2126-03-05")}, "stated_due_on")
	one := dec("1")
	w.refused(writer, notice.RecordNotice{Jurisdiction: "PT", Type: "aviso", Dated: day("2026-03-05"), Amount: &one, Supersedes: answerID},
		"notice_date", "currency", "supersedes")
}
