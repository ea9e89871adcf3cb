package main

import (
	"strings"
	"testing"
)

// A word that a command would not hear is refused and named, before anything is started or
// opened: "bench jobs" would otherwise measure everything.
func TestStrayWordsAreRefused(t *testing.T) {
	t.Setenv("TALLYSTICK_DATA_DIR", "/dev/null/nowhere") // none gets as far as its stores
	takesWords := map[string]bool{"rebuild": true, "export": true, "import": true, "backup": true, "restore": true, "questions": true,
		"replay": true, "log": true} // these have their own words, and say their usage
	verbs := map[string][]string{"tenant": {"create"}, "principal": {"create"}, "key": {"issue", "list", "revoke"}, "rates": {"list"},
		"hold": {"place", "lift"}, "checkpoint-key": {"new", "rotate", "show"}, "law": {"due"},
		"docs": {"roles", "catalogue", "settings", "coverage", "errors", "events"}}
	for _, c := range commandList() {
		if takesWords[c.name] {
			continue
		}
		lines := [][]string{{c.name}}
		if all, ok := verbs[c.name]; ok {
			lines = nil
			for _, v := range all {
				lines = append(lines, []string{c.name, v})
			}
		}
		for _, words := range lines {
			out, err := tool(t, append(words, "stray")...)
			if err == nil || !strings.Contains(err.Error(), `"stray"`) || out != "" && c.name != "docs" {
				t.Errorf("%v with a stray word: %v, having written %q", words, err, out)
			}
		}
	}
	if out, err := tool(t, "bench", "--only", "nothing of the kind"); err == nil || !strings.Contains(err.Error(), "jobs, export") {
		t.Errorf("bench of no part: %s%v", out, err)
	}
}
