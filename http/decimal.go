package http

import "github.com/danielgtaylor/huma/v2"

// decimalText is what an amount or rate is in JSON, whatever holds it: the form
// that money.Parse reads, so that another one is named by its field.
type decimalText string

// Schema is part of huma's interface.
func (decimalText) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString, Pattern: `^-?[0-9]+([.][0-9]+)?$`, PatternDescription: "a decimal string such as 1234.50", MaxLength: new(36)}
	s.PrecomputeMessages()
	return s
}
