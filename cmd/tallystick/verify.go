package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/eventstore/proof/rfc3161"
	"github.com/tallystick/tallystick/eventstore/transfer"
)

// texts is a flag that may be given several times.
type texts []string

func (t *texts) String() string { return strings.Join(*t, ",") }
func (t *texts) Set(s string) error {
	*t = append(*t, s)
	return nil
}

// replayed gives every event of a log to take, in order, as often as it is
// called.
type replayed func(take func(*proof.Event) error) error

// verify replays a log, or looks at one proof, with nothing but public keys.
func verify(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("verify", flag.ContinueOnError)
	var keys, kept, pdfs texts
	from := flags.String("from", "", "an export, an evidence bundle, a data directory, or esdb://… of a cluster; left out, the log of this configuration")
	flags.Var(&keys, "key", "public key, or a file with keys or rotations; may be repeated")
	flags.Var(&kept, "checkpoint", "checkpoint that was kept elsewhere, or a folder of them; may be repeated")
	inclusion := flags.String("inclusion", "", "instead of a log: an answer of /api/log/inclusion/, or the pack of a case")
	stored := flags.String("files", "", "folder blobs of the files that the log names, or s3://… of their bucket, or none; left out, "+
		"where --from is a data directory or left out, those of there")
	flags.Var(&pdfs, "pdf", "PDF of a month's proof that was kept, to be held to the log; may be repeated")
	authority := flags.String("authority", "", "PEM file of the certificate that time stamps must lead to; left out, the configuration's")
	if err := onlyFlags(flags, args); err != nil {
		return err
	}
	ring, err := keyring(keys, out)
	if err != nil {
		return err
	}
	trusted, err := stampAuthority(*authority)
	if err != nil {
		return err
	}
	if *inclusion != "" {
		return verifyInclusion(*inclusion, ring, trusted, out)
	}
	if isZIP(*from) {
		return verifyBundle(*from, ring, trusted, kept, pdfs, out)
	}
	return withLog(ctx, *from, func(dataDir string, log func() replayed, cut map[string]string) error {
		if len(kept) == 0 && dataDir != "" {
			kept = texts{service.CheckpointDir(dataDir)}
		}
		files, err := filesOf(*stored, dataDir)
		if err != nil {
			return err
		}
		return errors.Join(verifyLog(log(), cut, ring, trusted, kept, pdfs, out), verifyStored(ctx, files, log, out))
	})
}

// keyring reads the trusted keys; with none given, the configuration's own.
func keyring(given []string, out io.Writer) (*proof.Keyring, error) {
	ring := &proof.Keyring{}
	if len(given) == 0 {
		c, err := loadWithDemoKey()
		if err != nil {
			return nil, err
		}
		signer, err := c.CheckpointSigner()
		if err != nil {
			return nil, err
		}
		if signer == nil {
			return nil, errors.New("say --key with the public key of the log")
		}
		given = append([]string{signer.PublicKey()}, c.TrustedKeys()...)
		fmt.Fprintln(out, "no --key was given: trusting the key that this configuration signs with")
	}
	var rotations [][]byte
	for _, g := range given {
		text, err := os.ReadFile(g)
		if errors.Is(err, os.ErrNotExist) {
			text, err = []byte(g), nil
		}
		if err != nil {
			return nil, err
		}
		if proof.IsRotation(text) {
			rotations = append(rotations, wholeNote(text))
			continue
		}
		for _, public := range strings.Fields(string(text)) {
			if err := ring.Trust(public); err != nil {
				return nil, err
			}
		}
	}
	if unknown := ring.Follow(rotations...); unknown > 0 {
		return nil, fmt.Errorf("%d rotation(s) are not signed by a key that is trusted", unknown)
	}
	return ring, nil
}

