package form1040

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
)

func TestZZDiff(t *testing.T) {
	f, err := os.Open("/tmp/us/hh.jsonl")
	if err != nil {
		t.Skip()
	}
	sc := bufio.NewScanner(f)
	sc.Buffer(make([]byte, 1<<20), 1<<20)
	type stat struct{ bad, n int }
	stats := map[string]*stat{}
	shown := map[string]int{}
	for sc.Scan() {
		var h map[string]json.RawMessage
		json.Unmarshal(sc.Bytes(), &h)
		num := func(k string) money.Dec {
			var n json.Number
			json.Unmarshal(h[k], &n)
			d, err := money.Parse(string(n))
			if err != nil {
				return money.Zero
			}
			return d
		}
		i := func(k string) int {
			var x float64
			json.Unmarshal(h[k], &x)
			return int(x)
		}
		r := &Return{Year: i("year"), Status: Status(i("MARS") - 1), Method: Schedule}
		r.You.Age, r.Spouse.Age = i("age"), i("sage")
		r.You.Blind = string(h["blind"]) == "true"
		r.Children, r.OtherDependents, r.EICChildren = i("kids"), i("oth"), i("kids")
		r.You.Wages, r.Spouse.Wages = num("w"), num("ws")
		r.You.SelfEmployment, r.Spouse.SelfEmployment = num("se"), num("ses")
		r.Interest, r.TaxExemptInterest = num("int"), num("txi")
		r.OrdinaryDividends, r.QualifiedDividends = num("div"), num("qdiv")
		r.Pensions, r.SocialSecurity, r.Unemployment = num("pen"), num("ss"), num("ui")
		r.ShortTermGain, r.LongTermGain = num("st"), num("lt")
		r.CollectiblesGain, r.Section1250Gain = num("coll"), num("u1250")
		r.Medical, r.StateTaxes, r.PropertyTaxes, r.MortgageInterest = num("med"), num("sal"), num("re"), num("mort")
		r.GiftsCash, r.GiftsProperty = num("gc"), num("gp")
		r.CareExpenses = num("care")
		r.CarePersons = min(2, i("kids"))
		r.AmericanOpportunity[0] = num("aotc")
		r.LifetimeLearning, r.StudentLoanInterest = num("llc"), num("sli")
		r.You.Tips, r.You.Overtime, r.CarLoanInterest = num("tips"), num("ot"), num("car")
		p, err := ForYear(r.Year)
		if err != nil {
			t.Fatal(err)
		}
		s := NewSheet(p, r, false)
		var res map[string]json.Number
		json.Unmarshal(h["r"], &res)
		cmp := func(name string, mine money.Dec, keys ...string) {
			theirs := money.Zero
			for _, k := range keys {
				var x float64
				fmt.Sscan(string(res[k]), &x)
				theirs = theirs.Add(money.MustParse(fmt.Sprintf("%.4f", x)))
			}
			st := stats[name]
			if st == nil {
				st = &stat{}
				stats[name] = st
			}
			st.n++
			if mine.Sub(theirs).Abs().Greater(money.MustParse("1")) {
				st.bad++
				only := os.Getenv("ONLY")
				if (only == "" || only == name) && shown[name] < 3 {
					shown[name]++
					fmt.Printf("%s: mine %s theirs %s\n   %s\n", name, mine, theirs, sc.Text())
				}
			}
		}
		cmp("agi", s.At(F11), "c00100")
		cmp("ss", s.At(F6b), "c02500")
		cmp("taxable", s.At(F15), "c04800")
		cmp("qbi", s.At(F13a), "qbided")
		cmp("tax", s.At(F16), "taxbc")
		cmp("amt", s.At(S2_2), "c09600")
		cmp("niit", s.At(S2_12), "niit")
		cmp("eic", s.At(F27), "eitc")
		cmp("ctc", s.At(F19), "c07220", "odc")
		cmp("actc", s.At(F28), "c11070")
		cmp("care", s.At(S3_2), "c07180")
		cmp("edu", s.At(S3_3), "c07230")
		cmp("aotcref", s.At(F29), "c10960")
		cmp("se", s.At(S2_4), "setax")
	}
	fmt.Println()
	for k, v := range stats {
		fmt.Printf("%-8s %d of %d\n", k, v.bad, v.n)
	}
}
