package orderfile_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/domain/orders/orderfile"
)

var now = time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)

const head = "source_ref,placed_at,currency,net,gross"

// faultsOf are the faults of a file as line, field and the begin of what is said.
func faultsOf(t *testing.T, text string) (out []string, rows int) {
	t.Helper()
	f, ok := orderfile.Read(text, true, now)
	if !ok {
		t.Fatalf("%.200q is no file of orders", text)
	}
	for _, x := range f.Faults {
		out = append(out, fmt.Sprintf("%d %s: %s", x.Line, x.Field, x.Message))
	}
	return out, len(f.Rows)
}

// Each fault names its line and its field; the orders beside it are read.
func TestFaultsNameLineAndField(t *testing.T) {
	good := "1,2026-03-04,EUR,100.00,119.00\n"
	for name, c := range map[string]struct {
		text string
		want string // the only fault begins so; "" = there is none
		rows int
	}{
		"whole":                 {head + "\n" + good + "2,2026-03-04T09:00:00Z,EUR,1.00,1.19\n", "", 2},
		"no end of line":        {head + "\n" + strings.TrimSpace(good), "", 1},
		"lines that end CRLF":   {strings.ReplaceAll(head+"\n"+good, "\n", "\r\n"), "", 1},
		"byte order mark":       {"\ufeff" + head + "\n" + good, "", 1},
		"told the separator":    {"sep=;\n" + strings.ReplaceAll(head+"\n"+good, ",", ";"), "", 1},
		"semicolons":            {strings.ReplaceAll(head, ",", ";") + "\n1;2026-03-04;EUR;100,00;119,00\n", "", 1},
		"tabs":                  {strings.ReplaceAll(head+"\n"+good, ",", "\t"), "", 1},
		"empty rows":            {head + "\n\n,,,,\n" + good + ",,,,\n", "", 1},
		"thousands":             {strings.ReplaceAll(head, ",", ";") + "\n1;2026-03-04;EUR;1.234,50;1469,06\n", "2 net: is no decimal as the file", 0},
		"two ways":              {strings.ReplaceAll(head, ",", ";") + "\n1;2026-03-04;KWD;1.234;1.234\n", "2 net: could be read in two ways", 0},
		"a formula":             {head + "\n" + good + "2,2026-03-04,EUR,=1+1,119.00\n", "3 net: begins with =", 1},
		"a formula as name":     {head + "\n=cmd|' /c calc'!A1,2026-03-04,EUR,1.00,1.00\n" + good, "2 source_ref: begins with =", 1},
		"an exponent":           {head + "\n" + good + "2,2026-03-04,EUR,1e2,119.00\n", "3 net: is no decimal", 1},
		"no gross":              {head + "\n" + good + "2,2026-03-04,EUR,1.00,\n", "3 gross: is required", 1},
		"a day that is none":    {head + "\n2,2026-02-30,EUR,1.00,1.00\n" + good, "2 placed_at: is no instant", 1},
		"ahead of the clock":    {head + "\n2,2027-02-03,EUR,1.00,1.00\n" + good, "2 placed_at: an instant that has come", 1},
		"no currency":           {head + "\n2,2026-02-03,XQX,1.00,1.00\n" + good, "2 currency: the ISO 4217 code", 1},
		"digits of a yen":       {head + "\n2,2026-02-03,JPY,1.50,2\n" + good, "2 net: JPY has 0 digits", 1},
		"cut off":               {head + "\n" + good + "2,2026-03-04,EU", "3 : has 3 cells where the head has 5", 1},
		"twice the same":        {head + "\n" + good + "2,2026-03-04,EUR,1.00,1.00\n" + good, "2 source_ref: stands twice in the file, also in line 4", 1},
		"twice in a row":        {head + "\n" + good + good, "3 source_ref: stands in line 2 already", 0},
		"column not known":      {head + ",site\n" + good, "1 site: is no column", 0},
		"column twice":          {head + ",net\n" + good, "1 net: stands twice in the head", 0},
		"column left out":       {"source_ref,placed_at,currency,gross\n" + good, "1 net: is no column of the head, and is required", 0},
		"a quotation mark":      {head + "\n" + good + "\"2,2026-03-04,EUR,1.00,1.00\n", "3 : is no row: a quotation mark", 0},
		"no table":              {"Dear Sir,\nplease find enclosed", "1 dear sir: is no column of a file", 0},
		"checkouts":             {head + ",source\n1,2026-03-04,EUR,1.00,1.00,checkouts\n", "2 source: \"checkouts\"", 0},
		"a source's name":       {head + ",source\n1,2026-03-04,EUR,1.00,1.00,My Shop\n", "2 source: at most 60", 0},
		"a letter that is none": {head + "\na\u0000b,2026-03-04,EUR,1.00,1.00\n" + good, "2 source_ref: holds what is no letter", 1},
		"cut tax":               {head + ",taxes[0].rate,taxes[0].base\n1,2026-03-04,EUR,1.00,1.00,0.19,1.00\n", "2 taxes[0].tax: is required", 0},
		"per cent":              {head + ",taxes[0].rate,taxes[0].base,taxes[0].tax\n1,2026-03-04,EUR,1.00,1.19,19,1.00,0.19\n", "2 taxes[0].rate: a fraction", 0},
		"a payment":             {head + ",payment.method\n1,2026-03-04,EUR,1.00,1.00,cash\n", "2 payment.paid_on: is required", 0},
		"an enum":               {head + ",kind\n1,2026-03-04,EUR,1.00,1.00,gift\n", "2 kind: is none of", 0},
	} {
		faults, rows := faultsOf(t, c.text)
		if c.want == "" && faults != nil || c.want != "" && (faults == nil || !strings.HasPrefix(faults[0], c.want)) || rows != c.rows {
			t.Errorf("%s: %d rows, %q", name, rows, faults)
		}
	}
}

