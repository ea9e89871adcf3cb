package reading

import (
	"strings"
	"testing"
)

// Each rule that makes a value sure, by a document on which it is, and by the same one
// with something else there, on which it is not.
func TestRulesThatMakeSure(t *testing.T) {
	for _, rule := range []struct {
		name, field, value string
		sure, unsure       []string // documents, their lines separated by ;
	}{
		{"cash less change is the total", Gross, "8.00",
			[]string{"TOTAL 8.00; CASH 10.00; CHANGE 2.00", "CHANGE 2.00; CASH 10.00; TOTAL 8.00", "TOTAL 8.00; Gegeben 10.00; Rückgeld 2.00"},
			[]string{"TOTAL 8.00; CASH 10.00; CHANGE 3.00", "TOTAL 8.00; CASH 8.00; CHANGE 0.00", "TOTAL 8.00; CASH 10.00", "TOTAL 8.00; CASH 8.00",
				"TOTAL 8.00; CARD 10.00; POINTS 2"}},
		{"the rate makes the tax of the total that holds it", Gross, "8.00",
			[]string{"VAT 20% 1.33; TOTAL 8.00", "VAT 20 % 1.33; TOTAL 8.00", "TOTAL 8.00; VAT (20%) 1.34", "TOTAL 8.00; VAT 5% 0.38"},
			[]string{"VAT 20% 1.60; TOTAL 8.00", "VAT 20% 1.35; TOTAL 8.00", "VAT 1.33; TOTAL 8.00", "VAT 20 1.33; TOTAL 8.00", "VAT 0% 0.00; TOTAL 8.00",
				"TOTAL 8.00"}},
		{"the prices above come to the total", Gross, "3.50",
			[]string{"MILK 1.20; BREAD 2.30; TOTAL 3.50", "MILK 1.20; BREAD 1.30; SALT 1.00; TOTAL 3.50", "MILK 2 x 0.60 1.20; BREAD 2.30; TOTAL 3.50"},
			[]string{"MILK 1.20; BREAD 2.40; TOTAL 3.50", "MILK 3.50; TOTAL 3.50", "MILK 1.20; TIP 2.30; TOTAL 3.50", "TOTAL 3.50; MILK 1.20; BREAD 2.30",
				"MILK 1; BREAD 2; TOTAL 3.50"}},
		{"prices that come to the total, unless the tax nearly does not", Gross, "110.28",
			[]string{"BREAD 22.18; MILK 88.10; TOTAL 110.28; VAT 19% 17.61", "BREAD 22.18; MILK 88.10; TOTAL 110.28; VAT 19% 5.00",
				"BREAD 22.18; MILK 88.10; TOTAL 110.28; VAT 17.59"},
			[]string{"BREAD 22.18; MILK 88.10; TOTAL 110.28; VAT 19% 17.59", "TOTAL 110.28; VAT 19% 17.59; CASH 130.00; CHANGE 19.72"}},
		{"net and tax do not nearly come to the total", Gross, "21.10",
			[]string{"SUBTOTAL 18.67; HST 13% 2.43; TOTAL 21.10", "SUBTOTAL 12.00; HST 13% 2.43; TOTAL 21.10"},
			[]string{"SUBTOTAL 18.61; HST 13% 2.43; TOTAL 21.10", "SUBTOTAL 18.67; HST 13% 2.42; TOTAL 21.10; VISA 21.10"}},
		{"net and tax come to the total", Gross, "6.00",
			[]string{"NET 5.00; VAT 1.00; TOTAL 6.00", "NET 5.00; VAT 0.40; VAT 0.60; TOTAL 6.00", "TOTAL 6.00; NET 5.00; VAT 1.00"},
			[]string{"NET 5.00; VAT 1.10; TOTAL 6.00", "NET 6.00; VAT 0.00; TOTAL 6.00", "NET 5.00; DEPOSIT 2.00; TOTAL 6.00"}},
		{"the same sum was paid by card", Gross, "6.00",
			[]string{"TOTAL 6.00; VISA 6.00", "BALANCE DUE 6.00; VAT 1.00; Mastercard **** 4711 6.00", "TOTAL EUR 6,00; girocard 6,00"},
			[]string{"VISA 6.00; TOTAL 6.00", "TOTAL 6.00; VISA 4.00; VISA 2.00", "TOTAL 6.00; VISA 6", "TOTAL 6.00; VISA 6.00; TO PAY 5.00"}},
		{"a sum above it, with what is added and taken off", Gross, "6.00",
			[]string{"SUBTOTAL 5.00; Service 1.00; TOTAL 6.00", "SUBTOTAL 7.50; Zorb -1.00; Discount 10% -0.50; TOTAL 6.00", "Goods total 7.00; Zorb -1.00; TOTAL 6.00",
				"TOTAL 7.00; Coupon -1.00; TOTAL 6.00"},
			[]string{"SUBTOTAL 5.00; Service 0.50; TOTAL 6.00", "SUBTOTAL 5.00; TOTAL 6.00", "SUBTOTAL 5.00; Previous balance 1.00; TOTAL 6.00",
				"SUBTOTAL 7.00; Deposit paid -1.00; BALANCE DUE 6.00", "TOTAL 6.00; Zorb -1.00; SUBTOTAL 5.00"}},
		{"paper is no card, and a reduction is one of prices", Gross, "6.00",
			[]string{"CARTA A4 4.00; PANE 2.00; TOTALE 6.00", "MILK 4.00; Discount 20% -1.00; BREAD 3.00; TOTAL 6.00"},
			[]string{"CARTA A4 4.00; PANE 2.50; TOTALE 6.00", "MILK 4.00; Tip 1.00; BREAD 1.00; TOTAL 6.00"}},
		{"what is measured is no money", Gross, "6.00",
			[]string{"km 21.60; TOTAL 6.00; VAT 20% 1.00", "Diesel 21,60 L; TOTAL 6,00; VAT 20% 1,00"},
			[]string{"Zorb 21.60; TOTAL 6.00; VAT 20% 1.00", "$21.60 L; TOTAL $6.00; VAT 20% $1.00"}},
		{"a total with its tax, and one without", Gross, "6.00",
			[]string{"Total ex GST 5.00; GST 1.00; Total (inc GST) 6.00", "Subtotaal excl. btw 5,00; BTW 1,00; Totaal incl. btw 6,00",
				"Total sin IVA 5,00; IVA 1,00; Total con IVA 6,00", "Excl. BTW 5,00; BTW 21% 1,00; TOTAAL 6,00"},
			[]string{"Total ex GST 6.00; GST 1.00", "Totaal incl. btw 6,00; BTW 1,00"}},
		{"of two nets, the one that the tax makes the total", Net, "5.00",
			[]string{"SUBTOTAL 6.00; TOTAL 6.00; CASH 10.00; CHANGE 4.00; VAT 20% 1.00; NET 5.00", "NET 5.00; SUBTOTAL 6.00; VAT 1.00; TOTAL 6.00"},
			[]string{"SUBTOTAL 6.00; TOTAL 6.00; VAT 20% 1.10; NET 5.00", "SUBTOTAL 6.00; TOTAL 6.00; VAT 0.00; NET 5.00"}},
		{"one total, or another that is part of it", Gross, "6.00",
			[]string{"NET 5.00; VAT 1.00; TOTAL 6.00; TOTAL 6.00", "TOTAL 5.00; NET 5.00; VAT 1.00; TOTAL 6.00"},
			[]string{"NET 5.00; VAT 1.00; TOTAL 6.00; TOTAL 7.00", "TOTAL 4.00; NET 5.00; VAT 1.00; TOTAL 6.00", "TOTAL 6.00; CASH 8.00; CHANGE 2.00; TOTAL 5.50"}},
		{"pounds with VAT begin with the day", Date, "2026-04-03",
			[]string{"VAT no 12; Total £9.99; 03/04/2026 09:41", "VAT no 12; Total 9.99 EUR; 03/04/2026 09:41"},
			[]string{"Total £9.99; 03/04/2026 09:41", "VAT no 12; Total $9.99; 03/04/2026 09:41", "VAT no 12; Total £9.99; US$ 12.00; 03/04/2026 09:41",
				"VAT no 12; Total 9.99; 03/04/2026 09:41", "Austin TX 78701; VAT no 12; Total £9.99; 03/04/2026 09:41"}},
		{"a seller's tax number says where the day comes first", Date, "2026-04-03",
			[]string{"ABN 51 824 753 556; Total $9.99; Date 03/04/2026", "ABN 51 824 753 556; Total $9.99; Date 03/04/26",
				"VAT No: IE6388047V; Total 9.99; Date 03/04/2026", "VAT Reg No. GB 123 4567 82; Total 9.99; Date 03/04/26", "IVA 21% 1.73 EUR; Date 03/04/2026"},
			[]string{"ABN pending; Total $9.99; Date 03/04/2026", "Total 9.99; IE6388047V; Date 03/04/2026", "VAT No: FR40303265045; Total $9.99; Date 03/04/2026"}},
		{"a seller in the United States writes the month first", Date, "2026-04-03",
			[]string{"Austin, TX 78701; Total $9.99; Date 04/03/2026", "Boston MA 02108-1234; Total $9.99; Date 04/03/26",
				"Austin, TX 78701; Total 9.99; Date 04/03/2026"},
			[]string{"Austin, TX 78701; Total €9.99; Date 04/03/2026", "Bill to: Acme, Austin, TX 78701; Total $9.99; Date 04/03/2026",
				"Austin, TX 78701; GST 10% $1.00; Total $9.99; Date 04/03/2026", "a; b; c; d; e; Austin, TX 78701; Total $9.99; Date 04/03/2026"}},
		{"a day with its time before one that words put later", Date, "2026-04-23",
			[]string{"Total 9.99; 23/04/2026 09:41; Umtausch bitte vor 24/05/2026",
				"Total 9.99; 23/04/2026 09:41; Zorb vell                24/05/2026", "Total 9.99; 23/04/2026 09:41; zorb 24/04/2026; quint 25/04/2026"},
			[]string{"Total 9.99; 23/04/2026; zorb 24/05/2026", "Total 9.99; 23/04/2026 09:41; zorb 22/04/2026", "Total 9.99; 23/04/2026 09:41; zorb 24/04/2026 10:00",
				"Total 9.99; 23/04/2026 09:41; 24/04/2026", "Total 9.99; zorb 23/04/2026 09:41; quint 24/04/2026"}},
		{"a day with its time, and no other day with one", Date, "2025-12-27",
			[]string{"Total 9.99; Wizyta        27.12.2025 10:00; Data sprzedaży 27.12.2025 09:11", "Total 9.99; Zorb        27.12.2025 10:00; Due date 29.12.2025",
				"Total 9.99; 27.12.2025 10:00; Date of supply 25.12.2025"},
			[]string{"Total 9.99; Wizyta        27.12.2025 10:00; Data sprzedaży 25.12.2025 09:11", "Total 9.99; 27.12.2025 10:00; Order date 25.12.2025 9:11"}},
		{"day and time in one label", Date, "2026-04-23", []string{"Datum/Uhrzeit: 23.04.2026 11:12", "Data e ora 23/04/2026 11:12", "Fecha/Hora: 23/04/2026"},
			[]string{"Datum/Zorb: 23.04.2026 11:12"}},
		{"a sort code is no day", Date, "2026-04-03", []string{"VAT £9.99; Date 03/04/2026; Sort code 01-13-25", "VAT £9.99; Date 03/04/2026; Sort code 08-92-99"},
			[]string{"VAT £9.99; Date 03/04/2026; Other day 01/13/2025; Other day 13/01/2025"}},
		{"the only day, with the time beside it", Date, "2026-04-23",
			[]string{"Total 9.99; 23/04/2026 09:41", "Total 9.99; 23/04/2026 9:41:07", "Total 9.99; Thu 23/04/2026 23:59", "Total 9.99; 23/04/2026 23/04/2026 09:41"},
			[]string{"Total 9.99; 23/04/2026", "Total 9.99; 23/04/2026; 09:41", "Total 9.99; 23/04/2026 29:41", "Total 9.99; 23/04/2026 09:71",
				"Total 9.99; 23/04/2026 09:41; 24/04/2026 09:41", "Total 9.99; voucher 23/04/2026 09:41", "Total 9.99; 23/04/2026 09:4", "23/04/2026 09:41"}},
		{"a table of taxes comes to the total", Gross, "6.00",
			[]string{"TOTAL 6.00; A 5.00 1.00 6.00", "TOTAL 6.00; A 20% 2.50 0.50 3.00; B 20% 2.50 0.50 3.00", "TOTAL 6.00; 20% 5.00 1.00",
				"TOTAL 6.00; 20% 2.00 0.40; 5% 3.43 0.17", "A 20% 5.00 1.00 6.00; TOTAL 6.00; VISA 6.00",
				"TOTAL 6.00; A 20.00 5.00 1.00 6.00"},
			[]string{"TOTAL 6.00; A 4.00 1.00 6.00", "TOTAL 6.00; A 20.00 5.00 1.10 6.10", "TOTAL 6.00; A 5.00 1.00 6.00 20.00", "TOTAL 6.00; A 20% 2.50 0.50 3.00", "TOTAL 6.00; A 6.00 0.00 6.00", "TOTAL 6.00; A 5.00 1.00",
				"TOTAL 6.00; A 5.00 1.00 6.00; TO PAY 5.00", "TOTAL 6.00; A 5.00 1.00 6.00; VISA 7.00", "TOTAL 6.00; A 5.00 1.00 6.00; Zorb 7.00"}},
		{"nothing is paid otherwise, and the total is of nothing", Gross, "6.00",
			[]string{"NET 5.00; VAT 1.00; TOTAL 6.00; VISA 6.00; BALANCE DUE 0.00", "NET 5.00; VAT 1.00; TOTAL PAYABLE 6.00",
				"NET 5.00; VAT 1.00; ORDER TOTAL GBP 6.00", "FOOD TOTAL 4.00; NET 5.00; VAT 1.00; TOTAL 6.00", "NET 5. 00; VAT 1. 00; TOTAL 6. 00"},
			[]string{"NET 5.00; VAT 1.00; TOTAL 6.00; VISA 5.50", "NET 5.00; VAT 1.00; TOTAL 6.00; TO PAY 5.50", "NET 5.00; VAT 1.00; GOODS TOTAL 6.00",
				"NET 5.00; VAT 1.00; TOTAL GOODS 6.00", "NET 5.00; VAT 1.00; TOTAL 6.00; Zorb 6.50", "NET 5.00; VAT 1.00; TOTAL 6.00; FOOD TOTAL 4.00"}},
		{"the year stands last, or has four digits", Date, "2024-03-26",
			[]string{"VAT £9.99; Date 26/03/24", "Total $9.99; Date 26/03/2024", "Total $9.99; Date 26/03/24; Due date 28/04/2024"},
			[]string{"Total $9.99; Date 26/03/24", "Total $9.99; Date 24/03/26", "Total 9.99; Date 26/03/24"}},
		{"a label above one day", Date, "2026-04-23",
			[]string{"Date; 23/04/2026; Total 9.99", "Number      Date; 4711        23/04/2026"},
			[]string{"Date; 23/04/2026; 24/04/2026", "Date        Description; 23/04/2026  Doors"}},
		{"one label, one day", Date, "2026-04-23",
			[]string{"Date 23/04/2026", "Date 23/04/2026; Date 23/04/2026", "Date: 23/04/2026; Due date 24/04/2026", "Date; 23/04/2026"},
			[]string{"Date 23/04/2026; Date 24/04/2026", "Due date 23/04/2026", "Date of visit 23/04/2026", "Next date 23/04/2026"}},
		{"the other days tell which comes first", Date, "2026-04-03",
			[]string{"Date 03/04/2026; Due date 23/04/2026", "Date 04/03/2026; Due date 04/23/2026", "Date 03.04.2026", "Date 2026-04-03"},
			[]string{"Date 03/04/2026", "Date 03/04/2026; Due date 23/04/2026; Order date 04/23/2026", "Date 03/04/2026; Due date 23.04.2026"}},
	} {
		read := func(lines string) (f Found) {
			for _, x := range Read([]Page{PageOfText("CORNER SHOP\n" + strings.ReplaceAll(lines, "; ", "\n"))}, "eng") {
				if x.Name == rule.field {
					f = x
				}
			}
			return f
		}
		for _, lines := range rule.sure {
			if f := read(lines); f.Value != rule.value || f.Score < acceptedScore {
				t.Errorf("%s: %q gives %q, %d sure", rule.name, lines, f.Value, f.Score)
			}
		}
		for _, lines := range rule.unsure {
			if f := read(lines); f.Score >= acceptedScore {
				t.Errorf("%s: %q gives %q, %d sure", rule.name, lines, f.Value, f.Score)
			}
		}
	}
}

