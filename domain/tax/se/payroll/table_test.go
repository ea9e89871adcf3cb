package payroll

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
)

// A file that was changed, or that has a gap, is not read.
func TestDamagedTablesAreRefused(t *testing.T) {
	digest := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return hex.EncodeToString(sum[:])
	}
	if _, err := readTables(file2026, digest(file2026)); err != nil {
		t.Fatal(err)
	}
	if _, err := readTables(strings.Replace(file2026, "7134", "7135", 1), digest(file2026)); err == nil {
		t.Error("another amount was read under the digest of the file")
	}
	for name, text := range map[string]string{
		"a line left out":   strings.Replace(file2026, "30B29   2001   2100  150    0  150    0  150    2\n", "", 1),
		"a table left out":  file2026[:strings.Index(file2026, "30B42")],
		"a table too many":  strings.Replace(file2026, "30B42", "30B43", 1),
		"a word for number": strings.Replace(file2026, "2001", "2o01", 1),
		"a short line":      file2026 + "\n30B29",
	} {
		if text == file2026 {
			t.Fatalf("%s: nothing was changed", name)
		}
		if _, err := readTables(text, digest(text)); err == nil {
			t.Errorf("%s: the file was read", name)
		}
	}
}
