package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/eventstore"
)

// backup writes log and vault to a folder: the running service does it, or this
// process while none runs.
func backup(ctx context.Context, args []string, out io.Writer) error {
	if len(args) != 1 || strings.HasPrefix(args[0], "-") { // no flag names one
		return fmt.Errorf("name the folder to make")
	}
	dir, err := filepath.Abs(args[0])
	if err != nil {
		return err
	}
	c, err := loadWithDemoKey()
	if err != nil {
		return err
	}
	m, err := service.AskBackup(ctx, c, dir)
	if errors.Is(err, service.ErrNotRunning) {
		err = whole(ctx, c, func(s *service.Service) error {
			if err := s.Ready(ctx); err != nil {
				return err
			}
			m, err = s.Backup(ctx, dir)
			return err
		})
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s\n%d events, compared with the log; sha256 over all of them: %s\n%d keys, wrapped; the master key is not part of it\n",
		dir, m.Log.Events, m.Log.Chain, m.Vault.Keys)
	if err := service.Unsound(m.Files.Unsound); err != nil {
		return fmt.Errorf("the backup is whole, but %w; they were so before, and manifest.json names them", err)
	}
	return nil
}

// restore brings a backup into an empty data directory, or an empty cluster.
func restore(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("restore", flag.ContinueOnError)
	vaultOnly := flags.Bool("vault", false, "bring the keys alone, beside the log that is there")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if args = flags.Args(); len(args) != 1 {
		return fmt.Errorf("name the folder of the backup")
	}
	c, err := loadWithDemoKey()
	if err != nil {
		return err
	}
	if service.Running(c) {
		return fmt.Errorf("a service runs in %s; stop it first", c.DataDir)
	}
	m, err := service.ReadManifest(args[0])
	if err != nil {
		return err
	}
	if *vaultOnly {
		err := whole(ctx, c, func(s *service.Service) error { return s.RestoreVault(ctx, args[0], m) })
		if err == nil {
			fmt.Fprintf(out, "%d keys are restored and verified\n", m.Vault.Keys)
		}
		return err
	}
	if c.EventStoreURL != "" { // before a database is made for it
		if err := openedLog(ctx, func(config.Config, *eventstore.Store) error { return nil }); err != nil {
			return fmt.Errorf("restore the log: %w", err)
		}
	}
	if err := service.CheckBackup(ctx, args[0], m); err != nil {
		return err
	}
	there, err := service.RestoreNode(ctx, c, args[0], m)
	if err != nil {
		return err
	}
	events := 0
	err = whole(ctx, c, func(s *service.Service) (err error) {
		events, err = s.Restore(ctx, args[0], m, there, progressTo(os.Stderr, time.Now))
		return err
	})
	if err != nil && !errors.Is(err, service.ErrUnsound) {
		return err
	}
	fmt.Fprintf(out, "%d events and %d keys are restored and verified; read models are rebuilt by the next service\n", events, m.Vault.Keys)
	return err
}

// whole is opened without a limit of time, for what reads the whole log; f waits
// for as much of the service as it needs.
func whole(ctx context.Context, c config.Config, f func(*service.Service) error) error {
	c.LogLevel = "error"
	s, err := service.Open(ctx, c, logger(c))
	if err != nil {
		return err
	}
	defer s.Close()
	return f(s)
}
