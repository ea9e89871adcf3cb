package blobs

import "golang.org/x/sys/unix"

// Begin is best effort: Sync waits for all, and tells what failed.
func (f localFile) Begin(at, bytes int64) {
	_ = unix.SyncFileRange(int(f.Fd()), at, bytes, unix.SYNC_FILE_RANGE_WRITE)
}
