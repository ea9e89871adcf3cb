// Package clients holds the clients of the API that are generated from its
// OpenAPI document by `make clients`: Go, a module of its own, and TypeScript.
// Its test, one of `make witness`, holds that they are up to date and uses both
// against a running demo.
package clients
