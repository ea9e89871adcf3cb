package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/eventstore/proof/rfc3161"
)

// stampAuthority reads whose time stamps count; nil where nobody says.
func stampAuthority(path string) (*rfc3161.Authority, error) {
	if path == "" {
		c, err := config.Load(os.Environ())
		if err != nil {
			return nil, nil // an auditor has no configuration, and needs none
		}
		return c.StampAuthority()
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return rfc3161.ParseAuthority(text)
}

// readStamp reads a time stamp, which counts for any authority where none is
// trusted.
func readStamp(token []byte, trusted *rfc3161.Authority) (rfc3161.Stamp, error) {
	if trusted == nil {
		return rfc3161.Read(token)
	}
	return trusted.Verify(token)
}

func stampReader(trusted *rfc3161.Authority) func(token []byte) (proof.Hash, time.Time, error) {
	return func(token []byte) (proof.Hash, time.Time, error) {
		s, err := readStamp(token, trusted)
		return proof.Hash(s.Imprint), s.Time, err
	}
}

func reportStamps(out io.Writer, trees []proof.Summary, checked bool) {
	stamped, late := 0, 0
	for _, t := range trees {
		stamped, late = stamped+t.Stamped, late+t.StampedLate
	}
	if stamped == 0 {
		return
	}
	fmt.Fprintf(out, "%d checkpoint(s) are time-stamped", stamped)
	if !checked {
		fmt.Fprint(out, "; by whom was not checked: say --authority with the authority's certificate")
	}
	fmt.Fprintln(out)
	if late > 0 {
		fmt.Fprintf(out, "%d of them only more than %s after the time that they give for themselves: the authority was away, or they were signed later\n", late, proof.LateStamp)
	}
}

// verifyStamp looks at the time stamp of one checkpoint, where it has one.
func verifyStamp(token, note []byte, trusted *rfc3161.Authority, out io.Writer) error {
	if token == nil {
		return nil
	}
	s, err := readStamp(token, trusted)
	if err != nil {
		return err
	}
	if s.Imprint != sha256.Sum256(note) {
		return errors.New("the time stamp is of another checkpoint")
	}
	if trusted == nil {
		fmt.Fprintf(out, "A time stamp of %s says that it was there on %s; whether to believe it was not checked: say --authority.\n",
			s.Authority, s.Time.Format(time.RFC3339))
		return nil
	}
	fmt.Fprintf(out, "%s stamped that on %s.\n", s.Authority, s.Time.Format(time.RFC3339))
	return nil
}
