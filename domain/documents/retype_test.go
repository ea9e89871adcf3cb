package documents

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// What a document is decides who says so last; what its content tells counts only where
// nobody did.
func TestTypes(t *testing.T) {
	read := func(s State, as Type) State {
		t.Helper()
		all, err := Outcome{Type: as, Extraction: "ocr", Found: []reading.Found{{Name: "gross", Value: "9.99", Score: 990}}}.Decide(s, known)
		if err != nil {
			t.Fatal(err)
		}
		return after(s, all...)
	}
	correct := func(s State, c Correct) (State, []event.Payload) {
		t.Helper()
		all, err := c.Decide(s, act.Context{}, known)
		if err != nil {
			t.Fatal(err)
		}
		return after(s, all...), all
	}
	s := read(after(State{}, Received{DocumentID: "d", Blob: file}), "invoice")
	if again := read(after(s, ExtractionRequested{}), "receipt"); again.Type != "receipt" {
		t.Errorf("read again, a document of which nobody says what it is, is %s", again.Type)
	}
	if said := read(after(State{}, Received{DocumentID: "d", Blob: file, Type: "notice"}), "invoice"); said.Type != "notice" {
		t.Errorf("what the sender calls a notice is %s", said.Type)
	}
	s, _ = correct(s, Correct{Fields: []Correction{{"gross", text("12.00")}}, Retype: Retype{"payslip", "of Ms Kay"}})
	if s.Status != StatusExtracting || s.JobID == "" || s.Type != "payslip" || s.Validation() != Pending {
		t.Fatalf("it is %s, %s", s.Status, s.Type)
	}
	if s = read(s, "invoice"); s.Type != "payslip" || s.Status != StatusExtracted {
		t.Errorf("read as a payslip it is %s, %s", s.Type, s.Status)
	}
	if f, _ := s.Field("gross"); f.Value.Plain != "12.00" || f.State != StateCorrected {
		t.Errorf("what was corrected is %s, %s", f.Value.Plain, f.State)
	}
	if _, all := correct(s, Correct{Retype: Retype{"payslip", "again"}}); len(all) != 0 {
		t.Errorf("said again it gives %v", all)
	}
	found := read(after(State{}, Received{DocumentID: "d", Blob: file}), "receipt")
	confirmed, all := correct(found, Correct{Retype: Retype{"receipt", "that is right"}})
	if len(all) != 1 || confirmed.Status != StatusExtracted || confirmed.Said != "receipt" {
		t.Errorf("confirmed it is %s, said %q by %v", confirmed.Status, confirmed.Said, all)
	}
	failed := after(State{}, Received{DocumentID: "d", Blob: file}, Failed{"timeout"})
	if failed, _ = correct(failed, Correct{Retype: Retype{"receipt", "x"}}); failed.Status != StatusExtracting {
		t.Errorf("what could not be read is %s", failed.Status)
	}
}

func TestTypesThatCannotBe(t *testing.T) {
	done := extracted(t, reading.Found{Name: "gross", Value: "1.00", Score: 990})
	filed := func(by map[string]int) State {
		return after(done, ExtractionRequested{}, Extracted{Type: "orders", Orders: &OrdersFile{Count: 2}},
			OrdersTaken{JobID: after(done, Extracted{Orders: &OrdersFile{Count: 2}}).Orders.JobID, ByOutcome: by})
	}
	for name, c := range map[string]struct {
		state State
		Correct
		want fault.Code
	}{
		"no reason":           {done, Correct{Retype: Retype{Type: "receipt"}}, fault.InvalidInput},
		"a blank reason":      {done, Correct{Retype: Retype{"receipt", "  "}}, fault.InvalidInput},
		"a reason alone":      {done, Correct{Fields: []Correction{{"gross", nil}}, Retype: Retype{"", "x"}}, fault.InvalidInput},
		"no such type":        {done, Correct{Retype: Retype{"letter", "x"}}, fault.InvalidInput},
		"with lines":          {done, Correct{Lines: []LineDecision{{Line: 1, Match: LineIsOne{"none", ""}}}, Retype: Retype{"receipt", "x"}}, fault.InvalidInput},
		"before it is read":   {after(State{}, Received{DocumentID: "d", Blob: file}), Correct{Retype: Retype{"receipt", "x"}}, fault.Blocked},
		"rejected":            {after(done, Rejected{"unreadable"}), Correct{Retype: Retype{"receipt", "x"}}, fault.Blocked},
		"orders in the books": {filed(map[string]int{"recorded": 1, "refused": 1}), Correct{Retype: Retype{"other", "x"}}, fault.Immutable},
	} {
		err := c.Validate()
		if err == nil {
			_, err = c.Decide(c.state, act.Context{}, known)
		}
		if !errors.Is(err, fault.New(c.want, "")) {
			t.Errorf("%s: %v", name, err)
		}
	}
	refused := filed(map[string]int{"refused": 2})
	if all, err := (Correct{Retype: Retype{"other", "x"}}).Decide(refused, act.Context{}, known); err != nil || len(all) != 1 {
		t.Errorf("a file none of whose orders was taken: %v %v", all, err)
	}
}
