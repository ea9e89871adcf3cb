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

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"
)

func enter(text string) error {
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return err
	}
	parse := parsers[o.Parser]
	if parse == nil {
		return fmt.Errorf("there is no parser %q", o.Parser)
	}
	reserved, err := addressSpace()
	if err != nil {
		return err
	}
	for _, l := range bounds(o.Seconds) {
		if err := unix.Setrlimit(l.which, &l.most); err != nil {
			return fmt.Errorf("limit %d: %w", l.which, err)
		}
	}
	if !o.Open {
		if err := confine(o.Read); err != nil {
			return err
		}
	}
	most := o.MemoryMax + reserved
	if err := unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: most, Max: most}); err != nil {
		return fmt.Errorf("limit of memory: %w", err)
	}
	return parse(o.Args, os.Stdin, os.Stdout)
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

// bound is one limit of what a run may take of the machine.
type bound struct {
	which int
	most  unix.Rlimit
}

// bounds are those of a run but for its memory.
func bounds(seconds uint64) []bound {
	return []bound{
		{unix.RLIMIT_CPU, unix.Rlimit{Cur: seconds, Max: seconds + 1}}, // a second after which the kernel does not ask
		{unix.RLIMIT_FSIZE, unix.Rlimit{}}, {unix.RLIMIT_CORE, unix.Rlimit{}}, {unix.RLIMIT_NOFILE, unix.Rlimit{Cur: 64, Max: 64}},
	}
}

// confine takes files and system calls away from this process. Landlock's first version,
// which kernels have since 5.13, is demanded; what later versions know is taken away
// where they are.
func confine(read []string) error {
	rules := []landlock.Rule{landlock.RWFiles("/dev/null").IgnoreIfMissing()}
	for _, path := range read {
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, os.ErrNotExist):
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
	return refuse(seccomp.FilterFlagTSync)
}

// refused are the calls by which a process reaches others, the network or the
// kernel's rarely used parts.
var refused = []string{
	"socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg", "sendmmsg", "recvfrom",
	"recvmsg", "recvmmsg", "io_uring_setup", "io_uring_enter", "io_uring_register", "ptrace", "process_vm_readv",
	"process_vm_writev", "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "kcmp", "mount", "umount2", "pivot_root",
	"chroot", "unshare", "setns", "bpf", "perf_event_open", "userfaultfd", "keyctl", "add_key", "request_key", "init_module",
	"finit_module", "delete_module", "kexec_load", "reboot", "swapon", "swapoff", "shmget", "shmat", "msgget", "semget", "mq_open",
	"kill", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "memfd_secret", "name_to_handle_at", "open_by_handle_at", "fanotify_init",
	"quotactl", "acct",
}

const (
	probeName = "probe"
	confined  = "confined"
)

// probe tries what must not be possible.
func probe(_ []string, _ io.Reader, out io.Writer) error {
	_, err := io.WriteString(out, reach())
	return err
}

// reach tries what must not be possible where it is called, and says what was; confined where
// nothing was.
func reach() string {
	var reached []string
	for _, path := range []string{"/proc/self/environ", "/etc/passwd"} {
		if f, err := os.Open(path); err == nil {
			f.Close()
			reached = append(reached, "files")
		}
	}
	if l, err := net.Listen("tcp", "127.0.0.1:0"); err == nil {
		l.Close()
		reached = append(reached, "the network")
	}
	if fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0); err == nil {
		unix.Close(fd)
		reached = append(reached, "sockets")
	}
	if len(reached) > 0 {
		return "what is confined reaches " + strings.Join(reached, ", ")
	}
	return confined
}
