package eventstore_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/eventstore"
)

// personal are words by which a field of an event can carry what is known of a
// person. A field whose name has one of them is a sealed.Text, or stands below
// with the reason why not.
var personal = strings.Fields(`name names client clients customer supplier payee payer employee person contact
	title text comment note notes memo message body question answer conclusion resolution detail details description
	reason narrative content summary subject label adviser email phone address street city postcode iban account birth
	born passport nino ssn approved_by file filename given family first last`)

// unsealed lists the exceptions, "type.path" each with its reason.
var unsealed = joined(coreUnsealed, platformUnsealed, documentsUnsealed, booksUnsealed, invoicingUnsealed, knowledgeUnsealed)

func joined(groups ...map[string]string) map[string]string {
	all := map[string]string{}
	for _, g := range groups {
		maps.Copy(all, g)
	}
	return all
}

var coreUnsealed = map[string]string{
	"tenant.created.v1.name":                   "a firm's name, in the register of firms; needed without the vault",
	"tenant.created.v1.adviser":                "the firm's professional signature, published on every computation",
	"settings.replaced.v1.responsible_adviser": "the professional who answers to the public under their own name",
	"site.added.v1.name":                       "a place of business; needed without the vault",
	"key.issued.v1.label":                      "what a key is for, as its issuer named it; documented as no place for people's names",
	"key.revoked.v1.reason":                    "set by the service: how the key was revoked",
	"call.refused.v1.reason":                   "a status, code or sentence of the service's own",
	"call.strangers_counted.v1.reason":         "one of four words",
	"commerce.rate_created.v1.rate.name":       lawful, "commerce.rate_changed.v1.rate.name": lawful,
	"commerce.region_created.v1.region.name": lawful, "commerce.region_changed.v1.region.name": lawful,
	"commerce.rule_created.v1.rule.name": lawful, "commerce.rule_changed.v1.rule.name": lawful,
	"answer.given.v1.answer_mode":  "one of five words of the contract",
	"subject.forgotten.v1.subject": subjectID, "subject.forgotten.v1.reason": staffReason,
	"subject.hold_placed.v1.subject": subjectID, "subject.hold_placed.v1.reason": staffReason,
	"subject.hold_lifted.v1.subject": subjectID, "subject.hold_lifted.v1.reason": staffReason,
	"checkpoint.published.v1.note":           "a signed note of tree heads, made to be published",
	"checkpoint.key_rotated.v1.note":         "a signed note of public keys, made to be published",
	"rates.sales_completed.v1.rate_file":     published,
	"rates.sales_completed.v1.boundary_file": published,
	"rates.exchange_imported.v1.file":        published,
}

const (
	subjectID   = "the id of a case or principal; it must outlive the key, to say whose is gone"
	staffReason = "why staff held or forgot somebody; documented as no place for personal data, and read when the key is gone"
	lawful      = "the name of a rate, rule or place of the law, as shown beside every figure"
	published   = "the name of a file that an authority publishes"
)

// payloads returns one decoded payload of each registered type.
func payloads(t *testing.T) map[string]event.Payload {
	t.Helper()
	out := map[string]event.Payload{}
	for _, category := range eventstore.Registry.Categories() {
		for _, name := range eventstore.Registry.Types(category) {
			p, known, err := eventstore.Registry.Decode(category+"-t-1", name, []byte("{}"))
			if err != nil || !known {
				t.Errorf("%s does not decode from {}: %v", name, err)
				continue
			}
			out[name] = p
		}
	}
	return out
}

// TestPersonalDataIsSealed walks every event type of the service.
func TestPersonalDataIsSealed(t *testing.T) {
	used := map[string]bool{}
	for name, p := range payloads(t) {
		walkFields(reflect.TypeOf(p), name, map[reflect.Type]bool{}, func(path string) {
			if unsealed[path] != "" {
				used[path] = true
				return
			}
			t.Errorf("%s is a plain string that can carry personal data: make it a sealed.Text, or list it with the reason why not", path)
		})
	}
	for path := range unsealed {
		if !used[path] {
			t.Errorf("%s is excepted, and no such field is unsealed", path)
		}
	}
}

