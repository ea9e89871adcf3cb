// Package soak says how often a test tries the same kind of thing: a little in make
// check, much in make soak, which sets TALLYSTICK_SOAK to a number of rounds.
package soak

import (
	"flag"
	"os"
	"strconv"
	"testing"
)

// Rounds is few, or the number that TALLYSTICK_SOAK says.
func Rounds(few int) int {
	if n, err := strconv.Atoi(os.Getenv("TALLYSTICK_SOAK")); err == nil && n > 0 {
		return n
	}
	return few
}

// Of is few, or many in a soak, whatever number of rounds that says: for what is long.
func Of(few, many int) int {
	if Rounds(0) > 0 {
		return many
	}
	return few
}

// Cases has rapid.Check try few cases, or many in a soak, until the test ends. What
// -rapid.checks says goes before.
func Cases(t *testing.T, few, many int) {
	t.Helper()
	checks := flag.Lookup("rapid.checks")
	if checks == nil {
		t.Fatal("the test imports no rapid")
	}
	was := checks.Value.String()
	if was != checks.DefValue {
		return
	}
	if err := flag.Set(checks.Name, strconv.Itoa(Of(few, many))); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := flag.Set(checks.Name, was); err != nil {
			t.Fatal(err)
		}
	})
}
