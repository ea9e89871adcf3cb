package service_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
)

// BenchmarkCheckoutPreview computes a checkout of 35 lines through the whole
// front of the API, its audit record included, in this process.
func BenchmarkCheckoutPreview(b *testing.B) {
	shared.once.Do(func() { shared.w, shared.err = newWorld(os.TempDir(), nil) })
	if shared.err != nil {
		b.Fatal(shared.err)
	}
	w := shared.w
	body := service.BenchCheckout(35)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			r := httptest.NewRequest("POST", "/api/commerce-tax/preview/", bytes.NewReader(body))
			r.Header.Set("Authorization", "Bearer "+w.keys["viewer"])
			r.Header.Set("Content-Type", "application/json")
			out := httptest.NewRecorder()
			w.API.ServeHTTP(out, r)
			if out.Code != http.StatusOK {
				b.Fatalf("%d %s", out.Code, out.Body)
			}
		}
	})
}
