// Package service assembles the layers into one running process. It is wiring
// only: what is started, in which order, and how it ends.
package service

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/gateway"
	"github.com/tallystick/tallystick/eventstore/node"
	"github.com/tallystick/tallystick/eventstore/vault"
	api "github.com/tallystick/tallystick/http"
	"github.com/tallystick/tallystick/projections"
	"github.com/tallystick/tallystick/projections/directory"
	"github.com/tallystick/tallystick/projections/follow"
	"github.com/tallystick/tallystick/projections/taxbook"
	"github.com/tallystick/tallystick/readmodels"
	"github.com/tallystick/tallystick/readmodels/pg"
)

// Version of the service, as the OpenAPI document shows it.
const Version = "0.1.0"

// Service is the running process.
type Service struct {
	Config      config.Config
	Logger      *slog.Logger
	Store       *eventstore.Store
	Log         *eventstore.Log
	DB          *readmodels.DB
	Vault       *vault.Vault
	Directory   *directory.Directory
	Executor    *commands.Executor
	Checkpoints *commands.Checkpoints
	Stamps      *commands.Stamps // nil without TALLYSTICK_TIMESTAMP_URL
	TaxBook     *taxbook.Book
	API         *api.Server
	Metrics     *api.Metrics
	Runner      *projections.Runner
	Cluster     *pg.Cluster // nil with DATABASE_URL

	platformParts
	documentsParts
	booksParts
	invoicingParts
	knowledgeParts

	damaged atomic.Int64 // streams
	// couldDelete: the event log would let the service's own user delete streams.
	couldDelete atomic.Bool
	unmarked    atomic.Bool // the event log is from before marks
	logConfig   eventstore.Config
	node        atomic.Pointer[node.Node] // nil with EVENTSTORE_URL, or while another process runs it
	prepared    chan struct{}
	snapshotKey []byte
	stop        context.CancelFunc
	work        sync.WaitGroup // all that uses the stores
	serving     sync.WaitGroup // the node's listeners
	servers     []*http.Server
	gateway     *gateway.Server // nil without TALLYSTICK_GATEWAY_LISTEN
	addr        map[string]string
	drain       context.CancelFunc
	closed      sync.Once
}

// Open connects or starts the stores and assembles the layers, without
// listening; the command line works through it.
func Open(ctx context.Context, c config.Config, logger *slog.Logger) (_ *Service, err error) {
	s := &Service{Config: c, Logger: logger, Metrics: api.NewMetrics(), prepared: make(chan struct{}), addr: map[string]string{}}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	if err := os.MkdirAll(c.DataDir, 0o755); err != nil {
		return nil, err
	}
	masterKey, err := hex.DecodeString(c.MasterKey)
	if err != nil || len(masterKey) != vault.MasterKeyBytes {
		return nil, errors.New("TALLYSTICK_MASTER_KEY: needs 64 hex digits")
	}
	if err := s.openLog(c); err != nil {
		return nil, err
	}
	var background context.Context
	background, s.stop = context.WithCancel(context.Background())
	// A private database takes its time to start; what is wrong with the log's address is said meanwhile.
	s.run(func() { _, _, _ = s.Store.Head(background) })
	if err := s.openDatabase(ctx, c); err != nil {
		return nil, err
	}
	if s.Vault, err = vault.New(s.DB.Owner, masterKey, time.Now); err != nil {
		return nil, err
	}
	markKey, err := MarkKey(c)
	if err != nil {
		return nil, err
	}
	s.Log = &eventstore.Log{Store: s.Store, Codec: &eventstore.Codec{Registry: eventstore.Registry, Box: s.Vault, Key: markKey}}
	s.DB.Damaged = s.Log.DamagedRecord
	s.Directory = directory.New()
	s.TaxBook = taxbook.New(logger)
	if s.snapshotKey, err = derivedKey(c, "events kept beside the log"); err != nil {
		return nil, err
	}
	s.Executor = &commands.Executor{Log: s.Log, Now: time.Now, Observe: s.Metrics.Command}
	s.Runner = &projections.Runner{
		Source: s.Log, DB: s.DB, Projections: projections.All(eventstore.Registry.Categories()),
		Categories: eventstore.Registry.Categories(), Logger: logger, Observe: s.Metrics.Projected,
	}
	for _, p := range s.Runner.Projections {
		s.DB.Expected = append(s.DB.Expected, p.Name)
	}
	if s.Checkpoints, err = newCheckpoints(s, c); err != nil {
		return nil, err
	}
	if s.Stamps, err = newStamps(s, c); err != nil {
		return nil, err
	}
	s.Runner.Leading = append(s.Runner.Leading, s.publishCheckpoints, s.keepAuditRows)
	if err := s.openGroups(c); err != nil {
		return nil, err
	}
	s.run(func() { s.prepare(background) })
	s.run(func() { s.followDirectory(background) })
	s.run(func() { s.followTaxBook(background) })
	s.run(func() { s.Directory.Watch(background, s.Store.Head) })
	return s, nil
}

