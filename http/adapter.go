package http

import (
	"net/http"
	"net/url"
	"sort"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humamux"
	"github.com/gorilla/mux"
)

// routes is huma's adapter over gorilla/mux: one subrouter per first segment,
// since mux matches linearly, with literal segments ahead of parameters.
type routes struct {
	pending  []route
	routers  map[string]*mux.Router
	dispatch func(w http.ResponseWriter, r *http.Request, op *huma.Operation, run func(http.ResponseWriter, *http.Request, url.Values))
}

type route struct {
	op     *huma.Operation
	handle func(huma.Context)
}

// Handle notes a route; build makes the routers once all are known.
func (a *routes) Handle(op *huma.Operation, handle func(huma.Context)) {
	a.pending = append(a.pending, route{op, handle})
}

// canonical drops the trailing slash, which is optional everywhere.
func canonical(path string) string { return strings.TrimSuffix(path, "/") }

// unversioned turns /api/v1/… into /api/…: they are the same operations.
func unversioned(path string) string {
	if rest, ok := strings.CutPrefix(path, "/api/v1/"); ok {
		return "/api/" + rest
	}
	return path
}

// segment is the one after /api/.
func segment(path string) string {
	rest := strings.TrimPrefix(path, "/api/")
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		return rest[:i]
	}
	return rest
}

func (a *routes) build() {
	a.routers = map[string]*mux.Router{}
	sort.SliceStable(a.pending, func(i, j int) bool {
		return rank(a.pending[i].op.Path) < rank(a.pending[j].op.Path)
	})
	for _, rt := range a.pending {
		path := canonical(unversioned(rt.op.Path))
		router := a.routers[segment(path)]
		if router == nil {
			router = mux.NewRouter().SkipClean(true)
			a.routers[segment(path)] = router
		}
		router.NewRoute().Path(path).Methods(rt.op.Method).HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			a.dispatch(w, r, rt.op, func(w http.ResponseWriter, r *http.Request, query url.Values) {
				rt.handle(gated{humamux.NewContext(rt.op, r, w), query})
			})
		})
	}
}

// humaContext can be embedded where a method is called Context.
type humaContext = huma.Context

// gated is a request with the query as the gate has read it.
type gated struct {
	humaContext
	query url.Values
}

func (g gated) Query(name string) string { return g.query.Get(name) }

// Header is the request's; a body that the gate has taken for JSON is JSON to
// everybody.
func (g gated) Header(name string) string {
	if name == "Content-Type" {
		if body := g.Operation().RequestBody; body != nil && body.Content["application/json"] != nil {
			return "application/json"
		}
	}
	return g.humaContext.Header(name)
}

// URL has the query in the one form that everybody reads alike.
func (g gated) URL() url.URL {
	u := g.humaContext.URL()
	u.RawQuery = g.query.Encode()
	return u
}

// rank orders paths so that at each depth literals come before parameters.
func rank(path string) string {
	return strings.ReplaceAll(canonical(unversioned(path)), "{", "~")
}

// match finds the route of a request; allow lists the methods of the path when
// only the method is wrong.
func (a *routes) match(r *http.Request) (handler http.Handler, vars map[string]string, allow []string) {
	router := a.routers[segment(r.URL.Path)]
	if router == nil {
		return nil, nil, nil
	}
	var m mux.RouteMatch
	if router.Match(r, &m) && m.MatchErr == nil && m.Handler != nil {
		return m.Handler, m.Vars, nil
	}
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
		other := *r
		other.Method = method
		var m mux.RouteMatch
		if router.Match(&other, &m) && m.MatchErr == nil && m.Handler != nil {
			allow = append(allow, method)
		}
	}
	return nil, nil, allow
}

// ServeHTTP is part of huma's interface; requests come in through the front.
func (a *routes) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	http.NotFound(w, r)
}
