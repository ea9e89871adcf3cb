package corpusbook

import (
	"slices"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/corpus"
)

// TestWantedFollowsTheChecks holds that the indexes of what may be promoted are kept by
// when it was checked last: an older import that is checked again has its index built,
// and what follows a release that is not live any more takes nobody's place.
func TestWantedFollowsTheChecks(t *testing.T) {
	began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	b := New()
	valid := func(id, base string, imported, checked int) {
		b.releases[id] = corpus.Release{ImportRequested: corpus.ImportRequested{ReleaseID: id}, Status: corpus.Valid,
			Validated:  &corpus.Validated{Base: base, Release: "rel-" + id},
			ImportedAt: began.Add(time.Duration(imported) * time.Hour), UpdatedAt: began.Add(time.Duration(checked) * time.Hour)}
	}
	wanted := func() (ids []string) {
		for _, s := range b.Wanted() {
			ids = append(ids, s.ReleaseID)
		}
		return ids
	}
	for i, id := range []string{"a", "b", "c", "d", "e"} {
		valid(id, "", i, i)
	}
	if got := wanted(); !slices.Equal(got, []string{"e", "d", "c"}) {
		t.Fatalf("%v", got)
	}
	valid("a", "", 0, 9) // checked again
	if got := wanted(); !slices.Equal(got, []string{"a", "e", "d"}) {
		t.Fatalf("%v", got)
	}
	live := corpus.Standing{ReleaseID: "e"}
	b.live = corpus.Pointer{Now: &live, History: []corpus.Standing{live}, Fate: map[string]corpus.Status{"e": corpus.Live}}
	valid("b", "e", 1, 10)
	if got := wanted(); !slices.Equal(got, []string{"e", "b"}) {
		t.Fatalf("%v", got)
	}
}
