package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"

	seccomp "github.com/elastic/go-seccomp-bpf"
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// launch runs a program as exec.Cmd.Run does. It is begun by a thread that has confined
// itself and holds that confinement from its first instruction; its input waits until its
// limits stand and its file is whole. So it need not begin as this binary, whose start costs
// more than a page of text. The thread ends with the program: Go gives a thread that is locked
// no other work, and starts no other from it. stop ends the context of cmd.
func launch(cmd *exec.Cmd, o order, file *memoryFile, stop func()) error {
	return onThread(func() error { return launchHere(cmd, o, file, stop) })
}

// onThread calls a function on a thread of its own, which ends with it.
func onThread(do func() error) error {
	ended := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // until the goroutine ends, and the thread with it
		if unix.Gettid() == unix.Getpid() {
			// The first thread of a process never ends. While it is held here, another takes
			// the work.
			ended <- onThread(do)
			runtime.UnlockOSThread()
			return
		}
		ended <- do()
	}()
	return <-ended
}

// reachOfThread is what a thread that confined itself reaches; what it starts reaches no more.
func reachOfThread() (reached string, err error) {
	err = onThread(func() error {
		if err := confineThread(nil); err != nil {
			return err
		}
		reached = reach()
		return nil
	})
	return reached, err
}

func launchHere(cmd *exec.Cmd, o order, file *memoryFile, stop func()) error {
	if !o.Open {
		if err := confineThread(append([]string{o.Program}, o.Read...)); err != nil {
			return err
		}
	}
	limited := make(chan struct{})
	if cmd.Stdin != nil {
		cmd.Stdin = &gate{cmd.Stdin, limited}
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	err := limit(cmd.Process.Pid, o)
	if err == nil {
		err = file.wait()
	}
	if err != nil {
		stop() // another thread kills it: this one may not signal any more
	}
	close(limited)
	return cmp.Or(err, cmd.Wait())
}

// limit bounds what a process may take of the machine.
func limit(pid int, o order) error {
	memory := bound{unix.RLIMIT_AS, unix.Rlimit{Cur: o.MemoryMax, Max: o.MemoryMax}}
	for _, l := range append(bounds(o.Seconds), memory) {
		if err := unix.Prlimit(pid, l.which, &l.most, nil); err != nil && !errors.Is(err, unix.ESRCH) {
			return fmt.Errorf("limit %d: %w", l.which, err)
		}
	}
	return nil
}

// memoryFile is one that stands in memory alone, and is written once.
type memoryFile struct {
	*os.File
	written chan struct{} // closed once it is whole, and nobody changes it any more, or it failed
	err     error         // why; read it after that
}

// inMemory is an empty file, into which what content gives is being written. It is to be
// closed, which waits for content.
func inMemory(ctx context.Context, content func(context.Context) ([]byte, error)) (*memoryFile, error) {
	fd, err := unix.MemfdCreate("file", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, fmt.Errorf("a file in memory: %w", err)
	}
	m := &memoryFile{os.NewFile(uintptr(fd), "file"), make(chan struct{}), nil}
	go func() {
		defer close(m.written)
		m.err = m.write(ctx, content)
	}()
	return m, nil
}

func (m *memoryFile) write(ctx context.Context, content func(context.Context) ([]byte, error)) error {
	text, err := content(ctx)
	if err != nil {
		return err
	}
	if _, err := m.Write(text); err != nil {
		return fmt.Errorf("sandbox: a file in memory: %w", err)
	}
	_, err = unix.FcntlInt(m.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_WRITE|unix.F_SEAL_GROW|unix.F_SEAL_SHRINK|unix.F_SEAL_SEAL)
	if err != nil {
		return fmt.Errorf("sandbox: a file in memory: %w", err)
	}
	return nil
}

// wait is for the file to be whole.
func (m *memoryFile) wait() error {
	if m == nil {
		return nil
	}
	<-m.written
	return m.err
}

func (m *memoryFile) Close() {
	<-m.written
	m.File.Close()
}

// gate is an input that begins once it is open.
type gate struct {
	from io.Reader
	open <-chan struct{}
}

func (g *gate) Read(p []byte) (int, error) {
	<-g.open
	return g.from.Read(p)
}

// Of Landlock: what each version knows of files (the first few rights of its list), and the
// versions that know the network, and what a process may reach beside it.
var (
	rightsOfFiles = map[int]uint64{1: ll.AccessFSRefer - 1, 2: ll.AccessFSTruncate - 1, 3: ll.AccessFSIoctlDev - 1,
		5: ll.AccessFSResolveUnix - 1}
	versionOfNetwork = 4
	versionOfScopes  = 6
)

// threadsSignal is the bit of Landlock's errata that says that threads of one process may
// signal each other whatever confines them. Go's do, and what is lost stays lost: without it
// a thread keeps the right to.
const threadsSignal = 1 << 1

// confineThread takes files and system calls away from this thread, and from what it starts;
// confine does the same to a whole process.
func confineThread(read []string) error {
	version, err := ll.LandlockGetABIVersion()
	if err != nil || version < 1 {
		return fmt.Errorf("the kernel has no Landlock: %w", err)
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no new privileges: %w", err)
	}
	rules := ll.RulesetAttr{}
	for v, rights := range rightsOfFiles {
		if v <= version {
			rules.HandledAccessFS |= rights
		}
	}
	if version >= versionOfNetwork {
		rules.HandledAccessNet = ll.AccessNetBindTCP | ll.AccessNetConnectTCP
	}
	if version >= versionOfScopes {
		rules.Scoped = ll.ScopeAbstractUnixSocket
		if errata, err := ll.LandlockGetErrata(); err == nil && errata&threadsSignal != 0 {
			rules.Scoped |= ll.ScopeSignal
		}
	}
	set, err := ll.LandlockCreateRuleset(&rules, 0)
	if err != nil {
		return fmt.Errorf("rules of Landlock: %w", err)
	}
	defer unix.Close(set)
	if err := allow(set, "/dev/null", ll.AccessFSReadFile|ll.AccessFSWriteFile); err != nil {
		return err
	}
	for _, path := range read {
		if err := allow(set, path, ll.AccessFSExecute|ll.AccessFSReadFile|ll.AccessFSReadDir); err != nil {
			return err
		}
	}
	if err := ll.LandlockRestrictSelf(set, 0); err != nil {
		return fmt.Errorf("confining a thread by Landlock: %w", err)
	}
	return refuse(0)
}

// allow adds what may be done with a path, and with all below it; one that is not there is
// left out.
func allow(set int, path string, rights uint64) error {
	at, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer unix.Close(at)
	var s unix.Stat_t
	if err := unix.Fstat(at, &s); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if s.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &^= ll.AccessFSReadDir
	}
	if err := ll.LandlockAddPathBeneathRule(set, &ll.PathBeneathAttr{AllowedAccess: rights, ParentFd: at}, 0); err != nil {
		return fmt.Errorf("rule of Landlock for %s: %w", path, err)
	}
	return nil
}

// refuse has the kernel refuse calls to this thread, or by flag to all of this process.
func refuse(flag seccomp.FilterFlag) error {
	return seccomp.LoadFilter(seccomp.Filter{
		NoNewPrivs: true, Flag: flag,
		Policy: seccomp.Policy{DefaultAction: seccomp.ActionAllow, Syscalls: []seccomp.SyscallGroup{{
			Action: seccomp.ActionErrno, Names: refused,
		}}},
	})
}
