package main

import (
	"context"
	"flag"
	"io"
	"os"
	"runtime/pprof"

	"github.com/tallystick/tallystick/cmd/tallystick/bench"
)

// benchCommand measures the service on this machine, on stores of its own.
func benchCommand(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	quick := flags.Bool("quick", false, "a tenth of the work")
	only := flags.String("only", "", "measure only the part of this name, or those whose names contain it")
	profile := flags.String("profile", "", "write a CPU profile to this file")
	if err := onlyFlags(flags, args); err != nil {
		return err
	}
	if *profile != "" {
		f, err := os.Create(*profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	return bench.Run(ctx, bench.Options{Quick: *quick, Only: *only, Out: out})
}
