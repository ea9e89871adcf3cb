package service

import (
	"context"
	"time"
)

// sweepEvery is how often files that no event names are looked for.
const sweepEvery = time.Hour

// sweepBlobs removes, from time to time, what no event names: uploads whose
// request ended before its event. Every node may do so at once.
func (s *Service) sweepBlobs(ctx context.Context) {
	s.whenMade(ctx, func() {
		for ctx.Err() == nil {
			if err := s.sweepOnce(ctx); err != nil && ctx.Err() == nil {
				s.Logger.Warn("files were not swept; trying again later", "error", err)
			}
			sleep(ctx, sweepEvery)
		}
	}, "blobs")
}

// sweepOnce waits until the list of named files knows all that the log names
// now; until then nothing may go.
func (s *Service) sweepOnce(ctx context.Context) error {
	head, any, err := s.Store.Head(ctx)
	if err != nil {
		return err
	}
	for any {
		at, err := s.DB.Reached(ctx)
		if err != nil {
			return err
		}
		if at.Commit >= head.Commit {
			break
		}
		if sleep(ctx, time.Second); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if err := s.namesKnown(ctx); err != nil {
		return err
	}
	removed, err := s.Blobs.Sweep(ctx, time.Now(), s.DB.NamedBlobs)
	if removed > 0 {
		s.Logger.Info("files that no event names were removed", "files", removed)
	}
	return err
}

// namesKnown fails where the list of named files is not there: then none would
// seem named.
func (s *Service) namesKnown(ctx context.Context) error {
	_, err := s.DB.BlobBytes(ctx, "0")
	return err
}
