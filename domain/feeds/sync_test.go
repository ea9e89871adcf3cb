package feeds

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/event"
)

const hostKey = "SHA256:n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg"

func TestConnectorPlan(t *testing.T) {
	good := map[string]ConnectorPlan{
		Webhook: {URL: "https://hooks.example.com/a/b"}, Bucket: {URL: "https://s3.example.com:9000", Settings: ConnectorSettings{Bucket: "books", Folder: "a/b"}},
		SFTP: {URL: "sftp://files.example.com", Settings: ConnectorSettings{HostKey: hostKey}}, ERPNext: {URL: "https://erp.example.com/"},
	}
	for kind, p := range good {
		p.Kind, p.Direction, p.SecretRef = kind, "out", "the-secret"
		if err := p.Validate(); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		for what, spoil := range map[string]func(*ConnectorPlan){
			"a secret in the address": func(p *ConnectorPlan) { p.URL = strings.Replace(p.URL, "://", "://user:pass@", 1) },
			"a token in the address":  func(p *ConnectorPlan) { p.URL += "?token=x" },
			"a secret in secret_ref":  func(p *ConnectorPlan) { p.SecretRef = "-----BEGIN OPENSSH PRIVATE KEY-----" },
			"plain http":              func(p *ConnectorPlan) { p.URL = "http://example.com" },
			"another kind's key": func(p *ConnectorPlan) {
				if p.Settings.HostKey == "" {
					p.Settings.HostKey = hostKey
				} else {
					p.Settings.HostKey = ""
				}
			},
			"a way out of the folder": func(p *ConnectorPlan) { p.Settings.Folder = "../../etc" },
			"no kind":                 func(p *ConnectorPlan) { p.Kind = "ftp" },
			"no direction":            func(p *ConnectorPlan) { p.Direction = "in" },
		} {
			bad := p
			if spoil(&bad); bad.Validate() == nil {
				t.Errorf("%s with %s is taken", kind, what)
			}
		}
	}
}

// Every unmet condition is named at once; what is under way stays, what was delivered
// is final, what failed can be asked for again.
func TestRequestSync(t *testing.T) {
	c := RequestSync{strings.Repeat("a", 32)}
	_, err := c.Decide(Sync{}, actAt(), SyncFacts{Export: ExportQueued, Disabled: true})
	if got := blockersOf(err); len(got) != 4 || !got["export_not_completed"] || !got["connector_disabled"] || !got["secret_missing"] ||
		!got["connector_of_another_site"] {
		t.Errorf("%v", got)
	}
	ready := SyncFacts{ExportID: "e", Export: ExportFinished, Secret: true, Site: true}
	var s Sync
	step := func(p []event.Payload) {
		for _, x := range p {
			s = s.Evolve(event.Recorded{Stream: "exportsync-t-1", Payload: x})
		}
	}
	p, err := c.Decide(s, actAt(), ready)
	if step(p); err != nil || s.Status != SyncQueued {
		t.Fatal(s, err)
	}
	if p, err := c.Decide(s, actAt(), ready); err != nil || len(p) != 0 {
		t.Error("asked twice", p, err)
	}
	step(s.GiveUp("cancelled"))
	if p, err = c.Decide(s, actAt(), ready); err != nil || len(p) != 1 || p[0].(SyncRequested).Round != 2 {
		t.Error("asked again", p, err)
	}
	step(p)
	step(s.Begin(ConnectorPlan{}))
	step(s.Deliver(s.Attempts, 200))
	if _, err := c.Decide(s, actAt(), ready); err == nil {
		t.Error("what was delivered is asked for again")
	}
}

// Whatever happens to a sync, a round has five attempts at most, attempts are numbered
// without a gap, and it is delivered once.
func TestAnySync(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Sync{}.Evolve(event.Recorded{Stream: "exportsync-t-1", Payload: SyncRequested{"e", "c", 1}})
		now, attempts, delivered := time.Unix(1_800_000_000, 0).UTC(), 0, 0
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			var p []event.Payload
			switch rapid.SampledFrom([]string{"begin", "begin", "deliver", "late", "refuse", "refuse finally", "give up", "ask"}).Draw(t, "step") {
			case "begin":
				p = s.Begin(ConnectorPlan{})
			case "deliver":
				if s.Status == SyncSending {
					p = s.Deliver(s.Attempts, 200)
				}
			case "late": // an attempt that another has overtaken ends
				if s.Attempts > 1 {
					p = s.Deliver(s.Attempts-1, 200)
				}
			case "refuse":
				p = s.Refuse(now, s.Attempts, Refusal{Code: "unreachable"})
			case "refuse finally":
				if rapid.IntRange(0, 9).Draw(t, "seldom") == 0 {
					p = s.Refuse(now, s.Attempts, Refusal{Code: "answer_refused", Answer: 404, Final: true})
				}
			case "give up":
				if rapid.IntRange(0, 9).Draw(t, "seldom") == 0 {
					p = s.GiveUp("cancelled")
				}
			case "ask":
				p, _ = RequestSync{"c"}.Decide(s, actAt(), SyncFacts{ExportID: "e", Export: ExportFinished, Secret: true, Site: true})
			}
			for _, x := range p {
				switch x := x.(type) {
				case SyncAttempted:
					if attempts++; x.Number != attempts {
						t.Fatalf("attempt %d has number %d", attempts, x.Number)
					}
				case SyncDelivered:
					delivered++
				case SyncDeferred:
					if !x.Until.After(now) {
						t.Fatal("a deferral ends at once")
					}
				}
				s = s.Evolve(event.Recorded{Stream: "exportsync-t-1", Payload: x})
			}
			if delivered > 1 {
				t.Fatal("delivered twice")
			}
			if s.Status == SyncQueued && s.Tries >= 5 {
				t.Fatalf("a sixth attempt would follow %d", s.Tries)
			}
		}
	})
}

// An export is sent by the connector that it names once it is written, and once.
func TestFollow(t *testing.T) {
	e := Export{ID: "a", Status: ExportFinished, Request: ExportRequested{ConnectorID: "c"}}
	if got := (Sync{}).Follow(e); len(got) != 1 || got[0] != event.Payload(SyncRequested{"a", "c", 1}) {
		t.Errorf("%v", got)
	}
	queued, alone := e, e
	queued.Status, alone.Request.ConnectorID = ExportQueued, ""
	for name, got := range map[string][]event.Payload{"again": Sync{Exists: true}.Follow(e), "unwritten": Sync{}.Follow(queued),
		"for nobody": Sync{}.Follow(alone)} {
		if len(got) != 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
}
