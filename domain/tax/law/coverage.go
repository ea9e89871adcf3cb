package law

import "path"

// CoverageName is the file of a folder that says what is computed there, how
// far it can be relied on, and why. Package tax reads it.
const CoverageName = "coverage.yaml"

// CoverageFile returns the text of a folder's CoverageName.
func CoverageFile(folder string) ([]byte, error) {
	return files.ReadFile(path.Join(folder, CoverageName))
}
