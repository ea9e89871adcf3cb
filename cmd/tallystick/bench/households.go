package bench

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
)

const (
	householdCount   = 100_000
	householdTimeMax = 10 * time.Microsecond
	householdSeed    = 20261121
)

// households computes a hundred thousand households of every place that the
// registry holds, from lines of text to lines of text, beside a pass that only
// reads the lines and prints what it read.
func (r *run) households() error {
	registry := all.Registry()
	patterns, places := patterns(registry)
	if len(patterns) == 0 {
		return errors.New("no place computes a household")
	}
	lines := population(patterns, r.scale(householdCount))
	floor, err := through(lines, func(h *household, out *bufio.Writer) error { h.print(out); return nil })
	if err != nil {
		return err
	}
	spent := map[string]*spending{}
	calculations := 0
	took, err := through(lines, func(h *household, out *bufio.Writer) error {
		calculations += len(h.people)
		return h.settle(registry, out, nil)
	})
	if err != nil {
		return err
	}
	if _, err := through(lines, func(h *household, out *bufio.Writer) error { return h.settle(registry, out, spent) }); err != nil {
		return err
	}
	n := bytes.Count(lines, []byte{'\n'})
	each := took / time.Duration(calculations)
	r.add(figure{
		name:     fmt.Sprintf("households, %d of %d places, seed %d", n, places, householdSeed),
		measured: fmt.Sprintf("%s/s, %d ns a calculation", number(float64(n)/took.Seconds()), each.Nanoseconds()),
		floor:    fmt.Sprintf("%s/s", number(float64(n)/floor.Seconds())), ratio: fmt.Sprintf("%.2f", floor.Seconds()/took.Seconds()),
		aim: "< 10 µs", met: each < householdTimeMax,
	})
	slow := slowest(spent)
	r.add(figure{
		name: "households, slowest places", measured: strings.Join(slow[:min(3, len(slow))], ", "), floor: "–",
		aim: "all < 10 µs", met: !over(spent),
	})
	return nil
}

// household is one line: a place and its year, region and facts, and the
// income of one or two people, by kind.
type household struct {
	place, year, region, facts string
	people                     [][]tax.Component
}

// through reads every line, hands its household on, and returns the time.
func through(lines []byte, do func(*household, *bufio.Writer) error) (time.Duration, error) {
	began := time.Now()
	out := bufio.NewWriter(io.Discard)
	for line := range bytes.Lines(lines) {
		h, err := readHousehold(string(bytes.TrimSpace(line)))
		if err != nil {
			return 0, fmt.Errorf("%s: %w", line, err)
		}
		if err := do(h, out); err != nil {
			return 0, fmt.Errorf("%s: %w", line, err)
		}
	}
	return time.Since(began), out.Flush()
}

// readHousehold reads "GB|2025-26|scotland|a=b;c=d|employment=1,interest=2|…".
func readHousehold(line string) (*household, error) {
	fields := strings.Split(line, "|")
	if len(fields) < 5 {
		return nil, errors.New("too few fields")
	}
	h := &household{place: fields[0], year: fields[1], region: fields[2], facts: fields[3], people: make([][]tax.Component, 0, 2)}
	for _, text := range fields[4:] {
		parts := make([]tax.Component, 0, 2)
		for part := range strings.SplitSeq(text, ",") {
			kind, amount, _ := strings.Cut(part, "=")
			d, err := money.Parse(amount)
			if err != nil {
				return nil, err
			}
			parts = append(parts, tax.Component{Kind: tax.Kind(kind), Amount: d})
		}
		h.people = append(h.people, parts)
	}
	return h, nil
}

func (h *household) print(out *bufio.Writer) {
	for _, parts := range h.people {
		out.WriteString(h.place)
		out.WriteByte(' ')
		out.WriteString(h.year)
		for _, c := range parts {
			out.WriteByte(' ')
			out.WriteString(string(c.Kind))
			out.WriteByte(' ')
			out.WriteString(c.Amount.String())
		}
		out.WriteByte('\n')
	}
}

// request is that of one of the people. One component of the kind that income
// means is given as an income.
func (h *household) request(person int, kind tax.Kind) *tax.Request {
	req := &tax.Request{Jurisdiction: h.place, TaxYear: h.year, SubRegion: h.region}
	if h.facts != "" {
		req.Facts = map[string]string{}
		for fact := range strings.SplitSeq(h.facts, ";") {
			name, value, _ := strings.Cut(fact, "=")
			req.Facts[name] = value
		}
	}
	parts := h.people[person]
	if len(parts) == 1 && parts[0].Kind == kind {
		req.Income, req.HasIncome = parts[0].Amount, true
	} else {
		req.Components = parts
	}
	return req
}

type spending struct {
	time time.Duration
	n    int
}

// settle computes each person and prints the result; spent, where it is not
// nil, gathers the time by place.
func (h *household) settle(registry *tax.Registry, out *bufio.Writer, spent map[string]*spending) error {
	kind := registry.Find(h.place).Kinds[0]
	for i := range h.people {
		req := h.request(i, kind)
		var began time.Time
		if spent != nil {
			began = time.Now()
		}
		got, err := registry.Calculate(req)
		if err != nil {
			return err
		}
		if spent != nil {
			s := spent[h.place]
			if s == nil {
				s = &spending{}
				spent[h.place] = s
			}
			s.time, s.n = s.time+time.Since(began), s.n+1
		}
		out.WriteString(h.place)
		out.WriteByte(' ')
		out.WriteString(got.TaxYear)
		for _, d := range []money.Dec{got.TaxableIncome, got.TotalTax, got.NetPayable, got.EffectiveRate, got.MarginalRate} {
			out.WriteByte(' ')
			out.WriteString(d.String())
		}
		out.WriteByte('\n')
	}
	return nil
}

