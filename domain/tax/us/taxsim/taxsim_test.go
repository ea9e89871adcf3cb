package taxsim

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

const households = `taxsimid,year,state,mstat,page,sage,depx,dep13,dep17,dep18,pwages,swages,dividends,intrec,ltcg,idtl
1,2025,44,1,40,0,0,0,0,0,60000,0,0,0,0,2
2,2025,34,2,45,43,2,1,2,2,90000,40000,1500,900,0,2
3,2025,5,2,70,68,0,0,0,0,0,0,20000,9000,30000,2
4,2026,0,1,30,0,1,1,1,1,18000,0,0,0,0,2
`

// The figures below are redone by hand: row 1 is 60,000 − 15,750 = 44,250 of
// taxable income, 1,192.50 + 12 % of 32,325 = 5,071.50 of tax, and 7.65 % of
// wages twice.
func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := Run(strings.NewReader(households), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if want := "taxsimid,year,state,fiitax,siitax,fica,frate,tfica,v10,v11,v12,v13,v17,v18,v19,v22,v23,v24,v25,v26,v27,v28"; lines[0] != want {
		t.Errorf("header %s", lines[0])
	}
	for i, want := range []string{"1,2025,44,5071.50,0.00,9180.00,12.00,4590.00,60000.00", "2,2025,34,", "3,2025,5,"} {
		if !strings.HasPrefix(lines[i+1], want) {
			t.Errorf("row %d: %s, want %s…", i+1, lines[i+1], want)
		}
	}
	if f := strings.Split(lines[4], ","); !strings.HasPrefix(f[3], "-") {
		t.Errorf("row 4 has no refund: %s", f[3])
	}
}

