package overlay

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Pack is what is laid over the law of one place.
type Pack struct {
	Place      string                   `json:"place,omitempty" maxLength:"5" doc:"As in the law: GB, US, US-NY."`
	Sources    map[string]PackSource    `json:"sources,omitempty" doc:"What the citations point to, by an id of one's own."`
	Parameters map[string]PackParameter `json:"parameters,omitempty" doc:"By the name that the law has for it."`
}

// PackSource is a document that a citation points to.
type PackSource struct {
	Title     string `json:"title,omitempty" maxLength:"300"`
	Publisher string `json:"publisher,omitempty" maxLength:"200"`
	Kind      string `json:"kind,omitempty" maxLength:"20" doc:"primary or secondary."`
	URL       string `json:"url,omitempty" maxLength:"500"`
	Checked   string `json:"checked,omitempty" maxLength:"10" doc:"The day on which it was read."`
}

// PackParameter is what a pack says of one parameter.
type PackParameter struct {
	Unit   string      `json:"unit,omitempty" maxLength:"40" doc:"That of the law; left out, it is not checked."`
	Values []PackValue `json:"values" nullable:"false" maxItems:"40" doc:"In the order of their dates."`
}

// PackValue is what a parameter is from a day on: exactly one of value, table and bands.
type PackValue struct {
	From  string               `json:"from,omitempty" maxLength:"10"`
	To    string               `json:"to,omitempty" maxLength:"10" doc:"The last day; left out, until the pack's next value, or open."`
	Value *money.Dec           `json:"value,omitempty"`
	Table map[string]money.Dec `json:"table,omitempty"`
	Bands []PackBand           `json:"bands,omitempty" maxItems:"40"`
	Cite  []PackCite           `json:"cite,omitempty" maxItems:"10" doc:"What the value rests on; at least one."`
}

// PackBand is one step of a schedule.
type PackBand struct {
	Label string     `json:"label" maxLength:"100"`
	To    *money.Dec `json:"to,omitempty" doc:"The upper edge; the last band has none."`
	Rate  money.Dec  `json:"rate"`
}

// Cite points into a source.
type PackCite struct {
	Source string `json:"source" maxLength:"60"`
	At     string `json:"at" maxLength:"200" doc:"The provision."`
	URL    string `json:"url,omitempty" maxLength:"500"`
}

// Folder is the place's folder of the law.
func (p Pack) Folder() string { return strings.ToLower(p.Place) }

// Digest is the SHA-256 of the content.
func (p Pack) Digest() string {
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // plain data always encodes
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// LayerName names one version of a pack in results and citations.
func LayerName(pack string, version int) string { return fmt.Sprintf("%s.v%d", pack, version) }

// Layer is the pack as the law takes it. Dates that cannot be read are none.
func (p Pack) Layer(name string) law.Layer {
	l := law.Layer{Name: name, Folder: p.Folder(), Sources: map[string]*law.Source{}, Parameters: map[string][]*law.Value{}}
	for id, s := range p.Sources {
		l.Sources[id] = &law.Source{ID: id, Title: s.Title, Publisher: s.Publisher, Kind: law.Kind(s.Kind), URL: s.URL, Checked: date(s.Checked)}
	}
	for n, q := range p.Parameters {
		values := make([]*law.Value, len(q.Values))
		for i, v := range q.Values {
			values[i] = v.law()
			if values[i].To.IsZero() && i+1 < len(q.Values) {
				if next := date(q.Values[i+1].From); !next.IsZero() {
					values[i].To = next.AddDays(-1)
				}
			}
		}
		l.Parameters[n] = values
	}
	return l
}

func (v PackValue) law() *law.Value {
	out := &law.Value{From: date(v.From), To: date(v.To), Value: v.Value, Table: v.Table}
	for _, b := range v.Bands {
		out.Bands = append(out.Bands, law.Band{Label: b.Label, To: b.To, Rate: b.Rate})
	}
	for _, c := range v.Cite {
		out.Cite = append(out.Cite, law.Cite{Source: c.Source, At: c.At, URL: c.URL})
	}
	return out
}

func date(text string) civil.Date {
	d, _ := civil.Parse(text)
	return d
}
