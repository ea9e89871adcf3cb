package service_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/blobs"
)

// camtFile is a bank's statement of one account, with a line a movement.
func camtFile(account, from, to, opening, closing string, lines ...[4]string) []byte {
	text := fmt.Sprintf(`<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><FrToDt><FrDtTm>%sT00:00:00</FrDtTm>`+
		`<ToDtTm>%sT23:59:59</ToDtTm></FrToDt><Acct><Id><IBAN>%s</IBAN></Id><Ccy>EUR</Ccy></Acct>`, from, to, account)
	for code, amount := range map[string]string{"OPBD": opening, "CLBD": closing} {
		text += fmt.Sprintf(`<Bal><Tp><CdOrPrtry><Cd>%s</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">%s</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`, code, amount)
	}
	for _, l := range lines { // day, amount out, party, words
		text += fmt.Sprintf(`<Ntry><Amt Ccy="EUR">%s</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>%s</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Cdtr><Nm>%s</Nm></Cdtr>`+
			`</RltdPties><RmtInf><Ustrd>%s</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`, l[1], l[0], l[2], l[3])
	}
	return []byte(text + "</Stmt></BkToCstmrStmt></Document>")
}

// statementChecks are the checks of a document on its statements, by code.
func statementChecks(d map[string]any) map[string]bool {
	out := map[string]bool{}
	for _, c := range d["checks"].([]any) {
		check := c.(map[string]any)
		out[check["code"].(string)] = check["ok"].(bool)
	}
	return out
}

