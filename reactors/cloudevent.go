package reactors

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

// CloudEvent is an event in the structured JSON form of CloudEvents 1.0. id is
// the event's own id, so that a consumer can tell a repetition; source and id
// together are unique. The extension attributes after data are the event's place
// in the log and its metadata; sequence (of the stream) orders as text, and
// partitionkey is the stream.
//
// https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md
// https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md
type CloudEvent struct {
	SpecVersion     string          `json:"specversion"`
	ID              string          `json:"id"`
	Source          string          `json:"source"`
	Type            string          `json:"type"`
	Subject         string          `json:"subject"`
	Time            string          `json:"time,omitempty"`
	DataContentType string          `json:"datacontenttype"`
	Data            json.RawMessage `json:"data,omitempty"`
	DataBase64      []byte          `json:"data_base64,omitempty"`

	PartitionKey  string `json:"partitionkey"`
	Sequence      string `json:"sequence"`
	Position      string `json:"position"`
	Tenant        string `json:"tenant"`
	Site          int32  `json:"site,omitempty"`
	Principal     string `json:"principal,omitempty"`
	Operation     string `json:"operation,omitempty"`
	CommandID     string `json:"commandid,omitempty"`
	CorrelationID string `json:"correlationid,omitempty"`
	CausationID   string `json:"causationid,omitempty"`
}

// ContentTypeCloudEvent is the media type of the structured form.
const ContentTypeCloudEvent = "application/cloudevents+json; charset=utf-8"

const contentTypeJSON = "application/json"

// siteMax is the largest Integer attribute that CloudEvents know.
const siteMax = 1<<31 - 1

// CloudEventOf shows an event as it stands in the log: sealed texts stay sealed.
func CloudEventOf(e eventstore.Raw) (CloudEvent, error) {
	s, ok := event.ParseStream(e.Stream)
	if !ok {
		return CloudEvent{}, fmt.Errorf("reactors: %s is no stream of the service", e.Stream)
	}
	var meta event.Metadata
	if err := json.Unmarshal(e.Metadata, &meta); err != nil {
		return CloudEvent{}, fmt.Errorf("reactors: metadata of %s@%d: %w", e.Stream, e.Revision, err)
	}
	ce := CloudEvent{
		SpecVersion: "1.0", ID: e.ID.String(), Source: "urn:tallystick:tenant:" + s.Tenant, Type: e.Type, Subject: e.Stream,
		DataContentType: e.ContentType,
		PartitionKey:    e.Stream, Sequence: fmt.Sprintf("%020d", e.Revision),
		Position: fmt.Sprintf("%d/%d", e.Position.Commit, e.Position.Prepare),
		Tenant:   s.Tenant, Principal: meta.Principal, Operation: meta.Operation,
		CommandID: meta.CommandID.String(), CorrelationID: meta.CorrelationID, CausationID: meta.CausationID,
	}
	if meta.Site <= siteMax {
		ce.Site = int32(meta.Site)
	}
	if !meta.Time.IsZero() {
		ce.Time = meta.Time.UTC().Format(time.RFC3339Nano)
	}
	if e.ContentType == contentTypeJSON && json.Valid(e.Data) {
		ce.Data = e.Data
	} else {
		ce.DataBase64 = e.Data
	}
	return ce, nil
}

// Encode writes the structured form.
func (c CloudEvent) Encode() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(c); err != nil {
		return nil, fmt.Errorf("reactors: encode %s: %w", c.ID, err)
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}
