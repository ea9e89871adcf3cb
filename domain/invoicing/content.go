package invoicing

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/sealed"
)

const (
	partBytes       = 40 << 10 // keeps a sealed part below 64 KiB
	plainBytes      = 16 << 10 // a longer text is compressed
	contentBytesMax = 4 << 20
	packed          = "gzip+base64"
)

// parts cuts a document into sealed pieces; sum is the hash of its JSON.
func parts(d InvoiceContent, subject string) (out []event.Payload, sum string, err error) {
	text, err := json.Marshal(d)
	if err != nil {
		return nil, "", err
	}
	if len(text) > contentBytesMax {
		return nil, "", fmt.Errorf("invoicing: a document of %d bytes", len(text))
	}
	hash := sha256.Sum256(text)
	encoding := ""
	if len(text) > plainBytes {
		encoding = packed
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, err := w.Write(text)
		if err = errors.Join(err, w.Close()); err != nil {
			return nil, "", err
		}
		text = base64.StdEncoding.AppendEncode(nil, b.Bytes())
	}
	for len(text) > 0 {
		n := min(partBytes, len(text))
		for n < len(text) && text[n]&0xC0 == 0x80 {
			n-- // no character is parted
		}
		out = append(out, ContentPart{len(out) + 1, encoding, sealed.Of(subject, string(text[:n]))})
		text = text[n:]
	}
	return out, hex.EncodeToString(hash[:]), nil
}

// content puts a document together; ok is false when it cannot be read any more,
// or is not the one that was hashed.
func content(text []byte, encoding, sum string) (d InvoiceContent, ok bool) {
	if encoding == packed {
		raw, err := base64.StdEncoding.DecodeString(string(text))
		if err != nil {
			return d, false
		}
		r, err := gzip.NewReader(bytes.NewReader(raw))
		if err != nil {
			return d, false
		}
		if text, err = io.ReadAll(io.LimitReader(r, contentBytesMax+1)); err != nil {
			return d, false
		}
	}
	hash := sha256.Sum256(text)
	if hex.EncodeToString(hash[:]) != sum || json.Unmarshal(text, &d) != nil {
		return InvoiceContent{}, false
	}
	return d, true
}
