package service

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/eventstore/proof/rfc3161"
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

// StampSuffix ends the name of the file beside a kept checkpoint that holds the
// time stamp of it or of an earlier one.
const StampSuffix = ".tst"

// newStamps assembles what has checkpoints time-stamped; nil where no authority
// is configured.
func newStamps(s *Service, c config.Config) (*commands.Stamps, error) {
	authority, err := c.StampAuthority()
	if err != nil || authority == nil {
		return nil, err
	}
	if s.Checkpoints.Signer == nil {
		return nil, errors.New("TALLYSTICK_TIMESTAMP_URL: needs TALLYSTICK_CHECKPOINT_KEY; without it there are no checkpoints to stamp")
	}
	client, err := rfc3161.NewClient(c.StampURL, authority)
	if err != nil {
		return nil, err
	}
	asked := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "tallystick_checkpoint_stamps_total", Help: "Time stamps asked for, by outcome: stamped, refused, unreachable."},
		[]string{"outcome"})
	waiting := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "tallystick_checkpoints_unstamped", Help: "Trees whose newest checkpoint had no time stamp when the last round began."})
	s.Metrics.Registry.MustRegister(asked, waiting)
	for _, outcome := range []string{"stamped", "refused", "unreachable"} {
		asked.WithLabelValues(outcome)
	}
	dir := CheckpointDir(c.DataDir)
	return &commands.Stamps{
		Checkpoints: s.Checkpoints, Authority: client, Logger: s.Logger,
		Observe: func(outcome string) { asked.WithLabelValues(outcome).Inc() },
		Waiting: func(heads int) { waiting.Set(float64(heads)) },
		Keep:    func(tree string, token []byte) error { return keepCheckpoint(dir, tree+StampSuffix, token) },
	}, nil
}

// keepCheckpoint replaces a file that is whole at every moment.
func keepCheckpoint(dir, name string, content []byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".new-")
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, name))
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// publishCheckpoints is work of the leader.
func (s *Service) publishCheckpoints(ctx context.Context) {
	if s.Checkpoints.Signer == nil {
		return
	}
	every := time.Duration(s.Config.CheckpointEvery) * time.Second
	var stamping sync.WaitGroup
	if s.Stamps != nil {
		stamping.Go(func() { s.Stamps.Run(ctx, every) })
	}
	s.Checkpoints.Run(ctx, every, time.Duration(s.Config.TenantHeadEvery)*time.Second)
	stamping.Wait()
}
