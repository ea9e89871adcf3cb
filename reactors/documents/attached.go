package documents

import (
	"errors"
	"slices"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/filter"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"github.com/tallystick/tallystick/domain/documents/markup"
	"github.com/tallystick/tallystick/domain/documents/reading"
)

// invoiceFiles are the names under which Factur-X and ZUGFeRD embed an invoice in a PDF.
var invoiceFiles = map[string]bool{"factur-x.xml": true, "zugferd-invoice.xml": true, "xrechnung.xml": true}

// attachedMax bounds, in bytes, what an embedded invoice may come to; it is unpacked no
// further.
const attachedMax = 10 << 20

// readAttached looks for the invoice that Factur-X and ZUGFeRD embed in a PDF. One whose
// objects cannot be made out has none. Of several that say the same the first is taken, and
// those that do not are refused: neither of them is the document's more than the other.
func readAttached(content []byte) (p parsed) {
	defer func() {
		if recover() != nil {
			p = parsed{}
		}
	}()
	ctx, err := openPDF(content)
	if err != nil {
		return parsed{}
	}
	for _, spec := range fileSpecs(ctx) {
		if !invoiceFiles[strings.ToLower(fileName(ctx, spec))] {
			continue
		}
		text, err := fileContent(ctx, spec)
		switch {
		case len(text) > attachedMax || errors.Is(err, filter.ErrDecodeLimitExceeded):
			return parsed{Refused: "unreadable"}
		case err != nil:
			continue
		}
		root, err := markup.Parse(text)
		if err != nil {
			return parsed{Refused: "xml_refused"}
		}
		other, ok := readInvoice(root)
		switch {
		case ok && len(p.Fields) == 0:
			p = other
		case ok && differ(p.Fields, other.Fields):
			return parsed{Refused: "invoices_differ"}
		}
	}
	return p
}

// differ reports whether two invoices say another of the same thing; what only one of them
// says is no difference.
func differ(a, b []reading.Found) bool {
	said := map[string]string{}
	for _, f := range a {
		said[f.Name] = f.Value
	}
	return slices.ContainsFunc(b, func(f reading.Found) bool { v, both := said[f.Name]; return both && v != f.Value })
}

// nodesMax bounds what is looked at of a tree of names.
const nodesMax = 2_000

// fileSpecs are the files that a PDF says it embeds: in its tree of names and beside its
// catalogue. The library fills that tree only where it checks the whole document first,
// which refuses many that can be read.
func fileSpecs(ctx *model.Context) (all []types.Dict) {
	catalog, err := ctx.Catalog()
	if err != nil || catalog == nil {
		return nil
	}
	add := func(o types.Object) {
		if d, err := ctx.DereferenceDict(o); err == nil && d != nil {
			all = append(all, d)
		}
	}
	if beside, err := ctx.DereferenceArray(catalog["AF"]); err == nil {
		for _, o := range beside[:min(len(beside), nodesMax)] {
			add(o)
		}
	}
	names, err := ctx.DereferenceDict(catalog["Names"])
	if err != nil || names == nil {
		return all
	}
	nodes := []types.Object{names["EmbeddedFiles"]}
	for read := 0; len(nodes) > 0 && read < nodesMax; read++ {
		node, err := ctx.DereferenceDict(nodes[0])
		nodes = nodes[1:]
		if err != nil || node == nil {
			continue
		}
		if pairs, err := ctx.DereferenceArray(node["Names"]); err == nil {
			for i := 1; i < min(len(pairs), nodesMax); i += 2 {
				add(pairs[i])
			}
		}
		if kids, err := ctx.DereferenceArray(node["Kids"]); err == nil {
			nodes = append(nodes, kids[:min(len(kids), nodesMax)]...)
		}
	}
	return all
}

// fileName is what a file is called that a PDF embeds.
func fileName(ctx *model.Context, spec types.Dict) string {
	for _, key := range []string{"UF", "F"} {
		if o, has := spec.Find(key); has {
			if name, err := ctx.DereferenceText(o); err == nil {
				return name
			}
		}
	}
	return ""
}

// errNoFile is of a file that is named and not there.
var errNoFile = errors.New("documents: no such file within the PDF")

// fileContent is the content of a file that a PDF embeds, unpacked to attachedMax at most.
// Errors: filter.ErrDecodeLimitExceeded of one that is larger, and others where there is none.
func fileContent(ctx *model.Context, spec types.Dict) ([]byte, error) {
	held, err := ctx.DereferenceDict(spec["EF"])
	if err != nil {
		return nil, err
	}
	for _, key := range []string{"F", "UF"} {
		stream, _, err := ctx.DereferenceStreamDict(held[key])
		if err != nil || stream == nil {
			continue
		}
		err = stream.DecodeWithLimit(attachedMax)
		return stream.Content, err
	}
	return nil, errNoFile
}
