package taxreturn

import (
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/sealed"
)

// State is a return as its events leave it; the zero State is "no such return".
type State struct {
	ID           string
	Site         int64
	Kind         string
	Status       string
	Code         string // why it was rejected or failed
	Jurisdiction string
	TaxYear      string
	Form         string
	ClientRef    sealed.Text
	Filename     sealed.Text
	Language     string
	Media        string
	Blob         blob.Ref
	Extraction   string
	Pages        int
	Figures      []Figure
	Facts        []StatedFact
	Checks       []Check
	SnapshotID   string // of the calculation that a package was built from
	CaseID       string // that a package was made for; "" = none
	JobID        string
	Editors      []string
	ReviewedBy   string
	ReviewedAt   time.Time
	Waiver       sealed.Text // why nobody else reviewed it; "" = somebody else did
	CreatedAt    time.Time
	CreatedBy    string
	UpdatedAt    time.Time
}

// Evolve is the state after e.
func (s State) Evolve(e event.Recorded) State {
	s.UpdatedAt = e.Meta.Time
	switch p := e.Payload.(type) {
	case PacketReceived:
		s = State{ID: p.ReturnID, Site: e.Meta.Site, Kind: Packet, Status: Received, Jurisdiction: p.Jurisdiction, TaxYear: p.TaxYear,
			Form:      p.Form,
			ClientRef: p.ClientRef, Filename: p.Filename, Language: p.Language, Media: p.Media, Blob: p.Blob, JobID: job.ID(e.Meta.CommandID, 0),
			CreatedAt: e.Meta.Time, CreatedBy: e.Meta.Principal, UpdatedAt: e.Meta.Time}
	case PackageDrafted:
		s = State{ID: p.ReturnID, Site: e.Meta.Site, Kind: Package, Status: Extracted, Jurisdiction: p.Jurisdiction, TaxYear: p.TaxYear,
			Form:      p.Form,
			ClientRef: p.ClientRef, Filename: p.Filename, Media: p.Media, Blob: p.Blob, SnapshotID: p.SnapshotID, CaseID: p.CaseID,
			Figures:   p.Figures,
			CreatedAt: e.Meta.Time, CreatedBy: e.Meta.Principal, UpdatedAt: e.Meta.Time}
	case PacketExtracted:
		s.Status, s.Jurisdiction, s.TaxYear, s.Form = Extracted, p.Jurisdiction, p.TaxYear, p.Form
		s.Extraction, s.Pages, s.Figures, s.Checks = p.Extraction, p.Pages, p.Figures, p.Checks
	case PacketRejected:
		s.Status, s.Code = Rejected, p.Code
	case PacketFailed:
		s.Status, s.Code = Failed, p.Code
	case FiguresEdited:
		s.Jurisdiction, s.TaxYear, s.Form = p.Jurisdiction, p.TaxYear, p.Form
		s.Figures, s.Facts, s.Checks = s.edited(p.Figures, e.Meta), s.stated(p.Facts), p.Checks
		if !slices.Contains(s.Editors, e.Meta.Principal) {
			s.Editors = append(slices.Clone(s.Editors), e.Meta.Principal)
		}
	case ReviewMarked:
		s.Waiver = p.Waiver
		s.Status, s.ReviewedBy, s.ReviewedAt = Reviewed, e.Meta.Principal, e.Meta.Time
	}
	return s
}

// edited replaces figures by key, keeping what stood there, and adds those that are
// new.
func (s State) edited(changed []Figure, m event.Metadata) []Figure {
	figures := slices.Clone(s.Figures)
	for _, f := range changed {
		f.By, f.At = m.Principal, m.Time
		i := slices.IndexFunc(figures, func(x Figure) bool { return x.Key == f.Key })
		if i < 0 {
			figures = append(figures, f)
			continue
		}
		old := figures[i]
		f.Before = append(slices.Clone(old.Before), Earlier{old.Value, old.Source, old.Reason, old.By, old.At})
		figures[i] = f
	}
	return figures
}

func (s State) stated(facts []StatedFact) []StatedFact {
	all := slices.Clone(s.Facts)
	for _, f := range facts {
		all = slices.DeleteFunc(all, func(x StatedFact) bool { return x.Name == f.Name })
		if f.Value.Plain != "" || len(f.Value.Cipher) > 0 {
			all = append(all, f)
		}
	}
	return all
}

// Figure returns a figure by key.
func (s State) Figure(key string) (Figure, bool) {
	for _, f := range s.Figures {
		if f.Key == key {
			return f, true
		}
	}
	return Figure{}, false
}

// Subject is whose personal data the texts are.
func (s State) Subject() string { return s.Blob.Subject }

// Forgotten reports whether the one it speaks of was forgotten.
func (s State) Forgotten() bool {
	if s.ClientRef.Forgotten || s.Filename.Forgotten {
		return true
	}
	return slices.ContainsFunc(s.Figures, func(f Figure) bool { return f.Value.Forgotten })
}

// Summary is what a return comes to. What is not known is "".
type Summary struct {
	Income     string `json:"income"`
	Tax        string `json:"tax"`
	Refund     string `json:"refund"`
	BalanceDue string `json:"balance_due"`
}

// SummaryOf takes the summary from the figures of a form, in the order that the form
// names them: the first that is there counts.
func SummaryOf(form string, figures []Figure) Summary {
	f, ok := FormByID(form)
	if !ok {
		return Summary{}
	}
	first := func(keys []string) string {
		for _, key := range keys {
			for _, x := range figures {
				if x.Key == key {
					return x.Value.Plain
				}
			}
		}
		return ""
	}
	out := Summary{first(f.Summary.Income), first(f.Summary.Tax), first(f.Summary.Refund), first(f.Summary.BalanceDue)}
	out.Refund, out.BalanceDue = turnedRound(out.Refund, out.BalanceDue)
	out.BalanceDue, out.Refund = turnedRound(out.BalanceDue, out.Refund)
	return out
}

// turnedRound has what is below zero on one side stand on the other: forms that have one
// line for both say by its sign which it is.
func turnedRound(from, to string) (string, string) {
	if above, below := strings.CutPrefix(from, "-"); below && to == "" {
		return "", above
	}
	return from, to
}
