package http

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// resource is a kind of record as the API shows it: S is its state, V what of it is
// shown. What is done with it is declared by the register functions below, each
// from a verb or a table that knows the rest.
type resource[S, V any] struct {
	entry   string // of the catalogue, where an operation names no other
	surface string
	list    string // path of all: "/api/cases/"; created records stand below it
	one     string // path of one, ending in its parameter: "/api/cases/{case_id}/"
	kind    commands.Kind[S]
	view    func(ctx context.Context, c *Call, h commands.Held[S]) (V, error)
	// settle waits, after a write, until what this node keeps in memory has it; nil
	// = it keeps nothing.
	settle func(ctx context.Context, at event.Position)
	fixed  string // id of the one record of a tenant, where its path has no parameter
}

// id is the record that a call's path names.
func (r *resource[S, V]) id(c *Call) string {
	if r.fixed != "" {
		return r.fixed
	}
	at := strings.LastIndexByte(r.one, '{')
	name, _, _ := strings.Cut(r.one[at+1:], "}")
	return c.vars[name]
}

// filled is an operation with what its resource and method say.
func (r *resource[S, V]) filled(o Operation, method, path string, errs ...int) Operation {
	o.Method, o.Surface = method, r.surface
	if o.Entry == "" {
		o.Entry = r.entry
	}
	if o.Path == "" {
		o.Path = path
	}
	o.Errors = append(o.Errors, errs...)
	return o
}

// answered is a record as it is shown.
func (r *resource[S, V]) answered(ctx context.Context, c *Call, h commands.Held[S]) (*reply[V], error) {
	v, err := r.view(ctx, c, h)
	return &reply[V]{ETag: etag(h.Revision), Body: v}, err
}

// perform carries out a command on a record, and waits until this node knows of it.
func perform[S, V, C any](ctx context.Context, s *Server, c *Call, r *resource[S, V], v commands.Verb[S, C], w Written, id string,
	cmd C) (h commands.Held[S], done commands.Done[S], err error) {
	caller, err := c.writer(w)
	if err != nil {
		return h, done, err
	}
	if h, done, err = v.Do(ctx, s.Executor, caller, id, cmd); err != nil {
		return h, done, err
	}
	settled(c, done)
	if r.settle != nil && done.Position != (event.Position{}) {
		r.settle(ctx, done.Position)
	}
	return h, done, nil
}

// carryOut carries out a command on a record, and shows what that is then.
func carryOut[S, V, C any](ctx context.Context, s *Server, c *Call, r *resource[S, V], v commands.Verb[S, C], w Written, id string,
	cmd C) (*reply[V], error) {
	held, done, err := perform(ctx, s, c, r, v, w, id, cmd)
	if err != nil {
		return nil, err
	}
	a, err := r.answered(ctx, c, held)
	if err != nil {
		return nil, err
	}
	a.LogPosition = positionOf(done)
	if v.Creates {
		a.Status, a.Location = http.StatusCreated, r.list+done.ID+"/"
	}
	return a, nil
}

// remove carries out a command that takes the record of the path away, and says what is
// left to say of it.
func remove[S, V, C any](ctx context.Context, s *Server, c *Call, r *resource[S, V], v commands.Verb[S, C], w Written,
	cmd C) (*emptied, error) {
	_, done, err := perform(ctx, s, c, r, v, w, r.id(c), cmd)
	if err != nil {
		return nil, err
	}
	return &emptied{Status: http.StatusNoContent, ETag: etag(done.Revision), LogPosition: positionOf(done)}, nil
}

// commandIn is a command with what every write takes.
type commandIn[C any] struct {
	Sited
	Written
	Body C
}

func (in *commandIn[C]) Resolve(hc huma.Context) []error { return examine(hc, in) }

func (in *commandIn[C]) faults(c *Call, _ bool) fault.Fields {
	if c.operation.examine == nil {
		return nil
	}
	return fieldsOf(c.operation.examine(c, &in.Body))
}

// examining lets the verb name the faults of a command that the schema refuses.
func examining[S, C any](o *Operation, v commands.Verb[S, C], fill []func(c *Call, cmd *C)) {
	o.ID = v.ID
	if v.Permission != "" { // else it is asked part by part, and o says what the gate asks
		o.Permission = v.Permission
	}
	if v.Validate != nil && o.examine == nil {
		o.examine = func(c *Call, body any) error {
			cmd := *body.(*C)
			for _, f := range fill {
				f(c, &cmd)
			}
			return v.Validate(c.Caller, cmd)
		}
	}
}