// Lines of a bank statement become entries, or are matched with those that are there, each
// once; statements are held beside the others of their account.
func TestStatementsIntoTheBooks(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	const site, uploads, generate = "?site=1", "/api/tax-assistant/documents/", "/api/accounting/journal-entries/generate/?site=1"
	const account = "DE89370400440532013000"
	owed := purchase("2026-03-04", "200.00", "38.00", "238.00")
	owed["transaction"].(map[string]any)["memo"] = "RE-2026-0815 of Papier GmbH"
	bill := w.propose(t, 1, owed)
	posted := w.post(t, bill)
	march := w.settled(t, second(w.upload(t, "owner", uploads+site, camtFile(account, "2026-03-01", "2026-03-31", "1000.00", "757.00",
		[4]string{"2026-03-20", "238.00", "Papier GmbH", "Ihre RE-2026-0815"}, [4]string{"2026-03-31", "5.00", "Bank", "Entgelt"}), nil)))
	id := march["id"].(string)
	analyse := func(id string, after reply) (lines []any) {
		t.Helper()
		r := w.must(t, 200, "auditor", "POST", "/api/accounting/documents/"+id+"/analyse/"+site, nil, at(after)...)
		return r.field(t, "statement_lines").([]any)
	}
	entryOf := func(line any) string { s, _ := line.(map[string]any)["entry_id"].(string); return s }
	before := analyse(id, posted)
	if found := before[0].(map[string]any)["candidates"].([]any); len(before) != 2 || len(found) != 1 ||
		found[0].(map[string]any)["kind"] != "open_item" || found[0].(map[string]any)["entry_id"] != bill {
		t.Fatalf("the lines may be %v", before)
	}
	ofLine := func(line int, more map[string]any) map[string]any {
		body := map[string]any{"statement_line": map[string]any{"document_id": id, "line": line}}
		for k, v := range more {
			body[k] = v
		}
		return body
	}
	if got := w.must(t, 422, "bookkeeper", "POST", generate, ofLine(2, nil)).blockers(t); !slices.Equal(got, []string{"match_undecided"}) {
		t.Errorf("a line that nothing explains: %v", got)
	}
	fee := func(amount string) map[string]any {
		return map[string]any{"lines": []map[string]any{{"account": "4970", "side": "debit", "amount": amount}, {"account": "1200", "side": "credit",
			"amount": amount}}}
	}
	if got := w.must(t, 422, "bookkeeper", "POST", generate, ofLine(2, fee("6.00"))).blockers(t); !slices.Equal(got, []string{"differs_from_line"}) {
		t.Errorf("another amount than the line's: %v", got)
	}
	w.must(t, 400, "bookkeeper", "POST", generate, ofLine(3, fee("5.00")))
	w.must(t, 400, "bookkeeper", "POST", generate, ofLine(1, map[string]any{"reverses": bill}))
	w.must(t, 400, "other_owner", "POST", generate, ofLine(1, nil))

	// At once, and again under its key: one entry.
	one := `{"statement_line":{"document_id":"` + id + `","line":1}}`
	if answers := w.atOnce(t, generate, map[string]string{"bookkeeper": one, "preparer": one}); answers[201] != 1 || len(answers) != 2 ||
		answers[409] == 0 {
		t.Errorf("proposals of one line at once: %v", answers)
	}
	paid := w.must(t, 409, "bookkeeper", "POST", generate, ofLine(1, nil))
	lines := analyse(id, paid)
	entry := entryOf(lines[0])
	if entry == "" || entryOf(lines[1]) != "" {
		t.Fatalf("%v", lines)
	}
	w.must(t, 409, "owner", "POST", uploads+id+"/validate/"+site+"&full=true", nil)
	rejected := w.must(t, 200, "tax_manager", "POST", "/api/accounting/journal-entries/"+entry+"/reject/", `{"reason":"not yet"}`)
	if lines = analyse(id, rejected); entryOf(lines[0]) != "" {
		t.Errorf("a line of a rejected entry: %v", lines[0])
	}
	entry = w.must(t, 201, "bookkeeper", "POST", generate, ofLine(1, nil)).field(t, "id").(string)
	w.post(t, entry)
	w.must(t, 201, "bookkeeper", "POST", generate, ofLine(2, fee("5.00")))

	// A process that ended between the claim of a line and its entry leaves the line free.
	crashed := w.settled(t, second(w.upload(t, "owner", uploads+site, camtFile("DE02120300000000202051", "2026-03-01", "2026-03-31", "9.00", "5.50",
		[4]string{"2026-03-09", "3.50", "Bank", "Entgelt"}), nil)))["id"].(string)
	_, err := w.Log.Write(t.Context(), event.Stream{Category: documents.Category.Name, Tenant: w.tenant, ID: crashed}.String(), eventstore.Any,
		event.Metadata{Tenant: w.tenant, Site: 1, Time: time.Now().UTC(), CommandID: uuid.New()},
		[]event.Payload{documents.LinesMatched{Lines: []documents.LineMatch{{LineAt: documents.LineAt{Statement: 1, Line: 1}, EntryID: "lost", Proposed: true}}}})
	if err != nil {
		t.Fatal(err)
	}
	body := ofLine(1, fee("3.50"))
	body["statement_line"].(map[string]any)["document_id"] = crashed
	w.must(t, 201, "bookkeeper", "POST", generate, body)

	// A copy of the statement from another door: its lines are other lines of the same entries.
	copied := w.settled(t, second(w.upload(t, "owner", uploads+site, camtFile(account, "2026-03-01", "2026-03-31", "1000.00", "762.00",
		[4]string{"2026-03-20", "238.00", "Papier GmbH", "once more"}), nil)))
	if c := statementChecks(copied); c["statement_overlap"] || copied["validation_status"] != "warnings" {
		t.Errorf("the same days again: %v", c)
	}
	say := func(want int, id, body string) reply {
		t.Helper()
		_, _, header := w.get(t, "owner", uploads+id+"/"+site)
		return w.must(t, want, "owner", "PATCH", uploads+id+"/fields/"+site, body, "If-Match", header.Get("ETag"))
	}
	match := func(entry string) string {
		return `{"lines":[{"line":1,"match":{"kind":"journal_entry","id":"` + entry + `"}}]}`
	}
	for _, other := range []string{entry, bill, "nothing"} {
		if got := say(422, copied["id"].(string), match(other)).blockers(t); !slices.Equal(got, []string{"match_not_possible"}) {
			t.Errorf("a second line of %s: %v", other, got)
		}
	}
	say(422, id, `{"lines":[{"line":1,"match":{"kind":"none"}}]}`)
	say(400, id, `{"lines":[{"line":7,"match":{"kind":"none"}}]}`)
	say(400, id, `{}`)
	w.must(t, 400, "owner", "PATCH", uploads+id+"/fields/"+site, match(entry))

	// An entry that was booked without the statement is matched, and let go again.
	own := w.propose(t, 1, map[string]any{"date": "2026-04-02", "currency": "EUR", "memo": "rent", "journal": "bank", "lines": []map[string]any{
		{"account": "4210", "side": "debit", "amount": "500.00"}, {"account": "1200", "side": "credit", "amount": "500.00"}}})
	posted = w.post(t, own)
	april := w.settled(t, second(w.upload(t, "owner", uploads+site, camtFile(account, "2026-04-01", "2026-04-30", "757.00", "257.00",
		[4]string{"2026-04-03", "500.00", "Landlord", "rent"}), nil)))
	if c := statementChecks(april); !c["statement_gap"] || !c["statement_overlap"] {
		t.Errorf("the month after: %v", c)
	}
	if found := analyse(april["id"].(string), posted)[0].(map[string]any)["candidates"].([]any); len(found) != 1 ||
		found[0].(map[string]any)["kind"] != "journal_entry" || found[0].(map[string]any)["entry_id"] != own {
		t.Errorf("the rent may be %v", found)
	}
	matched := say(200, april["id"].(string), match(own))
	if lines := analyse(april["id"].(string), matched); entryOf(lines[0]) != own {
		t.Errorf("%v", lines)
	}
	freed := say(200, april["id"].(string), `{"lines":[{"line":1,"match":{"kind":"none"}}]}`)
	if lines := analyse(april["id"].(string), freed); entryOf(lines[0]) != "" {
		t.Errorf("%v", lines)
	}
	june := w.settled(t, second(w.upload(t, "owner", uploads+site, camtFile(account, "2026-06-01", "2026-06-30", "9.00", "9.00"), nil)))
	if c := statementChecks(june); c["statement_gap"] || june["validation_status"] != "warnings" {
		t.Errorf("money moved in May, of which nothing is told: %v", c)
	}
	may := w.settled(t, second(w.upload(t, "owner", uploads+site, camtFile(account, "2026-05-01", "2026-05-31", "257.00", "9.00",
		[4]string{"2026-05-03", "248.00", "Landlord", "rent"}), nil)))
	_, june, _ = w.get(t, "owner", uploads+june["id"].(string)+"/")
	if c := statementChecks(june); !statementChecks(may)["statement_gap"] || !c["statement_gap"] || june["validation_status"] != "valid" {
		t.Errorf("once May came, June says %v", c)
	}
}

