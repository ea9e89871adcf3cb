package tax

import (
	"fmt"
	"slices"
)

// otherPerson is the one person beside the taxpayer whose income a return may
// hold.
const otherPerson = "spouse"

// checkPersons refuses the income of several people where the law taxes one. A
// name that all components share is the taxpayer's; a spouse's income belongs to
// a request for both.
func (p *place) checkPersons(req *Request, faults *InputError) {
	first := req.Components[0].Person
	for i := range req.Components {
		field := func() string { return fmt.Sprintf("components[%d].person", i) }
		switch person := req.Components[i].Person; {
		case person == first:
		case person != otherPerson && person != "" && first != "" && first != otherPerson:
			faults.Add(field(), "is another person than %q; a request is for one taxpayer", first)
		case p.joint(req):
		case person == otherPerson || first == otherPerson:
			faults.Add(field(), "a spouse's income belongs to a request for both spouses only")
		default:
			faults.Add(field(), "is another person than that of components[0]; a request is for one taxpayer")
		}
	}
}

// joint reports a request for two spouses: by a fact that says so.
func (p *place) joint(req *Request) bool {
	for i := range p.Facts {
		f := &p.Facts[i]
		value, given := req.Facts[f.Name]
		if !given || f.Type != "choice" {
			continue
		}
		if slices.Contains(f.Joint, value) || f.Joint == nil && (value == "joint" || value == "couple" || value == "married") {
			return true
		}
	}
	return false
}
