package service_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/eventstore/proof/rfc3161"
	"github.com/tallystick/tallystick/eventstore/proof/rfc3161/rfc3161test"
)

// stamped is a world whose checkpoints an authority of the test stamps, when the
// test says so.
func stamped(t *testing.T, every int) (*world, *rfc3161test.Authority) {
	t.Helper()
	tsa := rfc3161test.New(t)
	ca := filepath.Join(worldDir(t), "authority.pem")
	if err := os.WriteFile(ca, tsa.PEM, 0o644); err != nil {
		t.Fatal(err)
	}
	w := freshWorld(t, func(c *config.Config) {
		c.StampURL, c.StampCA, c.CheckpointEvery, c.TenantHeadEvery = tsa.URL, ca, every, every
	})
	return w, tsa
}

// stamp is one round of stamping, whose end the rows have reached.
func (w *world) stamp(t *testing.T) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	err := w.Stamps.StampAll(ctx)
	awaitHead(t, ctx, w.Service)
	return err
}

// metric is the value of a line of /metrics.
func (w *world) metric(t *testing.T, name string) string {
	t.Helper()
	text, _ := opsPage(t, w.Service, "/metrics")
	m := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + ` (.*)$`).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("there is no %s", name)
	}
	return m[1]
}

type stampedHead struct {
	Checkpoint stampView
	Top        *stampView
}

type stampView struct {
	Size      uint64
	Note      string
	TimeStamp *struct {
		Time  time.Time
		Token []byte
	} `json:"time_stamp"`
}

// An authority stamps each checkpoint after it was published. The stamp stands in
// the log, in a file and in the API's answers, and counts for whoever has the
// authority's certificate.
func TestCheckpointsAreStamped(t *testing.T) {
	t.Parallel()
	w, tsa := stamped(t, 3600)
	authority, err := rfc3161.ParseAuthority(tsa.PEM)
	if err != nil {
		t.Fatal(err)
	}
	read := func() (v stampedHead) {
		w.must(t, 200, "auditor", "GET", "/api/log/checkpoint/", nil).into(t, &v)
		return v
	}
	w.publish(t)
	// Two leaders of a moment stamp it at once; each gets a token of its own.
	second := make(chan error)
	go func() { second <- w.Stamps.StampAll(t.Context()) }()
	if err := errors.Join(w.stamp(t), <-second); err != nil {
		t.Fatal(err)
	}
	v := read()
	if v.Checkpoint.TimeStamp == nil || v.Top == nil || v.Top.TimeStamp == nil {
		t.Fatalf("%+v", v)
	}
	for _, head := range []stampView{v.Checkpoint, *v.Top} {
		said, err := authority.Verify(head.TimeStamp.Token)
		if err != nil || said.Imprint != sha256.Sum256([]byte(head.Note)) || !said.Time.Equal(head.TimeStamp.Time) {
			t.Errorf("%+v, %v", said, err)
		}
	}
	file, err := os.ReadFile(filepath.Join(service.CheckpointDir(w.Config.DataDir), w.tenant+service.StampSuffix))
	if err != nil || string(file) != string(v.Checkpoint.TimeStamp.Token) {
		t.Errorf("the file holds %d bytes, %v", len(file), err)
	}
	seen := tsa.Seen.Load()
	if err := w.stamp(t); err != nil || tsa.Seen.Load() != seen {
		t.Errorf("stamped again: %d requests, %v", tsa.Seen.Load()-seen, err)
	}

	// The calls above are events; what the stamps alone add is signed by no round.
	w.publish(t)
	if err := w.stamp(t); err != nil {
		t.Fatal(err)
	}
	top, _, err := w.Checkpoints.Head(t.Context(), proof.TopTree, 0)
	if err != nil {
		t.Fatal(err)
	}
	w.publish(t)
	if again, _, err := w.Checkpoints.Head(t.Context(), proof.TopTree, 0); err != nil || again.Size != top.Size {
		t.Errorf("a log at rest goes on growing: the top tree was signed at %d and then at %d, %v", top.Size, again.Size, err)
	}
	trees, findings := w.verifiedStamps(t, authority)
	n := 0
	for _, tree := range trees {
		n += tree.Stamped
		if tree.Checkpoints != tree.Stamped || tree.StampedLate != 0 {
			t.Errorf("%+v", tree)
		}
	}
	if len(findings) > 0 || n < 4 {
		t.Errorf("%d stamped checkpoints, %v", n, findings)
	}
	stranger, err := rfc3161.ParseAuthority(rfc3161test.Issue(t, nil).PEM())
	if err != nil {
		t.Fatal(err)
	}
	if _, findings := w.verifiedStamps(t, stranger); len(findings) != n || !strings.Contains(findings[0].What, "unknown authority") {
		t.Errorf("for another authority: %v", findings)
	}
	checkRebuildKeeps(t, t.Context(), w)
}