func TestFaultsOfJSON(t *testing.T) {
	good := `{"source_ref":"1","placed_at":"2026-03-04T09:00:00Z","currency":"EUR","net":"1.00","gross":"1.19"}`
	with := func(more string) string {
		return strings.Replace(strings.Replace(good, `"1"`, `"2"`, 1), "}", ","+more+"}", 1)
	}
	for name, c := range map[string]struct {
		text string
		want string
		rows int
	}{
		"list":             {"[" + good + ",\n" + with(`"status":"paid"`) + "]", "", 2},
		"as pushed":        {`{"source":"shop","orders":[` + good + "]}", "", 1},
		"one":              {good, "", 1},
		"lines":            {good + "\n\n" + with(`"status":"paid"`) + "\r\n", "", 2},
		"a number":         {"[" + good + ",\n" + strings.Replace(with(`"status":"x"`), `"1.19"`, "1.19", 1) + "]", "2 gross: is no text; decimals too", 1},
		"not known":        {"[\n" + with(`"site":"7"`) + "]", "2 site: is no member of an order", 0},
		"deep":             {"[\n" + with(`"lines":[{"id":"1","quantity":"1","unit_price":"1.00","net":"x"}]`) + "]", "2 lines[0].net: is no decimal", 0},
		"too long":         {"[" + with(`"buyer":{"country":"Germany"}`) + "]", "1 buyer.country: does not look like", 0},
		"twice a name":     {good + "\n" + with(`"net":"2.00"`), "2 : is no order: a JSON object, whole", 1},
		"a line cut off":   {good + "\n" + good[:40], "2 : is no order", 1},
		"first cut":        {good[:40] + "}\n" + good, "1 : is no order", 1},
		"list cut off":     {"[" + good + ",\n" + good[:40], "2 : is no JSON from here on", 0},
		"list without end": {"[" + good, "1 : the list does not end", 0},
		"something behind": {"[" + good + "] and more", "1 : something follows", 0},
		"object cut off":   {`{"source":"shop","orders":[` + good, "1 : is no JSON", 0},
		"other member":     {`{"site":2,"orders":[` + good + "]}", "1 site: is no member of a file", 0},
		"another source":   {`{"source":"a","orders":[` + strings.Replace(good, "}", `,"source":"b"}`, 1) + "]}", "1 source: is no name", 0},
		"null":             {"[" + strings.Replace(good, `"1.19"`, "null", 1) + "]", "1 gross: is required", 0},
		"a list of lists":  {"[[" + good + "]]", "1 : is no order", 0},
		"nested":           {strings.Repeat("[", 20000), "1 : is no JSON", 0},
	} {
		faults, rows := faultsOf(t, c.text)
		if c.want == "" && faults != nil || c.want != "" && (faults == nil || !strings.HasPrefix(faults[0], c.want)) || rows != c.rows {
			t.Errorf("%s: %d rows, %q", name, rows, faults)
		}
	}
}

