package service_test

import (
	"strings"
	"testing"
)

const ratesPath = "/api/staff/exchange-rates/"

// The forms of the three publishers; the figures only illustrate them.
const (
	ecbFile  = "Date,USD,GBP\n2026-11-19,1.25,0.8\n2025-12-30,1.2,N/A\n"
	hmrcFile = "Country/Territories,Currency,Currency Code,Currency Units per £1,Start date,End date\nUSA,Dollar,USD,1.5,01/11/2026,30/11/2026\n"
	imfFile  = "Representative Exchange Rates for Selected Currencies for November 2026\nCurrency\tNovember 19, 2026\nEuro(1)\t1.250000\nKorean won\t1,400.000000\nAtlantic pearl\t2.0\n"
)

func TestCurrencyImportsOverTheAPI(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	convert := func(status int, body map[string]any) reply {
		return w.must(t, status, "viewer", "POST", convertPath, body)
	}
	rate := func(from, to, date string, more ...string) map[string]any {
		body := map[string]any{"amount": "100", "from": from, "to": to, "date": date}
		for i := 0; i+1 < len(more); i += 2 {
			body[more[i]] = more[i+1]
		}
		return body
	}

	// Before an import there is the snapshot, for its own day, and it says so.
	w.must(t, 200, "staff", "GET", ratesPath, nil).expect(t, "count", 1.0, "tables.0.id", "ecb-embedded", "tables.0.embedded", true,
		"tables.0.as_of", "2026-05-08")
	r := convert(200, rate("EUR", "USD", "2026-05-08"))
	r.expect(t, "converted", "117.61", "embedded", true, "as_of", "2026-05-08", "rate_date", "2026-05-08", "source", "ecb-embedded")
	if age := r.at(t, "table_age_days").(float64); age < 197 {
		t.Errorf("the snapshot's age is %v days", age)
	}
	if r := convert(422, rate("EUR", "USD", "2026-05-11")); r.faults(t) != "exchange_rate_missing date" || !strings.Contains(string(r.body),
		"2026-05-08") {
		t.Errorf("%s", r.body)
	}

	load := func(status int, source, file, content string, headers ...string) reply {
		return w.must(t, status, "staff", "POST", ratesPath, map[string]any{"source": source, "file": file, "content": content}, headers...)
	}
	first := load(200, "ecb", "eurofxref-hist.csv", ecbFile, "Idempotency-Key", "rates-1")
	first.expect(t, "table", "ecb", "rates", 3.0, "years.0", 2025.0, "years.1", 2026.0)
	load(200, "ecb", "eurofxref-hist.csv", ecbFile, "Idempotency-Key", "rates-1").expect(t, "years.1", 2026.0)
	load(200, "ecb", "eurofxref-hist.csv", ecbFile).expect(t, "known_years.0", 2025.0, "known_years.1", 2026.0)
	load(409, "hmrc", "202611.csv", strings.ReplaceAll(hmrcFile, "2026", "2025"), "Idempotency-Key", "rates-1")
	load(200, "hmrc", "202611.csv", hmrcFile).expect(t, "table", "hmrc-monthly", "years.0", 2026.0)
	load(200, "imf", "rms_mth.xls", imfFile).expect(t, "table", "imf-representative", "rates", 2.0, "unread.0", "Atlantic pearl")
	w.must(t, 200, "staff", "GET", ratesPath, nil).expect(t, "count", 4.0, "tables.1.id", "hmrc-monthly", "tables.1.as_of", "2026-11-30",
		"tables.2.base", "USD")

	convert(200, rate("EUR", "USD", "2026-11-19", "source", "ecb")).expect(t, "converted", "125.00", "embedded", false, "as_of", "2026-11-19")
	convert(200, rate("GBP", "USD", "2026-11-01", "source", "hmrc-monthly")).expect(t, "converted", "150.00")
	convert(200, rate("EUR", "KRW", "2026-11-19", "source", "imf-representative")).expect(t, "converted", "175000", "cross_rate", true,
		"legs.0.per_unit", true)
	convert(200, rate("EUR", "USD", "2026-05-08", "source", "ecb-embedded")).expect(t, "converted", "117.61", "embedded", true)
	if r := convert(422, rate("EUR", "USD", "2026-11-19")); r.faults(t) != "exchange_rate_missing source" || !strings.Contains(string(r.body),
		"ecb, imf-representative") {
		t.Errorf("two tables, none named: %s", r.body)
	}
}

