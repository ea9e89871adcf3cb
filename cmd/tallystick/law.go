package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// lawCommand lists the parameters of the embedded law that lapse within days of
// today: what a release after then has to renew.
func lawCommand(_ context.Context, args []string, out io.Writer) error {
	_, rest, err := verb(args, "due")
	if err != nil {
		return err
	}
	flags := flag.NewFlagSet("law due", flag.ContinueOnError)
	days := flags.Int("days", 90, "how many days ahead")
	if err := onlyFlags(flags, rest); err != nil {
		return err
	}
	today := civil.FromTime(time.Now())
	lapses, err := law.Due(today, today.AddDays(*days))
	if err != nil {
		return err
	}
	for _, l := range lapses {
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\n", l.On, l.Folder, l.Name, l.Title)
	}
	return nil
}
