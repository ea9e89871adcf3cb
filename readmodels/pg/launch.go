// Package pg runs a private PostgreSQL cluster from installed binaries, for
// those who give no DATABASE_URL.
package pg

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Cluster is a running private PostgreSQL.
type Cluster struct {
	dir    string // of the cluster's files
	socket string // folder of its unix socket
	start  func() *exec.Cmd
	owner  *os.File // locked while this process runs the server; nil = another does

	mu       sync.Mutex
	cmd      *exec.Cmd // nil when another process of ours runs the server
	exited   chan struct{}
	log      *tail
	stopping bool
	paused   bool
}

// versionMin is the oldest PostgreSQL whose views honour security_invoker.
const versionMin = 15

// Start makes a cluster under dir where there is none, runs it, and waits
// until it answers. PostgreSQL refuses to run as root, so root starts it as
// user postgres (else nobody); where that user cannot reach dir, the cluster's
// files are kept under /var/lib/tallystick.
func Start(ctx context.Context, dir string, settings ...string) (*Cluster, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	runAs, err := identity()
	if err != nil {
		return nil, err
	}
	if runAs != nil && !othersReach(filepath.Dir(dir)) {
		dir = filepath.Join("/var/lib/tallystick", Digest(dir))
	}
	c := &Cluster{dir: dir, socket: filepath.Join(os.TempDir(), fmt.Sprintf("tallystick-pg-%d-%s", os.Getuid(), Digest(dir)[:12]))}
	for _, d := range []string{c.dir, c.socket} {
		if err := own(d, runAs); err != nil {
			return nil, err
		}
	}
	if c.owner, err = lock(c.dir + ".owner"); err != nil {
		return nil, err
	}
	if c.owner == nil {
		return c, c.wait(ctx, nil) // another process of ours runs the server
	}
	if err := c.outlive(ctx); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(c.dir, "PG_VERSION")); errors.Is(err, os.ErrNotExist) {
		initdb := command(ctx, runAs, filepath.Join(bin, "initdb"), "-D", c.dir, "-U", "tallystick", "-A", "trust", "-E", "UTF8",
			"--locale=C.UTF-8", "--no-instructions")
		if out, err := initdb.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("pg: initdb: %w: %s", err, out)
		}
	}
	args := []string{"-D", c.dir, "-k", c.socket, "-c", "listen_addresses=", "-c", "unix_socket_permissions=0700",
		"-c", "max_connections=100", "-c", "shared_buffers=128MB", "-c", "log_min_messages=warning", "-c", "jit=off",
		"-c", "timezone=GMT", "-c", "log_timezone=GMT",
		// What was forgotten must not stay behind: the write-ahead log is deleted, not
		// kept for reuse, once a checkpoint has passed it; and errors quote no rows, neither
		// as the statement nor as the detail ("Key (name)=(...) already exists").
		"-c", "wal_recycle=off", "-c", "min_wal_size=32MB", "-c", "checkpoint_timeout=5min",
		"-c", "log_error_verbosity=terse", "-c", "log_min_error_statement=panic", "-c", "log_parameter_max_length_on_error=0"}
	for _, s := range settings {
		args = append(args, "-c", s)
	}
	c.start = func() *exec.Cmd {
		return command(context.Background(), runAs, filepath.Join(bin, "postgres"), args...)
	}
	return c, c.run(ctx)
}

// lock takes a lock that ends with this process; nil when another has it.
func lock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("pg: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, nil
		}
		return nil, fmt.Errorf("pg: lock %s: %w", path, err)
	}
	return f, nil
}

