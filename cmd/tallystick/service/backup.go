package service

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/node"
	"github.com/tallystick/tallystick/eventstore/transfer"
	"github.com/tallystick/tallystick/eventstore/vault"
)

// Manifest is manifest.json of a backup: what its files must hold.
type Manifest struct {
	Format  int       `json:"format"` // 1
	Version string    `json:"version"`
	MadeAt  time.Time `json:"made_at"`
	Log     struct {
		Form   string `json:"form"` // "node": a copy of the node's files in log/; "lines": log.ndjson
		Events int    `json:"events"`
		Chain  string `json:"chain"` // SHA-256 over all events, as package transfer makes it
	} `json:"log"`
	Files *ManifestFiles `json:"files,omitempty"` // absent: made before there were any
	Vault struct {
		Keys   int    `json:"keys"`
		SHA256 string `json:"sha256"` // of vault.jsonl
	} `json:"vault"`
}

// Names within a backup.
const (
	manifestFile = "manifest.json"
	logFolder    = "log"
	logLines     = "log.ndjson"
	vaultFile    = "vault.jsonl"

	formNode  = "node"
	formLines = "lines"
)

// Backup writes the log and the vault to dir, which must not exist, while the
// service goes on; dir appears when it is complete and verified. The log comes
// first: keys are made before the events that need them, so the vault holds the
// key of everything in the log. Keys stay wrapped, and the master key is not
// part of it.
func (s *Service) Backup(ctx context.Context, dir string) (m Manifest, err error) {
	if _, err := os.Lstat(dir); !errors.Is(err, os.ErrNotExist) {
		return m, fmt.Errorf("%s exists; a backup makes its folder", dir)
	}
	partial := dir + ".partial"
	if err := os.Mkdir(partial, 0o700); err != nil {
		return m, fmt.Errorf("%w; an earlier backup may have left it, or another may be at work", err)
	}
	defer func() {
		if err != nil {
			os.RemoveAll(partial)
		}
	}()
	m.Format, m.Version, m.MadeAt = 1, Version, time.Now().UTC()
	named := &NamedFiles{}
	if err := s.backupLog(ctx, partial, &m, named); err != nil {
		return m, fmt.Errorf("back up the log: %w", err)
	}
	if err := s.backupFiles(ctx, partial, &m, named); err != nil {
		return m, fmt.Errorf("back up the files: %w", err)
	}
	if err := s.backupVault(ctx, partial, &m); err != nil {
		return m, fmt.Errorf("back up the vault: %w", err)
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return m, err
	}
	if err := writeFile(filepath.Join(partial, manifestFile), func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	}); err != nil {
		return m, err
	}
	return m, os.Rename(partial, dir)
}

// backupLog copies the log, and has named told of its events.
func (s *Service) backupLog(ctx context.Context, dir string, m *Manifest, named *NamedFiles) (err error) {
	if s.Config.EventStoreURL != "" {
		from, err := transfer.Whole(ctx, s.Store, "")
		if err != nil {
			return err
		}
		m.Log.Form = formLines
		var report transfer.Report
		err = writeFile(filepath.Join(dir, logLines), func(w io.Writer) (err error) {
			report, err = transfer.Export(ctx, noting{from, named}, w)
			return err
		})
		if err != nil {
			return err
		}
		m.Log.Events, m.Log.Chain = report.Copied, report.Chain
		return transfer.ReadBack(ctx, filepath.Join(dir, logLines), report)
	}
	n := s.node.Load()
	if n == nil {
		return errors.New("another process runs the event log; ask that one")
	}
	m.Log.Form = formNode
	if err := n.Backup(filepath.Join(dir, logFolder)); err != nil {
		return err
	}
	return withNode(filepath.Join(dir, logFolder), func(copied *eventstore.Store) error {
		var err error
		if m.Log.Events, m.Log.Chain, err = digest(ctx, copied, named); err != nil {
			return err
		}
		return s.compareWithLive(ctx, copied, *m)
	})
}

