package statement

import (
	"fmt"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/documents/markup"
	"github.com/tallystick/tallystick/domain/money"
)

// CAMT reads BkToCstmrStmt (camt.053) and BkToCstmrAcctRpt (camt.052); ok is
// false where root is neither. Only booked entries count.
func CAMT(root *markup.Node) (all []Statement, ok bool, err error) {
	if root.Name != "Document" || !strings.Contains(root.Space, "camt.05") {
		return nil, false, nil
	}
	nodes := append(root.All("BkToCstmrStmt/Stmt"), root.All("BkToCstmrAcctRpt/Rpt")...)
	for _, n := range nodes {
		s := Statement{
			Account: n.Get("Acct/Id/IBAN", "Acct/Id/Othr/Id"), Currency: n.Get("Acct/Ccy"), Number: n.Get("ElctrncSeqNb", "LglSeqNb", "Id"),
			Lines: []Line{},
		}
		s.From, _ = civil.Parse(head(n.Get("FrToDt/FrDtTm", "FrToDt/FrDt"), 10))
		s.To, _ = civil.Parse(head(n.Get("FrToDt/ToDtTm", "FrToDt/ToDt"), 10))
		var opened civil.Date
		for _, b := range n.All("Bal") {
			amount, err := signed(b)
			if err != nil {
				return nil, true, err
			}
			if s.Currency == "" {
				s.Currency = b.First("Amt").Attributes["Ccy"]
			}
			on, _ := civil.Parse(head(b.Get("Dt/Dt", "Dt/DtTm"), 10))
			switch b.Get("Tp/CdOrPrtry/Cd") {
			case "OPBD", "PRCD":
				if s.Opening == nil || b.Get("Tp/CdOrPrtry/Cd") == "OPBD" {
					s.Opening, opened = &amount, on
				}
			case "CLBD":
				if s.Closing = &amount; s.To.IsZero() {
					s.To = on
				}
			}
		}
		for _, e := range n.All("Ntry") {
			if status := e.Get("Sts/Cd", "Sts"); status != "" && status != "BOOK" {
				continue
			}
			l, err := entry(e)
			if err != nil {
				return nil, true, err
			}
			s.Lines = append(s.Lines, l)
			if len(s.Lines) > LinesMax {
				return nil, true, fmt.Errorf("%w: it has more than %d lines", ErrUnreadable, LinesMax)
			}
		}
		if len(s.Lines) == 0 && s.From.IsZero() {
			s.From = opened // nothing moved
		}
		s.finish()
		all = append(all, s)
	}
	if len(all) == 0 {
		return nil, true, fmt.Errorf("%w: it holds no statement", ErrUnreadable)
	}
	return all, true, nil
}

func entry(e *markup.Node) (Line, error) {
	amount, err := signed(e)
	if err != nil {
		return Line{}, err
	}
	l := Line{Amount: amount, Currency: e.First("Amt").Attributes["Ccy"]}
	if l.BookedOn, err = civil.Parse(head(e.Get("BookgDt/Dt", "BookgDt/DtTm", "ValDt/Dt"), 10)); err != nil {
		return Line{}, fmt.Errorf("%w: an entry has no day", ErrUnreadable)
	}
	l.ValueOn, _ = civil.Parse(head(e.Get("ValDt/Dt", "ValDt/DtTm"), 10))
	detail := e.First("NtryDtls/TxDtls")
	// The other side of a debit is its creditor.
	other := "Cdtr"
	if amount.Sign() > 0 {
		other = "Dbtr"
	}
	l.Party = detail.Get("RltdPties/"+other+"/Nm", "RltdPties/"+other+"/Pty/Nm")
	l.PartyIBAN = detail.Get("RltdPties/" + other + "Acct/Id/IBAN")
	l.Reference = detail.Get("Refs/EndToEndId", "Refs/AcctSvcrRef")
	if l.Reference == "NOTPROVIDED" || l.Reference == "" {
		l.Reference = e.Get("AcctSvcrRef")
	}
	var words []string
	for _, u := range detail.All("RmtInf/Ustrd") {
		words = append(words, u.Text)
	}
	if r := detail.Get("RmtInf/Strd/CdtrRefInf/Ref"); r != "" {
		words = append(words, r)
	}
	if len(words) == 0 {
		words = append(words, e.Get("AddtlNtryInf"))
	}
	l.Description = strings.Join(words, " ")
	return l, nil
}

// signed is an amount with its direction; a reversed entry turns it round.
func signed(n *markup.Node) (money.Dec, error) {
	amount, err := money.Parse(n.Get("Amt"))
	if err != nil {
		return amount, fmt.Errorf("%w: %q is no amount", ErrUnreadable, n.Get("Amt"))
	}
	if n.Get("CdtDbtInd") == "DBIT" {
		amount = amount.Neg()
	}
	return amount, nil
}

func head(s string, n int) string { return s[:min(len(s), n)] }
