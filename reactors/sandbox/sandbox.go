// Package sandbox runs what reads files of strangers: parsers and the programs
// that turn pages into text. A run of a parser is this binary again, which takes from
// itself everything it does not need and then does the work; a program is started by a
// thread that has done so.
//
// Within, there is no network and no other way to a process (seccomp refuses
// sockets, tracing, mounting and their kin), no file but those that are listed,
// and those to read only (Landlock), no new file (RLIMIT_FSIZE), bounded memory and
// time. It needs no privilege and no namespace, so that it holds in a container
// and under the unit of packaging/ too. Input comes through a pipe and output
// leaves through one: plain bytes touch no disk.
package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Job is one run. Exactly one of Program and Parser is set.
type Job struct {
	Program string   // absolute path of a program
	Parser  string   // name of a function of this binary, from Register
	Args    []string // of either
	Env     []string // of the program, whole; nothing is inherited
	Read    []string // files and folders that it may read and run, beside the program

	Stdin io.ReadSeeker // read from its beginning, by each run
	// File gives what a program finds at FilePath and cannot change; nil = nothing is there. It
	// is called while the program begins, whose input waits for it; what it fails with is the
	// run's error.
	File      func(context.Context) ([]byte, error)
	OutputMax int64         // bytes; more is ErrOutput
	MemoryMax uint64        // bytes of address space, for a parser beside what Go reserves; 0 = memoryMaxDefault
	Timeout   time.Duration // of processor, in whole seconds; by the clock clockFactor times as much; 0 = timeoutDefault
}

const (
	memoryMaxDefault = 1 << 30
	timeoutDefault   = 30 * time.Second
	outputMaxDefault = 64 << 20
	// clockFactor is by how much a run may be slower than its work: on a machine that is
	// busy it waits for a processor, and that is not the fault of what is read.
	clockFactor = 4
)

// FilePath is where the file of a run stands for its program: in memory, and nowhere on a
// disk. It is empty until the program's input begins, which is to tell it the path.
const FilePath = "/proc/self/fd/3"

// Errors of a run.
var (
	ErrMissing = errors.New("sandbox: this machine cannot confine a process")
	ErrTimeout = errors.New("sandbox: the work took too long")
	ErrOutput  = errors.New("sandbox: the work wrote too much")
)

// Failure is the end of a program that did not succeed. What it said is for the
// operator: it may quote what was read.
type Failure struct {
	Program string
	Code    int // -1 = killed
	Said    string

	killed bool // by SIGKILL, which no program sends to itself for what it reads
}

func (f *Failure) Error() string {
	return fmt.Sprintf("sandbox: %s ended with %d: %s", f.Program, f.Code, f.Said)
}

// order is a run as it is carried out: what the binary is told when it is run again.
type order struct {
	Program   string   `json:"-"` // of one that needs no telling
	Parser    string   `json:"parser,omitempty"`
	Args      []string `json:"args,omitempty"`
	Read      []string `json:"read,omitempty"`
	MemoryMax uint64   `json:"memory_max"`
	Seconds   uint64   `json:"seconds"`
	Open      bool     `json:"open,omitempty"` // without Landlock and seccomp: the operator waived them
}

// word is the argument by which the binary knows that it is run again.
const word = "sandboxed-7f1c"

// Box runs jobs.
type Box struct {
	// Waived has jobs run without Landlock and seccomp where the machine lacks
	// them; limits of memory and time hold all the same.
	Waived bool

	mu      sync.Mutex
	probing chan struct{} // closed when the probe that is under way has ended; nil = none is
	tried   time.Time     // when the last one ended; zero = none has
	lack    error         // what that one found

	try func(context.Context) error // one probe, where a test stands in for it
}

// tryAgain is how long a machine that could not confine a process is left alone:
// it may have been short of memory.
const tryAgain = 10 * time.Second

