package tax

import (
	"sync"
	"testing"
)

// Several callers keep and find the same keys; what is found is what was kept,
// and never more than the most.
func TestMemoKeepsUpToTheMost(t *testing.T) {
	const most, callers, keys = 100, 8, 250
	var m Memo[int, int]
	var all sync.WaitGroup
	for range callers {
		all.Go(func() {
			for k := range keys {
				if v, ok := m.Find(k); ok && v != k*k {
					t.Errorf("%d is %d", k, v)
				}
				m.Keep(k, k*k, most)
			}
		})
	}
	all.Wait()
	found := 0
	for k := range keys {
		if _, ok := m.Find(k); ok {
			found++
		}
	}
	if found != most {
		t.Errorf("%d of at most %d are kept", found, most)
	}
}
