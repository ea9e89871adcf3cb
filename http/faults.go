package http

import (
	"errors"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tax"
)

// A 400 names every fault at once: what the schema finds, and what the domain
// finds in the rest of the same input. The domain is asked only once something
// is known to be wrong, so that good input is not looked at twice.

// examiner is an input in which the domain finds more than the schema does. Of
// an input that is not whole, what the schema faulted may not have been read,
// and is then zero.
type examiner interface {
	faults(c *Call, whole bool) fault.Fields
}

// examine notes whom to ask. It is what an examiner's Resolve returns.
func examine(hc huma.Context, in examiner) []error {
	callOf(hc.Context()).input = in
	return nil
}

// inputFault gives the calculators' list of malformed fields the domain's form.
func inputFault(err error) error {
	var input *tax.InputError
	if !errors.As(err, &input) {
		return err
	}
	var fields fault.Fields
	for _, f := range input.Fields {
		fields.Add(f.Field, "%s", f.Message)
	}
	return fields.Err()
}

// fieldsOf are the malformed fields that errors name; nil errors and all others
// name none.
func fieldsOf(errs ...error) (fields fault.Fields) {
	for _, err := range errs {
		if f := fault.As(inputFault(err)); f != nil {
			fields = append(fields, f.Fields...)
		}
	}
	return fields
}

// withOthers adds what else is malformed to an error that names malformed
// fields; any other stays as it is.
func (c *Call) withOthers(err error) error {
	fields := fieldsOf(err)
	if len(fields) == 0 || c.input == nil {
		return err
	}
	named := map[string]bool{}
	for _, f := range fields {
		named[f.Field] = true
	}
	for _, f := range c.input.faults(c, true) {
		if !named[f.Field] {
			fields = append(fields, f)
		}
	}
	return fields.Err()
}

func validationProblem(c *Call, msg string, errs []error) *Problem {
	fields := slices.Concat(c.unknown, c.bodyFaults)
	for _, err := range errs {
		if f := fault.As(err); f != nil {
			return c.server.problem(c, f)
		}
		var d *huma.ErrorDetail
		if !errors.As(err, &d) {
			fields.Add("body", "%s", plain(err.Error()))
			continue
		}
		if d.Location == "body" && len(c.bodyFaults) > 0 {
			continue // of what is faulty the rest cannot be read
		}
		name, message := fieldName(d.Location), sentence(d)
		if of, ok := unreadField(d.Message); ok && name == "body" {
			name = of
		}
		if absent, ok := absentProperty(d.Message); ok {
			name, message = fieldName(d.Location+"."+absent), "is required"
		}
		fields.Add(name, "%s", message)
	}
	if len(fields) == 0 {
		fields.Add("body", "%s", plain(msg))
	}
	if c.input != nil {
		known := doubts(fields)
		for _, f := range c.input.faults(c, false) {
			if !known.cover(f.Field) {
				fields = append(fields, f)
			}
		}
	}
	return c.server.problem(c, fields.Err())
}

// doubted are the fields that the schema has faulted, by what they are read
// with: the rest of that may not have been read.
type doubted map[string]bool

func doubts(faulted fault.Fields) doubted {
	d := doubted{}
	for _, f := range faulted {
		d[part(f.Field)] = true
		for i := range len(f.Field) { // a fault of a part is one of the whole
			if f.Field[i] == '.' || f.Field[i] == '[' {
				d["of "+f.Field[:i]] = true
			}
		}
		d["at "+f.Field] = true
	}
	return d
}

// cover reports whether name is read with what was faulted, holds it, or is a
// part of it.
func (d doubted) cover(name string) bool {
	if d["body"] || d[part(name)] || d["of "+name] || d["at "+name] {
		return true
	}
	for i := range len(name) {
		if (name[i] == '.' || name[i] == '[') && d["at "+name[:i]] {
			return true
		}
	}
	return false
}

// part is what of the body a field is read with: a member of the body, a fact,
// or a member of an element of a list.
func part(name string) string {
	end := strings.IndexAny(name, ".[")
	switch {
	case end < 0:
		return name
	case name[end] == '.' && name[:end] != "facts":
		return name[:end]
	}
	if more := strings.IndexByte(name[end+1:], '.'); more >= 0 && name[end] == '[' {
		if last := strings.IndexAny(name[end+1+more+1:], ".["); last >= 0 {
			return name[:end+1+more+1+last]
		}
	}
	return name
}

// absentProperty is the name of a required property that is not there, which
// huma reports on the object that lacks it.
func absentProperty(message string) (string, bool) {
	before, after, _ := strings.Cut(validation.MsgExpectedRequiredProperty, "%s")
	name, ok := strings.CutPrefix(message, before)
	if !ok {
		return "", false
	}
	return strings.CutSuffix(name, after)
}

// unreadField is the member that encoding/json could not read.
func unreadField(message string) (string, bool) {
	_, of, found := strings.Cut(message, " into Go struct field ")
	of, _, ends := strings.Cut(of, " of type ")
	_, name, within := strings.Cut(of, ".")
	return name, found && ends && within
}

// fieldName drops where huma found a field: callers know their own names.
func fieldName(location string) string {
	for _, prefix := range []string{"body.", "query.", "path.", "header."} {
		if name, ok := strings.CutPrefix(location, prefix); ok {
			return name
		}
	}
	if location == "" {
		return "body"
	}
	return location
}

// sentence says the right form where huma's own words would not.
func sentence(d *huma.ErrorDetail) string {
	if _, number := d.Value.(float64); number && d.Message == validation.MsgExpectedString {
		return `must be a string in quotes, not a JSON number: amounts are decimal strings such as "60000.00"`
	}
	return plain(d.Message)
}

// plain keeps a decoder's remarks about Go types out of answers.
func plain(message string) string {
	if i := strings.Index(message, "json: cannot unmarshal"); i >= 0 {
		return "is not of the expected type"
	}
	return strings.TrimPrefix(message, "json: ")
}
