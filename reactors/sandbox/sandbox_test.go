package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

func init() {
	Register("test", func(args []string, in io.Reader, out io.Writer) error {
		switch args[0] {
		case "echo":
			_, err := io.Copy(out, in)
			return err
		case "read":
			text, err := os.ReadFile(args[1])
			out.Write(text)
			return err
		case "write":
			return os.WriteFile(args[1], []byte("x"), 0o600)
		case "spin":
			for n := 0; n >= 0; n++ {
			}
			return nil
		case "allocate":
			var all [][]byte
			for {
				all = append(all, make([]byte, 64<<20))
				for i := range all[len(all)-1] {
					all[len(all)-1][i] = 1
				}
			}
		case "pour":
			for {
				if _, err := out.Write(make([]byte, 1<<16)); err != nil {
					return err
				}
			}
		case "wait": // for the end, unless it reads that it need not
			if text, err := io.ReadAll(in); err != nil || string(text) == "go" {
				_, err = out.Write(text)
				return err
			}
			time.Sleep(time.Hour)
		case "refuse":
			return errors.New("it is not what it says")
		}
		return fmt.Errorf("no test %q", args[0])
	})
}

// whatIsReached has this binary say what it reaches, and end.
const whatIsReached = "what-is-reached"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == whatIsReached {
		fmt.Print(reach())
		os.Exit(0)
	}
	Enter()
	os.Exit(m.Run())
}

