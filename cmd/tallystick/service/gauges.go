package service

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/tallystick/tallystick/eventstore/proof"
)

// gaugeBasics registers what says which binary runs, and what an operator must see
// coming: a disk that fills, a signature that stays away.
func (s *Service) gaugeBasics() {
	revision := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" {
				revision = setting.Value
			}
		}
	}
	s.Metrics.Registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "tallystick_build_info", Help: "1; which binary runs.", ConstLabels: prometheus.Labels{"revision": revision,
				"go": runtime.Version()},
		}, func() float64 { return 1 }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "tallystick_disk_free_bytes", Help: "What is free for the service where the data directory lies.",
		}, func() float64 { return freeBytes(s.Config.DataDir) }),
	)
	if s.Checkpoints.Signer == nil {
		return
	}
	s.Metrics.Registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "tallystick_checkpoint_age_seconds", Help: "Since this node last signed the head of the top tree; NaN where it has signed none.",
	}, func() float64 {
		return checkpointAge(filepath.Join(CheckpointDir(s.Config.DataDir), proof.TopTree), time.Now())
	}))
}

// freeBytes is what an ordinary process may still write; NaN where nobody can say.
func freeBytes(dir string) float64 {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return math.NaN()
	}
	return float64(s.Bavail) * float64(s.Bsize)
}

func checkpointAge(path string, now time.Time) float64 {
	note, err := os.ReadFile(path)
	if err != nil {
		return math.NaN()
	}
	head, err := proof.Head(note)
	if err != nil {
		return math.NaN()
	}
	return now.Sub(head.Time).Seconds()
}
