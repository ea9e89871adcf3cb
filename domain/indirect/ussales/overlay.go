package ussales

import (
	"strings"

	"github.com/tallystick/tallystick/domain/tax/law"
)

// resolver is what sales taxes are read by: what a tenant may lay over them. The tests
// of who must collect are read of the embedded law alone.
type resolver struct{}

// Resolver is that of rule packs.
var Resolver law.Resolver = resolver{}

func (resolver) Folder() string { return "us" }

func (resolver) Try(b *law.Book) error {
	for _, name := range b.Names() {
		if !strings.HasPrefix(name, "sales_") || strings.Contains(name, "_nexus_") {
			continue
		}
		for _, v := range b.Parameters[name].Values {
			r := b.On(v.From)
			switch {
			case v.Value != nil:
				r.Num(name)
			case len(v.Table) > 0:
				r.Table(name)
			default:
				r.Text(name)
			}
			if err := r.Err(); err != nil {
				return err
			}
		}
	}
	return nil
}
