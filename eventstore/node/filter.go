package node

import (
	"bytes"
	"context"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

const (
	// regexBytesMax bounds the work of compiling a filter.
	regexBytesMax = 4 << 10
	// windowDefault is used when a client asks for no window.
	windowDefault = 32
)

// filter selects events of $all by stream name or event type. A nil filter
// selects all.
type filter struct {
	byType   bool
	prefixes [][]byte
	regex    *regex
	interval uint64 // examined events between two checkpoints
}

// expression is how both protocols write a filter.
type expression interface {
	GetRegex() string
	GetPrefix() []string
}

func newFilter(byType bool, e expression) (*filter, error) {
	f := &filter{byType: byType}
	switch {
	case e.GetRegex() != "" && len(e.GetPrefix()) > 0:
		return nil, invalid("filter has both a regex and prefixes")
	case len(e.GetRegex()) > regexBytesMax:
		return nil, invalid("filter regex has %d bytes, at most %d are allowed", len(e.GetRegex()), regexBytesMax)
	case e.GetRegex() != "":
		regex, err := compileRegex(e.GetRegex())
		if err != nil {
			return nil, invalid("filter regex: %v", err)
		}
		f.regex = regex
	case len(e.GetPrefix()) > 0:
		for _, p := range e.GetPrefix() {
			f.prefixes = append(f.prefixes, []byte(p))
		}
	default:
		return nil, invalid("filter has neither a regex nor prefixes")
	}
	return f, nil
}

// readFilter returns nil if the request has no filter.
func readFilter(o *api.ReadReq_Options) (*filter, error) {
	wire := o.GetFilter()
	if wire == nil {
		return nil, nil
	}
	var f *filter
	var err error
	switch v := wire.GetFilter().(type) {
	case *api.ReadReq_Options_FilterOptions_StreamIdentifier:
		f, err = newFilter(false, v.StreamIdentifier)
	case *api.ReadReq_Options_FilterOptions_EventType:
		f, err = newFilter(true, v.EventType)
	default:
		err = invalid("filter is empty")
	}
	if err != nil {
		return nil, err
	}
	window := uint64(windowDefault)
	if wire.GetMax() > 0 {
		window = uint64(wire.GetMax())
	}
	f.interval = window * max(1, uint64(wire.GetCheckpointIntervalMultiplier()))
	return f, nil
}

// match is nil for a nil filter: the store then looks at nothing. It ends with ctx, and
// with an error where an expression takes too long.
func (f *filter) match(ctx context.Context) func(stream, typ []byte) (bool, error) {
	if f == nil {
		return nil
	}
	return func(stream, typ []byte) (bool, error) {
		name := stream
		if f.byType {
			name = typ
		}
		if f.regex != nil {
			return f.regex.Match(ctx, name)
		}
		return f.hasPrefix(name), nil
	}
}

// wakes is match for what must not take long, nil where it could: who waits is then
// woken by every commit, and looks at it in its own time.
func (f *filter) wakes() func(stream, typ []byte) bool {
	if f == nil || f.regex != nil && f.regex.linear == nil {
		return nil
	}
	match := f.match(context.Background())
	return func(stream, typ []byte) bool {
		matches, err := match(stream, typ)
		return matches || err != nil
	}
}

func (f *filter) hasPrefix(name []byte) bool {
	for _, p := range f.prefixes {
		if bytes.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