func (s *spending) mean() time.Duration { return s.time / time.Duration(s.n) }

// slowest lists the places with the mean time of a calculation there, the
// slowest first.
func slowest(spent map[string]*spending) (out []string) {
	codes := slices.Collect(maps.Keys(spent))
	slices.SortFunc(codes, func(a, b string) int { return cmp.Compare(spent[b].mean(), spent[a].mean()) })
	for _, code := range codes {
		out = append(out, fmt.Sprintf("%s %d ns", code, spent[code].mean().Nanoseconds()))
	}
	return out
}

// over reports whether a place takes too long on average.
func over(spent map[string]*spending) bool {
	for _, s := range spent {
		if s.mean() >= householdTimeMax {
			return true
		}
	}
	return false
}

// population draws households, the same for the same seed and law.
func population(patterns [][]household, n int) []byte {
	random := rand.New(rand.NewPCG(householdSeed, 0))
	var lines bytes.Buffer
	for range n {
		place := patterns[random.IntN(len(patterns))]
		h := place[random.IntN(len(place))]
		fmt.Fprintf(&lines, "%s|%s|%s|%s", h.place, h.year, h.region, h.facts)
		for range 1 + random.IntN(2) {
			separator := byte('|')
			for _, c := range h.people[0] {
				// incomes thin out upwards: most are near the mean, few far above
				share := int64(random.ExpFloat64() * 1000)
				amount := c.Amount.Mul(money.FromInt(share)).Mul(thousandth)
				fmt.Fprintf(&lines, "%c%s=%s", separator, c.Kind, amount.Round(0, money.Down))
				separator = ','
			}
		}
		lines.WriteByte('\n')
	}
	return lines.Bytes()
}

var (
	thousandth = money.MustParse("0.001")
	fifth      = money.MustParse("0.2")
	eighth     = money.MustParse("0.125")
)

// meanIncome is half the power of ten at which an eighth of the income is tax;
// where there is no such tax, as many units as in most places.
func meanIncome(registry *tax.Registry, h *household) money.Dec {
	for n := int64(10_000); n < 1_000_000_000; n *= 10 {
		h.people[0][0].Amount = money.FromInt(n)
		got, err := registry.Calculate(h.request(0, h.people[0][0].Kind))
		if err == nil && got.EffectiveRate.Greater(eighth) {
			return money.FromInt(n / 2)
		}
	}
	return money.FromInt(50_000)
}

// patterns are, by place, the kinds of household that compute there: each
// region of the newest year with what is required, with each optional fact,
// and with each pair of kinds of income. Their amounts are the mean.
func patterns(registry *tax.Registry) (out [][]household, places int) {
	for _, j := range registry.All() {
		var here []household
		years := registry.Years(j.Code, tax.IndividualIncome)
		for i := range j.Coverage {
			c := &j.Coverage[i]
			if c.TaxType != "" && c.TaxType != tax.IndividualIncome || c.TaxYear != years[len(years)-1] {
				continue
			}
			here = append(here, patternsOf(registry, j, c)...)
		}
		if len(here) > 0 {
			out = append(out, here)
			places++
		}
	}
	return out, places
}

func patternsOf(registry *tax.Registry, j *tax.Jurisdiction, c *tax.CoverageRow) (out []household) {
	plain := household{place: j.Code, year: c.TaxYear, region: c.Region, people: [][]tax.Component{{{Kind: j.Kinds[0], Amount: money.One}}}}
	var required, optional []string
	for _, f := range registry.Facts(j.Code, c.TaxYear, tax.IndividualIncome, c.Region) {
		if f.Required {
			required = append(required, f.Name+"="+f.Example)
			continue
		}
		if value := other(&f); value != "" {
			optional = append(optional, f.Name+"="+value)
		}
	}
	plain.facts = strings.Join(required, ";")
	mean := meanIncome(registry, &plain)
	plain.people[0][0].Amount = mean
	try := func(h household) {
		for _, times := range []int64{0, 1, 100} {
			probe := h
			probe.people = [][]tax.Component{make([]tax.Component, len(h.people[0]))}
			for i, part := range h.people[0] {
				probe.people[0][i] = tax.Component{Kind: part.Kind, Amount: mean.Mul(money.FromInt(times))}
			}
			if _, err := registry.Calculate(probe.request(0, j.Kinds[0])); err != nil {
				return
			}
		}
		out = append(out, h)
	}
	try(plain)
	for _, fact := range optional {
		with := plain
		with.facts = strings.Trim(plain.facts+";"+fact, ";")
		try(with)
	}
	for _, kind := range j.Kinds[1:] {
		beside := plain
		beside.people = [][]tax.Component{{plain.people[0][0], {Kind: kind, Amount: mean.Mul(fifth)}}}
		try(beside)
	}
	return out
}

// other is a value of a fact that is not the one assumed.
func other(f *tax.Fact) string {
	switch f.Type {
	case "boolean":
		if f.Assumed == "true" {
			return "false"
		}
		return "true"
	case "choice":
		for _, choice := range f.Choices {
			if choice != f.Assumed {
				return choice
			}
		}
	case "integer":
		n, err := strconv.Atoi(f.Assumed)
		if err != nil {
			return "2"
		}
		return strconv.Itoa(n + 2)
	case "decimal":
		return "1000"
	}
	return ""
}
