// Package bench measures what the service promises, each figure beside its
// floor: what the machine does without the service, in the same run. The ratio
// of the two says what the service costs, on any machine.
package bench

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore/proof"
)

// Options of a run.
type Options struct {
	Quick bool   // a tenth of the work: for a first impression
	Only  string // run only the parts whose name contains this
	Out   io.Writer
}

// figure is one line of the table.
type figure struct {
	name, measured, floor, ratio, aim string
	met                               bool
}

// run is the state of one run.
type run struct {
	Options
	ctx     context.Context
	service *service.Service
	tenant  string
	key     string // an owner's
	dir     string
	figures []figure
}

// Run measures everything and prints the table.
func Run(ctx context.Context, o Options) error {
	r := &run{Options: o, ctx: ctx}
	if len(r.asked()) == 0 {
		var names []string
		for _, p := range r.parts() {
			names = append(names, p.name)
		}
		return fmt.Errorf("no part has %q in its name; there are %s", r.Only, strings.Join(names, ", "))
	}
	dir, err := os.MkdirTemp("", "tallystick-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil { // PostgreSQL may run as another user
		return err
	}
	r.dir = dir
	fmt.Fprintf(o.Out, "machine  %s\nseeds    %d for the households, %d for texts; every other input is fixed; ids are random\n\n", machine(), householdSeed, corpusSeed)
	if err := r.start(); err != nil {
		return err
	}
	defer r.service.Close()
	for _, p := range r.asked() {
		began := time.Now()
		if err := p.measure(); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		fmt.Fprintf(o.Out, "%-8s measured in %.1f s\n", p.name, time.Since(began).Seconds())
	}
	r.print()
	return nil
}

// part is what is measured under one name.
type part struct {
	name    string
	measure func() error
}

func (r *run) parts() []part {
	return []part{
		{"income", r.income}, {"questions", r.questions}, {"returns", r.returns}, {"households", r.households}, {"rates", r.rateLookups},
		{"identifiers", r.identifiers}, {"http", r.http}, {"checkout", r.checkout}, {"lag", r.lag},
		{"busy", r.busyLag}, {"append", r.appends}, {"read", r.reads},
		{"memory", r.alone}, {"starts", r.starts}, {"rebuild", r.rebuild}, {"list", r.list}, {"heads", r.heads}, {"proofs", r.proofs},
		{"issuing", r.issuing}, {"books", r.books}, {"months", r.months}, {"affected", r.affected}, {"jobs", r.jobs}, {"export", r.export},
		{"documents", r.documents}, {"corpus", r.corpus}, {"ready", r.ready},
	}
}

// asked are the part of the name that was asked for, or those whose names contain it:
// "read" is one of them, and stands in "ready".
func (r *run) asked() (parts []part) {
	for _, p := range r.parts() {
		if p.name == r.Only {
			return []part{p}
		}
		if strings.Contains(p.name, r.Only) {
			parts = append(parts, p)
		}
	}
	return parts
}

