package feeds

import (
	"maps"
	"slices"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/privacy"
)

// Formats of exports that hold what a whole tenant's log does.
const (
	EvidenceFormat = "evidence" // the log as it was signed, with the files that it names
	PrivacyFormat  = "privacy"  // what is known of people, in the clear
)

// Opens lists the permissions that the file of an export needs beyond reading
// exports: that of its format, and those of what it holds.
func (r ExportRequested) Opens() []access.Permission {
	var all []access.Permission
	if p := Wants(r.Format); p != "" {
		all = append(all, p)
	}
	if r.Format == EvidenceFormat {
		for _, p := range slices.Sorted(maps.Values(Restricted)) {
			if !slices.Contains(r.Without, p) {
				all = append(all, p)
			}
		}
	}
	return all
}

// Wants is the permission that a format's file needs beyond reading exports; "" =
// none. Such a file is of the whole tenant.
func Wants(format string) access.Permission {
	switch format {
	case EvidenceFormat:
		return "exports:evidence"
	case PrivacyFormat:
		return "privacy:export"
	}
	return ""
}

// RequestBundle asks for an export of the tenant as a whole.
type RequestBundle struct {
	Format    string `json:"-"`
	Subject   string `json:"subject,omitempty" maxLength:"80" doc:"Whose data alone is wanted, such as customer-… or principal-…; left out: everybody's, which must be said."`
	Everybody bool   `json:"everybody,omitempty" doc:"That the data of everybody is wanted: an export of nobody by name is not made by accident."`
}

// Validate reports every malformed field.
func (c RequestBundle) Validate() error {
	switch {
	case c.Format == EvidenceFormat:
		return nil
	case c.Subject == "" && !c.Everybody:
		return fault.Invalid("subject", "say whose data is wanted, or that everybody's is")
	case c.Subject != "" && c.Everybody:
		return fault.Invalid("everybody", "a subject is named: the export is of one or of all")
	case c.Everybody:
		return nil
	}
	_, _, err := privacy.Parse(c.Subject)
	return err
}

// BundleFacts are what a request is decided with.
type BundleFacts struct {
	Today     civil.Date
	Signed    bool // somebody signs the log's heads
	Known     bool // the log names the subject
	Forgotten bool
	Lacks     []access.Permission // of Restricted, by whoever asks
}

// Decide asks for the file, or lists every blocker.
func (c RequestBundle) Decide(s Export, a act.Context, f BundleFacts) ([]event.Payload, error) {
	if s.Exists {
		return nil, nil
	}
	var b fault.Blockers
	if c.Format == EvidenceFormat && !f.Signed {
		b.Add("checkpoint_missing", "nobody signs this log, so a bundle of it would prove nothing")
	}
	if c.Subject != "" {
		if f.Forgotten {
			b.On(c.Subject, "subject_forgotten", "the subject was forgotten; nothing of it can be read")
		} else if !f.Known {
			return nil, fault.New(fault.NotFound, "there is no subject %s", c.Subject)
		}
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	var without []access.Permission
	if c.Format == EvidenceFormat {
		without = f.Lacks
	}
	return []event.Payload{ExportRequested{ExportID: a.NewID(0), Format: c.Format, From: f.Today, To: f.Today, KnownAt: a.Now,
		Subject: c.Subject, Without: without}}, nil
}

// EvidenceReadme is what an evidence bundle says of itself to people. Bundles that were
// made are verified for ever: a text that is replaced stays known to verify.
const EvidenceReadme = `Evidence of a tenant's log.

log.ndjson      every event of the tenant, one a line, as the log holds it; personal data is sealed
files/          the files that events name, by whose they are and their SHA-256
manifest.json   what is here, and of each file that is not, why: it was withheld from who asked, its subject was
                forgotten, it is an export (a copy of what else is here), or it was lost
checkpoint.txt  the signed head that covers the request for this bundle
keys.txt        public keys that sign the log; trust one only that came to you on another way
rotations/      how one key followed another

  tallystick verify --from this.zip --key KEY

needs neither the service nor a network. It says whether the events are what was signed, whether the manifest is
what follows from them, and whether each file that it says is here is the one that an event names, byte for byte.
`
