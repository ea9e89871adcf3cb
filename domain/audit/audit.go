// Package audit is the record of calls that appended nothing of their own:
// reads, calculations and refusals. A write's own events are its record.
//
// Streams are audit-<tenant>-<yyyymmdd>, and with _2, _3 … behind it
// where somebody has ended the one before for good. Calls without a known key are counted
// by minute, node, path class and reason under the platform tenant, so that a
// flood of them cannot fill the log.
package audit

import (
	"strconv"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/event"
)

// CallRecorded is one call; who and when stand in its metadata.
type CallRecorded struct {
	Method     string `json:"method"`
	Route      string `json:"route"` // template, never the raw path
	Status     int    `json:"status"`
	Outcome    string `json:"outcome"` // ok | refused | failed | stream_started | stream_ended | stream_cut
	DurationUs int64  `json:"duration_us"`
	Via        string `json:"via,omitempty"` // "link:<id>" where a signed link stood in for a key
}

// CallRefused says why a call was refused or an answer declined.
type CallRefused struct {
	Status int      `json:"status"`
	Code   string   `json:"code"`
	Reason string   `json:"reason"`
	Unmet  []string `json:"unmet,omitempty"` // blocker or missing-fact codes
}

// StrangersCounted counts calls without a known key in one minute.
type StrangersCounted struct {
	Minute    time.Time `json:"minute"`
	Node      string    `json:"node"`
	PathClass string    `json:"path_class"` // known | unknown
	Reason    string    `json:"reason"`     // no_credentials | malformed | unknown_key | revoked
	Count     int64     `json:"count"`
}

func (CallRecorded) EventType() string     { return "call.recorded.v1" }
func (CallRefused) EventType() string      { return "call.refused.v1" }
func (StrangersCounted) EventType() string { return "call.strangers_counted.v1" }

// Category of the audit streams.
var Category = event.Category{Name: "audit", Types: []event.Type{
	event.Of[CallRecorded](), event.Of[CallRefused](), event.Of[StrangersCounted](),
}}

// Stream names the audit stream of a tenant on the UTC day of t.
func Stream(tenant string, t time.Time) string {
	return event.Stream{Category: "audit", Tenant: tenant, ID: t.UTC().Format("20060102")}.String()
}

// Next names the stream that follows one which was ended for good on its day.
func Next(stream string) string {
	day, number, _ := strings.Cut(stream, "_")
	n, err := strconv.Atoi(number)
	if err != nil {
		n = 1
	}
	return day + "_" + strconv.Itoa(n+1)
}
