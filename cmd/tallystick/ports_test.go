package main

import (
	"net"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
)

// A demo goes where there is room, unless it was told where to go.
func TestFreePorts(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	var c config.Config
	c.Listen, c.OpsListen, c.LogListen, c.GatewayListen = taken.Addr().String(), "127.0.0.1:0", "127.0.0.1:0", taken.Addr().String()
	t.Setenv("TALLYSTICK_GATEWAY_LISTEN", c.GatewayListen)
	var said strings.Builder
	err = freePorts(&c, &said)
	if err == nil || !strings.Contains(err.Error(), "TALLYSTICK_GATEWAY_LISTEN: ") || strings.Contains(err.Error(), "TALLYSTICK_LISTEN: ") {
		t.Errorf("%v", err)
	}
	if c.Listen == taken.Addr().String() || c.GatewayListen != taken.Addr().String() || c.OpsListen != "127.0.0.1:0" ||
		!strings.Contains(said.String(), taken.Addr().String()+" is taken; using "+c.Listen) {
		t.Errorf("%+v, said %q", c, said.String())
	}
}