func TestProbe(t *testing.T) {
	if err := new(Box).Lacks(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// Who asks whether anything can be run is told at once, whatever a probe takes; who
// has something to run waits for it, no longer than its own context.
func TestAProbeThatHangs(t *testing.T) {
	end := make(chan error)
	b := &Box{try: func(context.Context) error { return <-end }}
	if why := b.Waits(); !strings.Contains(why, "is being found out") {
		t.Errorf("while the first probe is under way: %q", why)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Run(ctx, Job{Parser: "test", Args: []string{"refuse"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("a run whose caller has left: %v", err)
	}
	end <- ErrMissing
	if err := b.Lacks(t.Context()); !errors.Is(err, ErrMissing) {
		t.Errorf("what the probe found: %v", err)
	}
	b.mu.Lock()
	b.tried = b.tried.Add(-tryAgain)
	b.mu.Unlock()
	if why := b.Waits(); !strings.Contains(why, "cannot confine") {
		t.Errorf("while it is probed again: %q", why)
	}
	end <- nil
	if err := b.Lacks(t.Context()); err != nil || b.Waits() != "" {
		t.Errorf("after the probe: %v", err)
	}
}

func TestParser(t *testing.T) {
	b := new(Box)
	big := strings.Repeat("0123456789", 300_000)
	if out, err := b.Run(t.Context(), Job{Parser: "test", Args: []string{"echo"}, Stdin: strings.NewReader(big)}); err != nil ||
		string(out) != big {
		t.Fatalf("%d bytes came back: %v", len(out), err)
	}
	dir := t.TempDir()
	listed, other := filepath.Join(dir, "listed"), filepath.Join(dir, "other")
	for _, path := range []string{listed, other} {
		if err := os.WriteFile(path, []byte("content"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := b.Run(t.Context(), Job{Parser: "test", Args: []string{"read", listed}, Read: []string{listed}}); err != nil ||
		string(out) != "content" {
		t.Fatalf("a listed file: %q, %v", out, err)
	}
	var failed *Failure
	for _, args := range [][]string{{"read", other}, {"write", listed}, {"write", filepath.Join(dir, "new")}, {"refuse"}} {
		if out, err := b.Run(t.Context(), Job{Parser: "test", Args: args, Read: []string{listed}}); !errors.As(err, &failed) {
			t.Errorf("%v: %q, %v", args, out, err)
		}
	}
}

func TestProgram(t *testing.T) {
	b := new(Box)
	libraries := []string{"/lib", "/lib64", "/usr/lib", "/etc/ld.so.cache"}
	out, err := b.Run(t.Context(), Job{Program: "/usr/bin/cat", Read: libraries, Stdin: strings.NewReader("through a pipe")})
	if err != nil || string(out) != "through a pipe" {
		t.Fatalf("%q, %v", out, err)
	}
	var failed *Failure
	if _, err := b.Run(t.Context(), Job{Program: "/usr/bin/cat", Args: []string{"/etc/passwd"}, Read: libraries}); !errors.As(err, &failed) {
		t.Fatalf("a program read a file that was not listed: %v", err)
	}
	if out, err := b.Run(t.Context(), Job{Program: "/usr/bin/env", Read: libraries, Env: []string{"ONE=1"}}); err != nil ||
		string(out) != "ONE=1\n" {
		t.Fatalf("the environment is %q: %v", out, err)
	}
}

// A program holds its confinement from its first instruction: this binary, begun as one,
// reaches nothing that it did not confine itself from.
func TestProgramReachesNothing(t *testing.T) {
	libraries := []string{"/lib", "/lib64", "/usr/lib", "/etc/ld.so.cache"}
	const much = 1 << 40 // Go reserves far more than it uses
	j := Job{Program: "/proc/self/exe", Args: []string{whatIsReached}, Read: libraries, MemoryMax: much}
	b := new(Box)
	if out, err := b.Run(t.Context(), j); err != nil || string(out) != confined {
		t.Errorf("a program: %q, %v", out, err)
	}
	if out, err := b.run(t.Context(), j, true); err != nil || string(out) == confined {
		t.Errorf("one that is not confined, so that the test could not fail: %q, %v", out, err)
	}
	if f, err := os.Open("/etc/passwd"); err != nil {
		t.Errorf("what is taken from a thread is taken from the process: %v", err)
	} else {
		f.Close()
	}
}

// shell is the run of a script.
func shell(script, stdin string) Job {
	return Job{Program: "/bin/sh", Args: []string{"-c", script}, Stdin: strings.NewReader(stdin),
		Read: []string{"/bin", "/usr/bin", "/lib", "/lib64", "/usr/lib", "/etc/ld.so.cache"}}
}

// Threads that confined themselves end, and no other has what they had: also where many
// programs run at once.
func TestThreadsThatConfinedThemselvesEnd(t *testing.T) {
	b := new(Box)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 10 {
				if out, err := b.Run(t.Context(), shell("read a; echo $a", "word\n")); err != nil || string(out) != "word\n" {
					t.Errorf("%q, %v", out, err)
				}
			}
		})
	}
	all.Wait()
	for confinedYet := 1; confinedYet > 0; { // the last may be ending
		confinedYet = 0
		threads, err := filepath.Glob("/proc/self/task/*/status")
		if err != nil || len(threads) == 0 {
			t.Fatal(err)
		}
		for _, name := range threads {
			if text, err := os.ReadFile(name); err == nil && !strings.Contains(string(text), "Seccomp:\t0\n") {
				confinedYet++
			}
		}
		if err := t.Context().Err(); err != nil {
			t.Fatal(err)
		}
	}
}

// The limits of a program stand before it reads: a shell that waits for a word is told them.
func TestProgramIsLimited(t *testing.T) {
	b := new(Box)
	j := shell("read go; ulimit -t; ulimit -f; ulimit -c; ulimit -n; ulimit -v", "go\n")
	j.Timeout, j.MemoryMax = 7*time.Second, 512<<20
	for range 20 {
		out, err := b.Run(t.Context(), j)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(strings.Fields(string(out)), " "); got != "7 0 0 64 524288" {
			t.Fatalf("the limits are %q", got)
		}
	}
}

// A file of a run is read by its program, and changed by none.
func TestFileInMemory(t *testing.T) {
	b := new(Box)
	j := shell("read path; cat $path; (: >$path); (echo other >>$path); cat $path", FilePath+"\n")
	j.File = func(context.Context) ([]byte, error) { return []byte("content\n"), nil }
	if out, err := b.Run(t.Context(), j); err != nil || string(out) != "content\ncontent\n" {
		t.Errorf("%q, %v", out, err)
	}
	lost := errors.New("there is none")
	j.File = func(context.Context) ([]byte, error) { return nil, lost }
	if out, err := b.Run(t.Context(), j); !errors.Is(err, lost) {
		t.Errorf("a file that there is not: %q, %v", out, err)
	}
	j.File = func(ctx context.Context) ([]byte, error) { <-ctx.Done(); return nil, ctx.Err() }
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	if out, err := b.Run(ctx, j); !errors.Is(err, context.Canceled) {
		t.Errorf("a file that does not come: %q, %v", out, err)
	}
}

func TestLimits(t *testing.T) {
	b := new(Box)
	if _, err := b.Run(t.Context(), Job{Parser: "test", Args: []string{"spin"}, Timeout: time.Second}); !errors.Is(err, ErrTimeout) {
		t.Errorf("spinning: %v", err)
	}
	if _, err := b.Run(t.Context(), Job{Parser: "test", Args: []string{"wait"}, Timeout: time.Second / 4}); !errors.Is(err, ErrTimeout) {
		t.Errorf("waiting: %v", err)
	}
	if out, err := b.run(t.Context(), Job{Parser: "test", Args: []string{"spin"}, Timeout: time.Second}, false); !errors.Is(err, ErrTimeout) {
		t.Errorf("spinning is taken for another end, and would run again: %q, %v", out, err)
	}
	if _, err := b.Run(t.Context(), Job{Parser: "test", Args: []string{"pour"}, OutputMax: 1 << 20}); !errors.Is(err, ErrOutput) {
		t.Errorf("pouring: %v", err)
	}
	var failed *Failure
	if _, err := b.Run(t.Context(), Job{Parser: "test", Args: []string{"allocate"}, MemoryMax: 256 << 20}); !errors.As(err, &failed) {
		t.Errorf("allocating: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Run(ctx, Job{Parser: "test", Args: []string{"spin"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// twice is an input that says another thing each time it is read.
type twice struct {
	*strings.Reader
	texts []string
}

func (t *twice) Seek(int64, int) (int64, error) {
	t.Reader, t.texts = strings.NewReader(t.texts[0]), t.texts[1:]
	return 0, nil
}

// A run that is killed from without is begun once more, and no more.
func TestKilledFromWithout(t *testing.T) {
	b := new(Box)
	if err := b.Lacks(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		texts []string
		kills int
		want  string
	}{"once": {[]string{"stay", "go"}, 1, "go"}, "each time": {[]string{"stay", "stay"}, 2, ""}} {
		t.Run(name, func(t *testing.T) {
			mark := "killed " + name
			ended := make(chan error, 1)
			var out []byte
			go func() {
				var err error
				out, err = b.Run(t.Context(), Job{Parser: "test", Args: []string{"wait", mark}, Stdin: &twice{texts: c.texts}})
				ended <- err
			}()
			for killed := map[int]bool{}; len(killed) < c.kills; {
				for _, pid := range running(t, mark) {
					if !killed[pid] {
						killed[pid] = syscall.Kill(pid, syscall.SIGKILL) == nil
					}
				}
			}
			err := <-ended
			var failed *Failure
			if string(out) != c.want || errors.As(err, &failed) != (c.want == "") {
				t.Errorf("it ended with %q, %v", out, err)
			}
		})
	}
}

// running are the processes whose arguments hold a word.
func running(t *testing.T, mark string) (pids []int) {
	t.Helper()
	names, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if text, err := os.ReadFile(name); err == nil && strings.Contains(string(text), word) && strings.Contains(string(text), mark) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
			pids = append(pids, pid)
		}
	}
	return pids
}
