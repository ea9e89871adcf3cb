package http

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
)

// listMax bounds every list of a request that declares no bound (maxItems).
const listMax = 1000

// bodyCheck holds a body against its schema, value by value, so that neither
// what it holds in memory nor what it says grows faster than the body. It stops
// with the request.
type bodyCheck struct {
	ctx     context.Context
	schemas huma.Registry
	faults  *faultList
	path    fieldPath
	at      *huma.PathBuffer
	found   huma.ValidateResult
	steps   int
	ended   bool // the request has
	tooLong bool // some list is
}

// checkBody names what is wrong with a body; enough says that the rest of it need
// not be looked at. Its error is the request's, which has ended.
func (s *Server) checkBody(ctx context.Context, schema *huma.Schema, text []byte) (faults *faultList, enough bool, err error) {
	faults = &faultList{}
	if !json.Valid(text) {
		var none any
		faults.add("body", "%s", plain(json.Unmarshal(text, &none).Error()))
		return faults, false, nil
	}
	(&scan{jsonText: jsonText{text: text}, faults: faults}).value(0)
	c := &bodyCheck{ctx: ctx, schemas: s.api.OpenAPI().Components.Schemas, faults: faults, at: huma.NewPathBuffer(nil, 0)}
	c.value(schema, (&jsonText{text: text}).value())
	return faults, c.tooLong || faults.full(), ctx.Err()
}

// stop reports whether the request has ended, at which it looks now and then.
func (c *bodyCheck) stop() bool {
	if c.steps++; c.steps%16 == 0 {
		c.ended = c.ended || c.ctx.Err() != nil
	}
	return c.ended
}

func (c *bodyCheck) value(s *huma.Schema, raw []byte) {
	for s.Ref != "" {
		s = c.schemas.SchemaFromRef(s.Ref)
	}
	plain := s.OneOf == nil && s.AnyOf == nil && s.AllOf == nil && s.Not == nil
	switch {
	case plain && s.Type == huma.TypeObject && raw[0] == '{' && len(s.DependentRequired) == 0 && s.MinProperties == nil &&
		s.MaxProperties == nil:
		c.object(s, raw)
	case plain && s.Type == huma.TypeArray && raw[0] == '[' && !s.UniqueItems:
		c.list(s, raw)
	default:
		c.whole(s, raw)
	}
}

func (c *bodyCheck) list(s *huma.Schema, raw []byte) {
	most := listMax
	if s.MaxItems != nil {
		most = *s.MaxItems
	}
	here, n := len(c.path), 0
	j := jsonText{text: raw}
	for j.enter(); !j.leave(']'); n++ {
		if n == most {
			c.faults.add(c.path.String(), "has more than %d elements", most)
			c.tooLong = true
			return
		}
		if c.stop() {
			return
		}
		c.path.element(n)
		c.value(s.Items, j.value())
		c.path = c.path[:here]
	}
	if s.MinItems != nil && n < *s.MinItems {
		c.faults.add(c.path.String(), "needs at least %d", *s.MinItems)
	}
}

func (c *bodyCheck) object(s *huma.Schema, raw []byte) {
	here := len(c.path)
	missing := slices.Clone(s.Required)
	j := jsonText{text: raw}
	for j.enter(); !j.leave('}'); c.path = c.path[:here] {
		if c.stop() {
			return
		}
		name := j.name()
		c.path.member(name)
		j.next()
		value := j.value()
		required := false
		if i := slices.Index(missing, name); i >= 0 {
			missing, required = slices.Delete(missing, i, i+1), true
		}
		property, known := s.Properties[name]
		others, described := s.AdditionalProperties.(*huma.Schema)
		switch {
		case known && string(value) == "null" && (!required || s.Nullable):
		case known:
			c.value(property, value)
		case described:
			c.value(others, value)
		case s.AdditionalProperties == false:
			c.faults.add(c.path.String(), "%s", c.unexpected(s, name, here))
		}
	}
	for _, name := range missing {
		if p := s.Properties[name]; p != nil && p.ReadOnly {
			continue
		}
		c.path.member(name)
		c.faults.add(c.path.String(), "is required")
		c.path = c.path[:here]
	}
}

// unexpected says what is wrong with a member that an object does not have, and
// where a fact of a calculation belongs.
func (c *bodyCheck) unexpected(s *huma.Schema, name string, here int) string {
	facts := s.Properties["facts"]
	if facts == nil || facts.Type != huma.TypeObject || !factNames()[name] {
		return "unexpected property"
	}
	path := c.path[:here:here]
	path.member("facts")
	path.member(name)
	return "is no field of the request but a fact: give it as " + path.String()
}

// factNames are the names of the facts of all calculators.
var factNames = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for _, books := range []*tax.Registry{all.Registry(), all.Payroll().Places()} {
		for _, j := range books.All() {
			for i := range j.Facts {
				names[j.Facts[i].Name] = true
			}
		}
	}
	return names
})

// whole has huma look at a value that has no parts to speak of.
func (c *bodyCheck) whole(s *huma.Schema, raw []byte) {
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		c.faults.add(c.path.String(), "is a number beyond what is taken")
		return
	}
	c.at.Reset()
	c.found.Reset()
	huma.Validate(c.schemas, s, c.at, huma.ModeWriteToServer, value, &c.found)
	here := len(c.path)
	for _, err := range c.found.Errors {
		var d *huma.ErrorDetail
		if !errors.As(err, &d) {
			continue
		}
		if d.Location != "" {
			c.path.member(d.Location)
		}
		message := sentence(d)
		if d.Message == validation.MsgExpectedString && !mayBeAmount(s) {
			message = "must be a string in quotes"
		}
		if absent, ok := absentProperty(d.Message); ok {
			c.path.member(absent)
			message = "is required"
		}
		c.faults.add(c.path.String(), "%s", message)
		c.path = c.path[:here]
	}
}

// mayBeAmount reports whether a string of a schema may be an amount: nothing narrows
// it, or decimals do.
func mayBeAmount(s *huma.Schema) bool {
	free := s.Pattern == "" && s.Format == "" && len(s.Enum) == 0 && s.MaxLength == nil && s.MinLength == nil
	return free || strings.Contains(s.PatternDescription, "decimal")
}

// look notes what is wrong with the body. Where that is as much as is listed, or
// a list is too long, it is the answer; else the domain looks at the rest.
func (c *Call) look(ctx context.Context, schema *huma.Schema, text []byte) error {
	faults, enough, err := c.server.checkBody(ctx, schema, text)
	if err != nil {
		return fault.Wrap(err, fault.InvalidInput, "the client left")
	}
	c.bodyFaults = faults.Fields
	c.moreFaults += faults.more
	if enough {
		return slices.Concat(c.unknown, faults.Fields).Err()
	}
	return nil
}