// What a rule of reading finds, and what it must leave alone; "" = the field is absent.
func TestRulesOfReading(t *testing.T) {
	for _, c := range []struct{ rule, lines, field, want string }{
		{"of several taxes the one that net and total leave", "NET 5.00; VAT 2.00; VAT 1.00; TOTAL 6.00", Tax, "1.00"},
		{"of several taxes their sum where that is left", "NET 5.00; VAT 0.70; VAT 0.30; TOTAL 6.00", Tax, "1.00"},
		{"a rate is no amount", "VAT 20 %; TOTAL 6.00", Tax, ""},
		{"the last amount of a line is its sum", "VAT 20 5.00 1.00; NET 5.00; TOTAL 6.00", Tax, "1.00"},
		{"a total of something is that", "Subtotal Betrag 5.00; VAT 1.00; Summe 6.00", Net, "5.00"},
		{"a number has a digit", "Invoice no pending; TOTAL 6.00", Number, ""},
		{"a number is no date", "Invoice no 23/04/2026; TOTAL 6.00", Number, ""},
		{"a day of another age is none", "Date 23/04/1985", Date, ""},
		{"a day that no month has is none", "Date 31/02/2026", Date, ""},
		{"a day of the week is no month", "Date mar 03.02.2026; Due date 25.04.2026", Date, "2026-02-03"},
		{"the only way to read a day", "Date 23/04/2026; Due date 04/25/2026", DueDate, "2026-04-25"},
		{"groups of three are one number", "Total 1 234,50 EUR", Gross, "1234.50"},
		{"a year before an amount is no group", "Total 2024 234,50 EUR", Gross, "234.50"},
		{"two currencies are none", "Total 9.99; deposit 12.00 EUR; refund 3.00 GBP", Currency, ""},
		{"one currency is it", "Total 9.99; deposit 12.00 EUR", Currency, "EUR"},
		{"a label is no issuer", "Invoice INV-1; TOTAL 6.00", Issuer, "CORNER SHOP"},
		{"an amount paid back", "TOTAL 6.00-", Gross, "-6.00"},
	} {
		got := ""
		for _, f := range Read([]Page{PageOfText(strings.ReplaceAll(c.lines+"; CORNER SHOP", "; ", "\n"))}, "eng") {
			if f.Name == c.field {
				got = f.Value
			}
		}
		if got != c.want {
			t.Errorf("%s: %q gives %q, not %q", c.rule, c.lines, got, c.want)
		}
	}
	for _, f := range Read([]Page{PageOfText("NET 1,000\nVAT 200\nTOTAL 1,200\n")}, "eng") {
		if f.Name == Gross && f.Score >= acceptedScore {
			t.Errorf("thousands or thousandths: %s is %d sure", f.Value, f.Score)
		}
	}
}
