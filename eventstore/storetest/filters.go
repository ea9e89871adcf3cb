package storetest

import (
	"context"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// Regular expressions of filters are .NET's: each of these selects the one stream and
// leaves the other out.
func filtersAreOfDotNet(t *testing.T, c *rawClient) {
	s, other := streamOf("foofoo"), streamOf("other")
	c.append(t, other, expectNone, proposals(1)...)
	c.append(t, s, expectNone, proposals(1)...)
	for _, x := range []struct{ name, expression string }{
		{"plain", `^fo+f`},
		{"look-ahead at the beginning", `^(?!\$|other)`},
		{"look-ahead elsewhere", `fo(?=of)|^nothing(?!x)`},
		{"look-behind", `(?<=foo)foo`},
		{"negative look-behind", `(?<!foo)oof`},
		{"back-reference", `^(foo|oth)\1`},
		{"named back-reference", `^(?<word>foo|oth)\k<word>`},
		{"atomic group", `^(?>fo|foo)of`},
		{"conditional", `^(f)?(?(1)oofoo|nothing)`},
		{"counted", `^(?:foo){2}-`},
		{"comment", `(?x)^foo # the first half
			foo`},
		{"end", `^f[o-r]{2}f.*[0-9a-f]$`},
	} {
		read := c.filtered(t, x.expression)
		if !strings.Contains(read, s+" ") {
			t.Errorf("%s: %s does not select %s", x.name, x.expression, s)
		}
		if strings.Contains(read, other+" ") {
			t.Errorf("%s: %s selects %s", x.name, x.expression, other)
		}
	}
	if read := c.filtered(t, `(?<!o)foo-|(?=x)other`); strings.Contains(read, s+" ") || strings.Contains(read, other+" ") {
		t.Errorf("what no stream's name has selects %s", read)
	}
	for _, wrong := range []string{`(`, `a**`, `\Qa\E(?P<x>b)`} {
		if got := c.filtered(t, wrong); got != "" && !strings.HasPrefix(got, "refused") {
			t.Errorf("%s is taken", wrong)
		}
	}
}

// filtered returns the streams whose names a filter of $all selects, each with a space
// behind it, or "refused" and why.
func (c *rawClient) filtered(t *testing.T, expression string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	call, err := c.Read(ctx, &api.ReadReq{Options: &api.ReadReq_Options{
		StreamOption: &api.ReadReq_Options_All{All: &api.ReadReq_Options_AllOptions{
			AllOption: &api.ReadReq_Options_AllOptions_Start{Start: &shared.Empty{}}}},
		CountOption: &api.ReadReq_Options_Count{Count: math.MaxInt32},
		FilterOption: &api.ReadReq_Options_Filter{Filter: &api.ReadReq_Options_FilterOptions{
			Filter: &api.ReadReq_Options_FilterOptions_StreamIdentifier{
				StreamIdentifier: &api.ReadReq_Options_FilterOptions_Expression{Regex: expression}},
			Window: &api.ReadReq_Options_FilterOptions_Max{Max: 32}, CheckpointIntervalMultiplier: 1}},
		UuidOption: &api.ReadReq_Options_UUIDOption{Content: &api.ReadReq_Options_UUIDOption_Structured{Structured: &shared.Empty{}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	var names strings.Builder
	for {
		m, err := call.Recv()
		if errors.Is(err, io.EOF) {
			return names.String()
		}
		if err != nil {
			return "refused: " + err.Error()
		}
		if name := m.GetEvent().GetEvent().GetStreamIdentifier().GetStreamName(); len(name) > 0 {
			names.WriteString(string(name) + " ")
		}
	}
}
