package proof

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/google/uuid"
)

// Line is an event in an export, one a line: raw bytes in standard base64. What
// else stands in a line (the position and time of a server) proves nothing and
// is left out.
type Line struct {
	Stream      string    `json:"stream"`
	Revision    uint64    `json:"revision"`
	ID          uuid.UUID `json:"id"`
	Type        string    `json:"type"`
	ContentType string    `json:"content_type"`
	Data        []byte    `json:"data"`
	Metadata    []byte    `json:"metadata"`
}

// LineOf is an event as a line.
func LineOf(e *Event) Line {
	l := Line(*e)
	if l.Data == nil {
		l.Data = []byte{}
	}
	if l.Metadata == nil {
		l.Metadata = []byte{}
	}
	return l
}

// MarshalLines writes events as an export holds them.
func MarshalLines(events []*Event) ([]byte, error) {
	var out []byte
	for _, e := range events {
		line, err := json.Marshal(LineOf(e))
		if err != nil {
			return nil, fmt.Errorf("proof: %s: %w", name(e), err)
		}
		out = append(append(out, line...), '\n')
	}
	return out, nil
}

const lineBytesMax = 32 << 20 // an append as base64, and room to spare

// ReadLines gives each event of an export to take, in order, until it returns
// an error. Blank lines are passed over.
func ReadLines(r io.Reader, take func(*Event) error) error {
	in := bufio.NewReaderSize(r, 1<<20)
	for n := 1; ; n++ {
		text, err := readLine(in)
		if errors.Is(err, io.EOF) && len(text) == 0 {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if len(text) > 1 {
			var l Line
			if err := json.Unmarshal(text, &l); err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
			e := Event(l)
			if err := take(&e); err != nil {
				return err
			}
		}
	}
}

func readLine(in *bufio.Reader) ([]byte, error) {
	var text []byte
	for {
		part, err := in.ReadSlice('\n')
		text = append(text, part...)
		if len(text) > lineBytesMax {
			return nil, errors.New("too long for an event")
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return text, err
		}
	}
}
