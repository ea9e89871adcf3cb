package packaging_test

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What make check leaves out under the race detector it runs without: each test named in
// ALONE stands in a package that the line after runs, and no other package has one of that
// name to be left out with it, unless none of that is tested under the detector.
func TestWhatIsNotRacedIsRun(t *testing.T) {
	makefile := strings.ReplaceAll(read(t, "Makefile"), "$\\\n\t", "")
	names := regexp.MustCompile(`(?m)^ALONE := \^\(([A-Za-z|]+)\)\$\$$`).FindStringSubmatch(makefile)
	run := regexp.MustCompile(`(?m)^\tgo test .*-run '\$\(ALONE\)' (.+)$`).FindStringSubmatch(makefile)
	if names == nil || run == nil {
		t.Fatal("the Makefile names no tests that run alone, or none that run them")
	}
	packages := strings.Fields(strings.ReplaceAll(run[1], "./", ""))
	for _, name := range strings.Split(names[1], "|") {
		found, _ := exec.Command("git", "-C", "..", "grep", "-l", "func "+name+"(", "--", "*_test.go").Output()
		var dirs []string
		for _, file := range strings.Fields(string(found)) {
			dirs = append(dirs, file[:strings.LastIndexByte(file, '/')])
		}
		if !slices.ContainsFunc(dirs, func(d string) bool { return slices.Contains(packages, d) }) {
			t.Errorf("%s stands in %v, and %v are run", name, dirs, packages)
		}
		for _, d := range dirs {
			if threads, _ := exec.Command("git", "-C", "..", "grep", "-lE", `^\s+go |\.Go\(|\.Parallel\(\)`, "--", d+"/*.go").Output(); len(threads) > 0 &&
				!slices.Contains(packages, d) {
				t.Errorf("%s of %s is left out, and not run", name, d)
			}
		}
	}
}
