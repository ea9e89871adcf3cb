package ledger

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"slices"

	"github.com/tallystick/tallystick/domain/money"
)

// banks are the accounts that money in banks stands on.
func banks(h Head) (out []string) {
	for _, a := range h.Accounts {
		if a.Role == "bank" {
			out = append(out, a.Code)
		}
	}
	return out
}

// ofx writes what moved on the bank accounts. One statement is open at a time: a
// second account's lines are kept until its turn, since the format asks for them
// together.
type ofx struct {
	w     *bufio.Writer
	h     Head
	banks []string
	held  map[string][]string
	sums  map[string]money.Dec
}

func newOFX(w io.Writer, h Head) (Writer, error) {
	o := &ofx{w: bufio.NewWriter(w), h: h, banks: banks(h), held: map[string][]string{}, sums: map[string]money.Dec{}}
	for _, b := range h.Opening {
		o.sums[b.Account] = b.Amount
	}
	at := h.At.UTC().Format("20060102150405")
	_, err := fmt.Fprintf(o.w, `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS><DTSERVER>%s</DTSERVER><LANGUAGE>ENG</LANGUAGE></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1>
`, at)
	if err == nil && len(o.banks) > 0 {
		err = o.begin(o.banks[0])
	}
	return o, err
}

func (o *ofx) begin(account string) error {
	_, err := fmt.Fprintf(o.w, `<STMTTRNRS><TRNUID>%s</TRNUID><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS><STMTRS><CURDEF>%s</CURDEF>`+
		"<BANKACCTFROM><BANKID>0</BANKID><ACCTID>%s</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM><BANKTRANLIST><DTSTART>%s</DTSTART><DTEND>%s</DTEND>\n",
		account, o.h.BaseCurrency, account, o.h.From.Time().Format("20060102"), o.h.To.Time().Format("20060102"))
	return err
}

func (o *ofx) end(account string) error {
	_, err := fmt.Fprintf(o.w, "</BANKTRANLIST><LEDGERBAL><BALAMT>%s</BALAMT><DTASOF>%s</DTASOF></LEDGERBAL></STMTRS></STMTTRNRS>\n",
		o.sums[account], o.h.To.Time().Format("20060102"))
	return err
}

func (o *ofx) Entry(e Entry) error {
	for _, l := range e.Lines {
		at := slices.Index(o.banks, l.Account)
		if at < 0 {
			continue
		}
		amount := money.MustParse(l.signed(l.Base))
		if !l.debit() {
			amount = money.MustParse(l.Base).Neg()
		}
		o.sums[l.Account] = o.sums[l.Account].Add(amount)
		kind := "CREDIT"
		if amount.Sign() < 0 {
			kind = "DEBIT"
		}
		row := fmt.Sprintf("<STMTTRN><TRNTYPE>%s</TRNTYPE><DTPOSTED>%s</DTPOSTED><TRNAMT>%s</TRNAMT><FITID>%s/%d</FITID><NAME>%s</NAME><MEMO>%s</MEMO></STMTTRN>\n",
			kind, e.BookedOn.Time().Format("20060102"), amount, e.ID, l.Line, e.Reference(), escaped(oneLine(e.Memo, 255)))
		if at > 0 {
			o.held[l.Account] = append(o.held[l.Account], row)
			continue
		}
		if _, err := o.w.WriteString(row); err != nil {
			return err
		}
	}
	return nil
}

func escaped(s string) string {
	var b xmlText
	xml.EscapeText(&b, []byte(s))
	return string(b)
}

type xmlText []byte

func (t *xmlText) Write(p []byte) (int, error) { *t = append(*t, p...); return len(p), nil }

func (o *ofx) Close() error {
	for i, account := range o.banks {
		if i > 0 {
			if err := o.begin(account); err != nil {
				return err
			}
			for _, row := range o.held[account] {
				o.w.WriteString(row)
			}
		}
		if err := o.end(account); err != nil {
			return err
		}
	}
	o.w.WriteString("</BANKMSGSRSV1></OFX>\n")
	return o.w.Flush()
}
