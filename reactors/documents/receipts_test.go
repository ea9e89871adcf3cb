package documents

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// till is how the tills of a place write: their words, numbers and dates.
type till struct {
	language, currency string
	day                string // layout of time.Format
	comma              bool
	tax                int64 // per cent
	words              map[string]string
	taxIncluded        bool
	build, heldOut     []string // merchants: rules were made on the first, and are measured on the second
}

// tills are those of seven places. Nobody's receipt is carried in: merchants and
// goods are made up.
var tills = []till{
	{language: "eng", currency: "GBP", day: "02/01/2006", tax: 20, taxIncluded: true,
		words: map[string]string{"net": "SUBTOTAL", "tax": "VAT 20%", "gross": "TOTAL", "cash": "CASH", "change": "CHANGE", "date": "Date",
			"id": "VAT No. GB 980 7806 84", "sign": "£"},
		build: []string{"HIGH STREET STORES", "THE CORNER BAKERY", "NORTHGATE PHARMACY"}, heldOut: []string{"RIVERSIDE HARDWARE", "OLD MILL CAFE",
			"PARKWAY STATIONERS"}},
	{language: "deu", currency: "EUR", day: "02.01.2006", comma: true, tax: 19, taxIncluded: true,
		words: map[string]string{"net": "Netto", "tax": "MwSt 19%", "gross": "SUMME EUR", "cash": "Gegeben", "change": "Rückgeld",
			"date": "Datum", "id": "USt-IdNr. DE136695976", "sign": ""},
		build: []string{"BÄCKEREI SONNENSCHEIN", "STADTMARKT WEBER", "HOLZ UND HAUS"}, heldOut: []string{"SCHREIBWAREN LINDNER",
			"APOTHEKE AM TOR", "BLUMEN KRÜGER"}},
	{language: "fra", currency: "EUR", day: "02/01/2006", comma: true, tax: 20, taxIncluded: true,
		words: map[string]string{"net": "TOTAL HT", "tax": "TVA 20%", "gross": "TOTAL TTC", "cash": "ESPECES", "change": "RENDU", "date": "Le",
			"id": "TVA FR40303265045", "sign": "€"},
		build: []string{"BOULANGERIE DU PONT", "PAPETERIE CENTRALE"}, heldOut: []string{"LIBRAIRIE DES HALLES", "DROGUERIE MODERNE"}},
	{language: "spa", currency: "EUR", day: "02/01/2006", comma: true, tax: 21, taxIncluded: true,
		words: map[string]string{"net": "BASE IMPONIBLE", "tax": "IVA 21%", "gross": "TOTAL EUR", "cash": "EFECTIVO", "change": "CAMBIO",
			"date": "Fecha", "id": "NIF B58378431", "sign": ""},
		build: []string{"FERRETERIA LOPEZ", "MERCADO NUEVO"}, heldOut: []string{"PANADERIA DEL SOL", "FARMACIA MAYOR"}},
	{language: "ita", currency: "EUR", day: "02/01/2006", comma: true, tax: 22, taxIncluded: true,
		words: map[string]string{"net": "IMPONIBILE", "tax": "IVA 22%", "gross": "TOTALE EURO", "cash": "CONTANTI", "change": "RESTO",
			"date": "Data", "id": "P.IVA 00743110157", "sign": ""},
		build: []string{"CARTOLERIA ROSSI", "BAR CENTRALE"}, heldOut: []string{"FERRAMENTA VERDI", "FORNO ANTICO"}},
	{language: "nld", currency: "EUR", day: "02-01-2006", comma: true, tax: 21, taxIncluded: true,
		words: map[string]string{"net": "Subtotaal", "tax": "BTW 21%", "gross": "Totaal EUR", "cash": "Contant", "change": "Wisselgeld",
			"date": "Datum", "id": "BTW NL004495445B01", "sign": ""},
		build: []string{"BAKKERIJ DE HOEK", "DROGIST JANSEN"}, heldOut: []string{"BOEKHANDEL VISSER", "IJZERWAREN SMIT"}},
	{language: "eng", currency: "USD", day: "01/02/2006", tax: 8,
		words: map[string]string{"net": "SUBTOTAL", "tax": "SALES TAX", "gross": "TOTAL USD", "cash": "CASH", "change": "CHANGE DUE",
			"date": "Date", "id": "", "sign": "$"},
		build: []string{"MAIN STREET DINER", "CANYON OFFICE SUPPLY"}, heldOut: []string{"LAKEVIEW TOOLS", "PINE VALLEY MARKET"}},
}

var goods = []string{"ITEM 4711", "Article A", "Paper A4", "Cable 2m", "Milk", "Box", "Pens", "Lamp", "Soap", "Bread"}

// truth is what a receipt says.
type truth struct{ language, date, gross, currency string }

func (k *till) amount(cents int64) string {
	text := fmt.Sprintf("%d.%02d", cents/100, cents%100)
	if k.comma {
		return strings.Replace(text, ".", ",", 1)
	}
	return k.words["sign"] + text
}

