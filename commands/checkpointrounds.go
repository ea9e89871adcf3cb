package commands

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/readmodels"
)

// Run publishes what has grown until ctx ends: the tree of heads at each interval,
// tenants' trees first where they are due. It is work of the leader; two that
// publish at once do no harm.
func (x *Checkpoints) Run(ctx context.Context, every, tenantsEvery time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	defer x.refused.Store(nil) // whoever leads next finds out for itself
	var last time.Time         // of the tenants' round; a new leader begins with one
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		publish, now := x.PublishTop, time.Now()
		whole := last.IsZero() || now.Sub(last) >= tenantsEvery
		if whole {
			publish, last = x.PublishAll, now
		}
		err := publish(ctx)
		if err != nil && ctx.Err() == nil {
			x.Logger.Log(ctx, x.levelOf(ctx, err), "checkpoints were not published", "error", err)
		}
		x.found(err, whole)
	}
}

// found keeps why a round refused to sign a tree, until one that looked at every tree
// passes: the rounds between look at one alone.
func (x *Checkpoints) found(err error, whole bool) {
	if errors.Is(err, ErrInconsistent) {
		reason := err.Error()
		x.refused.Store(&reason)
	} else if err == nil && whole {
		x.refused.Store(nil)
	}
}

// levelOf is how loud it is said that a round published nothing: while read models are
// built for the first time, as readiness says, none can.
func (x *Checkpoints) levelOf(ctx context.Context, err error) slog.Level {
	if errors.Is(err, fault.New(fault.ReadModelBehind, "")) {
		if building, err := x.DB.Buildings(ctx); err == nil && len(building) > 0 {
			return slog.LevelInfo
		}
	}
	return slog.LevelError
}

// headsAtOnce bounds how many heads of a round are signed and appended together.
const headsAtOnce = 16

// PublishAll signs the head of every tree that has grown, tenants' trees first
// and then the tree of their heads.
func (x *Checkpoints) PublishAll(ctx context.Context) error {
	now, err := x.begin(ctx)
	if err != nil {
		return err
	}
	keys, err := x.Keys(ctx)
	if err != nil {
		return err
	}
	grown, err := x.grown(ctx, keys, "")
	if err != nil {
		return err
	}
	grown = slices.DeleteFunc(grown, func(t readmodels.ProofTree) bool { return t.Tree == proof.TopTree })
	var mu sync.Mutex
	var failed error
	var last event.Position
	next := make(chan readmodels.ProofTree)
	var work sync.WaitGroup
	for range min(headsAtOnce, len(grown)) {
		work.Go(func() {
			for t := range next {
				at, err := x.publish(ctx, keys, t, now)
				mu.Lock()
				if err != nil {
					failed = errors.Join(failed, fmt.Errorf("tree %s: %w", t.Tree, err))
				} else if last.Less(at) {
					last = at
				}
				mu.Unlock()
			}
		})
	}
	for _, t := range grown {
		if ctx.Err() != nil {
			break
		}
		next <- t
	}
	close(next)
	work.Wait()
	return errors.Join(failed, x.publishTop(ctx, keys, last, now))
}

// PublishTop signs the head of the tree of heads, if that has grown.
func (x *Checkpoints) PublishTop(ctx context.Context) error {
	now, err := x.begin(ctx)
	if err != nil {
		return err
	}
	keys, err := x.Keys(ctx)
	if err != nil {
		return err
	}
	return x.publishTop(ctx, keys, event.Position{}, now)
}

// demandPause is how long after a head that was asked for the next of its tree may
// be: who may read proofs could fill the log with heads otherwise.
const demandPause = time.Minute

// demand signs the head of a tree because somebody asked for what no head covers
// yet. It does nothing where one was demanded just before, or nothing is signed.
func (x *Checkpoints) demand(ctx context.Context, tree string) error {
	if x.Signer == nil || tree == proof.TopTree {
		return nil
	}
	now := time.Now()
	if last, ok := x.demanded.Load(tree); ok && now.Sub(last.(time.Time)) < demandPause {
		return nil
	}
	x.demanded.Store(tree, now)
	err := x.PublishTree(ctx, tree)
	if err != nil {
		x.demanded.Delete(tree)
	}
	if errors.Is(err, ErrInconsistent) {
		x.Logger.Error("a checkpoint that was asked for was not published", "error", err)
		return behind("no checkpoint can be signed now")
	}
	return err
}

// publishTop signs the tree of heads, unless all that it has gained is its own
// last checkpoint and time stamps: a log at rest is signed once and stays so.
func (x *Checkpoints) publishTop(ctx context.Context, keys *proof.Keyring, after event.Position, now time.Time) error {
	if err := x.reach(ctx, after, roundPatience); err != nil {
		return err
	}
	top, err := x.grown(ctx, keys, proof.TopTree)
	if err != nil || len(top) == 0 {
		return err
	}
	last, _, _, err := x.signed(keys, proof.TopTree, x.latest(ctx, proof.TopTree))
	if err != nil {
		return err
	}
	if last != nil {
		stamps, err := x.DB.StampsFrom(ctx, last.Size)
		if err != nil || last.Size <= top[0].Size && top[0].Size <= last.Size+1+stamps {
			return err
		}
	}
	if _, err := x.publish(ctx, keys, top[0], now); err != nil {
		return fmt.Errorf("tree %s: %w", proof.TopTree, err)
	}
	return nil
}

// PublishTree signs the head of one tree, if it has grown, and waits until the
// read model knows it.
func (x *Checkpoints) PublishTree(ctx context.Context, tree string) error {
	if x.Signer == nil {
		return nil
	}
	now, err := x.begin(ctx)
	if err != nil {
		return err
	}
	keys, err := x.Keys(ctx)
	if err != nil {
		return err
	}
	grown, err := x.grown(ctx, keys, tree)
	if err != nil || len(grown) == 0 {
		return err
	}
	at, err := x.publish(ctx, keys, grown[0], now)
	if err != nil {
		return err
	}
	return x.reach(ctx, at, roundPatience)
}
