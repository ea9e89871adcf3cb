package chart

import (
	"strings"
	"testing"
)

// Every chart has what the rules of booking cannot do without.
func TestChartsAreWhole(t *testing.T) {
	needed := strings.Fields(`bank cash clearing transit receivable payable output_tax tax_settlement sales sales_export sales_exempt
		sales_outside_scope goods other_income fx_gain fx_loss opening retained drawings capital expense.office expense.travel
		expense.advertising expense.bank_charges expense.professional expense.software expense.other asset.equipment deposits_received`)
	vat := strings.Fields(`input_tax acquisition_input acquisition_output reverse_input reverse_output import_tax oss_tax
		sales_intra_community sales_reverse_charge sales_oss`)
	if len(IDs()) != 8 {
		t.Fatalf("charts: %v", IDs())
	}
	for _, id := range IDs() {
		c, _ := Find(id)
		roles := map[string]bool{}
		for _, a := range c.Accounts {
			roles[a.Role] = true
			for _, r := range a.Code {
				if r < '0' || r > '9' {
					t.Errorf("%s: code %q", id, a.Code)
				}
			}
		}
		want := needed
		if id != "us-own" {
			want = append(want[:len(want):len(want)], vat...)
		}
		if id == "fr-pcg" {
			roles["expense.bank_charges"] = true
		}
		for _, role := range want {
			if role == "capital" && id == "fr-pcg" {
				continue
			}
			if !roles[role] {
				t.Errorf("%s has no account for %s", id, role)
			}
		}
		if c.Tier != "draft" {
			t.Errorf("%s: no chart was read at its publisher's, yet its tier is %q", id, c.Tier)
		}
	}
	if For("DE").ID != "de-skr03" || For("NL").ID != "int" || For("").ID != "int" {
		t.Error("a country begins with another chart than it should")
	}
}

// A chart that a rule could trip over is refused.
func TestFaultyChartsAreRefused(t *testing.T) {
	head := "id: x\nsources: [{title: a, url: b, checked: 2026-11-22}]\naccounts: |\n"
	for name, rows := range map[string]string{
		"a code twice":  "  1 | asset | bank | | Bank\n  1 | asset | cash | | Cash\n",
		"a role twice":  "  1 | asset | bank | | Bank\n  2 | asset | bank | | Bank\n",
		"unknown class": "  1 | assets | bank | | Bank\n",
		"no name":       "  1 | asset | bank | |\n",
		"a bad rate":    "  1 | asset | bank | x | Bank\n",
	} {
		if _, err := read([]byte(head + rows)); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	if _, err := read([]byte("id: x\naccounts: |\n  1 | asset | bank | | Bank\n")); err == nil {
		t.Error("a chart without a source was accepted")
	}
}