// walkFields calls found for every string whose name is one of the words.
func walkFields(typ reflect.Type, path string, within map[reflect.Type]bool, found func(string)) {
	if typ == reflect.TypeFor[sealed.Text]() || within[typ] {
		return
	}
	switch typ.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		walkFields(typ.Elem(), path, within, found)
	case reflect.Map:
		walkFields(typ.Elem(), path, within, found)
	case reflect.String, reflect.Interface:
		// Types of their own (a stage, a role) are closed lists; a plain string
		// and raw JSON can hold anything.
		if typ.PkgPath() == "" && isPersonal(path[strings.LastIndexByte(path, '.')+1:]) {
			found(path)
		}
	case reflect.Struct:
		within[typ] = true
		defer delete(within, typ)
		for i := range typ.NumField() {
			f := typ.Field(i)
			tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			switch {
			case !f.IsExported() || tag == "-":
			case f.Anonymous && tag == "":
				walkFields(f.Type, path, within, found)
			case tag == "":
				walkFields(f.Type, path+"."+strings.ToLower(f.Name), within, found)
			default:
				walkFields(f.Type, path+"."+tag, within, found)
			}
		}
	}
}

// isPersonal takes a field's JSON name; identifiers and hashes tell nothing.
func isPersonal(field string) bool {
	for _, suffix := range []string{"_id", "_ids", "_sha256"} {
		if strings.HasSuffix(field, suffix) {
			return false
		}
	}
	return slices.ContainsFunc(strings.Split(field, "_"), func(word string) bool { return slices.Contains(personal, word) }) ||
		slices.Contains(personal, field)
}

// The rule finds what it is there to find.
func TestTheRuleFindsPersonalData(t *testing.T) {
	type inner struct {
		ClientName string `json:"client_name"`
	}
	type leaky struct {
		inner
		Title   sealed.Text       `json:"title"`
		Notes   []string          `json:"notes"`
		Extra   map[string]string `json:"contact"`
		Number  int               `json:"name"`
		Deep    []*inner          `json:"deep"`
		Country string            `json:"jurisdiction"`
	}
	var found []string
	walkFields(reflect.TypeFor[leaky](), "x", map[reflect.Type]bool{}, func(path string) { found = append(found, path) })
	if want := []string{"x.notes", "x.contact", "x.deep.client_name"}; !slices.Equal(found, want) {
		t.Errorf("found %v, want %v", found, want)
	}
}

// TestEveryTypeIsFrozen: each registered type has a golden file in its domain
// package, which decodes and encodes to the same bytes.
func TestEveryTypeIsFrozen(t *testing.T) {
	frozen := eventtest.Files(t, "../domain")
	for _, category := range eventstore.Registry.Categories() {
		for _, name := range eventstore.Registry.Types(category) {
			if len(frozen[name]) == 0 {
				t.Errorf("%s has no domain/*/testdata/events/%s.json", name, name)
			}
			for _, file := range frozen[name] {
				checkFrozen(t, category, name, file)
			}
		}
	}
}

func checkFrozen(t *testing.T, category, name, file string) {
	t.Helper()
	frozen, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, _, err := eventstore.Registry.Decode(category+"-t-1", name, frozen)
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return
	}
	if p.EventType() != name {
		return // a past version: read as a newer one
	}
	var compact, back bytes.Buffer
	enc := json.NewEncoder(&back)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(p); err != nil {
		t.Errorf("%s: %v", file, err)
		return
	}
	if err := json.Compact(&compact, frozen); err != nil {
		t.Errorf("%s: %v", file, err)
		return
	}
	if got := bytes.TrimSpace(back.Bytes()); !bytes.Equal(got, compact.Bytes()) {
		t.Errorf("%s is read and written back as\n%s\nfrozen as\n%s", file, got, compact.Bytes())
	}
}

// Names are literal, versioned and in the category's style.
func TestNames(t *testing.T) {
	for name := range payloads(t) {
		parts := strings.Split(name, ".")
		if len(parts) != 3 || !strings.HasPrefix(parts[2], "v") || strings.ToLower(name) != name {
			t.Errorf("%s is not noun.verb.vN", name)
		}
	}
}