// start runs a service on fresh stores, with one tenant and its owner.
func (r *run) start() error {
	key := make([]byte, 32)
	rand.Read(key) // never fails
	signs, _, err := proof.NewKey(rand.Reader, "bench.example/log")
	if err != nil {
		return err
	}
	c, err := config.Load([]string{
		"TALLYSTICK_LISTEN=127.0.0.1:0", "TALLYSTICK_OPS_LISTEN=127.0.0.1:0", "TALLYSTICK_DATA_DIR=" + filepath.Join(r.dir, "data"),
		"TALLYSTICK_MASTER_KEY=" + hex.EncodeToString(key), "TALLYSTICK_LOG_LEVEL=error",
		"TALLYSTICK_CHECKPOINT_KEY=" + signs, "TALLYSTICK_CHECKPOINT_INTERVAL_SECONDS=86400",
		"TALLYSTICK_QUESTIONS_PER_SECOND=1000000", "TALLYSTICK_QUESTION_BURST=1000000",
	})
	if err != nil {
		return err
	}
	c.PostgresBinary = os.Getenv("TALLYSTICK_POSTGRES_BIN")
	r.service, err = service.Open(r.ctx, c, slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
	if err != nil {
		return err
	}
	if err := r.service.Serve(r.ctx); err != nil {
		return err
	}
	if err := r.service.ReadModelsReady(r.ctx, nil); err != nil {
		return err
	}
	return r.populate()
}

func (r *run) populate() error {
	r.tenant = act.Compact(uuid.Must(uuid.NewV7()))
	t := &commands.Tenancy{Executor: r.service.Executor, Directory: r.service.Directory}
	if _, err := t.CreateTenant(r.ctx, r.caller(), tenancy.CreateTenant{Name: "Bench", TimeZone: "UTC"}); err != nil {
		return err
	}
	owner, err := t.CreatePrincipal(r.ctx, r.caller(), tenancy.CreatePrincipal{Name: "Owner", Kind: "service", Role: access.Owner,
		Sites: tenancy.Grant{All: true}})
	if err != nil {
		return err
	}
	if err := r.service.Directory.WaitFor(r.ctx, owner.Position); err != nil {
		return err
	}
	key, token, err := t.IssueKey(r.ctx, r.caller(), tenancy.IssueKey{Principal: owner.ID})
	if err != nil {
		return err
	}
	r.key = token
	return r.service.Directory.WaitFor(r.ctx, key.Position)
}

func (r *run) caller() commands.Caller {
	return commands.Caller{Tenant: r.tenant, Principal: "bench", Role: access.Owner, Sites: tenancy.Grant{All: true}, Request: "bench"}
}

// scale shortens what a quick run does.
func (r *run) scale(n int) int {
	if r.Quick {
		return max(1, n/10)
	}
	return n
}

// span is how long a rate is measured.
func (r *run) span() time.Duration {
	if r.Quick {
		return 500 * time.Millisecond
	}
	return 3 * time.Second
}

func (r *run) add(f figure) { r.figures = append(r.figures, f) }

// beside adds a rate and its floor; aim is the least ratio wanted.
func (r *run) beside(name, unit string, rate, floor, aim float64, more string) {
	ratio := rate / floor
	r.add(figure{
		name: name, measured: fmt.Sprintf("%s %s%s", number(rate), unit, more), floor: fmt.Sprintf("%s %s", number(floor), unit),
		ratio: fmt.Sprintf("%.2f", ratio), aim: fmt.Sprintf("≥ %.2f", aim), met: ratio >= aim,
	})
}

func number(x float64) string {
	if x >= 10_000 {
		return fmt.Sprintf("%.1f k", x/1000)
	}
	return fmt.Sprintf("%.0f", x)
}

func (r *run) print() {
	w := tabwriter.NewWriter(r.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nfigure\tmeasured\tfloor\tratio\taim\t")
	for _, f := range r.figures {
		verdict := "missed"
		switch {
		case f.aim == "":
			verdict = ""
		case f.met:
			verdict = "met"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", f.name, f.measured, f.floor, f.ratio, f.aim, verdict)
	}
	w.Flush()
}

// machine names what the figures were measured on.
func machine() string {
	model := "unknown processor"
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(info)) {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				model = strings.TrimSpace(value)
				break
			}
		}
	}
	load := "?"
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		load, _, _ = strings.Cut(string(text), " ")
	}
	return fmt.Sprintf("%s, %d cores in use, %s/%s, %s, load %s before the run", model, runtime.GOMAXPROCS(0), runtime.GOOS, runtime.GOARCH,
		runtime.Version(), load)
}

// quantile of durations, which are sorted on the way.
func quantile(all []time.Duration, q float64) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sort.Slice(all, func(i, j int) bool { return all[i] < all[j] })
	return all[min(len(all)-1, int(q*float64(len(all))))]
}

func ms(d time.Duration) string {
	return fmt.Sprintf("%.2f ms", float64(d.Microseconds())/1000)
}
