//go:build witness

package ledger_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

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

// hledger and beancount read random books without complaint, and come to the same
// balances.
func TestWitnessPlainText(t *testing.T) {
	h := head("de-skr03")
	entries := book(h, 500)
	want := sums(entries)
	path := file(t, ledger.Hledger, h, entries)
	run(t, "hledger", "-f", path, "check", "accounts", "balancednoautoconversion")
	got := map[string]money.Dec{}
	for i, row := range strings.Split(strings.TrimSpace(run(t, "hledger", "-f", path, "balance", "-B", "--flat", "-O", "csv", "-N")), "\n") {
		f := strings.Split(strings.ReplaceAll(row, `"`, ""), ",")
		if i == 0 {
			continue
		}
		got[f[0][strings.LastIndexByte(f[0], ':')+1:]] = money.MustParse(strings.TrimPrefix(strings.TrimSuffix(f[1], " EUR"), "-")).Mul(sign(f[1]))
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