// withLog runs f on a log, as it is whenever f asks; dataDir is set where it is of a data directory.
func withLog(ctx context.Context, from string, f func(dataDir string, log func() replayed, cut map[string]string) error) error {
	cut := map[string]string{}
	if info, err := os.Stat(from); err == nil && !info.IsDir() {
		return f("", func() replayed { return fromExport(from) }, cut)
	}
	if strings.HasPrefix(from, "esdb") {
		store, err := eventstore.Connect(eventstore.Config{URL: from, Deadline: 30 * time.Second})
		if err != nil {
			return err
		}
		defer store.Close()
		if err := transfer.Reach(ctx, store); err != nil {
			return err
		}
		return f("", func() replayed { return fromStore(ctx, store, cut) }, cut)
	}
	if from != "" {
		if _, err := os.Stat(filepath.Join(from, "log")); err != nil {
			return fmt.Errorf("%s is neither an export nor a data directory: %w", from, err)
		}
		s, err := service.OpenLog(config.Config{DataDir: from}, logger(config.Config{LogLevel: "error"}))
		if err != nil {
			return err
		}
		defer s.Close()
		return f(from, func() replayed { return fromStore(ctx, s.Store, cut) }, cut)
	}
	return openedLog(ctx, func(c config.Config, store *eventstore.Store) error {
		return f(c.DataDir, func() replayed { return fromStore(ctx, store, cut) }, cut)
	})
}

func fromExport(path string) replayed {
	return func(take func(*proof.Event) error) error {
		in, err := os.Open(path)
		if err != nil {
			return err
		}
		defer in.Close()
		return proof.ReadLines(in, take)
	}
}

// fromStore replays what the log holds at the first call.
// Streams that metadata cuts are told of in cut, with how.
func fromStore(ctx context.Context, store *eventstore.Store, cut map[string]string) replayed {
	var head event.Position
	return func(take func(*proof.Event) error) error {
		if head == (event.Position{}) {
			at, some, err := store.Head(ctx)
			if err != nil || !some {
				return err
			}
			head = at
		}
		wants := func(stream string) bool { return !strings.HasPrefix(stream, "$") || strings.HasPrefix(stream, "$$") }
		from := &transfer.Reader{Log: store, Until: head, Wants: wants}
		for {
			raw, err := from.Next(ctx)
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			if strings.HasPrefix(raw.Stream, "$$") {
				if stream, how, ok := eventstore.Cut(&raw); ok {
					cut[stream] = how
				}
				continue
			}
			if err := take(raw.Proved()); err != nil {
				return err
			}
		}
	}
}

func verifyLog(log replayed, cut map[string]string, ring *proof.Keyring, trusted *rfc3161.Authority, kept, pdfs []string,
	out io.Writer) error {
	categories := map[string]bool{}
	for _, c := range eventstore.Registry.Categories() {
		categories[c] = true
	}
	key, err := markKey()
	if err != nil {
		return err
	}
	judge := &eventstore.Judge{Codec: &eventstore.Codec{Registry: eventstore.Registry, Key: key}}
	v := &proof.Verifier{Keys: ring, Covered: func(c string) bool { return categories[c] }, Stamp: stampReader(trusted),
		Foreign: judge.NotOurs}
	files, err := readKept(kept) // first: a service that runs keeps newer ones while its log is read
	if err != nil {
		return err
	}
	if err := log(func(e *proof.Event) error { v.Prepare(e); return nil }); err != nil {
		return err
	}
	for _, f := range files {
		f.expect(v)
	}
	v.Begin()
	months := commands.NewMonthReplay()
	if err := log(func(e *proof.Event) error { v.Add(e); months.Take(e); return nil }); err != nil {
		return err
	}
	trees, outside, findings := v.End()
	for _, stream := range slices.Sorted(maps.Keys(cut)) {
		if how := cut[stream]; how != "" {
			findings = append(findings, proof.Finding{Event: stream, What: how})
		}
	}
	agreed := report(out, trees, outside)
	reportStamps(out, trees, trusted != nil)
	reportMarks(out, judge)
	more, err := reportMonths(months, out, pdfs)
	if err != nil {
		return err
	}
	findings = append(findings, more...)
	if len(findings) > 0 {
		fmt.Fprintf(out, "\n%d finding(s), in the order of the log:\n", len(findings))
		for i, f := range findings {
			if i == findingsShown {
				fmt.Fprintf(out, "  … and %d more\n", len(findings)-i)
				break
			}
			fmt.Fprintf(out, "  %s\n", f)
		}
		return fmt.Errorf("the log is not what was signed: %s", findings[0])
	}
	if agreed == 0 {
		return errors.New("nothing was verified: there is no checkpoint")
	}
	fmt.Fprintln(out, "\nThe log is what was signed.")
	return nil
}

const findingsShown = 20

