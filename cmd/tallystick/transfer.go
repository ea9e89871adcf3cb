package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/transfer"
)

// openedLog runs f with this directory's log, running service or not, once it answers.
func openedLog(ctx context.Context, f func(config.Config, *eventstore.Store) error) error {
	return openedService(ctx, func(c config.Config, s *service.Service) error { return f(c, s.Store) })
}

func openedService(ctx context.Context, f func(config.Config, *service.Service) error) error {
	c, err := loadWithDemoKey()
	if err != nil {
		return err
	}
	c.LogLevel = "error"
	s, err := service.OpenLog(c, logger(c))
	if err != nil {
		return err
	}
	defer s.Close()
	if err := transfer.Reach(ctx, s.Store); err != nil {
		return err
	}
	return f(c, s)
}

// replay copies the log to another server.
func replay(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("replay", flag.ContinueOnError)
	to := flags.String("to", "", "esdb://… of the log to copy to, which holds nothing else")
	oneByOne := flags.Bool("one-by-one", false, "have each append durable before the next is sent")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *to == "" || flags.NArg() > 0 {
		return fmt.Errorf("say --to esdb://…")
	}
	return openedLog(ctx, func(c config.Config, from *eventstore.Store) error {
		at := eventstore.Config{URL: *to, Deadline: 30 * time.Second, Logger: logger(c)}
		store, err := eventstore.Connect(at)
		if err != nil {
			return err
		}
		defer store.Close()
		if err := transfer.Reach(ctx, store); err != nil {
			return fmt.Errorf("--to: %w", err)
		}
		target := transfer.Log(store)
		if !*oneByOne {
			fast, done := transfer.Fast(ctx, store, at)
			defer done()
			target = fast
		}
		source, err := transfer.Whole(ctx, from, "")
		if err != nil {
			return err
		}
		report, err := transfer.Copy(ctx, source, target, progressTo(os.Stderr, time.Now))
		return conclude(out, report, err)
	})
}

// progressTo prints how far a copy is, how fast, and how long it may take yet, every
// few seconds.
func progressTo(out io.Writer, clock func() time.Time) func(transfer.Report) {
	const period = 5 * time.Second
	begun := clock()
	last, before, first := begun, 0, -1.0
	return func(r transfer.Report) {
		now, done := clock(), r.Present+r.Copied
		if first < 0 {
			first = r.Fraction
		}
		passed := now.Sub(last)
		if passed < period {
			return
		}
		text := fmt.Sprintf("%d events compared, %d copied, %.0f a second", r.Present, r.Copied, float64(done-before)/passed.Seconds())
		if part := r.Fraction - first; part > 0 && r.Fraction < 1 {
			left := time.Duration(float64(now.Sub(begun)) * (1 - r.Fraction) / part)
			text += fmt.Sprintf("; %.0f %%, about %v left", 100*r.Fraction, left.Round(time.Second))
		}
		fmt.Fprintln(out, text)
		last, before = now, done
	}
}

func conclude(out io.Writer, r transfer.Report, err error) error {
	if errors.Is(err, transfer.ErrForeign) {
		return fmt.Errorf("after %d events compared and %d copied: %w; copy to a log that holds nothing else: a service that was started on one "+
			"has begun a log of its own", r.Present, r.Copied, err)
	}
	if err != nil {
		return fmt.Errorf("after %d events compared and %d copied (start it again to go on): %w", r.Present, r.Copied, err)
	}
	fmt.Fprintf(out, "%d events were there already, %d were copied; all are equal\nsha256 over all of them: %s\n", r.Present, r.Copied,
		r.Chain)
	return nil
}

// export writes the log, or one tenant's part of it, as lines.
func export(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("export", flag.ContinueOnError)
	tenant := flags.String("tenant", "", "id of the tenant whose streams are wanted; left out: all")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return fmt.Errorf("name the file, or - for standard output")
	}
	return openedLog(ctx, func(_ config.Config, log *eventstore.Store) error {
		source, err := transfer.Whole(ctx, log, *tenant)
		if err != nil {
			return err
		}
		name := flags.Arg(0)
		if name == "-" {
			report, err := transfer.Export(ctx, source, out)
			if err == nil {
				fmt.Fprintf(os.Stderr, "%d events, sha256 over all of them: %s\n", report.Copied, report.Chain)
			}
			return err
		}
		report, err := exportTo(ctx, source, name)
		if err == nil {
			fmt.Fprintf(out, "%d events\nsha256 over all of them: %s\n", report.Copied, report.Chain)
		}
		return err
	})
}

// exportTo writes a file that is there only when it is whole.
func exportTo(ctx context.Context, source transfer.Source, name string) (report transfer.Report, err error) {
	partial := name + ".partial"
	f, err := os.OpenFile(partial, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return report, err
	}
	report, err = transfer.Export(ctx, source, f)
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = transfer.ReadBack(ctx, partial, report)
	}
	if err != nil {
		os.Remove(partial)
		return report, err
	}
	return report, os.Rename(partial, name)
}

// importLines brings an export into this log, which holds nothing else.
func importLines(ctx context.Context, args []string, out io.Writer) error {
	if len(args) != 1 {
		return fmt.Errorf("name the file, or - for standard input")
	}
	in := os.Stdin
	if args[0] != "-" {
		var err error
		if in, err = os.Open(args[0]); err != nil {
			return err
		}
		defer in.Close()
	}
	return openedService(ctx, func(_ config.Config, s *service.Service) error {
		log, done := transfer.Fast(ctx, s.Store, s.LogConfig())
		defer done()
		report, err := transfer.Copy(ctx, transfer.NewLines(in), log, progressTo(os.Stderr, time.Now))
		return conclude(out, report, err)
	})
}
