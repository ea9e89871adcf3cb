package blobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/tallystick/tallystick/domain/fault"
)

// diskFolder names the folder that a child of this test mounts a disk on.
const diskFolder = "TALLYSTICK_TEST_DISK"

// On a disk of a real file system that is full, what is uploaded is refused, nothing half is
// left, what was kept before is read, and once there is room the same bytes are kept. The
// disk is mounted by a child in name spaces of its own.
func TestMountedFullDisk(t *testing.T) {
	if dir := os.Getenv(diskFolder); dir != "" {
		if err := syscall.Mount("none", dir, "tmpfs", 0, "size=4m"); err != nil {
			fmt.Println(err)
			os.Exit(77)
		}
		fillAndFree(t, dir)
		return
	}
	child := exec.Command(os.Args[0], "-test.run=^TestMountedFullDisk$", "-test.v")
	child.Env = append(os.Environ(), diskFolder+"="+t.TempDir())
	child.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}}
	out, err := child.CombinedOutput()
	var ended *exec.ExitError
	switch {
	case errors.Is(err, fs.ErrPermission), errors.As(err, &ended) && ended.ExitCode() == 77:
		t.Skipf("this machine lets nobody mount here: %v: %s", err, out)
	case err != nil:
		t.Fatalf("%v: %s", err, out)
	}
}

func fillAndFree(t *testing.T, dir string) {
	s, err := open("", dir, newBox(), local{})
	if err != nil {
		t.Fatal(err)
	}
	const subject, max = "client-00000000000000000000000000000001", 4 << 20
	small, large := content(1, 100_000), content(2, 2<<20)
	first, err := s.Put(context.Background(), tenant, subject, bytes.NewReader(small), max)
	if err != nil {
		t.Fatal(err)
	}
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 8<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
	if err := os.Truncate(ballast, 2<<20); err != nil { // room for a part of the upload
		t.Fatal(err)
	}
	for range 3 {
		_, err = s.Put(context.Background(), tenant, subject, bytes.NewReader(large), max)
		f := fault.As(err)
		if f == nil || f.Code != fault.StoreUnavailable || f.Retry <= 0 || !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("a file on a full disk: %v", err)
		}
	}
	files := 0
	if err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path != ballast {
			files++
		}
		return err
	}); err != nil || files != 1 {
		t.Errorf("%d files beside the ballast, %v", files, err)
	}
	if got, err := readBlob(t, s, first); err != nil || !bytes.Equal(got, small) {
		t.Errorf("what was kept before: %d bytes, %v", len(got), err)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	kept, err := s.Put(context.Background(), tenant, subject, bytes.NewReader(large), max)
	if err != nil {
		t.Fatalf("with room again: %v", err)
	}
	if got, err := readBlob(t, s, kept); err != nil || !bytes.Equal(got, large) {
		t.Errorf("with room again: %d bytes, %v", len(got), err)
	}
}
