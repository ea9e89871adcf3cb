package packaging_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What make check does a little of, make soak does in full: each test that asks
// packaging/soak how much to do, itself or by a helper of its package, is among those that
// the Makefile lets soak.
func TestWhatIsShortenedIsSoaked(t *testing.T) {
	named := regexp.MustCompile(`(?m)^LONG := (.+)$`).FindStringSubmatch(read(t, "Makefile"))
	if named == nil {
		t.Fatal("the Makefile names no long tests")
	}
	long := regexp.MustCompile(named[1])
	found := 0
	err := filepath.WalkDir("..", func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if base := d.Name(); strings.HasPrefix(base, ".") && base != ".." || base == "node_modules" || base == "testdata" {
			return filepath.SkipDir
		}
		for _, test := range soaking(t, dir) {
			found++
			if !long.MatchString(test) {
				t.Errorf("%s: %s does less in make check, and is none of LONG in the Makefile", dir, test)
			}
		}
		return nil
	})
	if err != nil || found == 0 {
		t.Errorf("%d tests, %v", found, err)
	}
}

// soaking are the tests of a folder that ask packaging/soak.
func soaking(t *testing.T, dir string) (tests []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	calls, asks := map[string][]string{}, map[string]bool{} // by function
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				switch called := call.Fun.(type) {
				case *ast.Ident:
					calls[f.Name.Name] = append(calls[f.Name.Name], called.Name)
				case *ast.SelectorExpr:
					if x, ok := called.X.(*ast.Ident); ok && x.Name == "soak" {
						asks[f.Name.Name] = true
					}
				}
				return true
			})
		}
	}
	for again := true; again; {
		again = false
		for f, called := range calls {
			for _, c := range called {
				if asks[c] && !asks[f] {
					asks[f], again = true, true
				}
			}
		}
	}
	for f := range asks {
		if strings.HasPrefix(f, "Test") {
			tests = append(tests, f)
		}
	}
	return tests
}
