package render

import (
	"math"
	"slices"
	"strconv"

	"github.com/tallystick/tallystick/domain/money"
)

// Bar is one bar of a chart: its length is the value, and Shown what stands beside it.
type Bar struct {
	Label string
	Value money.Dec
	Shown string
}

// Geometry of charts, in mm.
const (
	barMM        = 5
	barGapMM     = 2
	barLabelMM   = 52
	barShownMM   = 34
	curveMM      = 52
	curveLeftMM  = 26
	curveUnderMM = 10
	curveLineMM  = .6
)

// share is a value's part of a whole. What is drawn is no figure: a binary fraction does.
func share(v, whole money.Dec) float64 {
	part, err := strconv.ParseFloat(v.String(), 64)
	all, err2 := strconv.ParseFloat(whole.String(), 64)
	if err != nil || err2 != nil || all == 0 {
		return 0
	}
	return part / all
}

// room begins a page where less than mm of this one is left.
func (p *PDF) room(mm float64) {
	if _, page := p.f.GetPageSize(); p.f.GetY()+mm > page-marginMM-6 {
		p.f.AddPage()
	}
}

// Bars draws horizontal bars that begin at zero, one below the other; those below zero
// lead to the left of it.
func (p *PDF) Bars(bars []Bar) {
	low, high := money.Zero, money.Zero
	for _, b := range bars {
		low, high = money.Min(low, b.Value), money.Max(high, b.Value)
	}
	span := high.Sub(low)
	width := float64(widthMM - barLabelMM - barShownMM)
	zero := marginMM + barLabelMM - share(low, span)*width
	p.style("", 8.5)
	for _, b := range bars {
		p.room(barMM + barGapMM)
		top, length := p.f.GetY(), share(b.Value, span)*width
		p.f.SetFillColor(70, 105, 150)
		p.f.Rect(math.Min(zero, zero+length), top, math.Abs(length), barMM, "F")
		p.cell(marginMM, top, barLabelMM-3, b.Label, Left)
		p.cell(marginMM+widthMM-barShownMM, top, barShownMM, b.Shown, Right)
		p.f.SetXY(marginMM, top+barMM+barGapMM)
	}
	p.f.SetDrawColor(120, 120, 120)
	if len(bars) > 0 {
		p.f.Line(zero, p.f.GetY()-barGapMM, zero, p.f.GetY()-barGapMM-float64(min(len(bars), 30))*(barMM+barGapMM)+barGapMM)
	}
	p.Space(2)
}

// cell writes one line into a width; what does not fit is left out.
func (p *PDF) cell(x, y, width float64, text string, align Align) {
	text = p.known(text)
	defer p.fontOf(text, p.weight, p.size)()
	if lines := p.f.SplitText(text, width); len(lines) > 0 {
		p.f.SetXY(x, y)
		p.f.CellFormat(width, barMM, ordered(lines[0]), "", 0, string(align), false, 0, "")
	}
}

// Point is one of a curve.
type Point struct{ X, Y money.Dec }

// Curve draws a line through points, in the order of X; its upright axis begins at
// zero, or below where a value does. xTitle and yTitle say what is counted.
func (p *PDF) Curve(xTitle, yTitle string, points []Point) {
	if len(points) < 2 {
		return
	}
	p.room(curveMM + curveUnderMM + 6)
	low, high := money.Zero, money.Zero
	for _, q := range points {
		low, high = money.Min(low, q.Y), money.Max(high, q.Y)
	}
	first := slices.MinFunc(points, func(a, b Point) int { return a.X.Cmp(b.X) }).X
	last := slices.MaxFunc(points, func(a, b Point) int { return a.X.Cmp(b.X) }).X
	left, top, width := float64(marginMM+curveLeftMM), p.f.GetY()+6, float64(widthMM-curveLeftMM)
	at := func(q Point) (x, y float64) {
		return left + share(q.X.Sub(first), last.Sub(first))*width, top + curveMM - share(q.Y.Sub(low), high.Sub(low))*curveMM
	}
	p.style("", 8.5)
	p.cell(marginMM, top-6, widthMM, yTitle, Left)
	p.f.SetDrawColor(120, 120, 120)
	p.f.Line(left, top, left, top+curveMM)
	_, base := at(Point{first, money.Zero})
	p.f.Line(left, base, left+width, base)
	for _, y := range []money.Dec{low, high} {
		_, where := at(Point{first, y})
		p.cell(marginMM, where-barMM/2, curveLeftMM-2, y.String(), Right)
	}
	p.cell(left, top+curveMM+1, width/2, first.String(), Left)
	p.cell(left+width/2, top+curveMM+1, width/2, last.String(), Right)
	p.cell(left, top+curveMM+1+barMM, width, xTitle, Left)
	p.f.SetDrawColor(70, 105, 150)
	thin := p.f.GetLineWidth()
	p.f.SetLineWidth(curveLineMM)
	defer p.f.SetLineWidth(thin)
	x0, y0 := at(points[0])
	for _, q := range points[1:] {
		x, y := at(q)
		p.f.Line(x0, y0, x, y)
		x0, y0 = x, y
	}
	p.f.SetXY(marginMM, top+curveMM+curveUnderMM+2)
	p.Space(2)
}