// wholeNote ends a note as notes end, whatever it was pasted through.
func wholeNote(text []byte) []byte {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return append(bytes.TrimRight(text, "\n"), '\n')
}

func report(out io.Writer, trees []proof.Summary, outside int) (agreed int) {
	fmt.Fprintf(out, "%-34s %10s %10s %12s  %s\n", "tree", "events", "covered", "checkpoints", "last signed")
	for _, t := range trees {
		newest := "never"
		if !t.Newest.IsZero() {
			newest = t.Newest.UTC().Format(time.RFC3339)
		}
		agreed += t.Checkpoints
		fmt.Fprintf(out, "%-34s %10d %10d %12d  %s\n", t.Tree, t.Events, t.Covered, t.Checkpoints, newest)
	}
	if outside > 0 {
		fmt.Fprintf(out, "%d event(s) of other streams are in no tree\n", outside)
	}
	return agreed
}

// markKey is the key of the events' marks, nil where this is not their service's own
// configuration.
func markKey() ([]byte, error) {
	c, err := loadWithDemoKey()
	if err != nil {
		return nil, nil // who verifies elsewhere needs none
	}
	return service.MarkKey(c)
}

// reportMarks says how events were held to be the service's own.
func reportMarks(out io.Writer, j *eventstore.Judge) {
	switch {
	case j.Marked == 0:
	case j.OtherKeys, j.Codec.Key == nil:
		fmt.Fprintf(out, "%d event(s) say where they stand; their marks need the service's master key, and were not looked at\n", j.Marked)
	default:
		fmt.Fprintf(out, "%d event(s) were held to the service's own mark\n", j.Marked)
	}
}

// verifyInclusion looks at the proof of one event.
func verifyInclusion(path string, ring *proof.Keyring, trusted *rfc3161.Authority, out io.Writer) error {
	read := provenAnswer
	if strings.HasSuffix(path, ".zip") {
		read = provenPack
	}
	proven, err := read(path)
	if err != nil {
		return err
	}
	e := proven.event
	p, err := proof.ParseInclusionProof(proven.proof)
	if err != nil {
		return err
	}
	c, err := p.Verify(ring, e)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s@%d (%s %s)\nis event %d of the %d that %s signed at %s.\n",
		e.Stream, e.Revision, e.Type, e.ID, p.Index, c.Size, c.Origin(), c.Time.Format(time.RFC3339))
	return verifyStamp(proven.stamp, p.Checkpoint, trusted, out)
}

// proven is an event with what proves it.
type proven struct {
	event *proof.Event
	proof []byte
	stamp []byte // time stamp of the checkpoint; nil = none
}

func provenAnswer(path string) (p proven, err error) {
	body, err := os.ReadFile(path)
	if err != nil {
		return p, err
	}
	var answer struct {
		Event      proof.Line `json:"event"`
		Proof      string     `json:"proof"`
		Checkpoint *struct {
			TimeStamp *struct {
				Token []byte `json:"token"`
			} `json:"time_stamp"`
		} `json:"checkpoint"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return p, fmt.Errorf("%s: %w", path, err)
	}
	if answer.Proof == "" {
		return p, fmt.Errorf("%s holds no proof with a checkpoint", path)
	}
	e := proof.Event(answer.Event)
	p = proven{event: &e, proof: []byte(answer.Proof)}
	if answer.Checkpoint != nil && answer.Checkpoint.TimeStamp != nil {
		p.stamp = answer.Checkpoint.TimeStamp.Token
	}
	return p, nil
}

// provenPack takes a pack's proof and the event that finalised the case, which
// is its last leaf.
func provenPack(path string) (p proven, err error) {
	z, err := zip.OpenReader(path)
	if err != nil {
		return p, err
	}
	defer z.Close()
	leaves, err := z.Open("proof/leaves.ndjson")
	if err != nil {
		return p, fmt.Errorf("the pack carries no proof: %w", err)
	}
	defer leaves.Close()
	if err := proof.ReadLines(leaves, func(e *proof.Event) error { p.event = e; return nil }); err != nil {
		return p, err
	}
	f, err := z.Open("proof/inclusion-proof.txt")
	if err != nil {
		return p, err
	}
	defer f.Close()
	if p.proof, err = io.ReadAll(f); err == nil && p.event == nil {
		err = errors.New("the pack holds no leaves")
	}
	return p, err
}
