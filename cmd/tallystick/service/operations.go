package service

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
	swaggerfiles "github.com/swaggo/files/v2"

	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/readmodels"
)

// referencePage begins with the surfaces, which a word narrows: some hundred operations
// that are open at once take a browser ten seconds.
const referencePage = `document.title = "Tallystick API";
window.onload = () => { window.ui = SwaggerUIBundle({url: "/openapi.json", dom_id: "#swagger-ui", deepLinking: true, filter: true,
  docExpansion: "none", defaultModelsExpandDepth: -1, displayRequestDuration: false, supportedSubmitMethods: [],
  presets: [SwaggerUIBundle.presets.apis]}); };`

// operations answers on the operations listener, which has no credentials and
// is loopback by default: probes, metrics, and the API's reference page.
func (s *Service) operations() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, r *http.Request) { fmt.Fprintln(w, "alive") })
	mux.HandleFunc("GET /readyz", s.readyz)
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.Metrics.Registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/vnd.oai.openapi+json;version=3.1")
		w.Write(s.API.OpenAPI())
	})
	mux.HandleFunc("GET /docs/swagger-initializer.js", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprint(w, referencePage)
	})
	assets, err := fs.Sub(swaggerfiles.FS, ".")
	if err != nil {
		panic(err) // the assets are embedded
	}
	mux.Handle("GET /docs/", http.StripPrefix("/docs/", http.FileServerFS(assets)))
	mux.Handle("GET /{$}", http.RedirectHandler("/docs/", http.StatusFound))
	return mux
}

// readyz names everything that is not ready.
func (s *Service) readyz(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	var unready []string
	if !s.Directory.Ready() {
		why := "out of reach or not read yet"
		if trouble := s.Store.Trouble(); trouble != nil {
			why = trouble.Error()
		} else if s.Directory.LogShorter() {
			why = "ends before what was read of it: it is an older copy, or another log; connect the right one, or start again"
		}
		unready = append(unready, "event log: "+why)
	} else if trouble := s.Store.Trouble(); errors.Is(trouble, eventstore.ErrRefused) {
		unready = append(unready, "event log: "+trouble.Error())
	}
	if n := s.node.Load(); n != nil && n.Failed() != nil {
		unready = append(unready, "event log: refuses appends")
	}
	select {
	case <-s.prepared:
		if err := s.DB.Owner.Ping(ctx); err != nil {
			unready = append(unready, "read models: PostgreSQL is out of reach")
		} else {
			unready = append(unready, s.holdups(ctx)...)
		}
	default:
		unready = append(unready, "read models: not prepared yet")
	}
	for _, why := range s.Runner.Failing() {
		unready = append(unready, "projection put alone: "+why)
	}
	if why := s.Runner.Stopped(); why != "" {
		unready = append(unready, "projections: "+why)
	}
	if why := s.Runner.Interrupted(); why != "" {
		unready = append(unready, "projections stand still and try again: "+why)
	}
	if why := s.Checkpoints.Refused(); why != "" {
		unready = append(unready, "checkpoints: "+why)
	}
	unready = append(unready, s.groupsUnready(ctx)...)
	if len(unready) > 0 {
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprintln(w, strings.Join(unready, "\n"))
		return
	}
	fmt.Fprintln(w, strings.Join(append([]string{"ready"}, s.notices()...), "\n"))
}

// auditRowsPeriod is how often audit rows that are too old are looked for.
const auditRowsPeriod = 6 * time.Hour

// keepAuditRows is work of the leader: it drops the months of audit rows that are
// older than the setting says.
func (s *Service) keepAuditRows(ctx context.Context) {
	for ctx.Err() == nil {
		pause := auditRowsPeriod
		months, err := readmodels.Audit.Keep(ctx, s.DB, time.Now().AddDate(0, 0, -s.Config.AuditDays))
		switch {
		case err != nil && ctx.Err() == nil:
			s.Logger.Warn("old audit rows were not dropped; trying again", "error", err)
			pause = time.Minute
		case months > 0:
			s.Logger.Info("old audit rows were dropped; the log keeps them", "months", months)
		}
		sleep(ctx, pause)
	}
}
