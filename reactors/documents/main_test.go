package documents

import (
	"os"
	"testing"

	"github.com/tallystick/tallystick/reactors/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Enter()
	os.Exit(m.Run())
}
