package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fx"
	"github.com/tallystick/tallystick/domain/indirect/ussales"
	"github.com/tallystick/tallystick/domain/published"
	"github.com/tallystick/tallystick/domain/tenancy"
)

const ratesUsage = "rates import --source ecb|hmrc|imf FILE, rates import --source us-sst --state MN RATES BOUNDARIES, rates list"

// ratesCommand imports tables that others publish: exchange rates, and local
// sales tax rates of US states. They become events of the platform, which
// every node reads.
func ratesCommand(ctx context.Context, args []string, out io.Writer) error {
	what, args, err := verb(args, "import", "list")
	if err != nil {
		return fmt.Errorf("%w (%s)", err, ratesUsage)
	}
	if what == "list" {
		if err := onlyFlags(flag.NewFlagSet("rates list", flag.ContinueOnError), args); err != nil {
			return err
		}
		return opened(ctx, func(ctx context.Context, s *service.Service) error {
			if err := ratesRead(ctx, s); err != nil {
				return err
			}
			for _, line := range s.TaxBook.Describe() {
				fmt.Fprintln(out, line)
			}
			day, _ := fx.Snapshot().Range()
			fmt.Fprintf(out, "exchange  %-14s %s only, %d days old, %d currencies; built in, used where no import has the currencies\n",
				fx.SnapshotID, day, day.DaysUntil(civil.FromTime(time.Now().UTC())), len(fx.Snapshot().Currencies()))
			return nil
		})
	}
	flags := flag.NewFlagSet("rates import", flag.ContinueOnError)
	source := flags.String("source", "", "ecb, hmrc, imf or us-sst")
	state := flags.String("state", "", "us-sst: two letters of the state")
	day := flags.String("retrieved", time.Now().UTC().Format(time.DateOnly), "day on which the files were taken from the publisher")
	if err := flags.Parse(args); err != nil {
		return err
	}
	retrieved, err := civil.Parse(*day)
	if err != nil {
		return fmt.Errorf("--retrieved: %w", err)
	}
	files, err := readFiles(flags.Args())
	if err != nil {
		return err
	}
	switch {
	case *source == "us-sst" && len(files) == 2 && len(*state) == 2:
		return importSales(ctx, out, strings.ToUpper(*state), files[0], files[1], retrieved)
	case (*source == fx.SourceECB || *source == fx.SourceHMRC || *source == fx.SourceIMF) && len(files) == 1:
		return importExchange(ctx, out, *source, files[0], retrieved)
	}
	return fmt.Errorf("say: %s", ratesUsage)
}

// ratesRead waits until the command line's own book has the log's head.
func ratesRead(ctx context.Context, s *service.Service) error {
	for !s.TaxBook.Ready() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
	return nil
}

// publishedFile is one file as it was read.
type publishedFile struct {
	name    string // without its folder
	sha256  string
	content []byte
}

// title is the name without its ending, by which the publisher names versions.
func (f publishedFile) title() string { return strings.TrimSuffix(f.name, filepath.Ext(f.name)) }

func readFiles(paths []string) ([]publishedFile, error) {
	var files []publishedFile
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(content)
		files = append(files, publishedFile{filepath.Base(path), hex.EncodeToString(sum[:]), content})
	}
	return files, nil
}

func importExchange(ctx context.Context, out io.Writer, source string, f publishedFile, retrieved civil.Date) error {
	if _, err := fx.Read(source, f.content); err != nil { // before the stores are opened
		return fmt.Errorf("%s: %w", f.name, err)
	}
	return opened(ctx, func(ctx context.Context, s *service.Service) error {
		done, err := commands.ImportExchangeRates(ctx, s.Executor, local(tenancy.Platform),
			commands.ImportExchangeFile{Source: source, Name: f.name, Retrieved: retrieved, Content: f.content})
		if err != nil {
			return err
		}
		for _, year := range done.Years {
			fmt.Fprintf(out, "%s %d: new or changed rates recorded\n", done.Table, year)
		}
		for _, year := range done.Known {
			fmt.Fprintf(out, "%s %d: nothing new\n", done.Table, year)
		}
		if len(done.Unread) > 0 {
			fmt.Fprintf(out, "not read, for want of an ISO 4217 code: %s\n", strings.Join(done.Unread, ", "))
		}
		return nil
	})
}

func importSales(ctx context.Context, out io.Writer, state string, rateFile, boundFile publishedFile, retrieved civil.Date) error {
	rates, err := ussales.ReadRates(bytes.NewReader(rateFile.content))
	if err != nil {
		return fmt.Errorf("%s: %w", rateFile.name, err)
	}
	bounds, addresses, err := ussales.ReadBoundaries(bytes.NewReader(boundFile.content))
	if err != nil {
		return fmt.Errorf("%s: %w", boundFile.name, err)
	}
	cmd := published.ImportSales{Rates: rates, Boundaries: bounds, SalesRatesCompleted: published.SalesRatesCompleted{
		State: state, RateFile: rateFile.title(), RateSHA256: rateFile.sha256, BoundFile: boundFile.title(), BoundSHA256: boundFile.sha256,
		Retrieved: retrieved, Addresses: addresses,
	}}
	return opened(ctx, func(ctx context.Context, s *service.Service) error {
		done, err := commands.ImportSales(ctx, s.Executor, local(tenancy.Platform), cmd)
		if err != nil {
			return err
		}
		c := done.State.Completed
		fmt.Fprintf(out, "US-%s %s: %d rates, %d boundaries in %d parts; %d address lines are not used\n", c.State, c.RateFile, c.RateRows,
			c.BoundaryRows, c.Parts, c.Addresses)
		return nil
	})
}