// Only the platform's staff import, and each fault is named with its line.
func TestCurrencyImportFaults(t *testing.T) {
	w := sharedWorld(t)
	good := map[string]any{"source": "ecb", "file": "x.csv", "content": ecbFile}
	for _, as := range []string{"owner", "admin", "viewer", "auditor"} {
		w.must(t, 403, as, "POST", ratesPath, good)
		w.must(t, 403, as, "GET", ratesPath, nil)
	}
	imf := strings.SplitAfter(imfFile, "\n")
	for name, c := range map[string]struct {
		body         any
		fields, says string
	}{
		"nothing": {map[string]any{}, "source, file, content", ""},
		"types": {map[string]any{"source": 1, "file": []int{}, "content": nil, "colour": "red"}, "source, file, content, colour",
			""},
		"no such source": {map[string]any{"source": "boe", "file": "x", "content": "y"}, "source", ""},
		"a day to come": {map[string]any{"source": "ecb", "file": "x", "content": ecbFile, "retrieved_at": "2999-01-01"}, "retrieved_at",
			"not over yet"},
		"no date":        {map[string]any{"source": "ecb", "file": "x", "content": ecbFile, "retrieved_at": "yesterday"}, "retrieved_at", ""},
		"another's file": {map[string]any{"source": "ecb", "file": "x", "content": hmrcFile}, "content", "heading"},
		"ECB: a date": {map[string]any{"source": "ecb", "file": "x", "content": "Date,USD\n2026-11-19,1.1\n19/11/2026,1.1\n"}, "content",
			"line 3: date"},
		"ECB: a rate":     {map[string]any{"source": "ecb", "file": "x", "content": "Date,USD\n2026-11-19,0\n"}, "content", "line 2: rate"},
		"ECB: a currency": {map[string]any{"source": "ecb", "file": "x", "content": "Date,USDX\n2026-11-19,1\n"}, "content", "line 2"},
		"ECB: no XML":     {map[string]any{"source": "ecb", "file": "x", "content": "<Cube"}, "content", ""},
		"HMRC: a date": {map[string]any{"source": "hmrc", "file": "x", "content": strings.Replace(hmrcFile, "01/11/2026", "2026", 1)},
			"content", "line 2: date"},
		"HMRC: ends first": {map[string]any{"source": "hmrc", "file": "x", "content": strings.Replace(hmrcFile, "30/11/2026", "30/10/2026", 1)},
			"content", "line 2: the period"},
		"IMF: no title": {map[string]any{"source": "imf", "file": "x", "content": imf[1] + imf[2]}, "content", "line 1"},
		"IMF: a short row": {map[string]any{"source": "imf", "file": "x", "content": imf[0] + imf[1] + "Euro(1)\t1\t2\n"}, "content",
			"line 3: 2 figures for 1 days"},
		"IMF: another month": {map[string]any{"source": "imf", "file": "x", "content": imf[0] + "Currency\tMay 02, 2026\n"}, "content", "line 2"},
	} {
		r := w.call(t, "staff", "POST", ratesPath, c.body)
		if r.status != 400 || !sameSet(r.faults(t), c.fields) || !strings.Contains(string(r.body), c.says) {
			t.Errorf("%s: %d %q, want %q and %q\n%s", name, r.status, r.faults(t), c.fields, c.says, r.body)
		}
	}
	if r := w.call(t, "staff", "GET", ratesPath+"?colour=red", nil); r.status != 400 || r.faults(t) != "colour" {
		t.Errorf("%d %s", r.status, r.body)
	}
}
