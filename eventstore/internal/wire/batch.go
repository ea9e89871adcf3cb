package wire

import (
	"bytes"
	"cmp"
	"time"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/types/known/durationpb"
)

const (
	tagCorrelation = 1<<3 | asBytes // of BatchAppendReq and BatchAppendResp

	tagOptions  = 2<<3 | asBytes // of BatchAppendReq
	tagProposed = 3<<3 | asBytes
	tagFinal    = 4<<3 | asVarint

	tagOptionsStream   = 1<<3 | asBytes // of BatchAppendReq.Options
	tagOptionsRevision = 2<<3 | asVarint
	tagOptionsNoStream = 3<<3 | asBytes
	tagOptionsAny      = 4<<3 | asBytes
	tagOptionsExists   = 5<<3 | asBytes
	tagOptionsUntil    = 6<<3 | asBytes
	tagOptionsWithin   = 7<<3 | asBytes

	tagSeconds = 1<<3 | asVarint // of Timestamp and Duration
	tagNanos   = 2<<3 | asVarint

	tagProposedID       = 1<<3 | asBytes // of BatchAppendReq.ProposedMessage
	tagProposedSystem   = 2<<3 | asBytes
	tagProposedMetadata = 3<<3 | asBytes
	tagProposedData     = 4<<3 | asBytes

	tagRefusal          = 2<<3 | asBytes // of BatchAppendResp
	tagSuccess          = 3<<3 | asBytes
	tagAnsweredStream   = 4<<3 | asBytes
	tagAnsweredRevision = 5<<3 | asVarint
	tagAnsweredNoStream = 6<<3 | asBytes
	tagAnsweredAny      = 7<<3 | asBytes
	tagAnsweredExists   = 8<<3 | asBytes

	tagCurrentRevision = 1<<3 | asVarint // of BatchAppendResp.Success
	tagPosition        = 3<<3 | asBytes
)

// Condition is the state that a stream must be in for an append.
type Condition uint8

// Conditions. Unstated is a request's that names none.
const (
	Unstated Condition = iota
	Any
	NoStream
	StreamExists
	AtRevision
)

// Expected is what an append expects of its stream.
type Expected struct {
	Condition Condition
	Revision  uint64 // with AtRevision
}

// Proposed is an event to be appended. One that was received has as Err what is
// wrong with its id.
type Proposed struct {
	ID             [16]byte
	Type           string
	ContentType    string
	Metadata, Data []byte
	Err            error
}

func (p *Proposed) size() int {
	return sizeBytes(sizeUUID(p.ID, false)) + sizeEntry(KeyType, len(p.Type)) + sizeEntry(KeyContentType, len(p.ContentType)) +
		sizeBytes(len(p.Metadata)) + sizeBytes(len(p.Data))
}

func (p *Proposed) append(b []byte) []byte {
	b = appendUUID(appendOpening(b, tagProposedID, sizeUUID(p.ID, false)), p.ID, false)
	b = appendEntry(b, tagProposedSystem, KeyType, p.Type)
	b = appendEntry(b, tagProposedSystem, KeyContentType, p.ContentType)
	b = appendBytes(b, tagProposedMetadata, p.Metadata)
	return appendBytes(b, tagProposedData, p.Data)
}

func (p *Proposed) decode(content []byte) (err error) {
	var id, key, value []byte
	earlier := [2]string{p.Type, p.ContentType}
	p.Type, p.ContentType = "", ""
	f := fields{rest: content}
	for err == nil && f.next() {
		switch f.tag {
		case tagProposedID:
			id = f.content
		case tagProposedSystem:
			if key, value, err = entry(f.content); !utf8.Valid(key) || !utf8.Valid(value) {
				err = errMalformed
			}
			switch string(key) {
			case KeyType:
				p.Type = same(earlier[0], value)
			case KeyContentType:
				p.ContentType = same(earlier[1], value)
			}
		case tagProposedMetadata:
			p.Metadata = f.content
		case tagProposedData:
			p.Data = f.content
		}
	}
	p.ID, p.Err = ID(id)
	return cmp.Or(err, f.err)
}

