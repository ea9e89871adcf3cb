// Command tallystick is the service and its tools: one binary.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/reactors/sandbox"
)

// command is one word of the command line.
type command struct {
	name, usage, help string
	run               func(ctx context.Context, args []string, out io.Writer) error
}

func commandList() []command {
	return []command{
		{"serve", "", "run the service", serve},
		{"demo", "", "run the service with a demo tenant, and print how to try it", demo},
		{"tenant", "create --name NAME [--time-zone ZONE]", "create a tenant with its first owner", tenantCommand},
		{"principal", "create --tenant ID --name NAME --role ROLE", "create a principal, or with --tenant 0 a staff account", principalCommand},
		{"key", "issue|list|revoke --tenant ID …", "issue, list or revoke API keys", keyCommand},
		{"rates", "import --source ecb|hmrc|imf|us-sst FILE… | list",
			"import published exchange rates and US local sales tax rates, or list what is held", ratesCommand},
		{"rebuild", "[NAME …]", "rebuild read models from the log", rebuild},
		{"forget", "--tenant ID --subject SUBJECT --reason WHY", "make a person's data unreadable everywhere, unless it is held", forget},
		{"hold", "place|lift --tenant ID --subject SUBJECT --reason WHY", "forbid forgetting somebody, or end that", hold},
		{"replay", "--to esdb://…", "copy the log to a cluster, resumable, each event compared", replay},
		{"export", "[--tenant ID] FILE|-", "write the log as lines of JSON, raw bytes kept", export},
		{"import", "FILE|-", "bring an export into an empty log", importLines},
		{"backup", "DIR", "copy log and vault while the service runs, verified", backup},
		{"restore", "[--vault] DIR", "bring a backup into an empty data directory, verified", restore},
		{"checkpoint-key", "new|rotate|show …", "make, follow up or show the key that signs the heads of the log", checkpointKey},
		{"verify", "[--from …] --key … [--checkpoint …]", "replay a log against checkpoints and public keys; says what was changed", verify},
		{"log", "secure --admin esdb://… --password-file FILE | mark",
			"let the service's user of a cluster read and append, and nobody delete; hold every event from here on to the service's mark", logCommand},
		{"catalogue", "[--all]", "print which entries of the catalogue are served", catalogue},
		{"openapi", "", "print the OpenAPI document", openAPI},
		{"taxsim", "< in.csv > out.csv", "compute US households by TAXSIM-35 variable names", taxsimCommand},
		{"law", "due [--days N]", "list what of the embedded law lapses within days", lawCommand},
		{"docs", "roles|catalogue|settings|coverage|errors|events", "print a document that derives from the code", docs},
		{"config", "", "print the settings, secrets redacted", printConfig},
		{"questions", "[FILE]", "put the project's own questions, or those of a file, to the engine, and report by language and category",
			questionsCommand},
		{"bench", "[--quick] [--only PART] [--profile FILE]", "measure the service, each figure beside its floor", benchCommand},
	}
}

func main() {
	sandbox.Enter() // does not return where this process is a run of it
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	setGCPercent(gcPercent)
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "tallystick:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) > 0 {
		for _, c := range commandList() {
			if c.name == args[0] {
				if len(args) > 1 && (c.usage == "" || asksHelp(args[1])) {
					return c.explain(ctx, args[1], out)
				}
				return c.run(ctx, args[1:], out)
			}
		}
	}
	fmt.Fprintln(out, "usage: tallystick COMMAND")
	for _, c := range commandList() {
		fmt.Fprintf(out, "  %-60s %s\n", strings.TrimSpace(c.name+" "+c.usage), c.help)
	}
	if len(args) > 0 && args[0] != "help" {
		return fmt.Errorf("no command %q", args[0])
	}
	return nil
}

func asksHelp(word string) bool { return word == "-h" || word == "-help" || word == "--help" }

