package ledger

import (
	"context"

	"github.com/tallystick/tallystick/domain/anomaly"
	"github.com/tallystick/tallystick/reactors/jobs"
)

// Scan looks for anomalies in what who asked for it sees of the books.
func (w *Work) Scan(ctx context.Context, t *jobs.Task) (string, error) {
	const result = "/api/anomalies/"
	c, err := w.caller(t, "scan", t.Site)
	if err != nil {
		return "", err
	}
	s, err := w.Books().ScanOf(ctx, c, t.RecordID)
	if err != nil || s.Ended != nil {
		return result, err
	}
	c.Site = s.Site
	books, err := w.Books().ToScan(ctx, c)
	if err != nil {
		return "", err
	}
	findings := anomaly.Scan(books, s.Rules...)
	end := anomaly.ScanEnded{Entries: len(books.Entries), Orders: len(books.Orders), Found: len(findings), ByRule: map[string]int{}}
	for i, f := range findings {
		step, err := w.caller(t, "note/"+f.ID(t.Tenant), f.Site)
		if err != nil {
			return "", err
		}
		fresh, err := w.Books().NoteAnomaly(ctx, step, f, s.ScanID)
		if err != nil {
			return "", err
		}
		if fresh {
			end.New++
		}
		end.ByRule[string(f.Rule)]++
		t.Progress(int64(i+1), int64(len(findings)))
	}
	last, err := w.caller(t, "end", s.Site)
	if err != nil {
		return "", err
	}
	return result, w.Books().EndScan(ctx, last, s.ScanID, end)
}