// compareWithLive holds that the copy is the beginning of the running log.
func (s *Service) compareWithLive(ctx context.Context, copied *eventstore.Store, m Manifest) error {
	head, any, err := copied.Head(ctx)
	if err != nil || !any {
		return err
	}
	events, chain, err := transfer.Digest(ctx, &transfer.Reader{Log: s.Store, Until: head})
	if err == nil && (events != m.Log.Events || chain != m.Log.Chain) {
		err = fmt.Errorf("the copy has %d events (%s), the log had %d (%s)", m.Log.Events, m.Log.Chain, events, chain)
	}
	return err
}

func digest(ctx context.Context, log transfer.Log, named *NamedFiles) (int, string, error) {
	from, err := transfer.ToHead(ctx, log, "")
	if err != nil {
		return 0, "", err
	}
	return transfer.Digest(ctx, noting{from, named})
}

// withNode opens the log in a folder for as long as f runs.
func withNode(dir string, f func(*eventstore.Store) error) (err error) {
	n, err := node.Open(node.Options{Dir: dir, Protect: eventstore.Registry.Registered})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, n.Close()) }()
	temp, err := os.MkdirTemp("", "tallystick-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	l, err := net.Listen("unix", filepath.Join(temp, "s"))
	if err != nil {
		return err
	}
	served := make(chan error, 1)
	go func() { served <- n.Serve(l) }()
	store, err := eventstore.Connect(eventstore.Config{Socket: l.Addr().String(), Deadline: time.Minute})
	if err != nil {
		return err
	}
	err = errors.Join(f(store), store.Close(), n.Close())
	return errors.Join(err, <-served)
}

func (s *Service) backupVault(ctx context.Context, dir string, m *Manifest) error {
	hash := sha256.New()
	err := writeFile(filepath.Join(dir, vaultFile), func(w io.Writer) error {
		out := bufio.NewWriter(io.MultiWriter(w, hash))
		enc := json.NewEncoder(out)
		err := s.Vault.Dump(ctx, func(k vault.Key) error {
			m.Vault.Keys++
			return enc.Encode(k)
		})
		return errors.Join(err, out.Flush())
	})
	m.Vault.SHA256 = hex.EncodeToString(hash.Sum(nil))
	return err
}

