package corpus

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/corpus"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore/blobs"
	"github.com/tallystick/tallystick/projections/corpusbook"
	"github.com/tallystick/tallystick/projections/textindex"
	"github.com/tallystick/tallystick/readmodels"
)

// Nodes is where nodes say what they hold; *readmodels.DB is one.
type Nodes interface {
	SayCorpus(ctx context.Context, node string, held []string) error
	LeaveCorpus(ctx context.Context, node string) error
	CorpusNodes(ctx context.Context, silence time.Duration) ([]readmodels.CorpusNode, error)
}

// Keeper keeps this node's indexes: of the live release, of those that it may go back
// to, and of those that may be promoted.
type Keeper struct {
	Dir    string // of the indexes
	Node   string
	Blobs  *blobs.Store
	Book   *corpusbook.Book
	Nodes  Nodes
	Logger *slog.Logger

	mu    sync.Mutex
	open  map[string]*textindex.Index // by name
	under map[string]chan struct{}    // being built
	used  map[string]int              // by jobs, however little they are wanted

	saying sync.Mutex // so that what was held earlier is never said later
}

// Use keeps an index from being dropped until done is called: what makes it wanted must
// stand in the book by then.
func (k *Keeper) Use(name string) (done func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.used == nil {
		k.used = map[string]int{}
	}
	k.used[name]++
	return func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.used[name]--
	}
}

const (
	sayEvery = 2 * time.Second
	// silence is how long a node that says nothing counts as alive.
	silence = 10 * time.Second
	// manifestMax bounds the list of documents of a release.
	manifestMax = 256 << 20
	textsMax    = 4 << 30
)

// ErrNotHeld says that this node does not have the index.
var ErrNotHeld = errors.New("corpus: this node does not hold the index of the release")

// Run keeps indexes until ctx ends.
func (k *Keeper) Run(ctx context.Context) {
	said := make(chan struct{})
	go func() {
		defer close(said)
		k.say(ctx)
	}()
	tick := time.NewTicker(sayEvery)
	defer tick.Stop()
	defer func() {
		<-said
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		k.Nodes.LeaveCorpus(last, k.Node)
		k.closeAll()
	}()
	for ctx.Err() == nil {
		if k.Book.CaughtUp() {
			k.round(ctx)
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		case <-k.Book.Woken():
		}
	}
}

