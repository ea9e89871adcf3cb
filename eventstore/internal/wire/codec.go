// Package wire writes and reads, by hand, the messages of the EventStoreDB
// protocol that a busy log exchanges most: events that are read, and appends by
// the batch. The structures that protobuf generates for them cost several times
// what the bytes do. On the wire there is no difference, and everything else is
// left to protobuf.
//
// The messages are ReadResp, BatchAppendReq and BatchAppendResp of the protocol's
// streams.proto; fields that are unknown are skipped, as by protobuf.
package wire

import (
	"errors"

	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
)

// Codec is gRPC's codec for protobuf, but for Message and Decoder.
func Codec() encoding.CodecV2 { return codec{encoding.GetCodecV2(proto.Name)} }

type codec struct{ encoding.CodecV2 }

// Message is a message as it goes over the wire. Who sends it must not touch the
// bytes again.
type Message []byte

// Decoder is a message that reads itself, and may keep the bytes.
type Decoder interface{ Decode(wire []byte) error }

func (c codec) Marshal(message any) (mem.BufferSlice, error) {
	if bytes, ok := message.(Message); ok {
		return mem.BufferSlice{mem.SliceBuffer(bytes)}, nil
	}
	return c.CodecV2.Marshal(message)
}

func (c codec) Unmarshal(wire mem.BufferSlice, message any) error {
	d, ok := message.(Decoder)
	if !ok {
		return c.CodecV2.Unmarshal(wire, message)
	}
	if len(wire) == 1 {
		if own, ok := wire[0].(mem.SliceBuffer); ok {
			return d.Decode(own) // it is in no pool, so that nobody will use it again
		}
	}
	return d.Decode(wire.Materialize())
}

// A tag is a field's number and how its value is written. Numbers here are below
// 16, so that a tag is one byte.
const (
	asVarint = 0
	asBytes  = 2
)

var errMalformed = errors.New("wire: malformed message")

// fields goes through the fields of a message.
type fields struct {
	rest    []byte
	tag     uint64
	content []byte // of a field asBytes, a view
	number  uint64 // of a field asVarint
	err     error
}

func (f *fields) next() bool {
	if len(f.rest) == 0 || f.err != nil {
		return false
	}
	tag, rest, ok := varint(f.rest)
	if !ok || tag>>3 == 0 || tag>>3 > uint64(protowire.MaxValidNumber) {
		f.err = errMalformed
		return false
	}
	f.tag = tag
	switch tag & 7 {
	case asVarint:
		f.number, rest, ok = varint(rest)
	case asBytes:
		var n uint64
		if n, rest, ok = varint(rest); ok && n <= uint64(len(rest)) {
			f.content, rest = rest[:n:n], rest[n:]
		} else {
			ok = false
		}
	default:
		number, kind := protowire.DecodeTag(tag)
		n := protowire.ConsumeFieldValue(number, kind, rest)
		if ok = n >= 0; ok {
			rest = rest[n:]
		}
	}
	if !ok {
		f.err = errMalformed
		return false
	}
	f.rest = rest
	return true
}

// varint has a short way for the short ones.
func varint(b []byte) (v uint64, rest []byte, ok bool) {
	if len(b) > 0 && b[0] < 0x80 {
		return uint64(b[0]), b[1:], true
	}
	v, n := protowire.ConsumeVarint(b)
	if n < 0 {
		return 0, nil, false
	}
	return v, b[n:], true
}

// sizeBytes is the size of a field of n bytes.
func sizeBytes(n int) int { return 1 + protowire.SizeBytes(n) }

// sizeNumber is the size of a number, which is left out when it is zero.
func sizeNumber(v uint64) int {
	if v == 0 {
		return 0
	}
	return 1 + protowire.SizeVarint(v)
}

func appendNumber(b []byte, tag byte, v uint64) []byte {
	if v == 0 {
		return b
	}
	return appendVarint(append(b, tag), v)
}

func appendBytes[T string | []byte](b []byte, tag byte, v T) []byte {
	return append(appendOpening(b, tag, len(v)), v...)
}

// appendOpening begins a field of n bytes.
func appendOpening(b []byte, tag byte, n int) []byte {
	if n < 0x80 {
		return append(b, tag, byte(n))
	}
	return protowire.AppendVarint(append(b, tag), uint64(n))
}

func appendVarint(b []byte, v uint64) []byte {
	if v < 0x80 {
		return append(b, byte(v))
	}
	return protowire.AppendVarint(b, v)
}