// explain answers who asks what a command takes, and refuses any word to one that takes
// none, rather than start something.
func (c command) explain(ctx context.Context, word string, out io.Writer) error {
	switch {
	case !asksHelp(word):
		return fmt.Errorf("%s takes no arguments: what is %q?", c.name, word)
	case c.usage == "":
		fmt.Fprintf(out, "usage: tallystick %s\n  %s; it takes no arguments (its settings: tallystick config)\n", c.name, c.help)
		return nil
	}
	fmt.Fprintf(out, "usage: tallystick %s %s\n  %s\n", c.name, c.usage, c.help)
	if !strings.HasPrefix(strings.TrimPrefix(c.usage, "["), "--") {
		return nil
	}
	if err := c.run(ctx, []string{word}, out); !errors.Is(err, flag.ErrHelp) { // which has listed its flags
		return err
	}
	return nil
}

// logger writes structured lines to standard error; they name records by id
// and hold no personal data, tokens or keys.
func logger(c config.Config) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		level = slog.LevelInfo
	}
	return slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
}

// demoMark is the file that makes a data directory a demo's.
const demoMark = "DEMO"

func isDemo(dataDir string) bool {
	_, err := os.Stat(filepath.Join(dataDir, demoMark))
	return err == nil
}

// alone refuses to serve from a data directory whose log another process runs: it would be
// that one's guest, and without a log as soon as it ends.
func alone(c config.Config) error {
	if c.EventStoreURL == "" && service.Running(c) {
		return fmt.Errorf("a service runs in %s; stop it first, or name another directory in TALLYSTICK_DATA_DIR", c.DataDir)
	}
	return nil
}

func serve(ctx context.Context, _ []string, _ io.Writer) error {
	c, err := config.Load(os.Environ())
	if err != nil {
		return err
	}
	if isDemo(c.DataDir) {
		return fmt.Errorf("%s is a demo's data directory, whose keys lie in a file; serve needs one of its own", c.DataDir)
	}
	if c.LogListen != "" {
		return fmt.Errorf("TALLYSTICK_EVENT_LOG_LISTEN opens the event log without credentials; it is for demo mode only")
	}
	setGCPercent(gcPercentStart)
	go boundMemory(ctx)
	if err := alone(c); err != nil {
		return err
	}
	s, err := service.Open(ctx, c, logger(c))
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.Serve(ctx); err != nil {
		return err
	}
	go readLaw(s.Logger)
	s.Logger.Info("serving", "api", s.Addr("api"), "operations", s.Addr("ops"))
	<-ctx.Done()
	s.Logger.Info("stopping")
	return nil
}

// readLaw reads all law ahead of the first question; the files are embedded
// and tested, so a fault is a broken build. Then what the start took is given back.
func readLaw(logger *slog.Logger) {
	if err := law.ReadAll(); err != nil {
		logger.Error("embedded law", "error", err)
	}
	debug.FreeOSMemory() // reading took several times what is kept of it
	setGCPercent(gcPercent)
}

// opened runs f with the layers over this directory's stores, not listening.
func opened(ctx context.Context, f func(context.Context, *service.Service) error) error {
	c, err := loadWithDemoKey()
	if err != nil {
		return err
	}
	c.LogLevel = "error"
	s, err := service.Open(ctx, c, logger(c))
	if err != nil {
		return err
	}
	defer s.Close()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := s.Ready(ctx); err != nil {
		return err
	}
	return f(ctx, s)
}

// loadWithDemoKey reads the configuration; in a demo's directory the master
// key is the demo's.
func loadWithDemoKey() (config.Config, error) {
	c, err := config.Load(os.Environ())
	if err == nil && c.MasterKey == "" && isDemo(c.DataDir) {
		c.MasterKey, err = demoMasterKey(c.DataDir)
	}
	if err == nil && c.CheckpointKey == "" && isDemo(c.DataDir) {
		c.CheckpointKey, err = demoCheckpointKey(c.DataDir)
	}
	return c, err
}

func printConfig(_ context.Context, _ []string, out io.Writer) error {
	c, err := config.Load(os.Environ())
	if err != nil {
		return err
	}
	for _, s := range c.Settings() {
		value := s.Value
		if value == "" {
			value = "(unset)"
		}
		fmt.Fprintf(out, "%-30s %-24s %s\n", s.Name, value, s.Doc)
	}
	return nil
}