// What nobody calls a file of orders is one only by its own words.
func TestToldByContent(t *testing.T) {
	for text, want := range map[string]bool{
		head + "\n1,2026-03-04,EUR,100.00,119.00\n":                     true,
		"Date,Description,Amount,Balance\n2026-03-01,Rent,-5.00,5.00\n": false,
		`{"name":"package","version":"1.0.0"}`:                          false,
		`[{"source_ref":"1"}]`:                                          true,
		"[1,2]":                                                         false,
		"":                                                              false,
		"{":                                                             false, "[": false, "\n\n": false,
	} {
		if _, ok := orderfile.Read(text, false, now); ok != want {
			t.Errorf("%q: %v", text, ok)
		}
	}
}

// sample is one order with everything that an order can say.
func sample(ref string, lines int) orders.Order {
	dec := money.MustParse
	o := orders.Order{SourceRef: ref, Kind: orders.Sale, Status: "paid", PlacedAt: time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC),
		SuppliedOn: civil.MustParse("2026-03-05"), Currency: "EUR", PricesIncludeTax: true, Discount: dec("1.00"), Net: dec("100.00"),
		Gross: dec("119.00"), Taxes: []booking.Tax{{Rate: dec("0.19"), Base: dec("100.00"), Tax: dec("19.00")}},
		Payment: &booking.Paid{Method: "card", PaidOn: civil.MustParse("2026-03-04")},
		Buyer: orders.Buyer{Name: "Müller, \"Ann\"", Status: "consumer", Country: "DE", Email: "a@example.org", Reference: "r",
			Address: &orders.Address{Street: "Weg 1;2", City: "Köln", PostalCode: "01234", Country: "DE"}}}
	for i := range lines {
		o.Lines = append(o.Lines, orders.Line{ID: fmt.Sprint(i), Description: "Lamp, red", SupplyKind: "goods", Quantity: dec("2"),
			UnitPrice: dec("12.50"), Net: dec("25.00"), Rate: dec("0.19")})
	}
	return o
}

// The same order reads alike from each form, and has the digest of a push.
func TestEachFormReadsAlike(t *testing.T) {
	want := []orders.Order{sample("1", 3), sample("2", 1), sample("3", 0)}
	list, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var lines strings.Builder
	for _, o := range want {
		text, _ := json.Marshal(o)
		lines.Write(append(text, '\n'))
	}
	for name, text := range map[string]string{"list": string(list), "lines": lines.String(), "pushed": `{"orders":` + string(list) + "}",
		"commas": csvOf(want, ",", "."), "semicolons": csvOf(want, ";", ",")} {
		f, ok := orderfile.Read(text, true, now)
		if !ok || len(f.Faults) > 0 || len(f.Rows) != len(want) {
			t.Errorf("%s: %v, %+v", name, ok, f.Faults)
			continue
		}
		for i, row := range f.Rows {
			got, _ := row.Order.Digest()
			is, _ := want[i].Digest()
			if got != is || !reflect.DeepEqual(row.Order.Buyer, want[i].Buyer) {
				t.Errorf("%s: %+v\n%+v", name, row.Order, want[i])
			}
		}
	}
}

