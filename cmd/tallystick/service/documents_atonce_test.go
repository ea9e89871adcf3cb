package service_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore/blobs/blobstest"
	"github.com/tallystick/tallystick/reactors/documents"
	"github.com/tallystick/tallystick/reactors/sandbox"
)

// Two hundred uploads at once, of three tenants, to two processes, each file to both: each
// is one document, both processes read, and while each tenant has work waiting none is
// started on four more than another.
func TestUploadsAtOnceOfThreeTenants(t *testing.T) {
	t.Parallel()
	f, bucket := newFleet(t), blobstest.Bucket(t)
	var held atomic.Bool
	held.Store(true)
	node := func() *world {
		t.Helper()
		c := testConfig(t.TempDir())
		c.EventStoreURL, c.DatabaseURL, c.BlobURL = f.log, f.database, bucket
		c.NodeName = fmt.Sprintf("node-%d", f.starts.Add(1))
		w, err := f.open(c, func(s *service.Service) {
			x := &documents.Extractor{Documents: &commands.Documents{Executor: s.Executor, DB: s.DB}, Blobs: s.Blobs, Box: &sandbox.Box{},
				Tools: documents.FindTools(s.Config.ToolsDir)}
			h := x.Handler(2)
			h.Waits = func() string {
				if held.Load() {
					return "the test holds it"
				}
				return ""
			}
			s.Works(docs.ExtractJob, h)
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(w.Close)
		return w
	}
	nodes := []*world{node()}
	ctx, third := t.Context(), newTenantID()
	tenancyOf := &commands.Tenancy{Executor: nodes[0].Executor, Directory: nodes[0].Directory}
	if _, err := tenancyOf.CreateTenant(ctx, local(third), tenancy.CreateTenant{Name: "Third", TimeZone: "Europe/London"}); err != nil {
		t.Fatal(err)
	}
	if err := nodes[0].addPrincipal(ctx, "third_owner", third, access.Owner, tenancy.Grant{All: true}); err != nil {
		t.Fatal(err)
	}
	nodes = append(nodes, node())

	const files = 100
	ids, created := map[string]bool{}, 1
	eventually(t, "uploads to be taken", func() bool { // the read models are being made
		status, d, err := nodes[0].sent("owner", statementOf(files))
		if err == nil && status == 201 {
			ids[d["id"].(string)] = true
		}
		return len(ids) == 1
	})
	var mu sync.Mutex
	var all sync.WaitGroup
	for n := range files { // one tenant has most of the work
		as := "owner"
		if n >= files/2 {
			as = []string{"other_owner", "third_owner"}[n%2]
		}
		for _, w := range nodes {
			all.Go(func() {
				status, d, err := w.sent(as, statementOf(n))
				if err != nil || status != 200 && status != 201 {
					t.Errorf("%d %v %v", status, d, err)
					return
				}
				mu.Lock()
				defer mu.Unlock()
				ids[d["id"].(string)] = true
				if status == 201 {
					created++
				}
			})
		}
	}
	all.Wait()
	if len(ids) != files+1 || created != files+1 {
		t.Fatalf("%d files are %d documents, created %d times", files+1, len(ids), created)
	}
	waiting := func(status string, want int) func() bool {
		return func() bool {
			n := 0.0
			for _, as := range []string{"owner", "other_owner", "third_owner"} {
				_, jobs, _ := nodes[0].get(t, as, "/api/jobs/?status="+status)
				count, _ := jobs["count"].(float64)
				n += count
			}
			return n == float64(want)
		}
	}
	eventually(t, "every job to wait", waiting("queued", files+1))
	held.Store(false)
	eventually(t, "every job to end", waiting("succeeded", files+1))
	readOnce(t, nodes[0].Log, ids)

	left, started, by := map[string]int{}, map[string]int{}, map[string]int{}
	var claims []string
	for _, e := range eventsOf(t, nodes[0].Log, "job") {
		if p, ok := e.Payload.(job.Claimed); ok && p.Kind == docs.ExtractJob {
			claims = append(claims, e.Meta.Tenant)
			left[e.Meta.Tenant]++
			by[p.Node]++
		}
	}
	if len(by) != 2 {
		t.Errorf("the work was shared as %v", by)
	}
	for i, tenant := range claims {
		started[tenant]++
		for other := range left {
			if started[other] < left[other] && started[tenant] < left[tenant] && started[tenant] > started[other]+4 {
				t.Fatalf("start %d: %v of %v", i, started, left)
			}
		}
	}
}
