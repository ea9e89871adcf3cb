package http

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/eventstore"
)

// silent is a log that answers nothing any more.
type silent struct{}

func (silent) Append(context.Context, string, eventstore.Expected, ...eventstore.Proposed) (eventstore.Appended, error) {
	return eventstore.Appended{}, eventstore.ErrUnavailable
}

// An answer that could not be recorded says what is true of a log that did not answer:
// whatever may have written may stand or not, and the same key tells. It is said in place
// of the answer, which said so where the write itself was not answered.
func TestWhatWasNotRecordedMayStand(t *testing.T) {
	s, token := memoryServer(t, access.Owner)
	s.Recorder = &commands.Recorder{Log: silent{}, Now: time.Now}
	for _, op := range s.Operations() {
		path := braces.ReplaceAllString(op.Path, "x")
		w := send(s, token, op.Method, path+"?no_such_parameter=1", `{`) // refused, and to be recorded
		said := w.Body.String()
		told := strings.Contains(said, "may or may not stand") && strings.Contains(said, "same Idempotency-Key")
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || told != (op.Method != http.MethodGet) {
			t.Errorf("%s %s: %d %s", op.Method, op.Path, w.Code, said)
		}
	}
}

var braces = regexp.MustCompile(`\{[^}]*\}`)