// say tells the other nodes that this one is alive, and what it holds, beside the
// building of an index: that may take longer than a node may be silent.
func (k *Keeper) say(ctx context.Context) {
	tick := time.NewTicker(sayEvery)
	defer tick.Stop()
	for ctx.Err() == nil {
		if err := k.sayHeld(ctx); err != nil && ctx.Err() == nil {
			k.Logger.Warn("which texts this node can search was not said", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

func (k *Keeper) sayHeld(ctx context.Context) error {
	k.saying.Lock()
	defer k.saying.Unlock()
	return k.Nodes.SayCorpus(ctx, k.Node, k.Held())
}

// round builds what is wanted, and drops what is not.
func (k *Keeper) round(ctx context.Context) {
	keep, wanted := []string{law.Release()}, k.Book.Wanted()
	for _, s := range wanted {
		name, err := k.hold(ctx, s)
		if name != "" {
			keep = append(keep, name)
		}
		if err != nil && ctx.Err() == nil {
			k.Logger.Error("the index of a release could not be built; trying again", "release", s.Release, "error", err)
		}
	}
	if ctx.Err() == nil {
		k.drop(keep, func() bool { return slices.EqualFunc(wanted, k.Book.Wanted(), sameIndex) })
	}
}

func sameIndex(a, b corpus.Standing) bool {
	return a.ReleaseID == b.ReleaseID && a.Release == b.Release && a.Manifest == b.Manifest
}

// hold has the index of a release, and holds it against this binary's law where it
// was checked against other law.
func (k *Keeper) hold(ctx context.Context, s corpus.Standing) (name string, err error) {
	name = s.Release
	if s.Law != law.Release() {
		f, err := k.Manifest(ctx, s.Manifest)
		if err != nil {
			return "", err
		}
		name = f.Manifest.Name(law.Release())
	}
	if _, err := k.Hold(ctx, name, s.Manifest); err != nil {
		return name, err
	}
	if s.Law == law.Release() {
		return name, nil
	}
	texts, err := k.cited(ctx, s.Manifest)
	if err != nil {
		return name, err
	}
	conflicts, _, err := corpus.Compare(corpus.NewTexts(texts))
	if err != nil {
		return name, err
	}
	r := corpusbook.Recheck{Release: name}
	for _, c := range conflicts {
		if !slices.ContainsFunc(s.Decisions, func(d corpus.Decided) bool { return d.Parameter == c.Key() }) {
			r = corpusbook.Recheck{Why: "the law of this binary is in conflict with its texts on " + c.Key()}
		}
	}
	k.Book.Rechecked(s.ReleaseID, r)
	return name, nil
}

// Hold returns the index of a name, built from a manifest where this node lacks it;
// several callers wait for one build.
func (k *Keeper) Hold(ctx context.Context, name string, manifest blob.Ref) (*textindex.Index, error) {
	for {
		k.mu.Lock()
		if x := k.open[name]; x != nil {
			k.mu.Unlock()
			return x, nil
		}
		wait, building := k.under[name]
		if !building {
			if k.under == nil {
				k.under, k.open = map[string]chan struct{}{}, map[string]*textindex.Index{}
			}
			k.under[name] = make(chan struct{})
			k.mu.Unlock()
			break
		}
		k.mu.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	x, err := k.make(ctx, name, manifest)
	k.mu.Lock()
	defer k.mu.Unlock()
	if err == nil {
		k.open[name] = x
	}
	close(k.under[name])
	delete(k.under, name)
	return x, err
}

// make opens an index, and builds it where it is missing or does not fit.
func (k *Keeper) make(ctx context.Context, name string, manifest blob.Ref) (*textindex.Index, error) {
	at := filepath.Join(k.Dir, name)
	x, err := textindex.Open(at, name)
	if err == nil {
		return x, nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		k.Logger.Warn("an index does not fit; building it anew", "release", name, "error", err)
	}
	began := time.Now()
	err = textindex.Build(ctx, at, name, func(add func(*textindex.Entry) error) error { return k.entries(ctx, manifest, add) })
	if err != nil {
		return nil, err
	}
	k.Logger.Info("the index of a release was built", "release", name, "took", time.Since(began))
	return textindex.Open(at, name)
}

// Manifest reads what a release holds; that of the built-in is empty.
func (k *Keeper) Manifest(ctx context.Context, ref blob.Ref) (f corpus.ManifestFile, err error) {
	if ref.IsZero() {
		return corpus.ManifestFile{Manifest: corpus.Manifest{Format: corpus.ManifestFormat, Holdings: []corpus.Holding{}},
			Provenance: []corpus.Provenance{}}, nil
	}
	text, err := k.Blobs.ReadAll(ctx, tenancy.Platform, ref, manifestMax)
	if err != nil {
		return f, err
	}
	return f, json.Unmarshal(text, &f)
}

// Texts gives each passage of a file.
func (k *Keeper) Texts(ctx context.Context, ref blob.Ref, each func(*corpus.Passage) error) error {
	r, err := k.Blobs.Open(ctx, tenancy.Platform, ref)
	if err != nil {
		return err
	}
	defer r.Close()
	return passagesOf(r, each)
}

func passagesOf(r io.Reader, each func(*corpus.Passage) error) error {
	lines := bufio.NewReaderSize(r, 1<<16)
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var p corpus.Passage
			if err := json.Unmarshal(line, &p); err != nil {
				return fmt.Errorf("corpus: a passage cannot be read: %w", err)
			}
			if err := each(&p); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// entries are what an index holds: the texts of the release, and the embedded law.
func (k *Keeper) entries(ctx context.Context, manifest blob.Ref, add func(*textindex.Entry) error) error {
	f, err := k.Manifest(ctx, manifest)
	if err != nil {
		return err
	}
	for _, h := range f.Manifest.Holdings {
		e := textindex.Entry{Source: h.SourceID, Places: h.About.Jurisdictions, Kind: h.About.Kind, Excerpt: h.About.Licence.ExcerptCharsMax,
			Retrieved: h.Retrieved.String(), Title: h.About.Title}
		if err := k.Texts(ctx, h.Texts, func(p *corpus.Passage) error {
			e.Passage = *p
			return add(&e)
		}); err != nil {
			return err
		}
	}
	own, err := corpus.Builtin()
	if err != nil {
		return err
	}
	for i := range own {
		if err := add(builtin(&own[i])); err != nil {
			return err
		}
	}
	return nil
}

// builtin is a passage of the embedded law; in words of our own, it may be shown whole.
func builtin(p *corpus.Passage) *textindex.Entry {
	parts := strings.SplitN(p.Work, ":", 3)
	place := strings.ToUpper(p.ID[:strings.IndexByte(p.ID, ':')])
	return &textindex.Entry{Passage: *p, Source: parts[len(parts)-1], Places: []string{place}, Kind: textindex.BuiltinKind,
		Excerpt: corpus.PassageRunesMax,
		Title:   p.Document, Builtin: true}
}

// cited are the passages of a release that stand at provisions that the law cites.
func (k *Keeper) cited(ctx context.Context, manifest blob.Ref) ([]corpus.Passage, error) {
	f, err := k.Manifest(ctx, manifest)
	if err != nil {
		return nil, err
	}
	wanted, err := corpus.CitedProvisions()
	if err != nil {
		return nil, err
	}
	var out []corpus.Passage
	for _, h := range f.Manifest.Holdings {
		if err := k.Texts(ctx, h.Texts, func(p *corpus.Passage) error {
			if wanted.Holds(p.URL) {
				out = append(out, *p)
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Index is what this node searches of a release by name. Errors: ErrNotHeld.
func (k *Keeper) Index(name string) (*textindex.Index, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if x := k.open[name]; x != nil {
		return x, nil
	}
	return nil, ErrNotHeld
}

// Held names what this node can search.
func (k *Keeper) Held() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	out := []string{}
	for name := range k.open {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// Lacking names the nodes that are alive and do not hold a release; this node says
// first what it holds.
func (k *Keeper) Lacking(ctx context.Context, name string) (out []string, err error) {
	if err := k.sayHeld(ctx); err != nil {
		return nil, err
	}
	nodes, err := k.Nodes.CorpusNodes(ctx, silence)
	for _, n := range nodes {
		if !slices.Contains(n.Held, name) {
			out = append(out, n.Node)
		}
	}
	return out, err
}

// drop closes and removes the indexes that nobody wants any more; none where what is
// wanted has changed since, and the next round will know.
func (k *Keeper) drop(keep []string, still func() bool) {
	found, err := os.ReadDir(k.Dir)
	if err != nil {
		return // there is none yet
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	// Under the lock, a job that is done with an index has made it wanted before.
	if !still() {
		return
	}
	for _, f := range found {
		name := f.Name()
		_, building := k.under[strings.TrimSuffix(name, ".part")]
		if slices.Contains(keep, name) || building || k.used[name] > 0 {
			continue
		}
		if x := k.open[name]; x != nil {
			x.Close()
			delete(k.open, name)
		}
		if err := os.RemoveAll(filepath.Join(k.Dir, name)); err != nil {
			k.Logger.Warn("an index that nobody wants was not removed", "release", name, "error", err)
		}
	}
}

func (k *Keeper) closeAll() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for name, x := range k.open {
		x.Close()
		delete(k.open, name)
	}
}