func (s *Service) run(f func()) {
	s.work.Add(1)
	go func() {
		defer s.work.Done()
		f()
	}()
}

// followDirectory keeps the directory fed; what it cannot read now (the vault
// being out of reach, say) it tries again from the start.
func (s *Service) followDirectory(ctx context.Context) {
	events := s.kept("directory")
	s.keepFed(ctx, "the directory", func() error { return s.Directory.Run(ctx, events) })
}

// keepFed runs what keeps something of the log in memory, again and again until ctx ends.
// That the log is out of reach, and why, the store has said once; it is not repeated at
// each try.
func (s *Service) keepFed(ctx context.Context, what string, run func() error) {
	for ctx.Err() == nil {
		if err := run(); err != nil && ctx.Err() == nil {
			level := slog.LevelWarn
			if errors.Is(err, eventstore.ErrUnavailable) {
				level = slog.LevelDebug
			}
			s.Logger.Log(ctx, level, what+" is not fed; trying again", "error", err)
			sleep(ctx, 500*time.Millisecond)
		}
	}
}

// kept is the log for a projection in memory: what that has read of it before stands
// beside it on this node's disk.
func (s *Service) kept(projection string) *follow.Snapshot {
	return follow.NewSnapshot(s.Log, filepath.Join(s.Config.DataDir, "snapshots", projection), s.snapshotKey, s.Logger)
}

