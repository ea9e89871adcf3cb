package taxsim

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// batchRows is how many rows a worker takes at once.
const batchRows = 512

// batch is a run of rows on its way: records in, text out.
type batch struct {
	first   int // the number of its first row
	records [][]string
	out     bytes.Buffer
	err     error // of reading or computing, after the rows of out
	done    chan struct{}
}

// pass reads a file, has each row answered by one of as many workers as there
// are processors, and writes the answers in the order of the rows.
func pass(r io.Reader, w io.Writer, answer func(*engine, *household) ([]string, error)) error {
	in := csv.NewReader(r)
	in.TrimLeadingSpace = true
	names, err := in.Read()
	if err != nil {
		return fmt.Errorf("taxsim: the header: %w", err)
	}
	set, err := columnSetters(names)
	if err != nil {
		return err
	}
	model := engine{set: set, names: names, answer: answer}
	first := read(in, 1)
	if err := begin(&model, first, w); err != nil {
		return err
	}
	workers := runtime.GOMAXPROCS(0)
	work, order, stop := make(chan *batch, workers), make(chan *batch, 2*workers), make(chan struct{})
	defer close(stop)
	for range workers {
		e := model
		e.params = map[int]*form1040.Params{}
		go func() {
			for b := range work {
				e.batch(b)
			}
		}()
	}
	go feed(in, first, work, order, stop)
	for b := range order {
		<-b.done
		if _, err := w.Write(b.out.Bytes()); err != nil {
			return err
		}
		if b.err != nil {
			return b.err
		}
	}
	return nil
}

// begin writes the header, which the first household decides.
func begin(model *engine, first *batch, w io.Writer) error {
	if len(first.records) == 0 {
		return first.err
	}
	h, err := model.read(first.records[0])
	if err != nil {
		return fmt.Errorf("taxsim: row 1%w", err)
	}
	model.wide = h.detail
	out := csv.NewWriter(w)
	if err := out.Write(model.header()); err != nil {
		return err
	}
	out.Flush()
	return out.Error()
}

// feed hands batches to the workers and, in order, to the writer.
func feed(in *csv.Reader, b *batch, work, order chan<- *batch, stop <-chan struct{}) {
	defer close(work)
	defer close(order)
	for len(b.records) > 0 || b.err != nil {
		// Once handed on, the batch and its error are the worker's.
		last := b.err != nil || len(b.records) < batchRows
		for _, to := range []chan<- *batch{order, work} {
			select {
			case to <- b:
			case <-stop:
				return
			}
		}
		if last {
			return
		}
		b = read(in, b.first+batchRows)
	}
}

// read reads the rows of a batch.
func read(in *csv.Reader, first int) *batch {
	b := &batch{first: first, records: make([][]string, 0, batchRows), done: make(chan struct{})}
	for len(b.records) < batchRows {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			b.err = fmt.Errorf("taxsim: row %d: %w", first+len(b.records), err)
			break
		}
		b.records = append(b.records, record)
	}
	return b
}

// batch answers the rows of a batch.
func (e *engine) batch(b *batch) {
	defer close(b.done)
	out := csv.NewWriter(&b.out)
	for i, record := range b.records {
		if err := e.one(record, out); err != nil {
			b.err = fmt.Errorf("taxsim: row %d%w", b.first+i, err)
			break
		}
	}
	out.Flush()
}
