package service_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
)

// filledForm is a PDF whose labels are text and whose values are fields of a form.
func filledForm(labels []string, filled map[int]string) []byte {
	var text strings.Builder
	text.WriteString("BT /F1 10 Tf 20 TL 40 780 Td\n")
	for _, l := range labels {
		fmt.Fprintf(&text, "(%s) Tj T*\n", strings.NewReplacer("(", "\\(", ")", "\\)").Replace(l))
	}
	text.WriteString("ET")
	var fields []string
	objects := []string{"", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", "",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", text.Len(), text.String()), "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>"}
	for row := range labels {
		if filled[row] != "" {
			top := 790 - 20*row
			objects = append(objects, fmt.Sprintf("<< /Type /Annot /Subtype /Widget /FT /Tx /T (f%d) /V (%s) /Rect [480 %d 580 %d] /F 4 /P 3 0 R >>",
				row, filled[row], top-14, top))
			fields = append(fields, fmt.Sprintf("%d 0 R", len(objects)))
		}
	}
	all := strings.Join(fields, " ")
	objects[0] = "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [" + all + "] >> >>"
	objects[2] = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [" + all +
		"] /Resources << /Font << /F1 5 0 R >> >> >>"
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n")
	places := make([]int, len(objects))
	for i, o := range objects {
		places[i] = out.Len()
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range places {
		fmt.Fprintf(&out, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&out, "trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, xref)
	return out.Bytes()
}

// returned polls until a return was read.
func (w *world) returned(t *testing.T, uploaded map[string]any) map[string]any {
	t.Helper()
	var r map[string]any
	eventually(t, "the return to be read", func() (read bool) {
		var status int
		if status, r, _ = w.get(t, "owner", "/api/tax-assistant/returns/"+uploaded["id"].(string)+"/"); status != 200 {
			t.Fatalf("the return answers %d: %v", status, r)
		}
		return r["status"] != "received"
	})
	return r
}

func figuresOf(r map[string]any) map[string]string {
	out := map[string]string{}
	for _, f := range r["figures"].([]any) {
		x := f.(map[string]any)
		out[x["key"].(string)] = x["value"].(string)
	}
	return out
}

// A packet goes the way of a user: uploaded, read, compared, edited, reviewed by
// another, downloaded by who may.
func TestReturns(t *testing.T) {
	t.Parallel()
	w := sharedWorld(t)
	const list = "/api/tax-assistant/returns/"
	form := filledForm([]string{"Form 1040 (2024)", "[X] Single    [ ] Married filing jointly", "1z Add lines 1a through 1h              1z",
		"2b Taxable interest                     2b", "9  This is your total income             9", "11 This is your adjusted gross income   11",
		"14 Add lines 12 and 13                  14", "15 This is your taxable income          15", "16 Tax (see instructions)               16",
		"24 This is your total tax               24", "12 Standard deduction or itemized deductions 12"},
		map[int]string{2: "60,000", 3: "500", 4: "60,500", 5: "60,500", 6: "14,600", 7: "45,900", 8: "5,279", 9: "5,279", 10: "14,600"})
	status, up, header := w.upload(t, "owner", list, form, map[string]string{"client_ref": "returns of Ann"})
	if status != 201 || up["status"] != "received" || header.Get("Location") != list+up["id"].(string)+"/" {
		t.Fatalf("%d %v", status, up)
	}
	r := w.returned(t, up)
	got := figuresOf(r)
	if r["form"] != "us-1040" || r["tax_year"] != "2024" || r["extraction"] != "form_fields" || got["taxable_income"] != "45900" ||
		got["filing_status"] != "single" {
		t.Fatalf("%v", r)
	}
	if sum := r["summary"].(map[string]any); sum["income"] != "60500" || sum["tax"] != "5279" || sum["currency"] != "USD" {
		t.Errorf("it comes to %v", sum)
	}
	if status, again, _ := w.upload(t, "owner", list, form, map[string]string{"client_ref": "returns of Ann"}); status != 200 ||
		again["id"] != up["id"] {
		t.Errorf("the same bytes: %d %v", status, again["id"])
	}
	if status, other, _ := w.upload(t, "owner", list, form, map[string]string{"client_ref": "returns of Bob"}); status != 201 ||
		other["id"] == up["id"] {
		t.Errorf("the same bytes of another client: %d %v", status, other["id"])
	}
	one := list + up["id"].(string) + "/"
	compared := func(r map[string]any) map[string]any { return r["comparisons"].([]any)[0].(map[string]any) }
	if c := compared(r); c["status"] != "needs_facts" {
		t.Errorf("%v", c)
	}
	facts := map[string]any{"facts": map[string]string{"age": "40", "children": "0", "other_dependents": "0"}}
	w.must(t, 400, "owner", "PATCH", one, facts) // without If-Match
	w.must(t, 403, "reviewer", "PATCH", one, facts, "If-Match", `"1"`)
	w.must(t, 200, "owner", "PATCH", one, facts, "If-Match", `"1"`)
	_, r, _ = w.get(t, "owner", one)
	if c := compared(r); c["status"] != "agrees" {
		t.Errorf("%v", c)
	}
	w.must(t, 400, "owner", "PATCH", one, map[string]any{"figures": []any{map[string]string{"key": "total_tax", "value": "5179"}}}, "If-Match", `"2"`)
	edit := map[string]any{"figures": []any{map[string]string{"key": "total_tax", "value": "5179"}}, "reason": "as the notice says"}
	w.must(t, 412, "owner", "PATCH", one, edit, "If-Match", `"1"`)
	w.must(t, 200, "owner", "PATCH", one, edit, "If-Match", `"2"`)
	_, r, _ = w.get(t, "owner", one)
	if c := compared(r); c["status"] != "computed_differs" {
		t.Errorf("%v", c)
	}
	w.must(t, 422, "owner", "PATCH", one, map[string]string{"status": "reviewed"})
	w.must(t, 403, "viewer", "PATCH", one, map[string]string{"status": "reviewed"})
	reviewed := w.must(t, 200, "reviewer", "PATCH", one, map[string]string{"status": "reviewed", "note": "looked at"})
	w.must(t, 409, "owner", "PATCH", one, edit, "If-Match", `"4"`)

	listed := w.must(t, 200, "owner", "GET", list+"?client_ref=returns%20of%20Ann&status=reviewed&form=us-1040", nil, "X-Min-Log-Position",
		reviewed.header.Get("X-Log-Position"))
	if !strings.Contains(string(listed.body), `"tax":"5179"`) {
		t.Errorf("%s", listed.body)
	}
	w.must(t, 403, "viewer", "GET", one+"download/", nil)
	w.must(t, 404, "other_owner", "GET", one, nil)
	file := w.must(t, 200, "owner", "GET", one+"download/", nil)
	sum := sha256.Sum256(form)
	if !bytes.Equal(file.body, form) || file.header.Get("X-Content-SHA256") != hex.EncodeToString(sum[:]) ||
		!strings.HasPrefix(file.header.Get("Content-Disposition"), "attachment") {
		t.Errorf("the original is %d bytes of %d: %v", len(file.body), len(form), file.header)
	}

	// Text and scans; what cannot be read has no figures, and what is no return is told.
	_, up, _ = w.upload(t, "owner", list, pdfOf("Bescheid 2024, Einkommensteuer", "Festgesetzt werden  14.646,00  0,00",
		"zu versteuerndes Einkommen  60.000",
		"zu versteuern nach dem Grundtarif  14.646"), map[string]string{"form": "de-est", "tax_year": "2024"})
	if r := w.returned(t, up); figuresOf(r)["fixed_tax"] != "14646.00" || compared(r)["status"] != "agrees" {
		t.Errorf("%v", r)
	}
	_, up, _ = w.upload(t, "owner", list, scanOf(t, "Tax Calculation for 2024-25", "Income received before tax taken off",
		"Pay from all employments 60,000.00",
		"Total Income received 60,000.00", "Income Tax charged 11,432.00"), nil)
	if r := w.returned(t, up); r["extraction"] != "ocr" || figuresOf(r)["employment"] != "60000.00" {
		t.Errorf("%v", r)
	}
	if status, _, _ := w.upload(t, "owner", list, form, map[string]string{"form": "us-1040", "jurisdiction": "DE"}); status != 400 {
		t.Errorf("a form of another place: %d", status)
	}
	_, problem, _ := w.upload(t, "owner", list, form, map[string]string{"form": "us-1040", "jurisdiction": "DE", "language": "xyz"})
	if said := fmt.Sprint(problem["errors"]); !strings.Contains(said, "form") || !strings.Contains(said, "language") {
		t.Errorf("one fault hides another: %v", problem)
	}
	if status, _, _ := w.upload(t, "viewer", list, form, nil); status != 403 {
		t.Errorf("a viewer uploads: %d", status)
	}
}
