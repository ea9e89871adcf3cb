package jobs

import (
	"cmp"
	"slices"
	"strings"
)

// turns has tenants take turns: whoever was started on least often is next. A
// tenant that comes, or comes back, begins level with the one that is furthest
// behind, so that a pause earns no privilege. The zero value is ready.
type turns struct {
	started map[string]int64 // of the tenants that wait
}

// next chooses among the tenants that can be started on, of those that have work
// waiting, and counts the choice.
func (t *turns) next(waiting, startable []string) (string, bool) {
	least := int64(-1)
	for _, tenant := range waiting {
		if n, known := t.started[tenant]; known && (least < 0 || n < least) {
			least = n
		}
	}
	counts := make(map[string]int64, len(waiting))
	for _, tenant := range waiting {
		n, known := t.started[tenant]
		if !known {
			n = max(least, 0)
		}
		counts[tenant] = n
	}
	t.started = counts
	if len(startable) == 0 {
		return "", false
	}
	chosen := slices.MinFunc(startable, func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[a], counts[b]), strings.Compare(a, b))
	})
	counts[chosen]++
	return chosen, true
}