// Lacks says why this machine cannot confine a process, nil where it can. A
// process and a thread that were confined report what they could still reach; once
// none is reached, that holds. A probe that is under way is waited for.
//
// Errors: ErrMissing; the context's.
func (b *Box) Lacks(ctx context.Context) error {
	for {
		ended, lack := b.known()
		if ended == nil {
			return lack
		}
		select {
		case <-ended:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// known returns what the last probe found; where that is to be found out anew, it
// has a probe begin, and returns its end beside what was found before.
func (b *Box) known() (ended <-chan struct{}, lack error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.probing == nil && !b.tried.IsZero() && (b.lack == nil || time.Since(b.tried) < tryAgain) {
		return nil, b.lack
	}
	if b.probing == nil {
		b.probing = make(chan struct{})
		go b.findOut(b.probing)
	}
	return b.probing, b.lack
}

func (b *Box) findOut(ended chan struct{}) {
	ctx, cancel := context.WithTimeout(context.Background(), timeoutDefault)
	defer cancel()
	try := b.try
	if try == nil {
		try = b.probe
	}
	lack := try(ctx)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lack, b.tried, b.probing = lack, time.Now(), nil
	close(ended)
}

func (b *Box) probe(ctx context.Context) error {
	out, err := b.run(ctx, Job{Parser: probeName}, false)
	reached := string(out)
	if err == nil && reached == confined {
		reached, err = reachOfThread()
	}
	switch {
	case err != nil:
		return fmt.Errorf("%w: %v", ErrMissing, err)
	case reached != confined:
		return fmt.Errorf("%w: %s", ErrMissing, reached)
	}
	return nil
}

// Waits says why nothing can be run now; "" = it can. It waits for nothing itself.
func (b *Box) Waits() string {
	ended, lack := b.known()
	switch {
	case b.Waived:
		return ""
	case lack != nil:
		return strings.TrimPrefix(lack.Error(), "sandbox: ")
	case ended != nil:
		return "whether this machine can confine a process is being found out"
	}
	return ""
}

// Run does one job and returns its output. A run that somebody else killed, as a
// machine does that is short of memory, says nothing about what it read: it is begun
// once more.
//
// Errors: ErrMissing; ErrTimeout; ErrOutput; *Failure; the context's.
func (b *Box) Run(ctx context.Context, j Job) ([]byte, error) {
	lack := b.Lacks(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if lack != nil && !b.Waived {
		return nil, lack
	}
	out, err := b.run(ctx, j, lack != nil)
	var failed *Failure
	if errors.As(err, &failed) && failed.killed {
		return b.run(ctx, j, lack != nil)
	}
	return out, err
}

func (b *Box) run(ctx context.Context, j Job, open bool) ([]byte, error) {
	if !canEnter {
		panic("sandbox: main, or TestMain, does not begin with Enter")
	}
	timeout, memory, most := j.Timeout, j.MemoryMax, j.OutputMax
	if timeout == 0 {
		timeout = timeoutDefault
	}
	if memory == 0 {
		memory = memoryMaxDefault
	}
	if most == 0 {
		most = outputMaxDefault
	}
	limited, cancel := context.WithTimeoutCause(ctx, clockFactor*timeout, ErrTimeout)
	defer cancel()
	o := order{j.Program, j.Parser, j.Args, j.Read, memory, seconds(timeout), open}
	cmd, err := command(limited, o, j.Env)
	if err != nil {
		return nil, err
	}
	cmd.Dir = "/"
	if j.Stdin != nil {
		if _, err := j.Stdin.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		cmd.Stdin = j.Stdin
	}
	var file *memoryFile
	if j.File != nil {
		if file, err = inMemory(ctx, j.File); err != nil {
			return nil, fmt.Errorf("sandbox: %w", err)
		}
		defer file.Close()
		cmd.ExtraFiles = []*os.File{file.File}
	}
	out, said := &capped{most: most, stop: cancel}, &capped{most: 4 << 10}
	cmd.Stdout, cmd.Stderr = out, said
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	cmd.WaitDelay = time.Second
	if j.Program != "" {
		err = launch(cmd, o, file, cancel)
	} else {
		err = cmd.Run()
	}
	switch {
	case out.over:
		return nil, ErrOutput
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case file != nil && file.err != nil:
		return nil, file.err
	case errors.Is(context.Cause(limited), ErrTimeout):
		return nil, ErrTimeout
	case err == nil:
		return out.kept.Bytes(), nil
	}
	name := j.Program + j.Parser
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		status, _ := exit.Sys().(syscall.WaitStatus)
		// A program ends by the signal of its limit; a parser's runtime says it and fails; who
		// does neither is killed a second of the processor later.
		if status.Signaled() && (status.Signal() == syscall.SIGXCPU || spent(exit.ProcessState, seconds(timeout))) ||
			bytes.HasPrefix(said.kept.Bytes(), []byte("SIGXCPU:")) {
			return nil, ErrTimeout
		}
		return out.kept.Bytes(), &Failure{name, exit.ExitCode(), strings.TrimSpace(said.kept.String()),
			status.Signaled() && status.Signal() == syscall.SIGKILL}
	}
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, exec.ErrWaitDelay) {
		// The program had read enough, and ended well.
		return out.kept.Bytes(), nil
	}
	return nil, fmt.Errorf("sandbox: %w", err)
}

// command is what an order begins: its program, or this binary, which carries it out.
func command(ctx context.Context, o order, env []string) (*exec.Cmd, error) {
	if o.Program != "" {
		cmd := exec.CommandContext(ctx, o.Program, o.Args...)
		cmd.Env = append([]string{}, env...) // not nil: nothing is inherited
		return cmd, nil
	}
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "/proc/self/exe", word, string(text))
	cmd.Env = []string{"GOMAXPROCS=1"}
	return cmd, nil
}

// seconds is a limit of processor time as the kernel takes it.
func seconds(limit time.Duration) uint64 { return uint64((limit + time.Second - 1) / time.Second) }

func spent(p *os.ProcessState, limit uint64) bool {
	return p.UserTime()+p.SystemTime() >= time.Duration(limit)*time.Second
}

// capped keeps what is written up to a limit; beyond it a program is stopped,
// or where stop is nil the rest is dropped.
type capped struct {
	kept bytes.Buffer // not embedded: its ReadFrom would pass the limit by
	most int64
	over bool
	stop func()
}

func (c *capped) Write(p []byte) (int, error) {
	if room := c.most - int64(c.kept.Len()); int64(len(p)) > room {
		if c.stop != nil {
			c.over = true
			c.stop()
			return 0, ErrOutput
		}
		c.kept.Write(p[:max(room, 0)])
		return len(p), nil
	}
	return c.kept.Write(p)
}

// Parser reads one input and writes what it found. args are the job's.
type Parser func(args []string, in io.Reader, out io.Writer) error

var parsers = map[string]Parser{probeName: probe}

// Register adds a parser; it is called from init functions only.
func Register(name string, p Parser) {
	if parsers[name] != nil {
		panic("sandbox: parser " + name + " is registered twice")
	}
	parsers[name] = p
}

// Enter does the work of a run, and does not return, where the process is one;
// else it returns at once. It is the first thing that main does, and TestMain.
func Enter() {
	if len(os.Args) != 3 || os.Args[1] != word {
		canEnter = true
		return
	}
	if err := enter(os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitRefused)
	}
	os.Exit(0)
}

// canEnter says that this binary, run again, would become the run: else it would do
// once more whatever it does.
var canEnter bool

// exitRefused is a parser's end that found its input unreadable, and that of a
// process that could not be confined.
const exitRefused = 3
