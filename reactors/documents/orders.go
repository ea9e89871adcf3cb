package documents

import (
	"bytes"
	"context"
	"encoding/json"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/orders/orderfile"
	"github.com/tallystick/tallystick/eventstore/blobs"
)

// ordersRead is a file of orders as the parser hands it over: rows and faults are kept as
// they are written here.
type ordersRead struct {
	Count  int             `json:"count"`
	Faulty int             `json:"faulty"`
	Rows   json.RawMessage `json:"rows"`
	Faults json.RawMessage `json:"faults"`
}

// readOrders reads a file of orders, in the sandbox. said reports that its sender calls
// it one.
func readOrders(content []byte, text string, said bool) parsed {
	_, isWide := wide(content)
	first := bytes.TrimLeft(content, "\ufeff \t\r\n")
	if len(first) > 0 && (first[0] == '[' || first[0] == '{') && !isWide && !utf8.Valid(content) {
		return parsed{Refused: "unreadable"} // JSON is Unicode
	}
	f, ok := orderfile.Read(text, said, time.Now())
	switch {
	case !ok:
		return parsed{Refused: "format_not_known"}
	case f.TooMany:
		return parsed{Refused: errTooComplex.Error()}
	}
	rows, err := json.Marshal(f.Rows)
	if err != nil {
		return parsed{Refused: "unreadable"}
	}
	faults, err := json.Marshal(f.Faults)
	if err != nil {
		return parsed{Refused: "unreadable"}
	}
	return parsed{Kind: "orders", Orders: &ordersRead{len(f.Rows), f.Faulty, rows, faults}}
}

// wide reads UTF-16; ok is false where the first bytes do not say that it is.
func wide(content []byte) (text string, ok bool) {
	if len(content) < 2 || !(content[0] == 0xff && content[1] == 0xfe || content[0] == 0xfe && content[1] == 0xff) {
		return "", false
	}
	high := 0 // where a unit has its higher byte
	if content[0] == 0xff {
		high = 1
	}
	units := make([]uint16, 0, len(content)/2)
	for i := 2; i+1 < len(content); i += 2 {
		units = append(units, uint16(content[i+high])<<8|uint16(content[i+1-high]))
	}
	if len(content)%2 == 1 {
		units = append(units, utf8.RuneError) // half a letter
	}
	return string(utf16.Decode(units)), true
}

// keepOrders stores the rows and faults of a file of orders beside the log.
func (x *Extractor) keepOrders(ctx context.Context, tenant string, s docs.State, read *ordersRead) (*docs.OrdersFile, error) {
	o := docs.OrdersFile{Source: s.Source, Count: read.Count, Faulty: read.Faulty}
	if o.Source == "" {
		o.Source = docs.FiledSource
	}
	var err error
	if o.Rows, err = x.Blobs.Put(ctx, tenant, s.Subject(), bytes.NewReader(read.Rows), int64(len(read.Rows))); err != nil {
		return nil, err
	}
	o.Faults, err = x.Blobs.Put(ctx, tenant, s.Subject(), bytes.NewReader(read.Faults), int64(len(read.Faults)))
	return &o, err
}

// OrderFaults reads those of a file of orders.
func OrderFaults(ctx context.Context, store *blobs.Store, tenant string, o docs.OrdersFile) (faults []orderfile.Fault, err error) {
	const most = 16 << 20
	text, err := store.ReadAll(ctx, tenant, o.Faults, most)
	if err != nil {
		return nil, err
	}
	return faults, json.Unmarshal(text, &faults)
}

// Orders reads the orders of a file, one after the other, until take fails.
func Orders(ctx context.Context, store *blobs.Store, tenant string, o docs.OrdersFile, take func(orderfile.Row) error) error {
	file, err := store.Open(ctx, tenant, o.Rows)
	if err != nil {
		return err
	}
	defer file.Close()
	d := json.NewDecoder(file)
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		var row orderfile.Row
		if err := d.Decode(&row); err != nil {
			return err
		}
		if err := take(row); err != nil {
			return err
		}
	}
	return nil
}
