package documents

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/documents/reading"
)

// Words of a strip are found again where their line stands on the page.
func TestStrips(t *testing.T) {
	page := image.NewGray(image.Rect(0, 0, 600, 1000))
	lines := []reading.Line{{Page: 1, Box: reading.Box{Left: 1000, Top: 2000, Right: 9000, Bottom: 2300}},
		{Page: 1, Box: reading.Box{Left: 1000, Top: 7000, Right: 9000, Bottom: 7300}}}
	s := stripsOf(page, lines)
	for i, l := range lines {
		tall := s.picture.Rect.Dy()
		top := s.top[i] + stripPad*stripScale/2
		w := reading.Word{Box: reading.Box{Left: 1000, Right: 2000, Top: top * 10_000 / tall, Bottom: (top + 30*stripScale/2) * 10_000 / tall}}
		got := s.onPage([]reading.Word{w})[0].Box
		if got.Top < l.Box.Top-60 || got.Top > l.Box.Top+60 || got.Bottom < l.Box.Bottom-60 || got.Bottom > l.Box.Bottom+60 || got.Left != 1000 {
			t.Errorf("it stands at %+v, and its line at %+v", got, l.Box)
		}
	}
}

// A shadow over the paper goes, its print stays; paper in even light is left alone.
func TestEvenly(t *testing.T) {
	page := image.NewGray(image.Rect(0, 0, 480, 480))
	for y := range 480 {
		for x := range 480 {
			paper := 240 - x/4 // from 240 to 120
			if x%40 < 4 {
				paper /= 3
			}
			page.Pix[y*page.Stride+x] = uint8(paper)
		}
	}
	got := evenly(page)
	for _, x := range []int{60, 260, 460} {
		if v := got.GrayAt(x, 200).Y; v < 230 {
			t.Errorf("the paper is %d at %d", v, x)
		}
	}
	for _, x := range []int{82, 282, 442} {
		if v := got.GrayAt(x, 200).Y; v > 60 {
			t.Errorf("the print is %d at %d", v, x)
		}
	}
	flat := image.NewGray(image.Rect(0, 0, 480, 480))
	for i := range flat.Pix {
		flat.Pix[i] = 230
	}
	if evenly(flat) != flat {
		t.Error("even light is changed")
	}
}

// What is no picture of the tools is not taken for one.
func TestGrayOf(t *testing.T) {
	for _, bad := range []string{"", "P5\n", "P5\n2 2\n255\nabc", "P5\n-1 2\n255\n", "P5\n99999 99999\n255\nabcd", "P6\n1 1\n255\nabc",
		"P5\n2 1\n65535\nabcd"} {
		if _, ok := grayOf([]byte(bad)); ok {
			t.Errorf("%q is a picture", bad)
		}
	}
	if g, ok := grayOf([]byte("P5\n2 2\n255\nabcd")); !ok || g.GrayAt(1, 1).Y != 'd' {
		t.Errorf("%v %v", g, ok)
	}
}

// What is not sure is read again only where surer letters would have it accepted.
func TestSecondReadings(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		sure  float64
		runs  int
	}{
		{"a day whose letters are doubtful", []string{"Datum: 14.03.2026", "Summe 12,00"}, 80, 2},
		{"sure letters", []string{"Datum: 14.03.2026", "Summe 12,00"}, 99, 1},
		{"a total that nothing but its label speaks for", []string{"Summe 12,00"}, 80, 1},
		{"a day that can be read in two ways", []string{"Date 03/04/2026", "Total 12.00"}, 80, 1},
	} {
		table := "1\t1\t0\t0\t0\t0\t0\t0\t1000\t1000\t-1\t\n"
		for i, l := range c.lines {
			for j, w := range strings.Fields(l) {
				table += fmt.Sprintf("5\t1\t1\t1\t%d\t%d\t%d\t%d\t%d\t20\t%v\t%s\n", i+1, j+1, 100+j*100, 100+i*60, 90, c.sure, w)
			}
		}
		runs := 0
		r := recogniser{first: "eng", accept: 900}
		r.tesseract = func(context.Context, picture, ...string) ([]byte, error) { runs++; return []byte(table), nil }
		language := "eng"
		if strings.HasPrefix(c.lines[0], "Datum") {
			language = "deu"
		}
		if _, _, err := r.page(t.Context(), made(pgm(image.NewGray(image.Rect(0, 0, 1000, 1000)))), language, 1); err != nil || runs != c.runs {
			t.Errorf("%s: %d runs, %v", c.name, runs, err)
		}
	}
}

// Shades of gray are the same however a picture holds them, before white where it is
// transparent.
func TestToGray(t *testing.T) {
	at := image.Rect(3, 5, 11, 9)
	gray, rgba, clear := image.NewGray(at), image.NewRGBA(at), image.NewNRGBA(at)
	for y := at.Min.Y; y < at.Max.Y; y++ {
		for x := at.Min.X; x < at.Max.X; x++ {
			v := uint8(x*20 + y)
			gray.SetGray(x, y, color.Gray{v})
			rgba.SetRGBA(x, y, color.RGBA{v, v, v, 255})
			clear.SetNRGBA(x, y, color.NRGBA{0, 0, 0, 255 - v})
		}
	}
	for _, p := range []image.Image{gray, rgba, clear} {
		g := toGray(p)
		for y := range at.Dy() {
			for x := range at.Dx() {
				if got, want := g.GrayAt(x, y).Y, gray.GrayAt(x+at.Min.X, y+at.Min.Y).Y; got != want {
					t.Fatalf("%T: %d at %d,%d is %d", p, want, x, y, got)
				}
			}
		}
	}
}
