package service_test

import "testing"

// A file that was there is answered with 200, and under the same key again with 200; a new
// one with the status of its making, as often as it is repeated.
func TestRepeatedUploadsAnswerAsBefore(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	for path, made := range map[string]int{
		"/api/tax-assistant/documents/?site=1": 201, "/api/v1/tax-assistant/upload/?site=1": 202, "/api/accounting/parse/?site=1": 202,
		"/api/tax-assistant/returns/?site=1": 201,
	} {
		fields := map[string]string{}
		if path == "/api/tax-assistant/returns/?site=1" {
			fields = map[string]string{"jurisdiction": "US", "tax_year": "2024", "form": "us-1040"}
		}
		file := []formFile{{"a.csv", []byte("One,1\n" + path)}}
		var id any
		for _, key := range []string{"first", "second"} {
			want := made
			if key == "second" {
				want = 200
			}
			for try := range 3 {
				r := w.sendForm(t, "owner", path, fields, file, "Idempotency-Key", key+path)
				if r.status != want {
					t.Errorf("%s, key %s, try %d: %d %s", path, key, try, r.status, r.body)
				}
				if id == nil {
					id = r.field(t, "id")
				} else if r.field(t, "id") != id {
					t.Errorf("%s: another record %s", path, r.body)
				}
			}
		}
	}
}
