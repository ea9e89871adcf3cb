// Package markup reads XML of strangers: no document type, no entity of its own,
// bounded depth and size. It gives a tree of local names, which is all that
// e-invoices and statements need.
package markup

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Node is one element.
type Node struct {
	Name       string // local
	Space      string // namespace
	Text       string // its own, trimmed
	Attributes map[string]string
	Children   []*Node
}

// ErrRefused says why a text is not read: it declares a document type, is deeper
// than DepthMax, has more than NodesMax elements, or is no XML.
var ErrRefused = errors.New("markup: refused")

// Limits.
const (
	DepthMax = 100
	NodesMax = 500_000
)

// Parse reads a whole document.
func Parse(text []byte) (*Node, error) {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
		if c := strings.ToLower(charset); c == "iso-8859-1" || c == "windows-1252" || c == "us-ascii" {
			return latin(in)
		}
		return nil, fmt.Errorf("%w: its letters are in %s", ErrRefused, charset)
	}
	var open []*Node
	var root *Node
	nodes := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%w: it is no XML", ErrRefused)
		}
		switch t := token.(type) {
		case xml.Directive:
			return nil, fmt.Errorf("%w: it declares a document type", ErrRefused)
		case xml.StartElement:
			n := &Node{Name: t.Name.Local, Space: t.Name.Space, Attributes: map[string]string{}}
			for _, a := range t.Attr {
				n.Attributes[a.Name.Local] = a.Value
			}
			if nodes++; len(open) >= DepthMax || nodes > NodesMax {
				return nil, fmt.Errorf("%w: it is too deep or too long", ErrRefused)
			}
			if len(open) > 0 {
				parent := open[len(open)-1]
				parent.Children = append(parent.Children, n)
			} else if root == nil {
				root = n
			} else {
				return nil, fmt.Errorf("%w: it has two roots", ErrRefused)
			}
			open = append(open, n)
		case xml.EndElement:
			n := open[len(open)-1]
			n.Text = strings.TrimSpace(n.Text)
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].Text += string(t)
			}
		}
	}
	if root == nil {
		return nil, fmt.Errorf("%w: it is empty", ErrRefused)
	}
	return root, nil
}

// latin reads the letters of western Europe, one byte each.
func latin(in io.Reader) (io.Reader, error) {
	raw, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	letters := make([]rune, len(raw))
	for i, b := range raw {
		letters[i] = rune(b)
		if b == 0x80 {
			letters[i] = '€'
		}
	}
	return strings.NewReader(string(letters)), nil
}

// All are the descendants at a path of local names: "Acct/Id/IBAN".
func (n *Node) All(path string) []*Node {
	if n == nil {
		return nil
	}
	at := []*Node{n}
	for _, name := range strings.Split(path, "/") {
		var next []*Node
		for _, x := range at {
			for _, c := range x.Children {
				if c.Name == name {
					next = append(next, c)
				}
			}
		}
		at = next
	}
	return at
}

// First is the first of All, nil where there is none.
func (n *Node) First(path string) *Node {
	if all := n.All(path); len(all) > 0 {
		return all[0]
	}
	return nil
}

// Get is the text of the first of the paths that has one.
func (n *Node) Get(paths ...string) string {
	for _, path := range paths {
		if x := n.First(path); x != nil && x.Text != "" {
			return x.Text
		}
	}
	return ""
}
