package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/eventstore/storetest"
)

// The docs' way to a cluster, as its user without any role: it is locked, as often as one
// likes; a log is copied there, is what was signed, is exported, and brought into another.
func TestMoveToALockedCluster(t *testing.T) {
	dir := t.TempDir()
	signer, err := proof.ParseSigner(newCheckpointKey(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	file, out, password := filepath.Join(dir, "log.ndjson"), filepath.Join(dir, "out.ndjson"), filepath.Join(dir, "password")
	events, _ := signedLog(t, signer)
	writeExport(t, file, events)
	if err := os.WriteFile(password, []byte("swordfish\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(dir, "own")
	t.Setenv("TALLYSTICK_DATA_DIR", own)
	if said, err := tool(t, "import", file); err != nil {
		t.Fatal(said, err)
	}
	var clusters []*storetest.Strict
	for range 2 {
		c := storetest.NewSecured(t, 3)
		clusters = append(clusters, c)
		admin := c.As(storetest.Admin, storetest.AdminPassword).URL
		for i, words := range []string{"was made", "was there already", "was there already"} {
			said, err := tool(t, "log", "secure", "--admin", admin, "--password-file", password)
			if err != nil || !strings.Contains(said, words) || strings.Contains(said, "changeit") || strings.Contains(said, "swordfish") ||
				strings.Contains(said, "were set already") != (i > 0) {
				t.Fatalf("time %d: %s%v", i, said, err)
			}
		}
	}
	there, other := clusters[0].As("tallystick", "swordfish").URL, clusters[1].As("tallystick", "swordfish").URL
	for _, x := range []struct {
		at, says string
		args     []string
	}{
		{"", "6 were copied", []string{"replay", "--to", there}},
		{"", "0 were copied", []string{"replay", "--one-by-one", "--to", there}},
		{"", "The log is what was signed.", []string{"verify", "--from", there, "--key", signer.PublicKey()}},
		{there, "6 events", []string{"export", out}},
		{other, "6 were copied", []string{"import", out}},
		{other, "The log is what was signed.", []string{"verify", "--key", signer.PublicKey()}},
	} {
		t.Setenv("EVENTSTORE_URL", x.at)
		said, err := tool(t, x.args...)
		if err != nil || !strings.Contains(said, x.says) || strings.Contains(said, "swordfish") {
			t.Fatalf("%v: %s%v", x.args, said, err)
		}
	}
}

// A log that cannot be reached until somebody corrects its address, its certificate or its
// user ends every command with the reason: none tries again, and none says the password.
func TestUnreachableLogsEndCommands(t *testing.T) {
	dir, public := ownLog(t)
	file, backup := filepath.Join(dir, "log.ndjson"), filepath.Join(dir, "backup")
	cluster := storetest.NewSecured(t, 1)
	// No resolver is asked about an empty label: how long one takes is not this test's matter.
	known, _, _ := strings.Cut(cluster.As("me", "swordfish").URL, "&tlsCaFile")
	for _, reason := range []struct{ name, url, says string }{
		{"a name that does not resolve", "esdb://me:swordfish@nobody..invalid:2113?tls=false", "nobody..invalid"},
		{"a certificate that nobody knows", known, "x509"},
		{"a wrong password", cluster.As(storetest.Admin, "swordfish").URL, "Unauthenticated"},
	} {
		for _, c := range []struct {
			args []string
			at   bool // the configuration's log is there
		}{
			{[]string{"replay", "--to", reason.url}, false},
			{[]string{"replay", "--one-by-one", "--to", reason.url}, false},
			{[]string{"import", file}, true},
			{[]string{"export", filepath.Join(dir, "out")}, true},
			{[]string{"verify", "--key", public, "--from", reason.url}, false},
			{[]string{"verify", "--key", public}, true},
			{[]string{"restore", backup}, true},
			{[]string{"key", "list", "--tenant", testTenant}, true},
		} {
			t.Run(reason.name+"/"+strings.Join(c.args[:1], " "), func(t *testing.T) {
				if c.at {
					t.Setenv("EVENTSTORE_URL", reason.url)
					t.Setenv("TALLYSTICK_DATA_DIR", filepath.Join(t.TempDir(), "data"))
				}
				out, err := tool(t, c.args...)
				said := out + fmt.Sprint(err)
				if !errors.Is(err, eventstore.ErrRefused) || errors.Is(err, context.DeadlineExceeded) || !strings.Contains(said, reason.says) ||
					strings.Contains(said, "swordfish") {
					t.Error(said)
				}
			})
		}
	}
}

// What a stranger with the cluster's password does to a stream that was signed is named by
// verify, from the log and its streams' metadata; what was mended is not.
func TestVerifyNamesWhatStrangersDid(t *testing.T) {
	dir := t.TempDir()
	signer, err := proof.ParseSigner(newCheckpointKey(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "log.ndjson")
	events, _ := signedLog(t, signer)
	writeExport(t, file, events)
	stream := events[0].Stream
	ctx := storetest.Context(t)
	type attack = func(*esdb.Client) error
	describe := func(properties string) attack {
		return func(c *esdb.Client) error {
			m, err := esdb.StreamMetadataFromJson([]byte(properties))
			if err == nil {
				_, err = c.SetStreamMetadata(ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, *m)
			}
			return err
		}
	}
	all := func(attacks ...attack) attack {
		return func(c *esdb.Client) (err error) {
			for _, a := range attacks {
				err = errors.Join(err, a(c))
			}
			return err
		}
	}
	for name, x := range map[string]struct {
		attack attack
		says   string // "" = the log is what was signed
	}{
		"nothing": {all(), ""},
		"a soft delete": {func(c *esdb.Client) error {
			_, err := c.DeleteStream(ctx, stream, esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}})
			return err
		}, "$tb = 9223372036854775807"},
		"a tombstone": {func(c *esdb.Client) error {
			_, err := c.TombstoneStream(ctx, stream, esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}})
			return err
		}, stream + "@9223372036854775807"},
		"$tb":                   {describe(`{"$tb":2}`), "$tb = 2"},
		"$maxCount":             {describe(`{"$maxCount":3}`), "$maxCount = 3"},
		"$maxAge":               {describe(`{"$maxAge":7}`), "$maxAge = 7"},
		"cut, and mended":       {all(describe(`{"$tb":2}`), describe(`{"of":"mine"}`)), ""},
		"mended, and cut again": {all(describe(`{"$tb":2}`), describe(`{}`), describe(`{"$tb":1}`)), "$tb = 1"},
		"an event without ours": {func(c *esdb.Client) error {
			_, err := c.AppendToStream(ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}},
				esdb.EventData{EventID: uuid.New(), EventType: "case.stage_moved.v1", ContentType: esdb.ContentTypeJson, Data: []byte(`{}`)})
			return err
		}, stream + "@5 "},
	} {
		t.Run(name, func(t *testing.T) {
			url := storetest.NewStrict(t, 1).Config().URL
			t.Setenv("EVENTSTORE_URL", url)
			t.Setenv("TALLYSTICK_DATA_DIR", filepath.Join(t.TempDir(), "data"))
			if said, err := tool(t, "import", file); err != nil {
				t.Fatal(said, err)
			}
			stranger := storetest.Client(t, url)
			if err := x.attack(stranger); err != nil {
				t.Fatal(err)
			}
			said, err := tool(t, "verify", "--from", url, "--key", signer.PublicKey())
			if (err == nil) != (x.says == "") || !strings.Contains(said, x.says) || x.says != "" && !strings.Contains(said, stream) {
				t.Errorf("%s%v", said, err)
			}
		})
	}
}
