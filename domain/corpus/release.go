package corpus

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/job"
)

// Releases is the kind of stream that a release is, from its import on.
var Releases = event.Category{Name: "corpusrelease", Types: []event.Type{
	event.Of[ImportRequested](), event.Of[Read](), event.Of[Validated](), event.Of[ValidationRequested](), event.Of[ImportFailed](),
}}

// Jobs of releases.
const (
	ImportJob   job.Kind = "corpus.import"
	ValidateJob job.Kind = "corpus.validate"
	RollbackJob job.Kind = "corpus.rollback"
)

// FilesOf is the subject of the files of the corpus: the platform's, nobody's data.
const FilesOf = "tenant-00000000000000000000000000000000"

// ImportRequested begins a release: a text was uploaded, or is to be fetched.
type ImportRequested struct {
	ReleaseID     string     `json:"release_id"`
	SourceID      string     `json:"source_id"`
	Version       int        `json:"source_version"`
	Raw           blob.Ref   `json:"raw"` // zero = it is fetched
	URL           string     `json:"url"` // "" = it was uploaded
	Retrieved     civil.Date `json:"retrieved_at"`
	AsOf          civil.Date `json:"as_of"`
	SHA256        string     `json:"sha256"` // as the importer has it; "" = not said
	ExpectRemoved bool       `json:"expect_removed"`
}

// OpensJobs has the text read and the release checked.
func (ImportRequested) OpensJobs() []job.Opening {
	return []job.Opening{{Kind: ImportJob, Total: steps}}
}

// steps of an import: fetched, read, merged and checked, indexed.
const steps = 4

// Read says what the reader made of a text.
type Read struct {
	Raw      blob.Ref `json:"raw"`
	Passages blob.Ref `json:"passages"` // as read, before they were merged; zero = nothing could be read
	Count    int      `json:"count"`
	Reader   string   `json:"reader"`
	Findings blob.Ref `json:"findings"` // of the reader
}

// Validated says what the checks of a release found.
type Validated struct {
	Base      string   `json:"base"` // the release that it follows: its record's id, "" = the built-in
	Law       string   `json:"law"`  // against which it was held
	Release   string   `json:"release"`
	Manifest  blob.Ref `json:"manifest"`
	Texts     blob.Ref `json:"texts"` // of the source, merged
	Report    blob.Ref `json:"report"`
	Documents int      `json:"documents"`
	Passages  int      `json:"passages"`
	Added     int      `json:"added"`
	Removed   int      `json:"removed"`
	Changed   int      `json:"changed"`
	Errors    int      `json:"errors"`
	Warnings  int      `json:"warnings"`
	Conflicts int      `json:"conflicts"`
	Codes     []string `json:"codes"` // of the errors, each once
}

// ValidationRequested has a release checked again, on what is live then.
type ValidationRequested struct {
	ReleaseID string `json:"release_id"`
}

// OpensJobs has the release checked.
func (ValidationRequested) OpensJobs() []job.Opening {
	return []job.Opening{{Kind: ValidateJob, Total: steps}}
}

// ImportFailed blocks a release that could not be read or checked.
type ImportFailed struct {
	JobID string `json:"job_id"`
	Code  string `json:"code"`
	Where string `json:"where"` // name of a file of an archive; "" = the whole
	Says  string `json:"says"`
}

// EventType names the event.
func (ImportRequested) EventType() string { return "corpusrelease.import_requested.v1" }

// EventType names the event.
func (Read) EventType() string { return "corpusrelease.read.v1" }

// EventType names the event.
func (Validated) EventType() string { return "corpusrelease.validated.v1" }

// EventType names the event.
func (ValidationRequested) EventType() string { return "corpusrelease.validation_requested.v1" }

// EventType names the event.
func (ImportFailed) EventType() string { return "corpusrelease.import_failed.v1" }

// Status of a release.
type Status string

// The statuses. The last three follow from the live release's record.
const (
	Validating Status = "validating"
	Blocked    Status = "blocked"
	Valid      Status = "valid"
	Live       Status = "promoted"
	Superseded Status = "superseded"
	RolledBack Status = "rolled_back"
)

// Release is a release as its events leave it.
type Release struct {
	ImportRequested
	Status     Status
	JobID      string
	Read       *Read
	Validated  *Validated
	Failed     *ImportFailed
	ImportedBy string
	ImportedAt time.Time
	UpdatedAt  time.Time
	Events     int
	Checks     int // how often it was to be checked
}

// Exists reports whether there is one.
func (s Release) Exists() bool { return s.ReleaseID != "" }

// Codes are those of what blocks it, each once.
func (s Release) Codes() (out []string) {
	if s.Validated != nil {
		out = append(out, s.Validated.Codes...)
	}
	if s.Failed != nil && !slices.Contains(out, s.Failed.Code) {
		out = append(out, s.Failed.Code)
	}
	return out
}

