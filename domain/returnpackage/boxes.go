package returnpackage

import (
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"github.com/tallystick/tallystick/domain/yamldoc"

	"github.com/tallystick/tallystick/domain/sources"
)

//go:embed boxes.yaml
var boxesText []byte

// box is the number that a line of the British return bears on the forms of some years.
type box struct {
	Line    string   `yaml:"line"` // its key
	Years   []string `yaml:"years"`
	Box     string   `yaml:"box"`
	Sources []string `yaml:"sources"`
}

type boxTable struct {
	Sources sources.Sources `yaml:"sources"`
	Boxes   []box           `yaml:"boxes"`
}

var britishBoxes = sync.OnceValue(func() boxTable {
	t, err := readBoxes(boxesText)
	if err != nil {
		panic(err)
	}
	return t
})

// readBoxes reads the numbers of boxes; an error names one that its sources do not
// support.
func readBoxes(text []byte) (t boxTable, err error) {
	if err := yamldoc.Decode(text, &t); err != nil {
		return t, fmt.Errorf("returnpackage: %w", err)
	}
	if err := t.Sources.Published(); err != nil {
		return t, fmt.Errorf("returnpackage: %w", err)
	}
	for _, b := range t.Boxes {
		if b.Line == "" || b.Box == "" || len(b.Years) == 0 {
			return t, fmt.Errorf("returnpackage: a box needs its line, years and number: %+v", b)
		}
		if err := t.Sources.Supports(b.Sources); err != nil {
			return t, fmt.Errorf("returnpackage: box %s of %s: %w", b.Box, b.Line, err)
		}
	}
	return t, nil
}

// number writes the boxes of a year beside the lines that stand on them; a line's key
// stays what it is without them.
func (t boxTable) number(lines []Line, year string) []Line {
	for i := range lines {
		l := &lines[i]
		if l.Line != "" {
			continue
		}
		if l.Key == "" {
			l.Key = slug(l.Form + " " + l.Step)
		}
		for _, b := range t.Boxes {
			if b.Line == l.Key && slices.Contains(b.Years, year) {
				l.Line = b.Box
			}
		}
	}
	return lines
}
