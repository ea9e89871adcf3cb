package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/auditproof"
	"github.com/tallystick/tallystick/eventstore/proof"
)

// reportMonths prints the months and what was found in them, and holds PDFs that were kept
// to the months that they say they prove.
func reportMonths(m *commands.MonthReplay, out io.Writer, pdfs []string) (findings []proof.Finding, err error) {
	months, found := m.End()
	known := map[string]auditproof.Checked{}
	if len(months) > 0 {
		fmt.Fprintf(out, "\n%-34s %6s %-8s %9s %8s  %s\n", "books of", "site", "month", "revision", "records", "root")
	}
	for _, c := range months {
		known[c.PDFSHA256] = c
		note := ""
		if !c.OK {
			note = "  differs"
		}
		records := c.Content.Entries + c.Content.LedgerEntries + c.Content.Invoices + c.Content.CreditNotes
		fmt.Fprintf(out, "%-34s %6d %-8s %9d %8d  %s%s\n", c.Tenant, c.Site, c.Content.Period, c.Revisions, records, c.Content.Root, note)
	}
	for _, f := range found {
		findings = append(findings, proof.Finding{Event: f.Resource, What: f.Message})
	}
	for _, path := range pdfs {
		text, err := os.ReadFile(path)
		if err != nil {
			return findings, err
		}
		sum := sha256.Sum256(text)
		c, ok := known[hex.EncodeToString(sum[:])]
		if !ok {
			findings = append(findings, proof.Finding{Event: path, What: "is the PDF of no month's last proof in this log: its SHA-256 is " +
				hex.EncodeToString(sum[:])})
			continue
		}
		fmt.Fprintf(out, "%s is the proof of %s, site %d\n", path, c.Content.Period, c.Site)
	}
	return findings, nil
}