// receipt writes the lines of one: three layouts, and what tills print beside the
// total: what was tendered, change, points, the day until which goods may be
// returned, the day on which a card expires.
func receipt(r *rand.Rand, k *till, merchant string) (lines []string, t truth) {
	const wide = 36
	row := func(left, right string) {
		lines = append(lines, left+strings.Repeat(" ", max(1, wide-len([]rune(left))-len([]rune(right))))+right)
	}
	center := func(text string) { lines = append(lines, strings.Repeat(" ", max(0, (wide-len([]rune(text)))/2))+text) }
	y, m, d := 2023+r.IntN(4), 1+r.IntN(11), 1+r.IntN(28)
	day := func(add int) string {
		text := strings.NewReplacer("2006", fmt.Sprint(y), "01", fmt.Sprintf("%02d", m), "02", fmt.Sprintf("%02d", min(28, d+add))).Replace(k.day)
		return text
	}
	layout := r.IntN(3)
	center(merchant)
	center(fmt.Sprintf("%d Market Square", 1+r.IntN(99)))
	if k.words["id"] != "" && layout != 1 {
		center(k.words["id"])
	}
	lines = append(lines, "")
	if layout == 0 {
		row(k.words["date"]+": "+day(0), fmt.Sprintf("%02d:%02d", r.IntN(24), r.IntN(60)))
	} else {
		row(day(0), fmt.Sprintf("%02d:%02d  #%04d", r.IntN(24), r.IntN(60), r.IntN(10000)))
	}
	lines = append(lines, "")
	sum := int64(0)
	for range 1 + r.IntN(6) {
		price := int64(50 + r.IntN(4000))
		sum += price
		row(goods[r.IntN(len(goods))], k.amount(price))
	}
	lines = append(lines, strings.Repeat("-", wide))
	net, gross := sum, sum
	tax := (sum*k.tax + 50) / 100
	if k.taxIncluded {
		net = (sum*100 + (100+k.tax)/2) / (100 + k.tax)
		tax = sum - net
	} else {
		gross = sum + tax
	}
	total := func() { row(k.words["gross"], k.amount(gross)) }
	switch {
	case layout == 2 && k.taxIncluded:
		total()
		row(k.words["tax"], k.amount(tax))
	default:
		row(k.words["net"], k.amount(net))
		row(k.words["tax"], k.amount(tax))
		total()
	}
	if r.IntN(2) == 0 {
		tendered := (gross/1000 + 1 + int64(r.IntN(2))) * 1000
		row(k.words["cash"], k.amount(tendered))
		row(k.words["change"], k.amount(tendered-gross))
	}
	if r.IntN(3) == 0 && k.language == "eng" {
		row("Points earned", fmt.Sprint(r.IntN(500)))
		row("Return by", day(14))
	}
	t = truth{k.language, fmt.Sprintf("%d-%02d-%02d", y, m, d), fmt.Sprintf("%d.%02d", gross/100, gross%100), k.currency}
	return lines, t
}

// printed draws lines as a till prints them.
func printed(lines []string) (*image.Gray, error) {
	parsed, err := opentype.Parse(gomono.TTF)
	if err != nil {
		return nil, err
	}
	const size, leading, margin = 34, 44, 60
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		return nil, err
	}
	width := 2*margin + font.MeasureString(face, strings.Repeat("M", 38)).Ceil()
	page := image.NewGray(image.Rect(0, 0, width, 2*margin+leading*len(lines)))
	for i := range page.Pix {
		page.Pix[i] = 255
	}
	drawer := font.Drawer{Dst: page, Src: image.NewUniform(color.Gray{20}), Face: face}
	for i, l := range lines {
		drawer.Dot = fixed.P(margin, margin+leading*(i+1))
		drawer.DrawString(l)
	}
	return page, nil
}

// photographed is a page as a telephone sees it: turned a little, in perspective,
// out of focus, half in shadow, its thermal print faded in bands, with noise.
func photographed(r *rand.Rand, page *image.Gray) *image.Gray {
	w, h := page.Rect.Dx(), page.Rect.Dy()
	out := image.NewGray(page.Rect)
	var corner [4][2]float64
	for i, at := range [4][2]float64{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
		corner[i] = [2]float64{at[0]*float64(w) + (r.Float64()-0.5)*0.04*float64(w), at[1]*float64(h) + (r.Float64()-0.5)*0.03*float64(h)}
	}
	fade, band, edge, depth := 0.55+0.35*r.Float64(), 40+200*r.Float64(), r.Float64(), 0.15+0.25*r.Float64()
	for y := range h {
		v := float64(y) / float64(h)
		ink := fade + (1-fade)*0.5*(1+math.Sin(float64(y)/band))
		for x := range w {
			u := float64(x) / float64(w)
			var at [2]float64
			for i := range at {
				at[i] = (corner[0][i]*(1-u)+corner[1][i]*u)*(1-v) + (corner[2][i]*(1-u)+corner[3][i]*u)*v
			}
			light := 1 - depth/(1+math.Exp(-20*(u-edge)))
			g := 240 - (240-float64(sampled(page, at[0], at[1])))*ink
			out.Pix[y*out.Stride+x] = uint8(min(255, max(0, g*light+(r.Float64()-0.5)*14)))
		}
	}
	return blurred(out)
}

func sampled(p *image.Gray, x, y float64) uint8 {
	xi, yi := int(math.Floor(x)), int(math.Floor(y))
	if xi < 0 || yi < 0 || xi+1 >= p.Rect.Dx() || yi+1 >= p.Rect.Dy() {
		return 240
	}
	fx, fy := x-float64(xi), y-float64(yi)
	at := func(dx, dy int) float64 { return float64(p.Pix[(yi+dy)*p.Stride+xi+dx]) }
	return uint8((at(0, 0)*(1-fx)+at(1, 0)*fx)*(1-fy) + (at(0, 1)*(1-fx)+at(1, 1)*fx)*fy)
}

func blurred(p *image.Gray) *image.Gray {
	out := image.NewGray(p.Rect)
	copy(out.Pix, p.Pix)
	for y := 1; y < p.Rect.Dy()-1; y++ {
		for x := 1; x < p.Rect.Dx()-1; x++ {
			sum := 0
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					sum += int(p.Pix[(y+dy)*p.Stride+x+dx])
				}
			}
			out.Pix[y*out.Stride+x] = uint8(sum / 9)
		}
	}
	return out
}
