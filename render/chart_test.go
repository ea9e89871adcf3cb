package render_test

import (
	"bytes"
	"image/png"
	"os/exec"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/render"
)

// drawn is a document as it is seen: of each line of pixels, how many have the colour
// of charts.
func drawn(t *testing.T, fill func(*render.PDF)) (lines []int) {
	t.Helper()
	var first []byte
	for range 2 {
		doc := render.NewPDF(render.About{Title: "Chart", Created: at})
		fill(doc)
		content, err := doc.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		if first != nil && !bytes.Equal(first, content) {
			t.Error("a chart does not repeat")
		}
		first = content
	}
	cmd := exec.Command("pdftoppm", "-r", "72", "-png", "-")
	cmd.Stdin = bytes.NewReader(first)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	for y := range picture.Bounds().Dy() {
		n := 0
		for x := range picture.Bounds().Dx() {
			if r, _, b, _ := picture.At(x, y).RGBA(); r>>8 < 110 && b>>8 > 130 {
				n++
			}
		}
		lines = append(lines, n)
	}
	return lines
}

// Bars begin at zero: one of twice the value is twice as long. What is below zero is
// drawn, too.
func TestBars(t *testing.T) {
	bar := func(label, value string) render.Bar {
		return render.Bar{Label: label, Value: money.MustParse(value), Shown: value + " GBP"}
	}
	lengths := func(bars ...render.Bar) (out []int) {
		last := 0
		for _, n := range drawn(t, func(p *render.PDF) { p.Bars(bars) }) {
			if n > 20 && last <= 20 {
				out = append(out, n)
			}
			last = n
		}
		return out
	}
	near := func(a, b int) bool { return a-b <= 2 && b-a <= 2 }
	got := lengths(bar("Salary", "11432.00"), bar("Half of it", "5716.00"), bar("Nothing", "0.00"))
	if len(got) != 2 || !near(got[0], 2*got[1]) {
		t.Errorf("%v", got)
	}
	got = lengths(bar("Refund", "-3000.00"), bar("Tax", "1000.00"))
	if len(got) != 2 || !near(got[0], 3*got[1]) {
		t.Errorf("%v", got)
	}
	if got = lengths(bar("Nothing", "0.00")); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

// A curve is drawn from its first point to its last, and none of a single point.
func TestCurve(t *testing.T) {
	points := []render.Point{}
	for i := range int64(21) {
		points = append(points, render.Point{X: money.FromInt(i * 1000), Y: money.FromInt(20_000 - i*800)})
	}
	total := func(points []render.Point) (n int) {
		for _, in := range drawn(t, func(p *render.PDF) { p.Curve("pension", "Total tax, GBP", points) }) {
			n += in
		}
		return n
	}
	if n := total(points); n < 300 {
		t.Errorf("%d points are seen", n)
	}
	if n := total(points[:1]); n != 0 {
		t.Errorf("%d points are seen of none", n)
	}
}
