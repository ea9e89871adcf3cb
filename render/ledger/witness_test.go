//go:build witness || saft

package ledger_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/booking/bookingtest"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/render/ledger"
)

func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

func file(t *testing.T, f ledger.Format, h ledger.Head, entries []ledger.Entry) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "journal."+string(f))
	if err := os.WriteFile(path, write(t, f, h, entries), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// random are random books as an export reads them: 5,000 entries, or as many as
// TALLYSTICK_SOAK_ENTRIES says, in five currencies, with payments of parts, exchange
// differences, deposits, reversals, closings and late facts.
func random(t *testing.T) (out []ledger.Entry) {
	t.Helper()
	n := 5000
	if more, err := strconv.Atoi(os.Getenv("TALLYSTICK_SOAK_ENTRIES")); err == nil {
		n = more
	}
	b, err := bookingtest.Make(seed, n)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range b.Entries {
		x := ledger.Entry{ID: e.ID, Journal: string(e.Journal), FiscalYear: "2026", Period: e.Period.String(), Number: e.Number,
			BookedOn: e.BookedOn, Date: e.Date, TaxDate: e.TaxDate, Currency: e.Currency, Base: e.BaseCurrency, Memo: e.Memo.Plain,
			Origin: string(e.Origin)}
		for i, l := range e.Lines {
			x.Lines = append(x.Lines, ledger.Line{Line: int32(i + 1), Account: string(l.Account), Side: string(l.Side), Amount: l.Amount.String(),
				Base: l.BaseAmount.String(), TaxCode: string(l.TaxCode), TaxRate: l.TaxRate.String(), TaxBase: l.TaxBase.String()})
		}
		out = append(out, x)
	}
	return out
}

// hledger and beancount read random books without complaint, and come to the same
// balances.
func TestWitnessPlainText(t *testing.T) {
	h := head("de-skr03")
	t.Run("any lines", func(t *testing.T) { witnessed(t, h, book(h, 500)) })
	t.Run("a year of a firm", func(t *testing.T) { witnessed(t, h, random(t)) })
}

func witnessed(t *testing.T, h ledger.Head, entries []ledger.Entry) {
	t.Helper()
	want := sums(entries)
	path := file(t, ledger.Hledger, h, entries)
	run(t, "hledger", "-f", path, "check", "accounts", "balancednoautoconversion")
	got := map[string]money.Dec{}
	for i, row := range strings.Split(strings.TrimSpace(run(t, "hledger", "-f", path, "balance", "-B", "--flat", "-O", "csv", "-N")), "\n") {
		f := strings.Split(strings.ReplaceAll(row, `"`, ""), ",")
		if i == 0 {
			continue
		}
		got[f[0][strings.LastIndexByte(f[0], ':')+1:]] = money.MustParse(strings.TrimPrefix(strings.TrimSuffix(f[1], " EUR"),
			"-")).Mul(sign(f[1]))
	}
	same(t, "hledger", got, want)

	path = file(t, ledger.Beancount, h, entries)
	run(t, "bean-check", path)
	got = map[string]money.Dec{}
	table := run(t, "bean-query", "-f", "csv", path, "select account, sum(weight) as total group by account")
	for _, row := range strings.Split(strings.TrimSpace(table), "\n")[1:] {
		account, amount, _ := strings.Cut(row, ",")
		amount = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(amount), "EUR"))
		if amount == "" {
			amount = "0"
		}
		got[strings.TrimSpace(account[strings.IndexByte(account, ':')+1:])] = money.MustParse(strings.TrimPrefix(amount, "-")).Mul(sign(amount))
	}
	// The program cuts what it prints to the cent, after a division to 28 digits.
	for account, w := range want {
		if off := got[account].Sub(w).Abs(); money.MustParse("0.01").Less(off) {
			t.Errorf("beancount: account %s comes to %s, not %s", account, got[account], w)
		}
	}
}

func sign(s string) money.Dec {
	if strings.HasPrefix(s, "-") {
		return money.FromInt(-1)
	}
	return money.One
}