// Forgetting a client reaches what stands beside the document too: the lines of its
// statements, what receipts and the queue show of it, the search, and the files themselves.
func TestForgottenStatementsAndReceipts(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	const site, api = "?site=1", "/api/tax-assistant/"
	const uploads = api + "documents/"
	client := map[string]string{"client_ref": "gone"}
	kept := map[string]string{"client_ref": "stays"}
	invoice := append(slices.Clone(invoiceLines), "for one who is forgotten")
	files := map[string]string{}
	for name, c := range map[string]map[string]string{"gone": client, "stays": kept} {
		statement := camtFile("DE89370400440532013000", "2026-03-01", "2026-03-31", "900.00", "400.00", [4]string{"2026-03-20", "500.00", "Wanda", "rent"})
		files["statement "+name] = w.settled(t, second(w.upload(t, "owner", uploads+site, statement, c)))["id"].(string)
		files["invoice "+name] = w.settled(t, second(w.upload(t, "owner", uploads+site, pdfOf(invoice...), c)))["id"].(string)
	}
	drafts := map[string]string{}
	for _, name := range []string{"gone", "stays"} {
		r := w.must(t, 201, "preparer", "POST", api+"receipts/"+site, map[string]any{"document_id": files["invoice "+name], "merchant": "Wanda " + name,
			"currency": "EUR", "gross": "150.00", "date": "2026-03-25"})
		drafts[name] = r.field(t, "id").(string)
	}
	posted := w.post(t, w.propose(t, 1, map[string]any{"date": "2026-03-25", "memo": "paper", "lines": []map[string]any{
		{"account": "4930", "side": "debit", "amount": "150.00"}, {"account": "1600", "side": "credit", "amount": "150.00"}}}))
	matches := func(name string) any {
		return w.must(t, 200, "owner", "GET", api+"receipts/"+drafts[name]+"/matches/"+site, nil, at(posted)...).field(t, "count")
	}
	if matches("gone") != 1.0 || matches("stays") != 1.0 {
		t.Errorf("before: %v and %v entries may be the receipts", matches("gone"), matches("stays"))
	}
	subject := documents.SubjectOf("gone", "")
	if n := w.filesOf(t, subject); n < 3 {
		t.Fatalf("the client has %d files", n)
	}
	if _, err := w.forget(t, subject, "the period is over"); err != nil {
		t.Fatal(err)
	}
	shown := func(name string) map[string]any {
		_, statement, _ := w.get(t, "owner", uploads+files["statement "+name]+"/"+site)
		_, receipt, _ := w.get(t, "owner", api+"receipts/"+drafts[name]+"/"+site)
		_, found, _ := w.get(t, "owner", api+"receipts/"+site+"&q=Wanda+"+name)
		_, searched, _ := w.get(t, "owner", uploads+site+"&q=ACME")
		s := statement["statements"].([]any)[0].(map[string]any)
		return map[string]any{"account": s["account"], "opening": s["opening"], "lines": s["lines"], "merchant": receipt["merchant"],
			"receipts found": found["count"], "documents found": searched["count"], "files": w.filesOf(t, documents.SubjectOf(name, ""))}
	}
	eventually(t, "the client to be forgotten", func() bool {
		s := shown("gone")
		return s["account"] == "" && s["opening"] == "" && s["lines"] == nil && s["merchant"] == nil && s["receipts found"] == 0.0 &&
			s["documents found"] == 1.0 && s["files"] == 0
	})
	if s := shown("stays"); s["account"] == "" || s["lines"] == nil || s["merchant"] != "Wanda stays" || s["receipts found"] != 1.0 || s["files"].(int) < 3 {
		t.Errorf("another client: %v", s)
	}
	if matches("gone") != 0.0 || matches("stays") != 1.0 {
		t.Errorf("after: %v and %v entries may be the receipts", matches("gone"), matches("stays"))
	}
	r := w.must(t, 200, "auditor", "POST", "/api/accounting/documents/"+files["statement gone"]+"/analyse/"+site, nil)
	if lines := r.field(t, "statement_lines").([]any); len(lines) != 0 {
		t.Errorf("the lines are told still: %v", lines)
	}
	_, queue, _ := w.get(t, "owner", api+"review-items/"+site+"&limit=200")
	for _, x := range queue["review_items"].([]any) {
		if item := x.(map[string]any); item["document_id"] == files["invoice gone"] && (item["title"] != "" || item["amount"] != "") {
			t.Errorf("the queue tells of the client: %v", item)
		}
	}
	// What is held beside others of the account knows nothing of the forgotten one.
	next := w.settled(t, second(w.upload(t, "owner", uploads+site, camtFile("DE89370400440532013000", "2026-04-01", "2026-04-30", "400.00", "400.00"),
		kept)))
	if c := statementChecks(next); !c["statement_gap"] || !c["statement_overlap"] {
		t.Errorf("%v", c)
	}
}

// filesOf counts the files of a subject of the first tenant.
func (w *world) filesOf(t *testing.T, subject string) (n int) {
	t.Helper()
	err := w.Blobs.Each(t.Context(), func(s blobs.Stored) error {
		if s.Ref.Subject == subject {
			n++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
