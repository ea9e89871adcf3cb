package service_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
)

// TestNoLabelIsFromOutside walks every metric of a whole service, with those of
// reactors, jobs, the gateway and forwarding, while callers put their own words
// wherever they can: no label has any of them, none has a name that is not listed
// here, and more of the same makes no new series.
func TestNoLabelIsFromOutside(t *testing.T) {
	t.Parallel()
	cert, key := selfSigned(t)
	w := freshWorld(t, func(c *config.Config) {
		c.GatewayListen, c.GatewayCert, c.GatewayKey, c.ForwardURL = "127.0.0.1:0", cert, key, "nats://127.0.0.1:1"
	})
	ask := func(n int) {
		word := fmt.Sprintf("zzhostile%d", n)
		_, got, _ := w.upload(t, "owner", "/api/tax-assistant/documents/", []byte("Date,Amount\n"+word+","+word+"\n"),
			map[string]string{"client_ref": word})
		if got["status_url"] != nil {
			w.settled(t, got)
		}
		w.call(t, "owner", "POST", "/api/cases/", map[string]any{"title": word}, "Idempotency-Key", word, "X-Request-Id", word)
		w.call(t, "owner", "GET", "/api/jobs/"+word+"/", nil)
		w.call(t, "owner", "GET", "/api/exports/csv/?dataset="+word, nil)
		w.call(t, "owner", "GET", "/api/events/?stream="+word, nil)
		w.call(t, "owner", "POST", "/api/v1/tax-assistant/answer", map[string]any{"question": word})
		w.call(t, "owner", strings.ToUpper(word), "/api/"+word+"/", nil)
	}
	names := []string{"route", "method", "status", "operation", "code", "outcome", "kind", "le", "reason", "provider", "version", "goversion"}
	plain := regexp.MustCompile(`^(/api/[a-z0-9_{}/.-]*|[A-Z]{3,7}|[a-z0-9][a-z0-9_.-]*|[A-Z][A-Za-z]+|[1-5][0-9][0-9]|)$`)
	walked := map[string]bool{}
	series := func() (n int) {
		families, err := w.Metrics.Registry.Gather()
		if err != nil {
			t.Fatal(err)
		}
		walked = map[string]bool{}
		for _, f := range families {
			walked[f.GetName()] = true
			if f.GetName() == "tallystick_build_info" {
				continue // its labels are the build's own
			}
			for _, m := range f.Metric {
				n++
				for _, l := range m.Label {
					if !slices.Contains(names, l.GetName()) || !plain.MatchString(l.GetValue()) || strings.Contains(strings.ToLower(l.GetValue()),
						"zzhostile") {
						t.Errorf("%s has %s=%q", f.GetName(), l.GetName(), l.GetValue())
					}
				}
			}
		}
		return n
	}
	for n := range 3 {
		ask(n)
	}
	before := series()
	for n := range 10 {
		ask(100 + n)
	}
	if after := series(); after > before {
		t.Errorf("%d series became %d", before, after)
	}
	for _, name := range []string{"tallystick_job_seconds", "tallystick_forward_failures_total", "tallystick_gateway_connections",
		"tallystick_request_seconds"} {
		if !walked[name] {
			t.Errorf("%s was not walked", name)
		}
	}
}
