package documents

import (
	"image"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/documents/reading"
)

// askew is a page that lies askew by some degrees, clockwise, on a larger sheet.
func askew(page *image.Gray, degrees float64) *image.Gray {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	w, h := float64(page.Rect.Dx()), float64(page.Rect.Dy())
	out := image.NewGray(image.Rect(0, 0, int(w*cos+h*math.Abs(sin)), int(h*cos+w*math.Abs(sin))))
	cx, cy := float64(out.Rect.Dx())/2, float64(out.Rect.Dy())/2
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			dx, dy := float64(x)-cx, float64(y)-cy
			out.Pix[y*out.Stride+x] = sampled(page, dx*cos+dy*sin+w/2, -dx*sin+dy*cos+h/2)
		}
	}
	return out
}

func receiptPage(t *testing.T, seed uint64) ([]string, truth, *image.Gray) {
	t.Helper()
	r := rand.New(rand.NewPCG(accuracySeed, seed))
	k := &tills[seed%uint64(len(tills))]
	lines, want := receipt(r, k, k.heldOut[0])
	page, err := printed(lines)
	if err != nil {
		t.Fatal(err)
	}
	return lines, want, page
}

// Pages that lie askew are level again, to a fifth of a degree; a level page stays the
// page that it is.
func TestLevel(t *testing.T) {
	for seed := range uint64(4) {
		_, _, page := receiptPage(t, seed)
		if same, turn := level(page); same != page || turn.milli != 0 {
			t.Errorf("receipt %d: a level page is turned by %d", seed, turn.milli)
		}
		for _, degrees := range []float64{-9, -4.3, -1, 0.7, 2.2, 6} {
			straight, turn := level(askew(page, degrees))
			if off := float64(turn.milli)/1000 - degrees; math.Abs(off) > 0.2 {
				t.Errorf("receipt %d: %v degrees are taken for %v", seed, degrees, float64(turn.milli)/1000)
			}
			if left := skewOf(straight); math.Abs(left) > 0.3 {
				t.Errorf("receipt %d: of %v degrees %v are left", seed, degrees, left)
			}
		}
	}
	for name, g := range map[string]*image.Gray{"empty": image.NewGray(image.Rect(0, 0, 900, 900)), "tiny": image.NewGray(image.Rect(0, 0, 3, 2)),
		"none": image.NewGray(image.Rectangle{})} {
		if same, _ := level(g); same != g {
			t.Errorf("%s: turned", name)
		}
	}
}

// What stands on the level page is shown where it stood on the page as it came.
func TestTurnedBoxes(t *testing.T) {
	const w, h = 1000, 1400
	for _, degrees := range []float64{-8, -2, 3, 7} {
		page := image.NewGray(image.Rect(0, 0, w, h))
		for i := range page.Pix {
			page.Pix[i] = 255
		}
		mark := image.Rect(700, 300, 760, 330) // a word of which the place is known
		for y := mark.Min.Y; y < mark.Max.Y; y++ {
			for x := mark.Min.X; x < mark.Max.X; x++ {
				page.Pix[y*w+x] = 0
			}
		}
		whole := askew(page, degrees)
		turn := turned{milli: int(degrees * 1000), from: whole.Rect.Size(), to: image.Pt(whole.Rect.Dx()+100, whole.Rect.Dy()+80)}
		dark := boundsOf(whole)
		// On the level page the mark stands as far from the middle as on the first one.
		to := func(v, side, whole int) int { return (v - side/2 + whole/2) * 10_000 / whole }
		got := turn.onPage(reading.Box{Left: to(mark.Min.X, w, turn.to.X), Right: to(mark.Max.X, w, turn.to.X),
			Top: to(mark.Min.Y, h, turn.to.Y), Bottom: to(mark.Max.Y, h, turn.to.Y)})
		for i, d := range [4]int{got.Left - dark.Left, got.Top - dark.Top, got.Right - dark.Right, got.Bottom - dark.Bottom} {
			if d < -40 || d > 40 {
				t.Errorf("%v degrees: side %d of %+v is not that of %+v", degrees, i, got, dark)
			}
		}
	}
	still := turned{from: image.Pt(5, 5), to: image.Pt(5, 5)}
	if b := (reading.Box{Left: 1, Top: 2, Right: 3, Bottom: 4}); still.onPage(b) != b {
		t.Error("a box of a level page moves")
	}
}

func boundsOf(g *image.Gray) reading.Box {
	r := image.Rectangle{Min: g.Rect.Max}
	for y := range g.Rect.Dy() {
		for x := range g.Rect.Dx() {
			if g.Pix[y*g.Stride+x] < 128 {
				r.Min, r.Max = image.Pt(min(r.Min.X, x), min(r.Min.Y, y)), image.Pt(max(r.Max.X, x+1), max(r.Max.Y, y+1))
			}
		}
	}
	return reading.Box{Left: r.Min.X * 10_000 / g.Rect.Dx(), Right: r.Max.X * 10_000 / g.Rect.Dx(), Top: r.Min.Y * 10_000 / g.Rect.Dy(),
		Bottom: r.Max.Y * 10_000 / g.Rect.Dy()}
}

// The head of a picture says how it was turned, and a rejection is none.
func TestTurnedHead(t *testing.T) {
	want := turned{-4300, image.Pt(10, 20), image.Pt(30, 40)}
	if got, ok := turnedOf(want.head()); !ok || got != want {
		t.Errorf("%+v", got)
	}
	for _, head := range []string{"", "unreadable", "too_complex", "1 2 3"} {
		if _, ok := turnedOf(head); ok || strings.Count(want.head(), " ") != 4 {
			t.Errorf("%q is a head", head)
		}
	}
}