// registerCreate adds POST on the list: v begins a record.
func registerCreate[S, V, C any](s *Server, r *resource[S, V], o Operation, v commands.Verb[S, C], fill ...func(c *Call, cmd *C)) {
	o = r.filled(o, http.MethodPost, r.list, 409, 422)
	o.Status = http.StatusCreated
	registerCommand(s, r, o, v.Creating(), fill)
}

// registerChange adds PATCH on one record.
func registerChange[S, V, C any](s *Server, r *resource[S, V], o Operation, v commands.Verb[S, C], fill ...func(c *Call, cmd *C)) {
	registerCommand(s, r, r.filled(o, http.MethodPatch, r.one, 409, 412, 422), v, fill)
}

// registerAction adds POST below one record: what o.Path adds to the path of one.
// fill takes what the path says beyond the record.
func registerAction[S, V, C any](s *Server, r *resource[S, V], o Operation, v commands.Verb[S, C], fill ...func(c *Call, cmd *C)) {
	o.Path = r.one + o.Path
	registerCommand(s, r, r.filled(o, http.MethodPost, "", 409, 412, 422), v, fill)
}

func registerCommand[S, V, C any](s *Server, r *resource[S, V], o Operation, v commands.Verb[S, C], fill []func(c *Call, cmd *C)) {
	examining(&o, v, fill)
	register(s, o, func(ctx context.Context, c *Call, in *commandIn[C]) (*reply[V], error) {
		for _, f := range fill {
			f(c, &in.Body)
		}
		id := ""
		if !v.Creates {
			id = r.id(c)
		}
		return carryOut(ctx, s, c, r, v, in.Written, id, in.Body)
	})
}

// registerBare is registerAction of a command that nobody has anything to say in.
// A body may be sent, and must then be an empty object.
func registerBare[S, V, C any](s *Server, r *resource[S, V], o Operation, v commands.Verb[S, C], fill ...func(c *Call, cmd *C)) {
	o.Path = r.one + o.Path
	o = r.filled(o, http.MethodPost, "", 409, 412, 422)
	examining(&o, v, fill)
	type bareIn struct {
		Sited
		Written
		Body *struct{}
	}
	register(s, o, func(ctx context.Context, c *Call, in *bareIn) (*reply[V], error) {
		var cmd C
		for _, f := range fill {
			f(c, &cmd)
		}
		return carryOut(ctx, s, c, r, v, in.Written, r.id(c), cmd)
	})
}

// registerRemove adds DELETE on one record: v takes it away, and nothing is left to be shown.
func registerRemove[S, V, C any](s *Server, r *resource[S, V], o Operation, v commands.Verb[S, C]) {
	examining(&o, v, nil)
	o.Status = http.StatusNoContent
	type removeIn struct {
		Sited
		Written
	}
	register(s, r.filled(o, http.MethodDelete, r.one, 409, 412), func(ctx context.Context, c *Call, in *removeIn) (*emptied, error) {
		var cmd C
		return remove(ctx, s, c, r, v, in.Written, cmd)
	})
}

// registerRead adds GET on one record. o names the permission, and the id unless it
// is that of the surface and "read".
func registerRead[S, V any](s *Server, r *resource[S, V], o Operation) {
	o.fresh = true // what is shown is folded from the log
	register(s, r.filled(o, http.MethodGet, r.one), func(ctx context.Context, c *Call, in *struct{ Sited }) (*reply[V], error) {
		h, err := r.kind.Load(ctx, s.Log, c.Caller, r.id(c))
		if err != nil {
			return nil, err
		}
		return r.answered(ctx, c, h)
	})
}

// documented adds the parameters of a path that its input does not declare.
func documented(o *Operation, op *huma.Operation) {
	for _, p := range strings.Split(o.Path, "{")[1:] {
		name, _, _ := strings.Cut(p, "}")
		op.Parameters = append(op.Parameters, &huma.Param{Name: name, In: "path", Required: true,
			Schema: &huma.Schema{Type: huma.TypeString, MaxLength: new(64)}})
	}
}