// same returns value as a string, which is the earlier one if that is equal.
func same(earlier string, value []byte) string {
	if earlier == string(value) {
		return earlier
	}
	return string(value)
}

// Request is a BatchAppendReq: a whole append, or a part of one.
type Request struct {
	Correlation []byte // the content of a UUID
	// What comes with an append's first part.
	Options  bool // they are there
	Stream   []byte
	Expected Expected
	Until    time.Time     // zero: none
	Within   time.Duration // zero: none

	Events []Proposed
	Final  bool
}

// AppendCorrelation appends the content of a UUID that stands for a number.
func AppendCorrelation(b []byte, n uint64) []byte {
	b = appendOpening(b, tagStructured, 1+protowire.SizeVarint(n))
	return appendVarint(append(b, tagLeast), n)
}

// number is the number that a correlation stands for.
func number(correlation []byte) (n uint64, err error) {
	f := fields{rest: correlation}
	for f.next() {
		if f.tag == tagStructured {
			_, n, err = position(f.content) // the same fields, of another meaning
		}
	}
	return n, cmp.Or(err, f.err)
}

// Append appends a whole append, to be done Within its time.
func (r *Request) Append(b []byte) []byte {
	seconds, nanos := uint64(r.Within/time.Second), uint64(r.Within%time.Second)
	within := sizeNumber(seconds) + sizeNumber(nanos)
	b = appendBytes(b, tagCorrelation, r.Correlation)
	b = appendOpening(b, tagOptions, sizeBytes(sizeBytes(len(r.Stream)))+r.Expected.size()+sizeBytes(within))
	b = appendOpening(b, tagOptionsStream, sizeBytes(len(r.Stream)))
	b = appendBytes(b, tagStreamName, r.Stream)
	b = r.Expected.append(b, tagOptionsRevision, tagOptionsNoStream, tagOptionsAny, tagOptionsExists)
	b = appendOpening(b, tagOptionsWithin, within)
	b = appendNumber(b, tagSeconds, seconds)
	b = appendNumber(b, tagNanos, nanos)
	for i := range r.Events {
		b = appendOpening(b, tagProposed, r.Events[i].size())
		b = r.Events[i].append(b)
	}
	return append(b, tagFinal, 1)
}

// Decode reads a message; what it has of it are views. Of the one before, it uses
// the memory of Events, and the names.
func (r *Request) Decode(message []byte) (err error) {
	*r = Request{Events: r.Events[:0]}
	f := fields{rest: message}
	for err == nil && f.next() {
		switch f.tag {
		case tagCorrelation:
			r.Correlation = f.content
		case tagOptions:
			r.Options = true
			err = r.decodeOptions(f.content)
		case tagProposed:
			err = r.nextEvent().decode(f.content)
		case tagFinal:
			r.Final = f.number != 0
		}
	}
	return cmp.Or(err, f.err)
}

// Release lets go of the bytes, whose views who wanted them has by now, and of the
// memory of many events.
func (r *Request) Release() {
	const kept = 16
	events := r.Events
	if cap(events) > kept {
		events = nil
	}
	for i := range events {
		events[i] = Proposed{Type: events[i].Type, ContentType: events[i].ContentType}
	}
	*r = Request{Events: events[:0]}
}

// nextEvent adds an event, of which only the names are left from the one that was
// there in an earlier message.
func (r *Request) nextEvent() *Proposed {
	if len(r.Events) == cap(r.Events) {
		r.Events = append(r.Events, Proposed{})
		return &r.Events[len(r.Events)-1]
	}
	r.Events = r.Events[:len(r.Events)+1]
	e := &r.Events[len(r.Events)-1]
	*e = Proposed{Type: e.Type, ContentType: e.ContentType}
	return e
}

