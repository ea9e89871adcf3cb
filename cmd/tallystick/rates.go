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

const ratesUsage = "rates import --source ecb|hmrc FILE, rates import --source us-sst --state MN RATES BOUNDARIES, rates list"

// ratesCommand imports tables that others publish: exchange rates, and local
// sales tax rates of US states. They become events of the platform, which
// every node reads.
func ratesCommand(ctx context.Context, args []string, out io.Writer) error {
	what, args, err := verb(args, "import", "list")
	if err != nil {
		return fmt.Errorf("%w (%s)", err, ratesUsage)
	}
	if what == "list" {
		return opened(ctx, func(ctx context.Context, s *service.Service) error {
			if err := ratesRead(ctx, s); err != nil {
				return err
			}
			for _, line := range s.TaxBook.Describe() {
				fmt.Fprintln(out, line)
			}
			return nil
		})
	}
	flags := flag.NewFlagSet("rates import", flag.ContinueOnError)
	source := flags.String("source", "", "ecb, hmrc or us-sst")
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
	case (*source == "ecb" || *source == "hmrc") && len(files) == 1:
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

// exchangeRates reads a file in the publisher's CSV or XML.
func exchangeRates(source string, f publishedFile) (table string, rates []fx.Rate, err error) {
	in := bytes.NewReader(f.content)
	xml := bytes.HasPrefix(bytes.TrimSpace(bytes.TrimPrefix(f.content, []byte("\ufeff"))), []byte("<"))
	switch {
	case source == "ecb" && xml:
		rates, err = fx.ReadECBXML(in)
	case source == "ecb":
		rates, err = fx.ReadECBCSV(in)
	case xml:
		rates, err = fx.ReadHMRCXML(in)
	default:
		rates, err = fx.ReadHMRCCSV(in)
	}
	if err == nil && len(rates) == 0 {
		err = fmt.Errorf("holds no rate")
	}
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", f.name, err)
	}
	if source == "ecb" {
		return published.ECB, rates, nil
	}
	return published.HMRC, rates, nil
}

func importExchange(ctx context.Context, out io.Writer, source string, f publishedFile, retrieved civil.Date) error {
	table, rates, err := exchangeRates(source, f)
	if err != nil {
		return err
	}
	return opened(ctx, func(ctx context.Context, s *service.Service) error {
		for _, cmd := range published.ByYear(table, f.name, f.sha256, retrieved, rates) {
			done, err := commands.ImportExchange(ctx, s.Executor, local(tenancy.Platform), cmd)
			if err != nil {
				return err
			}
			said := "new or changed rates recorded"
			if done.Nothing {
				said = "nothing new"
			}
			fmt.Fprintf(out, "%s %d: %s\n", table, cmd.Year, said)
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
		fmt.Fprintf(out, "US-%s %s: %d rates, %d boundaries in %d parts; %d address lines are not used\n", c.State, c.RateFile, c.RateRows, c.BoundaryRows, c.Parts, c.Addresses)
		return nil
	})
}
