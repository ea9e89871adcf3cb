package commands

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/checkpoint"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/proof/rfc3161"
	"github.com/tallystick/tallystick/readmodels"
)

// Stamper is a time stamping authority; *rfc3161.Client is one.
type Stamper interface {
	Stamp(ctx context.Context, imprint [sha256.Size]byte) (token []byte, said rfc3161.Stamp, err error)
}

// Stamps has the newest published head of every tree stamped by an authority.
// Heads are published first and stamped after: an authority that is away delays
// none. What it missed is made good by the next head, which covers the earlier
// ones; the newest of a tree is tried again until it has its stamp.
type Stamps struct {
	Checkpoints *Checkpoints
	Authority   Stamper
	Logger      *slog.Logger
	Observe     func(outcome string)                  // of a request: stamped, refused, unreachable; nil = nobody
	Waiting     func(heads int)                       // found without a stamp by a round; nil = nobody
	Keep        func(tree string, token []byte) error // beside the kept checkpoint; nil = nowhere

	away bool // the last round ended for lack of an answer
}

const (
	// stampsAtOnce bounds the requests that wait for the authority.
	stampsAtOnce = 4
	// stampPause is how long after the interval's beginning a round starts, so
	// that it meets the heads that were just signed.
	stampPause = time.Second
)

// Run stamps what was published, at an interval, until ctx ends. It is work of
// the leader; two that stamp at once do no harm.
func (x *Stamps) Run(ctx context.Context, every time.Duration) {
	timer := time.NewTimer(stampPause)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		err := x.StampAll(ctx)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			x.Logger.Warn("checkpoints were not time-stamped; trying again", "error", err)
			x.away = true
		case x.away:
			x.Logger.Info("checkpoints are time-stamped again")
			x.away = false
		}
		timer.Reset(every)
	}
}

// StampAll stamps the newest head of every tree that has no stamp. The first
// answer that is none, or does not count, ends it: the next would be no better.
func (x *Stamps) StampAll(ctx context.Context) error {
	heads, err := x.Checkpoints.DB.UnstampedCheckpoints(ctx)
	if err != nil {
		return err
	}
	if x.Waiting != nil {
		x.Waiting(len(heads))
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan readmodels.LogCheckpoint)
	var work sync.WaitGroup
	for range min(stampsAtOnce, len(heads)) {
		work.Go(func() {
			for head := range next {
				if err := x.stamp(ctx, head); err != nil {
					cancel(fmt.Errorf("tree %s, size %d: %w", head.Tree, head.Size, err))
				}
			}
		})
	}
	for _, head := range heads {
		if ctx.Err() != nil {
			break
		}
		next <- head
	}
	close(next)
	work.Wait()
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return nil
}

// stamp has one head stamped and appends what the authority said.
func (x *Stamps) stamp(ctx context.Context, head readmodels.LogCheckpoint) error {
	if ctx.Err() != nil {
		return nil // the round is over
	}
	imprint := sha256.Sum256([]byte(head.Note))
	token, said, err := x.Authority.Stamp(ctx, imprint)
	x.observe(err)
	if err != nil {
		return err
	}
	c := x.Checkpoints
	stamp := checkpoint.Stamped{Tree: head.Tree, Size: uint64(head.Size), Note: imprint[:], Token: token, Time: said.Time}
	stream, what := checkpoint.Stream(head.Tree, head.SignedAt), head.Note+"\x00"+strconv.FormatInt(head.Size, 10)
	if _, err = c.append(ctx, c.Now().UTC().Truncate(time.Microsecond), stream, what, stamp); err != nil || x.Keep == nil {
		return err
	}
	stands, err := x.standing(ctx, stream, eventstore.EventID(checkpointCommand(stamp, what), stream, 0))
	if err != nil {
		return err
	}
	return x.Keep(head.Tree, stands.Token)
}

// standing is the stamp that the log holds: of two that stamped one head at once
// it took the first, and the other's token is nobody's proof.
func (x *Stamps) standing(ctx context.Context, stream string, id uuid.UUID) (s checkpoint.Stamped, err error) {
	_, there, err := x.Checkpoints.end(ctx, stream, id)
	if err != nil {
		return s, storeFault(err)
	}
	if there == nil {
		return s, behind("others wrote much to %s", stream)
	}
	e, _, err := x.Checkpoints.Log.Decode(ctx, *there)
	if err != nil {
		return s, storeFault(err)
	}
	s, ok := e.Payload.(checkpoint.Stamped)
	if !ok {
		return s, fmt.Errorf("commands: event %s of %s is no stamp", id, stream)
	}
	return s, nil
}

func (x *Stamps) observe(err error) {
	outcome := "stamped"
	switch {
	case errors.Is(err, rfc3161.ErrUnreachable):
		outcome = "unreachable"
	case err != nil:
		outcome = "refused"
	}
	if x.Observe != nil {
		x.Observe(outcome)
	}
}