// csvOf writes orders as a table.
func csvOf(all []orders.Order, comma, sign string) string {
	names := []string{"source_ref", "kind", "status", "placed_at", "supplied_on", "currency", "prices_include_tax", "discount", "net", "gross",
		"taxes[0].rate", "taxes[0].base", "taxes[0].tax", "payment.method", "payment.paid_on", "buyer.name", "buyer.status", "buyer.country",
		"buyer.email", "buyer.reference", "buyer.address.street", "buyer.address.city", "buyer.address.postal_code", "buyer.address.country",
		"line.id", "line.description", "line.supply_kind", "line.quantity", "line.unit_price", "line.net", "line.rate"}
	var b strings.Builder
	b.WriteString(strings.Join(names, comma) + "\n")
	number := func(d money.Dec) string { return strings.ReplaceAll(d.String(), ".", sign) }
	for _, o := range all {
		cells := []string{o.SourceRef, string(o.Kind), o.Status, "2026-03-04", o.SuppliedOn.String(), o.Currency, "TRUE", number(o.Discount),
			number(o.Net), number(o.Gross), number(o.Taxes[0].Rate), number(o.Taxes[0].Base), number(o.Taxes[0].Tax), o.Payment.Method,
			o.Payment.PaidOn.String(), o.Buyer.Name, o.Buyer.Status, o.Buyer.Country, o.Buyer.Email, o.Buyer.Reference, o.Buyer.Address.Street,
			o.Buyer.Address.City, o.Buyer.Address.PostalCode, o.Buyer.Address.Country}
		rows := [][]string{make([]string, 7)}
		if len(o.Lines) > 0 {
			rows = nil
		}
		for _, l := range o.Lines {
			rows = append(rows, []string{l.ID, l.Description, l.SupplyKind, number(l.Quantity), number(l.UnitPrice), number(l.Net), number(l.Rate)})
		}
		for _, row := range rows {
			for i, cell := range append(cells[:len(cells):len(cells)], row...) {
				if i > 0 {
					b.WriteString(comma)
				}
				b.WriteString(`"` + strings.ReplaceAll(cell, `"`, `""`) + `"`)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// A row that says otherwise of its order than the first, and a line that is faulty, are
// named by their own line.
func TestRowsOfOneOrder(t *testing.T) {
	text := csvOf([]orders.Order{sample("1", 3)}, ",", ".")
	rows := strings.Split(text, "\n")
	rows[2] = strings.Replace(rows[2], `"119.00"`, `"120.00"`, 1)
	rows[3] = strings.Replace(rows[3], `"12.50"`, `""`, 1)
	faults, n := faultsOf(t, strings.Join(rows, "\n"))
	if n != 0 || len(faults) != 2 || !strings.HasPrefix(faults[0], "3 gross: is not what line 2 says") ||
		!strings.HasPrefix(faults[1], "4 line.unit_price: is required of a line") {
		t.Errorf("%d, %q", n, faults)
	}
	twice := strings.ReplaceAll(text, `"1","Lamp`, `"0","Lamp`)
	if faults, _ := faultsOf(t, twice); len(faults) != 1 || !strings.HasPrefix(faults[0], "3 line.id: ") {
		t.Errorf("%q", faults)
	}
}

// What is too much is said to be, and what is at fault without end is counted.
func TestBounds(t *testing.T) {
	var b strings.Builder
	b.WriteString(head + "\n")
	for i := range orderfile.OrdersMax {
		fmt.Fprintf(&b, "%d,2026-03-04,EUR,100.00,119.00\n", i)
	}
	f, _ := orderfile.Read(b.String(), true, now)
	if len(f.Rows) != orderfile.OrdersMax || f.TooMany {
		t.Fatalf("%d rows", len(f.Rows))
	}
	b.WriteString("x,2026-03-04,EUR,100.00,119.00\n")
	if f, _ = orderfile.Read(b.String(), true, now); !f.TooMany || len(f.Rows) != 0 {
		t.Errorf("%d rows of too many", len(f.Rows))
	}
	bad := strings.ReplaceAll(b.String(), "EUR", "eur")
	bad = bad[:strings.LastIndex(bad, "\nx,")+1]
	if f, _ = orderfile.Read(bad, true, now); f.Faulty != orderfile.OrdersMax || len(f.Faults) != orderfile.FaultsMax {
		t.Errorf("%d faulty, %d faults", f.Faulty, len(f.Faults))
	}
}

// Whatever bytes come, the reader neither stops nor reads an order that breaks the rules
// of a push.
func TestMutated(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	list, _ := json.Marshal([]orders.Order{sample("1", 2), sample("2", 0)})
	texts := []string{string(list), csvOf([]orders.Order{sample("1", 2), sample("2", 1)}, ";", ","), csvOf([]orders.Order{sample("1", 2)}, ",", ".")}
	for range 3000 {
		text := []byte(texts[random.IntN(len(texts))])
		for range 1 + random.IntN(4) {
			at := random.IntN(len(text))
			switch random.IntN(4) {
			case 0:
				text[at] = byte(random.IntN(256))
			case 1:
				text = text[:max(at, 1)]
			case 2:
				text = append(text[:at:at], append([]byte("\",;{}[]\n=\x00\ufeff"), text[at:]...)...)
			case 3:
				text = append(text[:at:at], text[min(at+random.IntN(20), len(text)):]...)
			}
			if len(text) == 0 {
				text = []byte{'['}
			}
		}
		f, ok := orderfile.Read(string(text), random.IntN(2) == 0, now)
		if !ok {
			continue
		}
		for _, row := range f.Rows {
			if row.Order.SourceRef == "" || row.Order.Gross.Sign() <= 0 || row.Order.PlacedAt.IsZero() || row.Line < 1 {
				t.Fatalf("%q: %+v", text, row)
			}
		}
	}
}
