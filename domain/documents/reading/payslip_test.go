package reading

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// How payslips of a place say their sums, and others that are none of the period's.
var payrolls = []struct {
	language              string
	comma                 bool
	gross, withheld, net  string
	others                []string
	payDate, month, total string
}{
	{"eng", false, "Total gross pay", "Total deductions", "Net pay", []string{"Taxable gross pay", "Gross pay TD", "Employer NI", "PAYE tax", "National Insurance",
		"Pension", "Basic pay", "Hourly rate"}, "Pay date", "d/m/y", "Year to date"},
	{"deu", true, "Gesamtbrutto", "Gesamtabzüge", "Auszahlungsbetrag", []string{"Steuerbrutto", "Lohnsteuer", "Nettoverdienst", "SV-Brutto", "Krankenversicherung"},
		"Auszahlungsdatum", "d.m.y", "Jahreswerte"},
	{"fra", true, "Salaire brut", "Total des retenues", "Net payé", []string{"Net imposable", "Net à payer avant impôt sur le revenu", "Net social", "Cumul brut",
		"Coût employeur"}, "Date de paiement", "d/m/y", "Cumul"},
	{"spa", true, "Total devengado", "Total a deducir", "Líquido total a percibir", []string{"Base de cotización", "Salario base", "IRPF"}, "Fecha de pago", "d/m/y",
		"Acumulado"},
	{"ita", true, "Totale competenze", "Totale trattenute", "Netto in busta", []string{"Imponibile fiscale", "Progressivo", "IRPEF"}, "Data pagamento", "d/m/y",
		"Progressivo"},
	{"nld", true, "Totaal bruto", "Totaal inhoudingen", "Uit te betalen", []string{"Fiscaal loon", "Loonheffing", "Pensioenpremie"}, "Betaaldatum", "d-m-y",
		"Cumulatief"},
	{"pol", true, "Wynagrodzenie brutto", "Suma potrąceń", "Do wypłaty", []string{"Podstawa opodatkowania", "Zaliczka na podatek"}, "Data wypłaty", "d.m.y",
		"Narastająco"},
	{"por", true, "Total de abonos", "Total de descontos", "Líquido a receber", []string{"Rendimento colectável", "IRS", "Segurança social"}, "Data de pagamento",
		"d/m/y", "Acumulado"},
}

// What is accepted of a payslip is the period's, whatever sums stand beside it: of the
// year so far in a column or a line, before tax, the employer's, by a word that is not
// known; nothing is accepted where the sums do not agree.
func TestPayslips(t *testing.T) {
	t.Logf("seed %d", truthSeed)
	r := rand.New(rand.NewPCG(truthSeed, 7))
	accepted, whole := 0, 0
	for n := range 4000 {
		p := payrolls[n%len(payrolls)]
		gross := int64(100_000 + r.IntN(900_000))
		withheld := gross / int64(2+r.IntN(4))
		net := gross - withheld
		months := int64(1 + r.IntN(12))
		wrong := n%5 == 4
		amount := place{comma: p.comma}.amount
		shown := net
		if wrong {
			shown += 1 + int64(r.IntN(500))
		}
		columns := r.IntN(2) == 0
		lines := []string{"MUSTER 4711", p.payDate + " " + place{day: p.month}.date(2025, 1+r.IntN(12), 13+r.IntN(15))}
		if columns {
			lines = append(lines, fmt.Sprintf("%-40s%-16s%s", "", "Zorb", p.total))
		}
		row := func(label string, cents int64, sum bool) {
			text := fmt.Sprintf("%-40s%-16s", label, amount(cents))
			if columns && sum {
				text += amount(cents * months)
			}
			lines = append(lines, text)
		}
		other := func() { row(p.others[r.IntN(len(p.others))], int64(1000+r.IntN(900_000)), false) }
		other()
		row(p.gross, gross, true)
		other()
		row("zorbel", int64(1000+r.IntN(9000)), false)
		row(p.withheld, withheld, true)
		row(p.net, shown, true)
		if !columns {
			lines = append(lines, fmt.Sprintf("%s %s", p.total, amount(gross*months)))
		}
		want := map[string]string{GrossPay: decimal(gross), Deductions: decimal(withheld), NetPay: decimal(net)}
		text := strings.Join(lines, "\n")
		got := 0
		for _, f := range SheetsOf([]Page{PageOfText(text)}).Payslip(p.language) {
			value, pay := want[f.Name]
			if !pay || f.Score < acceptedScore {
				continue
			}
			if got++; wrong || f.Value != value {
				t.Fatalf("%s is accepted as %s:\n%s", f.Name, f.Value, text)
			}
		}
		if !wrong {
			if whole++; got == 3 {
				accepted++
			}
		}
	}
	if accepted < whole*95/100 {
		t.Errorf("of %d payslips only %d are read", whole, accepted)
	}
}

func decimal(n int64) string { return fmt.Sprintf("%d.%02d", n/100, n%100) }

// A payslip's day is its day of payment, the issuer is its head, and it is known by its
// words.
func TestPayslipFields(t *testing.T) {
	text := "ACME LTD\nPayslip for A. Smith\nDate of birth 01/02/1990\nPay date 25/03/2026\nGross pay    £2,000.00\nTotal deductions    £500.00\nNet pay   £1,500.00\n" +
		"Merchant id 7\nIBAN GB29NWBK60161331926819\n"
	pages := []Page{PageOfText(text)}
	if k := SheetsOf(pages).Kind(Read(pages, "eng")); k != "payslip" {
		t.Errorf("it is a %s", k)
	}
	got := map[string]string{}
	for _, f := range SheetsOf(pages).Payslip("eng") {
		got[f.Name] = f.Value
	}
	for name, want := range map[string]string{Issuer: "ACME LTD", PayDate: "2026-03-25", GrossPay: "2000.00", Deductions: "500.00", NetPay: "1500.00",
		Currency: "GBP", IBAN: "", Date: "", Merchant: ""} {
		if got[name] != want {
			t.Errorf("%s is %q, not %q", name, got[name], want)
		}
	}
}
