package textindex

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/corpus"
)

// entries are passages of words drawn from a seed, in three languages.
func entries(seed uint64, n int) (out []Entry) {
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range n {
		text := ""
		for range 5 + r.IntN(60) {
			text += fmt.Sprintf("word%d ", int(float64(800)*r.Float64()*r.Float64()))
		}
		p := corpus.Passage{Work: fmt.Sprint("w", i%9), Locator: fmt.Sprintf("s. %d", i), Text: text, Language: []string{"en", "de", "pl"}[i%3],
			From: civil.Of(2000+i%20, 1, 1)}.Sealed("src")
		if i%4 == 0 {
			p.To = p.From.AddDays(900)
		}
		out = append(out, Entry{Passage: p, Source: "src", Places: []string{"GB"}, Kind: "statute"})
	}
	return out
}

func build(t *testing.T, path string, all []Entry, size int) *Index {
	t.Helper()
	defer func(was int) { batchSize = was }(batchSize)
	batchSize = size
	if err := Build(context.Background(), path, "rel-1", func(add func(*Entry) error) error {
		for i := range all {
			if err := add(&all[i]); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	x, err := Open(path, "rel-1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

// A language without an analyzer of its own is told from another.
func TestLanguagesWithoutAnalyzer(t *testing.T) {
	var all []Entry
	for i, l := range []string{"pl", "el", "pl-PL", "de"} {
		all = append(all, Entry{Passage: corpus.Passage{Work: "w", Locator: fmt.Sprint(i), Text: "podatek dochodowy", Language: l}.Sealed("src"), Source: "src"})
	}
	x := build(t, filepath.Join(t.TempDir(), "a"), all, 10)
	for language, want := range map[string]int{"pl": 2, "pl-PL": 2, "EL": 1, "de": 1, "cs": 0, "": 4} {
		if _, n, err := x.Search(context.Background(), Query{Text: "podatek", Language: language, Limit: 10}); err != nil || int(n) != want {
			t.Errorf("%q: %d, %v", language, n, err)
		}
	}
}

// Built anew from the same passages, in other batches and another order, an index
// gives the same hits with the same scores. Seed 20261123.
func TestARebuiltIndexRanksAlike(t *testing.T) {
	all := entries(20261123, 1500)
	first := build(t, filepath.Join(t.TempDir(), "a"), all, 1000)
	r := rand.New(rand.NewPCG(20261123, 2))
	r.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	second := build(t, filepath.Join(t.TempDir(), "b"), all, 37)
	found := 0
	for range 60 {
		q := Query{Text: fmt.Sprintf("word%d word%d word%d", r.IntN(400), r.IntN(400), r.IntN(60)), Limit: 20}
		switch r.IntN(3) {
		case 0:
			q.Language = "de"
		case 1:
			q.From, q.To = "2005-01-01", "2005-12-31"
		}
		a, n, err := first.Search(context.Background(), q)
		b, m, err2 := second.Search(context.Background(), q)
		if err != nil || err2 != nil || n != m || !reflect.DeepEqual(a, b) {
			t.Fatalf("%+v: %d and %d hits, %v %v", q, n, m, err, err2)
		}
		found += len(a)
		for _, h := range a {
			if q.Language != "" && h.Language != q.Language || q.From != "" && !h.InForce(civil.MustParse(q.From), civil.MustParse(q.To)) {
				t.Fatalf("%+v: %+v", q, h)
			}
		}
	}
	if found < 300 {
		t.Errorf("only %d hits: nothing was compared", found)
	}
}

// Built anew from a manifest's passages a rare word leads, a place in a work is found
// by its name, and what is long ago is not found for today.
func TestSearch(t *testing.T) {
	long := entries(7, 300)
	x := build(t, filepath.Join(t.TempDir(), "a"), append(long, Entry{Passage: corpus.Passage{Work: "act", Locator: "s. 35(1)",
		Heading: "Personal allowance", Text: "An individual is entitled to a personal allowance of £12,570.", Language: "en",
		From: civil.Of(2021, 4, 6)}.Sealed("ita"), Source: "ita", Places: []string{"GB"}, Kind: "statute", Excerpt: 100}), 1000)
	for _, text := range []string{"personal allowances", "s. 35(1)", "S. 35(1)"} {
		hits, _, err := x.Search(context.Background(), Query{Text: text, Limit: 3})
		if err != nil || len(hits) == 0 || hits[0].Source != "ita" {
			t.Errorf("%s: %v %v", text, hits, err)
		}
	}
	for text, want := range map[string][]string{"s. 35": {"s. 35", "s. 35(1)"}, "s. 3": {"s. 3"}, "s. 35(": nil} {
		hits, _, err := x.Search(context.Background(), Query{Text: text, Limit: 5})
		got := []string{}
		for _, h := range hits {
			got = append(got, h.Locator)
		}
		slices.Sort(got)
		if err != nil || !slices.Equal(got, append([]string{}, want...)) {
			t.Errorf("%s: %v %v", text, got, err)
		}
	}
	if hits, n, err := x.Search(context.Background(), Query{Text: "personal allowance", From: "2019-01-01", To: "2020-01-01",
		Limit: 3}); err != nil || n != 0 {
		t.Errorf("%v %d %v", hits, n, err)
	}
	hits, _, _ := x.Search(context.Background(), Query{Text: "personal allowance", Limit: 1})
	if e, ok, err := x.Get(context.Background(), hits[0].ID); err != nil || !ok || e.Locator != "s. 35(1)" {
		t.Errorf("%+v %v %v", e, ok, err)
	}
	if _, ok, err := x.Get(context.Background(), "psg-none"); ok || err != nil {
		t.Errorf("%v %v", ok, err)
	}
	if n, err := x.Holding(context.Background(), "en", x.Words("en", "allowances")[0]); n != 1 || err != nil {
		t.Errorf("%d %v", n, err)
	}
}

// A build that is cut off leaves nothing in its place; what is not that of a release
// is not opened as its.
func TestCutOffAndUnfit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	cut := errors.New("cut")
	if err := Build(context.Background(), path, "rel-1", func(func(*Entry) error) error { return cut }); !errors.Is(err, cut) {
		t.Errorf("%v", err)
	}
	if _, err := Open(path, "rel-1"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if err := os.MkdirAll(path+".part", 0o700); err != nil {
		t.Fatal(err)
	}
	build(t, path, entries(1, 10), 3).Close()
	if _, err := Open(path, "rel-2"); !errors.Is(err, ErrUnfit) {
		t.Errorf("%v", err)
	}
	if err := os.WriteFile(filepath.Join(path, "index_meta.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, "rel-1"); !errors.Is(err, ErrUnfit) {
		t.Errorf("%v", err)
	}
}