// A dependant whose age is 0 or missing is an infant; those beyond depx are not
// there. 2024: two children under 17 leave 2 × 2,000 of a couple's 3,779.63.
func TestAgesOfDependants(t *testing.T) {
	for ages, want := range map[string]string{"3,0,7": "-220.37", "3,,": "-220.37", "17,19,3": "2779.63", "3,17,3": "1279.63"} {
		var out bytes.Buffer
		in := "taxsimid,year,mstat,page,sage,depx,pwages,intrec,age1,age2,age3\n1,2024,2,35,36,2,63904.76,658.82," + ages + "\n"
		if err := Run(strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		if got := strings.Split(strings.Split(out.String(), "\n")[1], ",")[3]; got != want {
			t.Errorf("ages %s: %s, want %s", ages, got, want)
		}
	}
}

// Business income bears self-employment tax and has wages enough for the whole
// business income deduction; that of a service ends above the range. 2024,
// single, 400,000: half of 20,906.40 + 369,400 × 2.9 % is 15,809.50; with a
// fifth of 369,590.50 off, 295,672.40 of taxable income.
func TestBusinessIncome(t *testing.T) {
	for column, want := range map[string]string{"pbusinc": "295672.40", "psemp": "295672.40", "pprofinc": "369590.50"} {
		var out bytes.Buffer
		if err := Run(strings.NewReader("taxsimid,year,mstat,page,"+column+",idtl\n1,2024,1,40,400000,2\n"), &out); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(out.String(), "\n")
		for i, name := range strings.Split(lines[0], ",") {
			if got := strings.Split(lines[1], ",")[i]; name == "v18" && got != want {
				t.Errorf("%s: taxable income %s, want %s", column, got, want)
			}
		}
	}
}

// What a state does not model of a household leaves its tax blank.
func TestHouseholdsThatAStateRefusesAreBlank(t *testing.T) {
	refused := 0
	for i := range codes {
		entry := stateOf(i + 1)
		if entry == nil {
			continue
		}
		var out bytes.Buffer
		if err := Run(strings.NewReader(fmt.Sprintf("taxsimid,year,state,mstat,page,pwages,mortgage,stcg\n1,2025,%d,1,40,60000,20000,-4000\n",
			i+1)), &out); err != nil {
			t.Fatal(err)
		}
		in := form1040.Return{Year: 2025, Method: form1040.Schedule, MortgageInterest: money.FromInt(20000), ShortTermGain: money.FromInt(-4000)}
		in.You.Age, in.You.Wages = 40, money.FromInt(60000)
		got := strings.Split(strings.Split(out.String(), "\n")[1], ",")[4]
		if entry.Refuse(&in) != "" {
			refused++
			if got != "" {
				t.Errorf("%s: %s, though it refuses the household", codes[i], got)
			}
		}
	}
	if refused == 0 {
		t.Error("no state refuses the household")
	}
}

// A state that is not modelled has no answer, beside a federal one.
func TestStatesThatAreNotModelledAreBlank(t *testing.T) {
	for i := range codes {
		if stateOf(i+1) != nil {
			continue
		}
		var out bytes.Buffer
		if err := Run(strings.NewReader(fmt.Sprintf("taxsimid,year,state,mstat,page,pwages\n1,2025,%d,1,40,60000\n", i+1)), &out); err != nil {
			t.Fatal(err)
		}
		f := strings.Split(strings.Split(out.String(), "\n")[1], ",")
		if f[3] != "5071.50" || f[4] != "" {
			t.Errorf("%s: federal %s, state %q", codes[i], f[3], f[4])
		}
	}
}

func TestFaultsNameRowAndColumn(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"unknown column": {"taxsimid,year,mstat,wages\n", "column wages"},
		"no year":        {"taxsimid,mstat\n", "column year is missing"},
		"year":           {"taxsimid,year,mstat\n1,1999,1\n", "row 1, year"},
		"amount":         {"taxsimid,year,mstat,pwages\n1,2025,1,1e5\n", "row 1, pwages"},
		"status":         {"taxsimid,year,mstat\n1,2025,3\n", "mstat must be"},
		"children":       {"taxsimid,year,mstat,depx,dep17\n1,2025,1,0,2\n", "dep17 is 2"},
	} {
		if err := Run(strings.NewReader(c.text), &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Rows come out in the order of the file, each as if it stood alone, however
// many workers answer them; a fault ends the output after the rows before it.
func TestOrderAndFaultsAcrossBatches(t *testing.T) {
	const rows = 3*batchRows + 7
	text := file(rows)
	var all bytes.Buffer
	if err := Run(bytes.NewReader(text), &all); err != nil {
		t.Fatal(err)
	}
	in, out := strings.Split(strings.TrimSpace(string(text)), "\n"), strings.Split(strings.TrimSpace(all.String()), "\n")
	if len(out) != rows+1 {
		t.Fatalf("%d rows of %d", len(out)-1, rows)
	}
	for _, row := range []int{1, 2, batchRows, batchRows + 1, 2*batchRows + 3, rows} {
		var alone bytes.Buffer
		if err := Run(strings.NewReader(in[0]+"\n"+in[row]+"\n"), &alone); err != nil {
			t.Fatal(err)
		}
		if got := strings.Split(strings.TrimSpace(alone.String()), "\n")[1]; got != out[row] {
			t.Errorf("row %d: %s in the file, %s alone", row, out[row], got)
		}
	}
	bad := 2*batchRows + 5
	in[bad] = strings.Replace(in[bad], ",1", ",x", 1)
	all.Reset()
	err := Run(strings.NewReader(strings.Join(in, "\n")), &all)
	if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("row %d,", bad)) {
		t.Errorf("the fault in row %d: %v", bad, err)
	}
	if got := strings.Count(all.String(), "\n"); got != bad {
		t.Errorf("%d lines before the fault in row %d", got, bad)
	}
}

func TestEchoPrintsWhatItRead(t *testing.T) {
	var out bytes.Buffer
	if err := Echo(strings.NewReader(households), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	if want := "2,2025,34,90000.00,40000.00,900.00,1500.00,0.00,90000.00"; !strings.HasPrefix(lines[2], want) || strings.Count(lines[2],
		",") != strings.Count(lines[0], ",") {
		t.Errorf("%s, want %s…", lines[2], want)
	}
}

func file(rows int) []byte {
	var b bytes.Buffer
	b.WriteString("taxsimid,year,state,mstat,page,sage,depx,dep13,dep17,dep18,pwages,swages," +
		"psemp,dividends,intrec,ltcg,gssi,mortgage,proptax\n")
	for i := range rows {
		fmt.Fprintf(&b, "%d,%d,0,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d\n", i, 2022+i%5, 1+i%2, 25+i%50, 24+i%50,
			i%3, i%3/2, i%3/2, i%3/2, i*37%150000, i%2*(i*13%90000), i%7/6*20000, i%5*400, i%9*120, i%11*700, i%13/12*18000, i%4*3000, i%4*1500)
	}
	return b.Bytes()
}

func BenchmarkHouseholds(b *testing.B) {
	const rows = 10_000
	in := file(rows)
	if err := Run(bytes.NewReader(in), &bytes.Buffer{}); err != nil { // reads the law
		b.Fatal(err)
	}
	b.ResetTimer()
	for b.Loop() {
		var out bytes.Buffer
		if err := Run(bytes.NewReader(in), &out); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(time.Duration(b.N*rows).Seconds()/b.Elapsed().Seconds()*1e9, "households/s")
}