func (r *Request) decodeOptions(content []byte) (err error) {
	f := fields{rest: content}
	for err == nil && f.next() {
		switch f.tag {
		case tagOptionsStream:
			r.Stream, err = streamName(f.content)
		case tagOptionsRevision:
			r.Expected = Expected{AtRevision, f.number}
		case tagOptionsNoStream:
			r.Expected = Expected{Condition: NoStream}
		case tagOptionsAny:
			r.Expected = Expected{Condition: Any}
		case tagOptionsExists:
			r.Expected = Expected{Condition: StreamExists}
		case tagOptionsUntil:
			var seconds, nanos uint64
			seconds, nanos, err = position(f.content)
			r.Until, r.Within = time.Unix(int64(seconds), int64(int32(nanos))), 0
		case tagOptionsWithin:
			var seconds, nanos uint64
			seconds, nanos, err = position(f.content)
			within := durationpb.Duration{Seconds: int64(seconds), Nanos: int32(nanos)} // which may be too long for Go's
			r.Until, r.Within = time.Time{}, within.AsDuration()
		}
	}
	return cmp.Or(err, f.err)
}

func (e Expected) size() int {
	switch e.Condition {
	case Unstated:
		return 0
	case AtRevision:
		return 1 + protowire.SizeVarint(e.Revision)
	}
	return sizeBytes(0)
}

// append writes the field of a oneof.
func (e Expected) append(b []byte, revision, noStream, any, exists byte) []byte {
	switch e.Condition {
	case AtRevision:
		return appendVarint(append(b, revision), e.Revision)
	case NoStream:
		return appendOpening(b, noStream, 0)
	case Any:
		return appendOpening(b, any, 0)
	case StreamExists:
		return appendOpening(b, exists, 0)
	}
	return b
}

// Answer is a BatchAppendResp.
type Answer struct {
	Correlation []byte
	Stream      []byte
	Expected    Expected
	// Where the append ended; no position where the server says none.
	Revision, Commit, Prepare uint64
	// Refusal, of a request that failed, is a google.rpc.Status; nil: it went well.
	Refusal []byte
}

// Message returns an answer that is no refusal.
func (a *Answer) Message() Message {
	position := sizeNumber(a.Commit) + sizeNumber(a.Prepare)
	success := 1 + protowire.SizeVarint(a.Revision) + sizeBytes(position)
	b := make([]byte, 0, sizeBytes(len(a.Correlation))+sizeBytes(success)+sizeBytes(sizeBytes(len(a.Stream)))+a.Expected.size())
	b = appendBytes(b, tagCorrelation, a.Correlation)
	b = appendOpening(b, tagSuccess, success)
	b = appendVarint(append(b, tagCurrentRevision), a.Revision)
	b = appendOpening(b, tagPosition, position)
	b = appendNumber(b, tagCommit, a.Commit)
	b = appendNumber(b, tagPrepare, a.Prepare)
	b = appendOpening(b, tagAnsweredStream, sizeBytes(len(a.Stream)))
	b = appendBytes(b, tagStreamName, a.Stream)
	return a.Expected.append(b, tagAnsweredRevision, tagAnsweredNoStream, tagAnsweredAny, tagAnsweredExists)
}

// Answered is a BatchAppendResp as it is received, without what repeats the
// request.
type Answered struct {
	Number                    uint64 // of the correlation
	Revision, Commit, Prepare uint64
	Refusal                   []byte
}

// Decode reads a message, and keeps nothing of it.
func (a *Answered) Decode(message []byte) (err error) {
	*a = Answered{}
	f := fields{rest: message}
	for err == nil && f.next() {
		switch f.tag {
		case tagCorrelation:
			a.Number, err = number(f.content)
		case tagRefusal:
			a.Refusal = bytes.Clone(f.content)
		case tagSuccess:
			err = a.decodeSuccess(f.content)
		}
	}
	return cmp.Or(err, f.err)
}

func (a *Answered) decodeSuccess(content []byte) (err error) {
	f := fields{rest: content}
	for err == nil && f.next() {
		switch f.tag {
		case tagCurrentRevision:
			a.Revision = f.number
		case tagPosition:
			a.Commit, a.Prepare, err = position(f.content)
		}
	}
	return cmp.Or(err, f.err)
}
