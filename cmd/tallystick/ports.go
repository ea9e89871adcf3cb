package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
)

// freePorts gives a demo addresses that it can have. Where the usual port is taken
// and nobody asked for that one, it takes another and says so; one that was asked
// for is an error, which names every such setting.
func freePorts(c *config.Config, out io.Writer) error {
	var busy []error
	for _, x := range []struct {
		setting string
		address *string
	}{
		{"TALLYSTICK_LISTEN", &c.Listen}, {"TALLYSTICK_OPS_LISTEN", &c.OpsListen},
		{"TALLYSTICK_EVENT_LOG_LISTEN", &c.LogListen}, {"TALLYSTICK_GATEWAY_LISTEN", &c.GatewayListen},
	} {
		l, err := net.Listen("tcp", *x.address)
		if err == nil {
			l.Close()
			continue
		}
		if os.Getenv(x.setting) != "" || os.Getenv(x.setting+"_FILE") != "" {
			busy = append(busy, fmt.Errorf("%s: %w", x.setting, err))
			continue
		}
		host, _, _ := net.SplitHostPort(*x.address)
		other, otherErr := net.Listen("tcp", net.JoinHostPort(host, "0"))
		if otherErr != nil {
			busy = append(busy, fmt.Errorf("%s: %w", x.setting, err))
			continue
		}
		fmt.Fprintf(out, "%s is taken; using %s (choose with %s)\n", *x.address, other.Addr(), x.setting)
		*x.address = other.Addr().String()
		other.Close()
	}
	return errors.Join(busy...)
}
