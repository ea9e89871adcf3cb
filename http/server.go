package http

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/commands/taxproviders"
	"github.com/tallystick/tallystick/commands/taxregisters"
	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/strangers"
	"github.com/tallystick/tallystick/projections/directory"
	"github.com/tallystick/tallystick/projections/follow"
	"github.com/tallystick/tallystick/projections/taxbook"
	"github.com/tallystick/tallystick/readmodels"
)

// Deps is what the API stands on.
type Deps struct {
	Log            *eventstore.Log
	DB             *readmodels.DB
	Directory      *directory.Directory
	Executor       *commands.Executor
	Recorder       *commands.Recorder
	Memories       follow.All // all that this node keeps in memory of the log
	TaxBook        *taxbook.Book
	TaxProviders   map[string]taxproviders.Provider // configured external ones
	TaxRegisters   []taxregisters.Register          // configured ones
	Checkpoints    *commands.Checkpoints
	Registry       *tax.Registry
	Logger         *slog.Logger
	Now            func() time.Time
	Metrics        *Metrics
	Node           string  // this process, in records of strangers
	QuestionsPerS  float64 // throttle of question endpoints, per principal
	QuestionBurst  int
	ClientPatience time.Duration // how long a client may take to accept a piece of a response
	Version        string
	Draining       context.Context // ends when the process stops; event streams end with it

	PlatformDeps
	DocumentsDeps
	BooksDeps
	InvoicingDeps
	KnowledgeDeps
}

// Server is the API.
type Server struct {
	Deps
	api        huma.API
	routes     *routes
	operations []*Operation
	linked     []linked // downloads that signed links open
	planner    *plan.Planner
	throttle   *throttle
	strangers  *strangers.Counter
	openapi    func() []byte // rendered when it is first asked for
}

// New declares every operation.
func New(d Deps) *Server {
	s := &Server{Deps: d, routes: &routes{}}
	s.routes.dispatch = s.dispatch
	s.planner = plan.New(d.Registry.All())
	s.throttle = newThrottle(d.QuestionsPerS, d.QuestionBurst)
	s.strangers = &strangers.Counter{Recorder: d.Recorder, Now: d.Now, Node: d.Node, Operation: "platform.strangers"}
	s.api = huma.NewAPI(openAPIConfig(d.Version), s.routes)
	s.registerAll()
	s.routes.build()
	s.openapi = sync.OnceValue(s.renderOpenAPI) // hundreds of ms, and few starts are asked for it
	return s
}

// registerAll names the groups; each stands in the file that bears its name.
func (s *Server) registerAll() {
	s.registerCalculators()
	s.registerCalculation()
	s.registerUS()
	s.registerInterview()
	s.registerIndirect()
	s.registerCoverage()
	s.registerAnswers()
	s.registerRecordedAnswers()
	s.registerCases()
	s.registerCommerce()
	s.registerOpenAPI()
	s.registerTenancy()
	s.registerEvents()
	s.registerAudit()
	s.registerLog()
	s.registerDamage()
	s.registerGovernance()
	s.registerPlatform()
	s.registerDocuments()
	s.registerBooks()
	s.registerInvoicing()
	s.registerKnowledge()
}

// Operations lists what is served.
func (s *Server) Operations() []*Operation { return s.operations }

// Run carries the server's own background work until ctx ends.
func (s *Server) Run(ctx context.Context) {
	s.strangers.Run(ctx)
	s.strangers.Close()
}

// methodName is a method of the HTTP standards, or "other": what a caller calls
// it names no metric and stands in no record.
func methodName(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions,
		http.MethodConnect, http.MethodTrace:
		return method
	}
	return "other"
}

// ServeHTTP is the front: whatever the path, a caller is known first.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	said := requestID(r)
	c := &Call{server: s, RequestID: recordedID(said), said: said, method: methodName(r.Method), started: s.Now()}
	h := w.Header()
	h.Set("X-Request-Id", said)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Contract-Version", "platform/"+contracts["platform"].version)
	if !s.Directory.Ready() {
		s.problemOf(c, logLost()).write(w)
		s.Metrics.request("unready", c.method, 503, s.Now().Sub(c.started))
		return
	}
	if !s.authenticate(c, w, r) {
		s.Metrics.request("stranger", c.method, 401, s.Now().Sub(c.started))
		return
	}
	odd := oddPath(r.URL)
	r.URL.Path = canonical(unversioned(r.URL.Path))
	r.URL.RawPath = ""
	r = r.WithContext(context.WithValue(r.Context(), callKey{}, c))
	out := &response{ResponseWriter: w, call: c, body: bodies.Get().(*bytes.Buffer), patience: s.ClientPatience}
	defer s.conclude(c, out)
	defer s.recoverPanic(c, out)
	handler, vars, allow := s.routes.match(r)
	switch {
	case odd:
		s.pathNotFound(c, out)
	case handler != nil:
		c.vars = vars
		handler.ServeHTTP(out, muxVars(r, vars))
	case len(allow) > 0:
		s.methodNotAllowed(c, out, allow)
	default:
		s.pathNotFound(c, out)
	}
}

// position of a finished command, for X-Log-Position.
func positionOf[S any](d commands.Done[S]) string {
	if d.Position == (event.Position{}) {
		return ""
	}
	return logPosition(d.Position)
}
