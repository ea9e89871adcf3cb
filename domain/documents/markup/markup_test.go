package markup

import (
	"errors"
	"strings"
	"testing"
)

func TestRefused(t *testing.T) {
	bomb := `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>`
	external := `<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>`
	deep := strings.Repeat("<a>", DepthMax+1) + strings.Repeat("</a>", DepthMax+1)
	for name, text := range map[string]string{"bomb": bomb, "external": external, "deep": deep, "two roots": "<a/><b/>", "none": "",
		"open":   "<a>",
		"entity": "<a>&x;</a>", "wide": "<a>" + strings.Repeat("<b/>", NodesMax+1) + "</a>", "letters": `<?xml version="1.0" encoding="utf-7"?><a/>`} {
		if _, err := Parse([]byte(text)); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v", name, err)
		}
	}
	n, err := Parse([]byte("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a><b c=\"d\">caf\xe9</b></a>"))
	if err != nil || n.Get("b") != "café" || n.First("b").Attributes["c"] != "d" {
		t.Errorf("%+v, %v", n, err)
	}
}
