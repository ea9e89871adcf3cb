package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"
)

func enter(text string) error {
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return err
	}
	reserved, err := addressSpace()
	if err != nil {
		return err
	}
	if err := limit(o); err != nil {
		return err
	}
	if !o.Open {
		if err := confine(o); err != nil {
			return err
		}
	}
	// Last: this process has more address space already than what it becomes may.
	if o.Program != "" {
		return fmt.Errorf("%s: %w", o.Program, become(o))
	}
	most := o.MemoryMax + reserved
	if err := unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: most, Max: most}); err != nil {
		return fmt.Errorf("limit of memory: %w", err)
	}
	parse := parsers[o.Parser]
	if parse == nil {
		return fmt.Errorf("there is no parser %q", o.Parser)
	}
	return parse(o.Args, os.Stdin, os.Stdout)
}

// become bounds the memory and turns this process into its program. Between the two
// nothing may be allocated: the limit is below what Go holds already.
//
//go:norace
func become(o order) error {
	path, err := syscall.BytePtrFromString(o.Program)
	if err != nil {
		return err
	}
	args, err := syscall.SlicePtrFromStrings(append([]string{o.Program}, o.Args...))
	if err != nil {
		return err
	}
	env, err := syscall.SlicePtrFromStrings(o.Env)
	if err != nil {
		return err
	}
	most := unix.Rlimit{Cur: o.MemoryMax, Max: o.MemoryMax}
	if _, _, failed := unix.RawSyscall6(unix.SYS_PRLIMIT64, 0, unix.RLIMIT_AS, uintptr(unsafe.Pointer(&most)), 0, 0, 0); failed != 0 {
		return failed
	}
	_, _, failed := unix.RawSyscall(unix.SYS_EXECVE, uintptr(unsafe.Pointer(path)), uintptr(unsafe.Pointer(&args[0])),
		uintptr(unsafe.Pointer(&env[0])))
	return failed
}

// addressSpace is how much of it this process has reserved: Go takes far more
// than it uses.
func addressSpace() (uint64, error) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	pages, err := strconv.ParseUint(strings.Fields(string(text))[0], 10, 64)
	return pages * uint64(os.Getpagesize()), err
}

// limit bounds what a run may take of the machine.
func limit(o order) error {
	for _, l := range []struct {
		which int
		most  uint64
		more  uint64 // after which the kernel does not ask
	}{
		{unix.RLIMIT_CPU, o.Seconds, 1}, {unix.RLIMIT_FSIZE, 0, 0}, {unix.RLIMIT_CORE, 0, 0}, {unix.RLIMIT_NOFILE, 64, 0},
	} {
		if err := unix.Setrlimit(l.which, &unix.Rlimit{Cur: l.most, Max: l.most + l.more}); err != nil {
			return fmt.Errorf("limit %d: %w", l.which, err)
		}
	}
	return nil
}

// confine takes files and system calls away. Landlock's first version, which
// kernels have since 5.13, is demanded; what later versions know is taken away
// where they are.
func confine(o order) error {
	rules := []landlock.Rule{landlock.RWFiles("/dev/null").IgnoreIfMissing()}
	for _, path := range append(o.Read, o.Program) {
		info, err := os.Stat(path)
		switch {
		case path == "" || errors.Is(err, os.ErrNotExist):
		case err != nil:
			return err
		case info.IsDir():
			rules = append(rules, landlock.RODirs(path))
		default:
			rules = append(rules, landlock.ROFiles(path))
		}
	}
	if err := landlock.V1.RestrictPaths(rules...); err != nil {
		return err
	}
	if err := landlock.V6.BestEffort().Restrict(rules...); err != nil {
		return err
	}
	return seccomp.LoadFilter(seccomp.Filter{
		NoNewPrivs: true, Flag: seccomp.FilterFlagTSync,
		Policy: seccomp.Policy{DefaultAction: seccomp.ActionAllow, Syscalls: []seccomp.SyscallGroup{{
			Action: seccomp.ActionErrno, Names: refused,
		}}},
	})
}

// refused are the calls by which a process reaches others, the network or the
// kernel's rarely used parts.
var refused = []string{
	"socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg", "sendmmsg", "recvfrom",
	"recvmsg", "recvmmsg", "io_uring_setup", "io_uring_enter", "io_uring_register", "ptrace", "process_vm_readv",
	"process_vm_writev", "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "kcmp", "mount", "umount2", "pivot_root",
	"chroot", "unshare", "setns", "bpf", "perf_event_open", "userfaultfd", "keyctl", "add_key", "request_key", "init_module",
	"finit_module", "delete_module", "kexec_load", "reboot", "swapon", "swapoff", "shmget", "shmat", "msgget", "semget", "mq_open",
	"memfd_secret", "name_to_handle_at", "open_by_handle_at", "fanotify_init", "quotactl", "acct",
}

const (
	probeName = "probe"
	confined  = "confined"
)

// probe tries what must not be possible.
func probe(_ []string, _ io.Reader, out io.Writer) error {
	var reached []string
	if f, err := os.Open("/proc/self/environ"); err == nil {
		f.Close()
		reached = append(reached, "files")
	}
	if f, err := os.Open("/etc/passwd"); err == nil {
		f.Close()
		reached = append(reached, "files")
	}
	if l, err := net.Listen("tcp", "127.0.0.1:0"); err == nil {
		l.Close()
		reached = append(reached, "the network")
	}
	if fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0); err == nil {
		unix.Close(fd)
		reached = append(reached, "sockets")
	}
	text := confined
	if len(reached) > 0 {
		text = "a confined process reaches " + strings.Join(reached, ", ")
	}
	_, err := io.WriteString(out, text)
	return err
}