// writeFile writes a new file that is on the disk when it returns.
func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// ReadManifest reads what a backup must hold.
func ReadManifest(dir string) (m Manifest, err error) {
	text, err := os.ReadFile(filepath.Join(dir, manifestFile))
	if err != nil {
		return m, fmt.Errorf("%s is no complete backup: %w", dir, err)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields() // a part under a damaged name would count as one that was never there
	if err := dec.Decode(&m); err != nil {
		return m, fmt.Errorf("%s: %w", manifestFile, err)
	}
	if m.Format != 1 || m.Log.Form != formNode && m.Log.Form != formLines {
		return m, fmt.Errorf("%s: this version reads format 1, not %d with a log in form %q", manifestFile, m.Format, m.Log.Form)
	}
	return m, nil
}

// RestoreNode copies the log of a backup into the data directory of a service
// that does not run and has no log yet, and verifies it. It returns false when
// the log must be brought in through the client instead: the backup has lines, or
// the service is to use a cluster.
func RestoreNode(ctx context.Context, c config.Config, dir string, m Manifest) (bool, error) {
	if c.EventStoreURL != "" || m.Log.Form != formNode {
		return false, nil
	}
	target := filepath.Join(c.DataDir, logFolder)
	verify := func(s *eventstore.Store) error {
		events, chain, err := digest(ctx, s, &NamedFiles{})
		if err == nil {
			err = m.compareLog(events, chain)
		}
		return err
	}
	if _, err := os.Lstat(target); !errors.Is(err, os.ErrNotExist) {
		if err := withNode(target, verify); err != nil {
			return false, fmt.Errorf("%s exists and is not this backup's; restore into an empty data directory: %w", target, err)
		}
		return true, nil // a restore that was interrupted afterwards
	}
	if err := os.MkdirAll(c.DataDir, 0o755); err != nil {
		return false, err
	}
	// Copied, not linked: a node writes into its files, and the backup must stay.
	partial := target + ".partial"
	if err := os.RemoveAll(partial); err != nil {
		return false, err
	}
	if err := os.CopyFS(partial, os.DirFS(filepath.Join(dir, logFolder))); err != nil {
		return false, err
	}
	if err := withNode(partial, verify); err != nil {
		return false, fmt.Errorf("the log of the backup is damaged, and nothing of it was restored: %w", err)
	}
	return true, os.Rename(partial, target)
}

func (m Manifest) compareLog(events int, chain string) error {
	if events != m.Log.Events || chain != m.Log.Chain {
		return fmt.Errorf("the log has %d events (%s); the manifest says %d (%s)", events, chain, m.Log.Events, m.Log.Chain)
	}
	return nil
}

// Restore brings a backup into an opened service that is not ready yet: the
// vault, the log too unless RestoreNode has, and read models are made to be
// rebuilt. It returns when the service can read what it holds. ErrUnsound comes last:
// everything is restored, and of the files that the log names some are not whole. It
// returns how many events the log has of the backup.
func (s *Service) Restore(ctx context.Context, dir string, m Manifest, logIsThere bool,
	progress func(transfer.Report)) (events int, err error) {
	if err := s.RestoreVault(ctx, dir, m); err != nil {
		return 0, err
	}
	if err := s.restoreFiles(ctx, dir, m); err != nil {
		return 0, fmt.Errorf("restore the files: %w", err)
	}
	if events = m.Log.Events; !logIsThere {
		if events, err = s.restoreLog(ctx, dir, m, progress); err != nil {
			return 0, fmt.Errorf("restore the log: %w", err)
		}
	}
	if err := s.DB.ForgetReadModels(ctx); err != nil {
		return events, err
	}
	if err := s.Ready(ctx); err != nil {
		return events, err
	}
	return events, s.filesRestored(ctx)
}

// restoreLog copies the log of a backup to this service's, of a node's what replay copies:
// the service's own streams. What others have written to a node does not follow.
func (s *Service) restoreLog(ctx context.Context, dir string, m Manifest, progress func(transfer.Report)) (events int, err error) {
	bring := func(from transfer.Source) (transfer.Report, error) {
		to, done := transfer.Fast(ctx, s.Store, s.logConfig)
		defer done()
		return transfer.Copy(ctx, from, to, progress)
	}
	if m.Log.Form == formNode {
		// Opening it writes to it, so a copy is opened.
		temp, err := os.MkdirTemp(s.Config.DataDir, "restore-")
		if err != nil {
			return 0, err
		}
		defer os.RemoveAll(temp)
		if err := os.CopyFS(filepath.Join(temp, logFolder), os.DirFS(filepath.Join(dir, logFolder))); err != nil {
			return 0, err
		}
		err = withNode(filepath.Join(temp, logFolder), func(store *eventstore.Store) error {
			all, chain, err := digest(ctx, store, &NamedFiles{})
			if err == nil {
				err = m.compareLog(all, chain)
			}
			if err != nil {
				return err
			}
			from, err := transfer.Whole(ctx, store, "")
			if err != nil {
				return err
			}
			report, err := bring(from)
			events = report.Present + report.Copied
			return err
		})
		return events, err
	}
	in, err := os.Open(filepath.Join(dir, logLines))
	if err != nil {
		return 0, err
	}
	defer in.Close()
	report, err := bring(transfer.NewLines(in))
	if events = report.Present + report.Copied; err == nil {
		err = m.compareLog(events, report.Chain)
	}
	return events, err
}

// RestoreVault brings the keys of a backup alone, for a database that was lost
// beside a log that was not.
func (s *Service) RestoreVault(ctx context.Context, dir string, m Manifest) error {
	select {
	case <-s.prepared:
	case <-ctx.Done():
		return fmt.Errorf("the database did not become ready: %w", ctx.Err())
	}
	if err := s.restoreVault(ctx, dir, m); err != nil {
		return fmt.Errorf("restore the vault: %w", err)
	}
	return nil
}

func (s *Service) restoreVault(ctx context.Context, dir string, m Manifest) error {
	text, err := m.openVault(dir)
	if err != nil {
		return err
	}
	defer text.Close()
	keys := 0
	for dec := json.NewDecoder(bufio.NewReader(text)); ; keys++ {
		var k vault.Key
		if err := dec.Decode(&k); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		if err := s.Vault.Restore(ctx, k); err != nil {
			return err
		}
	}
	if keys != m.Vault.Keys {
		return fmt.Errorf("%d keys; the manifest says %d", keys, m.Vault.Keys)
	}
	return nil
}
