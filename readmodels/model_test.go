package readmodels_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/readmodels"
)

// sample is a row with a column of every kind that lists know.
type sample struct {
	Tenant string     `db:"tenant"`
	ID     string     `db:"id"`
	Site   int64      `db:"site"`
	Book   string     `db:"book" list:"within"`
	Status string     `db:"status" list:"count"`
	Owner  string     `db:"owner" list:"filter"`
	Title  string     `db:"title" list:"order,search"`
	Note   string     `db:"note" list:"search"`
	Amount string     `db:"amount" list:"order" sql:"numeric"`
	Paid   *string    `db:"paid" list:"order" sql:"numeric null"`
	Due    civil.Date `db:"due_on" list:"order=due"`
	Number *int64     `db:"number" list:"order"`
	Made   time.Time  `db:"made_at" list:"order"`
	Tags   []string   `db:"tags"`
}

var samples = readmodels.Define[sample]("samples", "samples")

// TestListing compares pages, counts and summaries with a model in memory: random
// rows, changes, orders, filters and sizes, with inserts between the pages.
func TestListing(t *testing.T) {
	db := preparedTable(t, "samples", samples.Table)
	n := uint64(0)
	apply := func(change func(b *readmodels.Batch)) {
		b := readmodels.NewBatch(readmodels.SchemaOf("samples", 1))
		change(b)
		err := db.Advance(context.Background(), []readmodels.Move{{Name: "samples", Version: 1, From: place(n), To: place(n + 1), Batch: b}})
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	tenants := 0
	rapid.Check(t, func(r *rapid.T) {
		tenants++
		tenant := fmt.Sprintf("t%d", tenants)
		rows := drawSamples(r, tenant, rapid.IntRange(0, 25).Draw(r, "rows"), 0)
		apply(func(b *readmodels.Batch) {
			for _, x := range rows {
				samples.Add(b, x)
			}
		})
		apply(func(b *readmodels.Batch) {
			for i := range rows {
				x := &rows[i]
				switch rapid.IntRange(0, 5).Draw(r, "change") {
				case 0:
					x.Status, x.Amount, x.Paid = "closed", "12.10", nil
					samples.Change(b, readmodels.Set{"status": "closed", "amount": "12.10", "paid": (*string)(nil)}, x.Tenant, x.Book, x.ID)
				case 1:
					x.Site, x.Due = 2, civil.Date{}
					samples.Put(b, *x)
				}
			}
		})
		if kept := len(rows) - 1; kept > 0 && rapid.Bool().Draw(r, "remove") {
			x := rows[kept]
			rows = rows[:kept]
			apply(func(b *readmodels.Batch) { samples.Remove(b, x.Tenant, x.Book, x.ID) })
		}
		scope := rapid.SampledFrom([]readmodels.Scope{
			{Tenant: tenant, AllSites: true}, {Tenant: tenant, Sites: []int64{1}}, {Tenant: tenant}, {Tenant: tenant, AllSites: true, Site: 2},
			{Tenant: tenant, Staff: true},
		}).Draw(r, "scope")
		f := drawFilter(r)
		order := rapid.SampledFrom([]string{"title", "amount", "paid", "due", "number", "made_at"}).Draw(r, "order")
		if rapid.Bool().Draw(r, "descending") {
			order = "-" + order
		}
		want := expect(rows, scope, f, order)
		checkSummary(r, db, rows, scope)
		page := readmodels.Page{Limit: rapid.IntRange(1, 7).Draw(r, "limit"), Order: order}
		var got []string
		for turn := 0; ; turn++ {
			part, err := samples.List(context.Background(), db, scope, page, f.conds()...)
			if err != nil {
				r.Fatal(err)
			}
			if turn == 0 && (part.Count != int64(len(want)) || !part.Exact) {
				r.Fatalf("count %d, want %d", part.Count, len(want))
			}
			for _, x := range part.Rows {
				if !strings.HasPrefix(x.ID, "later") { // what came between pages may show or not
					got = append(got, x.ID+" "+x.Amount)
				}
			}
			if part.Next == nil {
				break
			}
			if len(part.Rows) != page.Limit || turn > 60 {
				r.Fatalf("page %d has %d rows of %d and goes on", turn, len(part.Rows), page.Limit)
			}
			if rapid.IntRange(0, 3).Draw(r, "insert between pages") == 0 {
				apply(func(b *readmodels.Batch) { samples.Add(b, drawSamples(r, tenant, 1, 1000+turn)[0]) })
			}
			page.Cursor = *part.Next
		}
		if !slices.Equal(got, want) {
			r.Fatalf("%+v %+v %s\ngot  %v\nwant %v", scope, f, order, got, want)
		}
	})
}

var words = []string{"", "a", "A%", "a_b", `a\b`, "ab", "Ünïcode", "a%b", "zz"}

func drawSamples(r *rapid.T, tenant string, n, from int) (out []sample) {
	for i := range n {
		name := "row"
		if from > 0 {
			name = "later"
		}
		x := sample{
			Tenant: tenant, ID: fmt.Sprintf("%s%s%04d", name, tenant, from+i), Site: rapid.Int64Range(0, 2).Draw(r, "site"),
			Book: rapid.SampledFrom([]string{"a", "b"}).Draw(r, "book"), Status: rapid.SampledFrom([]string{"open", "closed"}).Draw(r, "status"),
			Owner: rapid.SampledFrom([]string{"ada", "bob"}).Draw(r, "owner"), Title: rapid.SampledFrom(words).Draw(r, "title"),
			Note: rapid.SampledFrom(words).Draw(r, "note"), Amount: drawAmount(r),
			Made: base.Add(time.Duration(rapid.IntRange(0, 3).Draw(r, "made")) * time.Microsecond),
			Tags: []string{"x", "y"},
		}
		if rapid.Bool().Draw(r, "paid") {
			paid := drawAmount(r)
			x.Paid = &paid
		}
		if rapid.Bool().Draw(r, "due") {
			x.Due = civil.Of(2026, 1, rapid.IntRange(1, 5).Draw(r, "day"))
		}
		if rapid.Bool().Draw(r, "numbered") {
			number := rapid.Int64Range(-2, 12).Draw(r, "number")
			x.Number = &number
		}
		out = append(out, x)
	}
	return out
}

// drawAmount draws amounts that differ where binary floating point does not.
func drawAmount(r *rapid.T) string {
	return rapid.SampledFrom([]string{"0", "-1.50", "9", "10.00", "10", "9007199254740993.01", "9007199254740993.02", "0.1"}).Draw(r, "amount")
}

type sampleFilter struct {
	book, status, owner, q string
	made                   bool
}

func drawFilter(r *rapid.T) sampleFilter {
	return sampleFilter{
		rapid.SampledFrom([]string{"a", "b"}).Draw(r, "in book"), rapid.SampledFrom([]string{"", "open"}).Draw(r, "of status"),
		rapid.SampledFrom([]string{"", "", "ada"}).Draw(r, "of owner"),
		rapid.SampledFrom([]string{"", "", "a", "%", "_", `\`, "a%", "ü", "'", "a_b", "ïco"}).Draw(r, "q"), rapid.Bool().Draw(r, "dated"),
	}
}

func (f sampleFilter) conds() []readmodels.Cond {
	conds := []readmodels.Cond{readmodels.Is("book", f.book), readmodels.Is("status", f.status), readmodels.Is("owner", f.owner),
		readmodels.Search(f.q)}
	if f.made {
		conds = append(conds, readmodels.Between("made_at", base.Add(time.Microsecond), base.Add(3*time.Microsecond))...)
	}
	return conds
}

func sees(s readmodels.Scope, site int64) bool {
	switch {
	case s.Staff:
		return true
	case s.Site != 0:
		return site == s.Site
	}
	return s.AllSites || site == 0 || slices.Contains(s.Sites, site)
}

// expect is what a list must show, in its order.
func expect(rows []sample, s readmodels.Scope, f sampleFilter, order string) (out []string) {
	var kept []sample
	for _, x := range rows {
		q := strings.ToLower(f.q)
		found := q == "" || strings.Contains(strings.ToLower(x.Title), q) || strings.Contains(strings.ToLower(x.Note), q)
		dated := !f.made || !x.Made.Before(base.Add(time.Microsecond)) && x.Made.Before(base.Add(3*time.Microsecond))
		if sees(s, x.Site) && found && dated && x.Book == f.book && (f.status == "" || f.status == x.Status) &&
			(f.owner == "" || f.owner == x.Owner) {
			kept = append(kept, x)
		}
	}
	name, descending := strings.CutPrefix(order, "-")
	slices.SortFunc(kept, func(a, b sample) int {
		c := cmp.Or(compareBy(name, a, b), cmp.Compare(a.ID, b.ID))
		if descending {
			return -c
		}
		return c
	})
	for _, x := range kept {
		out = append(out, x.ID+" "+x.Amount)
	}
	return out
}

// compareBy orders two rows; what is missing comes last.
func compareBy(name string, a, b sample) int {
	missing := func(x, y bool, both func() int) int {
		switch {
		case x && y:
			return 0
		case x:
			return 1
		case y:
			return -1
		}
		return both()
	}
	amount := func(x, y string) int { return money.MustParse(x).Cmp(money.MustParse(y)) }
	switch name {
	case "amount":
		return amount(a.Amount, b.Amount)
	case "paid":
		return missing(a.Paid == nil, b.Paid == nil, func() int { return amount(*a.Paid, *b.Paid) })
	case "due":
		return missing(a.Due.IsZero(), b.Due.IsZero(), func() int { return a.Due.Time().Compare(b.Due.Time()) })
	case "number":
		return missing(a.Number == nil, b.Number == nil, func() int { return cmp.Compare(*a.Number, *b.Number) })
	case "made_at":
		return a.Made.Compare(b.Made)
	}
	return cmp.Compare(a.Title, b.Title)
}

// checkSummary compares how many rows have each status: as it is kept, and counted.
func checkSummary(r *rapid.T, db *readmodels.DB, rows []sample, s readmodels.Scope) {
	for _, owner := range []string{"", "ada"} {
		want := map[string]int64{}
		for _, x := range rows {
			if sees(s, x.Site) && x.Book == "a" && (owner == "" || x.Owner == owner) {
				want[x.Status]++
			}
		}
		got, err := samples.Tally(context.Background(), db, s, "status", readmodels.Is("book", "a"), readmodels.Is("owner", owner))
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			r.Fatalf("summary of %q %v, want %v (%v)", owner, got, want, err)
		}
	}
}

// A change that names what is not there fails its batch; nothing is left out in
// silence.
func TestChangesNameColumns(t *testing.T) {
	db := preparedTable(t, "samples", samples.Table)
	for name, change := range map[string]func(b *readmodels.Batch){
		"an unknown column": func(b *readmodels.Batch) { samples.Change(b, readmodels.Set{"colour": "red"}, "a", "b", "c") },
		"no row":            func(b *readmodels.Batch) { samples.Change(b, readmodels.Set{"title": "x"}, "a") },
		"no tenant": func(b *readmodels.Batch) {
			samples.ChangeAll(b, readmodels.Set{"title": "x"}, map[string]any{"id": "a", "book": "b"})
		},
	} {
		b := readmodels.NewBatch(readmodels.SchemaOf("samples", 1))
		change(b)
		if err := db.Advance(t.Context(), []readmodels.Move{{Name: "samples", Version: 1, To: place(1), Batch: b}}); err == nil {
			t.Errorf("%s: the batch was applied", name)
		}
	}
}

// Conditions and orders are held to what the table declares.
func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		cond readmodels.Cond
		ok   bool
	}{
		"a filter": {readmodels.Is("owner", ""), true}, "a count": {readmodels.In("status", nil), true},
		"an order":  {readmodels.From("due_on", civil.Date{}), true},
		"no column": {readmodels.Is("colour", ""), false}, "no filter": {readmodels.Is("note", ""), false},
		"no order": {readmodels.UpTo("owner", ""), false},
	} {
		if err := samples.Check([]readmodels.Cond{c.cond}); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	if samples.Check(nil, "-due", "title") != nil || samples.Check(nil, "note") == nil {
		t.Error("orders are not held to what is declared")
	}
}

// A count that is kept is exact however many rows there are; one that is not ends at
// ten thousand, and says so.
func TestCountsEndWhereTheySay(t *testing.T) {
	db := preparedTable(t, "samples", samples.Table)
	const rows = 10_001
	b := readmodels.NewBatch(readmodels.SchemaOf("samples", 1))
	for i := range rows {
		x := sample{Tenant: "t1", ID: fmt.Sprintf("%05d", i), Book: "a", Status: "open", Owner: "ada", Title: "Rent", Amount: "1", Made: base,
			Tags: []string{}}
		if i == 0 {
			x.Status, x.Title = "closed", "Fuel"
		}
		samples.Add(b, x)
	}
	err := db.Advance(t.Context(), []readmodels.Move{{Name: "samples", Version: 1, From: place(0), To: place(1), Batch: b}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what  string
		cond  readmodels.Cond
		count int64
		exact bool
	}{
		{"all", readmodels.Cond{}, rows, true},
		{"of a status", readmodels.Is("status", "open"), rows - 1, true},
		{"of an owner", readmodels.Is("owner", "ada"), 10_000, false},
		{"with a text", readmodels.Search("e"), 10_000, false},
		{"with another text", readmodels.Search("ren"), 10_000, true},
	} {
		conds := []readmodels.Cond{readmodels.Is("book", "a"), c.cond}
		if c.what == "all" {
			conds = conds[:1]
		}
		got, err := samples.List(t.Context(), db, readmodels.Scope{Tenant: "t1", AllSites: true}, readmodels.Page{Limit: 1, Order: "title"}, conds...)
		if err != nil || got.Count != c.count || got.Exact != c.exact {
			t.Errorf("%s: %d, exact %v, %v; want %d, %v", c.what, got.Count, got.Exact, err, c.count, c.exact)
		}
	}
}
