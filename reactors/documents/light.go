package documents

import (
	"image"
	"slices"
)

// lightBlock is the side of the squares by which the light on a page is measured, in
// pixels: larger than a letter, smaller than a shadow.
const lightBlock = 48

// evenly gives a photographed page the light and the ink of a scanned one: paper
// becomes white wherever a shadow lies on it, and faded print dark. A page whose
// light is even stays as it is.
func evenly(g *image.Gray) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	cols, rows := (w+lightBlock-1)/lightBlock, (h+lightBlock-1)/lightBlock
	if cols < 2 || rows < 2 {
		return g
	}
	paper := make([]int, cols*rows)
	for by := range rows {
		for bx := range cols {
			paper[by*cols+bx] = brightest(g, image.Rect(bx*lightBlock, by*lightBlock, (bx+1)*lightBlock, (by+1)*lightBlock).Intersect(g.Rect), 85)
		}
	}
	sorted := slices.Sorted(slices.Values(paper))
	dark, light := sorted[len(sorted)/20], sorted[len(sorted)*19/20]
	if light < 64 || (light-dark)*10 < light { // black, or even
		return g
	}
	out := image.NewGray(g.Rect)
	for y := range h {
		for x := range w {
			at := max(between(paper, cols, rows, x, y), 32)
			v := min(255, int(g.Pix[y*g.Stride+x])*255/at)
			out.Pix[y*out.Stride+x] = inked[v]
		}
	}
	return out
}

// inked darkens print that has faded and whitens what is nearly paper.
var inked = func() (curve [256]uint8) {
	const black, white = 90, 235
	for v := range curve {
		curve[v] = uint8(min(255, max(0, (v-black)*255/(white-black))))
	}
	return curve
}()

// brightest is the brightness that a share of the pixels, in per cent, do not exceed.
func brightest(g *image.Gray, r image.Rectangle, share int) int {
	var counts [256]int
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for _, v := range g.Pix[y*g.Stride+r.Min.X : y*g.Stride+r.Max.X] {
			counts[v]++
		}
	}
	left := r.Dx() * r.Dy() * share / 100
	for v, n := range counts {
		if left -= n; left < 0 {
			return v
		}
	}
	return 255
}

// between is the brightness of the paper at a pixel, by the four squares around it.
func between(paper []int, cols, rows, x, y int) int {
	// In 256ths of a square, from the middle of the first.
	fx := max(0, min((cols-1)*256, (x-lightBlock/2)*256/lightBlock))
	fy := max(0, min((rows-1)*256, (y-lightBlock/2)*256/lightBlock))
	left, top := min(fx/256, cols-2), min(fy/256, rows-2)
	fx, fy = fx-left*256, fy-top*256
	at := func(dx, dy int) int { return paper[(top+dy)*cols+left+dx] }
	return ((at(0, 0)*(256-fx)+at(1, 0)*fx)*(256-fy) + (at(0, 1)*(256-fx)+at(1, 1)*fx)*fy) / (256 * 256)
}
