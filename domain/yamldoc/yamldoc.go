// Package yamldoc reads the YAML files that are embedded beside the code: tables of
// law, words, charts.
package yamldoc

import (
	"bytes"
	"errors"
	"io"

	"go.yaml.in/yaml/v3"
)

// Decode reads the one document of text. Errors name the line: of a field that into has
// not, of a key that stands twice, of what is no value of its type, of a second document;
// io.EOF where there is none.
func Decode(text []byte, into any) error {
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(into); err != nil {
		return err
	}
	var more yaml.Node
	if err := d.Decode(&more); err == nil {
		return errors.New("yamldoc: a second document")
	} else if !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}
