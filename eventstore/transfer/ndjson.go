package transfer

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

// Line is an event in an export, one a line. Data and Metadata are the raw bytes
// in standard base64, so that hashes over them still hold.
type Line struct {
	Stream      string    `json:"stream"`
	Revision    uint64    `json:"revision"`
	ID          uuid.UUID `json:"id"`
	Type        string    `json:"type"`
	ContentType string    `json:"content_type"`
	Data        []byte    `json:"data"`
	Metadata    []byte    `json:"metadata"`
	Position    string    `json:"position"` // "commit/prepare" in the log it came from
	Created     time.Time `json:"created"`  // that log's clock
}

// LineOf is an event as a line.
func LineOf(e eventstore.Raw) Line {
	return Line{
		Stream: e.Stream, Revision: e.Revision, ID: e.ID, Type: e.Type, ContentType: e.ContentType,
		Data: nonNil(e.Data), Metadata: nonNil(e.Metadata),
		Position: fmt.Sprintf("%d/%d", e.Position.Commit, e.Position.Prepare), Created: e.Created.UTC(),
	}
}

// nonNil makes no bytes "" rather than null.
func nonNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// Raw is the event of a line.
func (l Line) Raw() (eventstore.Raw, error) {
	e := eventstore.Raw{
		Stream: l.Stream, Revision: l.Revision, ID: l.ID, Type: l.Type, ContentType: l.ContentType,
		Data: l.Data, Metadata: l.Metadata, Created: l.Created,
	}
	commit, prepare, ok := strings.Cut(l.Position, "/")
	c, err1 := strconv.ParseUint(commit, 10, 64)
	p, err2 := strconv.ParseUint(prepare, 10, 64)
	if !ok || err1 != nil || err2 != nil {
		return e, fmt.Errorf("position %q is not commit/prepare", l.Position)
	}
	e.Position = event.Position{Commit: c, Prepare: p}
	if e.Stream == "" || e.Type == "" || e.ID == uuid.Nil {
		return e, errors.New("a line needs stream, id and type")
	}
	if e.ContentType != contentJSON && e.ContentType != contentBinary {
		return e, fmt.Errorf("content type %q is neither %s nor %s", e.ContentType, contentJSON, contentBinary)
	}
	return e, nil
}

const (
	contentJSON   = "application/json"
	contentBinary = "application/octet-stream"
)

// Export writes a source as lines and returns how many, and their chain.
func Export(ctx context.Context, from Source, to io.Writer) (Report, error) {
	out := bufio.NewWriterSize(to, 1<<20)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	chain := NewChain()
	var report Report
	for {
		e, err := from.Next(ctx)
		if errors.Is(err, io.EOF) {
			report.Chain = chain.Sum()
			return report, out.Flush()
		}
		if err != nil {
			return report, errors.Join(err, out.Flush())
		}
		if err := enc.Encode(LineOf(e)); err != nil {
			return report, fmt.Errorf("transfer: write %s: %w", place(e), err)
		}
		chain.Add(e)
		report.Copied++
	}
}

// Lines reads an export. It is a Source.
type Lines struct {
	in   *bufio.Reader
	line int

	taken int64 // bytes
	size  int64 // of all, 0 when that is not known
}

// NewLines reads lines from in.
func NewLines(in io.Reader) *Lines {
	l := &Lines{in: bufio.NewReaderSize(in, 1<<20)}
	if f, ok := in.(interface{ Stat() (fs.FileInfo, error) }); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			l.size = info.Size()
		}
	}
	return l
}

// Fraction is how much has been read, of 1; 0 when that is not known.
func (l *Lines) Fraction() float64 {
	if l.size == 0 {
		return 0
	}
	return float64(l.taken) / float64(l.size)
}

// lineBytesMax bounds a line: an append of 1 MiB as base64, and room to spare.
const lineBytesMax = 32 << 20

// Next returns the next event. A line that is cut off at the end of the file, as
// an interrupted export leaves it, is an error.
func (l *Lines) Next(ctx context.Context) (eventstore.Raw, error) {
	if err := ctx.Err(); err != nil {
		return eventstore.Raw{}, err
	}
	text, err := l.read()
	if errors.Is(err, io.EOF) && len(text) == 0 {
		return eventstore.Raw{}, io.EOF
	}
	l.line++
	if errors.Is(err, io.EOF) {
		return eventstore.Raw{}, fmt.Errorf("transfer: line %d is cut off", l.line)
	}
	if err != nil {
		return eventstore.Raw{}, fmt.Errorf("transfer: line %d: %w", l.line, err)
	}
	var line Line
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&line); err != nil {
		return eventstore.Raw{}, fmt.Errorf("transfer: line %d: %w", l.line, err)
	}
	e, err := line.Raw()
	if err != nil {
		return e, fmt.Errorf("transfer: line %d: %w", l.line, err)
	}
	return e, nil
}

func (l *Lines) read() ([]byte, error) {
	var text []byte
	for {
		part, err := l.in.ReadSlice('\n')
		text = append(text, part...)
		l.taken += int64(len(part))
		if len(text) > lineBytesMax {
			return nil, errors.New("too long for an event")
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return text, err
		}
	}
}

// Chain is SHA-256 over events in order, each field with its length before it.
type Chain struct{ h hash.Hash }

// NewChain returns the chain of no events.
func NewChain() *Chain { return &Chain{sha256.New()} }

// Add takes the next event.
func (c *Chain) Add(e eventstore.Raw) {
	var n [8]byte
	number := func(v uint64) {
		binary.BigEndian.PutUint64(n[:], v)
		c.h.Write(n[:])
	}
	field := func(b []byte) {
		number(uint64(len(b)))
		c.h.Write(b)
	}
	field([]byte(e.Stream))
	number(e.Revision)
	field(e.ID[:])
	field([]byte(e.Type))
	field([]byte(e.ContentType))
	field(e.Data)
	field(e.Metadata)
}

// Sum is the chain in hexadecimal.
func (c *Chain) Sum() string { return hex.EncodeToString(c.h.Sum(nil)) }