// prepare migrates the database, however long it takes to come.
func (s *Service) prepare(ctx context.Context) {
	for ctx.Err() == nil {
		err := s.DB.Prepare(ctx)
		if err == nil {
			close(s.prepared)
			return
		}
		if ctx.Err() == nil {
			s.Logger.Warn("the database is not ready; trying again", "error", err)
		}
		sleep(ctx, time.Second)
	}
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// openLog connects to EVENTSTORE_URL, or to the embedded node: the one that
// runs in this data directory already, else one of our own.
func (s *Service) openLog(c config.Config) (err error) {
	conf := eventstore.Config{URL: c.EventStoreURL, Logger: s.Logger}
	if c.EventStoreURL == "" {
		if conf.Socket, err = socketPath(c.DataDir); err != nil {
			return err
		}
		if !answers(conf.Socket) {
			if err := s.startNode(c, conf.Socket); err != nil {
				return err
			}
			conf.Here = func() eventstore.PageReader { return s.node.Load() }
		}
	}
	s.logConfig = conf
	s.Store, err = eventstore.Connect(conf)
	return err
}

// LogConfig says where the event log is.
func (s *Service) LogConfig() eventstore.Config { return s.logConfig }

func (s *Service) startNode(c config.Config, socket string) error {
	dir := filepath.Join(c.DataDir, "log")
	if err := errors.Join(os.MkdirAll(dir, 0o700), os.Chmod(dir, 0o700)); err != nil { // the folder above is PostgreSQL's to cross
		return err
	}
	n, err := node.Open(node.Options{
		Dir: dir, Protect: eventstore.Registry.Registered, Logger: s.Logger,
		Observe: node.Observer{Commit: func(events, _ int, took time.Duration) { s.Metrics.NodeCommit(events, took) }},
	})
	if err != nil {
		return err
	}
	s.node.Store(n)
	os.Remove(socket)
	l, err := net.Listen("unix", socket)
	if err != nil {
		return err
	}
	if err := os.Chmod(socket, 0o600); err != nil {
		return err
	}
	s.serve(n, l)
	if c.LogListen == "" {
		return nil
	}
	tcp, err := listenLoopback(c.LogListen)
	if err != nil {
		return fmt.Errorf("TALLYSTICK_EVENT_LOG_LISTEN: %w", err)
	}
	s.addr["log"] = tcp.Addr().String()
	s.serve(n, tcp)
	return nil
}

func (s *Service) serve(n *node.Node, l net.Listener) {
	s.serving.Add(1)
	go func() {
		defer s.serving.Done()
		if err := n.Serve(l); err != nil {
			s.Logger.Error("the event log's listener ended", "error", err)
		}
	}()
}

// StopLog and StartLog end and begin the embedded node alone; for tests and
// for moving its files.
func (s *Service) StopLog() error { return s.node.Load().Close() }

// StartLog begins the embedded node again.
func (s *Service) StartLog() error {
	socket, err := socketPath(s.Config.DataDir)
	if err != nil {
		return err
	}
	return s.startNode(s.Config, socket)
}

// listenLoopback refuses an address that others could reach: the node has no
// credentials of its own.
func listenLoopback(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return nil, fmt.Errorf("%s is not a loopback address", address)
	}
	return net.Listen("tcp", address)
}

// socketPath is in the data directory, or in the temporary one where the
// former's name is too long for a socket.
func socketPath(dataDir string) (string, error) {
	dir, err := filepath.Abs(dataDir)
	if err != nil {
		return "", err
	}
	const socketNameMax = 100
	if path := filepath.Join(dir, "eventlog.sock"); len(path) <= socketNameMax {
		return path, nil
	}
	return filepath.Join(os.TempDir(), "tallystick-log-"+pg.Digest(dir)+".sock"), nil
}

func answers(socket string) bool {
	conn, err := net.DialTimeout("unix", socket, time.Second)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}

func (s *Service) openDatabase(ctx context.Context, c config.Config) (err error) {
	url := c.DatabaseURL
	if url == "" {
		if c.PostgresBinary != "" {
			os.Setenv("TALLYSTICK_POSTGRES_BIN", c.PostgresBinary)
		}
		if s.Cluster, err = pg.Start(ctx, filepath.Join(c.DataDir, "postgres")); err != nil {
			return err
		}
		if err := s.Cluster.CreateDatabase(ctx, "tallystick"); err != nil {
			return err
		}
		url = s.Cluster.URL("tallystick")
	}
	s.DB, err = readmodels.Open(url)
	return err
}

