package documents

import (
	"fmt"
	"testing"

	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/reactors/sandbox"
)

// A value stands at one place of the page as it is shown, however the page lies in its
// file.
func TestBoxesOfPagesThatLieAside(t *testing.T) {
	x := &Extractor{Box: &sandbox.Box{}, Tools: FindTools("")}
	place := func(rotate int, media, matrix string) (b reading.Box) {
		t.Helper()
		text := matrix + " cm BT /F1 14 Tf 17 TL 50 800 Td (Corner Shop of Otley) Tj T* (Date 2026-03-14) Tj T* (Net 100.00 EUR) Tj T* " +
			"(VAT 20% 20.00) Tj T* (Total 120.00 EUR) Tj ET"
		file := pdfWith("<< /Type /Catalog /Pages 2 0 R >>", onePage,
			fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [%s] /Rotate %d /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>", media, rotate),
			"<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>", fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(text), text))
		o, err := x.Outcome(t.Context(), "application/pdf", "eng", file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range o.Found {
			if f.Name == reading.Gross && f.Value == "120.00" {
				b = f.Box
			}
		}
		return b
	}
	want := place(0, "0 0 595 842", "1 0 0 1 0 0")
	if want == (reading.Box{}) || want.Right > 5000 || want.Bottom > 2000 {
		t.Fatalf("upright, the total stands at %+v", want)
	}
	for name, got := range map[string]reading.Box{
		"turned right":            place(90, "0 0 842 595", "0 1 -1 0 842 0"),
		"turned left":             place(270, "0 0 842 595", "0 -1 1 0 0 595"),
		"head down":               place(180, "0 0 595 842", "-1 0 0 -1 595 842"),
		"begun beside the corner": place(0, "100 100 695 942", "1 0 0 1 100 100"),
	} {
		if got != want {
			t.Errorf("%s, the total stands at %+v, not %+v", name, got, want)
		}
	}
}