// outlive waits for the server of a process that was killed to end: it is on
// its way, and its files must not be opened under it.
func (c *Cluster) outlive(ctx context.Context) error {
	for range 1000 {
		first, err := os.ReadFile(filepath.Join(c.dir, "postmaster.pid"))
		if err != nil {
			return nil
		}
		pid, _, _ := strings.Cut(string(first), "\n")
		comm, err := os.ReadFile(filepath.Join("/proc", strings.TrimSpace(pid), "comm"))
		if err != nil || !strings.HasPrefix(string(comm), "postgres") {
			return nil // what a crash left; PostgreSQL clears it up
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fmt.Errorf("pg: a server without an owner keeps running on %s", c.dir)
}

func (c *Cluster) run(ctx context.Context) error {
	cmd, exited := c.start(), make(chan struct{})
	c.mu.Lock()
	c.cmd, c.exited, c.log = cmd, exited, &tail{}
	c.mu.Unlock()
	cmd.Stdout, cmd.Stderr = c.log, c.log
	// The server must not outlive a killed parent: SIGQUIT is its immediate
	// shutdown, after which it recovers from its own log.
	cmd.SysProcAttr.Pdeathsig = syscall.SIGQUIT
	cmd.SysProcAttr.Setpgid = true
	started := make(chan error)
	go func() {
		lockThread() // Pdeathsig follows the thread that forked
		started <- cmd.Start()
		if cmd.Process != nil {
			cmd.Wait()
		}
		close(exited)
	}()
	if err := <-started; err != nil {
		return fmt.Errorf("pg: start: %w", err)
	}
	return c.wait(ctx, exited)
}

// wait polls until the server accepts connections. One that says that it is starting is
// given the time that it takes: after a crash it reads its own log first, of which there
// may be a gigabyte, and who ended it meanwhile would have it begin anew.
func (c *Cluster) wait(ctx context.Context, exited <-chan struct{}) error {
	heard := time.Now()
	for {
		trying, cancel := context.WithTimeout(ctx, silenceMax)
		err := ping(trying, c.URL("postgres"))
		cancel()
		if err == nil {
			return nil
		}
		if starting(err) {
			heard = time.Now()
		}
		if ctx.Err() == nil && time.Since(heard) > silenceMax {
			c.Stop()
			return fmt.Errorf("pg: the server did not answer: %w", err)
		}
		select {
		case <-exited:
			return fmt.Errorf("pg: the server ended: %s", strings.TrimSpace(c.log.String()))
		case <-ctx.Done():
			c.Stop()
			return fmt.Errorf("pg: the server did not answer: %w", ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// URL is the address of a database of the cluster.
func (c *Cluster) URL(database string) string {
	return fmt.Sprintf("postgres:///%s?host=%s&user=tallystick", database, c.socket)
}

// Supervise starts the server again whenever it ends by itself, until ctx does.
func (c *Cluster) Supervise(ctx context.Context, logger *slog.Logger) {
	const pause = 500 * time.Millisecond
	for {
		c.mu.Lock()
		exited := c.exited
		c.mu.Unlock()
		if exited == nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-exited:
		}
		c.mu.Lock()
		stopping := c.stopping
		c.mu.Unlock()
		if stopping || ctx.Err() != nil {
			return
		}
		for c.isPaused() && ctx.Err() == nil {
			time.Sleep(pause / 10)
		}
		logger.Warn("PostgreSQL ended; starting it again", "output", c.log.String())
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		if err := c.run(ctx); err != nil {
			logger.Error("PostgreSQL did not start", "error", err)
		}
	}
}

// Stop ends the server, finishing what it is at; a server that another process
// runs is left to it.
func (c *Cluster) Stop() error {
	c.mu.Lock()
	c.stopping = true
	cmd, exited := c.cmd, c.exited
	c.mu.Unlock()
	if cmd == nil || cmd.Process == nil {
		return nil
	}
	defer c.owner.Close()
	cmd.Process.Signal(syscall.SIGINT) // fast shutdown: no waiting for clients
	select {
	case <-exited:
	case <-time.After(20 * time.Second):
		cmd.Process.Kill()
		<-exited
	}
	return os.RemoveAll(c.socket)
}

// Pause and Resume keep a supervised server from being started again and let
// it be; for tests.
func (c *Cluster) Pause()  { c.setPaused(true) }
func (c *Cluster) Resume() { c.setPaused(false) }

func (c *Cluster) setPaused(paused bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.paused = paused
}

func (c *Cluster) isPaused() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.paused
}

// Kill ends the server at once, as a crash would; for tests.
func (c *Cluster) Kill() {
	c.mu.Lock()
	cmd, exited := c.cmd, c.exited
	c.mu.Unlock()
	cmd.Process.Signal(syscall.SIGQUIT)
	<-exited
}

// binaries finds the folder of initdb and postgres: TALLYSTICK_POSTGRES_BIN,
// Debian's, or what stands on the PATH.
func binaries() (string, error) {
	candidates := []string{os.Getenv("TALLYSTICK_POSTGRES_BIN")}
	for _, pattern := range []string{"/usr/lib/postgresql/*/bin", ".tools/usr/lib/postgresql/*/bin"} {
		found, _ := filepath.Glob(pattern)
		candidates = append(candidates, found...)
	}
	if p, err := exec.LookPath("initdb"); err == nil {
		if p, err = filepath.EvalSymlinks(p); err == nil {
			candidates = append(candidates, filepath.Dir(p))
		}
	}
	for _, candidate := range candidates {
		dir, err := filepath.Abs(candidate)
		if candidate == "" || err != nil {
			continue
		}
		out, err := command(context.Background(), nil, filepath.Join(dir, "postgres"), "--version").Output()
		if err != nil {
			continue
		}
		fields := strings.Fields(string(out))
		if len(fields) < 3 {
			continue
		}
		major, _ := strconv.Atoi(strings.SplitN(fields[2], ".", 2)[0])
		if major >= versionMin {
			return dir, nil
		}
	}
	return "", fmt.Errorf("pg: no PostgreSQL %d or newer found; install it, name its folder in TALLYSTICK_POSTGRES_BIN, or give DATABASE_URL",
		versionMin)
}

// identity is whom the server runs as; nil = as ourselves.
func identity() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
	}
	return nil, errors.New("pg: running as root, and there is no user postgres or nobody to run PostgreSQL as")
}

// othersReach reports whether every folder up from dir can be entered by all.
func othersReach(dir string) bool {
	for ; ; dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err == nil && info.Mode().Perm()&1 == 0 {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}

func own(dir string, runAs *syscall.Credential) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return fmt.Errorf("pg: %w", err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return fmt.Errorf("pg: %w", err)
	}
	if runAs == nil {
		return nil
	}
	return os.Chown(dir, int(runAs.Uid), int(runAs.Gid))
}

func command(ctx context.Context, runAs *syscall.Credential, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: runAs}
	cmd.Dir = "/"
	// Binaries that were unpacked beside the project bring their libraries along.
	if libs, _ := filepath.Glob(filepath.Join(filepath.Dir(name), "../../../*-linux-gnu")); len(libs) > 0 {
		cmd.Env = append(os.Environ(), "LD_LIBRARY_PATH="+libs[0]+":"+os.Getenv("LD_LIBRARY_PATH"))
	}
	return cmd
}

// Digest names a folder in 16 characters.
func Digest(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:])[:16]
}
