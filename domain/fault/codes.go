package fault

import (
	"maps"
	"slices"
)

// Kind is the class of a refusal.
type Kind int

const (
	KindInvalid         Kind = iota // malformed input: 400
	KindUnauthenticated             // no valid credentials: 401
	KindForbidden                   // role or site lacks the permission: 403
	KindNotFound                    // no such path or record: 404
	KindMethod                      // wrong method: 405
	KindImmutable                   // the record is final, or a key was reused: 409
	KindStale                       // an older revision was named: 412
	KindTooLarge                    // 413
	KindMedia                       // 415
	KindBlocked                     // a precondition is unmet: 422
	KindThrottled                   // 429
	KindInternal                    // 500
	KindUnavailable                 // a store is out of reach: 503
	KindTooSlow                     // the request did not arrive in time: 408
)

// Code identifies a refusal for ever: codes are never renamed.
type Code int

// The codes that no group owns. A new one goes to the end of coreCodes, with its
// row; those of a group stand in the file that bears its name.
const (
	InvalidInput Code = iota
	Unauthenticated
	RoleForbidden
	SiteForbidden
	PathNotFound
	NotFound
	MethodNotAllowed
	Immutable
	IdempotencyKeyReused
	RevisionMismatch
	BodyTooLarge
	MediaNotAccepted
	Blocked
	Throttled
	Internal
	StoreUnavailable
	ReadModelBehind
	Contended
	LinkInvalid
	SecretShown
	BodyTooSlow
	StreamDamaged
	ReadModelBuilding
	LogDiffers
)

// row is what is said of a code.
type row struct {
	name, title string
	kind        Kind
}

var coreCodes = []row{
	InvalidInput:         {"invalid_input", "The request is malformed", KindInvalid},
	Unauthenticated:      {"unauthenticated", "No valid credentials", KindUnauthenticated},
	RoleForbidden:        {"role_forbidden", "The role lacks the permission", KindForbidden},
	SiteForbidden:        {"site_forbidden", "The site is not granted", KindForbidden},
	PathNotFound:         {"path_not_found", "No such path", KindNotFound},
	NotFound:             {"not_found", "No such record", KindNotFound},
	MethodNotAllowed:     {"method_not_allowed", "The path does not answer this method", KindMethod},
	Immutable:            {"immutable", "The record is final", KindImmutable},
	IdempotencyKeyReused: {"idempotency_key_reused", "The idempotency key belongs to another request", KindImmutable},
	RevisionMismatch:     {"revision_mismatch", "The record has changed since", KindStale},
	BodyTooLarge:         {"body_too_large", "The body is too large", KindTooLarge},
	MediaNotAccepted:     {"media_not_accepted", "The content type is not accepted", KindMedia},
	Blocked:              {"blocked", "A precondition is unmet", KindBlocked},
	Throttled:            {"throttled", "Too many questions", KindThrottled},
	Internal:             {"internal", "An unexpected fault", KindInternal},
	StoreUnavailable:     {"store_unavailable", "A store is out of reach", KindUnavailable},
	ReadModelBehind:      {"read_model_behind", "The read model has not reached that position", KindUnavailable},
	Contended:            {"contended", "Too many writers at once", KindUnavailable},
	LinkInvalid:          {"link_invalid", "The download link is invalid or has expired", KindUnauthenticated},
	StreamDamaged:        {"stream_damaged", "The record's events are not what the service has written", KindUnavailable},
	ReadModelBuilding:    {"read_model_building", "The read model is being built", KindUnavailable},
	LogDiffers:           {"log_differs", "The read models are of another log", KindUnavailable},
	SecretShown:          {"secret_shown", "The secret was shown once, and is kept nowhere", KindImmutable},
	BodyTooSlow:          {"body_too_slow", "The body did not arrive in time", KindTooSlow},
}

// groups hold the codes of each group, at a number of its own to begin from.
var groups = []struct {
	begin Code
	rows  []row
}{{0, coreCodes}, {100, platformCodes}, {200, documentsCodes}, {300, booksCodes}, {400, invoicingCodes}, {500, knowledgeCodes}}

var codes = func() map[Code]row {
	all := map[Code]row{}
	for _, g := range groups {
		for i, r := range g.rows {
			if i >= 100 {
				panic("fault: a group has 100 codes at most")
			}
			all[g.begin+Code(i)] = r
		}
	}
	return all
}()

// Codes lists every code in order.
func Codes() []Code { return slices.Sorted(maps.Keys(codes)) }

// Name returns the stable name that stands in responses.
func (c Code) Name() string { return codes[c].name }

// Title returns the sentence that is the same for every occurrence.
func (c Code) Title() string { return codes[c].title }

// Kind returns the class of c.
func (c Code) Kind() Kind { return codes[c].kind }
