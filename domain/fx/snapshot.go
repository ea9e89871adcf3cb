package fx

import (
	_ "embed"
	"sync"

	"github.com/tallystick/tallystick/domain/yamldoc"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

//go:embed snapshot.yaml
var snapshotText []byte

// SnapshotID names the embedded table in a request.
const SnapshotID = "ecb-embedded"

// snapshotFile is snapshot.yaml.
type snapshotFile struct {
	Source law.Source           `yaml:"source"`
	Table  string               `yaml:"table"`
	Day    civil.Date           `yaml:"day"`
	Units  map[string]money.Dec `yaml:"units"`
	Absent map[string]string    `yaml:"absent"` // currency → why its figure is not held
}

// Snapshot is the one day of rates that this source tree holds, as a table. It
// answers for its own day only, and where no imported table has both
// currencies or the request names it.
var Snapshot = sync.OnceValue(func() *Table {
	f, err := readSnapshot(snapshotText)
	if err != nil {
		panic("fx: snapshot.yaml: " + err.Error())
	}
	rates := make([]Rate, 0, len(f.Units))
	for currency, units := range f.Units {
		rates = append(rates, Rate{Currency: currency, Units: units, Period: oneDay(f.Day)})
	}
	t := NewTable(f.Table, rates, f.Source.Checked)
	t.ID, t.URL, t.Embedded = SnapshotID, f.Source.URL, true
	return t
})

func readSnapshot(text []byte) (f snapshotFile, err error) {
	err = yamldoc.Decode(text, &f)
	return f, err
}
