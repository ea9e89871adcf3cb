package documents

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Retype is a person's word on what a document is, where its content was taken for
// something else. It is read again as that; what was corrected or confirmed stays.
type Retype struct {
	Type   Type   `json:"type,omitempty" enum:"receipt,invoice,credit_note,bank_statement,payslip,tax_form,return,notice,orders,other" doc:"What the document really is: it is read again as that."`
	Reason string `json:"reason,omitempty" maxLength:"500" doc:"Why it is of that type; required with it."`
}

// TypeCorrected is a person's word on what a document is.
type TypeCorrected struct {
	Type   Type        `json:"type"`
	Was    Type        `json:"was"` // what it was taken for
	Reason sealed.Text `json:"reason"`
}

// EventType is the type of the event.
func (TypeCorrected) EventType() string { return "document.type_corrected.v1" }

// OpensJobs has the document read as what it is, unless it was.
func (p TypeCorrected) OpensJobs() []job.Opening {
	if p.Type == p.Was {
		return nil
	}
	return []job.Opening{{Kind: ExtractJob}}
}

// faults names what is malformed; lines says that lines of statements are decided with it.
func (c Retype) faults(f *fault.Fields, lines bool) {
	switch {
	case c.Type == "" && c.Reason != "":
		f.Add("reason", "goes with type")
	case c.Type == "":
	case !slices.Contains(Types, c.Type):
		f.Add("type", "is none of receipt, invoice, credit_note, bank_statement, payslip, tax_form, return, notice, orders, other")
	case strings.TrimSpace(c.Reason) == "":
		f.Add("reason", "is required with type")
	case lines:
		f.Add("lines", "are those of the reading before: decide on them once the document was read again")
	}
}

// decide gives TypeCorrected; nothing where that was said before. Errors: fault.Immutable
// of a file whose orders stand in the ledger, or are on their way there.
func (c Retype) decide(s State) ([]event.Payload, error) {
	if c.Type == "" || c.Type == s.Said && s.Type == s.Said {
		return nil, nil
	}
	if c.Type != s.Type && s.Orders.inLedger() {
		return nil, fault.New(fault.Immutable, "the orders of the document are in the commerce ledger, or on their way there")
	}
	return []event.Payload{TypeCorrected{c.Type, s.Type, sealedOf(s.Subject(), strings.TrimSpace(c.Reason))}}, nil
}

// inLedger reports whether an order of the file was taken into the ledger, or may be.
func (o *FiledOrders) inLedger() bool {
	if o.Waiting() {
		return true
	}
	if o == nil || o.Taken == nil {
		return false
	}
	for outcome, n := range o.Taken.ByOutcome {
		if n > 0 && outcome != "refused" {
			return true
		}
	}
	return false
}
