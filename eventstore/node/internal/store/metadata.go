package store

import (
	"encoding/json"
	"math"
	"strings"
	"time"
)

const (
	// MetadataType is the event type of stream metadata.
	MetadataType = "$metadata"
	// TombstoneType is the event type of a tombstone.
	TombstoneType = "$streamDeleted"

	metastreamPrefix = "$$"

	// deletedBefore as $tb marks a soft-deleted stream; it is also the revision
	// of a tombstone.
	deletedBefore = math.MaxInt64
)

// Metastream is the name of the stream that holds a stream's metadata.
func Metastream(stream string) string { return metastreamPrefix + stream }

// OriginalStream is the stream whose metadata a metastream holds.
func OriginalStream(stream string) (name string, ok bool) {
	return strings.CutPrefix(stream, metastreamPrefix)
}

// settings is what the store itself reads from stream metadata.
type settings struct {
	truncateBefore uint64
	maxCount       uint64 // 0: no limit
	maxAge         time.Duration
	hasMaxAge      bool
}

const (
	keyTruncateBefore = "$tb"
	keyMaxCount       = "$maxCount"
	keyMaxAge         = "$maxAge"
)

// parseSettings ignores what it cannot read, as a server must that finds any
// bytes a client chose to write into a metastream.
func parseSettings(data []byte) settings {
	props := metadataProps(data)
	var s settings
	if n, ok := positiveInt(props[keyTruncateBefore]); ok {
		s.truncateBefore = n
	}
	if n, ok := positiveInt(props[keyMaxCount]); ok {
		s.maxCount = n
	}
	if n, ok := positiveInt(props[keyMaxAge]); ok && n > 0 {
		if n > uint64(math.MaxInt64/time.Second) {
			n = uint64(math.MaxInt64 / time.Second)
		}
		s.maxAge, s.hasMaxAge = time.Duration(n)*time.Second, true
	}
	return s
}

// metadataProps decodes into a map, not a struct: struct fields would match
// names case-insensitively.
func metadataProps(data []byte) map[string]json.RawMessage {
	var props map[string]json.RawMessage
	if json.Unmarshal(data, &props) != nil || props == nil {
		return map[string]json.RawMessage{}
	}
	return props
}

func positiveInt(raw json.RawMessage) (uint64, bool) {
	var n int64
	if raw == nil || json.Unmarshal(raw, &n) != nil || n < 0 {
		return 0, false
	}
	return uint64(n), true
}

// Truncates reports whether metadata written to a metastream would hide events:
// it holds $maxCount, $maxAge or $tb, whatever their values.
func Truncates(data []byte) bool {
	props := metadataProps(data)
	for _, key := range []string{keyTruncateBefore, keyMaxCount, keyMaxAge} {
		if _, ok := props[key]; ok {
			return true
		}
	}
	return false
}

// withTruncateBefore returns the metadata with $tb set and all else as it was.
func withTruncateBefore(data []byte, revision uint64) []byte {
	props := metadataProps(data)
	props[keyTruncateBefore], _ = json.Marshal(revision)
	out, _ := json.Marshal(props) // a map of valid raw JSON always encodes
	return out
}
