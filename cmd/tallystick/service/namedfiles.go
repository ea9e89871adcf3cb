package service

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/blobs"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/eventstore/transfer"
)

// NamedFiles follows a whole log in its order, and knows which files its events name and
// whose were forgotten. The zero value is ready.
type NamedFiles struct{ tenants map[string]*feeds.Inventory }

// Take is told of the next event. One that the service did not write names nothing.
func (n *NamedFiles) Take(e *proof.Event) {
	s, ok := event.ParseStream(e.Stream)
	if !ok {
		return
	}
	p, _, err := eventstore.Registry.Decode(e.Stream, e.Type, e.Data)
	if err != nil || eventstore.Strange(e) != "" {
		return
	}
	if n.tenants == nil {
		n.tenants = map[string]*feeds.Inventory{}
	}
	if n.tenants[s.Tenant] == nil {
		n.tenants[s.Tenant] = &feeds.Inventory{}
	}
	n.tenants[s.Tenant].Take(e.Stream, p)
}

// UnsoundFile is a file that an event names and that is not stored as it was.
type UnsoundFile struct {
	Name   string `json:"name"`   // <tenant>/<subject>/<sha256>
	Stream string `json:"stream"` // of the first event that names it
	What   string `json:"what"`

	Missing bool     `json:"-"`
	Tenant  string   `json:"-"`
	Ref     blob.Ref `json:"-"`
}

func (u UnsoundFile) String() string {
	return fmt.Sprintf("%s %s (named by %s)", u.Name, u.What, u.Stream)
}

// FilesReport is what is stored of the files that a log names.
type FilesReport struct {
	Sound     int // held to the sum of their bytes, or read
	ByLength  int // from before files carried a sum: of the right length
	Forgotten int // their subjects were forgotten: they need not be there
	Unsound   []UnsoundFile
}

// Opening reads a file of a tenant with its keys, as *blobs.Store does.
type Opening func(ctx context.Context, tenant string, ref blob.Ref) (io.ReadCloser, error)

// Check holds the files that the events name to what is stored. open reads a file from
// before files carried a sum, where the keys are at hand; nil otherwise.
func (n *NamedFiles) Check(ctx context.Context, stored *blobs.Checker, open Opening) (FilesReport, error) {
	var r FilesReport
	for _, tenant := range slices.Sorted(maps.Keys(n.tenants)) {
		for _, f := range n.tenants[tenant].Files(nil) {
			if f.State == feeds.FileForgotten {
				r.Forgotten++
				continue
			}
			summed, err := stored.Check(ctx, tenant, f.Ref)
			if err == nil && !summed && open != nil {
				summed, err = true, readThrough(ctx, tenant, f.Ref, open)
			}
			bad := UnsoundFile{Name: tenant + "/" + f.Ref.Subject + "/" + f.Ref.SHA256, Stream: f.Stream, Tenant: tenant, Ref: f.Ref}
			switch {
			case err == nil && summed:
				r.Sound++
				continue
			case err == nil:
				r.ByLength++
				continue
			case errors.Is(err, blobs.ErrForgotten):
				r.Forgotten++
				continue
			case errors.Is(err, blobs.ErrMissing):
				bad.What, bad.Missing = "is missing", true
			case errors.Is(err, blobs.ErrDamaged):
				bad.What = "is damaged: " + err.Error()
			default:
				return r, err
			}
			r.Unsound = append(r.Unsound, bad)
		}
	}
	return r, nil
}

func readThrough(ctx context.Context, tenant string, ref blob.Ref, open Opening) error {
	in, err := open(ctx, tenant, ref)
	if err != nil {
		return err
	}
	defer in.Close()
	_, err = io.Copy(io.Discard, in)
	return err
}

// noting tells NamedFiles of the events that a source yields.
type noting struct {
	transfer.Source
	named *NamedFiles
}

func (s noting) Next(ctx context.Context) (eventstore.Raw, error) {
	raw, err := s.Source.Next(ctx)
	if err == nil {
		s.named.Take(raw.Proved())
	}
	return raw, err
}

// unsoundFiles holds the files that events name to what is stored. Those of subjects that
// were forgotten after the events were read are left out.
func (s *Service) unsoundFiles(ctx context.Context, named *NamedFiles, stored *blobs.Checker) ([]UnsoundFile, error) {
	r, err := named.Check(ctx, stored, s.Blobs.Open)
	if err != nil {
		return nil, err
	}
	var unsound []UnsoundFile
	for _, u := range r.Unsound {
		gone, err := s.Vault.Forgotten(ctx, u.Tenant, u.Ref.Subject)
		if err != nil {
			return nil, err
		}
		if !gone {
			unsound = append(unsound, u)
		}
	}
	return unsound, nil
}
