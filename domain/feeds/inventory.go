package feeds

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/checkpoint"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/taxreturn"
)

// States of the files that a bundle lists.
const (
	FileKept      = "kept"      // it stands in the bundle
	FileWithheld  = "withheld"  // who asked may not download it
	FileForgotten = "forgotten" // its subject was forgotten, as the log says
	FileExport    = "export"    // an export: a copy of what else is here, and left out
	FileMissing   = "missing"   // it should be there, and is not kept any more
	FileDamaged   = "damaged"   // it should be there, and cannot be read
)

// BundleFile is a file that the log names, in a bundle's list.
type BundleFile struct {
	Name   string `json:"name"` // in the archive
	SHA256 string `json:"sha256"`
	Bytes  int64  `json:"bytes"`
	State  string `json:"state"`

	Ref    blob.Ref `json:"-"`
	Stream string   `json:"-"` // of the first event that names it
}

// EvidenceManifest says what an evidence bundle holds. But for files that are
// missing or damaged, it follows from the bundle's own events.
type EvidenceManifest struct {
	Format      string              `json:"format"`
	Tenant      string              `json:"tenant"`
	ExportID    string              `json:"export_id"`
	LogPosition int64               `json:"log_position"` // leaves of the tenant's tree before the request
	Events      int64               `json:"events"`
	Checkpoint  uint64              `json:"checkpoint_size"`
	Without     []access.Permission `json:"without"` // who asked lacks them: files that need one are withheld
	Files       []BundleFile        `json:"files"`   // by name
}

// Text is the manifest as a bundle holds it.
func (m EvidenceManifest) Text() ([]byte, error) {
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}

const evidenceManifest = "tallystick.evidence.v2"

// Restricted are the kinds of records whose files need a permission of their own to
// be downloaded, beside the one that a bundle needs.
var Restricted = map[string]access.Permission{taxreturn.Category.Name: "returns:write"}

// Inventory follows a tenant's events in the order of the log, and knows which files
// they name.
type Inventory struct {
	ExportID string // whose request the bundle answers; "" = of none
	Subject  string // whose files alone are listed; "" = everybody's

	tenant         string
	events, leaves int64
	request        *ExportRequested
	position       int64
	forgotten      map[string]bool
	files          map[string]*namedFile
}

// namedFile is a file with the kinds of records whose events name it.
type namedFile struct {
	ref    blob.Ref
	stream string // of the first
	kinds  map[string]bool
}

// Take is told of the next event: its stream, and its payload, nil where its type
// is not known.
func (i *Inventory) Take(stream string, p event.Payload) {
	i.events++
	s, ok := event.ParseStream(stream)
	if !ok {
		return
	}
	if r, asked := p.(ExportRequested); asked && s.ID == i.ExportID {
		i.request, i.position, i.tenant = &r, i.leaves, s.Tenant
	}
	if s.Category != checkpoint.Category.Name {
		i.leaves++
	}
	if f, ok := p.(interface{ Forgets() string }); ok {
		if i.forgotten == nil {
			i.forgotten = map[string]bool{}
		}
		i.forgotten[f.Forgets()] = true
	}
	for _, r := range blob.Of(p) {
		if r.Valid() && (i.Subject == "" || r.Subject == i.Subject) {
			i.name(stream, s.Category, r)
		}
	}
}

func (i *Inventory) name(stream, kind string, r blob.Ref) {
	if i.files == nil {
		i.files = map[string]*namedFile{}
	}
	name := "files/" + r.Subject + "/" + r.SHA256
	f := i.files[name]
	if f == nil {
		f = &namedFile{r, stream, map[string]bool{}}
		i.files[name] = f
	}
	f.kinds[kind] = true
}

// Files lists what the events name, by name, for a file that is made without what
// some permissions open.
func (i *Inventory) Files(without []access.Permission) []BundleFile {
	out := []BundleFile{}
	for _, name := range slices.Sorted(maps.Keys(i.files)) {
		f := i.files[name]
		out = append(out, BundleFile{name, f.ref.SHA256, f.ref.Bytes, i.state(f, without), f.ref, f.stream})
	}
	return out
}

// state is what can be said of a file before it is opened. One that records of
// several kinds name is as open as the most open of them.
func (i *Inventory) state(f *namedFile, without []access.Permission) string {
	open, export := false, false
	for kind := range f.kinds {
		needs := Restricted[kind]
		switch {
		case kind == Exports.Name:
			export = true
		case needs == "" || !slices.Contains(without, needs):
			open = true
		}
	}
	switch {
	case i.forgotten[f.ref.Subject]:
		return FileForgotten
	case open:
		return FileKept
	case export && len(f.kinds) == 1:
		return FileExport
	}
	return FileWithheld
}

// Evidence is the manifest of a bundle of the events, up to a signed head of so many
// leaves. It is false where the request is not among them.
func (i *Inventory) Evidence(checkpointSize uint64) (EvidenceManifest, bool) {
	if i.request == nil || i.request.Format != EvidenceFormat {
		return EvidenceManifest{}, false
	}
	without := append([]access.Permission{}, i.request.Without...)
	return EvidenceManifest{evidenceManifest, i.tenant, i.ExportID, i.position, i.events, checkpointSize, without, i.Files(without)}, true
}
