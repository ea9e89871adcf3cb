package projections

import (
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/readmodels"
)

// Jobs lists background work: opened by events of records, moved by its own.
func Jobs() Projection {
	opening := categoriesWhere(func(p event.Payload) bool { _, ok := p.(job.Opener); return ok })
	return Projection{
		Name: "jobs", Version: 1, Tables: []readmodels.Table{readmodels.Jobs.Table},
		Categories: append(opening, job.Category.Name), Handle: handleJob,
	}
}

// categoriesWhere lists the registered categories with a type whose payload, as
// far as its type tells, holds what is asked for.
func categoriesWhere(holds func(event.Payload) bool) []string {
	var all []string
next:
	for _, c := range eventstore.Registry.Categories() {
		for _, typ := range eventstore.Registry.Types(c) {
			p, _, err := eventstore.Registry.Decode(event.Stream{Category: c, Tenant: "0", ID: "0"}.String(), typ, []byte("{}"))
			if err == nil && holds(p) {
				all = append(all, c)
				continue next
			}
		}
	}
	return all
}

func handleJob(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	at := e.Meta.Time
	if o, ok := e.Payload.(job.Opener); ok {
		for i, opening := range o.OpensJobs() {
			b.AddJob(readmodels.JobRow{
				Tenant: s.Tenant, ID: job.ID(e.Meta.CommandID, i), Site: e.Meta.Site, Kind: string(opening.Kind), Record: e.Stream,
				Status: "queued", Principal: e.Meta.Principal, Total: opening.Total, OpenedAt: at, DueAt: at,
			})
		}
		return nil
	}
	switch p := e.Payload.(type) {
	case job.Claimed:
		b.ChangeJob(s.Tenant, s.ID, readmodels.JobChange{Status: "running", Node: p.Node, Try: p.Try, Started: &at})
	case job.Released:
		b.ChangeJob(s.Tenant, s.ID, readmodels.JobChange{Status: "queued"})
	case job.Deferred:
		b.ChangeJob(s.Tenant, s.ID, readmodels.JobChange{Status: "queued", Code: p.Code, Due: &p.Until})
	case job.Failed:
		c := readmodels.JobChange{Status: "queued", Code: p.Code, Detail: p.Detail, Due: &p.Again}
		if p.Final {
			c.Status, c.Due, c.Ended = "failed", nil, &at
		}
		b.ChangeJob(s.Tenant, s.ID, c)
	case job.Cancelled:
		b.ChangeJob(s.Tenant, s.ID, readmodels.JobChange{Status: "cancelled", Code: "cancelled", Ended: &at})
	case job.Succeeded:
		b.ChangeJob(s.Tenant, s.ID, readmodels.JobChange{Status: "succeeded", Result: p.Result, Ended: &at})
	}
	return nil
}

// Blobs lists every file that an event names.
func Blobs() Projection {
	return Projection{
		Name: "blobs", Version: 1, Tables: []readmodels.Table{readmodels.BlobsTable},
		Categories: categoriesWhere(func(p event.Payload) bool { return blob.Names(p) }),
		Handle: func(e event.Recorded, b *readmodels.Batch) error {
			for _, r := range blob.Of(e.Payload) {
				b.NameBlob(e.Meta.Tenant, r)
			}
			return nil
		},
	}
}
