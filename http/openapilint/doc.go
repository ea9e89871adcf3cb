// Package openapilint holds the committed OpenAPI document against an
// independent validator of the OpenAPI 3.1 schema, from the npm registry.
package openapilint
