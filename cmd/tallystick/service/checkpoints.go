package service

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/commands"
)

// CheckpointDir is where the last checkpoint of each tree is kept beside the
// log, under the tree's name.
func CheckpointDir(dataDir string) string { return filepath.Join(dataDir, "checkpoints") }

// newCheckpoints assembles what signs and proves; without a key it only proves
// what was signed.
func newCheckpoints(s *Service, c config.Config) (*commands.Checkpoints, error) {
	signer, err := c.CheckpointSigner()
	if err != nil {
		return nil, err
	}
	dir := CheckpointDir(c.DataDir)
	return &commands.Checkpoints{
		Log: s.Log, DB: s.DB, Signer: signer, Trust: c.TrustedKeys(), Now: time.Now, Logger: s.Logger,
		Kept: func(tree string) ([]byte, error) {
			note, err := os.ReadFile(filepath.Join(dir, tree))
			if errors.Is(err, os.ErrNotExist) {
				return nil, nil
			}
			return note, err
		},
		Keep: func(tree string, note []byte) error { return keepCheckpoint(dir, tree, note) },
	}, nil
}

// keepCheckpoint replaces a file that is whole at every moment.
func keepCheckpoint(dir, tree string, note []byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".new-")
	if err != nil {
		return err
	}
	_, err = f.Write(note)
	err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, tree))
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// publishCheckpoints is work of the leader.
func (s *Service) publishCheckpoints(ctx context.Context) {
	if s.Checkpoints.Signer != nil {
		s.Checkpoints.Run(ctx, time.Duration(s.Config.CheckpointEvery)*time.Second)
	}
}
