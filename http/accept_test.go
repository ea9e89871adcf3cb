package http

import "testing"

// What is asked for is told by its quality, and by nothing that only looks like it.
func TestPreferred(t *testing.T) {
	const csv, json = "text/csv", "application/json"
	for accept, want := range map[string]string{
		"": json, "*/*": json, "application/*": json, "text/html": json, "text/html, */*;q=0.8": json, "text/csvx": json, "text/csv-schema": json,
		"text/csv": csv, "TEXT/CSV": csv, " text/csv ; charset=utf-8": csv, "text/*": csv, "text/csv, */*": csv, "text/html, text/csv": csv,
		"application/json, text/csv": json, "text/csv, application/json": csv, "application/json;q=0.5, text/csv": csv,
		"text/csv;q=0.5, application/json": json, "text/csv;q=0": json, "text/csv;q=0, */*": json, "application/json;q=0, */*": csv,
		"*/*;q=0.1, text/csv;q=0.2": csv, "*/*;q=0.2, text/csv;q=0.1": json, "text/*;q=0.9, text/csv;q=0.1, application/json;q=0.5": json,
		"text/csv;q=x": json, ",,;": json, "text/csv,,": csv, "*/csv": json,
	} {
		if got := preferred(accept, json, csv); got != want {
			t.Errorf("%q: %s, not %s", accept, got, want)
		}
	}
}
