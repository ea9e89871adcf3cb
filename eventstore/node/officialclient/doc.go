// Package officialclient runs the test suite that the official Go client
// publishes in its own module against the embedded node.
//
// Nothing of that suite is copied. Its file that starts database containers is
// replaced, by the go command's -overlay flag, with testdata/databases.go, which
// connects to nodes that this package's test has started. What is left out is
// listed in the test with its reason: it needs TLS, a cluster, or server-side
// projections.
package officialclient
