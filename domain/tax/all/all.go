// Package all lists the jurisdictions that are computed. It is the one place
// that imports them; everything else takes its Registry.
package all

import (
	"sync"

	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/au"
	"github.com/tallystick/tallystick/domain/tax/ca"
	"github.com/tallystick/tallystick/domain/tax/de"
	"github.com/tallystick/tallystick/domain/tax/fr"
	"github.com/tallystick/tallystick/domain/tax/gb"
	"github.com/tallystick/tallystick/domain/tax/hk"
	"github.com/tallystick/tallystick/domain/tax/ie"
	"github.com/tallystick/tallystick/domain/tax/india"
	"github.com/tallystick/tallystick/domain/tax/nl"
	"github.com/tallystick/tallystick/domain/tax/notax"
	"github.com/tallystick/tallystick/domain/tax/nz"
	"github.com/tallystick/tallystick/domain/tax/sg"
	"github.com/tallystick/tallystick/domain/tax/us"
	"github.com/tallystick/tallystick/domain/tax/za"
)

// Jurisdictions returns the declaration of every place.
func Jurisdictions() []*tax.Jurisdiction {
	return append([]*tax.Jurisdiction{
		au.Jurisdiction(),
		ca.Jurisdiction(),
		de.Jurisdiction(),
		fr.Jurisdiction(),
		gb.Jurisdiction(),
		hk.Jurisdiction(),
		ie.Jurisdiction(),
		india.Jurisdiction(),
		nl.Jurisdiction(),
		nz.Jurisdiction(),
		sg.Jurisdiction(),
		us.Jurisdiction(),
		za.Jurisdiction(),
	}, notax.Jurisdictions()...)
}

// Registry returns the index of all jurisdictions; it is built once.
var Registry = sync.OnceValue(func() *tax.Registry { return tax.NewRegistry(Jurisdictions()...) })
