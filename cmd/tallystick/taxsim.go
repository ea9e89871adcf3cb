package main

import (
	"context"
	"flag"
	"io"
	"os"

	"github.com/tallystick/tallystick/domain/tax/us/taxsim"
)

// taxsimCommand reads households from standard input, so that they can be run
// through this engine and another program.
func taxsimCommand(_ context.Context, args []string, out io.Writer) error {
	if err := onlyFlags(flag.NewFlagSet("taxsim", flag.ContinueOnError), args); err != nil {
		return err
	}
	return taxsim.Run(os.Stdin, out)
}
