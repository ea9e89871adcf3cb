package booking_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/consultation"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/taxid"
)

// free reports whether an entry has a sale that bears no tax for what its customer is.
func free(p journal.Proposal) bool {
	return slices.ContainsFunc(p.Lines, func(l journal.Line) bool {
		for _, treatment := range []string{".output.reverse_charge", ".output.intra_community", ".output.outside_scope"} {
			if strings.HasSuffix(string(l.TaxCode), treatment) {
				return true
			}
		}
		return false
	})
}

// A sale bears no tax for what its customer is by a register's stored answer about that
// very number; outside the Union by a certificate, which a person looks at; never on
// a word. What another system decided is booked as it says, and the entry says so.
func TestFreeOfTaxByWhatIsStored(t *testing.T) {
	customers := map[string]struct {
		number string
		member bool
	}{
		"FR": {"FR40303265045", true}, "AT": {"ATU13585627", true}, "NL": {"NL004495445B01", true},
		"GR": {"EL094019245", true}, "GB": {"GB980780684", false}, "CH": {"CHE-116.281.710 MWST", false},
	}
	answers := map[string]func(c *consultation.Consultation){
		"confirms":          func(*consultation.Consultation) {},
		"of another number": func(c *consultation.Consultation) { c.Number = "FR83404833048" },
		"not registered":    func(c *consultation.Consultation) { c.Outcome = consultation.NotRegistered },
		"without a number":  func(c *consultation.Consultation) { c.Reference = "" },
		"of no day":         func(c *consultation.Consultation) { c.Date = civil.Date{} },
	}
	tried := 0
	for country, customer := range customers {
		held := kept(t, country, customer.number)
		for _, evidence := range []string{"", "declared", "certificate", "registry"} {
			for _, kind := range []string{"goods", "services", "digital"} {
				for _, answer := range append([]string{"", "not there"}, keysOf(answers)...) {
					for _, reported := range []bool{false, true} {
						f := world(true)
						x := deal("sale", "100.00", "", "", "100.00")
						x.SupplyKind, x.Reported = kind, reported
						x.Counterparty = booking.Counterparty{Country: country, Status: "business", TaxID: customer.number, Evidence: evidence}
						if answer != "" {
							x.Counterparty.Consultation = "c1"
						}
						if change, ok := answers[answer]; ok {
							f.Consulted = &consultation.Consultation{ID: "c1", Scheme: held.Scheme, Number: held.Normal,
								Register: "vies", Outcome: consultation.Registered, Reference: "WAPI1", Date: day}
							change(f.Consulted)
						}
						p, err := booking.Propose(x, f)
						name := fmt.Sprintf("%s %s %q %q reported %v", country, kind, evidence, answer, reported)
						if e := fault.As(err); err != nil && (e == nil || e.Code != fault.Blocked) {
							t.Fatalf("%s: %v", name, err)
						}
						if err != nil || !free(p) {
							continue
						}
						tried++
						stored := evidence == "registry" && answer == "confirms"
						looked := slices.Contains(p.ReviewReasons, booking.EvidenceReported)
						if !stored && !reported && (evidence != "certificate" || customer.member) {
							t.Errorf("%s: free of tax on a word", name)
						}
						if looked == stored {
							t.Errorf("%s: %v", name, p.ReviewReasons)
						}
					}
				}
			}
		}
	}
	if tried < 100 {
		t.Errorf("only %d were free of tax", tried)
	}
}

// A number that fails its country's check shows nobody, whatever is said of it.
func TestNumbersOfCustomersAreChecked(t *testing.T) {
	for _, evidence := range []string{"", "declared", "certificate", "registry"} {
		x := deal("sale", "100.00", "", "", "100.00")
		x.SupplyKind = "services"
		x.Counterparty = booking.Counterparty{Country: "FR", Status: "business", TaxID: "FR40303265046", Evidence: evidence}
		_, err := booking.Propose(x, world(true))
		e := fault.As(err)
		if e == nil || e.Code != fault.Blocked || e.Blockers[0].Code != "tax_id_invalid" || e.Blockers[0].Field != "transaction.counterparty.tax_id" {
			t.Errorf("%q: %v", evidence, err)
		}
	}
}

func keysOf[V any](m map[string]V) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// kept is a number as a register's answer keeps it.
func kept(t *testing.T, country, number string) taxid.Result {
	t.Helper()
	r, err := taxid.Validate(country, "vat", number)
	if err != nil || !r.Valid {
		t.Fatal(country, number, r, err)
	}
	return r
}
