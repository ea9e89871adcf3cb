// Package act is what every decision is told about the act it decides: who
// asks, when, for which tenant and site, and from which ids new records take
// theirs. Decisions read no clock and draw no random numbers; replaying a
// command yields the same events.
package act

import (
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Context accompanies one command into its decision.
type Context struct {
	CommandID uuid.UUID
	Now       time.Time // UTC, whole microseconds
	Tenant    string    // 32 hex digits; "0" is the platform
	Site      int64     // 0 = tenant-wide
	Principal string    // 32 hex digits
	Role      string    // one of the eight, or staff, superuser
}

// NewID returns the n-th id that records created by this command take: 32 hex
// digits of UUIDv5(command id, n).
func (c Context) NewID(n int) string {
	return Compact(uuid.NewSHA1(c.CommandID, []byte(strconv.Itoa(n))))
}

// Compact writes a UUID as 32 hex digits, the form ids have in stream names
// and in the API.
func Compact(id uuid.UUID) string { return strings.ReplaceAll(id.String(), "-", "") }
