package cases

import (
	"slices"

	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// Person is a principal with the name that they had when a case was finalised.
type Person struct {
	ID   string      `json:"id" doc:"Of the principal."`
	Name sealed.Text `json:"name" doc:"Null once it was forgotten."`
}

// People are the principals who had a part in the case, each once, by id.
func (s State) People() []string {
	all := slices.Clone(s.Preparers)
	all = append(all, s.Reviewer, s.OpenedBy)
	if s.Engagement != nil {
		all = append(all, s.Engagement.By)
	}
	if s.Approval != nil {
		all = append(all, s.Approval.By)
	}
	for _, w := range s.Workpapers {
		all = append(all, w.By, w.StartedBy)
		if w.SignOff != nil {
			all = append(all, w.SignOff.By)
		}
	}
	for _, i := range s.Issues {
		all = append(all, i.By)
		if i.Resolution != nil {
			all = append(all, i.Resolution.By)
		}
	}
	for _, a := range s.Attachments {
		all = append(all, a.By)
	}
	for _, a := range s.Acceptances {
		all = append(all, a.By)
	}
	for _, w := range s.Waivers {
		all = append(all, w.By)
	}
	for _, f := range s.Finals {
		all = append(all, f.By)
	}
	for _, r := range s.Reopenings {
		all = append(all, r.By)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(id string) bool { return id == "" })
}

// named are those of ids whose name is known, sealed under each one's own key.
func (f Facts) named(ids []string) (out []Person) {
	for _, id := range ids {
		if name := f.Names[id]; name != "" {
			out = append(out, Person{ID: id, Name: sealed.Of(tenancy.Subject(id), name)})
		}
	}
	return out
}

// nameOf is a principal's name as the latest finalisation recorded it, or the id.
func (s State) nameOf(id string) string {
	for _, p := range s.final().People {
		if p.ID == id {
			return read(p.Name)
		}
	}
	return id
}