// Serve starts the API, the operations listener and the background work.
func (s *Service) Serve(ctx context.Context) error {
	draining, drain := context.WithCancel(context.Background())
	s.drain = drain
	recorder := &commands.Recorder{Log: s.Log, Now: time.Now, Observe: s.Metrics.AuditBatch}
	s.API = api.New(api.Deps{
		Log: s.Log, DB: s.DB, Directory: s.Directory, Executor: s.Executor, Checkpoints: s.Checkpoints,
		Recorder: recorder,
		Memories: s.memories(),
		TaxBook:  s.TaxBook, TaxProviders: taxProviders(s.Config), TaxRegisters: taxRegisters(s.Config),
		Registry: all.Registry(), Logger: s.Logger, Now: time.Now, Metrics: s.Metrics, Node: s.Config.NodeName,
		QuestionsPerS: s.Config.QuestionsPerS, QuestionBurst: s.Config.QuestionBurst, Version: Version, Draining: draining,
		ClientPatience: s.clientPatience(),
		PlatformDeps:   s.platformDeps(),
		DocumentsDeps:  s.documentsDeps(),
		BooksDeps:      s.booksDeps(),
		InvoicingDeps:  s.invoicingDeps(),
		KnowledgeDeps:  s.knowledgeDeps(),
	})
	background, cancel := context.WithCancel(context.Background())
	previous := s.stop
	s.stop = func() { cancel(); previous() }
	s.run(func() {
		select {
		case <-s.prepared:
			s.Runner.Run(background)
		case <-background.Done():
		}
	})
	s.run(func() { s.beginMarks(background) }) // not in Open: what is restored goes into an empty log
	s.run(func() { s.followDamage(background) })
	s.run(func() { s.API.Run(background) })
	if err := s.startReactors(background); err != nil {
		return err
	}
	if err := s.startGroups(background); err != nil {
		return err
	}
	if s.Cluster != nil {
		s.run(func() { s.Cluster.Supervise(background, s.Logger) })
	}
	if err := s.listen("api", s.Config.Listen, s.API, s.Config.TLSCert, s.Config.TLSKey); err != nil {
		return err
	}
	if err := s.listen("ops", s.Config.OpsListen, s.operations(), "", ""); err != nil {
		return err
	}
	if err := s.listenGateway(recorder); err != nil {
		return err
	}
	return s.listenControl()
}

func (s *Service) listen(name, address string, h http.Handler, cert, key string) error {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("%s: %w", map[string]string{"api": "TALLYSTICK_LISTEN", "ops": "TALLYSTICK_OPS_LISTEN"}[name], err)
	}
	s.addr[name] = l.Addr().String()
	server := &http.Server{
		Handler: h, DisableGeneralOptionsHandler: true, ReadHeaderTimeout: s.clientPatience(), ReadTimeout: 4 * s.clientPatience(),
		IdleTimeout:    4 * s.clientPatience(),
		MaxHeaderBytes: 32 << 10, ErrorLog: slog.NewLogLogger(s.Logger.Handler(), slog.LevelDebug),
	}
	s.servers = append(s.servers, server)
	s.run(func() {
		var err error
		if cert != "" {
			err = server.ServeTLS(l, cert, key)
		} else {
			err = server.Serve(l)
		}
		if !errors.Is(err, http.ErrServerClosed) {
			s.Logger.Error("listener ended", "listener", name, "error", err)
		}
	})
	return nil
}

// clientPatience is how long a client may take over the head of a request or a
// piece of a response; a whole request may take four times as long.
func (s *Service) clientPatience() time.Duration {
	return time.Duration(s.Config.ClientPatience * float64(time.Second))
}

// Addr is where a listener ("api", "ops", "log") was bound.
func (s *Service) Addr(name string) string { return s.addr[name] }

// drainPatience is how long calls in progress may take to end.
const drainPatience = 15 * time.Second

// Close ends everything in the order in which it depends: no new calls, calls
// in progress, background work, stores.
func (s *Service) Close() {
	s.closed.Do(func() {
		ctx, cancel := context.WithTimeout(context.Background(), drainPatience)
		defer cancel()
		if s.drain != nil {
			s.drain() // ends event streams, which have no end of their own
		}
		if s.gateway != nil {
			s.gateway.Close()
		}
		for _, server := range s.servers {
			server.Shutdown(ctx)
			server.Close()
		}
		if s.stop != nil {
			s.stop()
		}
		s.work.Wait()
		if s.Store != nil {
			s.Store.Close()
		}
		if n := s.node.Load(); n != nil {
			n.Close()
			s.serving.Wait()
		}
		if s.DB != nil {
			s.DB.Close()
		}
		if s.Cluster != nil {
			s.Cluster.Stop()
		}
	})
}
