package main

import (
	"context"
	"io"
	"os"

	"github.com/tallystick/tallystick/domain/tax/us/taxsim"
)

// taxsimCommand reads households from standard input, so that they can be run
// through this engine and another program.
func taxsimCommand(_ context.Context, _ []string, out io.Writer) error {
	return taxsim.Run(os.Stdin, out)
}
