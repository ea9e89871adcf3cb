package documents

import (
	"fmt"
	"image"
	"math"

	"github.com/tallystick/tallystick/domain/documents/reading"
)

// Of a page's skew, in degrees: the most that is looked for, the steps in which it is,
// and the least that is turned back.
const (
	skewMax    = 10.0
	skewStep   = 0.5
	skewFine   = 0.1
	skewLeast  = 0.3
	skewPoints = 20_000 // as many are enough to tell it
	skewSide   = 1200   // pixels of the longer side, at which it is looked for
)

// turned says how a page was turned to have its lines level.
type turned struct {
	milli    int         // degrees, in thousandths, clockwise; 0 = it was not
	from, to image.Point // sizes of the page as it came, and level
}

// head is what the parser of pictures writes before one, and turnedOf reads.
func (t turned) head() string {
	return fmt.Sprintf("%d %d %d %d %d", t.milli, t.from.X, t.from.Y, t.to.X, t.to.Y)
}

func turnedOf(head string) (t turned, ok bool) {
	n, err := fmt.Sscanf(head, "%d %d %d %d %d", &t.milli, &t.from.X, &t.from.Y, &t.to.X, &t.to.Y)
	return t, err == nil && n == 5
}

// level turns a page whose lines are not level; one whose lines are stays as it is.
func level(g *image.Gray) (*image.Gray, turned) {
	t := turned{milli: int(math.Round(skewOf(g) * 1000)), from: g.Rect.Size(), to: g.Rect.Size()}
	if math.Abs(float64(t.milli)) < skewLeast*1000 {
		t.milli = 0
		return g, t
	}
	sin, cos := math.Sincos(float64(t.milli) / 1000 * math.Pi / 180)
	w, h := float64(t.from.X), float64(t.from.Y)
	t.to = image.Pt(int(math.Ceil(w*cos+h*math.Abs(sin))), int(math.Ceil(w*math.Abs(sin)+h*cos)))
	out := image.NewGray(image.Rectangle{Max: t.to})
	// In 65536ths of a pixel, as steps along a row.
	const one = 1 << 16
	stepX, stepY := int(math.Round(cos*one)), int(math.Round(sin*one))
	for y := range t.to.Y {
		x0, y0 := t.origin(0, float64(y))
		fx, fy := int(math.Round(x0*one)), int(math.Round(y0*one))
		row := out.Pix[y*out.Stride : y*out.Stride+t.to.X]
		for x := range row {
			row[x] = blended(g, fx, fy)
			fx, fy = fx+stepX, fy+stepY
		}
	}
	return out, t
}

// blended is the brightness at a place between pixels, in 65536ths; beyond the page it
// is white.
func blended(g *image.Gray, fx, fy int) uint8 {
	x, y := fx>>16, fy>>16
	if x < 0 || y < 0 || x+1 >= g.Rect.Dx() || y+1 >= g.Rect.Dy() {
		return 255
	}
	dx, dy := (fx>>8)&255, (fy>>8)&255
	at := y*g.Stride + x
	top := int(g.Pix[at])*(256-dx) + int(g.Pix[at+1])*dx
	bottom := int(g.Pix[at+g.Stride])*(256-dx) + int(g.Pix[at+g.Stride+1])*dx
	return uint8((top*(256-dy) + bottom*dy) >> 16)
}

// origin is where a place of the level page stood on the page as it came.
func (t turned) origin(x, y float64) (float64, float64) {
	sin, cos := math.Sincos(float64(t.milli) / 1000 * math.Pi / 180)
	x, y = x-float64(t.to.X)/2, y-float64(t.to.Y)/2
	return x*cos - y*sin + float64(t.from.X)/2, x*sin + y*cos + float64(t.from.Y)/2
}

// onPage is the box on the page as it came around a box on the level one.
func (t turned) onPage(b reading.Box) reading.Box {
	if t.milli == 0 || b == (reading.Box{}) {
		return b
	}
	least, most := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, corner := range [4][2]int{{b.Left, b.Top}, {b.Right, b.Top}, {b.Left, b.Bottom}, {b.Right, b.Bottom}} {
		x, y := t.origin(float64(corner[0]*t.to.X)/10_000, float64(corner[1]*t.to.Y)/10_000)
		for i, v := range [2]float64{x, y} {
			least[i], most[i] = min(least[i], v), max(most[i], v)
		}
	}
	place := func(v float64, whole int) int {
		return min(max(int(math.Round(v*10_000/float64(max(whole, 1)))), 0), 10_000)
	}
	return reading.Box{Left: place(least[0], t.from.X), Right: place(most[0], t.from.X), Top: place(least[1], t.from.Y),
		Bottom: place(most[1], t.from.Y)}
}

// skewOf is by how many degrees the lines of a page fall to the right: at that angle the
// upper edges of its letters stand in the fewest rows. 0 where nothing tells.
func skewOf(g *image.Gray) float64 {
	xs, ys := edges(g)
	if len(xs) < 200 {
		return 0
	}
	peaked := func(degrees float64) float64 {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		counts := make([]int32, 4*skewSide)
		for i := range xs {
			counts[int(float64(ys[i])*cos-float64(xs[i])*sin)+skewSide]++
		}
		sum := 0.0
		for _, n := range counts {
			sum += float64(n) * float64(n)
		}
		return sum
	}
	level := peaked(0)
	best, at := level, 0.0
	try := func(degrees float64) {
		if p := peaked(degrees); p > best {
			best, at = p, degrees
		}
	}
	for d := skewStep; d <= skewMax; d += skewStep {
		try(d)
		try(-d)
	}
	coarse := at
	for d := skewFine; d < skewStep; d += skewFine {
		try(coarse + d)
		try(coarse - d)
	}
	if best < level*1.1 { // as good as level
		return 0
	}
	return at
}

// edges are places where print begins below paper, on the page made smaller.
func edges(g *image.Gray) (xs, ys []int32) {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	step := (max(w, h) + skewSide - 1) / skewSide
	if step < 1 || w < 8*step || h < 8*step {
		return nil, nil
	}
	cols, rows := w/step, h/step
	small := image.NewGray(image.Rect(0, 0, cols, rows))
	for y := range rows {
		for x := range cols {
			sum := 0
			for dy := range step {
				from := (y*step+dy)*g.Stride + x*step
				for _, v := range g.Pix[from : from+step] {
					sum += int(v)
				}
			}
			small.Pix[y*cols+x] = uint8(sum / (step * step))
		}
	}
	dark := uint8(brightest(small, small.Rect, 50) * 3 / 4)
	for y := 1; y < rows; y++ {
		for x := range cols {
			if small.Pix[y*cols+x] < dark && small.Pix[(y-1)*cols+x] >= dark {
				xs, ys = append(xs, int32(x)), append(ys, int32(y))
			}
		}
	}
	if every := len(xs)/skewPoints + 1; every > 1 {
		n := 0
		for i := 0; i < len(xs); i += every {
			xs[n], ys[n] = xs[i], ys[i]
			n++
		}
		xs, ys = xs[:n], ys[:n]
	}
	return xs, ys
}