func (w *world) verifiedStamps(t *testing.T, authority *rfc3161.Authority) ([]proof.Summary, []proof.Finding) {
	t.Helper()
	v := &proof.Verifier{Keys: trusting(t, testPublicKey), Covered: func(c string) bool { return len(eventstore.Registry.Types(c)) > 0 },
		Stamp: func(token []byte) (proof.Hash, time.Time, error) {
			s, err := authority.Verify(token)
			return proof.Hash(s.Imprint), s.Time, err
		}}
	events := history(t, w.Service)
	for _, e := range events {
		v.Prepare(e)
	}
	v.Begin()
	for _, e := range events {
		v.Add(e)
	}
	trees, _, findings := v.End()
	return trees, findings
}

// Whatever the authority does, checkpoints are published; the metrics say that
// they are not stamped; and the newest is stamped when it is back.
func TestAuthorityFails(t *testing.T) {
	t.Parallel()
	w, tsa := stamped(t, 3600)
	for i, x := range []struct {
		mood    int32
		outcome string
	}{
		{rfc3161test.Down, "unreachable"}, {rfc3161test.WrongImprint, "refused"}, {rfc3161test.WrongNonce, "refused"},
		{rfc3161test.Stranger, "refused"}, {rfc3161test.Rejects, "refused"}, {rfc3161test.Garbage, "refused"},
	} {
		tsa.Mood.Store(x.mood)
		w.must(t, 201, "owner", "POST", "/api/cases/", map[string]any{"title": "More"})
		w.publish(t)
		var v stampedHead
		before := w.metric(t, `tallystick_checkpoint_stamps_total{outcome="`+x.outcome+`"}`)
		if err := w.stamp(t); err == nil {
			t.Errorf("mood %d: no error", x.mood)
		}
		w.must(t, 200, "auditor", "GET", "/api/log/checkpoint/", nil).into(t, &v)
		if v.Checkpoint.TimeStamp != nil || v.Checkpoint.Size == 0 {
			t.Errorf("mood %d: %+v", x.mood, v.Checkpoint)
		}
		if after := w.metric(t, `tallystick_checkpoint_stamps_total{outcome="`+x.outcome+`"}`); after == before {
			t.Errorf("mood %d: the metric stays at %s", x.mood, after)
		}
		if waiting := w.metric(t, "tallystick_checkpoints_unstamped"); waiting == "0" {
			t.Errorf("round %d: nothing waits", i)
		}
	}
	tsa.Mood.Store(rfc3161test.Honest)
	if err := w.stamp(t); err != nil {
		t.Fatal(err)
	}
	var v stampedHead
	w.must(t, 200, "auditor", "GET", "/api/log/checkpoint/", nil).into(t, &v)
	if v.Checkpoint.TimeStamp == nil {
		t.Error("the newest checkpoint has no stamp, though the authority is back")
	}
	if err := w.stamp(t); err != nil || w.metric(t, "tallystick_checkpoints_unstamped") != "0" {
		t.Errorf("%s wait, %v", w.metric(t, "tallystick_checkpoints_unstamped"), err)
	}
}

// The leader stamps by itself, also after an authority that hangs.
func TestTheLeaderStamps(t *testing.T) {
	t.Parallel()
	w, tsa := stamped(t, 1)
	tsa.Mood.Store(rfc3161test.Down)
	eventually(t, "a failure to be counted", func() bool { return w.metric(t, `tallystick_checkpoint_stamps_total{outcome="unreachable"}`) != "0" })
	tsa.Mood.Store(rfc3161test.Honest)
	eventually(t, "a stamp", func() bool {
		var v stampedHead
		r := w.call(t, "auditor", "GET", "/api/log/checkpoint/", nil)
		if r.status != 200 {
			return false
		}
		r.into(t, &v)
		return v.Top != nil && v.Top.TimeStamp != nil
	})
}

func TestStampSettings(t *testing.T) {
	tsa := rfc3161test.New(t)
	ca := filepath.Join(t.TempDir(), "authority.pem")
	if err := os.WriteFile(ca, tsa.PEM, 0o644); err != nil {
		t.Fatal(err)
	}
	key := "TALLYSTICK_CHECKPOINT_KEY=" + testCheckpointKey
	for want, env := range map[string][]string{
		"":                        {key, "TALLYSTICK_TIMESTAMP_URL=" + tsa.URL, "TALLYSTICK_TIMESTAMP_CA=" + ca},
		"goes with":               {key, "TALLYSTICK_TIMESTAMP_URL=" + tsa.URL},
		"goes with TALLYSTICK":    {key, "TALLYSTICK_TIMESTAMP_CA=" + ca},
		"no http or https URL":    {key, "TALLYSTICK_TIMESTAMP_URL=stamps", "TALLYSTICK_TIMESTAMP_CA=" + ca},
		"no such file":            {key, "TALLYSTICK_TIMESTAMP_URL=" + tsa.URL, "TALLYSTICK_TIMESTAMP_CA=" + ca + "x"},
		"there is no certificate": {key, "TALLYSTICK_TIMESTAMP_URL=" + tsa.URL, "TALLYSTICK_TIMESTAMP_CA=" + os.Args[0]},
	} {
		_, err := config.Load(env)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}
