package journal

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
)

// Settlements is the kind of stream in which entries claim a posted entry before they
// settle lines of it, or undo it: of two at once the log takes one, and the other is
// decided on what that left. The id is the posted entry's.
var Settlements = event.Category{Name: "settlement", Types: []event.Type{event.Of[SettlementClaimed]()}}

// SettlementClaimed says that an entry is about to be posted, from a revision of its
// stream. The claim holds while that is the last, and once the entry is posted. One that
// was returned or rejected since has let go.
type SettlementClaimed struct {
	EntryID  string `json:"entry_id"`
	Revision uint64 `json:"revision"`
}

func (SettlementClaimed) EventType() string { return "settlement.claimed.v1" }

// Settlement is who claimed an entry, each at the last revision; the zero Settlement is
// nobody.
type Settlement struct {
	Claims []SettlementClaimed
	Events int
}

// Evolve is the state after e; the one before stays as it was.
func (s Settlement) Evolve(e event.Recorded) Settlement {
	s.Events++
	p, ok := e.Payload.(SettlementClaimed)
	if !ok {
		return s
	}
	claims := make([]SettlementClaimed, 0, len(s.Claims)+1)
	for _, c := range s.Claims {
		if c.EntryID != p.EntryID {
			claims = append(claims, c)
		} else if c.Revision > p.Revision {
			p = c
		}
	}
	s.Claims = append(claims, p)
	return s
}

// claimsMax bounds the stream of an entry's claims.
const claimsMax = 2_000

// Claim takes an entry for another that is about to settle or undo it.
type Claim struct{ SettlementClaimed }

// Decide gives SettlementClaimed; none where the claim stands. Errors: fault.Immutable.
func (c Claim) Decide(s Settlement) ([]event.Payload, error) {
	for _, x := range s.Claims {
		if x == c.SettlementClaimed {
			return nil, nil
		}
	}
	if s.Events >= claimsMax {
		return nil, fault.New(fault.Immutable, "the entry that is settled was claimed %d times", s.Events)
	}
	return []event.Payload{c.SettlementClaimed}, nil
}

// Settler is an entry that may settle lines of another, or undo it, as its stream has it.
type Settler struct {
	State
	Claim  *SettlementClaimed // nil = it was posted before entries claimed
	Undone bool               // a reversal of it is posted
}

// Holds reports whether what it settles is taken: it is posted and stands, or may be
// posted at this moment.
func (x Settler) Holds() bool {
	if x.Status == Posted {
		return !x.Undone
	}
	return x.Claim != nil && x.Status == Approved && x.Claim.Revision == x.Revision()
}

// lines are what is, or is about to be, posted.
func (x Settler) lines() []Line {
	if x.Payload != nil {
		return x.Payload.Lines
	}
	return x.Lines
}

// Remains is what entries leave of a line, from 1, of a posted entry, in both currencies;
// name is how they name it. ok is false for what nobody can settle: a line that is not
// posted, or that settles another, or whose entry is undone.
func (s State) Remains(line int, name string, by []Settler) (left OpenItem, base money.Dec, ok bool) {
	if s.Status != Posted || s.Origin == FromReversal || line < 1 || line > len(s.Payload.Lines) {
		return left, base, false
	}
	l := s.Payload.Lines[line-1]
	if l.Settles != "" {
		return left, base, false
	}
	left, base = OpenItem{Account: l.Account, Side: l.Side, Currency: s.Payload.Currency, Left: l.Amount}, l.BaseAmount
	for _, x := range by {
		if !x.Holds() {
			continue
		}
		if x.Reverses == s.ID {
			return OpenItem{}, money.Zero, false
		}
		for _, part := range x.lines() {
			if part.Settles != name {
				continue
			}
			if x.Status != Posted {
				left.HeldBy = append(left.HeldBy, x.ID)
			}
			if part.Side == l.Side {
				part.Amount, part.BaseAmount = part.Amount.Neg(), part.BaseAmount.Neg()
			}
			left.Left, base = left.Left.Sub(part.Amount), base.Sub(part.BaseAmount)
		}
	}
	return left, base, true
}

// SettledBy are the entries that hold lines of this one: while they do, it is not undone.
func (s State) SettledBy(by []Settler) (ids []string) {
	for _, x := range by {
		if x.Holds() && slices.ContainsFunc(x.lines(), func(l Line) bool { return strings.HasPrefix(l.Settles, s.ID+"/") }) &&
			x.Origin != FromReversal {
			ids = append(ids, x.ID)
		}
	}
	return ids
}
