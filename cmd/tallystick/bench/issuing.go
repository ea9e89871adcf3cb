package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/settings"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/render/invoice"
)

const (
	invoicesIssued = 2000
	issuers        = 64
	ublTimeMax     = time.Millisecond
)

// issuing measures invoices that 64 callers issue in one series, beside a single writer
// that appends the same bytes, one append after the other; and UBL of one of them.
func (r *run) issuing() error {
	orders, err := r.pushOrders(r.scale(invoicesIssued))
	if err != nil {
		return err
	}
	x := r.service.API.Invoices
	day := civil.FromTime(time.Now())
	buyer := invoicing.InvoiceBuyer{Name: "Ada Byron", Email: "ada@example.org",
		Address: settings.Address{Street: "Allee 2", City: "Hamburg", Country: "DE"}}
	var next atomic.Int64
	var last atomic.Pointer[invoicing.State]
	began := time.Now()
	_, took, err := load(issuers, time.Hour, func(int) error {
		n := int(next.Add(1)) - 1
		if n >= len(orders) {
			return io.EOF
		}
		c := r.caller()
		c.Command, c.Site = uuid.Must(uuid.NewV7()), 1
		done, err := x.Issue(r.ctx, c, invoicing.IssueInvoice{OrderID: orders[n], Buyer: &buyer, AcceptDraft: true},
			func(int64) civil.Date { return day })
		last.Store(&done.State)
		return err
	})
	elapsed := time.Since(began)
	if len(took) != len(orders) {
		return fmt.Errorf("%d of %d invoices were issued: %w", len(took), len(orders), err)
	}
	floor, err := r.issuingFloor(last.Load(), r.scale(300))
	if err != nil {
		return err
	}
	r.beside(fmt.Sprintf("invoices issued, %d callers", issuers), "/s", float64(len(took))/elapsed.Seconds(), floor, .5,
		fmt.Sprintf(", p50 %s, p99 %s", ms(quantile(took, .5)), ms(quantile(took, .99))))
	return r.ubl(last.Load())
}

// issuingFloor is how many invoices a second a single writer appends: what stands in the
// streams of one, append by append.
func (r *run) issuingFloor(s *invoicing.State, n int) (float64, error) {
	var appends [][]eventstore.Proposed
	for _, name := range []event.Stream{{Category: invoicing.Documents.Name, Tenant: r.tenant, ID: s.DocumentID},
		{Category: invoicing.Orders.Name, Tenant: r.tenant, ID: s.OrderID},
		{Category: invoicing.Books.Name, Tenant: r.tenant, ID: s.Book.StreamID()}} {
		raws, err := r.service.Store.ReadStream(r.ctx, name.String(), 0, 4000)
		if err != nil {
			return 0, err
		}
		if name.Category == invoicing.Books.Name {
			raws = raws[len(raws)-1:]
		}
		var one []eventstore.Proposed
		for _, e := range raws {
			if e.Type == (invoicing.Issued{}).EventType() {
				appends, one = append(appends, one), nil
			}
			one = append(one, eventstore.Proposed{ID: e.ID, Type: e.Type, Data: e.Data, Metadata: e.Metadata})
		}
		appends = append(appends, one)
	}
	began := time.Now()
	for i := range n {
		for at, events := range appends {
			for e := range events {
				events[e].ID = uuid.New()
			}
			if _, err := r.service.Store.Append(r.ctx, fmt.Sprintf("benchissue-%d-%d", at, i), eventstore.NoStream, events...); err != nil {
				return 0, err
			}
		}
	}
	return float64(n) / time.Since(began).Seconds(), nil
}

// ubl measures an invoice of one line as UBL.
func (r *run) ubl(s *invoicing.State) error {
	d, ok := s.Document()
	if !ok {
		return fmt.Errorf("the invoice %s cannot be read", s.DocumentID)
	}
	n := r.scale(2000)
	took, err := fastest(3, func() error {
		for range n {
			if _, err := invoice.Render(invoice.UBL, d, invoice.Version{Number: 1, Layout: invoicing.Layout}); err != nil {
				return err
			}
		}
		return nil
	})
	one := took / time.Duration(n)
	r.add(figure{name: "UBL of an invoice, one core", measured: fmt.Sprintf("%.3f ms", float64(one.Microseconds())/1000), floor: "–",
		aim: "< 1 ms", met: one < ublTimeMax})
	return err
}

// pushOrders opens a site's settings and pushes so many orders of one line.
func (r *run) pushOrders(n int) (ids []string, err error) {
	t := &commands.Tenancy{Executor: r.service.Executor, Directory: r.service.Directory}
	site, err := t.AddSite(r.ctx, r.caller(), tenancy.AddSite{Name: "Bench"})
	if err != nil {
		return nil, err
	}
	if err := r.service.Directory.WaitFor(r.ctx, site.Position); err != nil {
		return nil, err
	}
	c, base := client(1), "http://"+r.service.Addr("api")
	defer c.CloseIdleConnections()
	seller := `{"effective_from":"2020-01-01","seller":{"legal_name":"Beispiel GmbH","tax_id":"DE123456788",` +
		`"address":{"street":"Weg 1","city":"Berlin","postal_code":"10115","country":"DE"}},"invoicing":{"language":"de","payment_days":14}}`
	if _, err := call(c, "PUT", base+"/api/settings/?site=1", r.key, []byte(seller), 200); err != nil {
		return nil, err
	}
	const most = 500
	for from := 0; from < n; from += most {
		var list []string
		for i := from; i < min(n, from+most); i++ {
			list = append(list, fmt.Sprintf(`{"source_ref":"%d","placed_at":"2026-03-04T09:00:00Z","currency":"EUR","buyer":{"name":"Ada Byron","country":"DE"},`+
				`"lines":[{"id":"1","description":"Lamp","quantity":"1","unit_price":"100.00","net":"100.00","rate":"0.19"}],`+
				`"taxes":[{"rate":"0.19","base":"100.00","tax":"19.00"}],"net":"100.00","gross":"119.00"}`, i))
		}
		body := `{"source":"bench","orders":[` + strings.Join(list, ",") + `]}`
		pushed, err := r.push(c, base+"/api/ledger/orders/?site=1", body)
		if err != nil {
			return nil, err
		}
		ids = append(ids, pushed...)
	}
	return ids, nil
}

func (r *run) push(c *http.Client, url, body string) (ids []string, err error) {
	req, err := http.NewRequestWithContext(r.ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+r.key)
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var answer struct {
		Entries []struct{ ID string }
		Detail  string
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil || resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("orders: %s %s %w", resp.Status, answer.Detail, err)
	}
	for _, e := range answer.Entries {
		ids = append(ids, e.ID)
	}
	return ids, nil
}