// Evolve is the state after e.
func (s Release) Evolve(e event.Recorded) Release {
	s.Events++
	s.UpdatedAt = e.Meta.Time
	opened := func(command uuid.UUID) {
		s.Status, s.JobID, s.Failed = Validating, job.ID(command, 0), nil
		s.Checks++
	}
	switch p := e.Payload.(type) {
	case ImportRequested:
		s.ImportRequested, s.ImportedBy, s.ImportedAt = p, e.Meta.Principal, e.Meta.Time
		opened(e.Meta.CommandID)
	case Read:
		s.Read = &p
	case ValidationRequested:
		opened(e.Meta.CommandID)
	case Validated:
		s.Validated, s.Status = &p, Valid
		if p.Errors > 0 {
			s.Status = Blocked
		}
	case ImportFailed:
		s.Failed, s.Status = &p, Blocked
	}
	return s
}

// Import asks for a text to be imported.
type Import struct {
	SourceID      string     `json:"source_id" maxLength:"40"`
	Retrieved     civil.Date `json:"retrieved_at,omitzero" format:"date" doc:"Day on which it was taken from the publisher; left out: today (UTC)."`
	AsOf          civil.Date `json:"as_of,omitzero" format:"date" doc:"Day as of which it reads so; left out: retrieved_at."`
	SHA256        string     `json:"sha256,omitempty" maxLength:"64" doc:"Of the bytes as they must be."`
	ExpectRemoved bool       `json:"expect_removed,omitempty" doc:"Much of the text is meant to go or to change."`

	Raw   blob.Ref   `json:"-"` // zero = it is fetched from the source's address
	Today civil.Date `json:"-"`
}

// ImportFacts is what an import must know.
type ImportFacts struct {
	Source     Source
	HostListed bool // the operator has listed the host of the source's address
}

// Validate names every malformed field.
func (c Import) Validate() error {
	var f fault.Fields
	if !sourceID.MatchString(c.SourceID) {
		f.Add("source_id", "the id of a source")
	}
	f.Day("retrieved_at", c.Retrieved)
	f.Day("as_of", c.AsOf)
	if c.Retrieved.After(c.Today) {
		f.Add("retrieved_at", "%s is not over yet", c.Retrieved)
	}
	if c.AsOf.After(c.Today) {
		f.Add("as_of", "%s is not over yet", c.AsOf)
	}
	retrieved := c.Retrieved
	if retrieved.IsZero() {
		retrieved = c.Today
	}
	if c.AsOf.After(retrieved) && !c.AsOf.After(c.Today) {
		f.Add("as_of", "the text was taken on %s; what it reads later is not known", retrieved)
	}
	if c.SHA256 != "" && !hexDigits(c.SHA256) {
		f.Add("sha256", "64 hexadecimal digits")
	}
	return f.Err()
}

func hexDigits(s string) bool {
	for _, r := range s {
		if (r < '0' || r > '9') && (r < 'a' || r > 'f') && (r < 'A' || r > 'F') {
			return false
		}
	}
	return len(s) == 64
}

// Decide gives ImportRequested.
//
// Errors: fault.Invalid of a source that there is none of; 422 source_paused,
// source_retired, address_missing, host_not_configured.
func (c Import) Decide(_ Release, a act.Context, f ImportFacts) ([]event.Payload, error) {
	if f.Source.ID == "" {
		return nil, fault.Invalid("source_id", "there is no source %s", c.SourceID)
	}
	var b fault.Blockers
	switch f.Source.Status {
	case Paused:
		b.Add("source_paused", "nothing is imported from %s while it is paused", c.SourceID)
	case Retired:
		b.Add("source_retired", "%s is retired", c.SourceID)
	}
	e := ImportRequested{ReleaseID: a.NewID(0), SourceID: c.SourceID, Version: f.Source.Version, Raw: c.Raw, Retrieved: c.Retrieved,
		AsOf:   c.AsOf,
		SHA256: c.SHA256, ExpectRemoved: c.ExpectRemoved}
	if c.Raw.IsZero() {
		e.URL = f.Source.URL
		if e.URL == "" {
			b.Add("address_missing", "%s has no address; upload its text", c.SourceID)
		} else if !f.HostListed {
			b.Add("host_not_configured", "the operator has not listed the host of %s", e.URL)
		}
	}
	if e.Retrieved.IsZero() {
		e.Retrieved = c.Today
	}
	if e.AsOf.IsZero() {
		e.AsOf = e.Retrieved
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	return []event.Payload{e}, nil
}

// checksMax bounds a release's stream.
const checksMax = 200

// Revalidate has a release checked again.
type Revalidate struct{}

// Validate has nothing to name.
func (Revalidate) Validate() error { return nil }

// Decide gives ValidationRequested. Errors: 409 of one that was promoted; 422
// not_read, validation_running.
func (Revalidate) Decide(s Release, _ act.Context, promoted bool) ([]event.Payload, error) {
	if promoted {
		return nil, fault.New(fault.Immutable, "the release was promoted; import anew")
	}
	var b fault.Blockers
	if s.Status == Validating {
		b.Add("validation_running", "it is being checked")
	} else if s.Read == nil || s.Read.Passages.IsZero() {
		b.Add("not_read", "nothing could be read of its text; import it anew")
	}
	if s.Checks >= checksMax {
		b.Add("too_often", "it was checked %d times; import it anew", s.Checks)
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	return []event.Payload{ValidationRequested{s.ReleaseID}}, nil
}
